import { ORPCError } from '@orpc/server'
import { and, asc, eq, gt, ilike, lt, notLike, or, sql } from 'drizzle-orm'
import { profiles } from '#features/people/members/table.ts'
import { reservations } from '#features/spaces/calendar/table.ts'
import { wholeHouse } from '#features/spaces/rooms/rules.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { fullName } from '#platform/db/columns.ts'
import { listPage, matching } from '#platform/db/list-page.ts'
import { containing, type Db } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { calendarDate } from '#platform/time.ts'
import { formatDay } from '#platform/words.ts'
import { memberSearch, messages, mostFound, newRental, rentalEnd, rentalList, rentalRef } from './inputs.ts'
import { endRental, lockRental, mailLink, makeLink, tellOffice } from './model.ts'
import { heldTime, whyNot } from './rules.ts'
import { studioRentalMembers } from './table.ts'

/** Studios that members rent by the month. */
export const rentals = {
  /** Members whose first or last name, or both, hold what was typed; at most 10, only with an address (STA-10, STA-11). */
  findMembers: forAdmin
    .route({ method: 'GET', summary: 'Members who could rent a studio' })
    .input(memberSearch)
    .handler(({ input: { q }, context: { db } }) => {
      const { firstName, lastName, phone } = profiles
      const name = fullName({ firstName, lastName })
      const like = containing(q)
      return db
        .select({ userId: user.id, name, email: user.email, phone })
        .from(profiles)
        .innerJoin(user, eq(user.id, profiles.userId))
        .where(and(isMember, or(ilike(firstName, like), ilike(lastName, like), ilike(name, like))))
        .orderBy(asc(name), asc(user.id))
        .limit(mostFound)
    }),

  /** Rooms that a rental can hold, by name, and today at the venue. */
  offer: forAdmin
    .route({ method: 'GET', summary: 'Rooms that can be rented' })
    .handler(async ({ context: { db, now } }) => {
      const { id, name, slug, sortOrder } = spaces
      const rows = await db.select({ id, name, slug }).from(spaces).orderBy(asc(sortOrder), asc(name))
      return {
        today: calendarDate(now),
        rooms: rows.flatMap(room => (room.slug === wholeHouse ? [] : [{ id: room.id, name: room.name }])),
      }
    }),

  /** Rentals for the office (STA-09, STA-15), the newest first, with what can be done about each. */
  list: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Studio rentals' })
      .input(rentalList)
      .handler(async ({ input, context: { db } }) => {
        const r = studioRentalMembers
        const select = db
          .select({
            ...{ id: r.id, userId: r.userId, fullName: r.fullName, email: r.email, phone: r.phone },
            ...{ studioName: r.studioName, room: spaces.name, migrationStatus: r.migrationStatus },
            ...{ monthlyRentAmount: r.monthlyRentAmount, depositAmount: r.depositAmount },
            ...{ rentalStartDate: r.rentalStartDate, rentalEndDate: r.rentalEndDate, createdAt: r.createdAt },
            ...{ stripePaymentLink: r.stripePaymentLink, linkSentAt: r.linkSentAt },
            ...{ unpaidPence: r.unpaidPence, unpaidSince: r.unpaidSince },
            ...{ activatedAt: r.activatedAt, endedAt: r.endedAt, endReason: r.endReason },
          })
          .from(r)
          .leftJoin(spaces, eq(spaces.id, r.spaceId))
          .where(
            and(
              input.status && eq(r.migrationStatus, input.status),
              input.id ? eq(r.id, input.id) : undefined,
              matching(input.q, r.fullName, r.email, r.studioName),
            ),
          )
          .$dynamic()
        const { fullName: name, rentalStartDate, monthlyRentAmount, createdAt } = r
        const page = await listPage(db, select, input, {
          sort: { fullName: name, rentalStartDate, monthlyRentAmount, createdAt },
          tie: r.id,
        })
        return {
          ...page,
          rows: page.rows.map(({ stripePaymentLink, ...row }) => ({
            ...row,
            // Of use only while somebody can pay there.
            link: row.migrationStatus === 'link_sent' ? stripePaymentLink : null,
            can: {
              link: whyNot.link(row) === null,
              resend: whyNot.resend(row) === null,
              end: whyNot.end(row) === null,
            },
          })),
        }
      }),
    {
      Member: row => row.fullName,
      Email: row => row.email,
      Phone: row => row.phone,
      Studio: row => row.studioName,
      Room: row => row.room,
      'Rent a month': row => row.monthlyRentAmount / 100,
      Deposit: row => row.depositAmount / 100,
      From: row => row.rentalStartDate,
      Until: row => row.rentalEndDate,
      Status: row => row.migrationStatus,
      'Link sent': row => row.linkSentAt,
      Activated: row => row.activatedAt,
      'Not paid': row => row.unpaidPence && row.unpaidPence / 100,
      'Not paid since': row => row.unpaidSince,
      Ended: row => row.endedAt,
      Why: row => row.endReason,
    },
  ),

  /**
   * Adds a rental, `pending` (STA-12, STA-13, STA-15, STA-16); name, address and telephone are the member's own. With a room it
   * holds it from now on. SLOT_TAKEN names the room and the first day on which it is taken. DATE_PAST, NOT_FOUND.
   */
  add: forAdmin
    .route({ summary: 'Add a studio rental' })
    .input(newRental)
    .handler(async ({ input, context: { write, actor, db, now } }) => {
      const { userId, spaceId, rentalEndDate, ...wish } = input
      const last = rentalEndDate || null
      const time = heldTime(wish.rentalStartDate, last, now)
      const added = write(async tx => {
        demand(whyNot.add(last, tx.now))
        const { firstName, lastName, phone } = profiles
        const [person] = await tx
          .select({ fullName: fullName({ firstName, lastName }), email: user.email, phone, room: spaces.slug })
          .from(profiles)
          .innerJoin(user, eq(user.id, profiles.userId))
          .leftJoin(spaces, eq(spaces.id, spaceId || noRoom))
          .where(and(isMember, eq(profiles.userId, userId)))
        if (!person) throw notFound('There is no such member.')
        const { room, ...who } = person
        if (spaceId && (room === null || room === wholeHouse)) throw notFound('There is no such room.')
        const row = { userId, ...who, ...wish, rentalEndDate: last, ...time, createdBy: actor.userId }
        const [rental] = await tx
          .insert(studioRentalMembers)
          .values({ ...row, spaceId: spaceId || null, createdAt: tx.now })
          .returning({ id: studioRentalMembers.id })
        await tellOffice(tx)
        return { id: rental!.id }
      })
      try {
        return await added
      } catch (error) {
        if (spaceId && error instanceof ORPCError && error.code === 'SLOT_TAKEN')
          throw refusal('SLOT_TAKEN', await takenWords(db, spaceId, time), { field: 'spaceId' })
        throw error
      }
    }),

  /**
   * Makes the payment link of a rental, keeps it and sends it to the member: `link_sent` (STA-17, STA-18). LINK_SENT,
   * RENTAL_ENDED, NOT_FOUND; CHECKOUT_FAILED when the provider does not answer: nothing was done then, and it can be repeated.
   */
  createPayment: forAdmin
    .route({ summary: 'Generate the payment link of a studio rental' })
    .input(rentalRef)
    .handler(async ({ input: { rentalMemberId: id }, context: { runtime, db, write } }) => {
      const [found] = await db.select().from(studioRentalMembers).where(eq(studioRentalMembers.id, id))
      if (!found) throw notFound(messages.notFound)
      // A repetition of a call that was done gets its answer below.
      const made =
        whyNot.link(found) === null
          ? await makeLink(runtime, found).catch(error => {
              runtime.log.warn({ err: error, rentalId: id }, 'a payment link could not be made')
              throw refusal('CHECKOUT_FAILED', 'The payment provider did not answer. Please try again.', {
                status: 424,
              })
            })
          : null
      return write(async tx => {
        const rental = await lockRental(tx, id)
        demand(whyNot.link(rental))
        const { id: stripePaymentLinkId, url } = made!
        await tx
          .update(studioRentalMembers)
          .set({ migrationStatus: 'link_sent', stripePaymentLink: url, stripePaymentLinkId, linkSentAt: tx.now })
          .where(eq(studioRentalMembers.id, id))
        await mailLink(tx, rental, url)
        await tellOffice(tx)
        return { url }
      })
    }),

  /** Sends the member the same link once more. NO_LINK, ALREADY_PAID, RENTAL_ENDED, NOT_FOUND. */
  resendLink: forAdmin
    .route({ summary: 'Send the payment link of a studio rental again' })
    .input(rentalRef)
    .handler(({ input: { rentalMemberId: id }, context: { write } }) =>
      write(async tx => {
        const rental = await lockRental(tx, id)
        demand(whyNot.resend(rental))
        await tx.update(studioRentalMembers).set({ linkSentAt: tx.now }).where(eq(studioRentalMembers.id, id))
        await mailLink(tx, rental, rental.stripePaymentLink!)
        await tellOffice(tx)
        return { id }
      }),
    ),

  /**
   * Ends a rental: its room is free, its link closed, nothing more is charged, and the member is told why. What was paid stays;
   * a deposit is given back at the payment provider. RENTAL_ENDED, NOT_FOUND.
   */
  end: forAdmin
    .route({ summary: 'End a studio rental' })
    .input(rentalEnd)
    .handler(({ input: { rentalMemberId: id, reason }, context: { write, actor } }) =>
      write(async tx => {
        const rental = await lockRental(tx, id)
        demand(whyNot.end(rental))
        await endRental(tx, rental, { reason, by: actor.userId })
        return { id }
      }),
    ),
}

/** Whoever may rent: approved, not on hold, and can be reached. */
const isMember = and(
  eq(profiles.approvalStatus, 'approved'),
  eq(profiles.accountStatus, 'active'),
  sql`${user.email} <> ''`,
  notLike(user.email, '%.invalid'),
)

const noRoom = '00000000-0000-0000-0000-000000000000'

/** That a room is taken, and from which day on somebody else has it. */
async function takenWords(db: Db, spaceId: string, { startsAt, endsAt }: { startsAt: Date; endsAt: Date }) {
  const [found] = await db
    .select({
      name: spaces.name,
      first: sql<Date | null>`(select min(${reservations.startsAt}) from ${reservations}
        where reservations.space_id = any(spaces.leaf_ids) and ${and(lt(reservations.startsAt, endsAt), gt(reservations.endsAt, startsAt))})`.mapWith(
        reservations.startsAt,
      ),
    })
    .from(spaces)
    .where(eq(spaces.id, spaceId))
  const first = found?.first && (found.first > startsAt ? found.first : startsAt)
  const day = first ? ` on ${formatDay(first)}` : ''
  return `${found?.name ?? 'This room'} is taken${day}. Choose another room or other days.`
}
