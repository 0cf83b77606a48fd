import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'

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

export const data: DataMap = {
  landing_features: ofTheHouse(
    'Cards of the landing page',
    'id title description icon_name link_url link_text display_order is_active',
  ),
  our_spaces: ofTheHouse('Tiles of our spaces', 'id title description image_key link_url display_order is_active'),
}
