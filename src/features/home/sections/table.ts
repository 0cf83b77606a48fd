import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { versionStates } from './inputs.ts'

/** Every save of a section; `homepage_content` has what is published. Numbered from 1 in each section. */
export const contentVersions = pgTable(
  'content_versions',
  {
    id: id(),
    sectionKey: text().notNull(),
    version: integer().notNull(),
    content: jsonb().notNull(),
    state: word(versionStates).notNull(),
    /** When it is to be published by itself. */
    publishAt: instant(),
    publishedAt: instant(),
    /** The version that was brought back. */
    broughtBack: integer(),
    /** Nobody where it is what the house came with. */
    savedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [
    unique('content_versions_number').on(t.sectionKey, t.version),
    uniqueIndex('content_versions_one_of_each').on(t.sectionKey, t.state).where(sql`${t.state} <> 'replaced'`),
    index().on(t.publishAt).where(sql`${t.state} = 'scheduled'`),
    isOneOf('content_versions_state', t.state, versionStates),
    check('content_versions_scheduled', sql`${t.state} <> 'scheduled' or ${t.publishAt} is not null`),
    check('content_versions_published', sql`${t.state} <> 'published' or ${t.publishedAt} is not null`),
    check('content_versions_numbered', sql`${t.version} > 0`),
  ],
)

export const refusals: ConstraintRefusals = {
  content_versions_number: () =>
    refusal('CHANGED_MEANWHILE', 'Somebody else saved this in the same moment. Please save again.'),
}

export const data: DataMap = {
  content_versions: ofTheHouse(
    'Versions of the texts of the pages',
    'id section_key version content state publish_at published_at brought_back saved_by created_at',
  ),
}
