import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { files, user } from '#platform/db/tables.ts'
import { buckets, cropShapes } from './inputs.ts'

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

/**
 * The pictures that admins put in (CNT-46): what was uploaded, whole, at `/files/<original_id>`, the address that stays; and
 * what of it is shown, in `site_images` under the key that its id is.
 */
export const images = pgTable(
  'images',
  {
    id: id(),
    bucket: word(buckets).notNull(),
    originalId: uuid()
      .notNull()
      .unique()
      .references(() => files.id),
    /** Pixels of what was uploaded. */
    width: integer().notNull(),
    height: integer().notNull(),
    alt: text().notNull(),
    /** In percent of what was uploaded, from the left and the top. */
    focusLeft: integer().notNull().default(50),
    focusTop: integer().notNull().default(50),
    cropShape: word(cropShapes).notNull().default('whole'),
    cropPercent: integer().notNull().default(100),
    /** Fitted as the directory shows it (CNT-22). */
    isSmall: boolean().notNull().default(false),
    uploadedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [
    index().on(t.createdAt),
    index().on(t.bucket, t.createdAt),
    isOneOf('images_bucket', t.bucket, buckets),
    isOneOf('images_crop_shape', t.cropShape, cropShapes),
    check('images_size', sql`${t.width} > 0 and ${t.height} > 0`),
    check('images_alt', sql`${t.alt} <> ''`),
    check('images_focus', sql`${t.focusLeft} between 0 and 100 and ${t.focusTop} between 0 and 100`),
    check('images_crop', sql`${t.cropPercent} between 20 and 100`),
  ],
)

/**
 * The picture of each place of the house that visitors see (CNT-54): by its key, which rooms and tiles are pictured under, the
 * address of one of `images`. Empty: what the house came with.
 */
export const facilityImages = pgTable('facility_images', {
  id: id(),
  facilityName: text().notNull(),
  facilityKey: text().notNull().unique(),
  imageUrl: text().notNull().default(''),
})

export const data: DataMap = {
  site_images: ofTheHouse('Pictures of the pages', 'file_id key mime width height created_at'),
  images: ofTheHouse(
    'Pictures that the house put in',
    'id bucket original_id width height alt focus_left focus_top crop_shape crop_percent is_small uploaded_by created_at',
  ),
  facility_images: ofTheHouse('Pictures of the facilities', 'id facility_name facility_key image_url'),
}
