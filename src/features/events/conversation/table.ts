import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { events } from '#features/events/events/table.ts'
import { createdAt, id, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, keptFor } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { addressees } from './inputs.ts'

/** What the host of an event and those who decide on it write to each other, and what a host wrote to those who come. */
export const eventMessages = pgTable(
  'event_messages',
  {
    id: id(),
    eventId: uuid()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    addressee: word(addressees).notNull(),
    body: text().notNull(),
    authorId: personId().references(() => user.id, { onDelete: 'set null' }),
    /** Of a message to those who come: to how many it went. */
    recipients: integer(),
    createdAt: createdAt(),
  },
  t => [
    index().on(t.eventId, t.createdAt),
    index().on(t.authorId),
    isOneOf('event_messages_addressee', t.addressee, addressees),
    check('event_messages_recipients', sql`(${t.addressee} = 'guests') = (${t.recipients} is not null)`),
  ],
)

export const data: DataMap = {
  event_messages: {
    purpose: 'What was written about events that you host',
    ...keptFor(6),
    owner: 'author_id',
    given: 'id event_id addressee body recipients created_at',
    held: 'author_id',
    erasure: { body: "'Erased'", author_id: 'null' },
    mentions: {
      rows: "addressee = 'host' and event_id in (select e.id from events e where e.host_user_id = :person)",
      erasure: { body: "'Erased'" },
    },
  },
}
