import { expect, test } from 'vitest'
import { whyNotChosen } from './parts/product-words.ts'
import { chosenOf, optionWords, priceWords, stateOf, usualChoice, variantOf } from './rules.ts'

const product = (title: string, minPence: number, requiredPoints: number, day: number, more: object = {}) => ({
  ...{ title, minPence, requiredPoints, isExclusive: false, isLocked: false },
  ...{ createdAt: new Date(Date.UTC(2026, 0, day)), ...more },
})
const products = [
  product('Apron', 2500, 0, 3),
  product('Print', 1200, 120, 1, { isLocked: true }),
  product('Zine', 600, 40, 2, { isExclusive: true }),
  product('Mug', 1200, 120, 4, { isLocked: true, isExclusive: true }),
]
const names = (found: { title: string }[]) => found.map(({ title }) => title)

test('products are filtered by all, unlocked, locked and exclusive only', () => {
  expect(names(chosenOf(products, undefined, undefined))).toEqual(['Mug', 'Apron', 'Zine', 'Print'])
  expect(names(chosenOf(products, 'unlocked', undefined))).toEqual(['Apron', 'Zine'])
  expect(names(chosenOf(products, 'locked', undefined))).toEqual(['Mug', 'Print'])
  expect(names(chosenOf(products, 'exclusive', undefined))).toEqual(['Mug', 'Zine'])
})

test('they are sorted by age, price and points; equal ones by their names', () => {
  expect(names(chosenOf(products, undefined, 'price-low'))).toEqual(['Zine', 'Mug', 'Print', 'Apron'])
  expect(names(chosenOf(products, undefined, 'price-high'))).toEqual(['Apron', 'Mug', 'Print', 'Zine'])
  expect(names(chosenOf(products, undefined, 'points-low'))).toEqual(['Apron', 'Zine', 'Mug', 'Print'])
  expect(names(chosenOf(products, undefined, 'points-high'))).toEqual(['Mug', 'Print', 'Zine', 'Apron'])
})

const variant = (size: string, colour: string, availableForSale: boolean) => ({
  ...{ id: `${size} ${colour}`, title: '', pricePence: 100, left: null, availableForSale },
  selectedOptions: [
    { name: 'Size', value: size },
    { name: 'Colour', value: colour },
  ],
})
const variants = [variant('S', 'Red', false), variant('M', 'Red', true), variant('S', 'Blue', true)]

test('a page begins with what can be bought, and says of each option whether it goes with the others', () => {
  const choice = usualChoice(variants)
  expect(choice).toEqual({ Size: 'M', Colour: 'Red' })
  expect(stateOf(variants, choice, 'Size', 'S')).toBe('soldOut')
  expect(stateOf(variants, choice, 'Colour', 'Blue')).toBe('notMade')
  expect(stateOf(variants, choice, 'Size', 'M')).toBe('there')
  expect(variantOf(variants, choice)?.id).toBe('M Red')
  expect(whyNotChosen({ variants }, choice)).toBeNull()
  expect(whyNotChosen({ variants }, { Size: 'M', Colour: 'Blue' })).toContain('not made in M, Blue')
  expect(whyNotChosen({ variants }, { Size: 'S', Colour: 'Red' })).toContain('In S, Red it is sold out')
  const gone = [variant('S', 'Red', false)]
  expect(usualChoice(gone)).toEqual({ Size: 'S', Colour: 'Red' })
  expect(whyNotChosen({ variants: gone }, usualChoice(gone))).toBe('It is sold out at the moment.')
})

test('prices that differ begin with the lowest; what comes in one form has no options', () => {
  expect(priceWords({ minPence: 1200, maxPence: 1200 })).toBe('£12')
  expect(priceWords({ minPence: 1200, maxPence: 1500 })).toBe('from £12')
  expect(optionWords(variants[1]!.selectedOptions)).toBe('M, Red')
  expect(optionWords([])).toBe('')
})
