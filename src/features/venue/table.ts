import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, personId } from '#platform/columns.ts'
import { user } from '#platform/tables.ts'

/** Numbers and texts that the venue may change; what is not here has the default of `inputs.ts`. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: instant().notNull(),
  updatedBy: personId().references(() => user.id, { onDelete: 'set null' }),
})
