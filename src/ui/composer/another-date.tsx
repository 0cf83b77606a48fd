import { type ComponentProps, lazy, Suspense } from 'react'
import type { Calendar as CalendarPiece } from '#ui/form/calendar.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import classes from './another-date.module.css'

// Few look further ahead than the days at hand; it is loaded when somebody does.
const Calendar = lazy(async () => ({ default: (await import('#ui/form/calendar.tsx')).Calendar }))

/** Below a `DayStrip`: the month, for a day that is further away than those. */
export function AnotherDate({
  onChange,
  ...calendar
}: Omit<ComponentProps<typeof CalendarPiece>, 'label' | 'onChange'> & { onChange: (on: string) => void }) {
  return (
    <details className={classes.further}>
      <summary>Another date</summary>
      <Suspense fallback={<LoadingText lines={6} />}>
        <Calendar label="Month" {...calendar} onChange={on => on !== null && onChange(on)} />
      </Suspense>
    </details>
  )
}
