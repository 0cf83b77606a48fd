import { sql } from 'drizzle-orm'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from '#platform/db/columns.ts'
import { byAddress, type DataMap } from '#platform/db/data-map.ts'

/** Former members who cannot register again (ARC-07, ARC-09); compared by the key of the address (decision 17). */
export const archivedMembers = pgTable('archived_members', {
  id: id(),
  email: text().notNull(),
  emailKey: text().notNull().unique(),
  fullName: text().notNull().default(''),
  phoneNumber: text().notNull().default(''),
  archivedAt: createdAt(),
  archivedReason: text(),
  memberData: jsonb().notNull().default(sql`'{}'::jsonb`),
})

export const data: DataMap = {
  archived_members: {
    purpose: 'Keeping former members from registering again',
    retention: 'Until an admin restores or removes them',
    owner: byAddress,
    given: 'full_name email phone_number archived_at archived_reason member_data',
    held: 'id email_key',
    // Whoever is erased stays barred (decision 59) by a trace of the address that says nothing about them.
    erasure: {
      email: "'erased'",
      email_key: "'erased:' || encode(sha256(convert_to(email_key, 'UTF8')), 'hex')",
      full_name: "''",
      phone_number: "''",
      archived_reason: 'null',
      member_data: 'default',
    },
  },
}
