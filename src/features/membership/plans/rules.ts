import type { PaymentStatus } from '#features/membership/memberships/inputs.ts'
import { pauseOf, paymentOf } from '#features/membership/memberships/rules.ts'
import { startDays } from '#features/membership/sales/rules.ts'
import { isFree } from '#features/membership/tiers/rules.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { CalendarDate } from '#platform/dates.ts'
import type { Problem } from '#platform/problem.ts'
import { formatDay, formatMoney } from '#platform/words.ts'

/** What decides about a membership; null when a person has none yet. */
type Current = {
  tierId: string
  tier: { pricePence: number }
  stripeSubscriptionId: string | null
  /** What begins later and is not paid yet. */
  nextTierId: string | null
  paymentStatus: PaymentStatus
  cancelsAtPeriodEnd: boolean
  /** Nothing is charged before it. */
  freeUntil: Date | null
  /** What is paid ends here, and the plan rests until `freeUntil`. */
  pausedFrom: Date | null
} | null
/** The tier somebody wants; without one the question is whether any will do. */
type Wanted = { id: string; name: string; pricePence: number }

/** Also when the provider does not answer (MEM-31). */
export const portalFailed = 'Failed to open customer portal'
const onExplorer: Problem = { code: 'ALREADY_ON_EXPLORER', message: 'Already on Explorer' }
const byCancelling: Problem = { code: 'INVALID_INPUT', message: 'Go back to Explorer by cancelling.', status: 400 }
const noSubscription: Problem = { code: 'NO_SUBSCRIPTION', message: 'You have no paid membership yet.' }
const notBegun: Problem = {
  code: 'NOT_BEGUN',
  message: 'Your membership has not begun yet. Start it now, or cancel it, and choose again.',
}
const notPaid: Problem = {
  code: 'PAYMENT_OVERDUE',
  message: 'Your last payment did not go through. Pay it under Manage Subscription, then change your plan.',
}
const monthWaived: Problem = {
  code: 'MONTH_NOT_PAID',
  message:
    'Nothing was charged for this month, so there is nothing to change in it. Choose again once the next month is paid.',
}
const subscribedAlready = (message: string): Problem => ({ code: 'ALREADY_SUBSCRIBED', message })

export const whyNot = {
  /** Start paying for a tier (MEM-26, MEM-29). */
  subscribe(current: Current, wanted?: Wanted): Problem | null {
    if (wanted && isFree(wanted)) return current && !isFree(current.tier) ? byCancelling : onExplorer
    if (current?.nextTierId) return notBegun
    return current?.stripeSubscriptionId
      ? subscribedAlready('You have a paid membership. Change your plan instead.')
      : null
  },
  /** Begin a first paid tier on a later day (decision 58). */
  beginLater(current: Current, wish: { startOn: CalendarDate; isProRata: boolean }, now: Date): Problem | null {
    const { from, until } = startDays(now)
    const refused = (message: string): Problem => ({ code: 'INVALID_INPUT', message, status: 400 })
    if (wish.isProRata) return refused('A part of a month is paid only for a start today.')
    if (wish.startOn < from || wish.startOn > until)
      return refused(`Choose a day from ${formatDay(from)} to ${formatDay(until)}, or start today.`)
    return current && !isFree(current.tier) ? refused('You have a plan already, so another one starts at once.') : null
  },
  /** Begin now what was to begin later. */
  startNow(current: Current): Problem | null {
    if (!current?.nextTierId) return { code: 'NOT_ARRANGED', message: 'No membership waits for its first day.' }
    return current.paymentStatus === 'overdue'
      ? { code: 'PAYMENT_OVERDUE', message: 'Your first payment is tried again by itself. Check your card.' }
      : null
  },
  /** Change from one paid tier to another. */
  change(current: Current, wanted?: Wanted): Problem | null {
    if (!current?.stripeSubscriptionId) return noSubscription
    if (current.nextTierId) return notBegun
    // The rest of a month that nobody has paid is worth nothing towards another plan.
    if (current.paymentStatus === 'overdue') return notPaid
    if (current.pausedFrom)
      return {
        code: 'PAUSED',
        message:
          current.pausedFrom < current.freeUntil!
            ? `You paused your membership. You can change your plan once it goes on, on ${formatDay(current.freeUntil!)}.`
            : `You took a pause back. You can change your plan from ${formatDay(current.pausedFrom)} on.`,
      }
    if (current.freeUntil)
      return {
        code: 'MONTH_NOT_PAID',
        message: `The house gives you your membership: nothing is charged before ${formatDay(current.freeUntil)}. You can change your plan from that day on.`,
      }
    if (current.paymentStatus === 'waived') return monthWaived
    if (!wanted) return null
    if (isFree(wanted)) return byCancelling
    return wanted.id === current.tierId ? { code: 'ALREADY_ON_TIER', message: `Already on ${wanted.name}` } : null
  },
  /** Let what was paid for this month count towards another plan, though `gone` of it is with the house no more (decision 58). */
  count: (gone: 'all' | 'part' | null): Problem | null =>
    gone && {
      code: 'MONTH_GONE',
      message: `${gone === 'all' ? 'What' : 'Some of what'} you paid for this month has gone back, or your bank asks for it, so it pays for no other plan. Choose again once the next month is paid.`,
    },
  /** Charge what a change of plan costs now, in pence, other than what the person agreed to. */
  pay(agreed: { nowPence: number }, found: { nowPence: number; isFresh: boolean }): Problem | null {
    if (found.isFresh && agreed.nowPence === found.nowPence) return null
    const sum =
      found.nowPence >= 0
        ? `${formatMoney(found.nowPence)} is to pay now`
        : `${formatMoney(-found.nowPence)} is taken off your next invoices`
    const why =
      agreed.nowPence === found.nowPence
        ? 'The price was asked for a while ago'
        : 'The price has changed while you looked'
    return {
      code: 'QUOTE_CHANGED',
      message: `${why}: ${sum}. Your plan is as it was; choose the new one again.`,
    }
  },
  /** Go back to Explorer (MEM-29). */
  cancel(current: Current): Problem | null {
    if (current?.nextTierId) return null
    if (!current || isFree(current.tier)) return onExplorer
    return current.cancelsAtPeriodEnd
      ? { code: 'ALREADY_CANCELLED', message: 'Your membership ends with this period already.' }
      : null
  },
  /** Take a cancellation back. */
  keep(current: Current): Problem | null {
    if (!current?.stripeSubscriptionId) return noSubscription
    return current.cancelsAtPeriodEnd ? null : { code: 'NOT_CANCELLED', message: 'Your membership renews already.' }
  },
  /** Open the provider's page for cards and invoices (MEM-31). */
  manage: (current: Current): Problem | null =>
    current?.stripeSubscriptionId ? null : { code: 'PORTAL_FAILED', message: portalFailed, status: 424 },
  /** An admin's own plan at no cost (MEM-32). */
  switchFreely(actor: Pick<Actor, 'roles'>, current: Current): Problem | null {
    if (!actor.roles.includes('admin'))
      return { code: 'FORBIDDEN', message: 'Only admins switch their own plan freely.', status: 403 }
    return current?.stripeSubscriptionId
      ? subscribedAlready('You pay for a membership. Cancel it: once its period is over you can switch here.')
      : null
  },
}

/** Why a membership cannot be paused; null when it can, as far as it alone decides. */
export function whyNotPause(current: Current, now: Date): Problem | null {
  if (!current?.stripeSubscriptionId) return noSubscription
  if (current.nextTierId) return notBegun
  if (current.paymentStatus === 'overdue')
    return { ...notPaid, message: 'Your last payment did not go through. Pay it, then pause.' }
  if (pauseOf(current, now)) return { code: 'PAUSED', message: 'You have paused your membership already.' }
  if (paymentOf({ ...current, limitedAt: null }, now).paymentStatus !== 'paid')
    return {
      code: 'MONTH_NOT_PAID',
      message: 'Nothing is charged for your membership now, so there is nothing to pause.',
    }
  return current.cancelsAtPeriodEnd
    ? { code: 'ALREADY_CANCELLED', message: 'Your membership ends with this period. Keep it first, then pause it.' }
    : null
}

/** Why a paused membership cannot go on now; null when it can. */
export function whyNotResume(current: Current, now: Date): Problem | null {
  const pause = current && pauseOf(current, now)
  if (!pause) return { code: 'NOT_PAUSED', message: 'Your membership is not paused.' }
  return current.cancelsAtPeriodEnd
    ? { code: 'ALREADY_CANCELLED', message: 'You cancelled your membership. Keep it first, then go on.' }
    : null
}
