import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { ControlFailure, type ControlState, control, controlParams, controlState } from './control.ts'
import { isAvailable, selectProducts, titleOf } from './goods.ts'
import type { MessageTarget } from './messages.ts'
import { refundedOf, selectOrders, statusOf, totalOf } from './orders.ts'
import { inPounds, minute, page, table } from './page.ts'
import { type Simulator, transact } from './store.ts'

/** /dev/shopify for people, /dev/shopify/control for people's forms and for tests as JSON. */
export function controlPages(simulator: Simulator, target: MessageTarget): Hono {
  const app = new Hono()
  app.get('/dev/shopify', c => showControl(simulator, c))
  app.get('/dev/shopify/control', async c => c.json(await controlState(simulator)))
  app.post('/dev/shopify/control', async c => {
    const isJson = (c.req.header('content-type') ?? '').startsWith('application/json')
    const given = isJson ? await c.req.json().catch(() => null) : await readForm(c)
    const order = controlParams.safeParse(given)
    if (!order.success) return c.json({ error: order.error.issues[0]?.message }, 400)
    try {
      const state = await control(simulator, target, order.data)
      return isJson ? c.json(state) : c.redirect('/dev/shopify', 303)
    } catch (error) {
      if (!(error instanceof ControlFailure)) throw error
      if (isJson) return c.json({ error: error.message }, 409)
      return page(c, 'That did not work', html`<p>${error.message}</p><p><a href="/dev/shopify">Back</a></p>`, 409)
    }
  })
  return app
}

const switches = {
  hold: ['Hold webhooks', 'Release webhooks'],
  down: ['Switch Shopify off (503)', 'Switch Shopify on'],
  paymentRequired: ['Freeze the shop (402)', 'Unfreeze the shop'],
  refuseCarts: ['Refuse carts', 'Take carts'],
  garbled: ['Answer with no JSON', 'Answer with JSON'],
} as const satisfies Partial<Record<keyof ControlState, [string, string]>>

const numbers = { delaySeconds: 'Delay webhooks by (seconds)', slowMs: 'Answer later by (milliseconds)' } as const
const names = ['refund', 'refundPiece', 'repeat'] as const

async function readForm(c: Context): Promise<Record<string, unknown>> {
  const form = await c.req.parseBody()
  const field = (name: string) => (typeof form[name] === 'string' ? form[name] : '')
  const order: Record<string, unknown> = {}
  for (const name of Object.keys(switches)) if (field(name)) order[name] = field(name) === 'true'
  for (const name of Object.keys(numbers)) if (field(name)) order[name] = Number(field(name))
  for (const name of names) if (field(name)) order[name] = field(name)
  return order
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
<p>${state.pendingDeliveries} webhooks waiting, ${state.failedDeliveries} given up.</p>
<div class="row">
${Object.entries(switches).map(([name, [on, off]]) => {
  const isOn = state[name as keyof typeof switches]
  return button(name, String(!isOn), isOn ? off : on)
})}
</div>
<div class="row">
${Object.entries(numbers).map(
  ([name, label]) => html`<form method="post" action="/dev/shopify/control">
<div><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="number" min="0" value="${state[name as keyof typeof numbers]}"></div>
<button class="plain">Set</button>
</form>`,
)}
</div>
<h2>Recent orders</h2>
${table(
  ['Order', 'Paid', 'What', 'Amount', 'State', 'Action'],
  orders.map(order => [
    order.name,
    minute(order.createdAt),
    order.lines.map(({ title, quantity }) => (quantity > 1 ? `${quantity} × ${title}` : title)).join(', '),
    inPounds(totalOf(order)),
    order.refunds.length > 0 ? `${statusOf(order)}, ${inPounds(refundedOf(order))} back` : statusOf(order),
    statusOf(order) === 'REFUNDED'
      ? ''
      : html`${button('refund', order.name, 'Refund')} ${button('refundPiece', order.name, 'Refund one piece')}`,
  ]),
)}
<h2>Recent webhooks</h2>
${table(
  ['Webhook', 'Made', 'State', 'Action'],
  messages.map(message => [
    message.topic,
    minute(message.triggered_at),
    `${message.state}${message.answer ? ` (${message.answer})` : ''}, attempt ${message.attempts}`,
    button('repeat', message.id, 'Deliver again'),
  ]),
)}
<h2>Goods</h2>
${table(
  ['Product', 'On sale', 'Price', 'Left'],
  products.map(product => [
    product.title,
    product.isPublished && product.status === 'ACTIVE' ? 'Yes' : 'No',
    inPounds(Math.min(...product.variants.map(({ pricePence }) => pricePence))),
    product.variants
      .map(variant => `${titleOf(variant)}: ${isAvailable(variant) ? (variant.stock ?? 'not counted') : 'sold out'}`)
      .join('; '),
  ]),
)}
</div>`,
  )
}

function button(name: string, value: string, label: string) {
  return html`<form method="post" action="/dev/shopify/control">
<input type="hidden" name="${name}" value="${value}"><button class="plain">${label}</button></form>`
}
