import { beforeAll, expect, test } from 'vitest'
import { marketPass } from '#features/market/tickets/rules.ts'
import { admin, doorStaff, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { codeOf, codeOfOtherDay, marketDay, marketMorning, scanOf } from '#test/market.ts'
import { statementsOf } from '#test/statements.ts'

const app = sharedTestApp({ now: marketMorning })
let door: Person
beforeAll(async () => {
  door = await doorStaff(app)
  await marketDay(app)
  await app.as(door).door.list({ kind: marketPass.name })
})

/** Of a scan: who asks, begin, the scan as it came before with the keys, the pass, scan and entry, announcements, commit. */
const perScan = 8
const perRead = 3

test('a scan takes eight statements at most, whatever is scanned', async () => {
  const as = app.as(door)
  const codes = {
    code: async () => codeOf(app, await member(app)),
    typed: async () => (await app.as(await member(app)).market.ticket()).typedCode,
    'no code of ours': async () => 'nonsense',
    'a ticket that is made at the door': codeOfTomorrow,
  }
  for (const [what, code] of Object.entries(codes)) {
    const scan = scanOf(await code())
    const sent = await statementsOf(async () =>
      expect((await as.door.admit(scan)).outcome).toBe(what === 'no code of ours' ? 'refused' : 'admitted'),
    )
    expect(sent.length, `${what}:\n${sent.map(({ text }) => text).join('\n')}`).toBeLessThanOrEqual(perScan)
  }
  expect((await statementsOf(() => as.door.admitGuest(scanOf('')))).length).toBeLessThanOrEqual(perScan)
})

test('what the door and the market show takes three statements at most', async () => {
  const [as, boss] = [app.as(door), app.as(await admin(app))]
  // What the house remembers between readings: settings, days and the plan of the hall.
  await as.market.about()
  const reads = {
    list: () => as.door.list({ kind: marketPass.name }),
    checkIns: () => as.market.checkIns({ pageSize: 1 }),
    attendance: () => as.market.attendance(),
    about: () => as.market.about(),
    days: () => boss.market.days({ pageSize: 1 }),
  }
  for (const [what, read] of Object.entries(reads)) {
    const sent = await statementsOf(read)
    expect(sent.length, `${what}:\n${sent.map(({ text }) => text).join('\n')}`).toBeLessThanOrEqual(perRead)
  }
})

const codeOfTomorrow = async () => codeOfOtherDay(app, await member(app), '2026-11-22')
