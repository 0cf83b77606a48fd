/** The offered amounts with their names (TOK-02). */
export const presets = [
  { quantity: 10, label: 'Starter' },
  { quantity: 25, label: 'Popular' },
  { quantity: 50, label: 'Value' },
  { quantity: 100, label: 'Best Deal' },
] as const

/** Price of one token for a tier, in whole pence: the base price less the discount, never below a penny (TOK-06). */
export const unitPricePence = (basePence: number, discountPercent: number): number =>
  Math.max(1, Math.round((basePence * (100 - discountPercent)) / 100))
