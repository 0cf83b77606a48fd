import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { spaces } from '#features/spaces/rooms/table.ts'
import { createdAt, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { closureStatuses } from './inputs.ts'

/** Rooms that are closed for a time, for repairs or a holiday: while it is planned, a trigger holds the whole room in the calendar. */
export const closures = pgTable(
  'closures',
  {
    id: id(),
    spaceId: uuid()
      .notNull()
      .references(() => spaces.id),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    reason: text().notNull(),
    status: word(closureStatuses).notNull().default('planned'),
    createdBy: personId().references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [
    index().on(t.endsAt),
    check('closures_range', sql`${t.startsAt} < ${t.endsAt}`),
    isOneOf('closures_status', t.status, closureStatuses),
  ],
)

export const data: DataMap = {
  closures: ofTheHouse(
    'Rooms that are closed for a time',
    'id space_id starts_at ends_at reason status created_by created_at',
  ),
}
