import { and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm'
import { membershipApplications } from '#features/admissions/applications/table.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { whyNotIn } from '#platform/auth/actor.ts'
import { calendarText } from '#platform/calendar-file.ts'
import { listPage } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forSignedIn, forVisitor } from '#platform/rpc/procedures.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import {
  attendance,
  changedParty,
  daysOf,
  newParty,
  newSlots,
  offerInput,
  slotDeletion,
  slotList,
  tourRef,
} from './inputs.ts'
import { tourCancelledMail, tourConfirmationMail, tourWithdrawnMail } from './mail.tsx'
import {
  addressKey,
  callOff,
  countPlaces,
  exchangePlaces,
  expected,
  expectedOrCame,
  guests,
  hasGuest,
  isAhead,
  lockParty,
  lockSlots,
  mailFacts,
  partiesWho,
  seenParty,
  takePlaces,
  tellChange,
  toParty,
  toursToCome,
} from './model.ts'
import { availabilityOf, leftOf, messages, startOf, whyNot } from './rules.ts'
import { tourBookings, tourSlots } from './table.ts'

/** How many tours the public page offers at most, the next ones first. */
const mostOffered = 300

export const tours = {
  /** Tours to come in which the party fits, in their order (TOUR-02, TRA-11); `left` are the places of each. */
  offer: forVisitor
    .route({ method: 'GET', summary: 'Tours to come' })
    .input(offerInput)
    .handler(async ({ input, context: { db, now } }) => {
      const { id, tourDate, startTime, endTime, capacity, bookedCount } = tourSlots
      const rows = await db
        .select({ id, tourDate, startTime, endTime, capacity, bookedCount })
        .from(tourSlots)
        .where(
          and(eq(tourSlots.status, 'active'), isAhead(now), gte(sql`${capacity} - ${bookedCount}`, input.partySize)),
        )
        .orderBy(asc(tourDate), asc(startTime), asc(id))
        .limit(mostOffered)
      return {
        today: calendarDate(now),
        slots: rows.map(({ capacity, bookedCount, ...row }) => ({
          ...row,
          left: leftOf({ capacity, bookedCount }),
          availability: availabilityOf({ capacity, bookedCount }),
        })),
      }
    }),

  /**
   * Books a tour for a party, with an account or without (TOUR-04, TOUR-08), and confirms it by mail (TOUR-07); mail that fails
   * never fails the booking. TOUR_GONE, TOUR_BEGUN, TOUR_FULL, TOO_MANY_TOURS, NOT_FOUND, RATE_LIMITED after 20 in an hour or 60 places
   * in a day from one network; staff book for any address as often as they like.
   */
  book: forVisitor
    .meta({ limit: { as: 'Tour bookings', points: 20, seconds: 3_600 } })
    .route({ summary: 'Book a tour' })
    .input(newParty)
    .handler(async ({ input: { slotId, ...party }, context }) => {
      const { write, actor } = context
      await countPlaces(context, party.partySize)
      return write(async tx => {
        if (whyNotIn(actor, 'staff') !== null) demand(whyNot.bookAnother(await toursToCome(tx, party.guestEmail)))
        const slot = (await lockSlots(tx, slotId)).get(slotId)
        if (!slot) throw notFound(messages.taken)
        demand(whyNot.join(slot, party.partySize, { now: tx.now }))
        const [row] = await tx
          .insert(tourBookings)
          .values({ ...party, tourSlotId: slotId, userId: actor?.userId ?? null, changedAt: tx.now, createdAt: tx.now })
          .returning()
        await takePlaces(tx, slotId, party.partySize)
        await tx.mail(tourConfirmationMail, toParty(row!), mailFacts(row!, slot))
        await tellChange(tx)
        return { id: row!.id }
      })
    }),

  /** One's own tours to come. */
  mine: forSignedIn.route({ method: 'GET', summary: 'Own tours' }).handler(async ({ context: { db, actor, now } }) =>
    db
      .select({ id: tourBookings.id, partySize: tourBookings.partySize, ...whenColumns })
      .from(tourBookings)
      .innerJoin(tourSlots, eq(tourSlots.id, tourBookings.tourSlotId))
      .where(and(eq(tourBookings.userId, actor.userId), eq(tourBookings.status, 'confirmed'), isAhead(now)))
      .orderBy(asc(tourSlots.tourDate), asc(tourSlots.startTime))
      .limit(50),
  ),

  /** A party's booking, for whoever has its address, which is in its mails alone. NOT_FOUND. */
  one: forVisitor
    .route({ method: 'GET', summary: 'A tour booking' })
    .input(tourRef)
    .handler(async ({ input, context: { db, now, fact } }) => {
      const { venueAddress } = await fact(settingsFact)
      const [row] = await db
        .select({ party: tourBookings, slot: tourSlots })
        .from(tourBookings)
        .innerJoin(tourSlots, eq(tourSlots.id, tourBookings.tourSlotId))
        .where(eq(tourBookings.id, input.id))
      if (!row) throw notFound(messages.notFound)
      const { id, guestName, partySize, status } = row.party
      const { id: slotId, tourDate, startTime, endTime } = row.slot
      const isOver = startOf(row.slot) <= now
      return {
        ...{ id, guestName, partySize, status, slotId, tourDate, startTime, endTime, venueAddress, isOver },
        can: { change: whyNot.change({ status, slot: row.slot }, now) === null },
      }
    }),

  /** The same for a calendar; what was cancelled takes it out again. NOT_FOUND. */
  calendarFile: forVisitor
    .route({ method: 'GET', summary: 'Calendar file of a tour booking' })
    .input(tourRef)
    .handler(async ({ input, context: { db, fact, runtime } }) => {
      const { venueAddress } = await fact(settingsFact)
      const { publicUrl } = runtime.env
      const [row] = await db
        .select({ party: tourBookings, slot: tourSlots })
        .from(tourBookings)
        .innerJoin(tourSlots, eq(tourSlots.id, tourBookings.tourSlotId))
        .where(eq(tourBookings.id, input.id))
      if (!row) throw notFound(messages.notFound)
      const { party, slot } = row
      const text = calendarText({
        uid: `tour-${party.id}@${new URL(publicUrl).hostname}`,
        title: 'Tour of the house',
        startsAt: startOf(slot),
        endsAt: instantOf(slot.tourDate, slot.endTime),
        where: venueAddress,
        words: [],
        url: `${publicUrl}/tour-booking?booking=${party.id}`,
        status: party.status === 'cancelled' ? 'cancelled' : 'confirmed',
        changedAt: party.changedAt,
      })
      return new File([text], `tour-${slot.tourDate}.ics`, { type: 'text/calendar; charset=utf-8' })
    }),

  /** Moves a party to another tour, or makes it larger or smaller. TOUR_CANCELLED, TOUR_GONE, TOUR_BEGUN, TOUR_FULL, NOT_FOUND, RATE_LIMITED. */
  change: forVisitor
    .meta({ limit: { as: 'Tours changed', points: 20, seconds: 3_600 } })
    .route({ summary: 'Change a tour booking' })
    .input(changedParty)
    .handler(async ({ input: { id, slotId, partySize }, context }) => {
      const seen = await seenParty(context.db, id)
      await countPlaces(context, partySize - seen.partySize)
      return context.write(async tx => {
        const { party, slot, wished } = await lockParty(tx, id, slotId, seen)
        demand(whyNot.change({ status: party.status, slot }, tx.now))
        if (!wished) throw notFound(messages.taken)
        const own = wished.id === slot.id ? party.partySize : 0
        if (own === partySize) return { id }
        demand(whyNot.join(wished, partySize, { now: tx.now, own }))
        await exchangePlaces(tx, { slotId: slot.id, count: party.partySize }, { slotId: wished.id, count: partySize })
        const changed = { partySize, tourSlotId: wished.id, changedAt: tx.now, remindedAt: null }
        await tx.update(tourBookings).set(changed).where(eq(tourBookings.id, id))
        await tx.mail(tourConfirmationMail, toParty(party), mailFacts({ id, partySize }, wished))
        await tellChange(tx)
        return { id }
      })
    }),

  /** Calls a party off until its tour begins. TOUR_CANCELLED, TOUR_BEGUN, NOT_FOUND. */
  cancel: forVisitor
    .meta({ limit: { as: 'Tours cancelled', points: 20, seconds: 3_600 } })
    .route({ summary: 'Cancel a tour booking' })
    .input(tourRef)
    .handler(({ input: { id }, context: { write } }) =>
      write(async tx => {
        const found = await lockParty(tx, id)
        await callOff(tx, found)
        await tx.mail(tourCancelledMail, toParty(found.party), mailFacts(found.party, found.slot))
        await tellChange(tx)
        return { id }
      }),
    ),

  /**
   * Tours for the office, by day and time (TRA-11), searched by the name and address of a guest, with what the parties of each came to; `totals` are those of every tour
   * that the list would show (TRA-02).
   */
  slots: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Tours for the office' })
      .input(slotList)
      .handler(async ({ input: { q, when, status = 'active', ...paging }, context: { db, now } }) => {
        const where = and(
          eq(tourSlots.status, status),
          when && (when === 'coming' ? isAhead(now) : sql`not (${isAhead(now)})`),
          hasGuest(q),
        )
        const { id, tourDate, startTime, endTime, capacity, bookedCount, notes } = tourSlots
        const select = db
          .select({
            ...{ id, tourDate, startTime, endTime, capacity, bookedCount, notes, status: tourSlots.status },
            guests,
            ...{ parties: partiesWho(expectedOrCame), noShows: partiesWho(sql`b.status = 'no_show'`) },
          })
          .from(tourSlots)
          .where(where)
          .$dynamic()
        const page = await listPage(db, select, paging, { sort: { tourDate: startKey, bookedCount }, tie: id })
        const [totals] = await db
          .select({
            slots: sql<number>`count(*)::int`,
            capacity: sql<number>`coalesce(sum(${capacity}), 0)::int`,
            booked: sql<number>`coalesce(sum(${bookedCount}), 0)::int`,
          })
          .from(tourSlots)
          .where(where)
        return {
          ...page,
          totals: { ...totals!, left: totals!.capacity - totals!.booked },
          rows: page.rows.map(row => ({
            ...row,
            left: leftOf(row),
            availability: availabilityOf(row),
            isOver: startOf(row) <= now,
            can: { remove: whyNot.remove(row, now) === null },
          })),
        }
      }),
    {
      Day: row => row.tourDate,
      Starts: row => row.startTime,
      Ends: row => row.endTime,
      Capacity: row => row.capacity,
      Booked: row => row.bookedCount,
      Left: row => row.left,
      Parties: row => row.parties,
      'No-shows': row => row.noShows,
      Guests: row => row.guests,
      Notes: row => row.notes,
    },
  ),

  /** The parties of one tour, in the order in which they booked, and which of them have applied since (TRA-13). NOT_FOUND. */
  parties: forAdmin
    .route({ method: 'GET', summary: 'Parties of a tour' })
    .input(tourRef)
    .handler(async ({ input: { id }, context: { db, now } }) => {
      const [slot] = await db.select().from(tourSlots).where(eq(tourSlots.id, id))
      if (!slot) throw notFound('There is no such tour.')
      const b = tourBookings
      const rows = await db
        .select({
          ...{ id: b.id, guestName: b.guestName, guestEmail: b.guestEmail, guestPhone: b.guestPhone },
          ...{ partySize: b.partySize, status: b.status, userId: b.userId, createdAt: b.createdAt, hasApplied },
        })
        .from(b)
        .where(eq(b.tourSlotId, id))
        .orderBy(desc(ne(b.status, 'cancelled')), asc(b.createdAt), asc(b.id))
        .limit(500)
      const { tourDate, startTime, endTime } = slot
      return {
        slot: { id, tourDate, startTime, endTime },
        rows: rows.map(row => ({ ...row, can: { note: whyNot.note({ status: row.status, slot }, now) === null } })),
      }
    }),

  /** Offers a tour, or one every week or two until a day; those that would lie in the past are refused (TRA-12). DATE_PAST. */
  addSlots: forAdmin
    .route({ summary: 'Add tours' })
    .input(newSlots)
    .handler(({ input: { repeat, until, tourDate, ...slot }, context: { write, actor } }) =>
      write(async tx => {
        const days = daysOf({ tourDate, repeat, until })
        demand(whyNot.offer({ tourDate, startTime: slot.startTime }, tx.now))
        const rows = days.map(on => ({ ...slot, tourDate: on, createdBy: actor.userId, createdAt: tx.now }))
        const added = await tx.insert(tourSlots).values(rows).returning({ id: tourSlots.id })
        await tellChange(tx)
        return { ids: added.map(({ id }) => id) }
      }),
    ),

  /**
   * Takes a tour back: it is listed no more, its parties are called off and told by mail (TRA-10). TOUR_GONE, TOUR_BEGUN,
   * SEEN_LESS when more or fewer parties are booked than were seen, NOT_FOUND.
   */
  removeSlot: forAdmin
    .route({ summary: 'Delete a tour' })
    .input(slotDeletion)
    .handler(({ input: { id, seenParties }, context: { write } }) =>
      write(async tx => {
        const slot = (await lockSlots(tx, id)).get(id)
        if (!slot) throw notFound('There is no such tour.')
        demand(whyNot.remove(slot, tx.now))
        const parties = await expected(tx, id)
        if (parties.length !== seenParties)
          throw refusal('SEEN_LESS', 'Meanwhile somebody booked this tour or called off. Please look again.')
        for (const party of parties) {
          await callOff(tx, { party, slot })
          await tx.mail(tourWithdrawnMail, toParty(party), mailFacts(party, slot))
        }
        await tx.update(tourSlots).set({ status: 'cancelled' }).where(eq(tourSlots.id, id))
        await tellChange(tx)
        return { id, parties: parties.length }
      }),
    ),

  /** Notes whether a party came, once its tour has begun; and takes it back. TOUR_CANCELLED, TOUR_AHEAD, NOT_FOUND. */
  noteAttendance: forAdmin
    .route({ summary: 'Note who came to a tour' })
    .input(attendance)
    .handler(({ input: { id, status }, context: { write } }) =>
      write(async tx => {
        const { party, slot } = await lockParty(tx, id)
        demand(whyNot.note({ status: party.status, slot }, tx.now))
        await tx.update(tourBookings).set({ status }).where(eq(tourBookings.id, id))
        await tx.announce({ to: { role: 'admin' }, kind: 'tours.noted' })
        return { id, status }
      }),
    ),
}

const whenColumns = { tourDate: tourSlots.tourDate, startTime: tourSlots.startTime, endTime: tourSlots.endTime }
const startKey = sql`(${tourSlots.tourDate}, ${tourSlots.startTime})`

/** Whether somebody of this address has applied since they booked, however it is spelt (decision 17). */
const hasApplied = sql<boolean>`exists (select from ${membershipApplications} a join ${user} u on u.id = a.user_id
  where u.email_key = ${addressKey} and a.created_at >= tour_bookings.created_at)`
