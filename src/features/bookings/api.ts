import { and, asc, count, desc, eq, gt, ilike, ne, or, sql } from 'drizzle-orm'
import { messages } from '#features/facilities/inputs.ts'
import { admitToBookings, factsOf, findType, hoursUsed, rightOf, slotFor } from '#features/facilities/model.ts'
import { isTokenDay, paymentFor, slotsOf } from '#features/facilities/rules.ts'
import { bookingTypes } from '#features/facilities/table.ts'
import { tokenBalance } from '#features/tokens/model.ts'
import { readSettings } from '#features/venue/model.ts'
import { containing } from '#platform/db.ts'
import { admin, member, signedIn, visitor } from '#platform/rpc.ts'
import { user } from '#platform/tables.ts'
import { addDays, calendarDate, instantOf, mondayOf } from '#platform/time.ts'
import {
  cancelByStaffInput,
  facilityInput,
  listInput,
  mineInput,
  ownBookingInput,
  placeInput,
  quoteInput,
  slotsInput,
} from './inputs.ts'
import { bookPlaces, cancelBooking, heldBetween, ownHold, payPage } from './model.ts'
import { cancellationOf, termsOf, unitsLeft, untilOrNull } from './rules.ts'
import { bookings as booked } from './table.ts'

export const bookings = {
  /** One facility with what the person needs to decide: balance, hours used this week, terms (BOOK-13, BOOK-33). */
  facility: visitor
    .route({ method: 'GET', summary: 'A facility' })
    .input(facilityInput)
    .handler(async ({ input, context: { db, actor, now } }) => {
      const settings = await admitToBookings(db, actor)
      const type = await findType(db, input.id)
      const weekStartOn = mondayOf(calendarDate(now))
      return {
        ...factsOf(type),
        today: calendarDate(now),
        weekStartOn,
        hoursUsed: actor ? await hoursUsed(db, actor.userId, type.slug, weekStartOn) : 0,
        tokenBalance: actor ? await tokenBalance(db, actor.userId) : null,
        right: rightOf(actor, settings.freeMembersFacilities),
        cancellationHours: settings.cancellationHours,
        terms: termsOf(settings.cancellationHours),
      }
    }),

  /** Every slot of a day with the units left, and never who has the others (BOOK-21 … BOOK-24, API-15). */
  slots: visitor
    .route({ method: 'GET', summary: 'Slots of a facility on a day' })
    .input(slotsInput)
    .handler(async ({ input, context: { db, actor, now } }) => {
      const settings = await admitToBookings(db, actor)
      const type = await findType(db, input.facilityId)
      // A slot begins on this day and lasts a day at most.
      const from = instantOf(input.on, '00:00')
      const held = await heldBetween(db, type.id, from, instantOf(addDays(input.on, 2), '00:00'), now)
      return slotsOf(type, input.on, settings, now).map(slot => {
        const left = unitsLeft(type.units, slot, held)
        return {
          startsAt: slot.startsAtTime,
          endsAt: slot.endsAtTime,
          unitsLeft: left,
          isAvailable: left > 0,
        }
      })
    }),

  /** What booking this place would cost now, how it would be paid, and what cancelling gives back until when (BOOK-28). */
  quote: signedIn
    .route({ method: 'GET', summary: 'Price of a place' })
    .input(quoteInput)
    .handler(async ({ input, context: { db, actor, now } }) => {
      const settings = await readSettings(db)
      const type = await findType(db, input.facilityId)
      const slot = slotFor(type, input, settings, now)
      const right = rightOf(actor, settings.freeMembersFacilities)
      const balance = await tokenBalance(db, actor.userId)
      const payment = paymentFor(type, input.on, { right, balance }, input.payWith)
      return {
        ...payment,
        right,
        tokenBalance: balance,
        hoursUsed: await hoursUsed(db, actor.userId, type.slug, mondayOf(input.on)),
        isTokenDay: isTokenDay(type.tokenAvailableDays, input.on),
        refundableUntil: untilOrNull(slot.startsAt, settings.cancellationHours, now),
      }
    }),

  /**
   * Books one place: with tokens at once, by card after payment at `url` (BOOK-30, BOOK-32). `startsAt` is the wall time of
   * a slot. The price is the server's. Repeating it with the same idempotency key books once.
   */
  place: member
    .route({ summary: 'Book a place' })
    .input(placeInput)
    .handler(async ({ input, context }) => {
      const { actor } = context
      const placed = await context.write(async tx => {
        const held = await ownHold(tx, actor.userId, input)
        return held ? { bookingIds: [], orderId: held } : bookPlaces(tx, actor, [input])
      })
      if (!placed.orderId) return { outcome: 'confirmed' as const, bookingId: placed.bookingIds[0]! }
      return payPage(context.runtime, placed.orderId, messages.bookingFailed)
    }),

  /** The person's bookings: what is still to come in time order, or the rest, newest first; with what cancelling gives back. */
  mine: signedIn
    .route({ method: 'GET', summary: 'Own bookings' })
    .input(mineInput)
    .handler(async ({ input, context: { db, actor, now } }) => {
      const { cancellationHours } = await readSettings(db)
      const isComing = and(ne(booked.status, 'cancelled'), gt(booked.endsAt, now))!
      const where = and(eq(booked.userId, actor.userId), input.view === 'upcoming' ? isComing : sql`not ${isComing}`)
      const found = await db
        .select(bookingColumns)
        .from(booked)
        .innerJoin(bookingTypes, eq(bookingTypes.id, booked.bookingTypeId))
        .where(where)
        .orderBy(input.view === 'upcoming' ? asc(booked.startsAt) : desc(booked.startsAt), asc(booked.id))
        .limit(input.pageSize)
        .offset((input.page - 1) * input.pageSize)
      return {
        rows: found.map(row => withRights(row, now, cancellationHours)),
        total: await db.$count(booked, where),
      }
    }),

  /** Cancels an own booking; the answer says what came back (decision 23). An unpaid hold lets go of its whole order. */
  cancel: signedIn
    .route({ summary: 'Cancel an own booking' })
    .input(ownBookingInput)
    .handler(({ input, context: { actor, write } }) =>
      write(tx => cancelBooking(tx, input.id, { userId: actor.userId, reason: null, isStaff: false })),
    ),

  /** All bookings, for staff: by date, facility, status and person. */
  list: admin
    .route({ method: 'GET', summary: 'Bookings of everybody' })
    .input(listInput)
    .handler(async ({ input, context: { db, now } }) => {
      const pattern = containing(input.q ?? '')
      const where = and(
        input.status && eq(booked.status, input.status),
        input.facility ? eq(booked.bookingTypeId, input.facility) : undefined,
        input.on ? eq(booked.bookingOn, input.on) : undefined,
        input.q ? or(ilike(user.name, pattern), ilike(user.email, pattern)) : undefined,
      )
      const direction = input.sort.startsWith('-') ? desc : asc
      const column = input.sort.endsWith('startsAt') ? booked.startsAt : booked.createdAt
      const rows = await db
        .select({
          ...bookingColumns,
          unit: booked.unit,
          person: { id: user.id, name: user.name, email: user.email },
          createdAt: booked.createdAt,
        })
        .from(booked)
        .innerJoin(bookingTypes, eq(bookingTypes.id, booked.bookingTypeId))
        .innerJoin(user, eq(user.id, booked.userId))
        .where(where)
        .orderBy(direction(column), asc(booked.id))
        .limit(input.pageSize)
        .offset((input.page - 1) * input.pageSize)
      const [all] = await db
        .select({ total: count() })
        .from(booked)
        .innerJoin(user, eq(user.id, booked.userId))
        .where(where)
      return {
        rows: rows.map(({ startsAtInstant: _, endsAtInstant, ...row }) => ({
          ...row,
          isOver: endsAtInstant <= now,
          can: { cancel: row.status !== 'cancelled' },
        })),
        total: all!.total,
      }
    }),

  /** Cancels somebody's booking with a reason that they read; everything they paid comes back (decision 23). */
  cancelByStaff: admin
    .route({ summary: 'Cancel a booking with a full refund' })
    .input(cancelByStaffInput)
    .handler(({ input, context: { actor, write } }) =>
      write(tx => cancelBooking(tx, input.id, { userId: actor.userId, reason: input.reason, isStaff: true })),
    ),
}

const bookingColumns = {
  id: booked.id,
  facilityId: bookingTypes.id,
  facilityName: bookingTypes.name,
  bookingOn: booked.bookingOn,
  startsAt: booked.startsAtTime,
  endsAt: booked.endsAtTime,
  startsAtInstant: booked.startsAt,
  endsAtInstant: booked.endsAt,
  status: booked.status,
  paidWith: booked.paidWith,
  tokensUsed: booked.tokensUsed,
  pricePence: booked.pricePence,
  orderId: booked.orderId,
  heldUntil: booked.heldUntil,
  cancelledAt: booked.cancelledAt,
  cancelReason: booked.cancelReason,
}

interface OwnRow {
  status: 'pending' | 'confirmed' | 'cancelled'
  startsAtInstant: Date
  endsAtInstant: Date
  tokensUsed: number
  pricePence: number
  orderId: string | null
  heldUntil: Date | null
}

function withRights<Row extends OwnRow>(
  { startsAtInstant, endsAtInstant, ...row }: Row,
  now: Date,
  cancellationHours: number,
) {
  const { canCancel, tokens, pence } = cancellationOf({ ...row, startsAt: startsAtInstant }, now, cancellationHours)
  return {
    ...row,
    isOver: endsAtInstant <= now,
    can: {
      cancel: canCancel,
      pay: row.status === 'pending' && row.heldUntil !== null && row.heldUntil > now,
    },
    refund: { tokens, pence },
    refundableUntil: row.status === 'confirmed' ? untilOrNull(startsAtInstant, cancellationHours, now) : null,
  }
}
