import { ActionIcon, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDay, formatMonth } from '#platform/words.ts'
import { Fold } from '#ui/plain/fold.tsx'
import { type Days, isMonth, monthOf } from '../rules.ts'
import classes from './days-bar.module.css'

/** Open at a side, or at both: then it is all there is. */
type Span = Partial<Days>

/** These days in words: a month by its name. */
export function daysInWords({ from, to }: Span): string {
  if (from && to) return isMonth({ from, to }) ? formatMonth(from) : `${formatDay(from)} to ${formatDay(to)}`
  if (from) return `From ${formatDay(from)}`
  return to ? `Until ${formatDay(to)}` : 'All time'
}

/**
 * Which days of the books are on screen, with the months beside them a press away, and any two days to choose, with `others` beside
 * them: on a phone behind one button, so that the money comes first. `children` stand at its end.
 */
export function DaysBar(props: {
  days: Span
  today: string
  onDays: (days: Days) => void
  others?: ReactNode
  children?: ReactNode
}) {
  const { days, today, onDays } = props
  const { from = '', to = '' } = days
  const near = from || to
  // Of all there is the month that it is now is the first that one comes to.
  const before = near ? monthOf(near, -1) : monthOf(today)
  const after = near ? monthOf(near, 1) : null
  return (
    <div className={classes.days}>
      <ActionIcon variant="default" size="lg" aria-label="Month before" onClick={() => onDays(before)}>
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <h2 aria-live="polite">{daysInWords(days)}</h2>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Month after"
        disabled={after === null || after.from > today}
        onClick={() => after && onDays(after)}
      >
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
      {/* The same days, for a span that is no month. */}
      <Fold label="Other days">
        <DayField
          label="From"
          value={from}
          onDay={on => onDays({ from: on, to: to === '' || on > to ? monthOf(on).to : to })}
        />
        <DayField
          label="To"
          value={to}
          onDay={on => onDays({ from: from === '' || on < from ? monthOf(on).from : from, to: on })}
        />
        {props.others}
      </Fold>
      {props.children}
    </div>
  )
}

function DayField({ label, value, onDay }: { label: string; value: string; onDay: (on: string) => void }) {
  return (
    <TextInput
      type="date"
      size="xs"
      aria-label={label}
      leftSection={<span aria-hidden>{label}</span>}
      leftSectionWidth="3.25rem"
      value={value}
      // Empty while a day is half typed.
      onChange={({ currentTarget: { value: on } }) => on && onDay(on)}
    />
  )
}
