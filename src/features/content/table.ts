import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, personId } from '#platform/columns.ts'
import { files, user } from '#platform/tables.ts'

/** Cards of the landing page (HOME-06). */
export const landingFeatures = pgTable('landing_features', {
  id: id(),
  title: text().notNull(),
  description: text().notNull(),
  iconName: text().notNull().default('Star'),
  linkUrl: text().notNull().default(''),
  linkText: text().notNull().default('Learn More →'),
  displayOrder: integer().notNull().default(0),
  isActive: boolean().notNull().default(true),
})

/** Tiles of "Our Spaces" (HOME-08); the picture is the one of `siteImages` under the key. */
export const ourSpaces = pgTable(
  'our_spaces',
  {
    id: id(),
    title: text().notNull(),
    description: text().notNull(),
    imageKey: text().notNull(),
    linkUrl: text().notNull().default(''),
    displayOrder: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
  },
  t => [
    check(
      'our_spaces_image_key',
      sql`${t.imageKey} in ('coworking-space', 'event-space', 'music-studio', 'meeting-room', 'photography-studio', 'photo-podcast-studio', 'podcast-studio', 'market-stall')`,
    ),
  ],
)

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

/** Pictures of public pages: for each key its file in several formats and sizes, for the browser to choose from. */
export const siteImages = pgTable(
  'site_images',
  {
    fileId: uuid()
      .primaryKey()
      .references(() => files.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    mime: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: createdAt(),
  },
  t => [index().on(t.key), check('site_images_size', sql`${t.width} > 0 and ${t.height} > 0`)],
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
