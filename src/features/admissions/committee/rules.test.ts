import { expect, test } from 'vitest'
import { type Ballot, blindName, durationWords, outcomeOf, type Votable, whyNot } from './rules.ts'

test('votes end in exactly one outcome', () => {
  const outcome = (approvals: number, rejections: number, remaining: number, electors = 5) =>
    outcomeOf({ approvals, rejections, remaining, electors, required: 3 })
  expect(outcome(3, 0, 2)).toBe('approved')
  expect(outcome(2, 0, 1)).toBe('open')
  expect(outcome(2, 2, 0, 4)).toBe('declined')
  expect(outcome(1, 2, 2)).toBe('open')
  expect(outcome(1, 3, 1)).toBe('declined')
  // Two of five are on hold: with them it could still be approved.
  expect(outcome(0, 1, 2)).toBe('stuck')
  expect(outcome(0, 3, 0)).toBe('declined')
  expect(outcome(0, 0, 2)).toBe('stuck')
  // Rejections close what a committee that grew since could have approved, and not before.
  expect(outcome(2, 4, 0, 3)).toBe('declined')
  // A committee of two, of whom one rejected, can never have approved it: only a larger one or an admin decides.
  expect(outcome(0, 1, 1, 2)).toBe('stuck')
})

const open: Votable = { userId: 'applicant', referrerUserId: 'friend', status: 'pending', declinedAt: null }
const none: Ballot = { myVote: null, recusedBy: null }
const voter = {
  userId: 'voter',
  roles: ['committee' as const],
  mustChangePassword: false,
  mustSetUpTwoFactor: false,
}

test('who may vote on what, or step back [APPL-05, APPL-13]', () => {
  const code = (person: object = {}, application: object = {}, ballot: object = {}) => {
    const given = [
      { ...voter, ...person },
      { ...open, ...application },
      { ...none, ...ballot },
    ] as const
    expect(whyNot.recuse(...given)).toEqual(whyNot.vote(...given))
    return whyNot.vote(...given)?.code
  }
  expect(code()).toBeUndefined()
  expect(code({ roles: ['admin'] })).toBe('FORBIDDEN')
  expect(code({ userId: 'applicant' })).toBe('RECUSED')
  expect(code({ userId: 'friend' })).toBe('RECUSED')
  expect(code({}, { status: 'approved' })).toBe('VOTE_CLOSED')
  expect(code({}, { declinedAt: new Date() })).toBe('VOTE_CLOSED')
  expect(code({}, {}, { myVote: 'reject' })).toBe('ALREADY_VOTED')
  expect(code({}, {}, { recusedBy: 'declared' })).toBe('RECUSED')
})

test('who reads the documents: admins, and who votes, after the vote where the house reads blind', () => {
  const may = (person: object = {}, application: object = {}, reading: object = {}) =>
    whyNot.readDocument(
      { ...voter, ...person },
      { ...open, ...application },
      { ...none, isReadBlind: false, ...reading },
    ) === null
  expect(may()).toBe(true)
  expect(may({}, {}, { isReadBlind: true })).toBe(false)
  expect(may({}, {}, { isReadBlind: true, myVote: 'approve' })).toBe(true)
  expect(may({}, {}, { recusedBy: 'declared' })).toBe(false)
  expect(may({ userId: 'friend' })).toBe(false)
  expect(may({}, { status: 'rejected' })).toBe(false)
  expect(may({ roles: ['admin'] }, { status: 'rejected' }, { isReadBlind: true })).toBe(true)
  expect(may({ roles: ['admin'], mustSetUpTwoFactor: true })).toBe(false)
  expect(may({ roles: ['admin'], userId: 'applicant' })).toBe(false)
  expect(may({ roles: [] })).toBe(false)
})

test('questions and notes are for undecided applications of others', () => {
  for (const discuss of [whyNot.ask, whyNot.note]) {
    expect(discuss(voter, open)).toBeNull()
    expect(discuss({ userId: 'applicant' }, open)).toMatchObject({ code: 'NOT_FOUND' })
    expect(discuss(voter, { ...open, status: 'approved' })).toMatchObject({ code: 'ALREADY_DECIDED' })
  }
})

test('words for hours, and a name that tells nothing', () => {
  expect([0, 0.5, 1, 23, 26.4, 40, 96].map(durationWords)).toEqual([
    '1 minute',
    '30 minutes',
    '1 hour',
    '23 hours',
    '1 day',
    '2 days',
    '4 days',
  ])
  expect(blindName('6b2f3f0e-8f4a-4f0e-9d5e-0c3f1f7b2a11')).toBe('Applicant 6B2F')
})
