import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { mostPlusOnes } from '#features/events/events/inputs.ts'
import { messages } from '#features/events/events/rules.ts'
import { events } from '#features/events/events/table.ts'
import { createdAt, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { registrationStatuses } from './inputs.ts'

/**
 * A person who comes to an event (EVT-09, EVA-17), with those they bring. One live registration per person and event
 * (EVT-20); whoever cancelled and comes back has a new one. `tokensUsed` were spent under `event:<id>`.
 */
export const eventRegistrations = pgTable(
  'event_registrations',
  {
    id: id(),
    eventId: uuid()
      .notNull()
      .references(() => events.id),
    userId: personId()
      .notNull()
      .references(() => user.id),
    plusOnes: integer().notNull().default(0),
    /** Other members may see that they go. */
    isShown: boolean().notNull().default(false),
    tokensUsed: integer().notNull().default(0),
    /** How many of them came back. */
    tokensReturned: integer().notNull().default(0),
    status: word(registrationStatuses).notNull().default('registered'),
    registeredAt: createdAt(),
    attendedAt: instant(),
    /** The door's scan said that they were there; when its entry is taken back, that is as well. */
    isAttendedByScan: boolean().notNull().default(false),
    cancelledAt: instant(),
    remindedAt: instant(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('event_registrations_once').on(t.eventId, t.userId).where(sql.raw(`"status" <> 'cancelled'`)),
    index().on(t.eventId),
    index().on(t.userId),
    isOneOf('event_registrations_status', t.status, registrationStatuses),
    check('event_registrations_plus_ones', sql`${t.plusOnes} between 0 and ${sql.raw(String(mostPlusOnes))}`),
    check(
      'event_registrations_tokens',
      sql`${t.tokensUsed} >= 0 and ${t.tokensReturned} between 0 and ${t.tokensUsed}`,
    ),
    check(
      'event_registrations_attended',
      sql`(${t.status} = 'attended') = (${t.attendedAt} is not null) and (${t.status} = 'attended' or not ${t.isAttendedByScan})`,
    ),
    check(
      'event_registrations_cancelled',
      sql`(${t.status} = 'cancelled') = (${t.cancelledAt} is not null) and (${t.status} = 'cancelled' or ${t.tokensReturned} = 0)`,
    ),
  ],
)

export const data: DataMap = {
  event_registrations: {
    purpose: 'Events that you go to',
    retention: retention.sixYears,
    owner: 'user_id',
    given:
      'id event_id plus_ones is_shown tokens_used tokens_returned status registered_at attended_at cancelled_at reminded_at created_at',
    held: 'user_id is_attended_by_scan',
    blocksErasure: {
      when: "status = 'registered' and exists (select from events e where e.id = event_id and e.ends_at > :now)",
      words: 'This person is registered for events ahead. Cancel that first.',
    },
    erasure: { is_shown: 'false' },
  },
}

export const refusals: ConstraintRefusals = {
  event_registrations_once: () => refusal('ALREADY_REGISTERED', messages.already),
}
