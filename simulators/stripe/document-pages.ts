import { Hono } from 'hono'
import { html } from 'hono/html'
import { day, money, notFound, page } from './page.ts'
import { find, type Simulator, transact } from './store.ts'

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
</table>`,
    )
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
