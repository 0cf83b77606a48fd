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
  const [, kind, id] = /^(?:return:)?(booking|order|back):([0-9a-f-]{36})(?::\d+)?$/.exec(ref) ?? []
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
