import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Stripe } from 'stripe'
import { formOf, money } from '../frame/page.ts'
import { createPaymentMethod } from './cards.ts'
import { liveCustomer } from './customer-records.ts'
import { emit } from './events.ts'
import { collect } from './invoices.ts'
import { cardFields, day, declineNotice, notFound, page } from './page.ts'
import { idOf } from './samples.ts'
import { find, load, type Simulator, save, select, transact, type Work } from './store.ts'
import { updateSubscription } from './subscription-changes.ts'

/** The billing portal: plan, cancelling and resuming, card, invoices. */
export function portalPages(simulator: Simulator): Hono {
  const app = new Hono()
  app.get('/dev/stripe/portal/:id', async c => {
    const shown = await transact(simulator, work => readPortal(work, c.req.param('id')))
    return shown ? showPortal(c, shown) : notFound(c)
  })
  app.post('/dev/stripe/portal/:id/:action{cancel|resume}', async c => {
    const { id, action } = c.req.param()
    const field = await formOf(c)
    const isDone = await transact(simulator, async work => {
      const portal = await readPortal(work, id)
      const own = portal?.subscriptions.find(({ subscription }) => subscription.id === field('subscription'))
      if (!portal || !own || !portal.features.subscription_cancel.enabled) return false
      await updateSubscription(work, own.subscription.id, {
        cancel_at_period_end: action === 'cancel',
        proration_behavior: 'none',
      })
      return true
    })
    return isDone ? c.redirect(`/dev/stripe/portal/${id}`, 303) : notFound(c)
  })
  app.post('/dev/stripe/portal/:id/card', async c => {
    const id = c.req.param('id')
    const field = await formOf(c)
    const outcome = await transact(simulator, async work => {
      const portal = await readPortal(work, id)
      return portal?.features.payment_method_update.enabled ? replaceCard(work, portal, field) : null
    })
    if (!outcome) return notFound(c)
    return c.redirect(`/dev/stripe/portal/${id}${outcome === 'done' ? '' : `?declined=${outcome}#problem`}`, 303)
  })
  return app
}

interface Portal {
  session: Stripe.BillingPortal.Session
  features: Stripe.BillingPortal.Configuration['features']
  customer: Stripe.Customer
  subscriptions: { subscription: Stripe.Subscription; plan: string }[]
  invoices: Stripe.Invoice[]
  card: Stripe.PaymentMethod | null
}

async function readPortal(work: Work, id: string): Promise<Portal | null> {
  const session = await find(work, 'billing_portal.session', id)
  if (!session) return null
  const customer = await liveCustomer(work, session.customer as string, 'customer')
  const configuration = await load(work, 'billing_portal.configuration', idOf(session.configuration))
  const own = await select(work, 'subscription', "body->>'customer' = $1 and body->>'status' <> 'canceled'", [
    customer.id,
  ])
  const subscriptions = []
  for (const subscription of own) {
    const product = await load(work, 'product', idOf(subscription.items.data[0]!.price.product))
    subscriptions.push({ plan: product.name, subscription })
  }
  const cardId = idOf(own[0]?.default_payment_method) ?? idOf(customer.invoice_settings.default_payment_method)
  return {
    card: cardId ? await find(work, 'payment_method', cardId) : null,
    customer,
    features: configuration.features,
    invoices: await select(work, 'invoice', "body->>'customer' = $1", [customer.id], 24),
    session,
    subscriptions,
  }
}

/** The new card becomes the card of everything, and pays what is still open. */
async function replaceCard(work: Work, portal: Portal, field: (name: string) => string): Promise<string> {
  const { customer } = portal
  const entry = { cvc: field('cvc'), expiry: field('expiry'), name: field('name'), number: field('number') }
  const method = await createPaymentMethod(work, entry, { customer: customer.id, email: customer.email })
  if (typeof method === 'string') return method
  const settings = { ...customer.invoice_settings, default_payment_method: method.id }
  const changed = { ...customer, invoice_settings: settings }
  await save(work, changed)
  await emit(work, 'customer.updated', changed, customer)
  for (const { subscription } of portal.subscriptions) {
    await updateSubscription(work, subscription.id, {
      default_payment_method: method.id,
      proration_behavior: 'none',
    })
  }
  for (const { id, status } of portal.invoices) {
    if (status !== 'open') continue
    const settled = await collect(work, await load(work, 'invoice', id, 'lock'), {
      isLater: true,
      paymentMethod: method.id,
    })
    if (settled.decline) return settled.decline.decline_code
  }
  return 'done'
}

function showPortal(c: Context, portal: Portal) {
  const { session, features, customer, subscriptions, invoices, card } = portal
  const action = (name: string) => `/dev/stripe/portal/${session.id}/${name}`
  return page(
    c,
    'Billing',
    html`${session.return_url ? html`<p><a href="${session.return_url}">Return</a></p>` : ''}
<p class="soft">${customer.name ?? ''} ${customer.email ?? ''}</p>
<h2>Current plan</h2>
${subscriptions.length === 0 ? html`<p>You have no plan.</p>` : ''}
${subscriptions.map(entry => plan(entry, features.subscription_cancel.enabled, action))}
<h2>Payment method</h2>
${declineNotice(c)}
<p>${card ? `${card.card?.brand} ending in ${card.card?.last4}, expires ${card.card?.exp_month}/${card.card?.exp_year}` : 'No card yet.'}</p>
${
  features.payment_method_update.enabled
    ? html`<details><summary>Update card</summary>
<form method="post" action="${action('card')}">${cardFields(customer.name ?? 'Test Person')}
<button class="pay">Save card</button></form></details>`
    : ''
}
${features.invoice_history.enabled ? history(invoices) : ''}`,
  )
}

function plan(
  { subscription, plan: name }: Portal['subscriptions'][number],
  canCancel: boolean,
  action: (name: string) => string,
) {
  const item = subscription.items.data[0]!
  const end = day(item.current_period_end)
  const hidden = html`<input type="hidden" name="subscription" value="${subscription.id}">`
  const state = subscription.cancel_at_period_end ? `Ends on ${end}` : `Renews on ${end}`
  return html`<p><strong>${name}</strong>, ${money(item.price.unit_amount, item.price.currency)} a ${item.price.recurring?.interval}.
${state}.${subscription.status === 'past_due' ? ' The last payment failed.' : ''}</p>
${
  !canCancel
    ? ''
    : subscription.cancel_at_period_end
      ? html`<form method="post" action="${action('resume')}">${hidden}<button>Resume plan</button></form>`
      : html`<details><summary>Cancel plan</summary><p>Your plan stays active until ${end}.</p>
<form method="post" action="${action('cancel')}">${hidden}<button class="plain">Confirm cancellation</button></form></details>`
}`
}

function history(invoices: Stripe.Invoice[]) {
  if (invoices.length === 0) return html`<h2>Invoices</h2><p>No invoices yet.</p>`
  return html`<h2>Invoices</h2>
<table>
<thead><tr><th scope="col">Date</th><th scope="col">State</th><th scope="col" class="amount">Amount</th></tr></thead>
<tbody>
${invoices.map(
  invoice => html`<tr><td><a href="/dev/stripe/invoice/${invoice.id}">${day(invoice.created)}</a></td>
<td>${invoice.status}</td><td class="amount">${money(invoice.amount_due, invoice.currency)}</td></tr>`,
)}
</tbody>
</table>`
}
