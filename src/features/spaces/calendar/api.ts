import { and, eq } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import { balanceOf, tokenBalance } from '#features/membership/tokens/model.ts'
import { messages as facilityMessages } from '#features/spaces/facilities/inputs.ts'
import { facilitiesFact, factsOf } from '#features/spaces/facilities/model.ts'
import { isTokenDay, slotsOf } from '#features/spaces/facilities/rules.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { hoursUsed } from '#features/spaces/usage/model.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forSignedIn, forVisitor } from '#platform/rpc/procedures.ts'
import { addDays, calendarDate, instantOf, mondayOf } from '#platform/time.ts'
import { facilityInput, slotsInput, wishInput } from './inputs.ts'
import { heldBetween, knowOf } from './model.ts'
import { offersOf, termsOf, unitsLeft, untilOrNull, whyNot } from './rules.ts'

/** What can be booked when, and what it costs the person asking; mounted under `bookings` in src/api.ts. */
export const calendar = {
  /** Active facilities in their groups, and whether the person may book them (BOOK-01, BOOK-04). */
  facilities: forVisitor
    .route({ method: 'GET', summary: 'Facilities that can be booked' })
    .handler(async ({ context: { db, fact, actor } }) => {
      const settings = await fact(settingsFact)
      demand(whyNot.look(actor, settings))
      return {
        rows: (await fact(facilitiesFact)).map(factsOf),
        ...mayBook(whyNot.book(actor, settings)),
        tokenBalance: actor ? await tokenBalance(db, actor.userId) : null,
      }
    }),

  /** One facility with what the person needs to decide: balance, hours used this week, terms (BOOK-13, BOOK-33). */
  facility: forVisitor
    .route({ method: 'GET', summary: 'A facility' })
    .input(facilityInput)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      const settings = await fact(settingsFact)
      demand(whyNot.look(actor, settings))
      const weekStartOn = mondayOf(calendarDate(now))
      const [found] = await db
        .select({
          facility: bookingTypes,
          ...(actor && {
            balance: balanceOf(actor.userId),
            hoursUsed: hoursUsed(actor.userId, bookingTypes.slug, weekStartOn),
          }),
        })
        .from(bookingTypes)
        .where(isActive(input.id))
      if (!found) throw notFound(facilityMessages.notFound)
      return {
        ...factsOf(found.facility),
        today: calendarDate(now),
        weekStartOn,
        hoursUsed: found.hoursUsed ?? 0,
        tokenBalance: found.balance ?? null,
        ...mayBook(whyNot.book(actor, settings)),
        cancellationHours: settings.cancellationHours,
        terms: termsOf(settings.cancellationHours),
      }
    }),

  /** Every slot of a day with the units left, and never who has the others (BOOK-21 … BOOK-24, API-15). */
  slots: forVisitor
    .route({ method: 'GET', summary: 'Slots of a facility on a day' })
    .input(slotsInput)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      const settings = await fact(settingsFact)
      demand(whyNot.look(actor, settings))
      const facility = (await fact(facilitiesFact)).find(({ id }) => id === input.facilityId)
      if (!facility) throw notFound(facilityMessages.notFound)
      // A slot begins on this day and lasts a day at most.
      const from = instantOf(input.on, '00:00')
      const held = await heldBetween(db, facility.id, from, instantOf(addDays(input.on, 2), '00:00'), now)
      return slotsOf(facility, input.on, settings, now).map(slot => {
        const left = unitsLeft(facility.units, slot, held)
        return {
          startsAt: slot.startsAtTime,
          endsAt: slot.endsAtTime,
          unitsLeft: left,
          isAvailable: left > 0,
        }
      })
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
      // Somebody else may have the slot: the price is told all the same.
      if (!slot || !facility.isActive) demand(problem)
      const [used] = await db
        .select({ hours: hoursUsed(actor.userId, facility.slug, mondayOf(input.on)) })
        .from(bookingTypes)
        .where(eq(bookingTypes.id, facility.id))
      return {
        ...payment,
        tokenBalance: known.balance,
        hoursUsed: used!.hours,
        isTokenDay: isTokenDay(facility.tokenAvailableDays, input.on),
        refundableUntil: untilOrNull(slot!.startsAt, known.settings.cancellationHours, now),
      }
    }),
}

const isActive = (id: string) => and(eq(bookingTypes.id, id), eq(bookingTypes.isActive, true))

const mayBook = (problem: ReturnType<typeof whyNot.book>) => ({ can: { book: problem === null }, whyNotBook: problem })
