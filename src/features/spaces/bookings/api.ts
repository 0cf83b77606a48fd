import { and, asc, eq, gt, lte, ne, not, or, sql } from 'drizzle-orm'
import { picturesFact } from '#features/house/images/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { tokenRefs, tokenTransactions } from '#features/membership/tokens/table.ts'
import { leftPence, orders } from '#features/money/orders/table.ts'
import { causes, refunds } from '#features/money/refunds/table.ts'
import { bookings as booked } from '#features/spaces/bookings/table.ts'
import { arriveEarly } from '#features/spaces/calendar/inputs.ts'
import { untilOrNull } from '#features/spaces/calendar/rules.ts'
import { reservations } from '#features/spaces/calendar/table.ts'
import { pictureOf } from '#features/spaces/facilities/model.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { calendarText } from '#platform/calendar-file.ts'
import { listPage, matchingPerson, matchingReference } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import { notFound } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forMember, forSignedIn } from '#platform/rpc/procedures.ts'
import { bookingId, bookingList, messages, mineList, placeInput } from './inputs.ts'
import { bookPlaces, sellPlaces } from './model.ts'
import { paidFor, refundOf, whyNot } from './rules.ts'

export const bookings = {
  /**
   * Books one place: with tokens at once, by card after payment at `url` (BOOK-30, BOOK-32). `startsAt` is the wall time of
   * a slot. The price is the server's: PRICE_CHANGED when the person was shown another one. Repeating it with the same
   * idempotency key books once.
   */
  place: forMember
    .meta({ spends: ['places', 'tokens', 'money'] })
    .route({ summary: 'Book a place' })
    .input(placeInput)
    .handler(async ({ input: { seen, ...wish }, context }) => {
      const sold = await sellPlaces(context, messages.bookingFailed, (tx, open) =>
        bookPlaces(tx, context.actor, [wish], open, { seen }),
      )
      return sold.outcome === 'pay' ? sold : { outcome: sold.outcome, bookingId: sold.bookingIds[0]! }
    }),

  /** The person's bookings: what is still to come in time order, or the rest, newest first; with what cancelling gives back. */
  mine: forSignedIn
    .route({ method: 'GET', summary: 'Own bookings' })
    .input(mineList)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      const { cancellationHours } = await fact(settingsFact)
      const pictures = await fact(picturesFact)
      const isComing = and(ne(booked.status, 'cancelled'), gt(booked.endsAt, now))!
      const isPast = input.when === 'past'
      const select = db
        .select(bookingColumns)
        .from(booked)
        .innerJoin(bookingTypes, eq(bookingTypes.id, booked.bookingTypeId))
        .where(and(eq(booked.userId, actor.userId), isPast ? not(isComing) : isComing))
        .$dynamic()
      const page = await listPage(
        db,
        select,
        { ...input, sort: isPast ? '-startsAt' : 'startsAt' },
        { sort: { startsAt: booked.startsAt }, tie: booked.id },
      )
      return {
        ...page,
        rows: page.rows.map(row => asShown(row, { now, cancellationHours, pictures })),
      }
    }),

  /**
   * One booking, for whoever booked it and for admins, who read whose it is and change it in the office. NOT_FOUND for
   * everybody else.
   */
  one: forSignedIn
    .route({ method: 'GET', summary: 'A booking' })
    .input(bookingId)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      const { cancellationHours, gettingIn } = await fact(settingsFact)
      const pictures = await fact(picturesFact)
      const [row] = await db
        .select({
          ...bookingColumns,
          createdAt: booked.createdAt,
          confirmedAt: booked.confirmedAt,
          userId: booked.userId,
          person: user.name,
        })
        .from(booked)
        .innerJoin(bookingTypes, eq(bookingTypes.id, booked.bookingTypeId))
        .innerJoin(user, eq(user.id, booked.userId))
        .where(eq(booked.id, input.id))
      if (!row || whyNot.read(actor, row)) throw notFound(messages.notFound)
      const { person, userId, confirmedAt, ...booking } = row
      const isOwn = userId === actor.userId
      const shown = asShown(booking, { now, cancellationHours, pictures })
      return {
        ...shown,
        person: isOwn ? null : person,
        /** It was theirs once, so a calendar may have it. */
        wasConfirmed: confirmedAt !== null,
        confirmedAt,
        /** How to come in: for who has the place, and for nobody else. */
        gettingIn: row.status === 'confirmed' && !shown.isOver ? gettingIn : null,
        can: isOwn ? shown.can : { cancel: false, pay: false, move: false },
      }
    }),

  /**
   * An own booking as a file for calendars (RFC 5545). Its UID stays the same, so that the file of a cancelled one takes it
   * out again. NOT_FOUND.
   */
  calendarFile: forSignedIn
    .route({ method: 'GET', summary: 'Calendar file of an own booking' })
    .input(bookingId)
    .handler(async ({ input, context: { db, fact, actor, runtime } }) => {
      const { venueAddress, gettingIn } = await fact(settingsFact)
      const { publicUrl } = runtime.env
      const [row] = await db
        .select({
          ...bookingColumns,
          createdAt: booked.createdAt,
          confirmedAt: booked.confirmedAt,
          movedAt: booked.movedAt,
        })
        .from(booked)
        .innerJoin(bookingTypes, eq(bookingTypes.id, booked.bookingTypeId))
        .where(and(eq(booked.id, input.id), eq(booked.userId, actor.userId)))
      if (!row) throw notFound(messages.notFound)
      const text = calendarText({
        uid: `booking-${row.id}@${new URL(publicUrl).hostname}`,
        title: row.facilityName,
        startsAt: row.startsAtInstant,
        endsAt: row.endsAtInstant,
        where: venueAddress,
        words: [
          row.status === 'confirmed' ? gettingIn : '',
          `Please arrive ${arriveEarly} early; sessions are not extended.`,
        ],
        url: `${publicUrl}/bookings/${row.id}`,
        status: row.status === 'pending' ? 'tentative' : row.status,
        changedAt: row.cancelledAt ?? row.movedAt ?? row.confirmedAt ?? row.createdAt,
      })
      return new File([text], `booking-${row.bookingOn}.ics`, { type: 'text/calendar; charset=utf-8' })
    }),

  /** What is held for the person until they pay, the first to run out first. */
  holds: forSignedIn
    .route({ method: 'GET', summary: 'Own places that wait for payment' })
    .handler(({ context: { db, actor, now } }) =>
      db
        .select({
          orderId: sql<string>`${booked.orderId}`,
          facilityId: bookingTypes.id,
          facilityName: bookingTypes.name,
          on: booked.bookingOn,
          startsAt: booked.startsAtTime,
          endsAt: booked.endsAtTime,
          heldUntil: sql<Date>`${booked.heldUntil}`.mapWith(booked.heldUntil),
        })
        .from(booked)
        .innerJoin(bookingTypes, eq(bookingTypes.id, booked.bookingTypeId))
        .where(and(eq(booked.userId, actor.userId), eq(booked.status, 'pending'), gt(booked.heldUntil, now)))
        .orderBy(asc(booked.heldUntil), asc(booked.startsAt), asc(booked.id))
        .limit(20),
    ),

  /** All bookings, for staff: from today on or before, by date, facility, status and person. */
  list: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Bookings of everybody' })
      .input(bookingList)
      .handler(async ({ input, context: { db, fact, now } }) => {
        const { cancellationHours } = await fact(settingsFact)
        const select = db
          .select({
            ...bookingColumns,
            unit: unitOf,
            person: { id: user.id, name: user.name, email: user.email },
            createdAt: booked.createdAt,
            /** Who of the staff booked it for them, and why without charge. */
            bookedBy: sql<string | null>`(select s.name from ${user} s where s.id = ${booked.bookedBy})`,
            freeReason: booked.freeReason,
          })
          .from(booked)
          .innerJoin(bookingTypes, eq(bookingTypes.id, booked.bookingTypeId))
          .innerJoin(user, eq(user.id, booked.userId))
          .where(
            and(
              input.status && eq(booked.status, input.status),
              input.facility ? eq(booked.bookingTypeId, input.facility) : undefined,
              input.on
                ? eq(booked.bookingOn, input.on)
                : input.when && { coming: gt, past: lte }[input.when](booked.endsAt, now),
              input.id ? eq(booked.id, input.id) : undefined,
              or(matchingPerson(input.q, booked.userId), matchingReference(input.q, booked.id)),
            ),
          )
          .$dynamic()
        const page = await listPage(db, select, input, {
          sort: { startsAt: booked.startsAt, createdAt: booked.createdAt },
          tie: booked.id,
        })
        return {
          ...page,
          rows: page.rows.map(({ startsAtInstant, endsAtInstant, ...row }) => ({
            ...row,
            isOver: endsAtInstant <= now,
            /** The payer's bank has some of what was paid. */
            isAtBank: row.disputedPence > 0,
            /** What comes back if staff cancel it now: of all that was paid, and by the rule of hours. */
            refunds: {
              all: paidFor(row),
              rule: refundOf({ ...row, startsAt: startsAtInstant }, now, cancellationHours),
            },
            can: {
              cancel: whyNot.cancelByStaff(row) === null,
              move:
                whyNot.move({ ...row, startsAt: startsAtInstant }, { now, cancellationHours: 0, isStaff: true }) ===
                null,
            },
          })),
        }
      }),
    {
      Date: row => row.bookingOn,
      From: row => row.startsAt,
      Until: row => row.endsAt,
      Facility: row => row.facilityName,
      Unit: row => row.unit,
      Person: row => row.person.name,
      Email: row => row.person.email,
      Status: row => row.status,
      Tokens: row => row.tokensUsed,
      'Price in pounds': row => row.pricePence / 100,
      Booked: row => row.createdAt,
      'Booked by': row => row.bookedBy,
      'Without charge because': row => row.freeReason,
      Cancelled: row => row.cancelledAt,
      'Reason of the cancellation': row => row.cancelReason,
    },
  ),
}

type Shown = Parameters<typeof whyNot.pay>[0] &
  Omit<Parameters<typeof refundOf>[0], 'startsAt'> & {
    spaceSlug: string
    startsAtInstant: Date
    endsAtInstant: Date
  }

/** A booking as its person reads it: what can be done about it now, and what that gives back. */
function asShown<Row extends Shown>(
  { startsAtInstant, endsAtInstant, ...row }: Row,
  {
    now,
    cancellationHours,
    pictures,
  }: { now: Date; cancellationHours: number; pictures: Parameters<typeof pictureOf>[0] },
) {
  const booking = { ...row, startsAt: startsAtInstant }
  return {
    ...row,
    picture: pictureOf(pictures, row),
    hasBegun: startsAtInstant <= now,
    isOver: endsAtInstant <= now,
    can: {
      cancel: whyNot.cancel(booking, now) === null,
      pay: whyNot.pay(row, now) === null,
      move: whyNot.move(booking, { now, cancellationHours, isStaff: false }) === null,
    },
    refund: refundOf(booking, now, cancellationHours),
    refundableUntil: row.status === 'confirmed' ? untilOrNull(startsAtInstant, cancellationHours, now) : null,
  }
}

/** The unit of its room that it holds; null once it is cancelled. */
const unitOf = sql<
  number | null
>`(select min(r.unit) from ${reservations} r where r.kind = 'booking' and r.ref = ${booked.id})`

const bookingColumns = {
  id: booked.id,
  facilityId: bookingTypes.id,
  facilityName: bookingTypes.name,
  /** The key of its room's picture. */
  spaceSlug: sql<string>`(select s.slug from ${spaces} s where s.id = ${booked.spaceId})`,
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
  seriesId: booked.seriesId,
  heldUntil: booked.heldUntil,
  leftPence: leftPence(booked.orderId),
  /** What of it the bank took, in pence, and has not returned. */
  disputedPence: sql<number>`coalesce((select o.disputed_pence from ${orders} o where o.id = ${booked.orderId}), 0)`,
  /** A card has paid for it, whatever came back since. */
  isPaid: sql<boolean>`exists (select from ${orders} o where o.id = ${booked.orderId} and o.paid_at is not null)`,
  cancelledAt: booked.cancelledAt,
  cancelReason: booked.cancelReason,
  /** What came back when it was cancelled: tokens, and pence to the card. */
  returnedTokens: sql<number>`coalesce((select t.amount from ${tokenTransactions} t where t.ref = ${tokenRefs.returned.of(tokenRefs.booking.of(booked.id))}), 0)`,
  returnedPence: sql<number>`(coalesce(${booked.returnedPence}, 0)
    + coalesce((select r.amount_pence from ${refunds} r where r.ref = ${causes.booking.of(booked.id)}), 0))::int`,
}
