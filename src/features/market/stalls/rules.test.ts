import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultSettings } from '#features/house/settings/inputs.ts'
import { seed } from '#test/long.ts'
import { stallInput } from './inputs.ts'
import { discountOf, priceOf, whyNot } from './rules.ts'

const wish = fc.record({
  stallSize: fc.constantFrom('single' as const, 'double' as const),
  carParkAccess: fc.boolean(),
  electricityAccess: fc.boolean(),
  tableRental: fc.boolean(),
})
const percent = fc.integer({ min: 0, max: 100 })

test('the price is its parts less one discount, the larger, whatever is wished for', () => {
  fc.assert(
    fc.property(wish, percent, percent, (wished, tierPercent, residentPercent) => {
      const discount = discountOf({ tierPercent, residentPercent })
      const bill = priceOf(wished, defaultSettings, discount)
      const { price, carParkPrice, electricityPrice, tablePrice, basePrice, discountAmount, finalPrice } = bill
      expect(basePrice).toBe(price + carParkPrice + electricityPrice + tablePrice)
      expect(finalPrice).toBe(basePrice - discountAmount)
      expect(bill.discountPercent).toBe(Math.max(tierPercent, residentPercent))
      expect(Math.abs(discountAmount - (basePrice * bill.discountPercent) / 100)).toBeLessThanOrEqual(0.5)
      expect(bill.discountKind === 'none').toBe(bill.discountPercent === 0)
      const other = priceOf(wished, defaultSettings, discountOf({ tierPercent: 0, residentPercent }))
      expect(finalPrice).toBeLessThanOrEqual(other.finalPrice)
    }),
    { seed },
  )
})

const good = {
  ...{
    marketDate: '2026-12-19',
    businessName: 'Ada',
    contactName: 'Ada',
    email: 'ada@people.example',
    stallType: 'art',
  },
  stallSize: 'single',
}
const words = (more: object) =>
  stallInput.safeParse({ ...good, ...more }).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

test.each([
  [{ businessName: 'a'.repeat(200) }, undefined],
  [{ businessName: 'a'.repeat(201) }, 'businessName'],
  [{ businessName: '  ' }, 'businessName'],
  [{ contactName: 'a'.repeat(100) }, undefined],
  [{ contactName: 'a'.repeat(101) }, 'contactName'],
  [{ contactName: '' }, 'contactName'],
  [{ email: 'ada' }, 'email'],
  [{ email: `ada@${`${'b'.repeat(60)}.`.repeat(4)}example` }, undefined],
  [{ email: `adalovelac@${`${'b'.repeat(60)}.`.repeat(4)}example` }, 'email'],
  [{ phone: '07700 900456' }, undefined],
  [{ phone: `+44 ${' '.repeat(9)}7700 900456` }, 'phone'],
  [{ phone: 'hello' }, 'phone'],
])('a stall of %o is refused at %s [MKT-06]', (more, field) => {
  expect(words(more)?.[0]?.split(':')[0]).toBe(field)
})

test.each([
  [{ stallType: undefined }, 'stallType'],
  [{ stallType: 'cars' }, 'stallType'],
  [{ description: 'a'.repeat(1_000) }, undefined],
  [{ description: 'a'.repeat(1_001) }, 'description'],
  [{ stallSize: 'double' }, undefined],
  [{ stallSize: 'triple' }, 'stallSize'],
])('a stall of %o is refused at %s [MKT-07]', (more, field) => {
  expect(words(more)?.[0]?.split(':')[0]).toBe(field)
})

test('a date is needed', () => {
  expect(words({ marketDate: '' })).toContain('marketDate: Date required')
  expect(words({ marketDate: undefined })).toEqual(['marketDate: Date required'])
})

test('who waits first has what is free first, by size and by kind', () => {
  const day = { isCancelled: false, startsAt: new Date(0), pitches: 10, taken: 8, ofKind: 1, places: null, due: [] }
  const single = { stallType: 'art', stallSize: 'single' } as const
  const take = (more: object, wished: { stallType: 'art'; stallSize: 'single' | 'double' } = single, perKind = 3) =>
    whyNot.take({ ...day, ...more }, wished, { perKind })?.code ?? null
  expect(take({})).toBeNull()
  expect(take({}, { ...single, stallSize: 'double' })).toBeNull()
  expect(take({ taken: 9 }, { ...single, stallSize: 'double' })).toBe('NO_PITCH_LEFT')
  expect(take({ ofKind: 3 })).toBe('KIND_FULL')
  const food = { stallType: 'food', stallSize: 'single' as const, ofKind: 0 }
  expect(take({ due: [food] })).toBeNull()
  expect(take({ due: [food, food] })).toBe('WAITED_FOR')
  // A double one does not fit, and keeps nobody out.
  expect(take({ taken: 9, due: [{ ...food, stallSize: 'double' as const }] })).toBeNull()
  // Nor does one whose kind is full.
  expect(take({ taken: 9, due: [{ ...food, ofKind: 3 }] })).toBeNull()
  expect(take({ ofKind: 2, due: [{ ...single, ofKind: 2 }] })).toBe('WAITED_FOR')
  // Nothing is sold without a pitch of its size on the plan, and the last one is for who waits.
  expect(take({ places: { single: 0, double: 2 } })).toBe('NO_PITCH_LEFT')
  expect(take({ places: { single: 1, double: 0 } }, { ...single, stallSize: 'double' })).toBe('NO_PITCH_LEFT')
  expect(take({ taken: 0, places: { single: 1, double: 1 }, due: [food] })).toBe('WAITED_FOR')
  const large = { ...food, stallSize: 'double' as const }
  expect(take({ taken: 0, places: { single: 1, double: 1 }, due: [large, large] })).toBeNull()
})
