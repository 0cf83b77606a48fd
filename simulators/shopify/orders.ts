import { type Attribute, readCart } from './carts.ts'
import { productsOfVariants, storeProduct, titleOf } from './goods.ts'
import { queueMessage } from './messages.ts'
import { nextNumber, type Work } from './store.ts'

export interface OrderLine {
  number: number
  product: number
  variant: number
  title: string
  variantTitle: string
  sku: string
  quantity: number
  refunded: number
  pricePence: number
}

export interface Refund {
  number: number
  pence: number
  lines: { line: number; quantity: number }[]
  at: string
}

export interface Order {
  id: number
  /** As people read it: #1001. */
  name: string
  cartToken: string | null
  createdAt: Date
  lines: OrderLine[]
  attributes: Attribute[]
  refunds: Refund[]
  channel: string
}

export const totalOf = ({ lines }: Order) => lines.reduce((sum, line) => sum + line.pricePence * line.quantity, 0)
export const refundedOf = ({ refunds }: Order) => refunds.reduce((sum, { pence }) => sum + pence, 0)

export function statusOf(order: Order): 'PAID' | 'PARTIALLY_REFUNDED' | 'REFUNDED' {
  if (order.refunds.length === 0) return 'PAID'
  return order.lines.every(({ quantity, refunded }) => refunded >= quantity) ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
}

interface Row {
  id: string
  number: string
  cart_token: string | null
  body: Pick<Order, 'lines' | 'attributes' | 'refunds' | 'channel'>
  created_at: Date
}

/** Orders, newest first, that this holds for: SQL over the table with `$1`… for `values`. */
export async function selectOrders(work: Work, where: string, values: unknown[], more = ''): Promise<Order[]> {
  const { rows } = await work.client.query<Row>(
    `select * from simulator_shopify.orders where ${where} order by created_at desc, id desc ${more}`,
    values,
  )
  return rows.map(({ id, number, cart_token, body, created_at }) => ({
    ...body,
    id: Number(id),
    name: `#${number}`,
    cartToken: cart_token,
    createdAt: created_at,
  }))
}

export const orderOfCart = async (work: Work, token: string): Promise<Order | null> =>
  (await selectOrders(work, 'cart_token = $1', [token]))[0] ?? null

export type Payment = { order: Order } | { refused: 'empty' | 'soldOut' } | null

/** Pays for a cart: its order, with what is sold taken from the stock, and the message that it was paid. Once, however often it is asked for. */
export async function payCart(work: Work, token: string, channel = ''): Promise<Payment> {
  const cart = await readCart(work, token, true)
  if (!cart) return null
  const paid = await orderOfCart(work, token)
  if (paid) return { order: paid }
  if (cart.lines.length === 0) return { refused: cart.gone > 0 ? 'soldOut' : 'empty' }
  const isThere = cart.lines.every(({ of, quantity }) => of.variant.stock === null || of.variant.stock >= quantity)
  if (!isThere || cart.gone > 0) return { refused: 'soldOut' }
  const lines: OrderLine[] = []
  for (const { of, quantity, pricePence } of cart.lines) {
    const { product, variant } = of
    if (variant.stock !== null) variant.stock -= quantity
    lines.push({
      number: await nextNumber(work),
      product: product.number,
      variant: variant.number,
      title: product.title,
      variantTitle: titleOf(variant),
      sku: variant.sku,
      quantity,
      refunded: 0,
      pricePence,
    })
  }
  for (const product of new Set(cart.lines.map(({ of }) => of.product))) await storeProduct(work, product)
  const body = { lines, attributes: cart.attributes, refunds: [], channel }
  await work.client.query('insert into simulator_shopify.orders (cart_token, body, created_at) values ($1, $2, $3)', [
    token,
    JSON.stringify(body),
    work.now,
  ])
  const order = (await orderOfCart(work, token))!
  await queueMessage(work, 'orders/paid', orderMessage(order))
  return { order }
}

/** Gives back what is left of an order, or one piece of it; `null` when there is nothing left. Says so in a message. */
export async function refundOrder(work: Work, where: string, which: 'rest' | 'piece'): Promise<Order | null> {
  const [order] = await selectOrders(
    work,
    `'#' || number = $1 or 'gid://shopify/Order/' || id = $1`,
    [where],
    'for update',
  )
  if (!order) return null
  const left = order.lines.filter(({ quantity, refunded }) => quantity > refunded)
  const given = (which === 'rest' ? left : left.slice(0, 1)).map(line => ({
    line,
    quantity: which === 'rest' ? line.quantity - line.refunded : 1,
  }))
  if (given.length === 0) return null
  const refund: Refund = {
    number: await nextNumber(work),
    pence: given.reduce((sum, { line, quantity }) => sum + line.pricePence * quantity, 0),
    lines: given.map(({ line, quantity }) => ({ line: line.number, quantity })),
    at: work.now.toISOString(),
  }
  for (const { line, quantity } of given) line.refunded += quantity
  order.refunds.push(refund)
  const { id, lines, attributes, refunds, channel } = order
  await work.client.query('update simulator_shopify.orders set body = $2 where id = $1', [
    id,
    JSON.stringify({ lines, attributes, refunds, channel }),
  ])
  const products = await productsOfVariants(
    work,
    given.map(({ line }) => line.variant),
    true,
  )
  for (const product of products) {
    for (const { line, quantity } of given) {
      const variant = product.variants.find(each => each.number === line.variant)
      if (variant && variant.stock !== null) variant.stock += quantity
    }
    await storeProduct(work, product)
  }
  await queueMessage(work, 'refunds/create', refundMessage(order, refund))
  return order
}

const pounds = (pence: number) => (pence / 100).toFixed(2)

/** The body of `orders/paid`, as Shopify writes it. */
function orderMessage(order: Order): object {
  const total = pounds(totalOf(order))
  const at = order.createdAt.toISOString()
  return {
    id: order.id,
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    cart_token: order.cartToken,
    created_at: at,
    currency: 'GBP',
    current_total_price: total,
    financial_status: 'paid',
    name: order.name,
    note: null,
    note_attributes: order.attributes.map(({ key, value }) => ({ name: key, value })),
    order_number: Number(order.name.slice(1)),
    processed_at: at,
    source_name: 'web',
    subtotal_price: total,
    tags: '',
    test: true,
    total_price: total,
    updated_at: at,
    line_items: order.lines.map(line => ({
      id: line.number,
      admin_graphql_api_id: `gid://shopify/LineItem/${line.number}`,
      current_quantity: line.quantity - line.refunded,
      name: line.variantTitle === 'Default Title' ? line.title : `${line.title} - ${line.variantTitle}`,
      price: pounds(line.pricePence),
      product_id: line.product,
      quantity: line.quantity,
      sku: line.sku,
      title: line.title,
      variant_id: line.variant,
      variant_title: line.variantTitle,
    })),
  }
}

/** The body of `refunds/create`: it names its order by number only. */
function refundMessage(order: Order, refund: Refund): object {
  return {
    id: refund.number,
    admin_graphql_api_id: `gid://shopify/Refund/${refund.number}`,
    order_id: order.id,
    created_at: refund.at,
    processed_at: refund.at,
    note: null,
    restock: true,
    refund_line_items: refund.lines.map(({ line, quantity }) => ({
      line_item_id: line,
      quantity,
      restock_type: 'return',
      subtotal: Number(pounds((order.lines.find(({ number }) => number === line)?.pricePence ?? 0) * quantity)),
    })),
    transactions: [{ amount: pounds(refund.pence), currency: 'GBP', kind: 'refund', status: 'success', test: true }],
  }
}
