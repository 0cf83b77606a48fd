import { Hono } from 'hono'
import { html } from 'hono/html'
import { formOf, money } from '../frame/page.ts'
import { createPaymentMethod } from './cards.ts'
import { liveCustomer } from './customer-records.ts'
import { collect } from './invoices.ts'
import { cardFields, day, declineNotice, notFound, page } from './page.ts'
import { idOf } from './samples.ts'
import { find, load, type Simulator, transact, type Work } from './store.ts'

/** The hosted invoice and the receipt of a payment. */
export function documentPages(simulator: Simulator): Hono {
  const app = new Hono()
  app.get('/dev/stripe/invoice/:id', async c => {
    const invoice = await transact(simulator, work => find(work, 'invoice', c.req.param('id')))
    if (!invoice) return notFound(c)
    return page(
      c,
      `Invoice ${invoice.number ?? ''}`,
      html`<p>${invoice.customer_name ?? ''} ${invoice.customer_email ?? ''}</p>
<p>${day(invoice.created)}, ${invoice.status}</p>
<table>
<thead><tr><th scope="col">Description</th><th scope="col" class="amount">Amount</th></tr></thead>
<tbody>
${invoice.lines.data.map(
  line => html`<tr><td>${line.description}</td><td class="amount">${money(line.amount, line.currency)}</td></tr>`,
)}
<tr><td>Discounts and credit</td><td class="amount">${money(invoice.amount_due - invoice.subtotal, invoice.currency)}</td></tr>
<tr><th scope="row">Amount due</th><td class="amount">${money(invoice.amount_due, invoice.currency)}</td></tr>
<tr><th scope="row">Amount paid</th><td class="amount">${money(invoice.amount_paid, invoice.currency)}</td></tr>
</tbody>
</table>
${
  invoice.status === 'open'
    ? html`${declineNotice(c)}<form method="post" action="/dev/stripe/invoice/${invoice.id}/pay">
${cardFields(invoice.customer_name ?? '')}
<button class="pay">Pay ${money(invoice.amount_remaining, invoice.currency)}</button>
</form>`
    : ''
}`,
    )
  })
  app.post('/dev/stripe/invoice/:id/pay', async c => {
    const id = c.req.param('id')
    const field = await formOf(c)
    const outcome = await transact(simulator, work => payHosted(work, id, field))
    if (outcome === null) return notFound(c)
    return c.redirect(`/dev/stripe/invoice/${id}${outcome === 'done' ? '' : `?declined=${outcome}#problem`}`, 303)
  })
  app.get('/dev/stripe/receipt/:id', async c => {
    const charge = await transact(simulator, work => find(work, 'charge', c.req.param('id')))
    if (!charge) return notFound(c)
    const card = charge.payment_method_details?.card
    return page(
      c,
      'Receipt',
      html`<p>${money(charge.amount, charge.currency)} paid on ${day(charge.created)} with ${card?.brand ?? 'a card'}
ending in ${card?.last4 ?? '????'}.</p>
${charge.amount_refunded ? html`<p>${money(charge.amount_refunded, charge.currency)} has been given back.</p>` : ''}`,
    )
  })
  return app
}

/** Pays an open invoice with the card that was entered, which pays this one alone; the code of its refusal, or null where there is nothing to pay. */
async function payHosted(work: Work, id: string, field: (name: string) => string): Promise<string | null> {
  const invoice = await find(work, 'invoice', id)
  if (invoice?.status !== 'open') return invoice ? 'done' : null
  const customer = await liveCustomer(work, idOf(invoice.customer)!, 'customer')
  const entry = { cvc: field('cvc'), expiry: field('expiry'), name: field('name'), number: field('number') }
  const method = await createPaymentMethod(work, entry, { customer: customer.id, email: customer.email })
  if (typeof method === 'string') return method
  const open = await load(work, 'invoice', id, 'lock')
  if (open.status !== 'open') return 'done'
  const settled = await collect(work, open, { isLater: false, paymentMethod: method.id })
  return settled.decline ? settled.decline.decline_code : 'done'
}
