import { and, eq, ne } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { readSettings } from '#features/house/settings/model.ts'
import { openAtProvider } from '#features/membership/dues/model.ts'
import { shortTimeout } from '#features/money/customers/model.ts'
import { idAtProvider } from '#features/money/customers/rules.ts'
import { enterLedger, heldOf } from '#features/money/ledger/model.ts'
import type { EventFollower, Followed } from '#features/money/provider/model.ts'
import { orderGoneMail } from '#features/money/refunds/mail.tsx'
import { giveBackInvoice } from '#features/money/refunds/model.ts'
import { mails, user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { JobContext, QueuedJob } from '#platform/jobs/define.ts'
import type { MailTemplate } from '#platform/mail/mail.ts'
import { notFound } from '#platform/rpc/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import { calendarDate } from '#platform/time.ts'
import { formatDay } from '#platform/words.ts'
import { messages } from './inputs.ts'
import {
  rentalActivatedMail,
  rentalEndedMail,
  rentalLinkMail,
  rentalStoppedMail,
  rentFailedMail,
  rentPaidMail,
  rentUnpaidMail,
} from './mail.tsx'
import { invoiceProblem, isProviderLink, nextRentOn, rentalKind } from './rules.ts'
import { studioRentalMembers } from './table.ts'

export type Rental = typeof studioRentalMembers.$inferSelect

/** Nobody can pay by a link any more; run in jobs.ts. */
export const closeLink: QueuedJob<{ linkId: string }> = {
  name: 'rentals.close-link',
  payload: z.object({ linkId: z.string().max(255) }),
}

/** Ends what pays for a rental, and lets go of what it still asks for; run in jobs.ts. */
export const endPaying: QueuedJob<{ subscriptionId: string }> = {
  name: 'rentals.end-paying',
  payload: z.object({ subscriptionId: z.string().max(255) }),
}

/** The month that was paid is counted from the rental's first day, and none is taken after its last; run in jobs.ts. */
export const alignMonths: QueuedJob<{ subscriptionId: string; nextOn: string; lastOn?: string | null }> = {
  name: 'rentals.align-months',
  payload: z.object({ subscriptionId: z.string().max(255), nextOn: z.iso.date(), lastOn: z.iso.date().nullish() }),
}

/** Subscriptions and invoices of payment links move rentals forward; both are always read again at the provider. */
export const rentalFollowers: EventFollower[] = [
  { prefix: 'customer.subscription.', follow: followSubscription },
  { prefix: 'invoice.', follow: followInvoice },
]

/**
 * The page at the provider on which a rental is begun: the rent every month, and the deposit once. Asked for again it is the
 * same page. No transaction may be open. Throws when the provider does not answer, or answers with a page that is not its own.
 */
export async function makeLink({ stripe, env }: Runtime, rental: Rental): Promise<{ id: string; url: string }> {
  const { id: rentalId, studioName, monthlyRentAmount, depositAmount } = rental
  const line = (name: string, unit_amount: number, more: { recurring?: { interval: 'month' } } = {}) => ({
    quantity: 1,
    price_data: { currency: 'gbp', unit_amount, product_data: { name }, ...more },
  })
  const { id, url } = await stripe.paymentLinks.create(
    {
      line_items: [
        line(`Studio rent: ${studioName}`, monthlyRentAmount, { recurring: { interval: 'month' } }),
        ...(depositAmount > 0 ? [line(`Deposit: ${studioName}`, depositAmount)] : []),
      ],
      metadata: { rentalId },
      subscription_data: { metadata: { rentalId } },
      // Paid once: a second payment would be a second rental.
      restrictions: { completed_sessions: { limit: 1 } },
      inactive_message: 'This link has been used, or the rental has ended.',
    },
    { ...shortTimeout, idempotencyKey: `rental:${rentalId}` },
  )
  if (!isProviderLink(url, env.simulate.stripe ? env.publicUrl : null))
    throw new Error('the payment link is no page of the provider')
  return { id, url }
}

/** Locks a rental; NOT_FOUND. */
export async function lockRental(tx: Tx, id: string): Promise<Rental> {
  const [rental] = await tx.select().from(studioRentalMembers).where(eq(studioRentalMembers.id, id)).for('update')
  if (!rental) throw notFound(messages.notFound)
  return rental
}

/** Sends a rental's member the page to pay on. */
export const mailLink = (tx: Tx, rental: Rental, url: string): Promise<void> =>
  tellMember(tx, rental, rentalLinkMail, {
    studioName: rental.studioName,
    rentPence: rental.monthlyRentAmount,
    depositPence: rental.depositAmount,
    startsOn: formatDay(rental.rentalStartDate),
    endsOn: rental.rentalEndDate && formatDay(rental.rentalEndDate),
    url,
  })

/** Whoever has the office's list open sees it anew. */
export const tellOffice = (tx: Tx) => tx.announce({ to: { role: 'admin' }, kind: 'rentals.changed' })

/** Ends a locked rental: its room is free, nothing more is charged, and its member is told. */
export async function endRental(
  tx: Tx,
  rental: Rental,
  { reason, by }: { reason: string; by: string | null },
): Promise<void> {
  const { id, stripePaymentLinkId: linkId, stripeSubscriptionId: subscriptionId, studioName } = rental
  await tx
    .update(studioRentalMembers)
    .set({ migrationStatus: 'ended', endedAt: tx.now, endReason: reason, endedBy: by, ...nothingUnpaid })
    .where(and(eq(studioRentalMembers.id, id), ne(studioRentalMembers.migrationStatus, 'ended')))
  if (linkId) await tx.enqueue(closeLink, { linkId })
  if (subscriptionId) await tx.enqueue(endPaying, { subscriptionId })
  await tellMember(tx, rental, rentalEndedMail, { studioName, reason })
  const depositPence = rental.activatedAt === null ? 0 : rental.depositAmount
  // Who of the staff ended it knows that it has; of a deposit somebody has to think.
  if (by === null || depositPence > 0)
    await tellHouse(tx, rental, rentalStoppedMail, { studioName, reason, depositPence })
  await tellOffice(tx)
}

/** Why a rental ends by itself; its member reads it. */
export const lastDayOver = 'Its last day is over'

/** A subscription that ended at the provider ends its rental. */
export async function followSubscription({ runtime, write }: JobContext, subscriptionId: string): Promise<Followed> {
  const subscription = await runtime.stripe.subscriptions.retrieve(subscriptionId)
  const id = rentalIdOf(subscription.metadata)
  if (!id) return 'ignored'
  if (subscription.status !== 'canceled') {
    await keepUnpaid({ runtime, write }, id, subscriptionId)
    return 'done'
  }
  await write(async tx => {
    const rental = await lockRental(tx, id)
    if (rental.stripeSubscriptionId !== subscriptionId || rental.migrationStatus !== 'activated') return
    const isOver = rental.rentalEndDate !== null && rental.rentalEndDate < calendarDate(tx.now)
    await endRental(tx, rental, {
      reason: isOver ? lastDayOver : 'Its payments ended at the payment provider',
      by: null,
    })
  })
  return 'done'
}

/** Enters a paid invoice of a rental. The first one activates it (STA-19); what cannot be kept goes back by itself. */
async function followInvoice({ runtime, write }: JobContext, invoiceId: string): Promise<Followed> {
  const { stripe } = runtime
  const invoice = await stripe.invoices.retrieve(invoiceId)
  const from = invoice.parent?.subscription_details
  const subscriptionId = idAtProvider(from?.subscription)
  if (!subscriptionId) return 'ignored'
  const id = rentalIdOf(from?.metadata ?? (await stripe.subscriptions.retrieve(subscriptionId)).metadata)
  if (!id) return 'ignored'
  if (invoice.status === 'open' && invoice.attempt_count > 0)
    await write(tx => tellUnpaid(tx, id, { invoice, subscriptionId }))
  const isPaid = invoice.status === 'paid' && invoice.amount_paid > 0
  const followed = isPaid ? await write(tx => payRental(tx, id, { invoice, subscriptionId })) : 'done'
  await keepUnpaid({ runtime, write }, id, subscriptionId)
  return followed
}

const nothingUnpaid = { unpaidPence: null, unpaidSince: null, unpaidUrl: null }

/** Keeps what of a running rental's rent the provider asked for in vain, as it stands there now. */
async function keepUnpaid(
  { runtime, write }: Pick<JobContext, 'runtime' | 'write'>,
  id: string,
  subscriptionId: string,
): Promise<void> {
  const open = (await openAtProvider(runtime, subscriptionId)).get(subscriptionId)
  // What no card was asked for yet is not late.
  const unpaid =
    open && open.attempts > 0
      ? { unpaidPence: open.pence, unpaidSince: open.dueOn, unpaidUrl: open.page?.url ?? null }
      : nothingUnpaid
  await write(async tx => {
    const rental = await lockRental(tx, id)
    if (rental.migrationStatus !== 'activated' || rental.stripeSubscriptionId !== subscriptionId) return
    if (rental.unpaidPence === unpaid.unpaidPence && rental.unpaidUrl === unpaid.unpaidUrl) return
    await tx.update(studioRentalMembers).set(unpaid).where(eq(studioRentalMembers.id, id))
    await tx.announce({ to: { userId: rental.userId }, kind: 'rentals.changed' })
    await tellOffice(tx)
  })
}

const rentalIdOf = (metadata: Stripe.Metadata | null): string | null =>
  z.uuid().safeParse(metadata?.rentalId).data ?? null

async function payRental(
  tx: Tx,
  id: string,
  { invoice, subscriptionId }: { invoice: Stripe.Invoice; subscriptionId: string },
): Promise<Followed> {
  const rental = await lockRental(tx, id)
  const { userId, studioName, monthlyRentAmount, depositAmount } = rental
  const { amount_paid: amountPence, currency } = invoice
  const invoiceId = invoice.id!
  const paidAt = new Date((invoice.status_transitions.paid_at ?? invoice.created) * 1000)
  const isFirst = invoice.billing_reason === 'subscription_create'
  const what = isFirst ? (depositAmount > 0 ? 'first month and deposit' : 'first month') : 'next month'
  const about = { userId, kind: rentalKind, description: `Studio rent, ${what}: ${studioName}` }
  const isNew = currency === 'gbp' && (await enterLedger(tx, { ...about, amountPence, externalRef: invoiceId }))
  const problem = invoiceProblem(rental, { subscriptionId, paidAt, currency })
  if (problem) {
    // What has gone back already, by the office or a bank, does not go back again.
    const entered = (await heldOf(tx, userId, rentalKind)).find(({ externalRef }) => externalRef === invoiceId)
    const back = { ...about, invoiceId, amountPence: entered?.leftPence ?? amountPence, currency, reason: problem }
    await giveBackInvoice(tx, back)
    await tx.enqueue(endPaying, { subscriptionId })
    if (isNew)
      await tellMember(tx, rental, orderGoneMail, {
        ...{ orderId: null, description: about.description, amountPence, creditPence: 0, currency, reason: problem },
      })
    return { refused: problem }
  }
  if (rental.migrationStatus === 'pending' || rental.migrationStatus === 'link_sent') {
    await tx
      .update(studioRentalMembers)
      .set({
        migrationStatus: 'activated',
        activatedAt: tx.now,
        stripeSubscriptionId: subscriptionId,
        stripeCustomerId: idAtProvider(invoice.customer),
      })
      .where(eq(studioRentalMembers.id, id))
    const { rentalStartDate, rentalEndDate: lastOn } = rental
    const nextOn = nextRentOn(rentalStartDate, calendarDate(paidAt))
    await tx.enqueue(alignMonths, { subscriptionId, nextOn, lastOn })
    await tellMember(tx, rental, rentalActivatedMail, {
      ...{ studioName, paidPence: amountPence, rentPence: monthlyRentAmount },
      nextOn: lastOn !== null && nextOn > lastOn ? null : formatDay(nextOn),
      lastOn: lastOn && formatDay(lastOn),
    })
    await tellOffice(tx)
  }
  if (isNew) {
    await tx.announce({ to: { userId }, kind: 'order.paid' })
    // Whoever was told that it failed is told that it is settled.
    const relatesTo = `invoices/${invoiceId}`
    if (await wasSent(tx, rentUnpaidMail, relatesTo))
      await tellMember(tx, rental, rentPaidMail, { studioName, paidPence: amountPence }, relatesTo)
  }
  return 'done'
}

async function tellMember<P extends { firstName: string }>(
  tx: Tx,
  { id, userId }: Rental,
  template: MailTemplate<P>,
  props: Omit<NoInfer<P>, 'firstName'>,
  relatesTo = `studio_rental_members/${id}`,
): Promise<void> {
  const { email, firstName } = user
  const [person] = await tx.select({ email, firstName }).from(user).where(eq(user.id, userId))
  const to = { address: person!.email, userId, relatesTo }
  await tx.mail(template, to, { ...props, firstName: person!.firstName } as unknown as P)
}

/** The rent of a running rental could not be taken: its member and the house hear of it, once for each month. */
async function tellUnpaid(
  tx: Tx,
  id: string,
  { invoice, subscriptionId }: { invoice: Stripe.Invoice; subscriptionId: string },
): Promise<void> {
  const rental = await lockRental(tx, id)
  if (rental.migrationStatus !== 'activated' || rental.stripeSubscriptionId !== subscriptionId) return
  const relatesTo = `invoices/${invoice.id}`
  if (await wasSent(tx, rentFailedMail, relatesTo)) return
  const about = { studioName: rental.studioName, duePence: invoice.amount_remaining }
  await tellMember(tx, rental, rentUnpaidMail, { ...about, url: invoice.hosted_invoice_url ?? null }, relatesTo)
  await tellHouse(tx, rental, rentFailedMail, about, relatesTo)
}

const wasSent = async (tx: Tx, { name }: { name: string }, relatesTo: string): Promise<boolean> =>
  (await tx.$count(mails, and(eq(mails.template, name), eq(mails.relatesTo, relatesTo)))) > 0

async function tellHouse<P>(
  tx: Tx,
  { id }: Rental,
  template: MailTemplate<P>,
  props: NoInfer<P>,
  relatesTo = `studio_rental_members/${id}`,
): Promise<void> {
  const { venueEmail } = await readSettings(tx)
  await tx.mail(template, { address: venueEmail, isHouse: true, relatesTo }, props)
}
