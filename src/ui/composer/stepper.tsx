import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './stepper.module.css'

/** A small number that is chosen by one more or one less, said in its own words (`2 hours`). */
export function Stepper(props: {
  label: string
  /** the number in words */
  words: (count: number) => string
  value: number
  /** the most there can be now; the least is one */
  max: number
  /** what one less and one more are called; shorter and longer unless told */
  steps?: readonly [less: string, more: string]
  /** why it goes no further, where that needs saying */
  hint?: string | undefined
  onChange: (count: number) => void
}) {
  const { value, max, steps: [less, more] = ['Shorter', 'Longer'] } = props
  const label = useId()
  return (
    <fieldset className={classes.stepper} aria-labelledby={label}>
      <span className={classes.label} id={label}>
        {props.label}
      </span>
      <div className={classes.row}>
        <button
          type="button"
          aria-label={`${less}, ${props.words(Math.max(1, value - 1))}`}
          aria-disabled={value <= 1}
          onClick={() => value > 1 && props.onChange(value - 1)}
        >
          <IconMinus size={18} aria-hidden />
        </button>
        <output className={classes.value}>{props.words(value)}</output>
        <button
          type="button"
          aria-label={`${more}, ${props.words(Math.min(max, value + 1))}`}
          aria-disabled={value >= max}
          onClick={() => value < max && props.onChange(value + 1)}
        >
          <IconPlus size={18} aria-hidden />
        </button>
        {props.hint ? <span className={classes.hint}>{props.hint}</span> : null}
      </div>
    </fieldset>
  )
}
