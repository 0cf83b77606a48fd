import { expect, test } from 'vitest'
import { facility } from '#seed/factories/facilities.ts'
import { type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { partyFor, tourSlot } from '#test/tours.ts'

const app = sharedTestApp({ now: '2026-03-20T10:00:00Z' })

/** What a calendar program reads at an address, without any session. */
async function read(url: string) {
  const { pathname, search } = new URL(url)
  const answer = await app.fetch(`${pathname}${search}`)
  // Long lines are folded: one that begins with a space goes on from the one before.
  return { answer, lines: (await answer.text()).replaceAll('\r\n ', '').split('\r\n') }
}
const valuesOf = (lines: string[], name: string) =>
  lines.filter(line => line.startsWith(`${name}:`)).map(line => line.slice(name.length + 1))
const makeAddress = async (who: Person) => (await app.as(who).agenda.renew()).url

test('bookings, studio sessions and tours stand in one calendar, right on both sides of the clock change', async () => {
  const ada = await paidMember(app)
  await giveTokens(app, ada, 50)
  const room = await facility(app, { name: 'Podcast Studio' })
  const booked: string[] = []
  for (const on of ['2026-03-28', '2026-03-29'])
    for (const startsAt of ['10:00']) {
      const placed = await app.as(ada).bookings.place({ facilityId: room.id, on, startsAt, termsAccepted: true })
      if (placed.outcome === 'confirmed') booked.push(placed.bookingId)
    }
  await app.as(ada).studio.book({
    ...{ bookingDate: '2026-03-30', startTime: '09:00', endTime: '13:00', clientName: 'Ada', email: ada.email },
    ...{ phone: '', projectType: 'portrait', description: '', paidWith: 'card' },
  })
  const slot = await tourSlot(app)
  const tour = await app.as(ada).tours.book(partyFor(slot))
  const url = await makeAddress(ada)
  const { answer, lines } = await read(url)
  expect(answer.headers.get('content-type')).toContain('text/calendar')
  expect(answer.headers.get('cache-control')).toMatch(/no-store|private/)
  expect(valuesOf(lines, 'DTSTART')).toEqual(
    expect.arrayContaining(['20260328T100000Z', '20260329T090000Z', '20260330T080000Z']),
  )
  const host = new URL(app.runtime.env.publicUrl).hostname
  // The numbers of the files of each, so that nothing stands there twice.
  expect(valuesOf(lines, 'UID')).toEqual(
    expect.arrayContaining([...booked.map(id => `booking-${id}@${host}`), `tour-${tour.id}@${host}`]),
  )
  expect(valuesOf(lines, 'SUMMARY').toSorted()).toEqual([
    ...['Photography Studio', 'Podcast Studio', 'Podcast Studio', 'Tour of the house'],
  ])
  // What is cancelled goes from it.
  await app.as(ada).bookings.cancel({ id: booked[0]! })
  expect(valuesOf((await read(url)).lines, 'SUMMARY')).toHaveLength(3)
})

test('an address is the person’s alone: another one ends the first, none ends both, and nobody guesses one', async () => {
  const [ada, ben] = [await paidMember(app), await paidMember(app)]
  expect(await app.as(ada).agenda.address()).toEqual({ url: null })
  const first = await makeAddress(ada)
  const his = await makeAddress(ben)
  expect(await app.as(ada).agenda.address()).toEqual({ url: first })
  const second = await makeAddress(ada)
  expect(second).not.toBe(first)
  expect((await read(first)).answer.status).toBe(404)
  expect((await read(second)).answer.status).toBe(200)
  // Another's number with the own signature, a changed signature, and none.
  const [mine, other] = [second, his].map(url => new URL(url).searchParams.get('feed')!.split('.'))
  for (const feed of [`${other![0]}.${mine![1]}`, `${mine![0]}.${mine![1]!.slice(0, -1)}`, mine![0]!, '', 'x.y'])
    await expect(app.as(null).agenda.feed({ feed })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await app.as(ada).agenda.remove()
  expect((await read(second)).answer.status).toBe(404)
  expect((await read(his)).answer.status).toBe(200)
})
