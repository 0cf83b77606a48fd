import { describe, expect, test } from 'vitest'
import { applicationForm, applicationInput, freeApplication, paidApplication, parseLinks } from './inputs.ts'
import { mayReapplyAt, recusalCause, stageOf, votesNeeded, whyNot } from './rules.ts'

const today = '2026-11-18'
const free = {
  tierSlug: 'explorer',
  fullName: 'Ada Lovelace',
  email: 'ada@people.example',
  phoneNumber: '+442079460000',
  termsAccepted: true,
}
const paid = {
  ...free,
  tierSlug: 'creator',
  address: '1 Paddington Street',
  city: 'London',
  postcode: 'W1U 5QY',
  isWestminsterResident: true,
  creativeDiscipline: 'Ceramics',
  socialMediaLinks: '',
  whyJoin: 'x'.repeat(50),
  emergencyContactName: 'Grace',
  emergencyContactPhone: '020 7946 0001',
  emergencyContactRelationship: 'Friend',
  insuranceWaiver: true,
  backgroundCheckConsent: true,
  startDate: '',
  proRataRequested: false,
  idDocument: { id: '6b2f3f0e-8f4a-4f0e-9d5e-0c3f1f7b2a11' },
  proofOfResidence: null,
}
const messageOf = (values: object, isPaid = true) => {
  const parsed = applicationForm(() => isPaid, today).safeParse({ ...(isPaid ? paid : free), ...values })
  return parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])
}

test('a whole application of either kind passes', () => {
  expect(messageOf({})).toBeUndefined()
  expect(messageOf({}, false)).toBeUndefined()
})

describe.each([true, false])('whatever the tier (paid: %s)', isPaid => {
  test.each([
    ['fullName', '', 'Full name is required'],
    ['fullName', '   ', 'Full name is required'],
    ['email', 'ada', 'Invalid email'],
    ['email', '', 'Invalid email'],
    ['phoneNumber', '', 'Phone number is required'],
    ['termsAccepted', false, 'You must accept the terms'],
  ])('%s = %j is refused: %s [JOIN-07, JOIN-08, JOIN-09, JOIN-10]', (field, value, message) => {
    expect(messageOf({ [field]: value }, isPaid)).toEqual([[field, message]])
  })
  test('a name has 100 characters at most and an address 255 [JOIN-07, JOIN-08]', () => {
    expect(messageOf({ fullName: 'x'.repeat(100) }, isPaid)).toBeUndefined()
    expect(messageOf({ fullName: 'x'.repeat(101) }, isPaid)).toHaveLength(1)
    const address = (length: number) =>
      `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(length - 60 * 3 - 3 - 8)}.example`
    expect(address(255)).toHaveLength(255)
    expect(messageOf({ email: address(256) }, isPaid)).toHaveLength(1)
  })
})

test('Explorer asks for nothing but name, address, phone and terms, and ignores the rest [JOIN-11]', () => {
  expect(Object.keys(freeApplication.shape).sort()).toEqual([
    'email',
    'fullName',
    'phoneNumber',
    'referralCode',
    'termsAccepted',
    'tierSlug',
  ])
  expect(freeApplication.parse({ ...paid, ...free })).toEqual(free)
})

describe('a paid tier', () => {
  test.each([
    ['address', '', 'Address is required'],
    ['city', '', 'City is required'],
    ['postcode', '', 'Postcode is required'],
    ['creativeDiscipline', '', 'Creative discipline is required'],
    ['whyJoin', 'x'.repeat(49), 'Please provide at least 50 characters explaining why you want to join'],
    ['emergencyContactName', '', 'Emergency contact name is required'],
    ['emergencyContactPhone', '', 'Emergency contact phone is required'],
    ['emergencyContactRelationship', '', 'Relationship is required'],
    ['insuranceWaiver', false, 'You must accept the insurance waiver'],
    ['backgroundCheckConsent', false, 'You must consent to the background check'],
    ['startDate', '2026-11-17', 'The start date cannot be in the past'],
    ['idDocument', null, 'Please upload an ID document'],
  ])(
    '%s = %j is refused: %s [JOIN-12, JOIN-13, JOIN-15, JOIN-17, JOIN-18, JOIN-19, JOIN-20, JOIN-21, JOIN-22, JOIN-24]',
    (field, value, message) => {
      expect(messageOf({ [field]: value })).toEqual([[field, message]])
      expect(messageOf({ [field]: value }, false)).toBeUndefined()
    },
  )

  test('the resident’s tick is yes or no [JOIN-14]', () => {
    expect(paidApplication(today).shape.isWestminsterResident.safeParse('yes').success).toBe(false)
    expect(paidApplication(today).parse(paid)).toMatchObject({ isWestminsterResident: true })
  })

  test('a start date may be left out or be today [JOIN-22]', () => {
    expect(paidApplication(today).parse(paid)).toMatchObject({ startDate: null })
    expect(paidApplication(today).parse({ ...paid, startDate: today })).toMatchObject({ startDate: today })
    expect(messageOf({ startDate: '2026-02-30' })).toHaveLength(1)
  })

  test('a share of the first month is asked for only when ticked [JOIN-23]', () => {
    expect(applicationInput.parse(free).proRataRequested).toBe(false)
    expect(paidApplication(today).parse({ ...paid, proRataRequested: true })).toMatchObject({
      proRataRequested: true,
    })
  })

  test('links come as JSON or between commas, and only as web addresses', () => {
    const both = ['https://a.example/x', 'http://b.example']
    expect(parseLinks('["https://a.example/x", "http://b.example"]')).toEqual(both)
    expect(parseLinks('{"site":"https://a.example/x","shop":"http://b.example"}')).toEqual(both)
    expect(parseLinks('https://a.example/x, http://b.example,')).toEqual(both)
    expect(parseLinks('')).toEqual([])
    for (const bad of [
      'javascript:alert(1)',
      'ftp://a.example',
      'a.example',
      '["javascript:alert(1)"]',
      'https://a.example/"><script>',
      'https://a.example'.padEnd(400, 'x'),
      Array(21).fill('https://a.example').join(),
    ])
      expect(parseLinks(bad), bad).toBeNull()
    expect(messageOf({ socialMediaLinks: 'javascript:alert(1)' })).toMatchObject([
      ['socialMediaLinks', expect.stringContaining('https://')],
    ])
  })
})

test('where an application stands', () => {
  const stage = (values: Partial<Parameters<typeof stageOf>[0]>) =>
    stageOf({ status: 'pending', declinedAt: null, isWaiting: false, ...values })
  expect(stage({})).toBe('voting')
  expect(stage({ declinedAt: new Date() })).toBe('deciding')
  expect(stage({ status: 'approved' })).toBe('approved')
  expect(stage({ status: 'approved', isWaiting: true })).toBe('waiting')
  expect(stage({ status: 'rejected', declinedAt: new Date() })).toBe('rejected')
  expect(stage({ status: 'withdrawn', declinedAt: new Date() })).toBe('withdrawn')
})

test('days are counted from the decision', () => {
  const at = new Date('2026-11-18T10:00:00Z')
  const over = { reviewedAt: null, withdrawnAt: null, currentVotes: 0, rejectVotes: 0 }
  const later = new Date('2027-02-16T10:00:00Z')
  expect(mayReapplyAt({ ...over, reviewedAt: at }, 90)).toEqual(later)
  // Who withdraws may apply again at once, but not once a vote had fallen, whichever.
  expect(mayReapplyAt({ ...over, withdrawnAt: at }, 90)).toBeNull()
  expect(mayReapplyAt({ ...over, withdrawnAt: at, rejectVotes: 1 }, 90)).toEqual(later)
  expect(mayReapplyAt({ ...over, withdrawnAt: at, currentVotes: 1 }, 90)).toEqual(later)
})

describe('who may apply', () => {
  const actor = { userId: 'ada', accountStatus: 'active', blockedReason: null, approvalStatus: 'pending' } as const
  const now = new Date('2026-11-18T10:00:00Z')
  const past = { latest: undefined, isArchived: false, reapplyAfterDays: 90, now }
  const rejected = (reviewedAt: string) => ({ status: 'rejected' as const, reviewedAt: new Date(reviewedAt) })

  test('anybody with an account, once until the days after a rejection have passed [JOIN-28, JOIN-29]', () => {
    const code = (person: object, more: object = {}) =>
      whyNot.apply({ ...actor, ...person }, { ...past, ...more })?.code
    expect(code({})).toBeUndefined()
    expect(code({ accountStatus: 'suspended' })).toBe('ACCOUNT_BLOCKED')
    expect(code({}, { isArchived: true })).toBe('REGISTRATION_NOT_ALLOWED')
    expect(code({}, { latest: { status: 'pending', reviewedAt: null } })).toBe('APPLICATION_ALREADY_SUBMITTED')
    expect(code({}, { latest: { status: 'approved', reviewedAt: now } })).toBe('APPLICATION_ALREADY_EXISTS')
    expect(code({ approvalStatus: 'approved' })).toBe('APPLICATION_ALREADY_EXISTS')
    expect(code({}, { latest: rejected('2026-08-20T10:00:01Z') })).toBe('APPLICATION_ALREADY_EXISTS')
    expect(code({}, { latest: rejected('2026-08-20T10:00:00Z') })).toBeUndefined()
  })

  test('a question is answered once, before the decision', () => {
    expect(whyNot.answer(actor, { status: 'pending', answer: null })).toBeNull()
    expect(whyNot.answer(actor, { status: 'pending', answer: 'Mine' })).toMatchObject({ code: 'ALREADY_ANSWERED' })
    expect(whyNot.answer(actor, { status: 'approved', answer: null })).toMatchObject({ code: 'ALREADY_DECIDED' })
    expect(whyNot.answer({ ...actor, accountStatus: 'blocked' }, { status: 'pending', answer: null })).not.toBeNull()
  })

  test('an admin decides on what is pending, never on themselves', () => {
    for (const decide of [whyNot.approve, whyNot.reject]) {
      expect(decide(actor, { userId: 'grace', status: 'pending' })).toBeNull()
      expect(decide(actor, { userId: null, status: 'pending' })).toBeNull()
      expect(decide(actor, { userId: 'ada', status: 'pending' })).toMatchObject({ code: 'OWN_APPLICATION' })
      expect(decide(actor, { userId: 'grace', status: 'rejected' })).toMatchObject({ code: 'ALREADY_DECIDED' })
    }
  })
})

test('approval needs more than half of the committee [APPL-10, APPL-11]', () => {
  expect([0, 1, 2, 3, 4, 5, 10, 11].map(votesNeeded)).toEqual([1, 1, 2, 2, 3, 3, 6, 6])
  for (let size = 1; size < 100; size++) {
    expect(votesNeeded(size) * 2).toBeGreaterThan(size)
    expect((votesNeeded(size) - 1) * 2).toBeLessThanOrEqual(size)
  }
})

test('nobody judges themselves or whom they referred', () => {
  const application = { userId: 'applicant', referrerUserId: 'friend' }
  expect(['applicant', 'friend', 'voter'].map(id => recusalCause(id, application))).toEqual([
    'applicant',
    'referrer',
    null,
  ])
  expect(recusalCause('x', { userId: null, referrerUserId: null })).toBeNull()
})
