import type { Stripe } from 'stripe'
import { z } from 'zod'
import { moveBalance } from './balances.ts'
import { liveCustomer } from './customer-records.ts'
import { loadDiscounts, reduce } from './discounts.ts'
import { type Endpoint, endpoint, list, nothing, retrieve } from './endpoint.ts'
import { emit } from './events.ts'
import { invoiceLines, type LineDraft } from './invoice-lines.ts'
import { flag, text } from './params.ts'
import { type PaymentOutcome, pay } from './payments.ts'
import { idOf, listOf, make, nowSeconds } from './samples.ts'
import { load, save, select, type Work } from './store.ts'
import { invalidRequest, StripeFailure } from './wire.ts'

export const invoiceEndpoints: Endpoint[] = [
  retrieve('/v1/invoices', 'invoice'),
  list('/v1/invoices', 'invoice', {
    customer: "body->>'customer' = $",
    status: "body->>'status' = $",
    subscription: "body#>>'{parent,subscription_details,subscription}' = $",
  }),
  endpoint(
    'GET',
    '/v1/invoices/:id/lines',
    nothing,
    async (work, _, ids) => (await load(work, 'invoice', ids.id!)).lines,
  ),
  endpoint(
    'POST',
    '/v1/invoices/:id/pay',
    z.strictObject({ payment_method: text.optional() }),
    async (work, params, ids) => {
      const invoice = await load(work, 'invoice', ids.id!, 'lock')
      if (invoice.status !== 'open') {
        throw invalidRequest(`Invoice is ${invoice.status} and cannot be paid.`, undefined, 'invoice_not_open')
      }
      const settled = await collect(work, invoice, {
        isLater: true,
        paymentMethod: params.payment_method ?? null,
      })
      if (settled.decline) {
        const { message, ...detail } = settled.decline
        throw new StripeFailure(402, 'card_error', message, detail)
      }
      return settled.invoice
    },
  ),
  endpoint(
    'POST',
    '/v1/invoices/:id/finalize',
    z.strictObject({ auto_advance: flag.optional() }),
    async (work, params, ids) => {
      const draft = await load(work, 'invoice', ids.id!, 'lock')
      if (draft.status !== 'draft')
        throw invalidRequest('This invoice is already finalized.', undefined, 'invoice_not_editable')
      const open = await finalise(work, { ...draft, auto_advance: params.auto_advance ?? draft.auto_advance })
      return open.auto_advance ? (await collect(work, open, { isLater: true, paymentMethod: null })).invoice : open
    },
  ),
  endpoint('POST', '/v1/invoices/:id/void', nothing, async (work, _, ids) => {
    const invoice = await load(work, 'invoice', ids.id!, 'lock')
    if (invoice.status !== 'open')
      throw invalidRequest('You can only void an open invoice.', undefined, 'invoice_not_open')
    return voidInvoice(work, invoice)
  }),
  endpoint('POST', '/v1/invoices/:id/mark_uncollectible', nothing, async (work, _, ids) => {
    const invoice = await load(work, 'invoice', ids.id!, 'lock')
    if (invoice.status !== 'open')
      throw invalidRequest('You can only mark an open invoice as uncollectible.', undefined, 'invoice_not_open')
    const written = { ...invoice, next_payment_attempt: null, status: 'uncollectible' as const }
    await emit(work, 'invoice.marked_uncollectible', written)
    return save(work, written)
  }),
  retrieve('/v1/invoice_payments', 'invoice_payment'),
  list('/v1/invoice_payments', 'invoice_payment', {
    invoice: "body->>'invoice' = $",
    payment: "body#>>'{payment,payment_intent}' = $::jsonb->>'payment_intent'",
    status: "body->>'status' = $",
  }),
]

export interface InvoiceOrder {
  subscription: Stripe.Subscription
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  lines: LineDraft[]
  period: { start: number; end: number }
  /** A payment that was already taken for it (hosted checkout takes the money first). */
  paid: PaymentOutcome | null
  isLater: boolean
  /** False for paused subscriptions: the invoice is made, but nobody is charged. */
  isCollected?: boolean
  /** Stays a draft for its hour, as the invoices of renewals do: nothing is charged yet. */
  staysDraft?: boolean
}

export interface InvoiceOutcome {
  invoice: Stripe.Invoice
  isDeclined: boolean
  /** The subscription's discounts that go on to apply after this invoice. */
  discounts: string[]
}

/** Makes, finalises and collects an invoice for a subscription, with its events. */
export async function issueInvoice(work: Work, order: InvoiceOrder): Promise<InvoiceOutcome> {
  const { subscription } = order
  const customer = await liveCustomer(work, idOf(subscription.customer), 'customer')
  const all = await loadDiscounts(
    work,
    subscription.discounts.map(discount => idOf(discount)),
  )
  const live = all.filter(({ discount }) => !discount.end || discount.end > nowSeconds())
  const discountable = order.lines.filter(line => !line.isProration).reduce((sum, line) => sum + line.amount, 0)
  const cuts = reduce(
    discountable,
    subscription.currency,
    live.map(({ coupon }) => coupon),
  )
  const reductions = live.map(({ discount }, index) => ({ discount: discount.id, amount: cuts[index]! }))
  const subtotal = order.lines.reduce((sum, line) => sum + line.amount, 0)
  const total = subtotal - cuts.reduce((sum, cut) => sum + cut, 0)
  const { due } = dueOf(total, customer.balance)
  const draft = make('invoice', {
    account_country: 'GB',
    account_name: 'Simulator',
    amount_due: due,
    amount_remaining: due,
    auto_advance: true,
    billing_reason: order.reason,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    default_payment_method: null,
    description: subscription.description,
    discounts: reductions.map(({ discount }) => discount),
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: order.period.end,
    period_start: order.period.start,
    starting_balance: customer.balance,
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: reductions,
    total_excluding_tax: total,
    total_pretax_credit_amounts: reductions.map(({ discount, amount }) => ({
      amount,
      discount,
      type: 'discount',
    })),
    total_taxes: [],
  })
  draft.lines = listOf(`/v1/invoices/${draft.id}/lines`, invoiceLines(draft, subscription, order.lines, reductions))
  await save(work, draft)
  await emit(work, 'invoice.created', draft)
  const discounts = live.filter(({ coupon }) => coupon.duration !== 'once').map(({ discount }) => discount.id)
  if (order.staysDraft) return { invoice: draft, isDeclined: false, discounts }
  const open = await finalise(work, draft)
  if (order.isCollected === false) return { invoice: await voidInvoice(work, open), isDeclined: false, discounts }
  const method = idOf(subscription.default_payment_method) ?? idOf(customer.invoice_settings.default_payment_method)
  const settled = await settle(work, open, method, order.isLater, order.paid)
  return { invoice: settled.invoice, isDeclined: settled.decline !== null, discounts }
}

/** What is to pay of a total, and what it leaves of the balance; what is too little for a card is added to the next invoice. */
function dueOf(total: number, balance: number) {
  const owed = total + balance
  const tooSmall = owed > 0 && owed < smallestCharge ? owed : 0
  return { due: Math.max(0, owed - tooSmall), endingBalance: Math.min(0, owed) + tooSmall, isTooSmall: tooSmall > 0 }
}

/** Gives a draft its number and takes the credit that it uses; from now on it can be paid. */
export async function finalise(work: Work, draft: Stripe.Invoice): Promise<Stripe.Invoice> {
  const customer = await liveCustomer(work, idOf(draft.customer)!, 'customer')
  const { due, endingBalance, isTooSmall } = dueOf(draft.total, customer.balance)
  const open: Stripe.Invoice = {
    ...draft,
    amount_due: due,
    amount_remaining: due,
    effective_at: nowSeconds(),
    starting_balance: customer.balance,
    ending_balance: endingBalance,
    hosted_invoice_url: `${work.publicUrl}/dev/stripe/invoice/${draft.id}`,
    number: `${customer.invoice_prefix}-${String(customer.next_invoice_sequence ?? 1).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: nowSeconds() },
  }
  await save(work, open)
  const counted = {
    ...customer,
    currency: draft.currency,
    next_invoice_sequence: (customer.next_invoice_sequence ?? 1) + 1,
  }
  const moved = endingBalance - customer.balance
  if (moved === 0) await save(work, counted)
  else {
    const type = isTooSmall ? 'invoice_too_small' : 'applied_to_invoice'
    await moveBalance(work, counted, { amount: moved, currency: draft.currency, invoice: draft.id, type })
  }
  await emit(work, 'invoice.finalized', open)
  return open
}

/** Tries again to collect an open invoice, and puts its subscription right when that succeeds. */
export async function collect(
  work: Work,
  invoice: Stripe.Invoice,
  { isLater, paymentMethod }: { isLater: boolean; paymentMethod: string | null },
) {
  const id = idOf(invoice.parent?.subscription_details?.subscription)
  const subscription = id ? await load(work, 'subscription', id, 'lock') : null
  const customer = await liveCustomer(work, idOf(invoice.customer)!, 'customer')
  const method =
    paymentMethod ??
    idOf(subscription?.default_payment_method) ??
    idOf(customer.invoice_settings.default_payment_method)
  const settled = await settle(work, invoice, method, isLater, null)
  const [from, to] = settled.decline ? (['active', 'past_due'] as const) : (['past_due', 'active'] as const)
  // The latest invoice decides: paying an older one leaves the subscription past due.
  const decides = settled.decline || idOf(subscription?.latest_invoice) === invoice.id
  if (subscription?.status === from && decides) {
    const moved = { ...subscription, status: to }
    await save(work, moved)
    await emit(work, 'customer.subscription.updated', moved, subscription)
  }
  return settled
}

async function settle(
  work: Work,
  open: Stripe.Invoice,
  paymentMethod: string | null,
  isLater: boolean,
  paid: PaymentOutcome | null,
) {
  const outcome = paid ?? (open.amount_due > 0 ? await payInvoice(work, open, paymentMethod, isLater) : null)
  const decline = outcome?.decline ?? null
  const attempts = open.attempt_count + (open.amount_due > 0 ? 1 : 0)
  const now = nowSeconds()
  const invoice: Stripe.Invoice = {
    ...open,
    amount_paid: decline ? 0 : open.amount_due,
    amount_remaining: decline ? open.amount_due : 0,
    attempt_count: attempts,
    attempted: true,
    next_payment_attempt: decline ? now + retryAfterSeconds : null,
    status: decline ? 'open' : 'paid',
    status_transitions: { ...open.status_transitions, paid_at: decline ? null : now },
  }
  await save(work, invoice)
  if (outcome) await recordPayment(work, invoice, outcome)
  if (decline?.code === 'authentication_required') await emit(work, 'invoice.payment_action_required', invoice)
  if (decline) await emit(work, 'invoice.payment_failed', invoice)
  else {
    await emit(work, 'invoice.paid', invoice)
    await emit(work, 'invoice.payment_succeeded', invoice)
  }
  return { invoice, decline }
}

/** Stripe's least amount for a card payment in pounds. */
const smallestCharge = 30

/** Stripe's smart retries come after some days. */
const retryAfterSeconds = 3 * 24 * 60 * 60

async function payInvoice(work: Work, invoice: Stripe.Invoice, paymentMethod: string | null, isLater: boolean) {
  return pay(work, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    description: 'Subscription update',
    isLater,
    metadata: {},
    paymentMethod,
    receiptEmail: null,
    setupFutureUsage: 'off_session',
  })
}

async function recordPayment(work: Work, invoice: Stripe.Invoice, { intent, decline }: PaymentOutcome) {
  await save(
    work,
    make('invoice_payment', {
      amount_paid: decline ? null : invoice.amount_due,
      amount_requested: invoice.amount_due,
      currency: invoice.currency,
      invoice: invoice.id,
      payment: { payment_intent: intent.id, type: 'payment_intent' },
      status: decline ? 'open' : 'paid',
      status_transitions: { canceled_at: null, paid_at: decline ? null : nowSeconds() },
    }),
  )
}

/** Credit that an invoice used is credit again once the invoice is void. */
async function returnCredit(work: Work, { id, customer, currency }: Stripe.Invoice): Promise<void> {
  const isOfThis = "body->>'invoice' = $1 and body->>'type' = 'applied_to_invoice'"
  const applied = await select(work, 'customer_balance_transaction', isOfThis, [id])
  const amount = -applied.reduce((sum, move) => sum + (move as Stripe.CustomerBalanceTransaction).amount, 0)
  if (amount === 0) return
  const move = { amount, currency, invoice: id!, type: 'unapplied_from_invoice' } as const
  await moveBalance(work, await liveCustomer(work, idOf(customer)!, 'customer'), move)
}

async function voidInvoice(work: Work, invoice: Stripe.Invoice): Promise<Stripe.Invoice> {
  const transitions = { ...invoice.status_transitions, voided_at: nowSeconds() }
  const voided: Stripe.Invoice = {
    ...invoice,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: transitions,
  }
  await returnCredit(work, invoice)
  await emit(work, 'invoice.voided', voided)
  return save(work, voided)
}
