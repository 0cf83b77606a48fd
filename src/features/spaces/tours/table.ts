import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, day, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, isAddressed, keptFor, ofTheHouse } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { largestParty, partyStatuses, slotStatuses, usualCapacity } from './inputs.ts'

/**
 * A tour of the house (TRA-03). Wall times `HH:MM`. `bookedCount` is the sum of its parties that are not cancelled, kept in
 * the transaction that changes them; more than fit is refused here too.
 */
export const tourSlots = pgTable(
  'tour_slots',
  {
    id: id(),
    tourDate: day().notNull(),
    startTime: text().notNull(),
    endTime: text().notNull(),
    capacity: integer().notNull().default(usualCapacity),
    bookedCount: integer().notNull().default(0),
    notes: text().notNull().default(''),
    status: word(slotStatuses).notNull().default('active'),
    createdBy: personId().references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [
    index().on(t.tourDate, t.startTime),
    isOneOf('tour_slots_status', t.status, slotStatuses),
    check('tour_slots_times', sql`${t.startTime} < ${t.endTime}`),
    check('tour_slots_capacity', sql`${t.capacity} >= 1 and ${t.bookedCount} between 0 and ${t.capacity}`),
    check('tour_slots_cancelled', sql`${t.status} = 'active' or ${t.bookedCount} = 0`),
  ],
)

/** A party for a tour, with an account or without (TRA-04). Its id is the secret of the link in its mails. */
export const tourBookings = pgTable(
  'tour_bookings',
  {
    id: id(),
    tourSlotId: uuid()
      .notNull()
      .references(() => tourSlots.id),
    userId: personId().references(() => user.id, { onDelete: 'set null' }),
    guestName: text().notNull(),
    guestEmail: text().notNull(),
    guestPhone: text().notNull().default(''),
    partySize: integer().notNull(),
    status: word(partyStatuses).notNull().default('confirmed'),
    /** When it last became what it is; calendars go by it. */
    changedAt: instant().notNull(),
    remindedAt: instant(),
    createdAt: createdAt(),
  },
  t => [
    index().on(t.tourSlotId),
    index().on(t.userId),
    index('tour_bookings_search').using('gin', t.guestName.op('gin_trgm_ops'), t.guestEmail.op('gin_trgm_ops')),
    isOneOf('tour_bookings_status', t.status, partyStatuses),
    check('tour_bookings_party', sql`${t.partySize} between 1 and ${sql.raw(String(largestParty))}`),
  ],
)

export const data: DataMap = {
  tour_slots: ofTheHouse(
    'Tours of the house',
    'id tour_date start_time end_time capacity booked_count notes status created_by created_at',
  ),
  tour_bookings: {
    purpose: 'Showing you the house',
    ...keptFor(2),
    owner: `user_id = :person or ${isAddressed('guest_email')}`,
    given: 'id tour_slot_id guest_name guest_email guest_phone party_size status changed_at reminded_at created_at',
    held: 'user_id',
    erasure: { guest_name: "'Erased person'", guest_email: "'erased'", guest_phone: "''", user_id: 'null' },
  },
}
