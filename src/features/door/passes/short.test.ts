import { randomUUID } from 'node:crypto'
import { create } from 'qrcode'
import { expect, test } from 'vitest'
import { doorStaff, member, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { marketDay, marketMorning, scanOf, signedCode } from '#test/market.ts'

const app = sharedTestApp({ now: marketMorning })
/** As the tickets draw it; 49 squares to an edge, which a cheap camera reads from a crumpled sheet. */
const versionOf = (code: string) => create(code, { errorCorrectionLevel: 'M' }).version

test('what is printed is a QR code of version 8 at most, for tickets of the market and passes of guests', async () => {
  await marketDay(app)
  const { code } = await app.as(await member(app)).market.ticket()
  const guest = { guestName: 'Gus', guestEmail: 'gus@guests.example', validUntil: '2026-11-30' }
  const { id } = await app.as(await paidMember(app)).guestPasses.invite(guest)
  const pass = await app.as(null).guestPasses.show({ id })
  expect(versionOf(code)).toBeLessThanOrEqual(8)
  expect(versionOf(pass.code!)).toBeLessThanOrEqual(8)
  // The control: with the kind's name in it, as before, it takes more.
  expect(versionOf(await signedCode(app, { id: randomUUID() }))).toBeGreaterThan(8)
})

test('codes that were printed with the name of their kind are good all the same', async () => {
  const ada = await member(app)
  await app.as(ada).market.ticket()
  const [ticket] = await app.sql<{ id: string }>('select id from market_visitor_tickets where user_id = $1', [ada.id])
  const old = await signedCode(app, ada, { passId: ticket!.id })
  const door = app.as(await doorStaff(app)).door
  expect(await door.admit(scanOf(old))).toMatchObject({ outcome: 'admitted' })
})
