import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { mostPoints } from './inputs.ts'

/** What a product of the storefront asks of whoever buys it (PRD-15); one without a row asks nothing. */
export const productAccessRequirements = pgTable(
  'product_access_requirements',
  {
    id: id(),
    shopifyProductId: text().notNull(),
    /** As the storefront called it when the rule was saved last: the office reads it also while the storefront is away. */
    productTitle: text().notNull(),
    /** 0: open to all. */
    requiredPoints: integer().notNull().default(0),
    isExclusive: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  t => [
    unique('product_access_requirements_one').on(t.shopifyProductId),
    index().on(t.productTitle, t.id),
    index().on(t.requiredPoints, t.id),
    index().on(t.createdAt, t.id),
    index('product_access_requirements_search').using('gin', t.productTitle.op('gin_trgm_ops')),
    check('product_access_requirements_points', sql`${t.requiredPoints} between 0 and ${sql.raw(String(mostPoints))}`),
  ],
)

export const data: DataMap = {
  product_access_requirements: ofTheHouse(
    'Points that products of the store ask for',
    'id shopify_product_id product_title required_points is_exclusive created_at',
  ),
}
