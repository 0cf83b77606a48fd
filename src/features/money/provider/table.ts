import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, isOneOf, word } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { eventStatuses } from './inputs.ts'

/** Events of the provider by their id, each handled once; the object itself is read again by whoever handles it. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    objectId: text().notNull(),
    status: word(eventStatuses).notNull().default('received'),
    lastError: text(),
    attempts: integer().notNull().default(0),
    receivedAt: createdAt(),
    handledAt: instant(),
  },
  t => [
    index().on(t.receivedAt),
    index('payment_events_open').on(t.status).where(sql`${t.status} in ('received', 'failed', 'refused')`),
    isOneOf('payment_events_status', t.status, eventStatuses),
  ],
)

export const data: DataMap = {
  payment_events: ofTheHouse(
    'Messages of the payment provider, handled once each',
    'id type object_id status last_error attempts received_at handled_at',
  ),
}
