import { type ReactNode, useId } from 'react'
import classes from './slot-picker.module.css'

export interface Slot {
  /** what is chosen, say `10:00` */
  value: string
  /** what is read, say `10:00–11:00`; the value unless told */
  label?: string
  /** beside the time: `£12.50`, `2 left` */
  note?: ReactNode
  /** why it cannot be chosen: `Taken`, `Past`; absent when it can */
  unavailable?: string
}

/**
 * Times to choose one from, as a group of radio buttons: arrows move, one stop for the Tab key. Times that cannot be had
 * stay in their place and say why.
 */
export function SlotPicker(props: {
  legend: ReactNode
  slots: readonly Slot[]
  value: string | undefined
  onChange: (value: string) => void
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
      <div className={classes.grid}>
        {props.slots.map(slot => (
          <label key={slot.value} className={classes.slot} data-unavailable={slot.unavailable !== undefined}>
            <input
              type="radio"
              name={name}
              value={slot.value}
              checked={props.value === slot.value}
              disabled={slot.unavailable !== undefined}
              onChange={() => props.onChange(slot.value)}
            />
            <span className={classes.time}>{slot.label ?? slot.value}</span>
            {(slot.unavailable ?? slot.note) ? (
              <span className={classes.note}>{slot.unavailable ?? slot.note}</span>
            ) : null}
          </label>
        ))}
      </div>
      {props.error ? (
        <p className={classes.error} id={errorId} role="alert">
          {props.error}
        </p>
      ) : null}
    </fieldset>
  )
}
