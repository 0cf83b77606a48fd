import { sql } from 'drizzle-orm'
import { check, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, personId } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'

/** Texts that the venue edits, by section (HOME-11); what is not here has the default of `inputs.ts`. */
export const homepageContent = pgTable(
  'homepage_content',
  {
    sectionKey: text().primaryKey(),
    content: jsonb().notNull(),
    updatedAt: instant().notNull(),
    updatedBy: personId().references(() => user.id, { onDelete: 'set null' }),
  },
  t => [
    check(
      'homepage_content_section',
      sql`${t.sectionKey} in ('hero', 'next_workshop', 'whats_new', 'weekly_content', 'creative_directory', 'contact_info', 'membership_plans', 'terms')`,
    ),
  ],
)

export const data: DataMap = {
  homepage_content: ofTheHouse('Texts of the pages', 'section_key content updated_at updated_by'),
}
