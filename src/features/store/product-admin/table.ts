import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { productDeeds } from './inputs.ts'

/** What the office did to products of the storefront: they are kept there, and who changed them is known here alone. */
export const productEdits = pgTable(
  'product_edits',
  {
    id: id(),
    shopifyProductId: text().notNull(),
    /** As it was called then: what was deleted is read by it. */
    title: text().notNull(),
    deed: word(productDeeds).notNull(),
    doneBy: personId().references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [
    index().on(t.shopifyProductId, t.createdAt),
    isOneOf('product_edits_deed', t.deed, productDeeds),
    check('product_edits_title', sql`${t.title} <> ''`),
  ],
)

export const data: DataMap = {
  product_edits: ofTheHouse(
    'What the office did to products of the store',
    'id shopify_product_id title deed done_by created_at',
  ),
}
