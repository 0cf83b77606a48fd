import type pg from 'pg'
import type { Stripe } from 'stripe'
import { referralPercent } from '#features/membership/referrals/rules.ts'
import { pausedFromKey } from '#features/membership/sales/rules.ts'
import type { Tier } from '#features/membership/tiers/model.ts'
import { instantOf } from '#platform/time.ts'
import { createPaymentMethod } from '#simulators/stripe/cards.ts'
import { createPrice } from '#simulators/stripe/catalogue.ts'
import { createCustomer } from '#simulators/stripe/customer-records.ts'
import { redeem } from '#simulators/stripe/discounts.ts'
import { openDispute } from '#simulators/stripe/disputes.ts'
import { readLineItems } from '#simulators/stripe/line-items.ts'
import { paymentLinkEndpoints } from '#simulators/stripe/payment-links.ts'
import { pay } from '#simulators/stripe/payments.ts'
import { refundEndpoints } from '#simulators/stripe/refunds.ts'
import { idOf, make, withClock } from '#simulators/stripe/samples.ts'
import { load, save, type Work } from '#simulators/stripe/store.ts'
import { renewSubscription, startSubscription } from '#simulators/stripe/subscriptions.ts'

interface Kept {
  kind: string
  body: { id: string; object: string }
  extra: object
}

export interface Payer {
  id: string
  firstName: string
  lastName: string
  email: string
}

/** What the payment provider remembers of years of payments. */
export type Provider = ReturnType<typeof rememberedProvider>

/**
 * The payment simulator's own functions, run on books in memory: thirty months of invoices in a moment. What comes of it
 * is stored in one go, without events, since ours has entered everything already.
 */
export function rememberedProvider() {
  const objects = new Map<string, Kept>()
  const bank = { declinesNext: false }
  const customers = new Map<string, { customer: string; card: string }>()
  const prices = new Map<string, Stripe.Price>()
  const work = {
    client: clientOf(objects, bank),
    publicUrl: '',
    requestId: null,
    idempotencyKey: null,
  } as unknown as Work
  const at = <T>(moment: Date, act: () => Promise<T>) => withClock(() => moment, act)

  async function customerOf(payer: Payer) {
    const known = customers.get(payer.id)
    if (known) return known
    const name = `${payer.firstName} ${payer.lastName}`
    const { id } = await createCustomer(work, { email: payer.email, name, metadata: { userId: payer.id } })
    const entry = { number: '4242424242424242', expiry: '12/49', cvc: '123', name }
    const card = await createPaymentMethod(work, entry, { email: payer.email, customer: id })
    if (typeof card === 'string') throw new Error(`the simulator refused the demonstration's card: ${card}`)
    const made = { customer: id, card: card.id }
    customers.set(payer.id, made)
    return made
  }

  async function priceOf(tier: Tier) {
    const known = prices.get(tier.id)
    if (known) return known
    const made = await createPrice(work, {
      currency: 'gbp',
      unit_amount: tier.pricePence,
      recurring: { interval: 'month' },
      lookup_key: `tier:${tier.id}:${tier.pricePence}`,
      metadata: { tierId: tier.id },
      product_data: { name: `Exchange ${tier.name}` },
    })
    prices.set(tier.id, made)
    return made
  }

  /** What a referral takes off one invoice, as the house itself has it made (`referralCoupon`). */
  async function coupon(): Promise<Stripe.Coupon> {
    const id = `referral-${referralPercent}-once`
    const known = objects.get(id)?.body as Stripe.Coupon | undefined
    const terms = { id, percent_off: referralPercent, duration: 'once' as const, name: 'Referral', valid: true }
    return known ?? save(work, make('coupon', terms))
  }

  async function takeOff(subscription: Stripe.Subscription) {
    const place = { customer: idOf(subscription.customer), subscription: subscription.id }
    const discount = await redeem(work, { coupon: await coupon(), promotionCode: null }, place)
    await save(work, { ...subscription, discounts: [discount.id] })
  }

  return {
    customers,

    /**
     * A subscription from a day on, renewed so many times, the last time without money with `isDeclined`. The invoices of
     * `reducedMonths`, counted from 0, are less by what a referral takes off. Answers its id, its period and the invoices
     * that were paid, first one first, in pence.
     */
    async subscribe(
      payer: Payer,
      tier: Tier,
      {
        orderId,
        onDay,
        renewals,
        isDeclined,
        reducedMonths,
        retryAt,
      }: {
        orderId: string
        onDay: string
        renewals: number
        isDeclined: boolean
        reducedMonths: number[]
        retryAt: Date
      },
    ) {
      const began = instantOf(onDay, '12:00')
      const { customer, card } = await at(began, () => customerOf(payer))
      const price = await at(began, () => priceOf(tier))
      const first = await at(began, async () =>
        startSubscription(work, {
          customer,
          items: [{ price, quantity: 1 }],
          paymentMethod: card,
          trialEnd: null,
          reductions: reducedMonths.includes(0) ? [{ coupon: await coupon(), promotionCode: null }] : [],
          metadata: { orderId, tierId: tier.id },
          description: null,
          paid: null,
        }),
      )
      let subscription = first.subscription
      const invoices = [{ id: first.invoice.id!, at: began, pence: first.invoice.amount_paid }]
      for (let month = 0; month < renewals; month++) {
        const moment = new Date(subscription.items.data[0]!.current_period_end * 1000)
        bank.declinesNext = isDeclined && month === renewals - 1
        const isPaid = !bank.declinesNext
        if (reducedMonths.includes(month + 1)) await at(moment, () => takeOff(subscription))
        subscription = await at(moment, () => renewSubscription(work, subscription.id))
        if (!isPaid) await tryAgain(work, idOf(subscription.latest_invoice)!, retryAt)
        const invoice = await load(work, 'invoice', idOf(subscription.latest_invoice)!)
        if (isPaid) invoices.push({ id: invoice.id!, at: moment, pence: invoice.amount_paid })
      }
      const { current_period_start: start, current_period_end: end } = subscription.items.data[0]!
      return { id: subscription.id, invoices, start: new Date(start * 1000), end: new Date(end * 1000) }
    },

    /** The payment link of a rental, with the page that the simulator has for it; one that was used takes no more money. */
    async paymentLink(
      of: RentTerms,
      { at: moment, publicUrl, isUsed }: { at: Date; publicUrl: string; isUsed: boolean },
    ) {
      return at(moment, async () => {
        const items = rentItems(of).map(item => ({
          quantity: '1',
          price_data: { ...item, unit_amount: String(item.unit_amount) },
        }))
        const terms = {
          line_items: items,
          metadata: { rentalId: of.rentalId },
          subscription_data: { metadata: { rentalId: of.rentalId } },
        }
        const limited = { ...terms, restrictions: { completed_sessions: { limit: '1' } } }
        const made = (await paymentLinkEndpoints[0]!.run(work, limited, {})) as Stripe.PaymentLink
        const { id } = made
        const url = `${publicUrl}/dev/stripe/link/${id}`
        await save(work, { ...made, url, active: !isUsed })
        return { id, url }
      })
    },

    /** What pays for a rental since a day, by a customer of the link's own; the deposit is in the first invoice. */
    async rent(
      payer: Payer,
      of: RentTerms,
      { onDay, renewals, until }: { onDay: string; renewals: number; until: Date },
    ) {
      const began = instantOf(onDay, '12:00')
      const name = `${payer.firstName} ${payer.lastName}`
      const first = await at(began, async () => {
        const { id: customer } = await createCustomer(work, { email: payer.email, name })
        const entry = { number: '4242424242424242', expiry: '12/49', cvc: '123', name }
        const card = await createPaymentMethod(work, entry, { email: payer.email, customer })
        if (typeof card === 'string') throw new Error(`the simulator refused the demonstration's card: ${card}`)
        const lines = rentItems(of).map(item => ({ quantity: 1, price_data: item }))
        const items = await readLineItems(work, lines)
        return startSubscription(work, {
          ...{ customer, paymentMethod: card.id, trialEnd: null, reductions: [], description: null, paid: null },
          items: items.filter(item => item.price?.recurring).map(item => ({ price: item.price!, quantity: 1 })),
          oneTime: items.filter(item => !item.price?.recurring),
          metadata: { rentalId: of.rentalId },
        })
      })
      let subscription = first.subscription
      const invoices = [{ id: first.invoice.id!, at: began, pence: first.invoice.amount_paid }]
      for (let month = 0; month < renewals; month++) {
        const moment = new Date(subscription.items.data[0]!.current_period_end * 1000)
        if (moment > until) break
        subscription = await at(moment, () => renewSubscription(work, subscription.id))
        const invoice = await load(work, 'invoice', idOf(subscription.latest_invoice)!)
        invoices.push({ id: invoice.id!, at: moment, pence: invoice.amount_paid })
      }
      return { id: subscription.id, customer: idOf(subscription.customer), invoices }
    },

    /** Says of a subscription what became of it since. */
    async amend(id: string, change: Partial<Stripe.Subscription>) {
      await save(work, { ...(objects.get(id)!.body as Stripe.Subscription), ...change })
    },

    /** Lets a subscription rest, as its member asked for. */
    async pause(id: string, { askedAt, from, until }: { askedAt: Date; from: Date; until: Date }) {
      const subscription = objects.get(id)!.body as Stripe.Subscription
      const end = seconds(until)
      const period = { current_period_start: seconds(askedAt), current_period_end: end }
      await save(work, {
        ...subscription,
        ...{ status: 'trialing', trial_start: seconds(askedAt), trial_end: end, billing_cycle_anchor: end },
        metadata: { ...subscription.metadata, [pausedFromKey]: String(seconds(from)) },
        items: { ...subscription.items, data: subscription.items.data.map(item => ({ ...item, ...period })) },
      })
    },

    /** A payment by card; answers the id of its intent. */
    async charge(payer: Payer, pence: number, moment: Date, description: string): Promise<string> {
      return at(moment, async () => {
        const { customer, card } = await customerOf(payer)
        const { intent } = await pay(work, {
          ...{ amount: pence, currency: 'gbp', customer, paymentMethod: card, isLater: false, description },
          ...{ metadata: {}, receiptEmail: payer.email },
        })
        return intent.id
      })
    },

    /** A payment by somebody who has no account, with a card of their own; answers the id of its intent. */
    async chargeGuest(payer: Omit<Payer, 'id'>, pence: number, moment: Date, description: string): Promise<string> {
      const { email } = payer
      const name = `${payer.firstName} ${payer.lastName}`
      return at(moment, async () => {
        const { id: customer } = await createCustomer(work, { email, name })
        const entry = { number: '4242424242424242', expiry: '12/49', cvc: '123', name }
        const card = await createPaymentMethod(work, entry, { email, customer })
        if (typeof card === 'string') throw new Error(`the simulator refused the demonstration's card: ${card}`)
        const { intent } = await pay(work, {
          ...{ amount: pence, currency: 'gbp', customer, paymentMethod: card.id, isLater: false, description },
          ...{ metadata: {}, receiptEmail: email },
        })
        return intent.id
      })
    },

    /** All of a payment given back, by a refund of ours or, with null, by staff at the provider; answers its id there. */
    async refund(intent: string, refundId: string | null, moment: Date): Promise<string> {
      const metadata: Record<string, string> = refundId ? { refundId } : {}
      const made = await at(moment, () => refundEndpoints[0]!.run(work, { payment_intent: intent, metadata }, {}))
      return (made as { id: string }).id
    },

    /** The payment of a paid invoice. */
    intentOf(invoiceId: string): string {
      for (const { kind, body } of objects.values()) {
        const paid = body as unknown as Stripe.InvoicePayment
        if (kind === 'invoice_payment' && idOf(paid.invoice) === invoiceId) return idOf(paid.payment.payment_intent!)
      }
      throw new Error(`nothing paid the invoice ${invoiceId}`)
    },

    /** A payer objects to a payment at their bank. */
    dispute: (intent: string, moment: Date) => at(moment, () => openDispute(work, intent)),

    /** Writes everything into the simulator's books. */
    async store(client: pg.ClientBase): Promise<void> {
      const rows = [...objects.values()]
      for (let from = 0; from < rows.length; from += 1_000) {
        const some = rows.slice(from, from + 1_000)
        await client.query(
          `insert into simulator_stripe.objects (id, kind, body, extra)
            select * from unnest($1::text[], $2::text[], $3::jsonb[], $4::jsonb[]) on conflict (id) do nothing`,
          [
            some.map(({ body }) => body.id),
            some.map(({ kind }) => kind),
            some.map(({ body }) => body),
            some.map(({ extra }) => extra),
          ],
        )
      }
    },
  }
}

interface RentTerms {
  rentalId: string
  name: string
  rentPence: number
  depositPence: number
}

/** The rent every month, and the deposit once. */
const rentItems = ({ name, rentPence, depositPence }: RentTerms) => [
  {
    ...{ currency: 'gbp', unit_amount: rentPence, product_data: { name: `Studio rent: ${name}` } },
    recurring: { interval: 'month' as const },
  },
  { currency: 'gbp', unit_amount: depositPence, product_data: { name: `Deposit: ${name}` } },
]

async function tryAgain(work: Work, invoiceId: string, at: Date): Promise<void> {
  const invoice = await load(work, 'invoice', invoiceId)
  await save(work, { ...invoice, next_payment_attempt: Math.floor(at.getTime() / 1000) })
}

/** Answers the statements of the simulator's store from memory; events are nobody's news. */
function clientOf(objects: Map<string, Kept>, bank: { declinesNext: boolean }) {
  const none = { rows: [], rowCount: 0 }
  return {
    async query(text: string, values: unknown[] = []) {
      if (text.includes('insert into simulator_stripe.objects')) {
        const [id, kind, body, extra] = values as [string, string, Kept['body'], object | null]
        if (kind !== 'event') objects.set(id, { kind, body, extra: extra ?? objects.get(id)?.extra ?? {} })
        return none
      }
      if (text.includes('set decline_next') && bank.declinesNext) {
        bank.declinesNext = false
        return { rows: [], rowCount: 1 }
      }
      if (text.includes('id = any($1)')) {
        const rows = (values[0] as string[]).flatMap(id => objects.get(id) ?? [])
        return { rows: rows.map(({ body, extra }) => ({ body, extra })), rowCount: rows.length }
      }
      const found = text.includes('where id = $1') ? objects.get(values[0] as string) : undefined
      if (!found) return none
      return { rows: [{ body: found.body, extra: found.extra }], rowCount: 1 }
    },
  }
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
