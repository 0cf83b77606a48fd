import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { files } from '#platform/db/tables.ts'

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

export const data: DataMap = {
  site_images: ofTheHouse('Pictures of the pages', 'file_id key mime width height created_at'),
}
