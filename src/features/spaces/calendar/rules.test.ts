import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#features/house/settings/inputs.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { instantOf } from '#platform/time.ts'
import type { Wish } from './inputs.ts'
import { freeUnit, offersOf, termsOf, unitsLeft, untilOrNull, whyNot } from './rules.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
const slot = (from: number, to: number) => ({ startsAt: at(from), endsAt: at(to) })
const room = (units: number) => ({ units, turnaroundMinutes: 0 })
const held = (unit: number, from: number, to: number) => ({ unit, ...slot(from, to) })

test('an overlapping booking takes its unit, a neighbour does not [BOOK-24]', () => {
  expect(freeUnit(room(1), slot(10, 11), [held(1, 9, 10), held(1, 11, 12)])).toBe(1)
  expect(freeUnit(room(1), slot(10, 12), [held(1, 11, 12)])).toBeNull()
  expect(freeUnit(room(1), slot(10, 11), [held(1, 9, 12)])).toBeNull()
  expect(freeUnit(room(2), slot(10, 11), [held(1, 9, 12)])).toBe(2)
})

test('a unit is free only for the whole of the slot', () => {
  const two = [held(1, 10, 11), held(2, 11, 12)]
  expect(freeUnit(room(2), slot(10, 12), two)).toBeNull()
  expect(unitsLeft(room(2), slot(10, 12), two)).toBe(0)
  expect(unitsLeft(room(3), slot(10, 12), two)).toBe(1)
  // The house has fewer desks than before: a booking on one that is gone takes none of the others.
  expect(unitsLeft(room(1), slot(10, 11), [held(2, 10, 11)])).toBe(1)
})

const person: Actor = {
  userId: 'ada',
  email: 'ada@people.example',
  firstName: 'Ada',
  lastName: 'Okafor',
  roles: [],
  approvalStatus: 'approved',
  accountStatus: 'active',
  blockedReason: null,
  mustChangePassword: false,
  twoFactorEnabled: false,
  mustSetUpTwoFactor: false,
  membership: null,
}
const tierOf = (isPaid: boolean) => ({
  id: 'membership',
  tierId: 'tier',
  tierSlug: isPaid ? 'creator' : 'explorer',
  tierName: 'Tier',
  isPaid,
  isLimited: false,
  isTakenBack: false,
  pausedUntil: null,
  tokenDiscountPercent: 0,
  marketDiscountPercent: 0,
  currentPeriodStart: null,
  currentPeriodEnd: null,
})
const paid: Actor = { ...person, membership: tierOf(true) }
const free: Actor = { ...person, membership: tierOf(false) }

test('one rule says who may book [BOOK-05]', () => {
  const [blocked, card] = [
    { ...defaultSettings, freeMembersFacilities: 'blocked' as const },
    { ...defaultSettings, freeMembersFacilities: 'card' as const },
  ]
  expect(whyNot.book(free, blocked)).toMatchObject({ code: 'UPGRADE_REQUIRED', title: 'Upgrade Required' })
  expect(whyNot.book(free, card)).toBeNull()
  expect(whyNot.book(paid, blocked)).toBeNull()
  const limited = { ...paid, membership: { ...tierOf(true), isLimited: true } }
  expect([whyNot.book(limited, blocked), whyNot.book(limited, card)]).toMatchObject([
    { code: 'PAYMENT_DUE' },
    { code: 'PAYMENT_DUE' },
  ])
  expect(whyNot.book({ ...paid, approvalStatus: 'pending' }, card)).toMatchObject({ code: 'APPROVAL_PENDING' })
  expect(whyNot.book({ ...paid, approvalStatus: 'pending', roles: ['admin'] }, card)).toBeNull()
  expect(whyNot.book(null, card)).toMatchObject({ code: 'UNAUTHORIZED', message: 'Sign in required' })
})

test('facilities are shown to people in good standing, and to visitors while the setting says so', () => {
  const opened = { pagesOpenToVisitors: ['/bookings' as const] }
  expect(whyNot.look(null, opened)).toBeNull()
  expect(whyNot.look(null, { pagesOpenToVisitors: [] })).toMatchObject({ code: 'NOT_OPEN', status: 401 })
  expect(whyNot.look(free, { pagesOpenToVisitors: [] })).toBeNull()
  expect(whyNot.look({ ...free, accountStatus: 'blocked' }, opened)).toMatchObject({ code: 'NOT_OPEN', status: 403 })
})

describe('offers', () => {
  const now = instantOf('2026-11-18', '10:00')
  const [tuesday, wednesday] = ['2026-11-24', '2026-11-25']
  const room = {
    id: 'room',
    name: 'Room',
    isActive: true,
    units: 1,
    turnaroundMinutes: 0,
    tokenCost: 5,
    tokenAvailableDays: ['tuesday'],
    cashPricePence: 3_000,
    isPricedPerSession: false,
    durationMinutes: 60,
    opensAt: null,
    closesAt: null,
    lastSlotAt: null,
    held: [],
    waited: [],
    offered: [],
  }
  const wish = (values: Partial<Wish> = {}): Wish => ({
    facilityId: 'room',
    on: tuesday,
    startsAt: '10:00',
    lengths: 1,
    payWith: 'auto',
    ...values,
  })
  const given = (values: Partial<Parameters<typeof offersOf>[1]> = {}) => ({
    actor: paid,
    balance: 5,
    settings: defaultSettings,
    facilities: [room],
    fairUse: { rules: [], since: null, booked: [] },
    now,
    ...values,
  })
  const offerOf = (values: Partial<Wish>, more: Partial<Parameters<typeof offersOf>[1]> = {}) =>
    offersOf([wish(values)], given(more))[0]!
  const problems = (wishes: Wish[], more: Partial<Parameters<typeof offersOf>[1]> = {}) =>
    offersOf(wishes, given(more)).map(({ problem }) => problem?.message ?? null)

  test('tokens pay on a paid tier, on a token day, with enough of them [BOOK-28]', () => {
    expect(offerOf({}).payment).toEqual({ paidWith: 'tokens', tokens: 5, pence: 0, whyNotTokens: null })
  })

  test.each([
    ['another day', { on: wednesday }, {}],
    ['one token short', {}, { balance: 4 }],
    ['a free tier', {}, { actor: free, balance: 50 }],
  ])('the card pays otherwise: %s [BOOK-28]', (_, values, more) => {
    const { payment, problem } = offerOf(values, more)
    expect(payment).toMatchObject({ paidWith: 'card', tokens: 0, pence: 3_000, whyNotTokens: expect.any(String) })
    expect(problem).toBeNull()
    expect(offerOf({ ...values, payWith: 'tokens' }, more).problem).toMatchObject({
      code: 'TOKENS_NOT_AVAILABLE',
      field: 'payWith',
    })
  })

  test('several hours are one place: so many times the price, from a start that is free for all of them [BOOK-26]', () => {
    const settings = { ...defaultSettings, slotsMayRunPastClosing: true }
    expect(offerOf({ lengths: 3 }, { balance: 15 })).toMatchObject({
      payment: { paidWith: 'tokens', tokens: 15 },
      slot: { endsAtTime: '13:00' },
      problem: null,
    })
    expect(offerOf({ lengths: 3 }, { balance: 14 }).payment).toMatchObject({ paidWith: 'card', pence: 9_000 })
    const held = [{ unit: 1, startsAt: instantOf(tuesday, '12:30'), endsAt: instantOf(tuesday, '13:30') }]
    const facilities = [{ ...room, held }]
    expect(offerOf({ lengths: 2 }, { balance: 50, facilities }).problem).toBeNull()
    expect(offerOf({ lengths: 3 }, { balance: 50, facilities }).problem).toMatchObject({ code: 'SLOT_TAKEN' })
    // Its last hour is one that is offered by itself.
    expect(offerOf({ startsAt: '19:30', lengths: 2 }, { balance: 50, settings }).problem).toBeNull()
    expect(offerOf({ startsAt: '20:00', lengths: 2 }, { balance: 50, settings }).problem).toMatchObject({
      code: 'SLOT_NOT_OFFERED',
    })
    const session = [{ ...room, isPricedPerSession: true }]
    expect(offerOf({ lengths: 2 }, { balance: 50, facilities: session }).problem).toMatchObject({
      code: 'SLOT_NOT_OFFERED',
    })
  })

  test('the card may be chosen', () => {
    expect(offerOf({ payWith: 'card' }).payment).toMatchObject({ paidWith: 'card', pence: 3_000, whyNotTokens: null })
  })

  test('what is not there, over, not offered or taken says so', () => {
    expect(offerOf({ facilityId: 'gone' })).toMatchObject({ facility: null, problem: { code: 'NOT_FOUND' } })
    expect(offerOf({}, { facilities: [{ ...room, isActive: false }] }).problem).toMatchObject({ code: 'NOT_FOUND' })
    expect(offerOf({ on: '2026-11-17' }).problem).toMatchObject({ code: 'DATE_PAST', field: 'on' })
    expect(offerOf({ startsAt: '10:07' }).problem).toMatchObject({ code: 'SLOT_NOT_OFFERED', field: 'startsAt' })
    const held = [{ unit: 1, startsAt: instantOf(tuesday, '10:30'), endsAt: instantOf(tuesday, '11:30') }]
    expect(offerOf({}, { facilities: [{ ...room, held }] }).problem).toMatchObject({
      code: 'SLOT_TAKEN',
      message: 'This slot was just taken. Please choose another.',
    })
  })

  test('wishes that overlap each other are told apart from those that others took [BOOK-41]', () => {
    const three = [wish(), wish({ startsAt: '10:30' }), wish({ startsAt: '11:00' })]
    const overlaps = 'This overlaps another booking in your cart.'
    expect(problems(three, { balance: 50 })).toEqual([null, overlaps, null])
    expect(problems(three, { balance: 50, facilities: [{ ...room, units: 2 }] })).toEqual([null, null, null])
  })

  test('tokens go to the wishes in their order; what cannot be booked takes none', () => {
    const forms = (wishes: Wish[]) => offersOf(wishes, given()).map(({ payment }) => payment.paidWith)
    expect(forms([wish(), wish({ startsAt: '12:00' })])).toEqual(['tokens', 'card'])
    expect(forms([wish({ startsAt: '10:07' }), wish({ startsAt: '12:00' })])).toEqual(['tokens', 'tokens'])
  })
})

test('the terms say what the rule does [BOOK-33, BOOK-34]', () => {
  const terms = termsOf(24).join(' ')
  expect(terms).toMatch(/arrive 10 minutes/)
  expect(terms).toMatch(/24 or more hours ahead/)
  expect(terms).toMatch(/final and non-refundable/)
  expect(terms).toMatch(/tokens are returned/)
  expect(terms).toMatch(/tokens are forfeited/)
  expect(terms).toMatch(/not extended/)
  expect(termsOf(48).join(' ')).toMatch(/Cancel 48 or more hours ahead/)
})

test('until when cancelling gives back, and null once that is over [BOOK-34]', () => {
  const dayBefore = (hour: number) => new Date(Date.UTC(2026, 10, 19, hour))
  expect(untilOrNull(at(12), 24, dayBefore(12))).toEqual(dayBefore(12))
  expect(untilOrNull(at(12), 24, dayBefore(13))).toBeNull()
})
