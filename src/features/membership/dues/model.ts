import { eq, sql } from 'drizzle-orm'
import type { PaymentStatus } from '#features/membership/memberships/inputs.ts'
import { mailMember } from '#features/membership/memberships/model.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { everyOf, shortTimeout } from '#features/money/customers/model.ts'
import { idAtProvider } from '#features/money/customers/rules.ts'
import { profiles } from '#features/people/members/table.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import { calendarDate } from '#platform/time.ts'
import { formatDay } from '#platform/words.ts'
import { paymentReminderMail, type Reminder } from './mail.tsx'
import { type Due, nextSteps, reminderTypeOf } from './rules.ts'
import { paymentReminders } from './table.ts'

/** What a month costs: who began at another price than today's keeps it. */
export const monthlyPence = sql<number>`coalesce(${userMemberships.monthlyPence}, ${membershipTiers.pricePence})`

/** The payment of a membership as it is shown, for conditions and counts: as `paymentOf` has it, in SQL. */
export const paymentShown = (now: Date) =>
  sql<PaymentStatus>`case when ${userMemberships.pausedFrom} > ${now}::timestamptz then 'paid' else ${userMemberships.paymentStatus} end`

/** The slug of the plan that is shown: what waits for its first day is on the one to come. */
export const tierShown = sql<string>`coalesce((select n.slug from ${membershipTiers} n where n.id = ${userMemberships.nextTierId}), ${membershipTiers.slug})`

/** What lists, reminders and the ladder read of a membership. */
export const dueColumns = {
  id: userMemberships.id,
  userId: userMemberships.userId,
  firstName: user.firstName,
  name: user.name,
  email: user.email,
  accountStatus: profiles.accountStatus,
  tierId: userMemberships.tierId,
  tier: sql<string>`coalesce((select n.name from ${membershipTiers} n where n.id = ${userMemberships.nextTierId}), ${membershipTiers.name})`,
  isWaiting: sql<boolean>`${userMemberships.nextTierId} is not null`,
  monthlyPence,
  hasCustomPrice: userMemberships.hasCustomPrice,
  paymentStatus: userMemberships.paymentStatus,
  subscriptionId: userMemberships.stripeSubscriptionId,
  hasSubscription: sql<boolean>`${userMemberships.stripeSubscriptionId} is not null`,
  cancelsAtPeriodEnd: userMemberships.cancelsAtPeriodEnd,
  currentPeriodEnd: userMemberships.currentPeriodEnd,
  freeUntil: userMemberships.freeUntil,
  pausedFrom: userMemberships.pausedFrom,
  overdueSince: userMemberships.overdueSince,
  limitedAt: userMemberships.limitedAt,
  lastReminderAt: userMemberships.lastPaymentReminderSentAt,
  reminderCount: userMemberships.paymentReminderCount,
}

/** Active memberships with their people; every condition and order is the caller's. */
export const dues = (db: Reader) =>
  db
    .select(dueColumns)
    .from(userMemberships)
    .innerJoin(user, eq(user.id, userMemberships.userId))
    .innerJoin(profiles, eq(profiles.userId, userMemberships.userId))
    .innerJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
    .$dynamic()

export type DueRow = Awaited<ReturnType<typeof dues>>[number]

/** One of them, if it is active still; locked inside a transaction, so that two reminders come one after the other. */
export async function dueOf(db: Reader, membershipId: string): Promise<DueRow | null> {
  const [row] = await dues(db).where(sql`${eq(userMemberships.id, membershipId)} and ${isActiveMembership}`)
  return row ?? null
}

/** What is asked for and not paid, by subscription, as the provider has it: the oldest invoice says since when. */
export interface Open {
  pence: number
  dueOn: Date
  /** How often the bank was asked, and when it is asked again. */
  attempts: number
  triesAgainAt: Date | null
  /** The provider's own page on which the oldest of it can be paid with any card, and what that asks for. */
  page: { url: string; pence: number } | null
}

/** What is open at the provider: of one subscription, or of all. */
export async function openAtProvider(
  { stripe }: Pick<Runtime, 'stripe'>,
  subscription?: string,
): Promise<Map<string, Open>> {
  const asked = { status: 'open', limit: 100, ...(subscription && { subscription }) } as const
  const open = new Map<string, Open>()
  for (const invoice of await everyOf(stripe.invoices.list(asked, shortTimeout))) {
    const id = idAtProvider(invoice.parent?.subscription_details?.subscription)
    if (!id) continue
    const again = invoice.next_payment_attempt
    const found = {
      pence: invoice.amount_remaining + (open.get(id)?.pence ?? 0),
      dueOn: new Date(invoice.created * 1000),
      attempts: invoice.attempt_count,
      triesAgainAt: again ? new Date(again * 1000) : (open.get(id)?.triesAgainAt ?? null),
      page: invoice.hosted_invoice_url ? { url: invoice.hosted_invoice_url, pence: invoice.amount_remaining } : null,
    }
    open.set(id, found)
  }
  return open
}

/**
 * The reminder that this membership would get now; null when nothing is to pay for it: also when the provider has nothing open any
 * more, and only its message is still under way.
 */
export function reminderOf(due: DueRow, open: Open | undefined, { graceDays, now }: { graceDays: number; now: Date }) {
  const type = reminderTypeOf(due as Due, now)
  if (!type || (type === 'overdue' && !open)) return null
  const since = (type === 'overdue' ? open?.dueOn : due.currentPeriodEnd) ?? now
  const steps = due.overdueSince && nextSteps(due.overdueSince, { graceDays, now, isLimited: due.limitedAt !== null })
  const words: Reminder = {
    firstName: due.firstName,
    type,
    itemName: `${due.tier} membership`,
    amountPence: type === 'overdue' ? (open?.pence ?? due.monthlyPence) : due.monthlyPence,
    dueOn: formatDay(since),
    restsOn: steps?.restsAt && !due.isWaiting ? formatDay(steps.restsAt) : null,
    isResting: due.limitedAt !== null,
  }
  return { words, dueDate: calendarDate(since) }
}

/** Writes the mail and counts it, in one transaction; false when this step of the ladder was told before (PAY-09). */
export async function sendReminder(
  tx: Tx,
  due: DueRow,
  { words, dueDate }: NonNullable<ReturnType<typeof reminderOf>>,
  by: { sentBy: string } | { ladderDay: number },
): Promise<boolean> {
  const { userId, id: membershipId } = due
  const [row] = await tx
    .insert(paymentReminders)
    .values({
      ...{ userId, membershipId, reminderType: words.type, amountDue: words.amountPence, dueDate, createdAt: tx.now },
      ...('sentBy' in by ? { sentBy: by.sentBy } : { ladderDay: by.ladderDay, overdueSince: due.overdueSince }),
    })
    .onConflictDoNothing()
    .returning({ id: paymentReminders.id })
  if (!row) return false
  await tx
    .update(userMemberships)
    .set({
      lastPaymentReminderSentAt: tx.now,
      paymentReminderCount: sql`${userMemberships.paymentReminderCount} + 1`,
    })
    .where(eq(userMemberships.id, membershipId))
  const { firstName: _, ...props } = words
  await mailMember(tx, userId, paymentReminderMail, props, { relatesTo: `payment_reminders/${row.id}` })
  return true
}
