import { and, eq } from 'drizzle-orm'
import { buyerOf, requirementIn, requirementsOf } from '#features/store/products/model.ts'
import { whyNot as whyNotProduct } from '#features/store/products/rules.ts'
import { refusedAs } from '#features/store/storefront/model.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forMember, forSignedIn } from '#platform/rpc/procedures.ts'
import { lineRef, messages } from './inputs.ts'
import { offersNow } from './model.ts'
import { whyNot } from './rules.ts'
import { shopCartLines as l } from './table.ts'

/** The cart of the store, kept on the server: it is the same on every device and in every tab. What all of it comes to: store/orders. */
export const shopCart = {
  /** How many things lie in the own cart, for the button that opens it; asks the storefront nothing. */
  count: forSignedIn
    .route({ method: 'GET', summary: 'How many things lie in the own cart of the store' })
    .handler(async ({ context: { db, actor } }) => ({ lines: await db.$count(l, eq(l.userId, actor.userId)) })),

  /**
   * Puts a variant in the own cart; one that lies there stays once. INSUFFICIENT_POINTS ("You need N points to access this
   * product", SHOP-14), SOLD_OUT (SHOP-17), NOT_FOUND, CART_FULL, STORE_AWAY.
   */
  add: forMember
    .route({ summary: 'Put a product in the cart of the store' })
    .input(lineRef)
    .handler(async ({ input: { variantId }, context: { runtime, db, actor, write } }) => {
      const offers = await offersNow(runtime, [variantId]).catch(refusedAs(runtime, 'STORE_AWAY', messages.away))
      const offer = offers.get(variantId)
      if (!offer) throw notFound(messages.gone)
      const { productId, availableForSale, ...seen } = offer
      const buyer = await buyerOf(db, actor)
      const requirement = requirementIn(await requirementsOf(db, [productId]), productId)
      return write(async tx => {
        demand(whyNotProduct.take({ availableForSale }, requirement, buyer))
        await lockCart(tx, actor.userId)
        await tx
          .insert(l)
          .values({ userId: actor.userId, variantId, productId, seen, createdAt: tx.now })
          .onConflictDoUpdate({ target: [l.userId, l.variantId], set: { productId, seen } })
        return tellCart(tx, actor.userId)
      })
    }),

  /** Takes a variant out of the own cart; `add` puts it back. */
  remove: forSignedIn
    .route({ summary: 'Take a product out of the cart of the store' })
    .input(lineRef)
    .handler(({ input: { variantId }, context: { actor, write } }) =>
      write(async tx => {
        await tx.delete(l).where(and(eq(l.userId, actor.userId), eq(l.variantId, variantId)))
        return tellCart(tx, actor.userId)
      }),
    ),
}

/** Whoever fills a cart waits here for the others who fill the same one: together they put no more in than it holds. */
const lockCart = (tx: Tx, userId: string) =>
  tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update')

async function tellCart(tx: Tx, userId: string): Promise<{ lines: number }> {
  const lines = await tx.$count(l, eq(l.userId, userId))
  demand(whyNot.keep(lines))
  await tx.announce({ to: { userId }, kind: 'shop-cart.changed' })
  return { lines }
}
