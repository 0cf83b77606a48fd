import type { Stripe } from 'stripe'
import { invalidRequest } from './wire.ts'

/** One interval later, on the anchor's day of the month or the month's last day, in UTC as Stripe counts. */
export function periodEnd(start: number, price: Stripe.Price, anchor: number): number {
  const { interval, interval_count: count } = price.recurring ?? { interval: 'month', interval_count: 1 }
  if (interval === 'day' || interval === 'week') return start + count * (interval === 'day' ? 1 : 7) * 86_400
  const from = new Date(start * 1000)
  const months = interval === 'year' ? count * 12 : count
  const end = new Date(from)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(new Date(anchor * 1000).getUTCDate(), lastDay))
  return Math.floor(end.getTime() / 1000)
}

/** The share of a period's price for the time before the anchor; the period is the one that ends there. */
export function partBeforeAnchor(amount: number, price: Stripe.Price, now: number, anchor: number): number {
  if (anchor <= now || anchor > periodEnd(now, price, now))
    throw invalidRequest('The billing cycle anchor must lie within the first period.', 'billing_cycle_anchor')
  return Math.round((amount * (anchor - now)) / (anchor - monthsBefore(anchor, price)))
}

/**
 * The share of an item's price that the time from `at` to the end of its period is worth. The part of a period before the first
 * anchor counts as that part of a whole one: it was charged so.
 */
export function shareLeft(
  { start, end, price }: { start: number; end: number; price: Stripe.Price },
  anchor: number,
  at: number,
): number {
  const whole = end === anchor ? end - monthsBefore(end, price) : end - start
  return Math.min(1, Math.max(0, (end - at) / whole))
}

function monthsBefore(at: number, price: Stripe.Price): number {
  const { interval, interval_count: count } = price.recurring ?? { interval: 'month', interval_count: 1 }
  if (interval === 'day' || interval === 'week') return at - count * (interval === 'day' ? 1 : 7) * 86_400
  const start = new Date(at * 1000)
  start.setUTCMonth(start.getUTCMonth() - (interval === 'year' ? count * 12 : count))
  return Math.floor(start.getTime() / 1000)
}
