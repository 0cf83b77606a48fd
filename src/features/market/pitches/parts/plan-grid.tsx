import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { type Pitch, widthOf } from '../inputs.ts'
import classes from './plan-grid.module.css'

export type Placed = Pick<Pitch, 'label' | 'row' | 'column' | 'size'>

/** What is shown of a pitch. `words` are read out after its name. */
export interface PitchLook {
  state: 'free' | 'taken' | 'named' | 'own'
  words: string
  /** beside the pitch's name */
  mark?: ReactNode
  /** under it, on two lines at most */
  below?: string | undefined
  isChosen?: boolean
  isDisabled?: boolean
}

const steps: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * The plan of the hall as a grid of buttons: one stop of the Tab key, in which the arrows go from pitch to pitch. `onEmpty` makes
 * buttons of the empty cells as well.
 */
export function PlanGrid<P extends Placed>(props: {
  label: string
  pitches: readonly P[]
  rows: number
  columns: number
  look: (pitch: P) => PitchLook
  onPick: (pitch: P) => void
  onEmpty?: (row: number, column: number) => void
  /** names stand on the pitches, which are wide enough for them */
  isNamed?: boolean
}) {
  const { pitches, rows, columns, onEmpty } = props
  const frame = useRef<HTMLFieldSetElement>(null)
  const [at, setAt] = useState<string>()
  const taken = new Set(
    pitches.flatMap(({ row, column, size }) =>
      Array.from({ length: widthOf(size) }, (_, more) => keyOf(row, column + more)),
    ),
  )
  const empty = onEmpty
    ? Array.from(
        { length: rows * columns },
        (_, index) => [Math.floor(index / columns), index % columns] as const,
      ).filter(([row, column]) => !taken.has(keyOf(row, column)))
    : []
  const stops = [
    ...pitches.map(({ row, column }) => keyOf(row, column)),
    ...empty.map(([row, column]) => keyOf(row, column)),
  ]
  const first = at !== undefined && stops.includes(at) ? at : stops[0]
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    const from = (event.target as HTMLElement).dataset.at?.split(':').map(Number)
    if (!step || !from) return
    event.preventDefault()
    const [row, column] = from as [number, number]
    const buttons = [...(frame.current?.querySelectorAll<HTMLButtonElement>('button[data-at]') ?? [])]
    // The nearest one in that direction, rather in line than near.
    const ahead = buttons.flatMap(button => {
      const [r, c] = button.dataset.at!.split(':').map(Number) as [number, number]
      const along = (r - row) * step[0] + (c - column) * step[1]
      const aside = Math.abs((r - row) * step[1]) + Math.abs((c - column) * step[0])
      return along > 0 ? [{ button, far: along + aside * 3 }] : []
    })
    ahead.sort((a, b) => a.far - b.far)[0]?.button.focus()
  }
  return (
    <fieldset className={classes.frame} aria-label={props.label} ref={frame} onKeyDown={move}>
      <div
        className={classes.grid}
        style={{ '--rows': rows, '--columns': columns, '--least': props.isNamed ? '88px' : '44px' } as CSSProperties}
      >
        {pitches.map(pitch => {
          const key = keyOf(pitch.row, pitch.column)
          const look = props.look(pitch)
          return (
            <button
              key={key}
              type="button"
              className={classes.pitch}
              data-at={key}
              data-state={look.state}
              style={areaOf(pitch.row, pitch.column, widthOf(pitch.size))}
              tabIndex={key === first ? 0 : -1}
              aria-pressed={look.isChosen ?? false}
              aria-disabled={look.isDisabled ?? false}
              onFocus={() => setAt(key)}
              onClick={() => (look.isDisabled ? undefined : props.onPick(pitch))}
            >
              <span className="visually-hidden">{`Pitch ${pitch.label}, ${pitch.size}, ${look.words}`}</span>
              <span className={classes.head} aria-hidden>
                {look.mark}
                <span>{pitch.label}</span>
                {pitch.size === 'double' ? <small>Double</small> : null}
              </span>
              {look.below ? (
                <small className={classes.name} title={look.below} aria-hidden>
                  {look.below}
                </small>
              ) : null}
            </button>
          )
        })}
        {empty.map(([row, column]) => {
          const key = keyOf(row, column)
          return (
            <button
              key={key}
              type="button"
              className={classes.cell}
              data-at={key}
              style={areaOf(row, column, 1)}
              tabIndex={key === first ? 0 : -1}
              aria-label={`Empty, row ${row + 1}, column ${column + 1}: add a pitch`}
              onFocus={() => setAt(key)}
              onClick={() => onEmpty?.(row, column)}
            >
              +
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

const keyOf = (row: number, column: number) => `${row}:${column}`
const areaOf = (row: number, column: number, width: number): CSSProperties => ({
  gridRow: row + 1,
  gridColumn: `${column + 1} / span ${width}`,
})

/** So many rows and columns hold all pitches. */
export const extentOf = (pitches: readonly Placed[]) => ({
  rows: Math.max(1, ...pitches.map(({ row }) => row + 1)),
  columns: Math.max(1, ...pitches.map(({ column, size }) => column + widthOf(size))),
})
