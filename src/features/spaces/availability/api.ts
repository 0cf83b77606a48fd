import { and, eq } from 'drizzle-orm'
import { picturesFact } from '#features/house/images/model.ts'
import type { Settings } from '#features/house/settings/inputs.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { balanceOf, tokenBalance } from '#features/membership/tokens/model.ts'
import {
  daysInput,
  daysShown,
  facilityInput,
  nearestInput,
  openingsInput,
  slotsInput,
  wishInput,
} from '#features/spaces/calendar/inputs.ts'
import { knowOf } from '#features/spaces/calendar/model.ts'
import { offersOf, termsOf, untilOrNull, whyNot } from '#features/spaces/calendar/rules.ts'
import { messages as facilityMessages } from '#features/spaces/facilities/inputs.ts'
import { facilitiesFact, facilityColumns, factsOf, pictureOf } from '#features/spaces/facilities/model.ts'
import { bookableDays, cashTotal, fareFor, isTokenDay } from '#features/spaces/facilities/rules.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { fairUseFact } from '#features/spaces/fair-use/model.ts'
import { limitsOf } from '#features/spaces/fair-use/rules.ts'
import { studioRoom } from '#features/spaces/rooms/rules.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { hoursUsed } from '#features/spaces/usage/model.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { addDays, type CalendarDate, mondayOf } from '#platform/dates.ts'
import type { ReadFact } from '#platform/db/facts.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forSignedIn, forVisitor } from '#platform/rpc/procedures.ts'
import { calendarDate } from '#platform/time.ts'
import { daysAfter, slotsTo, startsTo, thereFor } from './model.ts'
import { nearestDays, nearestSlots } from './rules.ts'

/** What can be booked when, and what it costs the person asking; mounted under `bookings` in src/api.ts. */
export const availability = {
  /** Active facilities in their groups, and whether the person may book them (BOOK-01, BOOK-04). */
  facilities: forVisitor
    .route({ method: 'GET', summary: 'Facilities that can be booked' })
    .handler(async ({ context: { db, fact, actor, now } }) => {
      const settings = await fact(settingsFact)
      demand(whyNot.look(actor, settings))
      const pictures = await fact(picturesFact)
      return {
        rows: (await fact(facilitiesFact)).map(facility => ({
          ...factsOf(facility),
          picture: pictureOf(pictures, facility),
        })),
        ...mayBook(whyNot.book(actor, settings)),
        /** Both prices are for visitors and for whoever has a paid plan; everybody else pays money, once they may book (BOOK-28). */
        paysWithTokens: !actor || (actor.membership?.isPaid ?? false),
        ...daysFrom(now),
        /** The hours between which times begin. */
        firstSlotAt: settings.firstSlotAt,
        lastSlotAt: settings.lastSlotAt,
        /** What the photography studio costs for half a day and a whole one. */
        studio: studioPrices(settings),
        tokenBalance: actor ? await tokenBalance(db, actor.userId) : null,
      }
    }),

  /**
   * One facility with what the person needs to decide: balance, hours used this week, the rules of fair use that apply to
   * them, terms (BOOK-13, BOOK-33).
   */
  facility: forVisitor
    .route({ method: 'GET', summary: 'A facility' })
    .input(facilityInput)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      const settings = await fact(settingsFact)
      demand(whyNot.look(actor, settings))
      const weekStartOn = mondayOf(calendarDate(now))
      const [found] = await db
        .select({
          facility: facilityColumns,
          ...(actor && {
            balance: balanceOf(actor.userId),
            hoursUsed: hoursUsed(actor.userId, bookingTypes.slug, weekStartOn),
          }),
        })
        .from(bookingTypes)
        .innerJoin(spaces, eq(spaces.id, bookingTypes.spaceId))
        .where(isActive(input.id))
      if (!found) throw notFound(facilityMessages.notFound)
      return {
        ...factsOf(found.facility),
        picture: pictureOf(await fact(picturesFact), found.facility),
        ...daysFrom(now),
        /** Of the photography studio: what half a day and a whole one cost instead. */
        studio: found.facility.spaceSlug === studioRoom ? studioPrices(settings) : null,
        weekStartOn,
        hoursUsed: found.hoursUsed ?? 0,
        tokenBalance: found.balance ?? null,
        limits: limitsOf(await fact(fairUseFact), found.facility.id, actor),
        ...mayBook(whyNot.book(actor, settings)),
        cancellationHours: settings.cancellationHours,
        terms: termsOf(settings.cancellationHours),
      }
    }),

  /**
   * Every slot of a day with the units left and how many lengths are free from it, and never who has the others (BOOK-21 …
   * BOOK-24, API-15). `own` says what the person asking has there: until when it is held for them, null once it is theirs.
   * So many people as `waiting` says wait for a time that overlaps it; `line` is the person's own place among them, or what is
   * offered to them. What others are offered in a moment is taken.
   */
  slots: forVisitor
    .route({ method: 'GET', summary: 'Slots of a facility on a day' })
    .input(slotsInput)
    .handler(async ({ input: { facilityId, on }, context: { db, fact, actor, now } }) => {
      const { settings, facility } = await shown(fact, actor, facilityId)
      return slotsTo({ db, fact, actor, now }, { facility, on, settings })
    }),

  /** The days from `from` on with how many times are left on each, and whether tokens are taken (BOOK-24, BOOK-28). */
  days: forVisitor
    .route({ method: 'GET', summary: 'Days of a facility with what is free' })
    .input(daysInput)
    .handler(async ({ input: { facilityId, from }, context: { db, fact, actor, now } }) => {
      const { settings, facility } = await shown(fact, actor, facilityId)
      const asked = { db, fact, actor, now }
      const there = (await thereFor(asked, [facility], ...daysAfter(from, daysShown)))(facility)
      return Array.from({ length: daysShown }, (_, ahead) => {
        const on = addDays(from, ahead)
        const starts = startsTo(asked, there, { facility, on, settings })
        const left = starts.filter(({ unitsLeft }) => unitsLeft > 0)
        const free = left.filter(({ isAvailable }) => isAvailable).length
        return {
          on,
          isOpen: starts.length > 0,
          free,
          /** Some are free, and this rule refuses all of them to the person asking. */
          why: free > 0 ? null : (left[0]?.why ?? null),
          takesTokens: isTokenDay(facility.tokenAvailableDays, on),
        }
      })
    }),

  /**
   * Of every active facility: how many times are left on a day, of those that begin at `from` or later, and the first of them;
   * without a day, the next one there is.
   */
  openings: forVisitor
    .route({ method: 'GET', summary: 'What is free next, by facility' })
    .input(openingsInput)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      const settings = await fact(settingsFact)
      demand(whyNot.look(actor, settings))
      const facilities = await fact(facilitiesFact)
      const from = input.on ?? calendarDate(now)
      const days = input.on ? 1 : daysShown
      const asked = { db, fact, actor, now }
      const thereIn = await thereFor(asked, facilities, ...daysAfter(from, days))
      return facilities.map(facility => {
        const there = thereIn(facility)
        for (let ahead = 0; ahead < days; ahead++) {
          const on = addDays(from, ahead)
          const free = startsTo(asked, there, { facility, on, settings }).filter(
            ({ isAvailable, startsAt }) => isAvailable && startsAt >= (input.from ?? ''),
          )
          if (free[0]) return { facilityId: facility.id, on, free: free.length, startsAt: free[0].startsAt }
        }
        return { facilityId: facility.id, on: null, free: 0, startsAt: null }
      })
    }),

  /**
   * The three slots of a facility nearest to one that was refused, as long as it was to be, which the person asking can book:
   * offered, free and against no rule, two weeks before or after at most, and never in the past.
   */
  nearest: forVisitor
    .route({ method: 'GET', summary: 'Other times near one that cannot be had' })
    .input(nearestInput)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      const { settings, facility } = await shown(fact, actor, input.facilityId)
      if (actor && whyNot.book(actor, settings)) return []
      const span = daysAfter(addDays(input.on, -nearestDays), 2 * nearestDays + 1)
      const { held, own, fairUse } = (await thereFor({ db, fact, actor, now }, [facility], ...span))(facility)
      const asking = { who: actor, fairUse, now }
      return nearestSlots(facility, input, { held, own, venue: settings, asking }).map(slot => ({
        on: slot.on,
        startsAt: slot.startsAtTime,
        endsAt: slot.endsAtTime,
      }))
    }),

  /** What booking this place would cost now, how it would be paid, and what cancelling gives back until when (BOOK-28). */
  quote: forSignedIn
    .route({ method: 'GET', summary: 'Price of a place' })
    .input(wishInput)
    .handler(async ({ input, context: { db, actor, now } }) => {
      const known = await knowOf(db, actor.userId, [input], now)
      const [offer] = known ? offersOf([input], { ...known, actor, now }) : []
      if (!known || !offer?.facility) throw notFound(facilityMessages.notFound)
      const { facility, slot, payment, problem } = offer
      const fare = fareFor(facility, input.lengths)
      // Somebody else may have the slot: the price is told all the same.
      if (!slot || !facility.isActive) demand(problem)
      const [used] = await db
        .select({ hours: hoursUsed(actor.userId, facility.slug, mondayOf(input.on)) })
        .from(bookingTypes)
        .where(eq(bookingTypes.id, facility.id))
      return {
        ...payment,
        /** What either way of paying would ask. */
        prices: { tokens: fare.tokenCost, pence: cashTotal(fare) },
        /** When it ends, as people read it. */
        endsAt: slot!.endsAtTime,
        tokenBalance: known.balance,
        hoursUsed: used!.hours,
        isTokenDay: isTokenDay(facility.tokenAvailableDays, input.on),
        refundableUntil: untilOrNull(slot!.startsAt, known.settings.cancellationHours, now),
      }
    }),
}

/** The facility as the person asking may see it. */
async function shown(fact: ReadFact, actor: Actor | null, facilityId: string) {
  const settings = await fact(settingsFact)
  demand(whyNot.look(actor, settings))
  const facility = (await fact(facilitiesFact)).find(({ id }) => id === facilityId)
  if (!facility) throw notFound(facilityMessages.notFound)
  return { settings, facility }
}

const isActive = (id: string) => and(eq(bookingTypes.id, id), eq(bookingTypes.isActive, true))

const studioPrices = ({ studioHalfDayPence, studioDayPence }: Settings) => ({ studioHalfDayPence, studioDayPence })

const mayBook = (problem: ReturnType<typeof whyNot.book>) => ({ can: { book: problem === null }, whyNotBook: problem })

/** Today at the venue, and the last day on which something can be booked. */
function daysFrom(now: Date): { today: CalendarDate; lastDay: CalendarDate } {
  const today = calendarDate(now)
  return { today, lastDay: addDays(today, bookableDays) }
}
