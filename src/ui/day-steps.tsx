import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'
import { addDays, mondayOf } from '#platform/dates.ts'
import { calendarDate } from '#platform/time.ts'
import { formatDate, formatDay } from '#platform/words.ts'
import classes from './day-steps.module.css'
import { HeadSlot } from './plain/head-slot.ts'

/**
 * Which day or week a page shows, and the way to others: the one before and after, today, and any that is picked. In the head of a
 * desk it stands below the title. `onDay` gets undefined for today, which needs no word in the address.
 */
export function DaySteps(props: {
  day: string
  by?: 'day' | 'week'
  onDay: (day: string | undefined) => void
  /** what else says how the day is shown */
  children?: ReactNode
}) {
  const { day, by = 'day' } = props
  const head = use(HeadSlot)
  const today = calendarDate(new Date())
  const isWeek = by === 'week'
  const from = isWeek ? mondayOf(day) : day
  const step = isWeek ? 7 : 1
  const go = (to: string) => props.onDay(to === today ? undefined : to)
  // Both end with it.
  const year = ` ${from.slice(0, 4)}`
  const words = isWeek ? `Week of ${formatDay(from)}` : formatDate(day, { year: true })
  const steps = (
    <div className={classes.bar}>
      <h2 className={classes.day} aria-live="polite">
        {words.slice(0, -year.length)}
        <span className={classes.year}>{year}</span>
      </h2>
      <div className={classes.steps}>
        <ActionIcon variant="default" aria-label={`Previous ${by}`} onClick={() => go(addDays(from, -step))}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Button size="sm" variant="default" disabled={day === today} onClick={() => go(today)}>
          Today
        </Button>
        <ActionIcon variant="default" aria-label={`Next ${by}`} onClick={() => go(addDays(from, step))}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        <TextInput
          type="date"
          size="xs"
          aria-label="Day"
          value={day}
          // Empty while a day is half typed.
          onChange={({ currentTarget: { value } }) => value && go(value)}
        />
      </div>
      {props.children}
    </div>
  )
  return head ? createPortal(steps, head.tools) : steps
}
