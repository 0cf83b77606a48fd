import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { marketPass } from '#features/market/tickets/rules.ts'
import { marketVisitorTickets } from '#features/market/tickets/table.ts'
import { doorStaff, member } from '#seed/factories/people.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { codeOf, codeOfOtherDay, marketDay, marketMorning, scanOf } from '#test/market.ts'
import { scans } from './table.ts'

const scanners = 15

async function open() {
  const app = await testApp({ now: marketMorning })
  await marketDay(app)
  const [door, ada] = [await doorStaff(app), await member(app)]
  await Promise.all(Array.from({ length: scanners }, () => app.sql('select 1')))
  await Promise.all(Array.from({ length: scanners }, () => app.as(door).door.list({ kind: marketPass.name })))
  return { app, door, ada, code: await codeOf(app, ada) }
}

const firstEntries = async (app: TestApp) =>
  (await app.db.select().from(scans).where(eq(scans.isFirstEntry, true))).length

test('one code at many scanners at once lets one person in [MKT-22, MKA-17]', async () => {
  const { app, door, code } = await open()
  const answers = await Promise.all(Array.from({ length: scanners }, () => app.as(door).door.admit(scanOf(code))))
  expect(answers.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(1)
  const words = new Set(answers.filter(({ outcome }) => outcome === 'refused').map(({ message }) => message))
  expect([...words]).toEqual(['Already checked in less than a minute ago (must wait 30 minutes)'])
  expect(await firstEntries(app)).toBe(1)
  expect(await app.db.select().from(marketVisitorTickets)).toMatchObject([{ checkInCount: 1 }])
  await expectInvariants(app)
})

test('so does the database alone where the code forgets to lock', async () => {
  const { app } = await open()
  await carelessly(app)
  expect(await firstEntries(app)).toBe(1)
})

test('the control: without lock and index several are first', async () => {
  const { app } = await open()
  await app.sql('drop index scans_first_entry')
  await carelessly(app)
  expect(await firstEntries(app)).toBe(scanners)
})

test('one code at many scanners at once makes one ticket where there was none for the day [MKA-21]', async () => {
  const { app, door } = await open()
  const eve = await member(app)
  const code = await codeOfOtherDay(app, eve, '2026-11-22')
  const answers = await Promise.all(Array.from({ length: scanners }, () => app.as(door).door.admit(scanOf(code))))
  expect(answers.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(1)
  const made = await app.db.select().from(marketVisitorTickets).where(eq(marketVisitorTickets.userId, eve.id))
  expect(made.map(({ on, checkInCount }) => [on, checkInCount]).sort()).toEqual([
    ['2026-11-21', 1],
    ['2026-11-22', 0],
  ])
  await expectInvariants(app)
})

/** Reads, and writes when all have read: what several scanners do without a lock. */
async function carelessly(app: TestApp) {
  let reading = scanners
  const { promise: allHaveRead, resolve } = Promise.withResolvers<void>()
  await Promise.allSettled(
    Array.from({ length: scanners }, () =>
      app.write(async tx => {
        const [ticket] = await tx.select().from(marketVisitorTickets)
        if (--reading === 0) resolve()
        await allHaveRead
        if (ticket!.checkInCount > 0) return
        await tx.insert(scans).values({
          id: randomUUID(),
          deviceId: '',
          codeHash: '',
          kind: marketPass.name,
          passId: ticket!.id,
          outcome: 'admitted',
          message: '',
          scannedAt: tx.now,
          isFirstEntry: true,
        })
      }),
    ),
  )
}
