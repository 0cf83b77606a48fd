import type { CalendarDate } from '#platform/dates.ts'

/** The offered amounts with their names (TOK-02). */
const offered = [
  { quantity: 10, label: 'Starter' },
  { quantity: 25, label: 'Popular' },
  { quantity: 50, label: 'Value' },
  { quantity: 100, label: 'Best Deal' },
] as const
/** What the largest amount is called while a token in it costs as much as in any other. */
const noDeal = 'Stock up'

export interface Preset {
  quantity: number
  label: string
  unitPence: number
}

/**
 * The offered amounts with the price of one token in each, in pence. "Best Deal" stands only where that is lower than in
 * every other amount (decision 55).
 */
export function presetsAt(unitPence: (quantity: number) => number): Preset[] {
  const priced = offered.map(each => ({ ...each, unitPence: unitPence(each.quantity) }))
  return priced.map(({ quantity, label, unitPence: own }) => {
    const isLowest = priced.every(other => other.quantity === quantity || own < other.unitPence)
    return { quantity, label: label === 'Best Deal' && !isLowest ? noDeal : label, unitPence: own }
  })
}

/** What caused a movement, from the name under which it was entered; null where nothing can be opened for it. */
export function causeOf(ref: string): { noun: 'booking' | 'order'; id: string } | null {
  const [, kind, id] = /^(?:return:)?(booking|order|back):([0-9a-f-]{36})(?::\d+|:return:.+)?$/.exec(ref) ?? []
  if (!kind || !id) return null
  return { noun: kind === 'booking' ? 'booking' : 'order', id }
}

/** How old tokens are in the report of what is out, the youngest first; `days` is where each begins. */
export const ages = [
  { label: 'Under a month', days: 0 },
  { label: '1 to 3 months', days: 30 },
  { label: '3 to 6 months', days: 91 },
  { label: '6 to 12 months', days: 182 },
  { label: 'Over a year', days: 365 },
] as const

/** Price of one token for a tier, in whole pence: the base price less the discount, never below a penny (TOK-06). */
export const unitPricePence = (basePence: number, discountPercent: number): number =>
  Math.max(1, Math.round((basePence * (100 - discountPercent)) / 100))

/** One entitlement for each person and week, whatever plans they have in it; the same week grants once. */
export const weekRef = (userId: string, monday: CalendarDate): string => `weekly:${userId}:${monday}`

const weekMs = 7 * 86_400_000

/** Weekly tokens that came, oldest first. */
export interface WeekLot {
  amount: number
  monday: CalendarDate
  at: Date
}

/**
 * Until when a plan counts as used that is left for a smaller one: what it gave beyond the smaller one's tokens a week is time of
 * it, a full week's surplus a week, each after the one before. So nobody has a week's tokens of a plan for an hour of it. Null
 * when it gave nothing beyond.
 */
export function usedUntil(lots: readonly WeekLot[], weekly: { now: number; after: number }): Date | null {
  const surplus = weekly.now - weekly.after
  if (surplus <= 0) return null
  const had = new Map<CalendarDate, number>()
  let until = Number.NEGATIVE_INFINITY
  for (const { amount, monday, at } of lots) {
    const before = had.get(monday) ?? 0
    had.set(monday, before + amount)
    const beyond = Math.max(0, before + amount - weekly.after) - Math.max(0, before - weekly.after)
    if (beyond > 0) until = Math.max(until, at.getTime()) + weekMs * Math.min(1, beyond / surplus)
  }
  return Number.isFinite(until) ? new Date(until) : null
}
