import { generateKeyPairSync, randomInt, randomUUID, sign, verify as verifySignature } from 'node:crypto'
import { expect, test } from 'vitest'
import { newDay } from './inputs.ts'
import {
  encodeTicket,
  entryProblem,
  fromBase64Url,
  joinCode,
  marketKind,
  memberPricePence,
  messages,
  readCode,
  splitCode,
  standingProblem,
  type Ticket,
  timeAgo,
  toBase64Url,
  type Verify,
} from './rules.ts'

const now = Date.parse('2026-11-21T11:00:00Z')
const minute = 60_000
const ours = generateKeyPairSync('ed25519')
const keyId = '0badcafe'
const verify: Verify = read =>
  read.keyId === keyId && verifySignature(null, read.signed, ours.publicKey, read.signature)
const ticketOf = (more: Partial<Ticket> = {}): Ticket => ({
  kind: marketKind,
  ticketId: randomUUID(),
  personId: randomUUID(),
  generation: 1,
  issuedAt: now,
  validUntil: now + 15 * minute,
  ...more,
})
const codeOf = (ticket: Ticket, key = ours.privateKey, id = keyId) => {
  const signed = encodeTicket(ticket, id)
  return joinCode(signed, sign(null, signed, key))
}
const problemOf = async (code: string, at = now) => (await readCode(code, verify, at)).problem

test('a code carries type, ticket, person, generation and times, and reads back the same [MKT-18]', async () => {
  const ticket = ticketOf({ generation: 65_535 })
  const code = codeOf(ticket)
  expect(await readCode(code, verify, now)).toEqual({ ticket, problem: null })
  expect(atob(code.replaceAll('-', '+').replaceAll('_', '/'))).toContain('market-checkin')
  // Few enough characters for a code that a phone shows in 250 × 250.
  expect(code.length).toBeLessThan(180)
})

test('a code is good for 15 minutes, to the second; one from the future is refused [MKA-12, MKA-15]', async () => {
  const code = codeOf(ticketOf())
  expect(await problemOf(code, now + 15 * minute)).toBeNull()
  expect(await problemOf(code, now + 15 * minute + 1)).toBe('QR code expired - ask member to generate a fresh one')
  expect(await problemOf(code, now - 1)).toBe('Error validating ticket')
})

test('another type is named as such, once the signature holds [MKA-14]', async () => {
  expect(await problemOf(codeOf(ticketOf({ kind: 'guest-pass' })))).toBe('Invalid QR code type')
  const stranger = generateKeyPairSync('ed25519')
  expect(await problemOf(codeOf(ticketOf({ kind: 'guest-pass' }), stranger.privateKey))).toBe(messages.badFormat)
})

test('what is no code of ours is refused as unreadable [MKA-13]', async () => {
  const good = codeOf(ticketOf())
  const others = [
    '',
    ' ',
    'https://exchange.example/market-tickets',
    '{"type":"market-checkin","userId":"1"}',
    'A'.repeat(4_000),
    good.slice(0, -1),
    `${good}A`,
    `${good}=`,
    good.toLowerCase(),
    good.split('').reverse().join(''),
    good.slice(20),
    '\u{1F39F}',
  ]
  for (const other of others) expect(await problemOf(other), other).toBe('Invalid QR code format')
})

test('another key, another key’s name, another version and another algorithm are refused', async () => {
  const ticket = ticketOf()
  const [stranger, curve] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ec', { namedCurve: 'P-256' })]
  expect(await problemOf(codeOf(ticket, stranger.privateKey))).toBe(messages.badFormat)
  expect(await problemOf(codeOf(ticket, ours.privateKey, '0badcaff'))).toBe(messages.badFormat)
  const signed = encodeTicket(ticket, keyId)
  const ecdsa = sign('sha256', signed, { key: curve.privateKey, dsaEncoding: 'ieee-p1363' })
  expect(ecdsa).toHaveLength(64)
  expect(await problemOf(joinCode(signed, ecdsa))).toBe(messages.badFormat)
  for (const version of [0, 2, 255]) {
    const other = signed.slice()
    other[0] = version
    expect(await problemOf(joinCode(other, sign(null, other, ours.privateKey)))).toBe(messages.badFormat)
  }
  expect(await problemOf(joinCode(signed, new Uint8Array(64)))).toBe(messages.badFormat)
})

// A bit, a byte, a piece cut out or doubled, two codes mixed: nothing but the code itself passes.
const altered = process.env.LONG_TESTS ? 1_000_000 : 10_000
test(
  `none of ${altered} altered codes passes [MKA-12]`,
  async () => {
    const codes = Array.from({ length: 20 }, () => codeOf(ticketOf()))
    const known = new Set(codes)
    const bytes = codes.map(code => fromBase64Url(code)!)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    let passed = 0
    for (let round = 0; round < altered; round++) {
      const pick = round % codes.length
      const code = codes[pick]!
      const at = randomInt(code.length)
      const changed = () => {
        const copy = bytes[pick]!.slice()
        copy[randomInt(copy.length)]! ^= 1 << randomInt(8)
        return toBase64Url(copy)
      }
      const mixed = () => {
        const other = bytes[(pick + 1) % bytes.length]!
        const cut = randomInt(1, other.length)
        return toBase64Url(new Uint8Array([...bytes[pick]!.slice(0, cut), ...other.slice(cut)]))
      }
      const kinds = [
        changed,
        changed,
        mixed,
        () => code.slice(0, at) + alphabet[randomInt(64)] + code.slice(at + 1),
        () => code.slice(0, at) + code.slice(at + 1 + randomInt(4)),
        () => code.slice(0, at) + code.slice(randomInt(at + 1)),
      ]
      const tried = kinds[round % kinds.length]!()
      if (known.has(tried)) continue
      const { problem, ticket } = await readCode(tried, verify, now)
      if (problem !== messages.badFormat || ticket !== null) passed++
    }
    expect(passed).toBe(0)
    // The control: the same alterations pass where nobody looks at the signature.
    const blind = await readCode(codeOf(ticketOf(), generateKeyPairSync('ed25519').privateKey), () => true, now)
    expect(blind.problem).toBeNull()
  },
  30 * minute,
)

test('one ticket has one text: spare bits and padding are refused', () => {
  expect(toBase64Url(fromBase64Url('AA')!)).toBe('AA')
  for (const text of ['AB', 'AA=', 'AA==', 'A', 'A A', '+/', 'é']) expect(fromBase64Url(text)).toBeNull()
  expect(splitCode(`  ${codeOf(ticketOf())}\n`)).not.toBeNull()
})

test('in again only 30 minutes after the last entry, or later [MKT-22, MKA-19]', () => {
  const lastEntryAt = now
  const at = (ms: number) => entryProblem({ now: now + ms, issuedAt: now + ms - 1, lastEntryAt, cooldownMinutes: 30 })
  expect(entryProblem({ now, issuedAt: now, lastEntryAt: null, cooldownMinutes: 30 })).toBeNull()
  expect(at(30 * minute - 1)).toBe('Already checked in 29 minutes ago (must wait 30 minutes)')
  expect(at(30 * minute)).toBeNull()
  expect(at(1_000)).toBe('Already checked in less than a minute ago (must wait 30 minutes)')
  expect(at(-5 * minute)).toBe('Already checked in less than a minute ago (must wait 30 minutes)')
})

test('without a wait, the code that let one person in does not let in the next', () => {
  const again = (issuedAt: number) =>
    entryProblem({ now: now + minute, issuedAt, lastEntryAt: now, cooldownMinutes: 0 })
  expect(again(now - 1)).toBe(messages.expired)
  expect(again(now + 1)).toBeNull()
})

test('time since the last check-in in words', () => {
  expect([0, 59_999, minute, 119_999, 12.5 * minute].map(timeAgo)).toEqual([
    'less than a minute ago',
    'less than a minute ago',
    '1 minute ago',
    '1 minute ago',
    '12 minutes ago',
  ])
})

test('a hold on the person is named whatever their code says [MKA-08, MKA-16]', () => {
  const fine = { accountStatus: 'active', isApproved: true, isArchived: false } as const
  expect(standingProblem(fine)).toBeNull()
  expect(standingProblem(null)).toBe('Member not found')
  expect(standingProblem({ ...fine, accountStatus: 'blocked' })).toBe(messages.blocked)
  expect(standingProblem({ ...fine, accountStatus: 'suspended' })).toBe(messages.suspended)
  expect(standingProblem({ ...fine, isApproved: false })).toBe(messages.notApproved)
  expect(standingProblem({ ...fine, isArchived: true })).toBe(messages.archived)
})

test('members enter free until the day of the setting, then pay what guests pay [MKT-23, MKA-19]', () => {
  const price = (on: string, until: string | null) =>
    memberPricePence(on, { membersEnterFreeUntil: until, guestEntryPence: 100 })
  expect(price('2030-01-05', null)).toBe(0)
  expect(price('2025-12-31', '2025-12-31')).toBe(0)
  expect(price('2026-01-03', '2025-12-31')).toBe(100)
})

test('markets are on weekends, with hours in their order [MKT-08]', () => {
  const says = (day: object) =>
    newDay.safeParse({ on: '2026-11-21', ...day }).error?.issues.map(({ message }) => message)
  expect(says({})).toBeUndefined()
  expect(newDay.parse({ on: '2026-11-22' })).toMatchObject({
    setUpFrom: '08:00',
    opensAt: '10:00',
    closesAt: '17:00',
  })
  expect(says({ on: undefined })).toEqual(['Date required'])
  expect(says({ on: '' })).toContain('Date required')
  expect(says({ on: '2026-11-20' })).toEqual(['Markets are on Saturdays and Sundays'])
  expect(says({ closesAt: '09:00' })).toEqual(['The market closes after it opens'])
  expect(says({ setUpFrom: '11:00' })).toEqual(['Set-up is before the market opens'])
})
