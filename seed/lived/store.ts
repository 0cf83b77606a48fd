import { randomUUID } from 'node:crypto'
import { asc, desc, eq, like } from 'drizzle-orm'
import pg from 'pg'
import { movePoints } from '#features/membership/points/model.ts'
import { userPoints } from '#features/membership/points/table.ts'
import { pendingMinutes, type ShopOrderItem } from '#features/store/orders/inputs.ts'
import { closeUnpaid, settle } from '#features/store/orders/model.ts'
import { shopifyOrders } from '#features/store/orders/table.ts'
import { productAccessRequirements } from '#features/store/products/table.ts'
import type { StorefrontOrder } from '#features/store/storefront/inputs.ts'
import { user } from '#platform/db/tables.ts'
import { type Cause, transact } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import { createCart } from '#simulators/shopify/carts.ts'
import { findVariant, productsOfVariants } from '#simulators/shopify/goods.ts'
import { payCart, refundOrder } from '#simulators/shopify/orders.ts'
import type { Work } from '#simulators/shopify/store.ts'
import type { StockedWare } from '../goods.ts'

/** What the house asks for: three things by points, one of them exclusive as well. */
const rules = [
  { handle: 'open-studio-print', productTitle: 'Open studio print', requiredPoints: 6, isExclusive: false },
  { handle: 'founders-tee', productTitle: 'Founders’ tee', requiredPoints: 12, isExclusive: true },
  { handle: 'recording-evening', productTitle: 'Recording evening for two', requiredPoints: 20, isExclusive: false },
]

type Ending = 'paid' | 'late' | 'refunded' | 'partly' | 'pending' | 'expired' | 'failed'

/** Who of those with most points bought what, how long ago, and what became of it. */
const purchases: { by: number; minutesAgo: number; handles: string[]; ending: Ending }[] = [
  { by: 0, minutesAgo: 41_000, handles: ['open-studio-print', 'dot-notebook'], ending: 'paid' },
  { by: 1, minutesAgo: 30_500, handles: ['studio-mug'], ending: 'paid' },
  { by: 2, minutesAgo: 26_100, handles: ['open-studio-print'], ending: 'refunded' },
  { by: 3, minutesAgo: 18_700, handles: ['market-tote', 'sauna-soap', 'pin-set'], ending: 'partly' },
  { by: 1, minutesAgo: 12_300, handles: ['founders-tee'], ending: 'paid' },
  { by: 4, minutesAgo: 9_900, handles: ['live-at-the-house'], ending: 'expired' },
  { by: 5, minutesAgo: 7_400, handles: ['five-panel-cap'], ending: 'late' },
  { by: 2, minutesAgo: 4_200, handles: ['printers-apron'], ending: 'failed' },
  { by: 6, minutesAgo: 2_900, handles: ['open-studio-print'], ending: 'paid' },
  { by: 7, minutesAgo: 12, handles: ['sauna-candle'], ending: 'pending' },
]

/**
 * What the store asks for in points, and its purchases of the last month, settled by the same rules as a real one and kept in the
 * books of the simulated storefront. `memberId`: who can sign in has points for some of it. Once, where the storefront is simulated.
 */
export async function seedStore(
  runtime: Runtime,
  cause: Cause,
  { databaseUrl, goods, memberId }: { databaseUrl: string; goods: StockedWare[]; memberId: string },
): Promise<void> {
  const [done] = await runtime.db.select({ id: productAccessRequirements.id }).from(productAccessRequirements).limit(1)
  if (done || goods.length === 0) return
  const ware = (handle: string) => goods.find(each => each.handle === handle)!
  const buyers = await runtime.db
    .select({ id: userPoints.userId })
    .from(userPoints)
    .innerJoin(user, eq(user.id, userPoints.userId))
    .where(like(user.email, '%@members.example'))
    .orderBy(desc(userPoints.totalPoints), asc(user.email))
    .limit(8)
  await transact(runtime, cause, async tx => {
    await tx
      .insert(productAccessRequirements)
      .values(rules.map(({ handle, ...rule }) => ({ ...rule, shopifyProductId: ware(handle).id, createdAt: tx.now })))
    const move = { userId: memberId, type: 'bonus', description: 'Helped to hang the autumn show' } as const
    await movePoints(tx, { ...move, amount: 8, ref: `seed:store:${memberId}` })
  })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, application_name: 'exchange seed' })
  try {
    for (const { by, minutesAgo, handles, ending } of purchases) {
      const buyer = buyers[by]
      if (!buyer) continue
      const at = new Date(cause.now.getTime() - minutesAgo * 60_000)
      const variantIds = handles.map(handle => ware(handle).variantIds[0]!)
      await buy({ runtime, cause, pool, userId: buyer.id, variantIds, at, ending })
    }
    // Whatever these purchases would have told is known already.
    await pool.query(`update simulator_shopify.deliveries set state = 'delivered' where state = 'pending'`)
  } finally {
    await pool.end()
  }
}

interface Purchase {
  runtime: Runtime
  cause: Cause
  pool: pg.Pool
  userId: string
  variantIds: string[]
  at: Date
  ending: Ending
}

async function buy({ runtime, cause, pool, userId, variantIds, at, ending }: Purchase): Promise<void> {
  const orderId = randomUUID()
  const work = (now: Date): Work => ({ client: pool as unknown as Work['client'], now })
  const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
  const items = await itemsOf(runtime, work(at), variantIds)
  const made = await createCart(
    work(at),
    variantIds.map(merchandiseId => ({ merchandiseId, quantity: 1 })),
    [{ key: 'reference', value: orderId }],
  )
  if ('refused' in made) throw new Error(`the storefront does not sell this: ${made.refused}`)
  const hasPage = ending !== 'failed'
  const url = `${runtime.env.publicUrl}/dev/shopify/cart/c/${made.token}?key=${made.key}&channel=online_store`
  await runtime.db.insert(shopifyOrders).values({
    ...{ id: orderId, userId, orderItems: items, createdAt: at, expiresAt: later(pendingMinutes) },
    totalPointsRequired: items.reduce((sum, { pointsRequired }) => sum + pointsRequired, 0),
    totalPence: items.reduce((sum, { pricePence }) => sum + pricePence, 0),
    checkoutId: hasPage ? `gid://shopify/Cart/${made.token}?key=${made.key}` : null,
    checkoutUrl: hasPage ? url : null,
  })
  if (ending === 'pending') return
  if (ending !== 'paid' && ending !== 'refunded' && ending !== 'partly')
    await transact(runtime, { ...cause, now: later(pendingMinutes) }, tx => closeUnpaid(tx, orderId))
  if (ending === 'expired' || ending === 'failed') return
  const paidAt = later(ending === 'late' ? pendingMinutes + 14 : 3)
  const paid = await payCart(work(paidAt), made.token, 'online_store')
  if (!paid || 'refused' in paid) throw new Error('the storefront does not take this purchase')
  const { id, name, lines } = paid.order
  const found = {
    ...{ id: `gid://shopify/Order/${id}`, name, reference: orderId, createdAt: paidAt, paidAt },
    totalPence: lines.reduce((sum, { pricePence, quantity }) => sum + pricePence * quantity, 0),
    refundedPence: 0,
    lines: lines.map(({ variant, title, quantity, pricePence }) => ({
      ...{ variantId: `gid://shopify/ProductVariant/${variant}`, productId: null, title },
      ...{ quantity, currentQuantity: quantity, pricePence },
    })),
  }
  const tell = (status: StorefrontOrder['status'], now: Date) =>
    transact(runtime, { ...cause, now }, tx => settle(tx, orderId, { ...found, status }))
  await tell('paid', paidAt)
  if (ending !== 'refunded' && ending !== 'partly') return
  const refundedAt = later(3_000)
  await refundOrder(work(refundedAt), name, ending === 'refunded' ? 'rest' : 'piece')
  await tell(ending === 'refunded' ? 'refunded' : 'partlyRefunded', refundedAt)
}

/** What a cart of these says when it is checked out. */
async function itemsOf(runtime: Runtime, work: Work, variantIds: string[]): Promise<ShopOrderItem[]> {
  const numbers = variantIds.map(id => Number(id.split('/').at(-1)))
  const products = await productsOfVariants(work, numbers)
  const known = await runtime.db.select().from(productAccessRequirements)
  return variantIds.map(variantId => {
    const { product, variant } = findVariant(products, variantId)!
    const productId = `gid://shopify/Product/${product.number}`
    const [picture] = product.pictures
    return {
      ...{ productId, productTitle: product.title, variantId, quantity: 1, handle: product.handle },
      pointsRequired: known.find(rule => rule.shopifyProductId === productId)?.requiredPoints ?? 0,
      pricePence: variant.pricePence,
      selectedOptions: product.options.flatMap(({ name }, at) =>
        name === 'Title' ? [] : [{ name, value: variant.values[at]! }],
      ),
      image: picture
        ? { url: runtime.env.publicUrl + picture.url, alt: picture.alt, width: picture.width, height: picture.height }
        : null,
    }
  })
}
