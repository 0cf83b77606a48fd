import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { orders } from '#features/money/orders/table.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { messages, reservationKinds } from './inputs.ts'

/**
 * The one calendar of the house: a unit of a room that is taken for a time, whatever for. Bookings, market days and closures
 * write none of it themselves: a trigger on their table (`keep_space`, hand-written migration) holds and lets go of the
 * room as the row says, so neither can be without the other. That nothing is held twice is the exclusion constraint
 * `reservations_no_overlap` over room, unit and time; rooms here are smallest parts (`spaces.leaf_ids`).
 */
export const reservations = pgTable(
  'reservations',
  {
    kind: word(reservationKinds).notNull(),
    /** The row of its kind. */
    ref: uuid().notNull(),
    spaceId: uuid()
      .notNull()
      .references(() => spaces.id),
    unit: integer().notNull(),
    /** With the time to make the room ready. */
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** Until when it is held without having been paid (decision 24). */
    heldUntil: instant(),
    /** Whose it is; absent: the house's. */
    userId: personId().references(() => user.id, { onDelete: 'set null' }),
    /** The order that pays for it. */
    orderId: uuid().references(() => orders.id),
  },
  t => [
    primaryKey({ columns: [t.kind, t.ref, t.spaceId, t.unit] }),
    index().on(t.orderId).where(sql`${t.orderId} is not null`),
    index().on(t.userId).where(sql`${t.userId} is not null`),
    isOneOf('reservations_kind', t.kind, reservationKinds),
    // An empty or endless range would conflict with nothing, or with everything.
    check('reservations_range', sql`isfinite(${t.startsAt}) and isfinite(${t.endsAt}) and ${t.startsAt} < ${t.endsAt}`),
    check('reservations_unit', sql`${t.unit} >= 1`),
  ],
)

export const data: DataMap = {
  reservations: {
    purpose: 'Rooms that are held for you',
    retention: retention.sixYears,
    owner: 'user_id',
    given: 'kind ref space_id unit starts_at ends_at held_until order_id',
    held: 'user_id',
    erasure: 'keep',
  },
}

export const refusals: ConstraintRefusals = {
  reservations_no_overlap: () => refusal('SLOT_TAKEN', messages.slotTaken),
}
