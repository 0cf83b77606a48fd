import type { Bookable } from '#features/spaces/calendar/rules.ts'
import { freeUnit, type HeldUnit, placeOf, type Stretch } from '#features/spaces/calendar/rules.ts'
import { lengthsOf, type Slot, type SlotWindow, slotsOf } from '#features/spaces/facilities/rules.ts'
import { type Asking, byNearness, type FairProblem, type FairUse, whyNotFair } from '#features/spaces/fair-use/rules.ts'
import { addDays, type CalendarDate } from '#platform/dates.ts'
import { instantOf } from '#platform/time.ts'

type Facility = Omit<Bookable, 'held' | 'waited' | 'offered'>

/** Who asks, when, with what the rules of fair use need to know of them. */
export interface AskingNow {
  who: Asking
  fairUse: FairUse
  now: Date
}

/** So many of `free` lengths from a start the rules of fair use leave to the person; with the rule, when they leave none. */
export function fairLengths(
  facility: Facility,
  { on, slot, free, isOffered }: { on: CalendarDate; slot: Slot; free: number; isOffered: boolean },
  { who, fairUse, now }: AskingNow,
): { most: number; unfair: FairProblem | null } {
  const problemWith = (lengths: number) => {
    const endsAt = new Date(slot.startsAt.getTime() + lengths * facility.durationMinutes * 60_000)
    return whyNotFair({ ...placeOf(facility, on, { ...slot, endsAt }), isOffered }, fairUse, who, now)
  }
  const unfair = problemWith(1)
  let most = unfair ? 0 : free
  while (most > 1 && problemWith(most)) most--
  return { most, unfair }
}

/** So many days before and after are looked at for other times. */
export const nearestDays = 14

/**
 * The three slots nearest to the one that was wanted, as long as it is, which the person can book: offered, free, against no
 * rule, and not while they have something there themselves. Of two that are as near the earlier one is first.
 */
export function nearestSlots(
  facility: Facility,
  wanted: { on: CalendarDate; startsAt: string; lengths: number },
  {
    held,
    own,
    venue,
    asking,
  }: { held: readonly HeldUnit[]; own: readonly Stretch[]; venue: SlotWindow; asking: AskingNow },
): (Slot & { on: CalendarDate })[] {
  const { who, fairUse, now } = asking
  const at = instantOf(wanted.on, wanted.startsAt)
  if (wanted.lengths > lengthsOf(facility)) return []
  const days = Array.from({ length: 2 * nearestDays + 1 }, (_, day) => addDays(wanted.on, day - nearestDays))
  const free = days.flatMap(on =>
    slotsOf(facility, on, venue, now, wanted.lengths)
      .filter(slot => slot.startsAt.getTime() !== at.getTime())
      .filter(slot => freeUnit(facility, slot, held) !== null)
      .filter(slot => !own.some(other => other.startsAt < slot.endsAt && other.endsAt > slot.startsAt))
      .map(slot => ({ ...slot, on })),
  )
  // The rules are asked last, and of no more than it takes.
  const near = byNearness(at, free)
  const found: typeof near = []
  for (const slot of near) {
    if (found.length === 3) break
    if (!whyNotFair(placeOf(facility, slot.on, slot), fairUse, who, now)) found.push(slot)
  }
  return found
}
