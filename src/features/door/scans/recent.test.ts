import { beforeAll, expect, test } from 'vitest'
import { marketPass } from '#features/market/tickets/rules.ts'
import { doorStaff, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { codeOf, marketDay, marketMorning, scanOf } from '#test/market.ts'

// Doors see the latest few scans of each other: here are no more than that.
const app = sharedTestApp({ now: marketMorning })
let door: Person
beforeAll(async () => {
  door = await doorStaff(app)
  await marketDay(app)
})

test('an entry that one device took back is read as such by the others', async () => {
  const ada = await member(app)
  const scan = scanOf(await codeOf(app, ada))
  await app.as(door).door.admit(scan)
  const seen = async () => {
    const { latest } = await app.as(door).door.recent({ kind: marketPass.name, deviceId: 'another' })
    return latest.find(({ scanId }) => scanId === scan.scanId)
  }
  expect(await seen()).toMatchObject({ outcome: 'admitted', isTakenBack: false })
  await app.as(door).door.takeBack({ kind: scan.kind, scanId: scan.scanId, takenBackAt: scan.scannedAt })
  expect(await seen()).toMatchObject({ outcome: 'admitted', isTakenBack: true })
})

test('a scan that is older than a device keeps one is not written down', async () => {
  const ada = await member(app)
  const old = { isOffline: true, scannedAt: '2026-11-12T10:00:00Z' }
  await expect(app.as(door).door.admit(scanOf(await codeOf(app, ada), old))).rejects.toMatchObject({ code: 'TOO_OLD' })
  const guest = { kind: marketPass.name, scanId: crypto.randomUUID(), deviceId: 'old', name: 'Ghost' }
  await expect(
    app.as(door).door.admitGuest({ ...guest, isOffline: true, scannedAt: '0001-01-01T00:00:00Z' }),
  ).rejects.toMatchObject({ code: 'TOO_OLD' })
  expect(await app.sql(`select id from scans where scanned_at < '2026-11-20'`)).toEqual([])
})

test('a refusal keeps its code: the same scan sent again is told it, and so is whoever looks at the scans', async () => {
  const kind = marketPass.name
  const sent = scanOf('no code of ours')
  expect(await app.as(door).door.admit(sent)).toMatchObject({ outcome: 'refused', code: 'BAD_FORMAT' })
  expect(await app.as(door).door.admit(sent)).toMatchObject({ outcome: 'refused', code: 'BAD_FORMAT' })
  const { latest } = await app.as(door).door.recent({ kind, deviceId: 'another' })
  expect(latest.find(({ scanId }) => scanId === sent.scanId)).toMatchObject({ code: 'BAD_FORMAT' })
  // Rows of before there were codes have none.
  await app.sql('alter table scans disable trigger user')
  await app.sql('update scans set refusal = null where id = $1', [sent.scanId])
  await app.sql('alter table scans enable trigger user')
  expect(await app.as(door).door.admit(sent)).toMatchObject({ outcome: 'refused', code: null })
})
