import { addDays, addMonths, type CalendarDate } from '#platform/dates.ts'

export interface Days {
  from: CalendarDate
  /** Included. */
  to: CalendarDate
}

/** The days that are meant: a side that was left open is the end of the other's month, and both the month of `today`. */
export function daysOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: CalendarDate,
): Days {
  return { from: from ?? monthOf(to ?? today).from, to: to ?? monthOf(from ?? today).to }
}

/** The calendar month that a day lies in, or one that is so many months away. */
export function monthOf(on: CalendarDate, months = 0): Days {
  const from = addMonths(`${on.slice(0, 8)}01`, months)
  return { from, to: addDays(addMonths(from, 1), -1) }
}

/** Whether these days are exactly one calendar month. */
export const isMonth = ({ from, to }: Days): boolean => monthOf(from).from === from && monthOf(from).to === to
