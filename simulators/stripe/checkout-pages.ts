import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Stripe } from 'stripe'
import { formOf, money } from '../frame/page.ts'
import { type SessionExtra, sessionItems } from './checkout.ts'
import { payCheckout, successUrl } from './checkout-payment.ts'
import { cardFields, declineNotice, notFound, page } from './page.ts'
import { linkItems, openLinkSession } from './payment-links.ts'
import { idOf } from './samples.ts'
import { extraOf, find, type Simulator, transact } from './store.ts'

/** The hosted checkout and the page of a payment link. */
export function checkoutPages(simulator: Simulator): Hono {
  const app = new Hono()
  app.get('/dev/stripe/checkout/:id', c => showCheckout(simulator, c, c.req.param('id')))
  app.post('/dev/stripe/checkout/:id', async c => {
    const id = c.req.param('id')
    const field = await formOf(c)
    const outcome = await transact(simulator, async work => {
      if (!(await find(work, 'checkout.session', id))) return null
      return payCheckout(work, id, {
        cvc: field('cvc'),
        email: field('email'),
        expiry: field('expiry'),
        name: field('name'),
        number: field('number'),
      })
    })
    if (!outcome) return notFound(c)
    const here = `/dev/stripe/checkout/${id}`
    if (outcome.kind === 'declined') return c.redirect(`${here}?declined=${outcome.code}#problem`, 303)
    return c.redirect((outcome.session.status === 'complete' && successUrl(outcome.session)) || here, 303)
  })

  app.get('/dev/stripe/link/:id', async c => {
    const id = c.req.param('id')
    const found = await transact(simulator, async work => {
      const link = await find(work, 'payment_link', id)
      return link && { link, items: (await linkItems(work, id)).data }
    })
    if (!found) return notFound(c)
    if (!found.link.active) {
      const message = found.link.inactive_message ?? 'This payment link is no longer active.'
      return page(c, 'Link inactive', html`<p>${message}</p>`)
    }
    const total = found.items.reduce((sum, item) => sum + item.amount_total, 0)
    return page(
      c,
      `Pay ${money(total, found.link.currency)}`,
      html`${summary(found.items, 0)}
<form method="post">
<input type="hidden" name="reference" value="${c.req.query('client_reference_id') ?? ''}">
<input type="hidden" name="email" value="${c.req.query('prefilled_email') ?? ''}">
<button class="pay">Continue to payment</button>
</form>`,
    )
  })
  app.post('/dev/stripe/link/:id', async c => {
    const field = await formOf(c)
    const session = await transact(simulator, async work => {
      const link = await find(work, 'payment_link', c.req.param('id'))
      if (!link?.active) return null
      return openLinkSession(work, link.id, {
        email: field('email') || null,
        reference: field('reference').slice(0, 200) || null,
      })
    })
    return session ? c.redirect(`/dev/stripe/checkout/${session.id}`, 303) : notFound(c)
  })
  return app
}

async function showCheckout(simulator: Simulator, c: Context, id: string) {
  const shown = await transact(simulator, async work => {
    const session = await find(work, 'checkout.session', id)
    if (!session) return null
    const customerId = idOf(session.customer)
    const linkId = idOf(session.payment_link)
    return {
      session,
      customer: customerId ? await find(work, 'customer', customerId) : null,
      entered: (await extraOf<SessionExtra>(work, id)).entered,
      items: (await sessionItems(work, id)).data,
      link: linkId ? await find(work, 'payment_link', linkId) : null,
    }
  })
  if (!shown) return notFound(c)
  const { session, customer, entered, items, link } = shown
  if (session.status === 'complete') return thanks(c, session, link)
  const back = session.cancel_url ? html`<p><a href="${session.cancel_url}">Back</a></p>` : ''
  if (session.status === 'expired' || session.expires_at * 1000 <= simulator.now().getTime()) {
    return page(c, 'Checkout expired', html`<p>This checkout session has expired. Nothing was paid.</p>${back}`)
  }
  const email = customer?.email ?? session.customer_email ?? null
  const isSubscription = session.mode === 'subscription'
  const amount = money(session.amount_total, session.currency)
  return page(
    c,
    isSubscription ? `Subscribe: ${amount} due today` : `Pay ${amount}`,
    html`${back}
${summary(items, session.total_details?.amount_discount ?? 0)}
<h2>Pay by card</h2>
${declineNotice(c)}
<form method="post" action="/dev/stripe/checkout/${session.id}">
<label for="email">Email</label>
<input id="email" name="email" type="email" value="${email ?? entered?.email ?? ''}" ${email ? 'readonly' : ''} autocomplete="off" maxlength="300" required>
${cardFields(entered?.name ?? customer?.name ?? 'Test Person')}
<button class="pay">${isSubscription ? 'Subscribe' : `Pay ${amount}`}</button>
</form>
<p class="soft">Test cards: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0000 0000 9995 has
insufficient funds, 4000 0000 0000 0341 pays now and fails at the next renewal.</p>`,
  )
}

function thanks(c: Context, session: Stripe.Checkout.Session, link: Stripe.PaymentLink | null) {
  const message = link?.after_completion.hosted_confirmation?.custom_message ?? 'Your payment has been received.'
  const next = successUrl(session)
  return page(
    c,
    'Thanks for your payment',
    html`<p>${message}</p>${next ? html`<p><a href="${next}">Continue</a></p>` : ''}`,
  )
}

function summary(items: Stripe.LineItem[], discount: number) {
  const currency = items[0]?.currency ?? 'gbp'
  const every = (item: Stripe.LineItem) => (item.price?.recurring ? ` / ${item.price.recurring.interval}` : '')
  return html`<table>
<thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col" class="amount">Amount</th></tr></thead>
<tbody>
${items.map(
  item => html`<tr><td>${item.description}</td><td>${item.quantity}</td>
<td class="amount">${money(item.amount_subtotal, item.currency)}${every(item)}</td></tr>`,
)}
${discount ? html`<tr><td colspan="2">Discount</td><td class="amount">−${money(discount, currency)}</td></tr>` : ''}
</tbody>
</table>`
}
