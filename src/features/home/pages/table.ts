import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, personId } from '#platform/db/columns.ts'
import { type DataMap, keptFor, ofTheHouse } from '#platform/db/data-map.ts'
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
      sql`${t.sectionKey} in ('hero', 'next_workshop', 'whats_new', 'weekly_content', 'creative_directory', 'contact_info', 'membership_plans')`,
    ),
  ],
)

/** What people wrote to the venue. Stored first; the confirmation mail is a job (HOME-33). */
export const contactInquiries = pgTable(
  'contact_inquiries',
  {
    id: id(),
    userId: personId().references(() => user.id, { onDelete: 'set null' }),
    inquiryType: text({ enum: ['general', 'event_space'] })
      .notNull()
      .default('general'),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull().default(''),
    message: text().notNull(),
    createdAt: createdAt(),
  },
  t => [index().on(t.createdAt), check('contact_inquiries_type', sql`${t.inquiryType} in ('general', 'event_space')`)],
)

export const data: DataMap = {
  homepage_content: ofTheHouse('Texts of the pages', 'section_key content updated_at updated_by'),
  contact_inquiries: {
    purpose: 'Answering what you wrote to us',
    ...keptFor(2),
    owner: 'user_id = :person or lower(email) = (select lower(email) from "user" where id = :person)',
    given: 'id inquiry_type name email phone message created_at',
    held: 'user_id',
    erasure: { name: "'Erased person'", email: "'erased'", phone: "''", message: "''" },
  },
}
