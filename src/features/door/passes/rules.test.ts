import { generateKeyPairSync, randomInt, randomUUID, sign, verify as verifySignature } from 'node:crypto'
import { expect, test } from 'vitest'
import { marketPass, marketRefusals } from '#features/market/tickets/rules.ts'
import { isLong } from '#test/long.ts'
import {
  asOtherKind,
  type Claims,
  encodeClaims,
  fromBase64Url,
  joinCode,
  kindSaid,
  mayBeName,
  type OtherKind,
  readCode,
  splitCode,
  toBase64Url,
  type Verify,
} from './rules.ts'

const now = Date.parse('2026-11-21T11:00:00Z')
const minute = 60_000
const ours = generateKeyPairSync('ed25519')
const keyId = '0badcafe'
const verify: Verify = read =>
  read.keyId === keyId && verifySignature(null, read.signed, ours.publicKey, read.signature)
const ticketOf = (more: Partial<Claims> = {}): Claims => ({
  kind: marketPass.name,
  passId: randomUUID(),
  personId: randomUUID(),
  generation: 1,
  issuedAt: now,
  validUntil: now + 15 * minute,
  ...more,
})
const codeOf = (ticket: Claims, key = ours.privateKey, id = keyId) => {
  const signed = encodeClaims(ticket, id)
  return joinCode(signed, sign(null, signed, key))
}
const problemOf = async (code: string, at = now) =>
  (await readCode(code, marketPass, verify, at)).problem?.message ?? null

test('a code carries type, ticket, person, generation and times, and reads back the same [MKT-18]', async () => {
  const ticket = ticketOf({ generation: 65_535 })
  const code = codeOf(ticket)
  expect(await readCode(code, marketPass, verify, now)).toEqual({ claims: ticket, problem: null })
  expect(atob(code.replaceAll('-', '+').replaceAll('_', '/'))).toContain('market-checkin')
  // Few enough characters for a code that a phone shows in 250 × 250.
  expect(code.length).toBeLessThan(180)
})

test('what a person is called is told from a code, pasted or typed', () => {
  for (const name of ['Ng', 'Ada Lovelace', 'Zoë O’Brien-Ånäs', 'Dr. J. D’Souza (guest)', '李 小龍', ' Ada '])
    expect(mayBeName(name)).toBe(true)
  for (const code of [codeOf(ticketOf()), 'ABCD 1234', 'x', '', '{"type":"market-checkin"}', '-- --'])
    expect(mayBeName(code)).toBe(false)
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
  expect(await problemOf(codeOf(ticketOf({ kind: 'guest-pass' }), stranger.privateKey))).toBe(
    marketRefusals.BAD_FORMAT.says,
  )
})

test('what says of no kind that it is one is none of them, nor of a kind that a device kept before there were marks', () => {
  const others = [asOtherKind(marketPass)]
  const { mark: _, ...old } = asOtherKind(marketPass)
  expect(kindSaid(others, marketPass.mark)?.name).toBe(marketPass.name)
  expect(kindSaid(others, marketPass.name)?.name).toBe(marketPass.name)
  for (const said of [undefined, marketPass.name]) expect(kindSaid([old as OtherKind], said)).toBeNull()
  expect(kindSaid(others, undefined)).toBeNull()
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
  expect(await problemOf(codeOf(ticket, stranger.privateKey))).toBe(marketRefusals.BAD_FORMAT.says)
  expect(await problemOf(codeOf(ticket, ours.privateKey, '0badcaff'))).toBe(marketRefusals.BAD_FORMAT.says)
  const signed = encodeClaims(ticket, keyId)
  const ecdsa = sign('sha256', signed, { key: curve.privateKey, dsaEncoding: 'ieee-p1363' })
  expect(ecdsa).toHaveLength(64)
  expect(await problemOf(joinCode(signed, ecdsa))).toBe(marketRefusals.BAD_FORMAT.says)
  for (const version of [0, 2, 255]) {
    const other = signed.slice()
    other[0] = version
    expect(await problemOf(joinCode(other, sign(null, other, ours.privateKey)))).toBe(marketRefusals.BAD_FORMAT.says)
  }
  expect(await problemOf(joinCode(signed, new Uint8Array(64)))).toBe(marketRefusals.BAD_FORMAT.says)
})

// A bit, a byte, a piece cut out or doubled, two codes mixed: nothing but the code itself passes.
const altered = isLong ? 1_000_000 : 10_000
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
      const { problem, claims } = await readCode(tried, marketPass, verify, now)
      if (problem?.code !== 'BAD_FORMAT' || claims !== null) passed++
    }
    expect(passed).toBe(0)
    // The control: the same alterations pass where nobody looks at the signature.
    const blind = await readCode(
      codeOf(ticketOf(), generateKeyPairSync('ed25519').privateKey),
      marketPass,
      () => true,
      now,
    )
    expect(blind.problem).toBeNull()
  },
  30 * minute,
)

test('one ticket has one text: spare bits and padding are refused', () => {
  expect(toBase64Url(fromBase64Url('AA')!)).toBe('AA')
  for (const text of ['AB', 'AA=', 'AA==', 'A', 'A A', '+/', 'é']) expect(fromBase64Url(text)).toBeNull()
  expect(splitCode(`  ${codeOf(ticketOf())}\n`)).not.toBeNull()
})

test('a pass of nobody in particular reads back as such', async () => {
  const pass = ticketOf({ personId: null })
  expect(await readCode(codeOf(pass), marketPass, verify, now)).toEqual({ claims: pass, problem: null })
})
