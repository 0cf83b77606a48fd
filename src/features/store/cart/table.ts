import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { StorefrontImage } from '#features/store/storefront/inputs.ts'
import { createdAt, personId } from '#platform/db/columns.ts'
import type { DataMap } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'

/** What the storefront said of a line when it was put in: what is shown while the storefront is away. */
export interface SeenLine {
  handle: string
  title: string
  pricePence: number
  selectedOptions: { name: string; value: string }[]
  image: StorefrontImage | null
}

/** What somebody means to buy in the store (SHOP-11): on every device of theirs, and one of each (SHOP-15). It holds nothing. */
export const shopCartLines = pgTable(
  'shop_cart_lines',
  {
    userId: personId()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    variantId: text().notNull(),
    productId: text().notNull(),
    seen: jsonb().$type<SeenLine>().notNull(),
    createdAt: createdAt(),
  },
  t => [
    primaryKey({ name: 'shop_cart_lines_once', columns: [t.userId, t.variantId] }),
    index().on(t.userId, t.createdAt),
  ],
)

export const data: DataMap = {
  shop_cart_lines: {
    purpose: 'Products you mean to buy in the store',
    retention: 'Until bought or removed',
    owner: 'user_id',
    given: 'variant_id product_id seen created_at',
    held: 'user_id',
    erasure: 'remove',
  },
}
