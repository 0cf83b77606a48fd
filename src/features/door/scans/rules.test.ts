import { generateKeyPairSync, randomUUID, sign, verify as verifySignature } from 'node:crypto'
import { expect, test } from 'vitest'
import { eventPass } from '#features/events/tickets/rules.ts'
import { guestPass } from '#features/guests/passes/rules.ts'
import { messages as dayMessages } from '#features/market/days/rules.ts'
import { marketPass, marketRefusals } from '#features/market/tickets/rules.ts'
import { lots } from '#seed/lived/lot.ts'
import { newReadableCode } from '../passes/model.ts'
import {
  asOtherKind,
  type Claims,
  encodeClaims,
  isTypedCode,
  joinCode,
  type ListedPass,
  typedCharacters,
  type Verify,
  whyWait,
} from '../passes/rules.ts'
import { houseRefusals, isDoubtful, whyNot as ofHolder, type RefusalCode, refuse } from '../refusals/rules.ts'
import { nobody } from './parts/answers.ts'
import { byNameHere, findHere } from './parts/by-name.ts'
import { cameraProblem } from './parts/camera-problem.ts'
import { lookOf } from './parts/looks.ts'
import type { Scanned } from './parts/use-scanner.ts'
import {
  type DoorList,
  judgeOffline,
  judgePicked,
  type OwnEntry,
  timeAgo,
  whyNot,
  whyNoWalkInOffline,
} from './rules.ts'

const now = Date.parse('2026-11-21T11:00:00Z')
const minute = 60_000
const keys = generateKeyPairSync('ed25519')
const verify: Verify = ({ signed, signature }) => verifySignature(null, signed, keys.publicKey, signature)
const person = randomUUID()
const ticket: Claims = {
  kind: marketPass.name,
  passId: randomUUID(),
  personId: person,
  generation: 2,
  issuedAt: now,
  validUntil: now + 15 * minute,
}
const codeOf = (more: Partial<Claims> = {}) => {
  const signed = encodeClaims({ ...ticket, ...more }, '0badcafe')
  return joinCode(signed, sign(null, signed, keys.privateKey))
}
const listWith = (more: Partial<ListedPass> = {}, list: Partial<DoorList> = {}): DoorList => ({
  kind: marketPass.name,
  generatedAt: now,
  closed: null,
  walkInPence: 100,
  day: {
    on: '2026-11-21',
    startsAt: Date.parse('2026-11-21T00:00:00Z'),
    endsAt: Date.parse('2026-11-22T00:00:00Z'),
  },
  waitMinutes: 30,
  passes: [
    {
      passId: ticket.passId,
      personId: person,
      name: 'Ada Okafor',
      ticketType: 'member',
      generation: 2,
      problem: null,
      code: null,
      entries: 0,
      lastEntryAt: null,
      pricePence: 0,
      ...more,
    },
  ],
  ...list,
})
/** Of a device that has a list; the keys come with it. */
const known = (list: DoorList | null) => ({
  ...{ pass: marketPass, list },
  verify: (read: Parameters<Verify>[0]) => list !== null && verify(read),
  knowsKey: (keyId: string) => list !== null && keyId === '0badcafe',
})
const judge = (code: string, list: DoorList | null, at = now, entries: OwnEntry[] = []) =>
  judgeOffline(code, known(list), entries, at)

test('a listed ticket is let in by name, one issued since without', async () => {
  expect(await judge(codeOf(), listWith())).toMatchObject({
    outcome: 'admitted',
    message: 'Checked in',
    name: 'Ada Okafor',
  })
  expect(await judge(codeOf(), listWith({}, { passes: [] }))).toMatchObject({
    outcome: 'admitted',
    name: null,
  })
})

test('without a connection a guest pays only on a day of which this device knows that there is a market', () => {
  expect(whyNoWalkInOffline(listWith(), now)).toBeNull()
  expect(whyNoWalkInOffline(listWith({}, { closed: dayMessages.noMarket }), now)).toEqual({
    code: 'CLOSED',
    message: 'There is no market today',
  })
  expect(whyNoWalkInOffline(listWith(), now + 24 * 60 * minute)).toEqual(refuse(houseRefusals, 'STALE_LIST'))
  expect(whyNoWalkInOffline(null, now)).toEqual(refuse(houseRefusals, 'NOT_KNOWN_HERE'))
})

test('every refusal says what the person at the door does next, or is itself the next step', () => {
  // Those that are themselves the next step, and what only the clock changes.
  const isSaid: RefusalCode[] = ['ARCHIVED', 'ACCOUNT_BLOCKED', 'TOO_SOON', 'USED_UP', 'TOO_LATE', 'OTHER_DAY']
  for (const { name, refusals } of [marketPass, eventPass, guestPass])
    for (const [code, said] of Object.entries(refusals)) {
      if (isDoubtful(code as RefusalCode) || isSaid.includes(code as RefusalCode)) continue
      if (name === guestPass.name && code === 'NOT_APPROVED') continue // said of members only
      expect(said.next, `${name}: ${code}`).toMatch(/\w{3,}.*\.$/)
    }
})

test('without a connection a code of another scanner is told for what it is, as far as the device knows of it', async () => {
  const others = [guestPass, eventPass].map(asOtherKind)
  const code = codeOf({ kind: guestPass.mark })
  expect(await judgeOffline(code, { ...known(listWith()), others }, [], now)).toMatchObject({
    ...{ code: 'BAD_KIND', isUnchecked: false, claims: null },
    elsewhere: { called: 'guest pass', scanner: '/admin/guest-pass-scanner' },
  })
  expect(await judge(code, listWith())).toMatchObject({ code: 'BAD_KIND', elsewhere: null })
})

test('without a connection it is said how many may pass, and since when somebody is in', async () => {
  expect(await judge(codeOf(), listWith({ companions: 2 }))).toMatchObject({ outcome: 'admitted', people: 3 })
  const came = listWith({ companions: 2, entries: 1, lastEntryAt: now - 5 * minute })
  expect(await judge(codeOf(), came)).toMatchObject({ code: 'TOO_SOON', lastEntryAt: '2026-11-21T10:55:00.000Z' })
})

const scanned: Scanned = {
  ...{ ...nobody, scanId: 'a', outcome: 'refused', code: 'BAD_FORMAT', message: '', at: now, isOffline: false },
}
test('somebody who is in already looks like neither a bad code nor an entry, and a code of another scanner like none of them', () => {
  const looks = (more: Partial<Scanned>) => lookOf({ ...scanned, ...more })
  expect(looks({})).toBe('refused')
  expect(looks({ code: 'TOO_SOON' })).toBe('again')
  const used = { code: 'USED_UP', lastEntryAt: '2026-11-21T09:00:00Z' } as const
  expect(looks(used)).toBe('again')
  expect(looks({ ...used, lastEntryAt: '2026-11-20T09:00:00Z' })).toBe('refused')
  // The check failed, and nobody was refused by it.
  expect(looks({ code: 'FAILED' })).toBe('unchecked')
  expect(looks({ code: 'BAD_KIND', elsewhere: asOtherKind(guestPass) })).toBe('elsewhere')
  expect(looks({ outcome: 'admitted', code: null, isTakenBack: true })).toBe('back')
})

test('typed codes have none but the characters that the door takes, and what is heard or read for one of them is it', () => {
  for (let n = 0; n < 200; n++) expect(isTypedCode(newReadableCode())).toBe(true)
  const demonstration = lots(1)
  for (let n = 0; n < 200; n++) expect(isTypedCode(demonstration.text(8))).toBe(true)
  expect(typedCharacters('k7o1-lm9p')).toBe('K7011M9P')
  // A name of eight letters is a name.
  expect(isTypedCode('Florence')).toBe(false)
  expect(isTypedCode('K7UX2M9P')).toBe(false)
})

test('without a connection the same codes are refused in the same words [MKA-12, MKA-13, MKA-14, MKA-15]', async () => {
  const says = async (code: string, at = now) => (await judge(code, listWith(), at)).message
  expect(await says('nonsense')).toBe(marketRefusals.BAD_FORMAT.says)
  expect(await says(codeOf({ kind: 'guest-pass' }))).toBe(marketRefusals.BAD_KIND.says)
  expect(await says(codeOf(), now + 16 * minute)).toBe(marketRefusals.STALE.says)
  expect(await says(codeOf({ issuedAt: now + minute }))).toBe(marketRefusals.FAILED.says)
  expect(await says('ABCD 1234')).toBe(houseRefusals.TYPED_OFFLINE.says)
})

test('holds, withdrawn tickets and the list’s last entries count [MKA-08, MKA-17]', async () => {
  const says = async (listed: Partial<ListedPass>) => (await judge(codeOf(), listWith(listed))).message
  expect(await says({ problem: 'This member’s account is blocked. Please ask them to contact us.' })).toBe(
    'This member’s account is blocked. Please ask them to contact us.',
  )
  expect(await says({ generation: 3 })).toBe(marketRefusals.STALE.says)
  expect(await says({ lastEntryAt: now - 10 * minute })).toBe(
    'Already checked in 10 minutes ago (must wait 30 minutes)',
  )
  expect(await judge(codeOf(), listWith({ lastEntryAt: now - 31 * minute }))).toMatchObject({
    outcome: 'admitted',
    message: 'Checked in again',
  })
})

test('a refusal of the list keeps its code, of a list of before there were codes its words alone', async () => {
  const held = { problem: 'Not today.', code: 'HOST_HELD' as const }
  expect(await judge(codeOf(), listWith(held))).toMatchObject({ outcome: 'refused', code: 'HOST_HELD' })
  const { code: _, ...old } = listWith({ problem: 'Not today.' }).passes[0]!
  const ofBefore = { ...listWith(), passes: [old as ListedPass] }
  const told = { outcome: 'refused', code: null, message: 'Not today.', isUnchecked: false }
  expect(await judge(codeOf(), ofBefore)).toMatchObject(told)
})

test('the device’s own entries count, later or earlier than the list [MKT-22]', async () => {
  const own = [{ key: person, at: now - 5 * minute }]
  expect((await judge(codeOf(), listWith(), now, own)).message).toBe(
    'Already checked in 5 minutes ago (must wait 30 minutes)',
  )
  expect((await judge(codeOf(), listWith(), now, [{ key: randomUUID(), at: now }])).outcome).toBe('admitted')
})

test('only a list of this day lets anybody in', async () => {
  const says = async (list: DoorList | null, at = now) =>
    (await judge(codeOf({ issuedAt: at, validUntil: at + minute }), list, at)).message
  expect(await says(null)).toBe(houseRefusals.NOT_KNOWN_HERE.says)
  expect(await says(listWith(), Date.parse('2026-11-22T00:00:00Z'))).toBe(houseRefusals.STALE_LIST.says)
  const withoutMarket = listWith({}, { closed: dayMessages.noMarket })
  expect(await says(withoutMarket)).toBe(dayMessages.noMarket)
  expect(await says(withoutMarket, now + 13 * 60 * minute)).toBe(houseRefusals.STALE_LIST.says)
})

test('what a device cannot know it does not call invalid: without a list, without the key, or with a code that is older than the list', async () => {
  const cannotTell = { outcome: 'refused', message: houseRefusals.NOT_KNOWN_HERE.says, isUnchecked: true }
  expect(await judge(codeOf(), null)).toMatchObject(cannotTell)
  // What was signed with a key that the device does not have yet may be good as well.
  const signed = encodeClaims(ticket, 'feedbeef')
  const ofNewKey = joinCode(signed, sign(null, signed, generateKeyPairSync('ed25519').privateKey))
  expect(await judge(ofNewKey, listWith())).toMatchObject(cannotTell)
  // Issued before the list was made, its pass would be on it; since then, or in the same minute, it would not.
  const other = listWith({}, { passes: [], generatedAt: now - minute })
  const issued = (issuedAt: number) => judge(codeOf({ issuedAt }), other)
  expect(await issued(now - 2 * minute - 1_000)).toMatchObject(cannotTell)
  expect(await issued(now - 2 * minute)).toMatchObject({ outcome: 'admitted', isUnchecked: false })
  expect(await issued(now)).toMatchObject({ outcome: 'admitted' })
  // Whom the server let in since then is known here.
  const own = [{ key: person, at: now - 40 * minute }]
  expect(await judge(codeOf({ issuedAt: now - 10 * minute }), listWith({}, { passes: [] }), now, own)).toMatchObject({
    outcome: 'admitted',
  })
  // What is wrong by itself is said as before.
  const isRefused = { outcome: 'refused', isUnchecked: false }
  expect(await judge('nonsense', null)).toMatchObject({ ...isRefused, message: marketRefusals.BAD_FORMAT.says })
  const alone = { pass: marketPass, list: null, verify: () => false, knowsKey: () => false }
  // A letter too few may be the hand's: whoever shows it is not refused by a device that cannot ask.
  for (const typed of ['ABC-123', 'ABCD 1234', '2026 1130 44'])
    expect(await judgeOffline(typed, alone, [], now, true)).toMatchObject({ code: 'TYPED_OFFLINE', isUnchecked: true })
  const forged = joinCode(encodeClaims(ticket, '0badcafe'), new Uint8Array(64))
  expect(await judge(forged, listWith())).toMatchObject({ ...isRefused, message: marketRefusals.BAD_FORMAT.says })
  expect(
    await judge(codeOf(), listWith({ problem: 'This member’s account is blocked. Please ask them to contact us.' })),
  ).toMatchObject(isRefused)
})

test('whoever is found by name is offered only when they are let in: not too early, not after the end, not in the wait', () => {
  const person = {
    passId: randomUUID(),
    personId: randomUUID(),
    name: 'Ada',
    ticketType: 'member' as const,
    entries: 0,
  }
  const at = (time: string) => Date.parse(`2026-11-21T${time}:00Z`)
  const times = { from: at('18:00'), until: at('21:00') }
  expect(whyWait(person, now)).toBeNull()
  expect(whyWait({ ...person, ...times }, at('17:35'))).toBe('From 18:00')
  expect(whyWait({ ...person, ...times }, at('18:00'))).toBeNull()
  expect(whyWait({ ...person, ...times }, at('21:00'))).toBe('Over since 21:00')
  expect(whyWait({ ...person, from: at('18:20'), entries: 1 }, at('17:51'))).toBe('Let in again from 18:20')
  expect(whyWait({ ...person, problem: 'Pass is cancelled' }, now)).toBe('Pass is cancelled')
  // A device by itself knows whom it let in.
  const list = listWith()
  const listed = list.passes[0]!
  const own = [{ key: person.personId, at: now - minute }]
  const here = byNameHere(marketPass, list, own, { ...listed, personId: person.personId })
  expect(whyWait({ ...here, entries: 1 }, now)).toBe('Let in again from 11:29')
  expect(whyWait(byNameHere(marketPass, list, [], { ...listed, personId: randomUUID() }), now)).toBeNull()
})

test('a device finds by name whom it let in since, and a registration that stands before one that was called off', () => {
  const list = listWith({ entries: 1, lastEntryAt: now - 60 * minute })
  const own = [{ key: person, at: now + minute }]
  const [here] = findHere(marketPass, list, own, 'OKAF', 8)
  expect(here).toMatchObject({ name: 'Ada Okafor', entries: 2 })
  expect(whyWait(here!, now + 2 * minute)).toBe('Let in again from 11:31')
  const off = { ...list.passes[0]!, passId: randomUUID(), code: 'CANCELLED' as const, problem: 'It was cancelled' }
  const bothOf = (passes: ListedPass[]) => findHere(eventPass, { ...list, passes }, [], 'ada', 8)
  expect(bothOf([off, list.passes[0]!])).toMatchObject([{ passId: ticket.passId }])
  expect(bothOf([off])).toMatchObject([{ passId: off.passId, problem: 'It was cancelled' }])
  // Another person of this name is none of it.
  expect(bothOf([off, { ...list.passes[0]!, personId: randomUUID() }])).toHaveLength(2)
})

test('a camera that does not start says why and what helps', () => {
  expect(cameraProblem('NotAllowedError')).toBe('Allow it in your browser.')
  expect(cameraProblem('NotFoundError')).toBe('This device has none.')
  expect(cameraProblem('NotReadableError')).toBe('Another app uses it.')
  expect(cameraProblem('')).toBe('The browser does not say why.')
})

test('two guests of one name are two passes: the second one is no double entry', () => {
  const [first, second] = [randomUUID(), randomUUID()]
  const gus = (passId: string) => ({ ...listWith().passes[0]!, passId, personId: null, name: 'Gus Moor' })
  const list = listWith({}, { passes: [gus(first), gus(second)] })
  const own = [{ key: first, at: now - minute }]
  const pick = (passId: string) => judgePicked({ passId, personId: null }, known(list), own, now)
  expect(pick(first)).toMatchObject({ outcome: 'refused', name: 'Gus Moor' })
  expect(pick(second)).toMatchObject({ outcome: 'admitted', message: 'Checked in', name: 'Gus Moor' })
})

test('of a member whose ticket was made after the list the price of the day is collected, of a paid ticket nothing', async () => {
  const list = listWith({}, { passes: [], unlistedPence: 100 })
  expect(await judge(codeOf(), list)).toMatchObject({ outcome: 'admitted', pricePence: 100 })
  const own = [{ key: person, at: now - 40 * minute }]
  expect(await judge(codeOf(), list, now, own)).toMatchObject({ outcome: 'admitted', pricePence: 0 })
  const paid = codeOf({ personId: null, validUntil: list.day.endsAt - 1_000 })
  expect(await judge(paid, list)).toMatchObject({ outcome: 'admitted', pricePence: 0 })
  expect(await judge(codeOf(), listWith({}, { passes: [] }))).toMatchObject({ pricePence: 0 })
})

test('what members owe is collected at the first entry only [MKT-23]', async () => {
  expect(await judge(codeOf(), listWith({ pricePence: 100 }))).toMatchObject({ pricePence: 100 })
  const again = await judge(codeOf(), listWith({ pricePence: 100, lastEntryAt: now - 40 * minute }))
  expect(again).toMatchObject({ outcome: 'admitted', pricePence: 0 })
  // Of its day: who came to yesterday's market pays for today's.
  const yesterday = await judge(codeOf(), listWith({ pricePence: 100, lastEntryAt: now - 20 * 60 * minute }))
  expect(yesterday).toMatchObject({ outcome: 'admitted', pricePence: 100 })
})

test('in again only 30 minutes after the last entry, or later [MKT-22, MKA-19]', () => {
  const entry = { now, issuedAt: now, entries: 1, lastEntryAt: now, waitMinutes: 30 }
  const at = (ms: number) =>
    whyNot.enter(marketPass, { ...entry, now: now + ms, issuedAt: now + ms - 1 })?.message ?? null
  expect(whyNot.enter(marketPass, { ...entry, entries: 0, lastEntryAt: null })).toBeNull()
  expect(at(30 * minute - 1)).toBe('Already checked in 29 minutes ago (must wait 30 minutes)')
  expect(at(30 * minute)).toBeNull()
  expect(at(1_000)).toBe('Already checked in less than a minute ago (must wait 30 minutes)')
  expect(at(-5 * minute)).toBe('Already checked in less than a minute ago (must wait 30 minutes)')
})

test('without a wait, the code that let one person in does not let in the next', () => {
  const entry = { now: now + minute, entries: 1, lastEntryAt: now, waitMinutes: 0 }
  const again = (issuedAt: number, pass = marketPass) => whyNot.enter(pass, { ...entry, issuedAt })?.message ?? null
  expect(again(now - 1)).toBe(marketRefusals.STALE.says)
  expect(again(now + 1)).toBeNull()
  // Where one code is shown each time, it does until its entries are used up.
  const many = { ...marketPass, isCodeForOneEntry: false }
  expect(again(now - 1, many)).toBeNull()
  const last = { ...entry, issuedAt: now - 1, entryLimit: 2 }
  expect(whyNot.enter(many, last)).toBeNull()
  expect(whyNot.enter(many, { ...last, entries: 2 })?.message).toBe(marketRefusals.USED_UP.says)
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

test('a hold on the person is named whatever their code says [MKA-08]', () => {
  const fine = { accountStatus: 'active', isApproved: true, isArchived: false } as const
  const says = (more: object) => ofHolder.letIn({ ...fine, ...more })?.message ?? null
  expect(says({})).toBeNull()
  expect(says({ accountStatus: 'blocked' })).toBe('This member’s account is blocked. Please ask them to contact us.')
  expect(says({ accountStatus: 'suspended' })).toBe(
    'This member’s account is suspended. Please ask them to contact us.',
  )
  expect(says({ isApproved: false })).toBe(houseRefusals.NOT_APPROVED.says)
  expect(says({ isArchived: true })).toBe(houseRefusals.ARCHIVED.says)
})

test('typed codes are eight letters and digits however they are spaced', () => {
  expect(['abcd1234', 'ABCD 1234', 'ab-cd 12 34'].map(isTypedCode)).toEqual([true, true, true])
  expect(['ABCD123', 'ABCD12345', codeOf()].map(isTypedCode)).toEqual([false, false, false])
  expect(typedCharacters(' ab-cd 1234')).toBe('ABCD1234')
})
