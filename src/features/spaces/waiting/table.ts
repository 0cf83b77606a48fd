import { sql } from 'drizzle-orm'
import { bigserial, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { createdAt, day, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, keptFor } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { waitingKinds, waitingStatuses } from './inputs.ts'

/**
 * People who wait for something that is taken, in the order in which they joined. What is free again is offered to the first
 * of them for a time. Of a slot: while it is offered a trigger (`keep_space`, kind `offer`) holds a unit of its room in the
 * calendar, so that nobody else can have it.
 */
export const waitingEntries = pgTable(
  'waiting_entries',
  {
    id: id(),
    /** The order in line: that of joining. */
    place: bigserial({ mode: 'number' }).notNull(),
    kind: word(waitingKinds).notNull(),
    /** What is waited for, as its kind names it: the same for all who wait for the same. */
    subject: text().notNull(),
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    status: word(waitingStatuses).notNull().default('waiting'),
    /** When what is waited for begins and ends. */
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** Of a slot: its room, its facility, its day and wall time at the venue, and so many of the facility's lengths. */
    spaceId: uuid().references(() => spaces.id),
    facilityId: uuid().references(() => bookingTypes.id),
    on: day(),
    startsAtTime: text(),
    lengths: integer(),
    /** Of an event: how many come. */
    people: integer(),
    offeredAt: instant(),
    /** Until when it is held for them. */
    heldUntil: instant(),
    /** When they joined. */
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('waiting_entries_once').on(t.userId, t.kind, t.subject).where(isLiveIn('status')),
    index('waiting_entries_room').on(t.spaceId, t.startsAt).where(isLiveIn('status')),
    index('waiting_entries_subject').on(t.subject).where(isLiveIn('status')),
    index().on(t.userId),
    index().on(t.startsAt),
    isOneOf('waiting_entries_kind', t.kind, waitingKinds),
    isOneOf('waiting_entries_status', t.status, waitingStatuses),
    check('waiting_entries_range', sql`${t.startsAt} < ${t.endsAt}`),
    check(
      'waiting_entries_slot',
      sql`${t.kind} <> 'slot' or ${t.spaceId} is not null and ${t.facilityId} is not null and ${t.on} is not null and ${t.startsAtTime} is not null and ${t.lengths} >= 1`,
    ),
    check('waiting_entries_event', sql`${t.kind} <> 'event' or ${t.people} is not null and ${t.people} >= 1`),
    // An offer that never ends would keep everybody else away for ever.
    check(
      'waiting_entries_held',
      sql`(${t.status} = 'offered') = (${t.heldUntil} is not null) and (${t.heldUntil} is null or ${t.offeredAt} < ${t.heldUntil} and ${t.heldUntil} < ${t.startsAt})`,
    ),
  ],
)

function isLiveIn(column: string) {
  return sql.raw(`"${column}" in ('waiting', 'offered')`)
}

export const data: DataMap = {
  waiting_entries: {
    purpose: 'Times you waited for',
    ...keptFor(2),
    owner: 'user_id',
    given:
      'id kind status starts_at ends_at space_id facility_id on starts_at_time lengths people offered_at held_until created_at',
    held: 'place subject user_id',
    erasure: 'remove',
  },
}
