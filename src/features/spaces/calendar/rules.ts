import type { Settings } from '#features/house/settings/inputs.ts'
import { messages as facilityMessages } from '#features/spaces/facilities/inputs.ts'
import {
  cashTotal,
  type Fare,
  fareFor,
  isTokenDay,
  lengthsOf,
  type Slot,
  type SlotRules,
  type SlotWindow,
  slotsOf,
} from '#features/spaces/facilities/rules.ts'
import { type Booked, type FairUse, whyNotFair } from '#features/spaces/fair-use/rules.ts'
import { type Actor, isPaidMember, whyLimited, whyNotIn } from '#platform/auth/actor.ts'
import type { Problem } from '#platform/problem.ts'
import { calendarDate } from '#platform/time.ts'
import { arriveEarly, messages, type Wish } from './inputs.ts'

/** What may not be done with facilities, and why. */
export const whyNot = {
  /** /bookings is open to people in good standing, and to visitors while the setting says so (NAV-08, decision 4). */
  look(actor: Actor | null, { pagesOpenToVisitors }: Pick<Settings, 'pagesOpenToVisitors'>): Problem | null {
    if (!actor && pagesOpenToVisitors.includes('/bookings')) return null
    const problem = whyNotIn(actor, 'signedIn')
    // The procedure is open to everybody as such; a code of its own says that the setting, not the gate, keeps it closed.
    return problem && { ...problem, code: 'NOT_OPEN' }
  },

  /** Booking anything at all (BOOK-05, decision 13). */
  book(actor: Actor | null, house: Pick<Settings, 'freeMembersFacilities'>): Problem | null {
    if (!actor) return { code: 'UNAUTHORIZED', message: messages.signIn, status: 401 }
    const problem = whyNotIn(actor, 'member')
    if (problem) return problem
    const limited = whyLimited(actor)
    if (limited) return limited
    if (isPaidMember(actor) || house.freeMembersFacilities === 'card') return null
    const message = 'Facility booking needs a paid membership.'
    return { code: 'UPGRADE_REQUIRED', message, status: 403, title: 'Upgrade Required' }
  },

  /** Holding one more place unpaid (M7). `holds` are those that wait for payment or ran out a short while ago. */
  hold(holds: number, house: Pick<Settings, 'unpaidHolds'>): Problem | null {
    if (holds < house.unpaidHolds) return null
    const message = `You have ${holds} unpaid bookings, counting those that ran out within the last hour. Pay for one or cancel it, or try again later.`
    return { code: 'TOO_MANY_HOLDS', message }
  },

  /** Paying with tokens: on a paid tier, on a token day, with enough of them (BOOK-28). */
  payWithTokens(
    actor: Actor | null,
    { fare, on, balance }: { fare: Fare; on: string; balance: number },
  ): Problem | null {
    const refuse = (message: string): Problem => ({ code: 'TOKENS_NOT_AVAILABLE', message, field: 'payWith' })
    const onHold = actor && whyNotIn(actor, 'member')
    if (onHold) return refuse(onHold.message)
    const limited = whyLimited(actor)
    if (limited) return refuse(limited.message)
    if (!actor || !isPaidMember(actor)) return refuse(messages.noTokensOnFree)
    if (!isTokenDay(fare.tokenAvailableDays, on))
      return refuse('Tokens cannot be used on this day. You can pay by card.')
    return balance < fare.tokenCost ? refuse(`You need ${fare.tokenCost} tokens but only have ${balance}`) : null
  },
}

/** What a booking is paid with; `whyNotTokens` tells why it is not tokens. */
export type Payment =
  | { paidWith: 'tokens'; tokens: number; pence: 0; whyNotTokens: null }
  | { paidWith: 'card'; tokens: 0; pence: number; whyNotTokens: string | null }

/** From one instant to another, which is no longer of it. */
export interface Stretch {
  startsAt: Date
  endsAt: Date
}

export interface HeldUnit extends Stretch {
  unit: number
}

/** What its room says of how many can be there at once. */
export interface RoomUnits {
  units: number
  /** So many minutes after each booking nothing else can begin on its unit. */
  turnaroundMinutes: number
}

/** A facility as far as booking it depends on it, with what is booked there. */
export interface Bookable extends Fare, SlotRules, RoomUnits {
  id: string
  name: string
  isActive: boolean
  held: readonly HeldUnit[]
  /** Times for which others wait and which they are offered in a moment. */
  waited: readonly Stretch[]
  /** Times that are offered to the person who asks. */
  offered: readonly Stretch[]
}

/** A wish with what is true of it now. */
export interface Offer<Facility extends Bookable> {
  wish: Wish
  /** Null when there is no such facility. */
  facility: Facility | null
  /** Null when the time is not offered. */
  slot: Slot | null
  payment: Payment
  /** Why it cannot be booked. */
  problem: Problem | null
}

/**
 * What each of `wishes` would be if they were booked together in this order: each takes a unit and tokens from the next
 * (BOOK-28, BOOK-41), and counts
 * with those before it for the rules of fair use. What cannot be booked takes nothing.
 */
export function offersOf<Facility extends Bookable>(
  wishes: readonly Wish[],
  given: {
    actor: Actor
    balance: number
    settings: Settings
    facilities: readonly Facility[]
    fairUse: FairUse
    now: Date
  },
): Offer<Facility>[] {
  const { actor, settings, now } = given
  let { balance, fairUse } = given
  const taken = new Map<string, HeldUnit[]>()
  return wishes.map(wish => {
    const facility = given.facilities.find(({ id }) => id === wish.facilityId) ?? null
    if (!facility) return { wish, facility, slot: null, payment: nothing, problem: noFacility }
    const fare = fareFor<Fare>(facility, wish.lengths)
    const whyNotTokens = whyNot.payWithTokens(actor, { fare, on: wish.on, balance })
    const payment = paymentFor(fare, wish, whyNotTokens)
    const slots = wish.lengths > lengthsOf(facility) ? [] : slotsOf(facility, wish.on, settings, now, wish.lengths)
    const slot = slots.find(({ startsAtTime }) => startsAtTime === wish.startsAt) ?? null
    const own = taken.get(facility.id) ?? []
    const unit = slot && freeUnit(facility, slot, [...facility.held, ...own])
    const isOffered = facility.offered.some(({ startsAt }) => startsAt.getTime() === slot?.startsAt.getTime())
    const place = slot && placeOf(facility, wish.on, slot)
    const unfair = place && whyNotFair({ ...place, isOffered }, fairUse, actor, now)
    const problem =
      problemOf(wish, { facility, slot, unit, isOffered, unfair, now }) ??
      (wish.payWith === 'tokens' ? whyNotTokens : null)
    if (problem === null && place && slot && unit) {
      const booked: Booked = { id: null, facilityId: facility.id, ...place }
      fairUse = { ...fairUse, booked: [...fairUse.booked, booked] }
      taken.set(facility.id, [...own, { unit, startsAt: slot.startsAt, endsAt: readyAfter(facility, slot) }])
      balance -= payment.tokens
    }
    return { wish, facility, slot, payment, problem }
  })
}

function problemOf(
  wish: Wish,
  given: {
    facility: Bookable
    slot: Slot | null
    unit: number | null
    isOffered: boolean
    /** the rule of fair use that is against it */
    unfair: Problem | null
    now: Date
  },
): Problem | null {
  const { facility, slot, unit, now } = given
  if (!facility.isActive) return noFacility
  if (wish.on < calendarDate(now)) return { code: 'DATE_PAST', message: 'Past dates cannot be chosen.', field: 'on' }
  if (!slot) return { code: 'SLOT_NOT_OFFERED', message: messages.slotNotOffered, field: 'startsAt' }
  // Before what others have: nobody waits for a time that they may not have.
  if (given.unfair) return given.unfair
  if (unit !== null) {
    const until = readyAfter(facility, slot)
    const isWaited = facility.waited.some(other => other.startsAt < until && other.endsAt > slot.startsAt)
    return isWaited && !given.isOffered ? { code: 'WAITED_FOR', message: messages.waitedFor, field: 'startsAt' } : null
  }
  const isFreeOfOthers = freeUnit(facility, slot, facility.held) !== null
  const message = isFreeOfOthers ? messages.overlapsOwn : messages.slotTaken
  return { code: 'SLOT_TAKEN', message, field: 'startsAt' }
}

/** A slot of a facility, as the rules of fair use look at it. */
export const placeOf = (facility: { id: string; name: string }, on: string, { startsAt, endsAt }: Stretch) => ({
  ...{ facility, on, startsAt },
  minutes: (endsAt.getTime() - startsAt.getTime()) / 60_000,
})

const noFacility: Problem = { code: 'NOT_FOUND', message: facilityMessages.notFound, status: 404 }
const nothing: Payment = { paidWith: 'card', tokens: 0, pence: 0, whyNotTokens: null }

/** Tokens pay by themselves where they can be used, unless the card was chosen; otherwise the card does (BOOK-28). */
function paymentFor(fare: Fare, { payWith }: Wish, whyNotTokens: Problem | null): Payment {
  return whyNotTokens === null && payWith !== 'card'
    ? { paidWith: 'tokens', tokens: fare.tokenCost, pence: 0, whyNotTokens }
    : { paidWith: 'card', tokens: 0, pence: cashTotal(fare), whyNotTokens: whyNotTokens?.message ?? null }
}

/** The lowest unit that is free for the whole of `slot`, or null; ranges are half open, so neighbours do not touch. */
export function freeUnit(
  room: RoomUnits,
  slot: Pick<Slot, 'startsAt' | 'endsAt'>,
  held: readonly HeldUnit[],
): number | null {
  const busy = busyUnits(room, slot, held)
  for (let unit = 1; unit <= room.units; unit++) if (!busy.has(unit)) return unit
  return null
}

/** How many units are free for the whole of `slot`. */
export function unitsLeft(room: RoomUnits, slot: Pick<Slot, 'startsAt' | 'endsAt'>, held: readonly HeldUnit[]): number {
  return room.units - [...busyUnits(room, slot, held)].filter(unit => unit <= room.units).length
}

/** When something can begin on a day, how long it can be, and how many units are left for the shortest (BOOK-24). */
export interface Start {
  slot: Slot
  unitsLeft: number
  /** So many lengths are free from here; none when it is taken. */
  mostLengths: number
}

/** Every start that is offered on a day, taken or not. */
export function startsOf(
  facility: Omit<Bookable, 'held' | 'waited' | 'offered'>,
  { on, held, venue, now }: { on: string; held: readonly HeldUnit[]; venue: SlotWindow; now: Date },
): Start[] {
  const free = Array.from(
    { length: lengthsOf(facility) },
    (_, before) =>
      new Set(
        slotsOf(facility, on, venue, now, before + 1)
          .filter(slot => freeUnit(facility, slot, held) !== null)
          .map(({ startsAtTime }) => startsAtTime),
      ),
  )
  return slotsOf(facility, on, venue, now).map(slot => {
    const taken = free.findIndex(starts => !starts.has(slot.startsAtTime))
    return {
      slot,
      unitsLeft: unitsLeft(facility, slot, held),
      mostLengths: taken === -1 ? free.length : taken,
    }
  })
}

/** The last moment at which cancelling gives back what was paid (decision 23). */
export const refundableUntil = (startsAt: Date, cancellationHours: number) =>
  new Date(startsAt.getTime() - cancellationHours * 3_600_000)

/** The same, or null once it has passed. */
export function untilOrNull(startsAt: Date, cancellationHours: number, now: Date): Date | null {
  const until = refundableUntil(startsAt, cancellationHours)
  return until < now ? null : until
}

/** The terms shown before booking (BOOK-33), with the hours that the venue's cancellation setting says (BOOK-34). */
export const termsOf = (cancellationHours: number): string[] => [
  `Please arrive ${arriveEarly} before your session.`,
  `Cancel ${cancellationHours} or more hours ahead and you get back what you paid: card payments are refunded, tokens are returned.`,
  `Within ${cancellationHours} hours of the start bookings are final and non-refundable, and tokens are forfeited.`,
  'Sessions are not extended if you arrive late.',
]

function busyUnits(room: RoomUnits, slot: Pick<Slot, 'startsAt' | 'endsAt'>, held: readonly HeldUnit[]): Set<number> {
  const until = readyAfter(room, slot)
  return new Set(held.filter(other => other.startsAt < until && other.endsAt > slot.startsAt).map(({ unit }) => unit))
}

/** When the next one can begin on the unit: what is held lasts until then. */
const readyAfter = ({ turnaroundMinutes }: RoomUnits, { endsAt }: Pick<Slot, 'endsAt'>) =>
  new Date(endsAt.getTime() + turnaroundMinutes * 60_000)
