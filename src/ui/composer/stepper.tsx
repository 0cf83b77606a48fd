import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import type { Field } from '#ui/form/schema-form.ts'
import classes from './stepper.module.css'

interface Steps {
  label: string
  /** the number in words */
  words: (count: number) => string
  /** the most there can be now; the least is one */
  max: number
  /** what one less and one more are called; shorter and longer unless told */
  steps?: readonly [less: string, more: string]
  /** why it goes no further, where that needs saying */
  hint?: string | undefined
  /** what was asked for could not be had, as the hint says: it is to be seen */
  isLess?: boolean
}

/** A small number that is chosen by one more or one less, said in its own words (`2 hours`). */
export function Stepper(props: Steps & { value: number; onChange: (count: number) => void }) {
  const label = useId()
  return (
    <fieldset className={classes.stepper} aria-labelledby={label}>
      <span className={classes.label} id={label}>
        {props.label}
      </span>
      <Row {...props}>
        <output className={classes.value}>{props.words(props.value)}</output>
      </Row>
    </fieldset>
  )
}

/** The same where there may be many: the number is typed as well. What is no whole number arrives as NaN, for the schema to refuse. */
export function NumberStepper({ of, ...props }: Steps & { of: Field<number> }) {
  const id = useId()
  const errorId = useId()
  const count = Number.isNaN(of.value) ? 1 : of.value
  return (
    <div className={classes.stepper}>
      <label className={classes.label} htmlFor={id}>
        {props.label}
      </label>
      <Row {...props} value={count} onChange={of.onChange}>
        <input
          className={classes.typed}
          id={id}
          name={of.name}
          data-path={of['data-path']}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          required
          aria-invalid={of.error ? true : undefined}
          aria-describedby={of.error ? errorId : undefined}
          value={Number.isNaN(of.value) ? '' : String(of.value)}
          onChange={({ currentTarget: { value } }) =>
            of.onChange(/^\d+$/.test(value.trim()) ? Number(value) : Number.NaN)
          }
          onBlur={of.onBlur}
        />
      </Row>
      {of.error ? (
        <p className={classes.error} id={errorId}>
          {of.error}
        </p>
      ) : null}
    </div>
  )
}

function Row(props: Steps & { value: number; onChange: (count: number) => void; children: ReactNode }) {
  const { value, max, steps: [less, more] = ['Shorter', 'Longer'] } = props
  return (
    <div className={classes.row}>
      <button
        type="button"
        aria-label={`${less}, ${props.words(Math.max(1, value - 1))}`}
        aria-disabled={value <= 1}
        onClick={() => value > 1 && props.onChange(value - 1)}
      >
        <IconMinus size={18} aria-hidden />
      </button>
      {props.children}
      <button
        type="button"
        aria-label={`${more}, ${props.words(Math.min(max, value + 1))}`}
        aria-disabled={value >= max}
        onClick={() => value < max && props.onChange(value + 1)}
      >
        <IconPlus size={18} aria-hidden />
      </button>
      {props.hint ? (
        <span className={classes.hint} data-less={props.isLess || undefined}>
          {props.hint}
        </span>
      ) : null}
    </div>
  )
}
