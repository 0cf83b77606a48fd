import { and, eq, gte, like, ne, or, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { currentMembership, isOnHold } from '#features/membership/memberships/model.ts'
import { membershipOrders } from '#features/membership/sales/model.ts'
import type { PayOutErased } from '#features/money/customers/jobs.ts'
import { creditOf, everyOf, knownCustomer, payOutCredit } from '#features/money/customers/model.ts'
import { heldOf } from '#features/money/ledger/model.ts'
import { expireOrders, type OrderKind } from '#features/money/orders/model.ts'
import { orders } from '#features/money/orders/table.ts'
import { refundedMail } from '#features/money/refunds/mail.tsx'
import { refundInvoice, refundOrder } from '#features/money/refunds/model.ts'
import { refunds } from '#features/money/refunds/table.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { JobContext } from '#platform/jobs/define.ts'
import type { Runtime } from '#platform/runtime.ts'
import { backOf, dividedAmong, type GivenBack } from './rules.ts'

/** Whether something is charged, or is to be, for somebody's membership. */
export const isSubscribed = async (db: Reader, userId: string): Promise<boolean> =>
  Boolean((await currentMembership(db, userId))?.stripeSubscriptionId)

/** What the house holds of somebody's money for their membership, as a block gives it back. */
export interface Held {
  back: GivenBack
  /** Invoices that were paid and are not entered yet: their message is still under way. */
  missing: string[]
}

/** What the house holds of a person's money for their membership now: one answer for the office's form and for the refund. */
export async function heldFor(
  { db, stripe }: Pick<Runtime, 'db' | 'stripe'>,
  account: { userId: string; subscriptionId: string | null; customerId?: string | null; now: Date },
  options: Stripe.RequestOptions = {},
): Promise<Held> {
  const { userId, subscriptionId, now } = account
  const asked = { subscription: subscriptionId ?? '', status: 'paid', limit: 100 } as const
  const invoices = subscriptionId ? await everyOf(stripe.invoices.list(asked, options)) : []
  const customer = account.customerId === undefined ? await knownCustomer({ db }, userId) : account.customerId
  // What an open invoice has used of it is credit again once a block lets go of the invoice.
  const open = subscriptionId
    ? await everyOf(stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: 100 }, options))
    : []
  const usedPence = open.reduce((sum, each) => sum + Math.max(0, (each.ending_balance ?? 0) - each.starting_balance), 0)
  const creditPence = (customer ? await creditOf({ stripe }, customer) : 0) + usedPence
  const payments = await heldOf(db, userId, membershipOrders.name)
  const paid = new Map(payments.map(({ externalRef, leftPence }) => [externalRef, leftPence]))
  const heldPence = payments.reduce((sum, { leftPence }) => sum + leftPence, 0)
  const leftOf = (id: string) => paid.get(id) ?? 0
  return {
    back: backOf(invoices, { now, creditPence, heldPence, leftOf }),
    missing: invoices.filter(({ id, amount_paid }) => amount_paid > 0 && !paid.has(id!)).map(({ id }) => id!),
  }
}

/**
 * Gives back what is unused of a subscription, and the credit, once, to the cards that paid; the ledger says so and the person is
 * told. Without a subscription it is the credit alone.
 */
export async function giveBackUnused(context: JobContext, block: Block): Promise<void> {
  const { runtime, now, write } = context
  const { back, missing } = await heldFor(runtime, { ...block, now })
  // What is not in the books cannot be given back; a second try finds it there.
  if (missing.length > 0) throw new Error(`the payment of the invoice ${missing[0]} is not entered yet`)
  if (back.unusedPence + back.creditPence > 0) await write(tx => giveBack(tx, block, back))
}

interface Block {
  userId: string
  customerId?: string
  subscriptionId: string | null
  blockedAt: Date | null
  /** There is nobody left to tell, and the credit goes with the record at the provider. */
  isErased?: true
}

/** The credit of somebody who was erased, before the provider's record of them goes and takes it along. */
export const payOutErased: PayOutErased = (context, erased) =>
  giveBackUnused(context, { ...erased, subscriptionId: null, blockedAt: null, isErased: true })

async function giveBack(
  tx: Tx,
  { userId, subscriptionId, blockedAt, isErased }: Block,
  { unusedPence, creditPence }: GivenBack,
): Promise<void> {
  const [person] = await tx
    .select({ address: user.email, firstName: user.firstName })
    .from(user)
    .where(eq(user.id, userId))
    .for('no key update')
  const cause = `hold:${subscriptionId ?? `credit-${userId}-${blockedAt?.getTime()}`}`
  // A second run would reckon with a moment that has moved on, and with credit that is being paid out.
  const isOfThis = or(
    like(refunds.ref, `${cause}:%`),
    subscriptionId || !blockedAt ? undefined : and(like(refunds.ref, 'hold:%'), gte(refunds.createdAt, blockedAt)),
  )
  if ((await tx.$count(refunds, and(eq(refunds.userId, userId), isOfThis))) > 0) return
  const description = unusedPence > 0 ? unusedWords : creditWords
  // As it is under the lock: a refund or a bank may have taken of it while the provider was asked.
  const parts = dividedAmong(unusedPence + creditPence, await heldOf(tx, userId, membershipOrders.name))
  const amountPence = parts.reduce((sum, part) => sum + part.amountPence, 0)
  for (const { externalRef: invoiceId, orderId, amountPence: part } of parts) {
    const refund = { amountPence: part, reason: description, ref: `${cause}:${invoiceId}` }
    if (orderId) await refundOrder(tx, { ...refund, orderId })
    else await refundInvoice(tx, { ...refund, invoiceId, userId, kind: membershipOrders.name, description })
  }
  if (isErased) return
  if (creditPence > 0) await tx.enqueue(payOutCredit, { userId, pence: creditPence, cause })
  const about = { firstName: person!.firstName, description, amountPence, creditPence }
  await tx.mail(refundedMail, { address: person!.address, userId }, about)
}

const unusedWords = 'Membership: unused time'
const creditWords = 'Membership: credit'

/** Whether a block has given back the unused time of this subscription: then it ends, whatever the account became since. */
export const isGivenBackFor = async (db: Reader, subscriptionId: string): Promise<boolean> =>
  (await db.$count(refunds, like(refunds.ref, `hold:${subscriptionId}:%`))) > 0

/**
 * Ends every order that a person has not paid, of other kinds than `except`: their payment pages close and what they hold is free
 * again. Money that is quicker is followed as ever.
 */
export async function endPending(tx: Tx, userId: string, except: string): Promise<void> {
  const isTheirs = and(eq(orders.userId, userId), eq(orders.status, 'pending'), ne(orders.kind, except))
  const ended = await tx
    .update(orders)
    .set({ expiresAt: sql`greatest(${orders.createdAt}, least(${orders.expiresAt}, ${tx.now}::timestamptz))` })
    .where(isTheirs)
    .returning({ id: orders.id })
  if (ended.length > 0) await tx.enqueue(expireOrders, {})
}

/** A kind of order that gives nothing to somebody whose account the house has closed to them: what they paid goes back at once. */
export const unlessClosed = (kind: OrderKind): OrderKind => ({
  ...kind,
  async fulfil(tx, order) {
    if (!(await isOnHold(tx, order.userId))) return kind.fulfil(tx, order)
    // What it held is held no more, whether or not that was done before.
    await kind.release(tx, order)
    return { outcome: 'gone', reason: 'Your account had been closed to you before it was paid.' }
  },
})
