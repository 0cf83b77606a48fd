import { afterAll, expect, test } from 'vitest'
import { facility } from '#seed/factories/facilities.ts'
import { admin, committee, doorStaff, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { openSession } from '#test/browser.ts'
import { expectInvariants } from '#test/invariants.ts'
import { pay } from '#test/payments.ts'

const app = sharedTestApp({ now: '2026-03-20T10:00:00Z' })
afterAll(async () => {
  await expectInvariants(app)
})

async function booked(who: Person, on = '2026-03-24', payWith: 'tokens' | 'card' = 'tokens', startsAt = '10:00') {
  await giveTokens(app, who, 5)
  const room = await facility(app, { units: 2 })
  const placed = await app.as(who).bookings.place({ facilityId: room.id, on, startsAt, payWith, termsAccepted: true })
  const id =
    placed.outcome === 'confirmed'
      ? placed.bookingId
      : String((await app.sql('select id from bookings where order_id = $1', [placed.orderId]))[0]!.id)
  return { id, room, placed }
}

async function fileOf(who: Person, id: string) {
  const cookie = await openSession(app.runtime, who.id)
  const answer = await app.fetch(`/api/bookings/calendarFile?id=${id}`, { headers: { cookie } })
  // Long lines are folded: one that begins with a space goes on from the one before.
  return { answer, lines: (await answer.text()).replaceAll('\r\n ', '').split('\r\n') }
}

test('the page of a booking is for whoever booked it and for admins; for everybody else there is none', async () => {
  const ada = await paidMember(app, { firstName: 'Ada', lastName: 'King' })
  const { id } = await booked(ada)
  const own = {
    id,
    status: 'confirmed',
    person: null,
    can: { cancel: true, pay: false },
    refund: { tokens: 5, pence: 0 },
  }
  expect(await app.as(ada).bookings.one({ id })).toMatchObject(own)
  const office = { id, person: 'Ada King', can: { cancel: false, pay: false } }
  expect(await app.as(await admin(app)).bookings.one({ id })).toMatchObject(office)
  for (const other of [await paidMember(app), await committee(app), await doorStaff(app)])
    for (const ask of [app.as(other).bookings.one, app.as(other).bookings.calendarFile])
      await expect(ask({ id })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Booking not found' })
  await expect(app.as(null).bookings.one({ id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(app.as(await admin(app)).bookings.calendarFile({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an admin without the second factor that the house demands reads no others’ bookings, by procedure as by page', async () => {
  const [ada, boss] = [await paidMember(app), await paidMember(app, { roles: ['admin'] })]
  const { id } = await booked(ada, '2026-03-26')
  const own = await booked(boss, '2026-03-27')
  await app.as(boss).venue.changeSettings({ twoFactorRequiredForAdmins: true })
  try {
    const as = app.as(boss)
    const refused = { code: 'TWO_FACTOR_REQUIRED', status: 403 }
    await expect(as.bookings.one({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(as.bookings.list({ id })).rejects.toMatchObject(refused)
    await expect(as.bookings.cancelByStaff({ id, reason: 'No' })).rejects.toMatchObject(refused)
    for (const noun of ['booking', 'person'] as const)
      await expect(as.objects.history({ noun, id: noun === 'person' ? ada.id : id })).rejects.toMatchObject(refused)
    await expect(as.objects.person({ id: ada.id })).rejects.toMatchObject(refused)
    await expect(as.objects.find({ q: ada.email })).rejects.toMatchObject(refused)
    // What is their own stays theirs.
    expect(await as.bookings.one({ id: own.id })).toMatchObject({ id: own.id })
    await app.sql('update "user" set two_factor_enabled = true where id = $1', [boss.id])
    expect(await as.bookings.one({ id })).toMatchObject({ id })
  } finally {
    await app.sql(`delete from settings where key = 'twoFactorRequiredForAdmins'`)
  }
})

test('the page follows a booking from its hold to what came back', async () => {
  const ada = await paidMember(app)
  const { id, placed } = await booked(ada, '2026-03-25', 'card')
  const read = () => app.as(ada).bookings.one({ id })
  const heldUntil = new Date('2026-03-20T10:30:00Z')
  expect(await read()).toMatchObject({ status: 'pending', heldUntil, isPaid: false, can: { pay: true, cancel: true } })
  if (placed.outcome === 'pay') await pay(app, placed.url)
  const refund = { tokens: 0, pence: 3_000 }
  expect(await read()).toMatchObject({ status: 'confirmed', isPaid: true, can: { pay: false, cancel: true }, refund })
  await app.as(ada).bookings.cancel({ id, refund })
  const gone = {
    status: 'cancelled',
    isPaid: true,
    wasConfirmed: true,
    returnedPence: 3_000,
    can: { pay: false, cancel: false },
  }
  expect(await read()).toMatchObject(gone)
})

test('a hold that was let go was never anybody’s, so that no calendar has it', async () => {
  const ada = await paidMember(app)
  const { id } = await booked(ada, '2026-03-26', 'card')
  await app.as(ada).bookings.cancel({ id })
  expect(await app.as(ada).bookings.one({ id })).toMatchObject({ status: 'cancelled', wasConfirmed: false })
})

test('the calendar file says when it is by the hour, on either side of both clock changes, and keeps its number', async () => {
  const ada = await paidMember(app)
  const times = {
    '2026-03-28': '20260328T100000Z',
    '2026-03-29': '20260329T090000Z',
    '2026-10-24': '20261024T090000Z',
    '2026-10-25': '20261025T100000Z',
  }
  for (const [on, start] of Object.entries(times)) {
    const { id, room } = await booked(ada, on)
    const { answer, lines } = await fileOf(ada, id)
    expect(answer.headers.get('content-type')).toMatch(/^text\/calendar/)
    expect(answer.headers.get('content-disposition')).toContain(`booking-${on}.ics`)
    expect(lines).toEqual(
      expect.arrayContaining(['METHOD:PUBLISH', `UID:booking-${id}@127.0.0.1`, `DTSTART:${start}`, 'STATUS:CONFIRMED']),
    )
    expect(lines).toContain(`SUMMARY:${room.name}`)
    expect(lines.join('\n')).toContain('front door')
    expect(lines.find(line => line.startsWith('LOCATION'))).toContain('12 Paddington Street\\, Marylebone')
    expect(lines.find(line => line.startsWith('URL'))).toMatch(new RegExp(`/bookings/${id}$`))
  }
})

test('the calendar file of a cancelled booking takes the place of the one before', async () => {
  const ada = await paidMember(app)
  const { id, room } = await booked(ada)
  const uid = `UID:booking-${id}@127.0.0.1`
  expect((await fileOf(ada, id)).lines).toEqual(expect.arrayContaining([uid, 'SEQUENCE:0']))
  await app.as(ada).bookings.cancel({ id })
  const gone = ['METHOD:CANCEL', uid, 'SEQUENCE:1', 'STATUS:CANCELLED', `SUMMARY:Cancelled: ${room.name}`]
  expect((await fileOf(ada, id)).lines).toEqual(expect.arrayContaining(gone))
})

test('how to get in is the house’s to say: in the mail and in the file', async () => {
  const [ada, boss] = [await paidMember(app), await paidMember(app, { roles: ['admin'] })]
  await app.as(boss).venue.changeSettings({ gettingIn: 'Ring twice; the code is on the door.' })
  const { id } = await booked(ada)
  const [mail] = await app.sql(
    `select props->>'gettingIn' as said from mails where to_address = $1 and template = 'bookings.confirmed'`,
    [ada.email],
  )
  expect(mail).toEqual({ said: 'Ring twice; the code is on the door.' })
  expect((await fileOf(ada, id)).lines.join('\n')).toContain('Ring twice\\; the code is on the door.')
  expect((await app.as(ada).bookings.one({ id })).gettingIn).toBe('Ring twice; the code is on the door.')
  // Nobody else learns it: no stranger, and not who has let the place go.
  expect(JSON.stringify(await app.as(null).venue.about())).not.toContain('Ring twice')
  await app.as(ada).bookings.cancel({ id })
  expect((await app.as(ada).bookings.one({ id })).gettingIn).toBeNull()
  expect((await fileOf(ada, id)).lines.join('\n')).not.toContain('Ring twice')
})
