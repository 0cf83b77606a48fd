import { type AnyColumn, and, eq, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { freeTier, type Tier } from '#features/membership/tiers/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { isLostSince } from '#features/money/disputes/model.ts'
import { type Sums, sumsSince } from '#features/money/ledger/model.ts'
import type { PlanState } from '#features/people/members/inputs.ts'
import { profiles } from '#features/people/members/table.ts'
import type { Reader } from '#platform/db/pool.ts'
import { mails, user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { QueuedJob } from '#platform/jobs/define.ts'
import type { MailTemplate } from '#platform/mail/mail.ts'
import { calendarDate } from '#platform/time.ts'
import { formatDate, formatDay } from '#platform/words.ts'
import type { PaymentStatus } from './inputs.ts'
import { membershipEndingMail, membershipRestsMail } from './mail.tsx'
import { type PauseDates, pauseOf } from './rules.ts'
import { cancellationReasons, isActiveMembership, membershipPauses, userMemberships } from './table.ts'

export type MembershipRow = typeof userMemberships.$inferSelect

/** Ends at the provider what was replaced; run in subscriptions/jobs.ts. */
export const endSubscription: QueuedJob<{ subscriptionId: string }> = {
  name: 'memberships.end-subscription',
  payload: z.object({ subscriptionId: z.string().max(255) }),
}

/**
 * Makes a membership follow its account: a block ends it and gives back what is unused, a suspension stops its payments, and
 * lifting one lets them go on. It reads the account as it stands then, so it may run any number of times. Run in
 * restrictions/jobs.ts.
 */
export const followRestriction: QueuedJob<{ userId: string }> = {
  name: 'memberships.follow-restriction',
  payload: z.object({ userId: z.string().max(100) }),
}

/** Makes a membership follow what has become of the money that paid for its month. Run in subscriptions/jobs.ts. */
export const followMoney: QueuedJob<{ userId: string }> = {
  name: 'memberships.follow-money',
  payload: z.object({ userId: z.string().max(100) }),
}

/** How a membership `m` stands with its cost, in SQL as `paymentOf` has it. */
const planState = (time: Date) => {
  const now = sql`${time.toISOString()}::timestamptz`
  return sql<PlanState>`case
    when m.payment_status = 'waived' and m.limited_at is not null then 'takenBack'
    when m.paused_from < m.free_until and m.paused_from <= ${now}
      and m.free_until > ${now} then 'paused'
    when m.paused_from > ${now} then 'paid'
    when m.payment_status = 'waived' then 'free'
    else m.payment_status end`
}

/** How a person stands with what their plan costs, or null: a column. */
export const planStateOf = (person: AnyColumn, now: Date) =>
  sql<PlanState | null>`(select ${planState(now)} from ${userMemberships} m
    where m.user_id = ${person} and m.status = 'active' limit 1)`

/** A condition: the person stands so. Memberships are read once for all. */
export const isInPlanState = (person: AnyColumn, state: PlanState, now: Date) =>
  sql`${person} in (select m.user_id from ${userMemberships} m
    where m.status = 'active' and ${planState(now)} = ${state})`

/** The name of the plan that a person is on, or null: a column. */
export const planNameOf = (person: AnyColumn) =>
  sql<string | null>`(select t.name from ${userMemberships} m join ${membershipTiers} t on t.id = m.tier_id
    where m.user_id = ${person} and m.status = 'active' limit 1)`

/** The active membership of a person with its tier, or null. */
export async function currentMembership(db: Reader, userId: string): Promise<(MembershipRow & { tier: Tier }) | null> {
  const [row] = await db
    .select({ membership: userMemberships, tier: membershipTiers })
    .from(userMemberships)
    .innerJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
    .where(and(eq(userMemberships.userId, userId), isActiveMembership))
  return row ? { ...row.membership, tier: row.tier } : null
}

/** Gives an approved person their Explorer membership, unless they have one of any tier. Returns its id (decision 32). */
export async function activateExplorer(tx: Tx, userId: string): Promise<string> {
  const free = await freeTier(tx)
  // Whoever has an active membership keeps it: the key lets in one, also when two come at once.
  const [made] = await tx
    .insert(userMemberships)
    .values({
      userId,
      tierId: free.id,
      paymentStatus: 'waived',
      startedOn: calendarDate(tx.now),
      currentPeriodStart: tx.now,
      createdAt: tx.now,
    })
    .onConflictDoNothing({ target: userMemberships.userId, where: sql`status = 'active'` })
    .returning({ id: userMemberships.id })
  if (!made) return (await currentMembership(tx, userId))!.id
  await tx.announce({ to: { userId }, kind: 'membership.changed' })
  return made.id
}

/**
 * Whether an account is blocked or suspended, and since when; null when it is neither. A change of it waits for the transaction
 * that asked, or is seen by it: what a change finds to end or to pause is there by then.
 */
export async function holdOf(tx: Tx, userId: string): Promise<{ isBlocked: boolean; since: Date } | null> {
  const [account] = await tx
    .select({ status: profiles.accountStatus, since: profiles.blockedAt })
    .from(profiles)
    .where(eq(profiles.userId, userId))
    .for('share')
  if (!account || account.status === 'active') return null
  return { isBlocked: account.status === 'blocked', since: account.since ?? tx.now }
}

export const isOnHold = async (tx: Tx, userId: string): Promise<boolean> => (await holdOf(tx, userId)) !== null

export interface TierEntry {
  userId: string
  tierId: string
  /** The running time is paid, or a gift; loyalty counts no other. */
  isPaid: boolean
  paymentStatus: PaymentStatus
  subscriptionId: string | null
  periodStart: Date | null
  periodEnd: Date | null
  cancelsAtPeriodEnd?: boolean
  /** What the subscription costs a month. */
  monthlyPence?: number | null
  /** Begins with the first charge; `tierId` is the free one until then. */
  nextTierId?: string
  /** Nothing is charged before this instant, though the plan is had. */
  freeUntil?: Date | null
  /** From when until `freeUntil` the plan rests. */
  pausedFrom?: Date | null
  /** `monthlyPence` was agreed with this person. */
  hasCustomPrice?: boolean
  /** The bank has taken the month back for good: what the plan brings rests, at once, until the next one is paid. */
  isTakenBack?: boolean
  /** When the provider was asked, if this is its answer. */
  syncedAt?: Date
}

/**
 * Makes this the person's one active membership. The row stays the same while the subscription does, without one while the
 * tier does, and while nothing was paid yet; otherwise the old one ends. A subscription that is no longer carried is ended at the provider too. Unbroken paid
 * time goes on. Returns the row's id.
 * `locked` is what `lockMembership` gave in this transaction, if it was asked already.
 */
export async function enterTier(tx: Tx, entry: TierEntry, locked?: LockedMembership): Promise<string> {
  const { current } = locked ?? (await lockMembership(tx, entry.userId))
  const today = calendarDate(tx.now)
  const isOverdue = entry.paymentStatus === 'overdue'
  const state = {
    tierId: entry.tierId,
    paymentStatus: entry.paymentStatus,
    stripeSubscriptionId: entry.subscriptionId,
    cancelsAtPeriodEnd: entry.cancelsAtPeriodEnd ?? false,
    nextTierId: entry.nextTierId ?? null,
    monthlyPence: entry.monthlyPence ?? null,
    hasCustomPrice: entry.hasCustomPrice ?? false,
    freeUntil: entry.freeUntil ?? null,
    pausedFrom: entry.pausedFrom ?? null,
    currentPeriodStart: entry.periodStart,
    currentPeriodEnd: entry.periodEnd,
    paidSinceOn: entry.isPaid ? (current?.paidSinceOn ?? today) : null,
    syncedAt: entry.syncedAt ?? null,
    // Paid, let go of or ended: everything opens again by itself.
    overdueSince: isOverdue ? (current?.overdueSince ?? tx.now) : null,
    limitedAt: entry.isTakenBack ? (current?.limitedAt ?? tx.now) : isOverdue ? (current?.limitedAt ?? null) : null,
  }
  await tx.announce({ to: { userId: entry.userId }, kind: 'membership.changed' })
  await keepPause(tx, entry.userId, current, state)
  const carried = current?.stripeSubscriptionId ?? null
  if (carried && carried !== entry.subscriptionId) await tx.enqueue(endSubscription, { subscriptionId: carried })
  const hasBegun = Boolean(current?.nextTierId) && entry.isPaid
  // What has begun stays in the books as it was, also when nothing was to pay for its last month.
  const wasPaid = Boolean(current?.paidSinceOn || (carried && !current?.nextTierId))
  const isSame = carried
    ? carried === entry.subscriptionId
    : (!entry.subscriptionId && current?.tierId === entry.tierId) || !(wasPaid || entry.isPaid)
  if (current && isSame && !hasBegun) {
    await tx.update(userMemberships).set(state).where(eq(userMemberships.id, current.id))
    return current.id
  }
  if (current)
    await tx
      .update(userMemberships)
      .set({
        status: 'cancelled',
        endedAt: tx.now,
        // The subscription goes on with the row of what it pays for.
        ...(hasBegun && { stripeSubscriptionId: null, nextTierId: null }),
      })
      .where(eq(userMemberships.id, current.id))
  const [row] = await tx
    .insert(userMemberships)
    .values({ userId: entry.userId, startedOn: today, createdAt: tx.now, ...state })
    .returning({ id: userMemberships.id })
  return row!.id
}

/** Since which day they are a member unbroken; null for none: a column. */
export const memberSince = (userId: AnyColumn) =>
  sql<string | null>`(select max(m.started_on)::text from ${userMemberships} m
  where m.user_id = ${userId} and exists (
      select from ${userMemberships} a where a.user_id = m.user_id and a.status = 'active')
    and not exists (select from ${userMemberships} p where p.user_id = m.user_id and p.created_at < m.created_at
      and (p.ended_at is null or p.ended_at::date >= m.started_on - 1)))`

/** Notes that a pause was arranged, moved, taken back, or is over. */
async function keepPause(tx: Tx, userId: string, before: PauseDates | undefined, after: PauseDates): Promise<void> {
  const [was, is] = [before && pauseOf(before, tx.now), pauseOf(after, tx.now)]
  const isOpen = and(eq(membershipPauses.userId, userId), isNull(membershipPauses.endedAt))
  if (was && !is)
    await tx
      .update(membershipPauses)
      .set({ endedAt: sql`least(${tx.now}::timestamptz, ${membershipPauses.endsAt})` })
      .where(isOpen)
  if (!is || is.until.getTime() === was?.until.getTime()) return
  if (was) await tx.update(membershipPauses).set({ endsAt: is.until }).where(isOpen)
  else await tx.insert(membershipPauses).values({ userId, startsAt: is.from, endsAt: is.until, createdAt: tx.now })
}

/** Ends whatever was paid: the person is an Explorer from now on. */
export async function leavePaid(tx: Tx, userId: string, locked?: LockedMembership): Promise<void> {
  const free = await freeTier(tx)
  const entry = {
    ...{ userId, tierId: free.id, isPaid: false, subscriptionId: null },
    ...{ paymentStatus: 'waived' as const, periodStart: tx.now, periodEnd: null },
  }
  await enterTier(tx, entry, locked)
}

/** Writes a mail about a membership to its owner. */
export async function mailMember<P extends { firstName: string }>(
  tx: Tx,
  userId: string,
  template: MailTemplate<P>,
  props: Omit<NoInfer<P>, 'firstName'>,
  { relatesTo, person: known }: { relatesTo?: string; person?: LockedMembership['person'] } = {},
): Promise<void> {
  const { email, firstName } = user
  const [person] = known ? [known] : await tx.select({ email, firstName }).from(user).where(eq(user.id, userId))
  if (!person) return
  const to = { address: person.email, userId, ...(relatesTo && { relatesTo }) }
  await tx.mail(template, to, { ...props, firstName: person.firstName } as unknown as P)
}

/** Writes a mail about something to its owner, unless it was written before. The person must be locked. */
export async function tellOnce<P extends { firstName: string }>(
  tx: Tx,
  userId: string,
  template: MailTemplate<P>,
  props: Omit<NoInfer<P>, 'firstName'>,
  relatesTo: string,
): Promise<void> {
  const [told] = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.relatesTo, relatesTo), eq(mails.template, template.name)))
  if (!told) await mailMember(tx, userId, template, props, { relatesTo })
}

export interface LockedMembership {
  /** The active one. */
  current: MembershipRow | undefined
  /** The one that this subscription carries or carried. */
  bySubscription: MembershipRow | undefined
  /** What came of their payments for memberships since the moment that was asked about, in pence. */
  sums: Sums | null
  /** Whether a bank kept one of these for good. */
  isLost: boolean
  /** Its owner, for mails. */
  person: { email: string; firstName: string } | undefined
}

/**
 * Lets one change of a person's membership happen at a time, also when there is no row yet, and reads what there is: first
 * the person, then, in a statement that sees what was done under that lock before, the rows.
 */
export async function lockMembership(
  tx: Tx,
  userId: string,
  subscriptionId = '',
  paidSince: Date | null = null,
): Promise<LockedMembership> {
  const [person] = await tx
    .select({
      email: user.email,
      firstName: user.firstName,
      sums: paidSince ? sumsSince(userId, 'membership', paidSince) : sql<Sums | null>`null`,
      isLost: paidSince ? isLostSince(userId, 'membership', paidSince) : sql<boolean>`false`,
    })
    .from(user)
    .where(eq(user.id, userId))
    .for('no key update')
  const { stripeSubscriptionId } = userMemberships
  const rows = await tx
    .select()
    .from(userMemberships)
    .where(or(and(eq(userMemberships.userId, userId), isActiveMembership), eq(stripeSubscriptionId, subscriptionId)))
    .for('update')
  return {
    current: rows.find(row => row.userId === userId && row.status === 'active'),
    bySubscription: rows.find(row => row.stripeSubscriptionId === subscriptionId),
    sums: person?.sums ?? null,
    isLost: person?.isLost ?? false,
    person,
  }
}

/** Tells the owner of a membership that it is paused, or cancelled; one that is kept after all marks what was said on leaving. */
export async function tellChange(
  tx: Tx,
  before: MembershipRow,
  after: TierEntry & { periodEnd: Date; cancelsAtPeriodEnd: boolean },
  { tier, person }: { tier: Pick<Tier, 'name' | 'pricePence'>; person: LockedMembership['person'] },
): Promise<void> {
  const told = person && { person }
  const pause = pauseOf(datesOf(after), tx.now)
  if (pause && pause.until.getTime() !== pauseOf(before, tx.now)?.until.getTime()) {
    const dates = { from: formatDay(pause.from), until: formatDay(pause.until) }
    const about = { tierName: tier.name, ...dates, monthlyPence: after.monthlyPence ?? tier.pricePence }
    await mailMember(tx, after.userId, membershipRestsMail, about, told)
  }
  // Taken back, here or on the provider's page.
  if (before.cancelsAtPeriodEnd && !after.cancelsAtPeriodEnd)
    await tx
      .update(cancellationReasons)
      .set({ takenBackAt: tx.now })
      .where(and(eq(cancellationReasons.membershipId, before.id), isNull(cancellationReasons.takenBackAt)))
  if (after.cancelsAtPeriodEnd && !before.cancelsAtPeriodEnd) {
    const endsOn = formatDate(after.periodEnd, { year: true })
    const isOpen = after.paymentStatus === 'overdue'
    const about = { tierName: tier.name, endsOn, isOnHold: false, isOpen, isResting: pause !== null }
    await mailMember(tx, after.userId, membershipEndingMail, about, told)
  }
}

const datesOf = ({ pausedFrom = null, freeUntil = null }: TierEntry): PauseDates => ({ pausedFrom, freeUntil })
