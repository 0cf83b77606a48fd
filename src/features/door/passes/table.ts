import { sql } from 'drizzle-orm'
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'

/** Ed25519 keys of the passes. The private half is encrypted with a key that derives from the venue's secret. */
export const ticketKeys = pgTable(
  'ticket_keys',
  {
    /** First 4 bytes of the public key's SHA-256, in hex: what codes name it by. */
    id: text().primaryKey(),
    publicKey: text().notNull(),
    privateKey: text().notNull(),
    createdAt: instant().notNull(),
    /** From then on it signs nothing; what it signed before is good for as long as that says, which is bounded. */
    retiredAt: instant(),
  },
  t => [uniqueIndex('ticket_keys_current').on(sql`(true)`).where(sql`${t.retiredAt} is null`)],
)

export const data: DataMap = {
  ticket_keys: ofTheHouse('Keys that sign tickets', 'id public_key private_key created_at retired_at'),
}
