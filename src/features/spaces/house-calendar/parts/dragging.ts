import { type KeyboardEvent, type PointerEvent as PressEvent, useRef, useState } from 'react'
import { isMovableKind } from '#features/spaces/shifts/inputs.ts'
import type { Shifting } from '#features/spaces/shifts/parts/shift.tsx'
import { minutesOf, timeOfMinutes } from '#platform/dates.ts'
import { columnMinutes } from './day-plan.ts'
import type { Entry } from './entries.ts'

/** Things are put down on a quarter of an hour; a key moves them by half of one. */
const snapMinutes = 15
const keyMinutes = 30
/** A press that goes no farther than this many pixels is a press. */
const leastPixels = 5

interface Drag {
  entry: Entry
  /** Minutes after midnight where it would be put down. */
  at: number
  pixels: number
  /** The room under the pointer. */
  spaceId: string
  /** Something else has that room then. */
  isInTheWay: boolean
}

/**
 * Takes what is in a day's grid to another time, with a pointer or with Shift and an arrow key, and a closure to another room as
 * well. Nothing is moved by it: `onShift` is asked with where it was put down.
 */
export function useDragging(day: string, entries: readonly Entry[], onShift: (shifting: Shifting) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const hasMoved = useRef(false)
  const ask = (entry: Entry, at: number, spaceId = entry.spaceId) => {
    if (!isMovableKind(entry.kind)) return
    const title = entry.kind === 'closure' ? 'the closure' : entry.title
    const room = entry.kind === 'closure' ? { spaceId } : {}
    onShift({ kind: entry.kind, id: entry.ref, title, on: day, startsAt: timeOfMinutes(at), ...room })
  }
  const of = (entry: Entry, columns: number) => {
    // What began the day before, or has begun, is not moved.
    if (!isMovableKind(entry.kind) || entry.on !== day || entry.startedAt <= new Date() || entry.isToPay) return {}
    const start = minutesOf(entry.startsAt)
    const onPointerDown = (press: PressEvent<HTMLElement>) => {
      hasMoved.current = false
      // A finger scrolls.
      if (press.button !== 0 || press.pointerType === 'touch') return
      const { currentTarget: cell, clientX: x } = press
      const pixelsAMinute = cell.offsetWidth / (columns * columnMinutes)
      let put: Drag | null = null
      const onMove = (event: PointerEvent) => {
        if (!hasMoved.current && Math.abs(event.clientX - x) < leastPixels) return
        // Not before: what was only pressed is to be opened.
        if (!hasMoved.current) cell.setPointerCapture(event.pointerId)
        hasMoved.current = true
        const by = Math.round((event.clientX - x) / pixelsAMinute / snapMinutes) * snapMinutes
        const at = within(start + by)
        const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('tr[data-space]')
        const spaceId = (entry.kind === 'closure' && under?.dataset.space) || entry.spaceId
        const isInTheWay = entries.some(
          other =>
            other.ref !== entry.ref &&
            other.spaceId === spaceId &&
            (other.spaceId !== entry.spaceId || other.unit === entry.unit) &&
            minutesOf(other.startsAt) < at + entry.minutes &&
            minutesOf(other.startsAt) + other.minutes > at,
        )
        put = { entry, at, pixels: (at - start) * pixelsAMinute, spaceId, isInTheWay }
        setDrag(put)
      }
      // On the window: a quick pointer is out of the cell before it is held.
      const ended = new AbortController()
      const { signal } = ended
      const end = () => {
        ended.abort()
        setDrag(null)
      }
      window.addEventListener('pointermove', onMove, { signal })
      window.addEventListener('pointercancel', end, { signal })
      const onUp = () => {
        end()
        if (put && (put.at !== start || put.spaceId !== entry.spaceId)) ask(entry, put.at, put.spaceId)
      }
      window.addEventListener('pointerup', onUp, { signal })
    }
    return {
      'data-movable': '',
      onPointerDown,
      // The press that ends a drag opens nothing.
      onClickCapture(event: { preventDefault(): void; stopPropagation(): void }) {
        if (!hasMoved.current) return
        hasMoved.current = false
        event.preventDefault()
        event.stopPropagation()
      },
      onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const by = { ArrowLeft: -keyMinutes, ArrowRight: keyMinutes }[event.key]
        if (!event.shiftKey || by === undefined) return
        event.preventDefault()
        ask(entry, within(start + by))
      },
    }
  }
  return { drag, of }
}

const within = (minutes: number) => Math.max(0, Math.min(24 * 60 - snapMinutes, minutes))
