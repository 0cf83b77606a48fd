import { DatePicker } from '@mantine/dates'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatExact } from '#platform/words.ts'
import '@mantine/dates/styles.layer.css'
import classes from './calendar.module.css'

/**
 * A month to choose a day from. Days are `YYYY-MM-DD`. `isClosed` greys days out; `note` adds words to what a screen
 * reader says of a day (`fully booked`) and marks days that have something on (`hasEvent`).
 */
export function Calendar(props: {
  label: string
  value: string | null
  onChange: (day: string | null) => void
  min?: string
  max?: string
  isClosed?: (day: string) => boolean
  note?: (day: string) => string | undefined
  hasMark?: (day: string) => boolean
  /** the month on screen, `YYYY-MM-01`, when the caller loads days month by month */
  month?: string
  onMonth?: (month: string) => void
}) {
  const { isClosed, note, hasMark, value } = props
  const [ownMonth, showMonth] = useState(value ?? props.min)
  const [shown, setShown] = useState(value)
  // A day that is chosen elsewhere on the page is in sight here.
  if (value !== shown) {
    setShown(value)
    if (value !== null) showMonth(value)
  }
  const month = props.month ?? ownMonth
  const place = useRef<HTMLFieldSetElement>(null)
  const turning = useRef<HTMLElement>(null)
  const isBack = useRef(false)
  // The component's own keys end with the month: past its last day, or its first, the next one is turned to.
  const goOn = ({ key, target }: KeyboardEvent) => {
    if (key !== 'ArrowRight' && key !== 'ArrowLeft') return
    if (document.activeElement !== target || !(target as Element).matches(`.${classes.day}`)) return
    isBack.current = key === 'ArrowLeft'
    const turn = `[aria-label="${isBack.current ? turns.previousMonth : turns.nextMonth}"]:not(:disabled, [data-disabled])`
    turning.current = place.current?.querySelector<HTMLElement>(turn) ?? null
    turning.current?.click()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the other month is drawn
  useEffect(() => {
    if (!turning.current) return
    const days = place.current?.querySelectorAll<HTMLElement>(
      `.${classes.day}:not(:disabled, [data-outside], [data-hidden])`,
    )
    // Where it has no day to choose, one more press turns further.
    const next = [...(days ?? [])].at(isBack.current ? -1 : 0) ?? turning.current
    turning.current = null
    next.focus()
  }, [month])
  return (
    <fieldset ref={place} className={classes.calendar} onKeyDown={goOn}>
      <legend className={classes.legend}>{props.label}</legend>
      <DatePicker
        value={value}
        onChange={props.onChange}
        {...(props.min !== undefined && { minDate: props.min })}
        {...(props.max !== undefined && { maxDate: props.max })}
        {...(month !== undefined && { date: month })}
        onDateChange={props.onMonth ?? showMonth}
        excludeDate={day => isClosed?.(day) ?? false}
        getDayAriaLabel={day => [formatExact(day), note?.(day)].filter(Boolean).join(', ')}
        getDayProps={day => ({ 'data-marked': hasMark?.(day) || undefined })}
        firstDayOfWeek={1}
        maxLevel="month"
        hideOutsideDates
        fullWidth
        ariaLabels={turns}
        classNames={{
          day: classes.day,
          weekday: classes.weekday,
          calendarHeader: classes.header,
          calendarHeaderLevel: classes.level,
          calendarHeaderControl: classes.control,
        }}
      />
    </fieldset>
  )
}

const turns = { nextMonth: 'Next month', previousMonth: 'Previous month' }
