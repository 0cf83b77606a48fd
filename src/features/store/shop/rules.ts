import { formatCount, formatMoney } from '#platform/words.ts'
import type { Show, Sort } from './inputs.ts'

/** Of a product of the store, what finding it needs. */
export interface Findable {
  title: string
  minPence: number
  requiredPoints: number
  isExclusive: boolean
  isLocked: boolean
  createdAt: Date | string
}

/** Those that are to be shown, in their order; equal ones by their names (SHOP-02, SHOP-03). */
export function chosenOf<Product extends Findable>(
  products: readonly Product[],
  show: Show | undefined,
  sort: Sort | undefined,
): Product[] {
  const order = orders[sort ?? 'newest']
  return products.filter(kept[show ?? 'all']).sort((a, b) => order(a, b) || a.title.localeCompare(b.title, 'en-GB'))
}

const kept: Record<Show | 'all', (product: Findable) => boolean> = {
  all: () => true,
  unlocked: ({ isLocked }) => !isLocked,
  locked: ({ isLocked }) => isLocked,
  exclusive: ({ isExclusive }) => isExclusive,
}

const orders: Record<Sort | 'newest', (a: Findable, b: Findable) => number> = {
  newest: (a, b) => new Date(b.createdAt).getTime() - new Date(a.createdAt).getTime(),
  'price-low': (a, b) => a.minPence - b.minPence,
  'price-high': (a, b) => b.minPence - a.minPence,
  'points-low': (a, b) => a.requiredPoints - b.requiredPoints,
  'points-high': (a, b) => b.requiredPoints - a.requiredPoints,
}

/** `£12`, or `from £12` where its variants cost different sums. */
export const priceWords = ({ minPence, maxPence }: { minPence: number; maxPence: number }) =>
  minPence === maxPence ? formatMoney(minPence) : `from ${formatMoney(minPence)}`

/** What a product asks for: `120 points`, or that it is open to everybody. */
export const needWords = (points: number) => (points === 0 ? 'Open to everybody' : formatPoints(points))

export const formatPoints = (points: number) => formatCount(points, 'point')

interface Variant {
  id: string
  availableForSale: boolean
  selectedOptions: readonly { name: string; value: string }[]
}

export type Choice = Readonly<Record<string, string>>

/** The variant of exactly these options. */
export const variantOf = <Each extends Variant>(variants: readonly Each[], choice: Choice): Each | undefined =>
  variants.find(({ selectedOptions }) => selectedOptions.every(({ name, value }) => choice[name] === value))

/** What most would choose: the first variant that can be bought, or the first. */
export function usualChoice(variants: readonly Variant[]): Choice {
  const first = variants.find(({ availableForSale }) => availableForSale) ?? variants[0]
  return Object.fromEntries((first?.selectedOptions ?? []).map(({ name, value }) => [name, value]))
}

/** Whether there is such a thing, were `name` to be `value` and everything else as it is chosen now. */
export function stateOf(
  variants: readonly Variant[],
  choice: Choice,
  name: string,
  value: string,
): 'there' | 'soldOut' | 'notMade' {
  const variant = variantOf(variants, { ...choice, [name]: value })
  if (!variant) return 'notMade'
  return variant.availableForSale ? 'there' : 'soldOut'
}

/** What was chosen, each with the name of what it is of: `Size S, Colour Rust`. */
export const choiceWords = (options: readonly { name: string; value: string }[]) =>
  options.map(({ name, value }) => `${name} ${value}`).join(', ')

/** `Large, Blue`; nothing of what comes in one form only. */
export const optionWords = (options: readonly { value: string }[]) => options.map(({ value }) => value).join(', ')
