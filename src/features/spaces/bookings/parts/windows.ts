import { daysShown, type PaymentChoice } from '#features/spaces/calendar/inputs.ts'
import { addDays, windowOf } from '#platform/dates.ts'

/** What the address of the page holds of the choice, so that loading it again, a second tab and a shared link keep it. */
export interface Asked {
  on?: string | undefined
  at?: string | undefined
  /** how many lengths of the facility; absent: one */
  lengths?: number | undefined
  /** absent: tokens where they can be used, else the card */
  pay?: PaymentChoice | undefined
}

/** The choice without what goes without saying. */
export const inAddress = ({ lengths, pay, ...when }: Asked) => ({
  ...when,
  lengths: lengths === 1 ? undefined : lengths,
  pay: pay === 'card' ? pay : undefined,
})

/** How far ahead the nearest free day is looked for before the person does. */
const looksAheadDays = 8 * 7

/** The first of the days that are shown together with `on`; they are counted from today. */
export const windowFrom = (today: string, on: string) => (on <= today ? today : windowOf(today, on, daysShown))

/** The nearest day with a time left, or from where to look on; null while nothing is known, or when none is near. */
export function nearestFree(
  days: readonly { on: string; free: number }[] | undefined,
  from: string,
  today: string,
): { on: string | null; from: string } | null {
  if (!days) return null
  const found = days.find(({ free }) => free > 0)
  if (found) return { on: found.on, from }
  const further = addDays(from, daysShown)
  return further > addDays(today, looksAheadDays) ? null : { on: null, from: further }
}
