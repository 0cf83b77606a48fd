import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { eventPass } from '#features/events/tickets/rules.ts'
import { guestPass } from '#features/guests/passes/rules.ts'
import { marketPass, marketRefusals } from '#features/market/tickets/rules.ts'
import { marketVisitorTickets } from '#features/market/tickets/table.ts'
import { admin, committee, doorStaff, member, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp, type TestApp, testApp } from '#test/app.ts'
import { codeOf, marketDay, marketMorning, scanOf, signedCode } from '#test/market.ts'
import { currentSigner } from '../passes/model.ts'
import { houseRefusals } from '../refusals/rules.ts'
import { scans } from './table.ts'

const app = sharedTestApp({ now: marketMorning })
let door: Person
const minute = 60_000
beforeAll(async () => {
  door = await doorStaff(app)
  await marketDay(app)
})
beforeEach(() => app.clock.set(marketMorning))

const admit = (code: string, more: Parameters<typeof scanOf>[1] = {}, by = door) =>
  app.as(by).door.admit(scanOf(code, more))
const ticketsOf = (person: Person) =>
  app.db.select().from(marketVisitorTickets).where(eq(marketVisitorTickets.userId, person.id))

test('a first valid scan makes the ticket used; after 30 minutes the same record counts on [MKA-21, MKT-21, MKT-22, MKA-17, MKA-22]', async () => {
  const ada = await member(app, { firstName: 'Ada', lastName: 'Okafor' })
  const code = await codeOf(app, ada)
  expect(await ticketsOf(ada)).toMatchObject([{ status: 'issued', usedAt: null, checkInCount: 0 }])
  expect(await admit(code)).toMatchObject({
    outcome: 'admitted',
    message: 'Checked in',
    personId: ada.id,
    name: 'Ada Okafor',
    ticketType: 'member',
    pricePence: 0,
  })
  const [first] = await ticketsOf(ada)
  expect(first).toMatchObject({
    status: 'used',
    usedAt: new Date(marketMorning),
    checkInCount: 1,
    userId: ada.id,
    ticketCode: expect.stringMatching(/^[0-9A-Z]{8}$/),
    pricePence: 0,
    ticketType: 'member',
    guestEmail: null,
    guestName: null,
  })
  app.clock.advance(29 * minute)
  expect(await admit(await codeOf(app, ada))).toMatchObject({
    outcome: 'refused',
    code: 'TOO_SOON',
    name: 'Ada Okafor',
    message: 'Already checked in 29 minutes ago (must wait 30 minutes)',
  })
  app.clock.advance(minute)
  expect(await admit(await codeOf(app, ada))).toMatchObject({
    outcome: 'admitted',
    message: 'Checked in again',
    checkInCount: 2,
  })
  expect(await ticketsOf(ada)).toMatchObject([
    { id: first!.id, checkInCount: 2, usedAt: first!.usedAt, lastEntryAt: app.clock.now() },
  ])
})

test('another market day makes another record [MKA-21]', async () => {
  await marketDay(app, '2026-11-22')
  const ada = await member(app)
  await admit(await codeOf(app, ada))
  app.clock.set('2026-11-22T10:30:00Z')
  expect(await admit(await codeOf(app, ada))).toMatchObject({ outcome: 'admitted', checkInCount: 1 })
  expect((await ticketsOf(ada)).map(({ on, checkInCount }) => [on, checkInCount]).sort()).toEqual([
    ['2026-11-21', 1],
    ['2026-11-22', 1],
  ])
  // Made before closing, shown after it: the record is that day's.
  app.clock.set('2026-11-21T16:59:00Z')
  const eve = await member(app)
  const late = await codeOf(app, eve)
  app.clock.set('2026-11-21T17:01:00Z')
  expect(await admit(late)).toMatchObject({ outcome: 'admitted' })
  const used = (await ticketsOf(eve)).filter(({ status }) => status === 'used')
  expect(used.map(({ on }) => on)).toEqual(['2026-11-21'])
})

test('codes are refused in the specified words [MKA-12, MKA-13, MKA-14, MKA-15, MKA-16]', async () => {
  const ada = await member(app)
  const code = await codeOf(app, ada)
  const says = async (text: string) => {
    const { outcome, message } = await admit(text)
    expect(outcome).toBe('refused')
    return message
  }
  expect(await says('{"type":"market-checkin"}')).toBe('Invalid QR code format')
  expect(await says('')).toBe('Invalid QR code format')
  expect(await says(`${code.slice(0, 40)}${code[40] === 'A' ? 'B' : 'A'}${code.slice(41)}`)).toBe(
    'Invalid QR code format',
  )
  expect(await says(await signedCode(app, ada, { kind: 'guest-pass' }))).toBe('Invalid QR code type')
  expect(await says(await signedCode(app, { id: randomUUID() }))).toBe('Member not found')
  expect(await says(await signedCode(app, ada, { issuedAt: app.clock.now().getTime() + 2_000 }))).toBe(
    'Error validating ticket',
  )
  // The device's own time is not believed while it is connected.
  app.clock.advance(15 * minute + 1_000)
  expect(await admit(code, { scannedAt: marketMorning })).toMatchObject({
    outcome: 'refused',
    message: 'QR code expired - ask member to generate a fresh one',
  })
  expect((await ticketsOf(ada)).map(({ status }) => status)).toEqual(['issued'])
})

test('a code of another scanner is told for what it is, scanned or typed, and is neither refused nor suspicious in the record', async () => {
  const [ada, grace, host, boss] = [await member(app), await member(app), await paidMember(app), await admin(app)]
  const guest = { guestName: 'Gus Holm', guestEmail: 'gus@guests.example', validUntil: '2026-11-30' }
  const { id } = await app.as(host).guestPasses.invite(guest)
  const { code: guestCode, passCode } = await app.as(null).guestPasses.show({ id })
  const { typedCode } = await app.as(grace).market.ticket()
  const shown: [kind: string, code: string, called: string, of: string][] = [
    [marketPass.name, guestCode!, 'guest pass', guestPass.name],
    [marketPass.name, passCode!, 'guest pass', guestPass.name],
    [eventPass.name, await codeOf(app, ada), 'market ticket', marketPass.name],
    [guestPass.name, typedCode, 'market ticket', marketPass.name],
  ]
  const suspicious = async () => {
    await app.runtime.securityEvents.flush()
    return (await app.as(boss).security.events({ kind: 'ticket-refused' })).total
  }
  const before = await suspicious()
  for (const [kind, code, called, of] of shown) {
    const scan = { ...scanOf(code), kind }
    const answer = await app.as(door).door.admit(scan)
    expect(answer).toMatchObject({ code: 'BAD_KIND', name: null, elsewhere: { called, name: of } })
    expect(await app.as(door).door.admit(scan)).toEqual(answer)
    expect(await app.db.select().from(scans).where(eq(scans.id, scan.scanId))).toEqual([])
    expect(await suspicious()).toBe(before)
    // Its own scanner lets them in with it.
    expect(await app.as(door).door.admit({ ...scanOf(code), kind: of })).toMatchObject({ elsewhere: null })
  }
  expect(await app.as(door).door.admit({ ...scanOf(passCode!), kind: guestPass.name })).toMatchObject({
    message: 'Usage limit reached',
  })
})

test('a ticket of another venue, or made with a retired key, is refused', async () => {
  const other = await testApp({ now: marketMorning })
  await marketDay(other)
  const ada = await member(app)
  expect(await admit(await signedCode(other, ada))).toMatchObject({ message: marketRefusals.BAD_FORMAT.says })
  const boss = await admin(app)
  const before = await codeOf(app, ada)
  const stolen = await currentSignerOf(app)
  app.clock.advance(1_000)
  await app.as(boss).door.rotateKeys()
  app.clock.advance(1_000)
  // What the old key signed before stays good; what it signs from now on does not.
  const forged = stolen({ personId: ada.id })
  expect(await admit(forged)).toMatchObject({ message: marketRefusals.BAD_FORMAT.says })
  expect(await admit(before)).toMatchObject({ outcome: 'admitted' })
  expect(await admit(await codeOf(app, await member(app)))).toMatchObject({ outcome: 'admitted' })
})

test('[L3] a key that was retired forges nothing once its last codes have ended, and one that leaked nothing at all', async () => {
  const [boss, ada] = [await admin(app), await member(app)]
  const stolen = await currentSignerOf(app)
  app.clock.advance(1_000)
  await app.as(boss).door.rotateKeys()
  const backDated = app.clock.now().getTime() - 60_000
  // Made before the change by its own account, and good for ten years.
  const forged = { personId: ada.id, issuedAt: backDated, validUntil: backDated + 10 * 365 * 24 * 60 * minute }
  expect(await admit(stolen(forged))).toMatchObject({ outcome: 'refused', message: marketRefusals.BAD_FORMAT.says })
  app.clock.advance(241 * minute)
  const longest = { personId: ada.id, issuedAt: backDated, validUntil: backDated + 240 * minute }
  expect(await admit(stolen(longest))).toMatchObject({ outcome: 'refused' })
  const leaked = await currentSignerOf(app)
  const before = await codeOf(app, ada)
  await app.as(boss).door.rotateKeys({ isLeaked: true })
  expect(await admit(leaked({ personId: ada.id }))).toMatchObject({ message: marketRefusals.BAD_FORMAT.says })
  expect(await admit(before)).toMatchObject({ message: marketRefusals.BAD_FORMAT.says })
  expect(await admit(await codeOf(app, ada))).toMatchObject({ outcome: 'admitted' })
})

test('scanners learn of every key whether it was retired, and when', async () => {
  const boss = await admin(app)
  await codeOf(app, await member(app))
  const keys = async () => (await app.as(door).door.list({ kind: marketPass.name })).keys
  const current = (await keys()).find(({ retiredAt }) => retiredAt === null)!
  app.clock.advance(1_000)
  await app.as(boss).door.rotateKeys()
  const after = await keys()
  expect(after.find(({ id }) => id === current.id)).toEqual({ ...current, retiredAt: app.clock.now().getTime() })
  expect(after.filter(({ retiredAt }) => retiredAt === null)).toHaveLength(1)
})

test('people on hold, archived or not approved are refused with a plain notice [MKA-08]', async () => {
  const says = async (change: string) => {
    const ada = await member(app)
    const code = await codeOf(app, ada)
    await app.sql(change, [ada.id])
    const { message, outcome } = await admit(code)
    expect(outcome).toBe('refused')
    return message
  }
  const hold = (status: string) =>
    `update profiles set account_status = '${status}', blocked_at = now() where user_id = $1`
  expect(await says(hold('blocked'))).toBe('This member’s account is blocked. Please ask them to contact us.')
  expect(await says(hold('suspended'))).toBe('This member’s account is suspended. Please ask them to contact us.')
  expect(await says(`update profiles set approval_status = 'rejected' where user_id = $1`)).toBe(
    houseRefusals.NOT_APPROVED.says,
  )
  const archive = `insert into archived_members (email, email_key) select email, email_key from "user" where id = $1`
  expect(await says(archive)).toBe(houseRefusals.ARCHIVED.says)
})

test('without a market today nobody is let in', async () => {
  const boss = await admin(app)
  const day = await app.as(boss).market.addDay({ on: '2026-12-05' })
  app.clock.set('2026-12-05T11:00:00Z')
  const ada = await member(app)
  const code = await codeOf(app, ada)
  const { typedCode } = await app.as(ada).market.ticket()
  await app.as(boss).market.cancelDay(day)
  expect(await admit(code)).toMatchObject({ outcome: 'refused', code: 'CLOSED', message: 'There is no market today' })
  expect(await admit(typedCode)).toMatchObject({ outcome: 'refused', message: 'There is no market today' })
  await expect(app.as(door).door.admitGuest(scanOf(''))).rejects.toMatchObject({
    message: 'There is no market today',
  })
  // It takes place again: codes from before the cancellation stay withdrawn.
  await app.as(boss).market.addDay({ on: '2026-12-05' })
  expect(await admit(code)).toMatchObject({ outcome: 'refused', message: marketRefusals.STALE.says })
  expect(await admit(typedCode)).toMatchObject({ outcome: 'refused', message: marketRefusals.UNKNOWN_TYPED.says })
  expect(await admit(await codeOf(app, ada))).toMatchObject({ outcome: 'admitted' })
})

test('the same scan sent 20 times at once is one entry with one answer', async () => {
  const ada = await member(app)
  const scan = scanOf(await codeOf(app, ada))
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.as(door).door.admit(scan)))
  expect(answers.map(({ outcome, checkInCount }) => [outcome, checkInCount])).toEqual(
    answers.map(() => ['admitted', 1]),
  )
  expect(await ticketsOf(ada)).toMatchObject([{ checkInCount: 1 }])
  await expect(app.as(door).door.admit({ ...scan, code: 'other' })).rejects.toMatchObject({
    code: 'SCAN_REUSED',
  })
})

test('two devices without a connection: both entries stand, the second is marked as double', async () => {
  const ada = await member(app, { firstName: 'Dora' })
  const code = await codeOf(app, ada)
  const at = (text: string) => ({ scannedAt: `2026-11-21T${text}Z`, isOffline: true })
  const scans = [
    scanOf(code, { ...at('11:02:00.000'), deviceId: 'west' }),
    scanOf(code, { ...at('11:05:00.000'), deviceId: 'east' }),
  ]
  app.clock.advance(2 * 60 * minute)
  // The later one arrives first.
  expect(await app.as(door).door.admit(scans[1]!)).toMatchObject({ outcome: 'admitted', isDouble: false })
  expect(await app.as(door).door.admit(scans[0]!)).toMatchObject({ outcome: 'admitted', isDouble: true })
  expect(await app.as(door).door.admit(scans[0]!)).toMatchObject({ isDouble: true, checkInCount: 2 })
  expect(await ticketsOf(ada)).toMatchObject([
    {
      checkInCount: 2,
      usedAt: new Date('2026-11-21T11:02:00Z'),
      lastEntryAt: new Date('2026-11-21T11:05:00Z'),
    },
  ])
  const { rows } = await app.as(door).market.checkIns({ q: 'dora' })
  expect(rows).toMatchObject([{ doubles: 1, checkInCount: 2 }])
  expect((await app.as(door).market.attendance()).doubles).toBe(1)
})

test('one device with a connection and one without: the same code at both is one visitor, and the second learns that it was double', async () => {
  const ada = await member(app, { firstName: 'Twice' })
  const code = await codeOf(app, ada)
  const before = await app.as(door).market.attendance()
  app.clock.advance(5 * minute)
  expect(await admit(code, { deviceId: 'west' })).toMatchObject({ outcome: 'admitted', isDouble: false })
  app.clock.advance(20 * minute)
  const late = scanOf(code, { deviceId: 'east', scannedAt: '2026-11-21T11:04:00.000Z', isOffline: true })
  expect(await app.as(door).door.admit(late)).toMatchObject({ outcome: 'admitted', isDouble: true })
  const { used, members, entries, doubles } = await app.as(door).market.attendance()
  expect({ used, members, entries, doubles }).toEqual({
    used: before.used + 1,
    members: before.members + 1,
    entries: before.entries + 2,
    doubles: before.doubles + 1,
  })
  // Refused where it stood, it lets nobody in when it arrives.
  const refused = scanOf(code, { deviceId: 'east', scannedAt: '2026-11-21T11:06:00.000Z', isOffline: true })
  await app.as(door).door.admit({ ...refused, wasAdmitted: false })
  expect((await app.as(door).market.attendance()).entries).toBe(entries)
})

test('a device whose clock is an hour behind: its entry counts once, with what speaks against it', async () => {
  const ada = await member(app, { firstName: 'Early' })
  const scan = scanOf(await codeOf(app, ada), { scannedAt: '2026-11-21T10:00:00.000Z', isOffline: true })
  expect(await app.as(door).door.admit(scan)).toMatchObject({ outcome: 'admitted', isDouble: false, checkInCount: 1 })
  expect(await app.as(door).door.admit(scan)).toMatchObject({ outcome: 'admitted', checkInCount: 1 })
  const { rows } = await app.as(door).market.checkIns({ q: 'early' })
  expect(rows).toMatchObject([{ checkInCount: 1, objection: marketRefusals.FAILED.says }])
})

test('what happened offline is recorded, also against the rules', async () => {
  const ada = await member(app)
  const code = await codeOf(app, ada)
  await app.sql(`update profiles set account_status = 'blocked', blocked_at = now() where user_id = $1`, [ada.id])
  const scan = scanOf(code, { isOffline: true })
  expect(await app.as(door).door.admit(scan)).toMatchObject({ outcome: 'admitted' })
  expect(await ticketsOf(ada)).toMatchObject([{ checkInCount: 1 }])
  const unknown = scanOf('nonsense', { isOffline: true })
  await app.as(door).door.admit(unknown)
  const refused = scanOf(await codeOf(app, await member(app)), { isOffline: true, wasAdmitted: false })
  expect(await app.as(door).door.admit(refused)).toMatchObject({ outcome: 'refused' })
  const logged = await app.db.select().from(scans).where(eq(scans.isOffline, true))
  const found = (id: string) => logged.find(row => row.id === id)
  expect(found(scan.scanId)).toMatchObject({
    objection: 'This member’s account is blocked. Please ask them to contact us.',
    passId: expect.any(String),
  })
  expect(found(unknown.scanId)).toMatchObject({ objection: marketRefusals.BAD_FORMAT.says, passId: null })
  expect(found(refused.scanId)).toMatchObject({ outcome: 'refused', isFirstEntry: false })
})

test('refused by the server, whose answer was lost, and let in by the device: that is written down beside it, once', async () => {
  const ada = await member(app)
  const code = await codeOf(app, ada)
  await app.sql(`update profiles set account_status = 'blocked', blocked_at = now() where user_id = $1`, [ada.id])
  const scan = scanOf(code)
  expect(await app.as(door).door.admit(scan)).toMatchObject({ outcome: 'refused' })
  const late = { ...scan, isOffline: true }
  for (let n = 0; n < 2; n++)
    expect(await app.as(door).door.admit(late)).toMatchObject({ scanId: scan.scanId, outcome: 'admitted' })
  expect(await ticketsOf(ada)).toMatchObject([{ status: 'used', checkInCount: 1 }])
  // Refused on the device as well, nothing was.
  const both = scanOf('nonsense')
  await app.as(door).door.admit(both)
  expect(await app.as(door).door.admit({ ...both, isOffline: true, wasAdmitted: false })).toMatchObject({
    outcome: 'refused',
  })
  await app.as(door).door.takeBack({ kind: scan.kind, scanId: scan.scanId, takenBackAt: scan.scannedAt })
  expect(await ticketsOf(ada)).toMatchObject([{ checkInCount: 0 }])
})

test('a device that claims the future is not believed further than now', async () => {
  const ada = await member(app)
  await admit(await codeOf(app, ada), { isOffline: true, scannedAt: '2026-11-21T23:00:00Z' })
  expect(await ticketsOf(ada)).toMatchObject([{ lastEntryAt: app.clock.now() }])
})

test('the log of scans keeps no code and cannot be changed', async () => {
  const ada = await member(app)
  const code = await codeOf(app, ada)
  await admit(code)
  expect(JSON.stringify(await app.sql('select * from scans'))).not.toContain(code)
  await expect(app.db.delete(scans)).rejects.toThrow()
  await expect(app.sql(`update scans set outcome = 'refused'`)).rejects.toThrow(/append-only/)
})

test('typed characters stand for a code while it is fresh, and only for its ticket', async () => {
  const ada = await member(app, { firstName: 'Typed', lastName: 'Person' })
  const { typedCode } = await app.as(ada).market.ticket()
  expect(await admit('22222222')).toMatchObject({ outcome: 'refused', message: marketRefusals.UNKNOWN_TYPED.says })
  app.clock.advance(14 * minute)
  const spaced = `${typedCode.slice(0, 4).toLowerCase()} ${typedCode.slice(4)}`
  expect(await admit(spaced)).toMatchObject({ outcome: 'admitted', name: 'Typed Person' })
  expect(await admit(spaced)).toMatchObject({ outcome: 'refused' })
  const eve = await member(app)
  const old = await app.as(eve).market.ticket()
  app.clock.advance(15 * minute)
  expect(await admit(old.typedCode)).toMatchObject({ outcome: 'refused', message: marketRefusals.UNKNOWN_TYPED.says })
})

test('what was typed without a connection is judged as of when it was typed, and lets nobody in afterwards', async () => {
  const ada = await member(app, { firstName: 'Typed', lastName: 'Offline' })
  const { typedCode } = await app.as(ada).market.ticket()
  const away = { isOffline: true, wasAdmitted: false, isUnchecked: true, isByHand: true }
  app.clock.advance(2 * 60 * minute)
  const good = scanOf(typedCode, { ...away, scannedAt: '2026-11-21T11:14:00.000Z' })
  for (let n = 0; n < 2; n++)
    expect(await app.as(door).door.admit(good)).toMatchObject({
      ...{ outcome: 'refused', code: 'NOT_KNOWN_HERE', name: 'Typed Offline', personId: ada.id },
      message: 'It was good at 11:14, and let nobody in. Find them by name to let them in.',
    })
  // A device of before says no more than that it let nobody in.
  const before = { isOffline: true, wasAdmitted: false, scannedAt: '2026-11-21T11:14:00.000Z' }
  expect(await admit(typedCode, before)).toMatchObject({ code: 'NOT_KNOWN_HERE', name: 'Typed Offline' })
  expect(await ticketsOf(ada)).toMatchObject([{ status: 'issued', checkInCount: 0 }])
  // Too old by then, or nobody's, it is refused as such.
  const unknown = { outcome: 'refused', code: 'UNKNOWN_TYPED', name: null }
  expect(await admit(typedCode, { ...away, scannedAt: '2026-11-21T11:15:00.000Z' })).toMatchObject(unknown)
  expect(await admit(typedCode)).toMatchObject(unknown)
  expect(await admit('ZZZZ XXXX', { ...away, scannedAt: '2026-11-21T11:14:00.000Z' })).toMatchObject(unknown)
  // What spoke against it then is said.
  await app.sql(`update profiles set account_status = 'blocked', blocked_at = now() where user_id = $1`, [ada.id])
  expect(await admit(typedCode, { ...away, scannedAt: '2026-11-21T11:13:00.000Z' })).toMatchObject({
    code: 'ACCOUNT_BLOCKED',
  })
})

test('what was typed by a hand and is no code of eight letters is not known; the camera reads the specified words', async () => {
  const typed = (code: string, isByHand = true) => admit(code, { isByHand })
  expect(await typed('ABC-123')).toMatchObject({ code: 'UNKNOWN_TYPED', message: marketRefusals.UNKNOWN_TYPED.says })
  expect(marketRefusals.UNKNOWN_TYPED.says).toMatch(/^We do not know this code/)
  expect(await typed('ABC-123', false)).toMatchObject({ message: 'Invalid QR code format' })
  // What a reader sends into the field is as good as seen.
  expect(await typed('https://example.org/a')).toMatchObject({ message: 'Invalid QR code format' })
  expect(await typed(await codeOf(app, await member(app)))).toMatchObject({ outcome: 'admitted' })
})

test('only the door and admins scan; committee and members do not', async () => {
  const ada = await member(app)
  const code = await codeOf(app, ada)
  for (const other of [ada, await committee(app)])
    await expect(admit(code, {}, other)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(app.as(null).door.list({ kind: marketPass.name })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await admit(code, {}, await admin(app))).toMatchObject({ outcome: 'admitted' })
  await expect(app.as(door).market.days({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

async function currentSignerOf(of: TestApp) {
  const signer = await currentSigner(of.db, of.runtime.env, of.clock.now())
  return (more: { personId: string }) =>
    signer.pass({
      kind: marketPass.name,
      passId: randomUUID(),
      generation: 1,
      issuedAt: of.clock.now().getTime(),
      validUntil: of.clock.now().getTime() + 15 * minute,
      ...more,
    })
}
