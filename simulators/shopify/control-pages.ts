import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { button, controlPages, type Panel, panelOf } from '../frame/control.ts'
import { minute, money, table } from '../frame/page.ts'
import type { WebhookTarget } from '../frame/webhooks.ts'
import { ControlFailure, type ControlState, control, controlParams, controlState } from './control.ts'
import { isAvailable, selectProducts, titleOf } from './goods.ts'
import { refundedOf, selectOrders, statusOf, totalOf } from './orders.ts'
import { page, pages } from './page.ts'
import { type Simulator, transact } from './store.ts'

/** /dev/shopify for people, /dev/shopify/control for people's forms and for tests as JSON. */
export const shopifyControl = (simulator: Simulator, target: WebhookTarget): Hono =>
  controlPages({
    pages,
    panel,
    params: controlParams,
    state: () => controlState(simulator),
    control: order => control(simulator, target, order),
    failed: error =>
      error instanceof ControlFailure ? { status: 409, message: error.message, body: { error: error.message } } : null,
    show: c => showControl(simulator, c),
  })

const panel: Panel<ControlState> = {
  switches: {
    hold: ['Hold webhooks', 'Release webhooks'],
    down: ['Switch Shopify off (503)', 'Switch Shopify on'],
    paymentRequired: ['Freeze the shop (402)', 'Unfreeze the shop'],
    refuseCarts: ['Refuse carts', 'Take carts'],
    garbled: ['Answer with no JSON', 'Answer with JSON'],
  },
  numbers: { delaySeconds: 'Delay webhooks by (seconds)', slowMs: 'Answer later by (milliseconds)' },
  names: ['refund', 'refundPiece', 'repeat'],
}

interface MessageRow {
  id: string
  topic: string
  triggered_at: Date
  state: string
  attempts: number
  answer: string | null
}

async function showControl(simulator: Simulator, c: Context) {
  const state = await controlState(simulator)
  const { orders, products, messages } = await transact(simulator, async work => ({
    orders: await selectOrders(work, 'true', [], 'limit 30'),
    products: await selectProducts(work, 'true', [], 'limit 100'),
    messages: (
      await work.client.query<MessageRow>(
        'select * from simulator_shopify.deliveries order by simulator_shopify.deliveries.id desc limit 40',
      )
    ).rows,
  }))
  return page(
    c,
    'Shopify simulator',
    html`<div class="wide">
${panelOf(pages, panel, state)}
<h2>Recent orders</h2>
${table(
  ['Order', 'Paid', 'What', 'Amount', 'State', 'Action'],
  orders.map(order => [
    order.name,
    minute(order.createdAt),
    order.lines.map(({ title, quantity }) => (quantity > 1 ? `${quantity} × ${title}` : title)).join(', '),
    money(totalOf(order)),
    order.refunds.length > 0 ? `${statusOf(order)}, ${money(refundedOf(order))} back` : statusOf(order),
    statusOf(order) === 'REFUNDED'
      ? ''
      : html`${button(pages, 'refund', order.name, 'Refund')} ${button(pages, 'refundPiece', order.name, 'Refund one piece')}`,
  ]),
)}
<h2>Recent webhooks</h2>
${table(
  ['Webhook', 'Made', 'State', 'Action'],
  messages.map(message => [
    message.topic,
    minute(message.triggered_at),
    `${message.state}${message.answer ? ` (${message.answer})` : ''}, attempt ${message.attempts}`,
    button(pages, 'repeat', message.id, 'Deliver again'),
  ]),
)}
<h2>Goods</h2>
${table(
  ['Product', 'On sale', 'Price', 'Left'],
  products.map(product => [
    product.title,
    product.isPublished && product.status === 'ACTIVE' ? 'Yes' : 'No',
    money(Math.min(...product.variants.map(({ pricePence }) => pricePence))),
    product.variants
      .map(variant => `${titleOf(variant)}: ${isAvailable(variant) ? (variant.stock ?? 'not counted') : 'sold out'}`)
      .join('; '),
  ]),
)}
</div>`,
  )
}
