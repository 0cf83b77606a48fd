import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { movePoints } from '#features/membership/points/model.ts'
import { productAccessRequirements } from '#features/store/products/table.ts'
import { member, type Person } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'
import { pressPayInShop, shopControl, stockShop } from './shop.ts'

export interface Ware {
  productId: string
  variantId: string
  variantIds: string[]
  handle: string
}

/** A product of the storefront, for so many points if told. */
export async function stocked(
  app: TestApp,
  {
    points = 0,
    isExclusive = false,
    ...goods
  }: { points?: number; isExclusive?: boolean } & Partial<Parameters<typeof stockShop>[1]> = {},
): Promise<Ware> {
  const handle = goods.handle ?? `ware-${randomUUID()}`
  const { id, variantIds } = await stockShop(app, { ...goods, handle })
  if (points > 0 || isExclusive) {
    const rule = {
      shopifyProductId: id,
      productTitle: goods.title ?? 'Linen apron',
      requiredPoints: points,
      isExclusive,
    }
    await app.write(tx => tx.insert(productAccessRequirements).values(rule))
  }
  return { productId: id, variantId: variantIds[0]!, variantIds, handle }
}

/** So many more like it on the storefront's shelf, each put there after the one before; what was read of it before is old by then. */
export async function copies(app: TestApp, { productId }: Ware, count: number): Promise<void> {
  await app.sql(
    `insert into simulator_shopify.products (id, handle, body, is_published, created_at, updated_at)
     select nextval('simulator_shopify.numbers'), gen_random_uuid(), body, is_published,
       $3::timestamptz + n * interval '1 millisecond', updated_at
     from simulator_shopify.products, generate_series(1, $2::int) n where id = $1::bigint`,
    [productId.split('/').at(-1), count, app.clock.now()],
  )
  lookAgain(app)
}

/** The same; whatever was read of the storefront before is old by then. */
export async function ware(app: TestApp, goods: Parameters<typeof stocked>[1] = {}): Promise<Ware> {
  const made = await stocked(app, goods)
  lookAgain(app)
  return made
}

/** So long that what was read of the storefront is read again. */
export const lookAgain = (app: TestApp) => app.clock.advance(16_000)

export async function givePoints(app: TestApp, who: Person, amount: number): Promise<void> {
  const move = { userId: who.id, type: 'bonus', description: 'For helping out', ref: `gift:${randomUUID()}` } as const
  if (amount > 0) await app.write(tx => movePoints(tx, { ...move, amount }))
}

/** A member with so many points. */
export async function saver(app: TestApp, points: number): Promise<Person> {
  const who = await member(app)
  await givePoints(app, who, points)
  return who
}

/** Puts these into their cart and checks out; the order, and the storefront's page for it. */
export async function checkedOut(app: TestApp, who: Person, ...wares: Ware[]) {
  for (const { variantId } of wares) await app.as(who).shopCart.add({ variantId })
  return app.as(who).shopOrders.checkout({})
}

/** Lets every message of the storefront arrive and every job run. */
export async function storeQuiet(app: TestApp): Promise<void> {
  for (const until = Date.now() + 25_000; Date.now() < until; ) {
    while ((await shopControl(app, {})).pendingDeliveries > 0 && Date.now() < until) await pause(10)
    if ((await app.runJobs()) === 0 && (await shopControl(app, {})).pendingDeliveries === 0) return
  }
}

/** Something of the store lies in their cart. */
export async function filledCart(app: TestApp, who: Person): Promise<{ variantId: string }> {
  const { variantId } = await stocked(app)
  await app.as(who).shopCart.add({ variantId })
  return { variantId }
}

/** Pays at the storefront and lets everything happen that follows. */
export async function payInStore(app: TestApp, url: string): Promise<void> {
  await pressPayInShop(url)
  await storeQuiet(app)
}

/** A paid order of theirs. */
export async function bought(app: TestApp, who: Person, ...wares: Ware[]): Promise<string> {
  const { orderId, url } = await checkedOut(app, who, ...wares)
  await payInStore(app, url)
  return orderId
}

/** What the storefront calls an order of ours. */
export async function nameAtStore(app: TestApp, orderId: string): Promise<string> {
  const [row] = await app.sql<{ name: string }>('select shopify_order_name as name from shopify_orders where id = $1', [
    orderId,
  ])
  return row!.name
}

/** The store's jobs that run by the clock, as once a minute. */
export async function watchStore(app: TestApp): Promise<void> {
  await app.write(tx => tx.enqueue({ name: 'store.watch', payload: z.object({}) }, {}))
  await app.runJobs()
}
