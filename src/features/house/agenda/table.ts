import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { createdAt, personId } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'

/**
 * Whose calendar can be read by its address alone. The address holds the number of the feed and a signature that the
 * database does not know; another number makes another address.
 */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: personId()
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  feedId: uuid().notNull().unique('calendar_feeds_feed').defaultRandom(),
  createdAt: createdAt(),
})

export const data: DataMap = {
  calendar_feeds: {
    purpose: 'Your bookings in your own calendar',
    retention: retention.whileUsed,
    owner: 'user_id',
    given: 'created_at',
    held: 'user_id feed_id',
    erasure: 'remove',
  },
}
