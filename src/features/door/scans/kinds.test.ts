import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { date, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import { formatDay } from '#platform/words.ts'
import { sharedTestApp } from '#test/app.ts'
import { currentSigner, keyring, type Pass, type PassKind, verifierOf } from '../passes/model.ts'
import { asListed, houseRefusals, type Refusals, refuse } from '../refusals/rules.ts'
import { admitInput, guestInput } from './inputs.ts'
import { recordScan, recordWalkIn } from './model.ts'
import { judgeOffline } from './rules.ts'
import { scans } from './table.ts'

// A kind of pass that the house does not have: nobody's, good for days and so many uses, one code for all of them, and a
// typed code of its own. The door lets it in without knowing it.
const passes = pgTable('test_passes', {
  id: uuid().primaryKey(),
  code: text().notNull(),
  guestName: text().notNull(),
  validUntil: date({ mode: 'string' }).notNull(),
  uses: integer().notNull().default(0),
  usesAllowed: integer().notNull(),
  lastUsedAt: timestamp({ withTimezone: true, mode: 'date' }),
})
type Row = typeof passes.$inferSelect

const passOf = (row: Row): Pass => ({
  id: row.id,
  personId: null,
  name: row.guestName,
  ticketType: 'guest',
  ticketCode: row.code,
  pricePence: 0,
  entries: row.uses,
  lastEntryAt: row.lastUsedAt,
  entryLimit: row.usesAllowed,
  note: 'Invited by Ada Okafor',
})
const expired = (validUntil: string) => `Pass expired on ${formatDay(validUntil)}`
const problemOf = (row: Row, on: string) =>
  row.validUntil < on ? refuse(testRefusals, 'EXPIRED', { validUntil: Date.parse(row.validUntil) }) : null

const invalid = { says: 'Invalid pass code' }
const testRefusals = {
  ...houseRefusals,
  ...{ BAD_FORMAT: invalid, BAD_KIND: invalid, UNKNOWN_TYPED: invalid, UNKNOWN: invalid },
  EXPIRED: { says: ({ validUntil }) => expired(new Date(validUntil).toISOString().slice(0, 10)) },
  STALE: { says: 'Pass is cancelled' },
  TOO_SOON: { says: ({ ago }) => `Let in ${ago}` },
  USED_UP: { says: 'Usage limit reached' },
  FAILED: { says: 'Error validating pass' },
} satisfies Refusals

const testPasses: PassKind = {
  name: 'test-pass',
  mark: 't',
  title: 'Test pass',
  called: 'test pass',
  scanner: '/admin/test-scanner',
  refusals: testRefusals,
  isCodeForOneEntry: false,
  isPerPerson: false,
  longestMinutes: 366 * 24 * 60,
  async find(tx, { passId }, on) {
    if (passId === null) return null
    const [row] = await tx.select().from(passes).where(eq(passes.id, passId)).for('update')
    return row ? { pass: passOf(row), problem: problemOf(row, on), waitMinutes: 0 } : null
  },
  async findTyped(tx, { characters }) {
    const [row] = await tx.select().from(passes).where(eq(passes.code, characters))
    return row ? claimsOf(row.id) : null
  },
  async byId(db, passId) {
    const [row] = await db.select().from(passes).where(eq(passes.id, passId))
    return row ? passOf(row) : null
  },
  enter: (db, passId, at) =>
    db
      .update(passes)
      .set({ uses: sql`${passes.uses} + 1`, lastUsedAt: sql`greatest(${passes.lastUsedAt}, ${at}::timestamptz)` })
      .where(eq(passes.id, passId))
      .returning({ id: passes.id }),
  async takeBack(tx, passId, { left }) {
    const { lastAt } = await left()
    await tx
      .update(passes)
      .set({ uses: sql`${passes.uses} - 1`, lastUsedAt: lastAt })
      .where(eq(passes.id, passId))
  },
  search: () => Promise.resolve([]),
  async list(db, on) {
    const rows = await db.select().from(passes)
    return {
      closed: null,
      waitMinutes: 0,
      walkInPence: null,
      passes: rows.map(row => ({
        ...passOf(row),
        passId: row.id,
        generation: 1,
        ...asListed(problemOf(row, on)),
        lastEntryAt: row.lastUsedAt?.getTime() ?? null,
      })),
    }
  },
}

const now = '2026-11-18T11:00:00Z'
const claimsOf = (passId: string) => ({
  kind: testPasses.name,
  passId,
  personId: null,
  generation: 1,
  issuedAt: Date.parse('2026-11-01T09:00:00Z'),
  validUntil: Date.parse('2026-12-01T00:00:00Z'),
})

const app = sharedTestApp({ now })
beforeAll(() =>
  app.sql(`create table test_passes (id uuid primary key, code text not null, guest_name text not null,
    valid_until date not null, uses int not null default 0, uses_allowed int not null, last_used_at timestamptz)`),
)

async function issue(more: Partial<Row> = {}) {
  const row = { id: randomUUID(), code: code(), guestName: 'Gus', validUntil: '2026-11-30', usesAllowed: 2, ...more }
  await app.db.insert(passes).values(row)
  const signer = await currentSigner(app.db, app.runtime.env, app.clock.now())
  return { ...row, qr: signer.pass(claimsOf(row.id)) }
}
let made = 0
const code = () => `${++made}`.padStart(8, 'K')

const scan = (text: string, more: object = {}) =>
  admitInput.parse({ kind: testPasses.name, scanId: randomUUID(), scannedAt: now, code: text, ...more })
const admit = (text: string, more: object = {}) =>
  app.write(tx => recordScan(tx, app.runtime.env, testPasses, scan(text, more)))

test('a pass of another kind is let in by its own rules: one code, so many uses, no wait', async () => {
  const { id, qr } = await issue()
  expect(await admit(qr)).toMatchObject({
    outcome: 'admitted',
    name: 'Gus',
    ticketType: 'guest',
    usesLeft: 1,
    note: 'Invited by Ada Okafor',
  })
  expect(await admit(qr)).toMatchObject({ outcome: 'admitted', checkInCount: 2, usesLeft: 0 })
  expect(await admit(qr)).toMatchObject({ outcome: 'refused', message: 'Usage limit reached' })
  const logged = await app.db.select().from(scans).where(eq(scans.passId, id))
  expect(logged.map(({ kind, personId, isFirstEntry }) => [kind, personId, isFirstEntry])).toEqual([
    ['test-pass', null, true],
    ['test-pass', null, false],
    ['test-pass', null, false],
  ])
})

test('its typed code, its validity and its words are its own', async () => {
  const { code: typed } = await issue()
  expect(await admit(typed.toLowerCase())).toMatchObject({ outcome: 'admitted' })
  expect(await admit('ZZZZ 9999')).toMatchObject({ message: 'Invalid pass code' })
  const past = await issue({ validUntil: '2026-11-17' })
  expect(await admit(past.qr)).toMatchObject({ outcome: 'refused', message: 'Pass expired on 17 Nov 2026' })
  const gone = await issue()
  await app.db.delete(passes).where(eq(passes.id, gone.id))
  expect(await admit(gone.qr)).toMatchObject({ outcome: 'refused', message: 'Invalid pass code', name: null })
})

test('many scanners at once do not use it once too often', async () => {
  const { qr } = await issue()
  const answers = await Promise.all(Array.from({ length: 10 }, () => admit(qr)))
  expect(answers.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(2)
})

test('without a connection the device counts its uses', async () => {
  const { id, qr } = await issue({ uses: 1, lastUsedAt: new Date('2026-11-18T10:00:00Z') })
  const { published } = await keyring(app.db, app.runtime.env, app.clock.now())
  const keys = published.map(key => ({ ...key, retiredAt: key.retiredAt === null ? null : new Date(key.retiredAt) }))
  const at = Date.parse(now)
  const list = {
    ...(await testPasses.list(app.db, '2026-11-18')),
    kind: testPasses.name,
    generatedAt: at,
    day: { on: '2026-11-18', startsAt: at - 1, endsAt: at + 86_400_000 },
  }
  const known = { pass: testPasses, list, verify: verifierOf(keys), knowsKey: () => true }
  const judge = (entries: { key: string; at: number }[]) => judgeOffline(qr, known, entries, at + 2)
  expect(await judge([])).toMatchObject({ outcome: 'admitted', name: 'Gus', note: 'Invited by Ada Okafor' })
  expect(await judge([{ key: id, at: at + 1 }])).toMatchObject({ outcome: 'refused', message: 'Usage limit reached' })
  // The same code twice is no double entry where one code is for several.
  await admit(qr, { isOffline: true })
  expect(await admit(qr, { isOffline: true })).toMatchObject({ outcome: 'admitted', isDouble: false })
  const [last] = await app.db
    .select()
    .from(scans)
    .where(and(eq(scans.passId, id), eq(scans.isFirstEntry, false)))
    .limit(1)
    .offset(1)
  expect(last).toMatchObject({ objection: 'Usage limit reached' })
})

test('nobody gets in without a pass where the kind knows no such thing', async () => {
  const guest = guestInput.parse({ kind: testPasses.name, scanId: randomUUID(), scannedAt: now })
  await expect(app.write(tx => recordWalkIn(tx, testPasses, guest))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
