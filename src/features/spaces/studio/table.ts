import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { orders } from '#features/money/orders/table.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { createdAt, day, id, instant, isOneOf, pence, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { paidWith, projectTypes, studioStatuses } from './inputs.ts'

/**
 * Sessions in the photography studio (STU-02, STA-03). They are confirmed at once, and what a card pays is due until it is
 * paid (decision 29). Until one is cancelled a trigger holds the studio in the calendar (`keep_space`).
 */
export const studioBookings = pgTable(
  'studio_bookings',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id),
    spaceId: uuid()
      .notNull()
      .references(() => spaces.id),
    bookingDate: day().notNull(),
    startTime: text().notNull(),
    endTime: text().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    hours: integer().notNull(),
    clientName: text().notNull(),
    email: text().notNull(),
    phone: text().notNull().default(''),
    projectType: word(projectTypes).notNull(),
    description: text().notNull().default(''),
    paidWith: word(paidWith).notNull(),
    tokensUsed: integer().notNull().default(0),
    pricePence: pence().notNull().default(0),
    status: word(studioStatuses).notNull().default('confirmed'),
    /** The order that pays for it, or has paid for it at the desk; none while nobody has begun to pay. */
    orderId: uuid().references(() => orders.id),
    paidAt: instant(),
    /** The last time that it was put to another time, and by whom. */
    movedAt: instant(),
    movedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    cancelledAt: instant(),
    cancelledBy: personId().references(() => user.id, { onDelete: 'set null' }),
    cancelReason: text(),
    /** What the desk owes its person in cash since it was cancelled (decision 23), and when it was handed back. */
    deskOwedPence: pence().notNull().default(0),
    handedBackAt: instant(),
    createdAt: createdAt(),
  },
  t => [
    index().on(t.userId, t.startsAt),
    index().on(t.startsAt),
    index().on(t.createdAt, t.id),
    index().on(t.orderId),
    isOneOf('studio_bookings_status', t.status, studioStatuses),
    isOneOf('studio_bookings_project_type', t.projectType, projectTypes),
    check('studio_bookings_range', sql`${t.startsAt} < ${t.endsAt}`),
    check('studio_bookings_hours', sql`${t.hours} between 1 and 24`),
    check(
      'studio_bookings_price',
      sql`${t.tokensUsed} >= 0 and ${t.pricePence} >= 0 and (${t.paidWith} = 'tokens' and ${t.pricePence} = 0 or ${t.paidWith} = 'card' and ${t.tokensUsed} = 0)`,
    ),
    check('studio_bookings_cancelled', sql`(${t.status} = 'cancelled') = (${t.cancelledAt} is not null)`),
    check(
      'studio_bookings_owed',
      sql`${t.deskOwedPence} between 0 and ${t.pricePence} and (${t.deskOwedPence} = 0 or ${t.status} = 'cancelled')
        and (${t.handedBackAt} is null or ${t.deskOwedPence} > 0)`,
    ),
  ],
)

export const data: DataMap = {
  studio_bookings: {
    purpose: 'Your sessions in the studio',
    retention: retention.sixYears,
    owner: 'user_id',
    given:
      'id space_id booking_date start_time end_time starts_at ends_at hours client_name email phone project_type description paid_with tokens_used price_pence status order_id paid_at moved_at cancelled_at cancel_reason desk_owed_pence handed_back_at created_at',
    held: 'user_id cancelled_by moved_by',
    blocksErasure: {
      when: "status = 'confirmed' and ends_at > :now",
      words: 'This person has sessions in the studio ahead. Cancel them first.',
    },
    erasure: {
      client_name: "'Erased person'",
      email: "'erased'",
      phone: "''",
      description: "''",
      cancel_reason: 'null',
    },
  },
}
