import { and, desc, eq, getTableColumns, gt, isNull, lte, ne, not, or, sql } from 'drizzle-orm'
import { picturesFact } from '#features/house/images/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { wayWords } from '#features/money/orders/inputs.ts'
import { checkout } from '#features/money/orders/model.ts'
import { leftPence } from '#features/money/orders/table.ts'
import { daysShown } from '#features/spaces/calendar/inputs.ts'
import { untilOrNull, whyNot as whyNotFacility } from '#features/spaces/calendar/rules.ts'
import { facilitiesFact, factsOf, pictureOf } from '#features/spaces/facilities/model.ts'
import { studioRoom } from '#features/spaces/rooms/rules.ts'
import { takenFrom } from '#features/spaces/studio-times/model.ts'
import { calendarText } from '#platform/calendar-file.ts'
import { listPage, matchingPerson } from '#platform/db/list-page.ts'
import type { Db } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forMember, forSignedIn } from '#platform/rpc/procedures.ts'
import { calendarDate, wallTime } from '#platform/time.ts'
import {
  cancelSession as cancelInput,
  daysInput,
  messages,
  ownSession,
  ownSessions,
  sessionId,
  sessionInput,
  sessionList,
} from './inputs.ts'
import {
  announceChange,
  bookSession,
  cancelSession,
  dueFor,
  knownOf,
  lockSession,
  moneyGone,
  studioOrders,
  wayOf,
} from './model.ts'
import { backOf, whyNot } from './rules.ts'
import { studioBookings as sessions } from './table.ts'

const isToCome = (now: Date) => and(ne(sessions.status, 'cancelled'), gt(sessions.endsAt, now))
/** A session that has been and was not paid can still be. */
const isToPay = and(ne(sessions.status, 'cancelled'), isNull(sessions.paidAt), gt(sessions.pricePence, 0))

/** The desk has yet to hand back what was paid there. */
const isOwed = and(gt(sessions.deskOwedPence, 0), isNull(sessions.handedBackAt))

/** The photography studio: sessions of several hours, by card or with tokens (STU). */
export const studio = {
  /** Prices and limits, the person's tokens and hours of this week, and their sessions that are still to come or to pay. */
  page: forSignedIn
    .route({ method: 'GET', summary: 'The photography studio' })
    .handler(async ({ context: { db, fact, actor, now } }) => {
      const today = calendarDate(now)
      const { settings, balance, used, person } = await knownOf(db, actor.userId, today)
      const hourly = (await fact(facilitiesFact)).find(({ spaceSlug }) => spaceSlug === studioRoom)
      const rows = await ownOf(db, actor.userId, { now, isPast: false })
      const { studioHourPence, studioHalfDayPence, studioDayPence, studioHourTokens } = settings
      const { opensAt, closesAt, turnaroundMinutes } = settings
      return {
        today,
        /** the wall time of now: nothing begins before it today */
        timeNow: wallTime(now),
        whyNotBook: whyNotFacility.book(actor, settings),
        phone: person.phone,
        /** The same room by the hour, where it can be booked so. */
        byTheHour: hourly ? factsOf(hourly) : null,
        picture: pictureOf(await fact(picturesFact), { spaceSlug: studioRoom }),
        prices: { studioHourPence, studioHalfDayPence, studioDayPence, studioHourTokens },
        open: { opensAt, closesAt, turnaroundMinutes },
        cancellationHours: settings.cancellationHours,
        tokenBalance: balance,
        tokenHoursThisWeek: used.inWeek,
        whyNotTokens: whyNot.takeTokens(actor),
        sessions: rows.map(row => asShown(row, now, settings.cancellationHours)),
      }
    }),

  /**
   * Own sessions, at most 50: what is still to come or to pay in time order, or what has been and was cancelled, the latest
   * first; with what can be done about each and what cancelling gives back (decision 23).
   */
  mine: forSignedIn
    .route({ method: 'GET', summary: 'Own studio sessions' })
    .input(ownSessions)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      const { cancellationHours } = await fact(settingsFact)
      const rows = await ownOf(db, actor.userId, { now, isPast: input.when === 'past' })
      return rows.map(row => asShown(row, now, cancellationHours))
    }),

  /** When the studio is taken on each of the days that are shown together, and never by whom (API-15). */
  days: forSignedIn
    .route({ method: 'GET', summary: 'When the studio is taken, by day' })
    .input(daysInput)
    .handler(({ input, context: { db, actor, now } }) => takenFrom(db, actor.userId, input.from, daysShown, now)),

  /**
   * Books a session at once (STU-22, STU-25): tokens are spent, a card's price is due and can be paid by `pay` or at the
   * desk. Throws what the rules refuse in the specified words, PRICE_CHANGED, INSUFFICIENT_TOKENS, SLOT_TAKEN.
   */
  book: forMember
    .meta({ spends: ['places', 'tokens'] })
    .route({ summary: 'Book the studio' })
    .input(sessionInput)
    .handler(({ input, context: { actor, write } }) => write(tx => bookSession(tx, actor, input))),

  /** The payment page of what is due for an own session. Throws NOT_FOUND, NOTHING_DUE, CHECKOUT_FAILED. */
  pay: forSignedIn
    .meta({ spends: ['money'] })
    .route({ summary: 'Pay for a studio session' })
    .input(sessionId)
    .handler(async ({ input, context }) => {
      const { url } = await checkout(context, {
        kind: studioOrders,
        back: id => ({ paid: `/orders/${id}`, left: '/studio' }),
        failed: { message: 'The payment page could not be opened. Please try again.' },
        async reserve(tx, open) {
          const { openOrderId, goods } = await dueFor(tx, context.actor.userId, input.id)
          if (openOrderId) return { orderId: openOrderId }
          const order = await open(goods)
          await tx.update(sessions).set({ orderId: order.id }).where(eq(sessions.id, input.id))
          return { orderId: order.id }
        },
      })
      return { url }
    }),

  /** Cancels an own session; the answer says what came back (decision 23). */
  cancel: forSignedIn
    .route({ summary: 'Cancel an own studio session' })
    .input(ownSession)
    .handler(({ input, context: { actor, write } }) =>
      write(tx =>
        cancelSession(tx, input.id, { userId: actor.userId, reason: null, isStaff: false, seen: input.refund }),
      ),
    ),

  /** An own session as a file for calendars (RFC 5545). NOT_FOUND. */
  calendarFile: forSignedIn
    .route({ method: 'GET', summary: 'Calendar file of an own studio session' })
    .input(sessionId)
    .handler(async ({ input, context: { db, fact, actor, runtime } }) => {
      const { venueAddress, gettingIn } = await fact(settingsFact)
      const { publicUrl } = runtime.env
      const [row] = await db
        .select()
        .from(sessions)
        .where(and(eq(sessions.id, input.id), eq(sessions.userId, actor.userId)))
      if (!row) throw notFound(messages.notFound)
      const text = calendarText({
        uid: `studio-${row.id}@${new URL(publicUrl).hostname}`,
        title: 'Photography Studio',
        startsAt: row.startsAt,
        endsAt: row.endsAt,
        where: venueAddress,
        words: [row.status === 'cancelled' ? '' : gettingIn],
        url: `${publicUrl}/studio`,
        status: row.status === 'cancelled' ? 'cancelled' : 'confirmed',
        changedAt: row.cancelledAt ?? row.movedAt ?? row.createdAt,
      })
      return new File([text], `studio-${row.bookingDate}.ics`, { type: 'text/calendar; charset=utf-8' })
    }),

  /**
   * Sessions of everybody, with totals of what is not cancelled over all pages: bookings, hours, and of the income
   * what is paid and what is due, in pence (STA-02).
   */
  list: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Studio bookings' })
      .input(sessionList)
      .handler(async ({ input, context: { db, fact, now } }) => {
        const { cancellationHours } = await fact(settingsFact)
        const where = and(
          input.status && eq(sessions.status, input.status),
          // What is to pay or to hand back is so whenever the session was.
          input.money ? undefined : input.when && { coming: gt, past: lte }[input.when](sessions.endsAt, now),
          input.money && { owed: isOwed, due: isToPay }[input.money],
          input.id ? eq(sessions.id, input.id) : undefined,
          matchingPerson(input.q, sessions.userId, sessions.clientName, sessions.email),
        )
        const select = db
          .select({
            id: sessions.id,
            bookingDate: sessions.bookingDate,
            startTime: sessions.startTime,
            endTime: sessions.endTime,
            startsAt: sessions.startsAt,
            endsAt: sessions.endsAt,
            hours: sessions.hours,
            clientName: sessions.clientName,
            email: sessions.email,
            phone: sessions.phone,
            projectType: sessions.projectType,
            description: sessions.description,
            pricePence: sessions.pricePence,
            tokensUsed: sessions.tokensUsed,
            status: sessions.status,
            paidAt: sessions.paidAt,
            orderId: sessions.orderId,
            way: wayOf,
            leftPence: leftPence(sessions.orderId),
            moneyGone,
            cancelReason: sessions.cancelReason,
            deskOwedPence: sessions.deskOwedPence,
            handedBackAt: sessions.handedBackAt,
            createdAt: sessions.createdAt,
            person: { id: user.id, name: user.name },
          })
          .from(sessions)
          .innerJoin(user, eq(user.id, sessions.userId))
          .where(where)
          .$dynamic()
        const page = await listPage(db, select, input, {
          sort: { startsAt: sessions.startsAt, createdAt: sessions.createdAt },
          tie: sessions.id,
        })
        const [totals] = await db
          .select({
            bookings: sql<number>`count(*)::int`,
            hours: sql<number>`coalesce(sum(${sessions.hours}), 0)::int`,
            /** What the house has of what was paid, and what is still to pay. */
            paidPence: sql<number>`coalesce(sum(least(${sessions.pricePence}, coalesce(${leftPence(sessions.orderId)}, 0))), 0)::int`,
            duePence: sql<number>`coalesce(sum(${sessions.pricePence}) filter (where ${sessions.paidAt} is null), 0)::int`,
            tokens: sql<number>`coalesce(sum(${sessions.tokensUsed}), 0)::int`,
          })
          .from(sessions)
          .where(and(where, ne(sessions.status, 'cancelled')))
        return {
          ...page,
          totals: totals!,
          rows: page.rows.map(({ startsAt, endsAt, ...row }) => ({
            ...row,
            isOver: endsAt <= now,
            refunds: {
              all: backOf({ ...row, startsAt }, now, cancellationHours, 'all'),
              rule: backOf({ ...row, startsAt }, now, cancellationHours),
            },
            can: {
              complete: whyNot.complete({ ...row, startsAt }, now) === null,
              cancel: whyNot.cancelByStaff(row) === null,
              markPaid: whyNot.pay({ ...row, startsAt }) === null,
              takeBackPayment: whyNot.takeBackPayment(row) === null,
              handBack: whyNot.handBack(row) === null,
              move: whyNot.move({ ...row, startsAt }, now) === null,
            },
          })),
        }
      }),
    {
      Date: row => row.bookingDate,
      From: row => row.startTime,
      Until: row => row.endTime,
      Hours: row => row.hours,
      Client: row => row.clientName,
      Email: row => row.email,
      Phone: row => row.phone,
      Project: row => row.projectType,
      'Price in pounds': row => row.pricePence / 100,
      Tokens: row => row.tokensUsed,
      Paid: row => row.paidAt,
      How: row => (row.tokensUsed > 0 ? 'Tokens' : row.way && wayWords[row.way]),
      'Owed at the desk in pounds': row => (row.handedBackAt ? 0 : row.deskOwedPence / 100),
      'Handed back': row => row.handedBackAt,
      Status: row => row.status,
      Member: row => row.person.name,
    },
  ),

  /** From confirmed to completed, once it has begun (STA-04). Throws NOT_FOUND, CANNOT_COMPLETE. */
  complete: forAdmin
    .route({ summary: 'Complete a studio booking' })
    .input(sessionId)
    .handler(({ input, context: { write } }) =>
      write(async tx => {
        const session = await lockSession(tx, eq(sessions.id, input.id))
        demand(whyNot.complete(session, tx.now))
        await tx.update(sessions).set({ status: 'completed' }).where(eq(sessions.id, input.id))
        await announceChange(tx, session.userId)
        return { id: input.id }
      }),
    ),

  /** Cancels any session that is not (STA-05), with a reason that its person reads; everything paid comes back unless staff say otherwise. */
  cancelByStaff: forAdmin
    .meta({ fresh: true })
    .route({ summary: 'Cancel a studio booking of anybody' })
    .input(cancelInput)
    .handler(({ input, context: { actor, write } }) =>
      write(tx =>
        cancelSession(tx, input.id, {
          ...{ userId: actor.userId, reason: input.reason, isStaff: true },
          giveBack: input.giveBack,
        }),
      ),
    ),
}

const ownOf = (db: Db, userId: string, { now, isPast }: { now: Date; isPast: boolean }) => {
  const isOpen = or(isToCome(now), isToPay)!
  return db
    .select({ ...getTableColumns(sessions), way: wayOf, leftPence: leftPence(sessions.orderId), moneyGone })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isPast ? not(isOpen) : isOpen))
    .orderBy(isPast ? desc(sessions.startsAt) : sessions.startsAt)
    .limit(50)
}

const asShown = (
  { userId: _, spaceId: __, ...row }: Awaited<ReturnType<typeof ownOf>>[number],
  now: Date,
  cancellationHours: number,
) => ({
  ...row,
  can: { pay: whyNot.pay(row) === null, cancel: whyNot.cancel(row, now) === null },
  refund: backOf(row, now, cancellationHours),
  refundableUntil: untilOrNull(row.startsAt, cancellationHours, now),
})
