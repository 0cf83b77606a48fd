import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, personId } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import type { CodeSection } from './inputs.ts'

/** Every version of the code of conduct; one of them is active. A published version never changes. */
export const codeOfConduct = pgTable(
  'code_of_conduct',
  {
    id: id(),
    version: integer().notNull(),
    title: text().notNull(),
    sections: jsonb().$type<CodeSection[]>().notNull(),
    isActive: boolean().notNull().default(true),
    publishedAt: instant().notNull(),
    publishedBy: personId().references(() => user.id, { onDelete: 'set null' }),
  },
  t => [
    uniqueIndex('code_of_conduct_version').on(t.version),
    uniqueIndex('code_of_conduct_one_active').on(t.isActive).where(sql`${t.isActive}`),
    check('code_of_conduct_number', sql`${t.version} >= 1`),
  ],
)

/** Who accepted which version, once (CON-17). */
export const codeAcceptances = pgTable(
  'code_acceptances',
  {
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    acceptedAt: createdAt(),
    ipAddress: text(),
  },
  t => [primaryKey({ columns: [t.userId, t.version] })],
)

export const data: DataMap = {
  code_of_conduct: ofTheHouse('The code of conduct', 'id version title sections is_active published_at published_by'),
  code_acceptances: {
    purpose: 'That you accepted the code of conduct',
    retention: retention.account,
    owner: 'user_id',
    given: 'version accepted_at ip_address',
    held: 'user_id',
    erasure: 'remove',
  },
}

export const refusals: ConstraintRefusals = {
  code_of_conduct_version: () => refusal('PUBLISHED_ALREADY', 'Another version was published just now. Please reload.'),
  code_of_conduct_one_active: () =>
    refusal('PUBLISHED_ALREADY', 'Another version was published just now. Please reload.'),
}
