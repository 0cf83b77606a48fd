import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { money } from '../frame/page.ts'
import { type CartLine, readCart } from './carts.ts'
import { titleOf } from './goods.ts'
import { type Order, orderOfCart, payCart, totalOf } from './orders.ts'
import { notFound, page } from './page.ts'
import { type Simulator, transact } from './store.ts'

/** The hosted checkout: pay with one press, or leave. What its address carries beside the cart's key stays in it. */
export function checkoutPages(simulator: Simulator): Hono {
  const app = new Hono()
  app.get('/dev/shopify/cart/c/:token', c => show(simulator, c))
  app.post('/dev/shopify/cart/c/:token', async c => {
    const { token } = c.req.param()
    const isKnown = await transact(simulator, async work => (await readCart(work, token))?.key === c.req.query('key'))
    if (!isKnown) return notFound(c)
    const channel = (c.req.query('channel') ?? '').slice(0, 100).replaceAll('\0', '')
    const paid = await transact(simulator, work => payCart(work, token, channel))
    if (!paid) return notFound(c)
    const { pathname, search } = new URL(c.req.url)
    return 'refused' in paid ? refused(simulator, c, paid.refused) : c.redirect(`${pathname}${search}`, 303)
  })
  return app
}

async function show(simulator: Simulator, c: Context) {
  const { token = '' } = c.req.param() as Record<string, string>
  const found = await transact(simulator, async work => {
    const cart = await readCart(work, token)
    return cart && cart.key === c.req.query('key') ? { cart, order: await orderOfCart(work, token) } : null
  })
  if (!found) return notFound(c)
  const { cart, order } = found
  if (order) return thanks(simulator, c, order)
  if (cart.lines.length === 0) return refused(simulator, c, cart.gone > 0 ? 'soldOut' : 'empty')
  const total = money(cart.lines.reduce((sum, { pricePence, quantity }) => sum + pricePence * quantity, 0))
  const { search } = new URL(c.req.url)
  return page(
    c,
    `Pay ${total}`,
    html`${lines(cart.lines.map(rowOf))}
<form method="post" action="/dev/shopify/cart/c/${cart.token}${search}">
<button class="pay">Pay ${total}</button>
</form>
<p><a href="${simulator.shopUrl}">Leave without paying</a></p>`,
  )
}

function thanks(simulator: Simulator, c: Context, order: Order) {
  return page(
    c,
    'Thank you for your purchase',
    html`<p>Order ${order.name} is paid: ${money(totalOf(order))}.</p>
${lines(order.lines.map(line => [nameOf(line.title, line.variantTitle), line.quantity, line.pricePence * line.quantity]))}
<p><a href="${simulator.shopUrl}">Continue shopping</a></p>`,
  )
}

const problems = {
  empty: ['Your cart is empty', 'There is nothing to pay for.'],
  soldOut: ['Something is sold out', 'Part of your cart is no longer there. Nothing was paid.'],
} as const

function refused(simulator: Simulator, c: Context, why: keyof typeof problems) {
  const [title, words] = problems[why]
  return page(c, title, html`<p>${words}</p><p><a href="${simulator.shopUrl}">Continue shopping</a></p>`, 409)
}

type Row = [name: string, quantity: number, pence: number]

const rowOf = ({ of, quantity, pricePence }: CartLine): Row => [
  nameOf(of.product.title, titleOf(of.variant)),
  quantity,
  pricePence * quantity,
]

const nameOf = (title: string, variant: string) => (variant === 'Default Title' ? title : `${title}, ${variant}`)

function lines(rows: Row[]) {
  return html`<table>
<thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col" class="amount">Amount</th></tr></thead>
<tbody>
${rows.map(
  ([name, quantity, pence]) =>
    html`<tr><td>${name}</td><td>${quantity}</td><td class="amount">${money(pence)}</td></tr>`,
)}
</tbody>
</table>`
}
