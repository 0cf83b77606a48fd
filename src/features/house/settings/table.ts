import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, personId } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'

/** Numbers and texts that the venue may change; what is not here has the default of `inputs.ts`. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: instant().notNull(),
  updatedBy: personId().references(() => user.id, { onDelete: 'set null' }),
})

export const data: DataMap = {
  settings: ofTheHouse('The venue’s settings', 'key value updated_at updated_by'),
}
