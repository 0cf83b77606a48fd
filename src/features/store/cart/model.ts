import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { catalogue } from '#features/store/products/model.ts'
import { type Buyer, type Requirement, whyNot as whyNotProduct } from '#features/store/products/rules.ts'
import { productAccessRequirements as r } from '#features/store/products/table.ts'
import { onFailure, variantsByIds } from '#features/store/storefront/model.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import { lineQuantity, messages } from './inputs.ts'
import type { CartLine } from './rules.ts'
import { shopCartLines as l, type SeenLine } from './table.ts'

/** A line as it is kept, with what its product asks for now. */
export interface KeptLine extends Requirement {
  variantId: string
  productId: string
  seen: SeenLine
}

/** What the storefront sells as one variant: what a line shows, and whether it can be had. */
export interface Offer extends SeenLine {
  productId: string
  availableForSale: boolean
}

/** By the variant's id: what is not among them the storefront does not sell any more. */
export type Offers = Map<string, Offer>

/** A person's cart in the order in which it was filled. */
export const ownLines = (db: Reader, userId: string): Promise<KeptLine[]> =>
  db
    .select({
      ...{ variantId: l.variantId, productId: l.productId, seen: l.seen },
      requiredPoints: sql<number>`coalesce(${r.requiredPoints}, 0)`,
      isExclusive: sql<boolean>`coalesce(${r.isExclusive}, false)`,
    })
    .from(l)
    .leftJoin(r, eq(r.shopifyProductId, l.productId))
    .where(eq(l.userId, userId))
    .orderBy(asc(l.createdAt), asc(l.variantId))

/** Whether all of these lie in a person's cart, as one expression. */
export const lieInCart = (userId: string, variantIds: SQL) =>
  sql<boolean>`not exists (select from ${variantIds} v(id) where not exists (
    select from ${l} where ${l.userId} = ${userId} and ${l.variantId} = v.id))`

/** What was bought leaves its buyer's cart. */
export async function removeBought(tx: Tx, userId: string, variantIds: string[]): Promise<void> {
  if (variantIds.length > 0) await tx.delete(l).where(and(eq(l.userId, userId), inArray(l.variantId, variantIds)))
}

/** What the storefront says of these variants at this moment. Throws a StorefrontError. */
export async function offersNow(runtime: Runtime, variantIds: string[]): Promise<Offers> {
  const found = variantIds.length > 0 ? await variantsByIds(runtime, variantIds) : []
  return new Map(
    found.map(({ id, pricePence, availableForSale, selectedOptions, product }) => [
      id,
      {
        ...{ productId: product.id, handle: product.handle, title: product.title, image: product.image },
        ...{ pricePence, availableForSale, selectedOptions },
      },
    ]),
  )
}

/** The same of what was read some seconds ago, as far as that goes: for what is only shown. Null while the storefront is away. */
export async function offersKnown(runtime: Runtime, variantIds: string[]): Promise<Offers | null> {
  if (variantIds.length === 0) return new Map()
  try {
    const offers: Offers = new Map()
    const { products } = await catalogue(runtime)
    for (const { id: productId, handle, title, images, variants } of products)
      for (const { id, pricePence, availableForSale, selectedOptions } of variants)
        if (variantIds.includes(id))
          offers.set(id, {
            ...{ productId, handle, title, image: images[0] ?? null },
            ...{ pricePence, availableForSale, selectedOptions },
          })
    const others = variantIds.filter(id => !offers.has(id))
    for (const [id, offer] of await offersNow(runtime, others)) offers.set(id, offer)
    return offers
  } catch (error) {
    return onFailure(runtime, 'what is in a cart could not be read from the storefront', () => null)(error)
  }
}

/** The lines as their person sees them; `offers` null: the storefront is away, and they show what was seen last. */
export const linesFor = (kept: KeptLine[], offers: Offers | null, buyer: Buyer): CartLine[] =>
  kept.map(({ variantId, productId, seen, ...requirement }) => {
    const offer = offers?.get(variantId)
    const { handle, title, pricePence, selectedOptions, image } = offer ?? seen
    return {
      ...{ variantId, quantity: lineQuantity, pricePence, selectedOptions },
      product: { id: productId, handle, title, image, requiredPoints: requirement.requiredPoints },
      whyNot: offer ? whyNotProduct.take(offer, requirement, buyer) : offers ? gone : away,
    }
  })

const gone = { code: 'PRODUCT_GONE', message: messages.gone }
const away = { code: 'STORE_AWAY', message: messages.away }
