import { and, eq, sql } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import type { StorefrontImage, StorefrontOption } from '#features/store/storefront/inputs.ts'
import { onFailure, productsByIds, refusedAs } from '#features/store/storefront/model.ts'
import { listPage, matching } from '#platform/db/list-page.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { whyNotEdit } from '#platform/edit.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forVisitor } from '#platform/rpc/procedures.ts'
import type { Runtime } from '#platform/runtime.ts'
import { accessChange, accessList, accessRef, messages, productRef } from './inputs.ts'
import { buyerOf, catalogue, productOf, requirementIn, requirementsOf } from './model.ts'
import {
  noRequirement,
  productFor,
  type Requirement,
  relatedTo,
  type StoreProduct,
  type StoreVariant,
  variantFor,
  whyNot,
} from './rules.ts'
import { productAccessRequirements as r } from './table.ts'

interface ProductPage {
  product: StoreProduct & {
    description: string
    images: StorefrontImage[]
    options: StorefrontOption[]
    variants: StoreVariant[]
  }
  related: StoreProduct[]
  points: number
  asOf: Date | null
}

/** What the external storefront sells, and what the house asks for it in points. Money in pence. */
export const products = {
  /**
   * The products of the storefront, up to 500, with what they ask of the person, who has `points` (SHOP-01…03, SHOP-08); `more`: it has others.
   * `asOf`: when it was so, while the storefront does not answer; null: it is so now. STORE_AWAY ("Failed to load store
   * data", SHOP-26); NOT_OPEN to visitors unless the setting opens the page (SHOP-13).
   */
  list: forVisitor
    .route({ method: 'GET', summary: 'Products of the store' })
    .handler(async ({ context: { runtime, db, fact, actor } }) => {
      demand(whyNot.look(actor, (await fact(settingsFact)).pagesOpenToVisitors))
      const { products, more, asOf } = await catalogue(runtime).catch(
        refusedAs(runtime, 'STORE_AWAY', messages.loadFailed),
      )
      const buyer = await buyerOf(db, actor)
      const known = await requirementsOf(
        db,
        products.map(({ id }) => id),
      )
      return {
        products: products.map(product => productFor(product, requirementIn(known, product.id), buyer)),
        points: buyer.points,
        ...{ more, asOf },
      }
    }),

  /**
   * One product with its pictures, options and variants, and up to four related ones (SHOP-05…08). `left` is the storefront's
   * real stock where fewer than ten are left (SHOP-07, decision 42). NOT_FOUND, PRODUCT_AWAY ("Failed to load product",
   * SHOP-26), NOT_OPEN as above.
   */
  one: forVisitor
    .route({ method: 'GET', summary: 'A product of the store' })
    .input(productRef)
    .handler(async ({ input: { handle }, context: { runtime, db, fact, actor } }): Promise<ProductPage> => {
      demand(whyNot.look(actor, (await fact(settingsFact)).pagesOpenToVisitors))
      const found = await productOf(runtime, handle)
      if (!found) throw notFound(messages.productNotFound)
      const { products, asOf } = await catalogue(runtime).catch(
        refusedAs(runtime, 'PRODUCT_AWAY', messages.productFailed),
      )
      const related = relatedTo(found, products)
      const buyer = await buyerOf(db, actor)
      const known = await requirementsOf(
        db,
        [found, ...related].map(({ id }) => id),
      )
      const { description, images, options, variants } = found
      return {
        product: {
          ...productFor(found, requirementIn(known, found.id), buyer),
          ...{ description, images, options, variants: variants.map(variantFor) },
        },
        related: related.map(product => productFor(product, requirementIn(known, product.id), buyer)),
        ...{ points: buyer.points, asOf },
      }
    }),

  /** What products ask for (PRD-14…17), by title, points or age; of those that ask for points, of none, or are exclusive. */
  access: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Access requirements of products' })
      .input(accessList)
      .handler(({ input: { q, kind, ...paging }, context: { db } }) => {
        const select = db
          .select(listed)
          .from(r)
          .where(and(kind && ofKind[kind], matching(q, r.productTitle)))
          .$dynamic()
        const { productTitle, requiredPoints, createdAt } = r
        return listPage(db, select, paging, { sort: { productTitle, requiredPoints, createdAt }, tie: r.id })
      }),
    {
      Product: row => row.productTitle,
      'Required points': row => row.requiredPoints,
      Exclusive: row => (row.isExclusive ? 'yes' : 'no'),
      Since: row => row.createdAt,
      Id: row => row.shopifyProductId,
    },
  ),

  /** Products of the storefront that a rule may be about, with what they ask for now; `more`: it has others. STORE_AWAY. */
  choices: forAdmin
    .route({ method: 'GET', summary: 'Products that may ask for points' })
    .handler(async ({ context: { runtime, db } }) => {
      const { products, more } = await catalogue(runtime).catch(refusedAs(runtime, 'STORE_AWAY', messages.loadFailed))
      const known = await requirementsOf(
        db,
        products.map(({ id }) => id),
      )
      const choices = products.map(({ id, title }) => ({
        ...{ shopifyProductId: id, title, hasRule: known.has(id) },
        ...requirementIn(known, id),
      }))
      return { products: choices, more }
    }),

  /**
   * Sets what a product asks for, whether it had a rule or not (PRD-16, PRD-17); what is in carts asks for it from now on, what
   * was checked out does not. Answers what stood there before: null without a rule. CHANGED_MEANWHILE; NOT_FOUND when neither the storefront nor the
   * house knows the product; STORE_AWAY.
   */
  saveAccess: forAdmin
    .route({ summary: 'Set what a product asks for' })
    .input(accessChange)
    .handler(async ({ input: { shopifyProductId, was, ...wanted }, context: { runtime, db, write } }) => {
      const productTitle = await titleOf(runtime, db, shopifyProductId)
      return write(async tx => {
        const { requiredPoints = noRequirement.requiredPoints, isExclusive = noRequirement.isExclusive } = wanted
        // Of two who make the first rule of a product at once the second one waits here, and finds it.
        const [made] = await tx
          .insert(r)
          .values({ shopifyProductId, productTitle, requiredPoints, isExclusive, createdAt: tx.now })
          .onConflictDoNothing()
          .returning({ id: r.id })
        const before = made ? null : await lockRule(tx, shopifyProductId)
        demand(whyNotEdit({ ...wanted, was }, before ?? noRequirement))
        if (before)
          await tx
            .update(r)
            .set({ productTitle, ...wanted })
            .where(eq(r.shopifyProductId, shopifyProductId))
        await tellChanged(tx)
        return { shopifyProductId, productTitle, before }
      })
    }),

  /** Takes a product's rule away: it is open to all (PRD-17). Answers what it was. NOT_FOUND. */
  removeAccess: forAdmin
    .route({ summary: 'Remove what a product asks for' })
    .input(accessRef)
    .handler(({ input: { shopifyProductId }, context: { write } }) =>
      write(async tx => {
        const [gone] = await tx
          .delete(r)
          .where(eq(r.shopifyProductId, shopifyProductId))
          .returning({ requiredPoints: r.requiredPoints, isExclusive: r.isExclusive })
        if (!gone) throw notFound()
        await tellChanged(tx)
        return { shopifyProductId, before: gone }
      }),
    ),
}

async function lockRule(tx: Tx, shopifyProductId: string): Promise<Requirement> {
  const [rule] = await tx
    .select({ requiredPoints: r.requiredPoints, isExclusive: r.isExclusive })
    .from(r)
    .where(eq(r.shopifyProductId, shopifyProductId))
    .for('update')
  if (!rule) throw notFound(messages.productNotFound)
  return rule
}

/** Everybody who looks at the store sees it change, their cart and the office. */
async function tellChanged(tx: Tx): Promise<void> {
  for (const topic of ['products', 'shopCart'])
    await tx.announce({ to: 'everyone', topic, kind: 'product-access.changed' })
}

/** What the storefront calls a product; while it is away, or has it no more, what it was called when its rule was saved. */
async function titleOf(runtime: Runtime, db: Reader, productId: string): Promise<string> {
  const [row] = await db.select({ title: r.productTitle }).from(r).where(eq(r.shopifyProductId, productId))
  const instead = row
    ? onFailure(runtime, 'a product of the storefront could not be read', () => [])
    : refusedAs(runtime, 'STORE_AWAY', messages.loadFailed)
  const [found] = await productsByIds(runtime, [productId]).catch(instead)
  const title = found?.title ?? row?.title
  if (title === undefined) throw notFound(messages.productNotFound)
  return title
}

const listed = {
  id: r.id,
  shopifyProductId: r.shopifyProductId,
  productTitle: r.productTitle,
  requiredPoints: r.requiredPoints,
  isExclusive: r.isExclusive,
  createdAt: r.createdAt,
}
const ofKind = {
  points: sql`${r.requiredPoints} > 0`,
  open: eq(r.requiredPoints, 0),
  exclusive: eq(r.isExclusive, true),
}
