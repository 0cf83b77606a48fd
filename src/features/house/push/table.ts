import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, isOneOf, word } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'

const whose = ['house'] as const

/** The pair of keys by which push services know the house (RFC 8292); one row, made when it is first needed. */
export const pushKeys = pgTable(
  'push_keys',
  {
    id: word(whose).primaryKey(),
    /** What browsers are told when they subscribe: another one ends all subscriptions. */
    publicKey: text().notNull(),
    /** Closed under the venue's secret. */
    sealedKey: text().notNull(),
    createdAt: createdAt(),
  },
  t => [isOneOf('push_keys_id', t.id, whose)],
)

export const data: DataMap = {
  push_keys: ofTheHouse('Signing what is pushed to devices', 'id public_key sealed_key created_at'),
}
