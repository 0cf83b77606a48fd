import { generateKeyPairSync, randomUUID, sign, verify as verifySignature } from 'node:crypto'
import { expect, test } from 'vitest'
import { encodeTicket, joinCode, marketKind, messages, type Ticket, type Verify } from '#features/market/rules.ts'
import { type DoorList, isTypedCode, judgeOffline, type ListedTicket, typedCharacters } from './rules.ts'

const now = Date.parse('2026-11-21T11:00:00Z')
const minute = 60_000
const keys = generateKeyPairSync('ed25519')
const verify: Verify = ({ signed, signature }) => verifySignature(null, signed, keys.publicKey, signature)
const person = randomUUID()
const ticket: Ticket = {
  kind: marketKind,
  ticketId: randomUUID(),
  personId: person,
  generation: 2,
  issuedAt: now,
  validUntil: now + 15 * minute,
}
const codeOf = (more: Partial<Ticket> = {}) => {
  const signed = encodeTicket({ ...ticket, ...more }, '0badcafe')
  return joinCode(signed, sign(null, signed, keys.privateKey))
}
const listWith = (more: Partial<ListedTicket> = {}, list: Partial<DoorList> = {}): DoorList => ({
  generatedAt: now,
  day: {
    on: '2026-11-21',
    startsAt: Date.parse('2026-11-21T00:00:00Z'),
    endsAt: Date.parse('2026-11-22T00:00:00Z'),
  },
  cooldownMinutes: 30,
  tickets: [
    {
      ticketId: ticket.ticketId,
      personId: person,
      name: 'Ada Okafor',
      generation: 2,
      problem: null,
      lastEntryAt: null,
      pricePence: 0,
      ...more,
    },
  ],
  ...list,
})
const judge = (code: string, list: DoorList | null, at = now, entries: { personId: string; at: number }[] = []) =>
  judgeOffline(code, list, verify, entries, at)

test('a listed ticket is let in by name, one issued since without', async () => {
  expect(await judge(codeOf(), listWith())).toMatchObject({
    outcome: 'admitted',
    message: 'Checked in',
    name: 'Ada Okafor',
  })
  expect(await judge(codeOf(), listWith({}, { tickets: [] }))).toMatchObject({
    outcome: 'admitted',
    name: null,
  })
})

test('without a connection the same codes are refused in the same words [MKA-12, MKA-13, MKA-14, MKA-15]', async () => {
  const says = async (code: string, at = now) => (await judge(code, listWith(), at)).message
  expect(await says('nonsense')).toBe(messages.badFormat)
  expect(await says(codeOf({ kind: 'guest-pass' }))).toBe(messages.badKind)
  expect(await says(codeOf(), now + 16 * minute)).toBe(messages.expired)
  expect(await says(codeOf({ issuedAt: now + minute }))).toBe(messages.failed)
  expect(await says('ABCD 1234')).toBe(messages.typedOffline)
})

test('holds, withdrawn tickets and the list’s last entries count [MKA-08, MKA-17]', async () => {
  const says = async (listed: Partial<ListedTicket>) => (await judge(codeOf(), listWith(listed))).message
  expect(await says({ problem: messages.blocked })).toBe(messages.blocked)
  expect(await says({ generation: 3 })).toBe(messages.expired)
  expect(await says({ lastEntryAt: now - 10 * minute })).toBe(
    'Already checked in 10 minutes ago (must wait 30 minutes)',
  )
  expect(await judge(codeOf(), listWith({ lastEntryAt: now - 31 * minute }))).toMatchObject({
    outcome: 'admitted',
    message: 'Checked in again',
  })
})

test('the device’s own entries count, later or earlier than the list [MKT-22]', async () => {
  const own = [{ personId: person, at: now - 5 * minute }]
  expect((await judge(codeOf(), listWith(), now, own)).message).toBe(
    'Already checked in 5 minutes ago (must wait 30 minutes)',
  )
  expect((await judge(codeOf(), listWith(), now, [{ personId: randomUUID(), at: now }])).outcome).toBe('admitted')
})

test('only a list of this day lets anybody in', async () => {
  const says = async (list: DoorList | null, at = now) =>
    (await judge(codeOf({ issuedAt: at, validUntil: at + minute }), list, at)).message
  expect(await says(null)).toBe(messages.staleList)
  expect(await says(listWith(), Date.parse('2026-11-22T00:00:00Z'))).toBe(messages.staleList)
  expect(await says(listWith({}, { day: null }))).toBe(messages.noMarket)
  expect(await says(listWith({}, { day: null }), now + 13 * 60 * minute)).toBe(messages.staleList)
})

test('what members owe is collected at the first entry only [MKT-23]', async () => {
  expect(await judge(codeOf(), listWith({ pricePence: 100 }))).toMatchObject({ pricePence: 100 })
  const again = await judge(codeOf(), listWith({ pricePence: 100, lastEntryAt: now - 40 * minute }))
  expect(again).toMatchObject({ outcome: 'admitted', pricePence: 0 })
})

test('typed codes are eight letters and digits however they are spaced', () => {
  expect(['abcd1234', 'ABCD 1234', 'ab-cd 12 34'].map(isTypedCode)).toEqual([true, true, true])
  expect(['ABCD123', 'ABCD12345', codeOf()].map(isTypedCode)).toEqual([false, false, false])
  expect(typedCharacters(' ab-cd 1234')).toBe('ABCD1234')
})
