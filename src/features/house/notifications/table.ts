import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, day, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, keptFor, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { channels, digestKeys, longestText, longestTitle, notificationKinds } from './inputs.ts'

/** What somebody was told. What others do to one thing of theirs within an hour stands in one row. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    kind: word(notificationKinds).notNull(),
    /** Who did it last, as the title goes on from it; empty when it was nobody in particular. */
    who: text().notNull().default(''),
    title: text().notNull(),
    text: text().notNull().default(''),
    path: text().notNull(),
    /** Who did it, the last one first: each counts once. */
    people: text().array().notNull().default(sql`'{}'::text[]`),
    /** False: told by mail or push alone, as the person chose. */
    isShown: boolean().notNull().default(true),
    /** Takes in more of its kind about the same thing: until it is read, or its hour is over. */
    isOpen: boolean().notNull().default(true),
    isMailed: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** When the last of it was told; its place in the list. */
    toldAt: createdAt(),
    readAt: instant(),
    digestedAt: instant(),
  },
  t => [
    index().on(t.userId, t.toldAt, t.id),
    index('notifications_unread').on(t.userId).where(sql`${t.readAt} is null`),
    index().on(t.path),
    index().on(t.createdAt),
    uniqueIndex('notifications_gathered').on(t.userId, t.kind, t.path, t.title).where(sql`${t.isOpen}`),
    isOneOf('notifications_kind', t.kind, notificationKinds),
    check('notifications_path', sql`${t.path} ~ '^/([^/\\\\]|$)'`),
    check(
      'notifications_lengths',
      sql.raw(`length(title) between 1 and ${longestTitle} and length(text) <= ${longestText}`),
    ),
    check('notifications_read', sql`${t.readAt} is null or not ${t.isOpen}`),
  ],
)

/** What was told once and must not be told again, by a key of whoever tells it. */
export const notificationKeys = pgTable(
  'notification_keys',
  {
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.userId, t.key] }), index().on(t.createdAt)],
)

/** Where somebody wants to be told of a kind, where they chose otherwise than usual. */
export const notificationChoices = pgTable(
  'notification_choices',
  {
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    kind: word(notificationKinds).notNull(),
    channel: word(channels).notNull(),
    isOn: boolean().notNull(),
  },
  t => [
    primaryKey({ columns: [t.userId, t.kind, t.channel] }),
    isOneOf('notification_choices_kind', t.kind, notificationKinds),
    isOneOf('notification_choices_channel', t.channel, channels),
  ],
)

/** Who wants one mail a day of what they have not read, and from which hour of the venue on. */
export const notificationDigests = pgTable(
  'notification_digests',
  {
    userId: personId()
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    hour: integer().notNull(),
    /** The venue's day that is done with, whether or not there was anything to mail. */
    doneOn: day().notNull(),
    createdAt: createdAt(),
  },
  t => [index().on(t.doneOn, t.hour), check('notification_digests_hour', sql`${t.hour} between 0 and 23`)],
)

export const data: DataMap = {
  notifications: {
    purpose: 'Telling you what concerns you',
    ...keptFor(1),
    owner: 'user_id',
    given: 'id kind who title text path created_at told_at read_at',
    held: 'user_id people is_shown is_open is_mailed digested_at',
    erasure: 'remove',
    // Of several who did the same the newest is named, and earlier mail named the first.
    mailedIn: `'${digestKeys}' || user_id || '/' || (extract(epoch from digested_at) * 1000)::bigint`,
    mentions: { rows: ':person = any(people)', erasure: { who: "'Somebody'", text: "''" } },
  },
  notification_keys: {
    purpose: 'Not telling you the same thing twice',
    ...keptFor(1),
    owner: 'user_id',
    given: '',
    held: 'user_id key created_at',
    erasure: 'remove',
  },
  notification_choices: {
    purpose: 'Telling you where you want to be told',
    retention: retention.account,
    owner: 'user_id',
    given: 'kind channel is_on',
    held: 'user_id',
    erasure: 'remove',
  },
  notification_digests: {
    purpose: 'Your daily digest',
    retention: retention.whileUsed,
    owner: 'user_id',
    given: 'hour done_on created_at',
    held: 'user_id',
    erasure: 'remove',
  },
}
