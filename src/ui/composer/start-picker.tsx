import { type ReactNode, useId } from 'react'
import classes from './start-picker.module.css'

export interface Start {
  /** the wall time that is chosen, `10:00` */
  at: string
  /** what is chosen by it, where two may begin at once; its time unless told */
  id?: string
  /** beside the time: `2 left` */
  note?: ReactNode
  /** why it cannot be chosen: `Taken`, `Yours`; absent when it can */
  unavailable?: string
  /** it is taken; choosing it leads to its waiting list */
  isTaken?: boolean
  /** it gives less than what was asked for, as its note says */
  isLess?: boolean
}

/**
 * When something begins: the day's times in its parts, as one group of radio buttons: arrows move, one stop for the Tab
 * key. Times that cannot be had stay in their place and say why.
 */
export function StartPicker(props: {
  legend: ReactNode
  starts: readonly Start[]
  /** the `id` of the one that is chosen */
  value: string | undefined
  onChange: (id: string) => void
  error?: string | undefined
  'data-path'?: string
}) {
  const name = useId()
  const errorId = useId()
  return (
    <fieldset
      className={classes.picker}
      data-path={props['data-path']}
      aria-describedby={props.error ? errorId : undefined}
    >
      <legend className={classes.legend}>{props.legend}</legend>
      {props.error ? (
        <p className={classes.error} id={errorId} role="alert">
          {props.error}
        </p>
      ) : null}
      {parts.map(([part, from, until]) => {
        const starts = props.starts.filter(({ at }) => at >= from && at < until)
        return starts.length === 0 ? null : (
          <div key={part} className={classes.part}>
            <p className={classes.name}>{part}</p>
            <div className={classes.grid}>
              {starts.map(({ at, id = at, note, unavailable, isTaken = false, isLess = false }) => (
                <label
                  key={id}
                  className={classes.start}
                  data-unavailable={unavailable !== undefined}
                  data-taken={isTaken}
                  data-less={isLess}
                >
                  <input
                    type="radio"
                    name={name}
                    value={id}
                    checked={props.value === id}
                    disabled={unavailable !== undefined}
                    aria-invalid={props.error ? true : undefined}
                    onChange={() => props.onChange(id)}
                  />
                  <span className={classes.time}>{at}</span>
                  {(unavailable ?? note) ? <span className={classes.note}>{unavailable ?? note}</span> : null}
                </label>
              ))}
            </div>
          </div>
        )
      })}
    </fieldset>
  )
}

const parts = [
  ['Morning', '00:00', '12:00'],
  ['Afternoon', '12:00', '17:00'],
  ['Evening', '17:00', '24:00'],
] as const
