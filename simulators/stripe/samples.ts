import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import { blanks } from './blanks.ts'
import fixtures from './fixtures.json' with { type: 'json' }

/** Every kind of object that the simulator keeps, by the name in its `object` field. */
export interface Kinds {
  balance_transaction: Stripe.BalanceTransaction
  'billing_portal.configuration': Stripe.BillingPortal.Configuration
  'billing_portal.session': Stripe.BillingPortal.Session
  charge: Stripe.Charge
  'checkout.session': Stripe.Checkout.Session
  coupon: Stripe.Coupon
  customer: Stripe.Customer
  customer_balance_transaction: Stripe.CustomerBalanceTransaction
  discount: Stripe.Discount
  dispute: Stripe.Dispute
  event: Stripe.Event
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  invoiceitem: Stripe.InvoiceItem
  item: Stripe.LineItem
  line_item: Stripe.InvoiceLineItem
  payment_intent: Stripe.PaymentIntent
  payment_link: Stripe.PaymentLink
  payment_method: Stripe.PaymentMethod
  price: Stripe.Price
  product: Stripe.Product
  promotion_code: Stripe.PromotionCode
  refund: Stripe.Refund
  subscription: Stripe.Subscription
  subscription_item: Stripe.SubscriptionItem
}
export type Kind = keyof Kinds

const prefixes: Record<Kind, string> = {
  balance_transaction: 'txn_',
  'billing_portal.configuration': 'bpc_',
  'billing_portal.session': 'bps_',
  charge: 'ch_',
  'checkout.session': 'cs_test_a1',
  coupon: '',
  customer: 'cus_',
  customer_balance_transaction: 'cbtxn_',
  discount: 'di_',
  dispute: 'du_',
  event: 'evt_',
  invoice: 'in_',
  invoice_payment: 'inpay_',
  invoiceitem: 'ii_',
  item: 'li_',
  line_item: 'il_',
  payment_intent: 'pi_',
  payment_link: 'plink_',
  payment_method: 'pm_',
  price: 'price_',
  product: 'prod_',
  promotion_code: 'promo_',
  refund: 're_',
  subscription: 'sub_',
  subscription_item: 'si_',
}

const fresh: Record<Kind, Record<string, unknown>> = blanks

/** A new object with every field of Stripe's published sample, blank where the sample holds only filler. */
export function make<K extends Kind>(kind: K, fields: Partial<Record<string, unknown>>): Kinds[K] {
  const sample: Record<string, unknown> = structuredClone(fixtures[kind])
  if ('created' in sample) sample.created = nowSeconds()
  if ('livemode' in sample) sample.livemode = false
  if ('metadata' in sample) sample.metadata = {}
  return { ...sample, ...fresh[kind], id: newId(kind), ...fields } as unknown as Kinds[K]
}

/** The published sample itself, for comparing shapes. */
export function sampleOf(kind: Kind): Record<string, unknown> {
  return structuredClone(fixtures[kind])
}

export function newId(kind: Kind): string {
  return `${prefixes[kind]}${randomText(kind === 'checkout.session' ? 58 : 24)}`
}

export function randomText(length: number): string {
  return randomBytes(length * 2)
    .toString('base64')
    .replace(/[+/=]/g, '')
    .slice(0, length)
}

const clock = new AsyncLocalStorage<() => Date>()

/** Runs `act` with the simulator's own clock, which a test may set. */
export function withClock<T>(now: () => Date, act: () => Promise<T>): Promise<T> {
  return clock.run(now, act)
}

/** Stripe counts time in whole seconds since 1970. */
export function nowSeconds(): number {
  const now = clock.getStore()
  return Math.floor((now ? now().getTime() : Date.now()) / 1000)
}

/** The id of a reference that the SDK types as "id or expanded object"; the store keeps ids only. */
export function idOf(reference: string | { id: string }): string
export function idOf(reference: string | { id: string } | null | undefined): string | null
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

export function listOf<T>(url: string, data: T[], hasMore = false) {
  return { object: 'list' as const, data, has_more: hasMore, url }
}
