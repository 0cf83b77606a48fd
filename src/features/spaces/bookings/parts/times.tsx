import type { ReactNode } from 'react'
import { messages } from '#features/spaces/calendar/inputs.ts'
import { durationWords } from '#features/spaces/facilities/parts/fare-words.ts'
import type { FairUseKind } from '#features/spaces/fair-use/inputs.ts'
import { formatDate, formatTime } from '#platform/words.ts'
import { StartPicker } from '#ui/composer/start-picker.tsx'
import { Query, type QueryLike } from '#ui/plain/query.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import classes from './booking-form.module.css'
import type { Facility, Slot } from './booking-form.tsx'
import { type Instead, Nearest, type Wanted } from './nearest.tsx'

/** The times of the chosen day with what is true of each; of one that cannot be had why, and others near it. */
export function Times(props: {
  facility: Facility
  /** empty until one is chosen */
  day: string
  slots: QueryLike<Slot[]>
  /** so many lengths are wanted: a start that leaves fewer says so */
  lengths: number
  /** the time that is chosen, also one that cannot be had */
  at: string
  error: string | undefined
  onStart: (at: string) => void
  /** what was asked for and cannot be had */
  wanted: Wanted | null
  onInstead: (instead: Instead) => void
}) {
  const { facility, day, error } = props
  const hint = (words: string) => (
    <p className={classes.hint} data-path="startsAt" tabIndex={-1}>
      {words}
    </p>
  )
  if (day === '') return hint(error ?? 'Choose a date to see its times.')
  return (
    <>
      <Query of={props.slots} failed={messages.slotsFailed} loading={<LoadingText lines={6} />}>
        {list =>
          list.length === 0 ? (
            hint('No time is left on this day. Choose another date.')
          ) : (
            <StartPicker
              legend={`Time on ${formatDate(day)}`}
              value={props.at}
              onChange={props.onStart}
              error={error}
              data-path="startsAt"
              starts={list.map(slot => ({ at: slot.startsAt, ...wordsOf(slot, facility, props.lengths) }))}
            />
          )
        }
      </Query>
      {props.wanted ? <Nearest wanted={props.wanted} onChoose={props.onInstead} /> : null}
    </>
  )
}

/** What stands beside a time, and whether it can be chosen: also one that cannot be had, to read why or to wait for it. */
export function wordsOf(
  { own, line, isAvailable, unitsLeft, can, limit, mostLengths }: Slot,
  { units, durationMinutes, can: { book } }: Facility,
  lengths = 1,
): { note?: ReactNode; unavailable?: string; isTaken?: boolean; isLess?: boolean } {
  if (own && units === 1)
    return { unavailable: own.heldUntil ? `Held for you until ${formatTime(own.heldUntil)}` : 'Yours' }
  if (line?.heldUntil && !limit) return { note: `Held for you until ${formatTime(line.heldUntil)}` }
  if (!isAvailable && line) return { note: 'You wait for it', isTaken: true }
  if (limit) return { note: limitNotes[limit], isTaken: true }
  if (!isAvailable) return book && can.wait ? { note: 'Taken', isTaken: true } : { unavailable: 'Taken' }
  if (mostLengths < lengths) return { note: `only ${durationWords(durationMinutes * mostLengths)}`, isLess: true }
  return units > 1 ? { note: `${unitsLeft} left` } : {}
}

/** The first time of a day that is theirs for the pressing, if there is one as long as they want it. */
export function firstFree(slots: readonly Slot[], facility: Facility, lengths: number): Slot | undefined {
  const free = slots.filter(slot => {
    const { unavailable, isTaken } = wordsOf(slot, facility)
    return slot.isAvailable && unavailable === undefined && !isTaken
  })
  return free.find(({ mostLengths }) => mostLengths >= lengths) ?? free[0]
}

/** Beside the length, where it goes no further from a start; `isLess`: something follows, or a rule says so, before what was asked for. */
export function lengthHint(
  { durationMinutes, mostLengths }: Pick<Facility, 'durationMinutes' | 'mostLengths'>,
  { startsAt, mostLengths: most }: Pick<Slot, 'startsAt' | 'mostLengths'>,
  lengths: number,
  wished: number,
): { hint: string; isLess: boolean } | null {
  const words = (count: number) => durationWords(durationMinutes * count)
  if (lengths < most || most === mostLengths) return null
  return most < wished
    ? { hint: `Only ${words(most)} from ${startsAt}, not ${words(wished)}`, isLess: true }
    : { hint: `${words(most)} at most from ${startsAt}`, isLess: false }
}

/** The rule by which nothing on a day is theirs: said at once, not first when a time is pressed. */
export const whyNone = (days: readonly { on: string; why: string | null }[] | undefined, day: string) =>
  days?.find(({ on }) => on === day)?.why ?? undefined

/** Why what was chosen cannot be had any more. `isCarried`: it was asked for on another day. What they booked in another window is their own. */
export function goneOf(
  startsAt: string,
  on: string,
  slot: Slot | undefined,
  { units }: Facility,
  isCarried: boolean,
): { words: string; isOwn: boolean } {
  const own = units === 1 && !isCarried ? slot?.own : null
  if (own?.heldUntil)
    return { words: `${startsAt} is held for you until ${formatTime(own.heldUntil)}: pay for it above.`, isOwn: true }
  if (own) return { words: `${startsAt} is yours: you have booked it.`, isOwn: true }
  const carried = `${startsAt} is not free on ${formatDate(on)}. Choose another time.`
  return { words: slot?.why ?? (isCarried ? carried : messages.slotTaken), isOwn: false }
}

/** In two words beside a time; all of it is told when it is chosen. */
const limitNotes: Record<FairUseKind, string> = {
  member_days: 'Not yet',
  notice_minutes: 'Too soon',
  ahead_days: 'Too far ahead',
  coming_bookings: 'Over your limit',
  hours_per_day: 'Over your limit',
  hours_per_week: 'Over your limit',
}
