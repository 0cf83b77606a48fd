import type { Stripe } from 'stripe'
import { type CardEntry, createPaymentMethod } from './cards.ts'
import { details, expireSession, type SessionExtra } from './checkout.ts'
import { createCustomer, liveCustomer } from './customer-records.ts'
import { type Reduction, redeem } from './discounts.ts'
import { emit } from './events.ts'
import { countLinkUse } from './payment-links.ts'
import { type PaymentOutcome, pay } from './payments.ts'
import { idOf, nowSeconds } from './samples.ts'
import { extraOf, load, save, type Work } from './store.ts'
import { startSubscription } from './subscriptions.ts'

export interface CheckoutEntry extends CardEntry {
  email: string
}

export type CheckoutOutcome =
  | { kind: 'paid' | 'closed'; session: Stripe.Checkout.Session }
  | { kind: 'declined'; code: string }

/**
 * A person presses Pay. Declines are an outcome, not an error: what they leave behind (the failed charge and its
 * events) has to be kept. Two presses at once pay once, because the session is locked.
 */
export async function payCheckout(work: Work, id: string, entry: CheckoutEntry): Promise<CheckoutOutcome> {
  const session = await load(work, 'checkout.session', id, 'lock')
  if (session.status !== 'open') return { kind: 'closed', session }
  if (session.expires_at <= nowSeconds()) return { kind: 'closed', session: await expireSession(work, session) }
  const extra = (await extraOf<SessionExtra>(work, id)) as SessionExtra
  const entered = { email: entry.email, name: entry.name }
  const existing = session.customer ? await liveCustomer(work, idOf(session.customer), 'customer') : null
  const email = existing?.email ?? session.customer_email ?? entry.email
  const method = await createPaymentMethod(work, entry, { email, customer: existing?.id ?? null })
  if (typeof method === 'string') {
    await save(work, session, { ...extra, entered })
    return { kind: 'declined', code: method }
  }
  const trialEnd = trialOf(session, extra)
  const isSubscription = session.mode === 'subscription'
  // An invoice uses up the customer's credit first, so hosted checkout asks for what is left.
  const credit = isSubscription ? (existing?.balance ?? 0) : 0
  const due = Math.max(0, (session.amount_total ?? 0) + credit)
  const isCustomerMade = !existing && (isSubscription || session.customer_creation === 'always')
  const taken =
    due > 0
      ? await pay(work, {
          amount: due,
          currency: session.currency!,
          customer: existing?.id ?? null,
          description: isSubscription ? 'Subscription creation' : (extra.intentData.description ?? null),
          intent: await openIntent(work, session, extra),
          isLater: false,
          metadata: isSubscription ? {} : (extra.intentData.metadata ?? {}),
          paymentMethod: method.id,
          receiptEmail: extra.intentData.receipt_email ?? null,
          setupFutureUsage: isSubscription ? 'off_session' : (extra.intentData.setup_future_usage ?? null),
        })
      : null
  if (taken?.decline) {
    await save(work, session, { ...extra, entered, intent: taken.intent.id })
    return { kind: 'declined', code: taken.decline.decline_code }
  }
  const customer = isCustomerMade
    ? (await createCustomer(work, { email, name: entry.name || null })).id
    : (existing?.id ?? null)
  if (isCustomerMade) await giveToCustomer(work, customer!, method, taken)
  const completed: Stripe.Checkout.Session = {
    ...session,
    customer,
    customer_details: details(email, entry.name || null),
    payment_status: due > 0 ? 'paid' : 'no_payment_required',
    status: 'complete',
    url: null,
  }
  const reductions = await reductionsOf(work, extra)
  if (isSubscription) {
    const started = await startSubscription(work, {
      anchor: extra.subscriptionData.billing_cycle_anchor,
      customer: customer!,
      description: extra.subscriptionData.description ?? null,
      items: extra.items
        .filter(item => item.price?.recurring)
        .map(item => ({ price: item.price!, quantity: item.quantity ?? 1 })),
      metadata: extra.subscriptionData.metadata ?? {},
      oneTime: extra.items.filter(item => !item.price?.recurring),
      paid: taken,
      paymentMethod: method.id,
      reductions,
      trialEnd,
      trialSettings: extra.subscriptionData.trial_settings,
    })
    completed.invoice = started.invoice.id
    completed.subscription = started.subscription.id
  } else {
    completed.payment_intent = taken?.intent.id ?? null
    for (const reduction of reductions) await redeem(work, reduction, { customer, checkout_session: id })
  }
  if (session.payment_link) await countLinkUse(work, idOf(session.payment_link))
  await save(work, completed)
  await emit(work, 'checkout.session.completed', completed)
  return { kind: 'paid', session: completed }
}

/** The address a person is sent to after paying, or null for Stripe's own confirmation page. */
export function successUrl(session: Stripe.Checkout.Session): string | null {
  return session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id) ?? null
}

function trialOf(session: Stripe.Checkout.Session, { subscriptionData }: SessionExtra): number | null {
  if (session.mode !== 'subscription') return null
  const days = subscriptionData.trial_period_days
  return subscriptionData.trial_end ?? (days ? nowSeconds() + days * 86_400 : null)
}

/** The intent of an earlier, declined attempt, as long as it can still be paid. */
async function openIntent(work: Work, session: Stripe.Checkout.Session, extra: SessionExtra & { intent?: string }) {
  if (!extra.intent || session.status !== 'open') return null
  const intent = await load(work, 'payment_intent', extra.intent, 'lock')
  return intent.status === 'requires_payment_method' ? intent.id : null
}

async function giveToCustomer(
  work: Work,
  customer: string,
  method: Stripe.PaymentMethod,
  taken: PaymentOutcome | null,
) {
  await save(work, { ...method, customer })
  if (!taken) return
  await save(work, { ...taken.intent, customer })
  await save(work, { ...taken.charge, customer })
}

async function reductionsOf(work: Work, extra: SessionExtra): Promise<Reduction[]> {
  const reductions: Reduction[] = []
  for (const { coupon, promotionCode } of extra.reductions) {
    reductions.push({ coupon: await load(work, 'coupon', coupon), promotionCode })
  }
  return reductions
}
