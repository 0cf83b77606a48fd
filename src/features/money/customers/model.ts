import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { user } from '#platform/db/tables.ts'
import type { QueuedJob } from '#platform/jobs/define.ts'
import { notFound } from '#platform/rpc/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import { idAtProvider } from './rules.ts'
import { paymentCustomers } from './table.ts'

/** The provider's record of a person, made when it is first needed. */
export async function customerOf(runtime: Runtime, userId: string): Promise<string> {
  const [found] = await runtime.db
    .select({ email: user.email, name: user.name, known: paymentCustomers.stripeCustomerId })
    .from(user)
    .leftJoin(paymentCustomers, eq(paymentCustomers.userId, user.id))
    .where(eq(user.id, userId))
  if (!found) throw notFound()
  const { known, ...person } = found
  if (known) return known
  const customer = await runtime.stripe.customers.create(
    { ...person, metadata: { userId } },
    { ...shortTimeout, idempotencyKey: `customer:${userId}:${person.email}:${person.name}`.slice(0, 255) },
  )
  const [made] = await runtime.db
    .insert(paymentCustomers)
    .values({ userId, stripeCustomerId: customer.id })
    .onConflictDoNothing()
    .returning({ id: paymentCustomers.stripeCustomerId })
  return made?.id ?? (await knownCustomer(runtime, userId)) ?? customer.id
}

/** Calls made while a person waits: a slow provider is a failure that they can repeat. */
export const shortTimeout: Stripe.RequestOptions = { timeout: 2_500, maxNetworkRetries: 0 }

export async function knownCustomer({ db }: Pick<Runtime, 'db'>, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: paymentCustomers.stripeCustomerId })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.userId, userId))
  return row?.id ?? null
}

/** As whom a payment page knows somebody: as the customer they are already, else by their address. */
export async function payerAtProvider({ db }: Pick<Runtime, 'db'>, userId: string) {
  const [payer] = await db
    .select({ email: user.email, customer: paymentCustomers.stripeCustomerId })
    .from(user)
    .leftJoin(paymentCustomers, eq(paymentCustomers.userId, user.id))
    .where(eq(user.id, userId))
  return payer?.customer ? { customer: payer.customer } : { customer_email: payer!.email }
}

/** The person whom the provider knows as this customer. */
export async function personOf({ db }: Pick<Runtime, 'db'>, customer: string | { id: string }): Promise<string | null> {
  const [row] = await db
    .select({ userId: paymentCustomers.userId })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.stripeCustomerId, idAtProvider(customer) ?? ''))
  return row?.userId ?? null
}

/** What the provider keeps as a person's credit, in pence; a debt is none. */
export async function creditOf({ stripe }: Pick<Runtime, 'stripe'>, customer: string): Promise<number> {
  const found = await stripe.customers.retrieve(customer, {}, shortTimeout)
  return found.deleted ? 0 : Math.max(0, -found.balance)
}

/** Adds to a customer's credit (negative: takes off it), in the smallest unit of its currency; the same cause once. */
export async function changeCredit(
  { stripe }: Pick<Runtime, 'stripe'>,
  customer: string,
  { amount, currency, cause, description }: CreditChange,
): Promise<void> {
  const made = await everyOf(stripe.customers.listBalanceTransactions(customer, { limit: 100 }))
  if (made.some(({ metadata }) => metadata?.cause === cause)) return
  await stripe.customers.createBalanceTransaction(
    customer,
    { amount: -amount, currency, description, metadata: { cause } },
    { idempotencyKey: `credit:${cause}` },
  )
}

export interface CreditChange {
  amount: number
  currency: string
  cause: string
  description: string
}

/** Takes off a person's credit, at the provider, what was given back to their card; run in jobs.ts. */
export const payOutCredit: QueuedJob<{ userId: string; pence: number; cause: string }> = {
  name: 'payments.pay-out-credit',
  payload: z.object({ userId: z.string().max(100), pence: z.int().positive(), cause: z.string().max(200) }),
}

/** A list of the provider, page after page: what decides about money is never only the first hundred. */
export const everyOf = <T>(list: Stripe.ApiListPromise<T>): Promise<T[]> => list.autoPagingToArray({ limit: 10_000 })

/** For `catch`: what the provider does not have is `otherwise`; any other failure is thrown on. */
export const ifMissing =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if ((error as { code?: string }).code === 'resource_missing') return otherwise
    throw error
  }

/** Whether the bank pays an invoice as soon as its payer has confirmed it. */
export async function waitsForPayer(stripe: Stripe, invoiceId: string): Promise<boolean> {
  const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, status: 'open', limit: 1 })
  const intentId = idAtProvider(data[0]?.payment.payment_intent)
  return intentId !== null && (await stripe.paymentIntents.retrieve(intentId)).status === 'requires_action'
}

/**
 * Nobody can pay any more what was asked for before: its page at the provider would go on taking money. A draft would be charged
 * within the hour.
 */
export async function voidOpenInvoices(stripe: Stripe, subscription: string): Promise<void> {
  for (const { id } of await everyOf(stripe.invoices.list({ subscription, status: 'draft', limit: 100 })))
    await stripe.invoices.finalizeInvoice(id!, { auto_advance: false })
  for (const { id } of await everyOf(stripe.invoices.list({ subscription, status: 'open', limit: 100 })))
    await stripe.invoices.voidInvoice(id!)
}
