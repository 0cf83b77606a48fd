import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantOf } from '#platform/time.ts'
import { seed } from '#test/long.ts'
import { fairUseKinds } from './inputs.ts'
import {
  type Booked,
  type FairUseRule,
  lengthWords,
  limitsOf,
  limitWords,
  type Made,
  refusedBy,
  ruleFor,
  whyNotFair,
} from './rules.ts'

const now = instantOf('2026-11-18', '10:00')
const sauna = { id: 'sauna', name: 'Sauna' }
const who = { membership: { tierId: 'builder', tierName: 'Builder' } }
const rule = (kind: FairUseRule['kind'], value: number, more: Partial<FairUseRule> = {}): FairUseRule => ({
  ...{ id: `${kind} ${value}`, kind, value, facilityId: 'sauna', tierId: null },
  ...more,
})
const at = (on: string, time: string, minutes = 60, facilityId = 'sauna'): Booked => ({
  ...{ id: `${on} ${time}`, facilityId, on, minutes },
  startsAt: instantOf(on, time),
})
const words = (place: Booked, rules: FairUseRule[], booked: Booked[] = [], more: { since?: string } = {}) =>
  whyNotFair({ ...place, facility: sauna }, { rules, booked, since: more.since ?? null }, who, now)?.message ?? null

describe('which rule applies', () => {
  const rules = fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom(...fairUseKinds),
      value: fc.integer({ min: 1, max: 20 }),
      facilityId: fc.constantFrom(null, 'sauna', 'studio'),
      tierId: fc.constantFrom(null, 'builder', 'creator'),
    }),
    { selector: ({ kind, facilityId, tierId }) => `${kind} ${facilityId} ${tierId}`, maxLength: 40 },
  )
  test('is the first there is of: facility and tier, facility, tier, neither; in whatever order they come', () => {
    fc.assert(
      fc.property(
        rules,
        fc.constantFrom(...fairUseKinds),
        fc.constantFrom('sauna', 'studio'),
        (all, kind, facilityId) => {
          const wanted = [
            [facilityId, 'builder'],
            [facilityId, null],
            [null, 'builder'],
            [null, null],
          ]
          const found = wanted.flatMap(([facility, tier]) =>
            all.filter(each => each.kind === kind && each.facilityId === facility && each.tierId === tier),
          )[0]
          const place = { facilityId, tierId: 'builder' }
          expect(ruleFor(all, kind, place)).toBe(found ?? null)
          expect(ruleFor(all.toReversed(), kind, place)).toBe(found ?? null)
        },
      ),
      { seed },
    )
  })
  test('a rule of a tier is not for those of another, nor for whoever has none', () => {
    const ofTier = [rule('ahead_days', 3, { tierId: 'builder' })]
    expect(ruleFor(ofTier, 'ahead_days', { facilityId: 'sauna', tierId: 'creator' })).toBeNull()
    expect(ruleFor(ofTier, 'ahead_days', { facilityId: 'sauna', tierId: null })).toBeNull()
  })
})

describe('a refusal names the rule and its numbers', () => {
  const [tuesday, wednesday] = ['2026-11-24', '2026-11-25']
  test('maximum ahead, by days at the venue', () => {
    const rules = [rule('ahead_days', 7)]
    expect(words(at(wednesday, '20:00'), rules)).toBeNull()
    expect(words(at('2026-11-26', '09:00'), rules)).toBe(
      'The Sauna can be booked up to 7 days ahead; this is 8 days from now.',
    )
    const ofTier = [rule('ahead_days', 1, { facilityId: null, tierId: 'builder' })]
    expect(words(at(tuesday, '09:00'), ofTier)).toBe(
      'Facilities can be booked up to 1 day ahead on the Builder plan; this is 6 days from now.',
    )
  })
  test('minimum notice, by real minutes; whoever was offered the time need not give it', () => {
    const rules = [rule('notice_minutes', 90)]
    expect(words(at('2026-11-18', '11:30'), rules)).toBeNull()
    expect(words(at('2026-11-18', '11:00'), rules)).toBe(
      'The Sauna can be booked up to 1 hour 30 minutes before the start; this begins in 1 hour.',
    )
    const offered = { ...at('2026-11-18', '11:00'), facility: sauna, isOffered: true }
    expect(whyNotFair(offered, { rules, booked: [], since: null }, who, now)).toBeNull()
  })
  test('hours a day and a week: to the limit, not over it; Monday begins another week', () => {
    const day = [rule('hours_per_day', 2)]
    expect(words(at(tuesday, '10:00'), day, [at(tuesday, '14:00')])).toBeNull()
    expect(words(at(tuesday, '10:00', 90), day, [at(tuesday, '14:00')])).toBe(
      'The Sauna can be booked for up to 2 hours a day; you have 1 hour on Tue 24 Nov, and this is 1 hour 30 minutes.',
    )
    expect(words(at(tuesday, '10:00', 180), day)).toContain('you have none on Tue 24 Nov, and this is 3 hours.')
    const week = [rule('hours_per_week', 3)]
    const sunday = at('2026-11-29', '10:00', 180)
    expect(words(at(tuesday, '10:00'), week, [sunday])).toBe(
      'The Sauna can be booked for up to 3 hours a week; you have 3 hours in the week from Mon 23 Nov, and this is 1 hour.',
    )
    expect(words(at('2026-11-30', '10:00'), week, [sunday])).toBeNull()
  })
  test('coming bookings: what has begun is not counted', () => {
    const rules = [rule('coming_bookings', 2)]
    const begun = at('2026-11-18', '09:30')
    expect(words(at(tuesday, '10:00'), rules, [begun, at(wednesday, '10:00')])).toBeNull()
    expect(words(at(tuesday, '10:00'), rules, [at(wednesday, '10:00'), at(wednesday, '12:00')])).toBe(
      'You can have 2 coming bookings of the Sauna at a time; you have 2.',
    )
  })
  test('age of the membership', () => {
    const rules = [rule('member_days', 30)]
    expect(words(at(tuesday, '10:00'), rules, [], { since: '2026-10-19' })).toBeNull()
    expect(words(at(tuesday, '10:00'), rules, [], { since: '2026-10-20' })).toBe(
      'The Sauna can be booked after 30 days of membership; for you that is from 19 Nov 2026 on.',
    )
    expect(words(at(tuesday, '10:00'), rules)).toBe('The Sauna can be booked after 30 days of membership.')
  })
  test('a rule for every facility counts those together that have none of their own, in whatever order they are booked', () => {
    const rules = [
      rule('hours_per_day', 2, { facilityId: null, id: 'all' }),
      rule('hours_per_day', 1, { facilityId: 'studio' }),
    ]
    const others = [at(tuesday, '12:00', 60, 'studio'), at(tuesday, '14:00', 60, 'desk')]
    expect(words(at(tuesday, '10:00'), rules, others)).toBeNull()
    expect(words(at(tuesday, '10:00', 120), rules, others)).toBe(
      'Facilities can be booked for up to 2 hours a day in all; you have 1 hour on Tue 24 Nov, and this is 2 hours.',
    )
  })
  test('a visitor meets the rules of time and no others', () => {
    const use = {
      rules: [rule('member_days', 5), rule('hours_per_day', 1), rule('ahead_days', 7)],
      booked: [],
      since: null,
    }
    const asked = (on: string) => whyNotFair({ ...at(on, '10:00', 300), facility: sauna }, use, null, now)?.rule ?? null
    expect([asked(tuesday), asked('2026-12-24')]).toEqual([null, 'ahead_days'])
  })
})

test('what applies to somebody is told in words, one of each kind', () => {
  const rules = [
    rule('ahead_days', 14),
    rule('ahead_days', 3, { facilityId: null }),
    rule('hours_per_week', 10, { facilityId: null, tierId: 'builder' }),
    rule('coming_bookings', 1, { facilityId: 'studio' }),
  ]
  expect(limitsOf(rules, 'sauna', who)).toEqual([
    'At most 14 days ahead',
    'At most 10 hours a week, Monday to Sunday, other facilities included',
  ])
  expect(limitsOf(rules, 'sauna', null)).toEqual(['At most 14 days ahead'])
  expect(fairUseKinds.map(kind => limitWords({ kind, value: 1 }))).toHaveLength(new Set(fairUseKinds).size)
  expect([30, 60, 90, 1_440, 2_880, 1_500, 0].map(lengthWords)).toEqual([
    '30 minutes',
    '1 hour',
    '1 hour 30 minutes',
    '1 day',
    '2 days',
    '25 hours',
    '0 minutes',
  ])
})

describe('a dry run judges each booking by when it was made', () => {
  const made = (id: string, on: string, madeOn: string, more: Partial<Made> = {}): Made => ({
    ...at(on, '10:00'),
    ...{ id, userId: 'ada', facilityName: 'Sauna', madeAt: instantOf(madeOn, '10:00') },
    ...{ since: '2026-01-01', tierId: 'builder', isComing: true },
    ...more,
  })
  const ids = (tried: FairUseRule, all: Made[], others: FairUseRule[] = []) =>
    refusedBy(tried, others, all).map(({ id }) => id)

  test('ahead and notice count from then, in order of their time', () => {
    const all = [
      made('late', '2026-12-20', '2026-11-10'),
      made('soon', '2026-11-24', '2026-11-01'),
      made('in time', '2026-11-23', '2026-11-15'),
    ]
    expect(ids(rule('ahead_days', 14), all)).toEqual(['soon', 'late'])
    expect(ids(rule('notice_minutes', 43_200), all)).toEqual(['in time', 'soon'])
  })
  test('of hours and counts those that came first are within them; others have a count of their own', () => {
    const all = [
      made('second', '2026-11-24', '2026-11-11'),
      made('first', '2026-11-24', '2026-11-10'),
      made('elsewhere', '2026-11-24', '2026-11-09', { facilityId: 'studio' }),
      made('of another', '2026-11-24', '2026-11-12', { userId: 'ben' }),
    ]
    expect(ids(rule('hours_per_day', 1), all)).toEqual(['second'])
    expect(ids(rule('coming_bookings', 1), all)).toEqual(['second'])
    // What is over counts for its week and is not named.
    expect(
      ids(rule('hours_per_week', 1), [made('gone', '2026-11-23', '2026-11-08', { isComing: false }), ...all]),
    ).toEqual(['first', 'second'])
  })
  test('it takes the place of the one that says the same of the same, and gives way to one that says more', () => {
    const all = [made('one', '2026-12-20', '2026-11-10')]
    expect(ids(rule('ahead_days', 60, { id: '' }), all, [rule('ahead_days', 5)])).toEqual([])
    expect(ids(rule('ahead_days', 5, { id: '', facilityId: null }), all, [rule('ahead_days', 60)])).toEqual([])
  })
})
