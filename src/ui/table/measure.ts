import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

const remPx = 16
/** px: a cell of which nothing is drawn but its edges */
const emptyPx = 20

export interface Measured {
  frame: RefObject<HTMLElement | null>
  table: RefObject<HTMLTableElement | null>
  /** rem that there are for the table; endless while nothing is known of them */
  room: number
  /** rem that the rows of each column take, by its key, 0 where nothing stands in it; absent while they are to be measured: all columns have to be drawn then */
  bodies: ReadonlyMap<string, number> | undefined
}

/**
 * What the columns of a table need and how much room there is, both before anything of it is painted, so that nothing jumps. A table
 * that is to be measured is as wide as its rows want (`data-measuring` in grid.module.css): badges, sums and names are known as they
 * are drawn, not guessed by their letters. `keys` are its columns, in their order; they are measured anew with other rows.
 */
export function useMeasured(keys: readonly string[], rows: readonly unknown[]): Measured {
  const frame = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  const [found, setFound] = useState<{ of: unknown; keys: string; bodies: Map<string, number> }>()
  const names = keys.join(' ')
  const bodies = found?.of === rows && found.keys === names ? found.bodies : undefined
  // After every drawing: what lies open beside the list takes room from it.
  useLayoutEffect(() => {
    const width = frame.current?.clientWidth ?? 0
    if (width === 0) return
    setRoom(width / remPx)
    if (!bodies && table.current) setFound({ of: rows, keys: names, bodies: bodiesOf(table.current, keys) })
  })
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setRoom(entry.contentRect.width / remPx)
    })
    if (frame.current) watch.observe(frame.current)
    let isThere = true
    if (document.fonts.status !== 'loaded') void document.fonts.ready.then(() => isThere && setFound(undefined))
    return () => {
      isThere = false
      watch.disconnect()
    }
  }, [])
  return { frame, table, room, bodies }
}

function bodiesOf(table: HTMLTableElement, keys: readonly string[]): Map<string, number> {
  const cells = [...(table.tBodies[0]?.rows[0]?.cells ?? [])].slice(-keys.length)
  return new Map(
    cells.map((cell, index) => {
      const { width } = cell.getBoundingClientRect()
      return [keys[index]!, width <= emptyPx ? 0 : (Math.ceil(width) + 1) / remPx]
    }),
  )
}
