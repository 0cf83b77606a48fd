import { randomUUID } from 'node:crypto'
import type { LeavingReason } from '#features/membership/memberships/inputs.ts'
import { cancellationReasons, membershipPauses, userMemberships } from '#features/membership/memberships/table.ts'
import { pauseEnd } from '#features/membership/pauses/rules.ts'
import type { Tier } from '#features/membership/tiers/model.ts'
import { paymentCustomers } from '#features/money/customers/table.ts'
import { ledgerEntries } from '#features/money/ledger/table.ts'
import { orders } from '#features/money/orders/table.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import type { Provider } from './provider.ts'
import type { Invitation } from './referrals.ts'
import { monthsBetween, type Resident } from './residents.ts'
import { insertAll } from './rows.ts'
import { vat } from './words.ts'

const dayMs = 86_400_000

/** Why people left, in the choice of the form and in their words. */
const whyLeft: [LeavingReason | null, string][] = [
  ['moving', 'I am moving to Bristol in the new year. I will miss the sauna.'],
  ['unused', ''],
  ['price', 'With the second child it is too much every month for now.'],
  ['missing', 'I need a kiln, and there is none.'],
  [null, ''],
  ['other', 'I have a studio of my own now.'],
]

/** Paid time of somebody: what tokens are granted for and bookings are made in. */
export interface PaidTime {
  membershipId: string
  resident: Resident
  tier: Tier
  fromOn: string
  /** The day on which it was over; null while it lasts. */
  untilOn: string | null
  /** False while weekly tokens rest: paused, overdue. */
  isPaidNow: boolean
}

/**
 * Everybody's memberships with the orders, invoices and ledger entries that paid for them. With `isSimulated` they carry
 * the subscriptions of the simulator; without, nothing there is theirs.
 */
export async function insertMemberships(
  tx: Tx,
  residents: Resident[],
  tiers: Tier[],
  provider: Provider,
  { isSimulated, invitations }: { isSimulated: boolean; invitations: Invitation[] },
): Promise<PaidTime[]> {
  const today = calendarDate(tx.now)
  const free = tiers.find(({ slug }) => slug === 'explorer')!
  const rows: (typeof userMemberships.$inferInsert)[] = []
  const bought: (typeof orders.$inferInsert)[] = []
  const entries: (typeof ledgerEntries.$inferInsert)[] = []
  const pauses: (typeof membershipPauses.$inferInsert)[] = []
  const reasons: (typeof cancellationReasons.$inferInsert)[] = []
  const times: PaidTime[] = []
  const explorer = (userId: string, on: string) => ({
    ...{ userId, tierId: free.id, startedOn: on, paymentStatus: 'waived' as const },
    ...{ currentPeriodStart: instantOf(on, '12:00'), createdAt: instantOf(on, '12:00') },
  })
  for (const resident of residents) {
    const { id: userId, kind, joinedOn, leftOn } = resident
    const tier = tiers.find(({ slug }) => slug === resident.slug)!
    if (tier === free) {
      rows.push(explorer(userId, joinedOn))
      continue
    }
    const orderId = randomUUID()
    const membershipId = randomUUID()
    const months = leftOn ? monthsBetween(joinedOn, leftOn) - 1 : monthsBetween(joinedOn, dayBeforeNow(tx.now, today))
    const subscription = await provider.subscribe(resident, tier, {
      // What rests was not renewed.
      ...{
        orderId,
        onDay: joinedOn,
        renewals: Math.max(0, months - Number(kind === 'paused')),
        isDeclined: kind === 'overdue',
      },
      retryAt: new Date(tx.now.getTime() + 5 * 86_400_000),
      reducedMonths: reducedMonthsOf(invitations, resident),
    })
    const [firstInvoice] = subscription.invoices
    const offPence = tier.pricePence - firstInvoice!.pence
    const description = `${tier.name} membership, first month`
    const paidAt = instantOf(joinedOn, '12:00')
    bought.push({
      ...{ id: orderId, userId, kind: 'membership', status: 'paid', amountPence: firstInvoice!.pence, description },
      lines: [
        { name: `${tier.name} membership`, quantity: 1, unitPence: tier.pricePence },
        ...(offPence > 0 ? [{ name: 'Referral discount', quantity: 1, unitPence: -offPence }] : []),
      ],
      reference: `${tier.id}//`,
      ...{ expiresAt: new Date(paidAt.getTime() + 1_800_000), paidAt, createdAt: paidAt },
    })
    const isUnpaid = kind === 'overdue' || kind === 'paused'
    for (const [month, invoice] of subscription.invoices.entries())
      entries.push({
        ...{ userId, kind: 'membership', amountPence: invoice.pence, externalRef: invoice.id, createdAt: invoice.at },
        ...(month === 0 ? { orderId, description } : { description: 'Membership, next month' }),
      })
    await provider.amend(subscription.id, stateAtProvider(kind, subscription.end))
    const pause = kind === 'paused' ? pauseAfter(subscription, tx.now) : null
    if (pause) {
      await provider.pause(subscription.id, pause)
      pauses.push({ userId, startsAt: pause.from, endsAt: pause.until, createdAt: pause.askedAt })
    }
    rows.push({
      ...{ id: membershipId, userId, tierId: tier.id, startedOn: joinedOn, paidSinceOn: joinedOn, createdAt: paidAt },
      ...{
        currentPeriodStart: pause?.askedAt ?? subscription.start,
        currentPeriodEnd: pause?.until ?? subscription.end,
        ...(pause && { pausedFrom: pause.from, freeUntil: pause.until }),
      },
      stripeSubscriptionId: isSimulated ? subscription.id : null,
      status: leftOn ? 'cancelled' : 'active',
      endedAt: leftOn ? instantOf(leftOn, '12:00') : null,
      cancelsAtPeriodEnd: kind === 'leaving',
      overdueSince: kind === 'overdue' ? subscription.start : null,
      paymentStatus: kind === 'overdue' ? 'overdue' : kind === 'paused' ? 'waived' : 'paid',
    })
    if (kind === 'leaving' || kind === 'cancelled') {
      const [reason, words] = whyLeft[reasons.length % whyLeft.length]!
      // Some days into the last month that was paid, and never later than now.
      const askedAt = new Date(Math.min(subscription.start.getTime() + 4 * dayMs, tx.now.getTime() - 3_600_000))
      reasons.push({ userId, membershipId, reason, words, createdAt: askedAt })
    }
    if (leftOn) rows.push(explorer(userId, leftOn))
    times.push({ membershipId, resident, tier, fromOn: joinedOn, untilOn: leftOn, isPaidNow: !leftOn && !isUnpaid })
  }
  await insertAll(tx, orders, bought)
  await insertAll(
    tx,
    ledgerEntries,
    entries.sort((a, b) => a.createdAt!.getTime() - b.createdAt!.getTime()).map(entry => ({ ...entry, ...vat })),
  )
  await insertAll(tx, userMemberships, rows)
  await insertAll(tx, membershipPauses, pauses)
  await insertAll(tx, cancellationReasons, reasons)
  return times
}

/** Who pays by card at the provider; last, when everybody has paid. */
export async function insertCustomers(tx: Tx, provider: Provider): Promise<void> {
  const rows = [...provider.customers].map(([userId, { customer }]) => ({ userId, stripeCustomerId: customer }))
  await insertAll(tx, paymentCustomers, rows)
}

function reducedMonthsOf(invitations: Invitation[], { id }: Resident): number[] {
  return invitations.flatMap(({ friend, referrer, reducedMonth }) =>
    friend.id === id ? [0] : referrer.id === id ? [reducedMonth] : [],
  )
}

// What falls due later today has not been charged yet.
const dayBeforeNow = (now: Date, today: string) =>
  now < instantOf(today, '13:00') ? calendarDate(new Date(now.getTime() - 86_400_000)) : today

/** Two months from the end of what was paid on, asked for some days before. */
function pauseAfter({ end: from }: { end: Date }, now: Date) {
  const askedAt = new Date(Math.min(from.getTime(), now.getTime()) - 9 * 86_400_000)
  return { askedAt, from, until: pauseEnd(from, 2) }
}

function stateAtProvider(kind: Resident['kind'], end: Date) {
  const endsAt = Math.floor(end.getTime() / 1000)
  switch (kind) {
    case 'leaving':
      return { cancel_at_period_end: true, cancel_at: endsAt }
    case 'cancelled':
      return { status: 'canceled' as const, canceled_at: endsAt, ended_at: endsAt }
    default:
      return {}
  }
}
