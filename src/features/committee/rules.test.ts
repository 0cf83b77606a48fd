import { expect, test } from 'vitest'
import { blindName, durationWords, mayVote, outcomeOf, recusalCause, type Votable, votesNeeded } from './rules.ts'

test('approval needs more than half of the committee [APPL-10, APPL-11]', () => {
  expect([0, 1, 2, 3, 4, 5, 10, 11].map(votesNeeded)).toEqual([1, 1, 2, 2, 3, 3, 6, 6])
  for (let size = 1; size < 100; size++) {
    expect(votesNeeded(size) * 2).toBeGreaterThan(size)
    expect((votesNeeded(size) - 1) * 2).toBeLessThanOrEqual(size)
  }
})

test('votes end in exactly one outcome', () => {
  const outcome = (approvals: number, rejections: number, remaining: number, required = 3) =>
    outcomeOf({ approvals, rejections, required, remaining })
  expect(outcome(3, 0, 2)).toBe('approved')
  expect(outcome(2, 0, 1)).toBe('open')
  expect(outcome(2, 2, 0)).toBe('declined')
  expect(outcome(1, 2, 2)).toBe('open')
  expect(outcome(1, 3, 1)).toBe('declined')
  expect(outcome(0, 0, 2)).toBe('stuck')
})

test('who may vote on what [APPL-05, APPL-13]', () => {
  const open: Votable = { userId: 'applicant', referrerUserId: 'friend', status: 'pending', declinedAt: null }
  const may = (voter: object = {}, application: object = {}, past: object = {}) =>
    mayVote(
      { userId: 'voter', isCommittee: true, ...voter },
      { ...open, ...application },
      { hasVoted: false, isRecused: false, ...past },
    )
  expect(may()).toBe(true)
  expect(may({ isCommittee: false })).toBe(false)
  expect(may({ userId: 'applicant' })).toBe(false)
  expect(may({ userId: 'friend' })).toBe(false)
  expect(may({}, { status: 'approved' })).toBe(false)
  expect(may({}, { declinedAt: new Date() })).toBe(false)
  expect(may({}, {}, { hasVoted: true })).toBe(false)
  expect(may({}, {}, { isRecused: true })).toBe(false)
  expect(recusalCause('voter', open)).toBeNull()
  expect(recusalCause('x', { userId: null, referrerUserId: null })).toBeNull()
})

test('words for hours, and a name that tells nothing', () => {
  expect([0, 0.5, 1, 26.4, 71, 96].map(durationWords)).toEqual([
    '1 minute',
    '30 minutes',
    '1 hour',
    '26 hours',
    '71 hours',
    '4 days',
  ])
  expect(blindName('6b2f3f0e-8f4a-4f0e-9d5e-0c3f1f7b2a11')).toBe('Applicant 6B2F')
})
