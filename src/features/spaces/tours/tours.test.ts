import { beforeEach, expect, test } from 'vitest'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { applicant } from '#test/applications.ts'
import { newEmail, newIp } from '#test/browser.ts'
import { brokenInvariants, expectInvariants } from '#test/invariants.ts'
import { outboxOf } from '#test/mailbox.ts'
import { bookedTour, partyFor, tourSlot } from '#test/tours.ts'
import { largestParty, newParty, newSlots } from './inputs.ts'
import { remind } from './jobs.ts'
import { availabilityOf } from './rules.ts'

const app = sharedTestApp()
let boss: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  await app.sql('delete from tour_bookings')
  await app.sql('delete from tour_slots')
  boss = await admin(app)
})

const visitor = () => app.as(null, { ipAddress: newIp() })
const offered = async (partySize = 1) => (await visitor().tours.offer({ partySize })).slots
const slotOf = async (id: string) => (await app.as(boss).tours.slots({})).rows.find(row => row.id === id)!
const mailsTo = async (address: string) =>
  (
    await app.sql<{ template: string }>(
      'select template from mails where to_address = $1 order by created_at, template',
      [address],
    )
  ).map(({ template }) => template)

test('a visitor without an account books a tour, has it confirmed, and its places are gone [TOUR-08, TRA-04, TRA-14]', async () => {
  const id = await tourSlot(app, { capacity: 5 })
  const party = partyFor(id, { partySize: 3, guestPhone: '07700 900456' })
  const booked = await visitor().tours.book(party)
  expect(await offered()).toMatchObject([{ id, left: 2, availability: 'Limited' }])
  expect((await app.as(boss).tours.parties({ id })).rows).toMatchObject([
    {
      ...{ id: booked.id, guestName: 'Tess Moor', guestEmail: party.guestEmail, guestPhone: '+447700900456' },
      ...{ partySize: 3, status: 'confirmed', userId: null, hasApplied: false },
    },
  ])
  await app.runJobs()
  expect(await mailsTo(party.guestEmail)).toEqual(['tours.confirmation'])
  expect(await visitor().tours.one({ id: booked.id })).toMatchObject({ status: 'confirmed', can: { change: true } })
  await expectInvariants(app)
})

test('nobody without an account fills the tours: so many places a day go to one network, so many tours to one address', async () => {
  const slots: string[] = []
  for (const day of ['05', '06', '07', '08'])
    slots.push(await tourSlot(app, { tourDate: `2026-12-${day}`, capacity: 50 }))
  const stranger = app.as(null, { ipAddress: newIp() })
  const { id } = await stranger.tours.book(partyFor(slots[0]!, { partySize: 10 }))
  await stranger.tours.change({ id, slotId: slots[0]!, partySize: 50 })
  // As many at another time take no more places.
  await stranger.tours.change({ id, slotId: slots[1]!, partySize: 50 })
  await stranger.tours.book(partyFor(slots[0]!, { partySize: 10 }))
  const words = 'Many places were booked from your connection today. Please try again tomorrow, or write to us.'
  await expect(stranger.tours.book(partyFor(slots[2]!, { partySize: 1 }))).rejects.toMatchObject({
    ...{ code: 'RATE_LIMITED', message: words },
  })
  const taken = async () => Promise.all(slots.map(async slot => (await slotOf(slot)).bookedCount))
  expect(await taken()).toEqual([10, 50, 0, 0])
  // Others have places of their own, and one address two tours to come, however it is spelt and often it is asked at once.
  const guestEmail = newEmail()
  const spelt = [guestEmail, guestEmail.toUpperCase(), guestEmail.replace('@', '+tour@')]
  const tries = await Promise.allSettled(
    spelt.map((address, i) => visitor().tours.book(partyFor(slots[i === 0 ? 0 : i + 1]!, { guestEmail: address }))),
  )
  const refused = tries.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toMatchObject([{ code: 'TOO_MANY_TOURS', data: { field: 'guestEmail' } }])
  const office = app.as(boss)
  for (const slot of slots.slice(2)) await office.tours.book(partyFor(slot, { guestEmail, partySize: 40 }))
})

test('only tours to come with room for the whole party are offered, by day and time [TOUR-02, TRA-11]', async () => {
  const late = await tourSlot(app, { tourDate: '2026-12-06', startTime: '15:00', endTime: '16:00' })
  const small = await tourSlot(app, { tourDate: '2026-12-06', startTime: '09:30', endTime: '10:30', capacity: 2 })
  const early = await tourSlot(app, { tourDate: '2026-11-20' })
  const now = await tourSlot(app, { tourDate: '2026-11-18', startTime: '10:01', endTime: '11:00' })
  expect((await offered()).map(({ id }) => id)).toEqual([now, early, small, late])
  expect((await offered(2)).map(({ id }) => id)).toEqual([now, early, small, late])
  expect((await offered(3)).map(({ id }) => id)).toEqual([now, early, late])
  expect((await app.as(boss).tours.slots({})).rows.map(({ id }) => id)).toEqual([now, early, small, late])
  await bookedTour(app, small, { partySize: 2 })
  app.clock.advance(60_000)
  expect((await offered()).map(({ id }) => id)).toEqual([early, late])
  await expect(visitor().tours.book(partyFor(now))).rejects.toMatchObject({ code: 'TOUR_BEGUN' })
})

test('more than fit are refused with what is left, and two who take the last place at once are one [TOUR-04]', async () => {
  const id = await tourSlot(app, { capacity: 4 })
  await bookedTour(app, id, { partySize: 3 })
  await expect(visitor().tours.book(partyFor(id, { partySize: 2 }))).rejects.toMatchObject({
    code: 'TOUR_FULL',
    message: 'Only 1 place is left. Choose another time, or come with fewer.',
    data: { field: 'slotId' },
  })
  const answers = await Promise.allSettled(
    Array.from({ length: 12 }, () => visitor().tours.book(partyFor(id, { partySize: 1 }))),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'TOUR_FULL' })
  expect(await slotOf(id)).toMatchObject({ bookedCount: 4, left: 0, availability: 'Full' })
  await expectInvariants(app)
  // Positive control: who goes round the procedure is refused by the table, and the count is looked at.
  await expect(app.sql('update tour_slots set booked_count = 5 where id = $1', [id])).rejects.toThrow(
    /tour_slots_capacity/,
  )
  await app.sql('update tour_slots set booked_count = 1 where id = $1', [id])
  expect(await brokenInvariants(app)).toEqual([expect.stringContaining('a tour that counts other places')])
  await app.sql('update tour_slots set booked_count = 4 where id = $1', [id])
})

test.each([
  ['guestName', '', 'Please tell us your name'],
  ['guestName', 'x'.repeat(101), 'Use at most 100 characters'],
  ['guestEmail', 'tess', 'Please enter a valid email address'],
  ['guestEmail', `${'x'.repeat(251)}@y.uk`, 'Email addresses have at most 255 characters'],
  ['guestPhone', '0'.repeat(21), 'Phone numbers have at most 20 characters'],
  ['partySize', 0, 'At least one person comes'],
  ['partySize', 51, 'At most 50 people come together'],
  ['partySize', 1.5, 'Enter a whole number of people'],
])('%s %s is refused in words [TOUR-03, TOUR-04]', (field, value, words) => {
  const good = partyFor('00000000-0000-4000-8000-000000000000')
  expect(newParty.safeParse(good).success).toBe(true)
  const refused = newParty.safeParse({ ...good, [field]: value })
  expect(refused.error?.issues[0]).toMatchObject({ path: [field], message: words })
})

test('a party moves to another tour, grows, and calls off, by the link in its mail alone', async () => {
  const [first, second] = [await tourSlot(app, { capacity: 2 }), await tourSlot(app, { tourDate: '2026-12-12' })]
  const party = partyFor(first)
  const { id } = await visitor().tours.book(party)
  await expect(visitor().tours.change({ id, slotId: first, partySize: 3 })).rejects.toMatchObject({ code: 'TOUR_FULL' })
  await visitor().tours.change({ id, slotId: second, partySize: 3 })
  expect(await slotOf(first)).toMatchObject({ bookedCount: 0 })
  expect(await slotOf(second)).toMatchObject({ bookedCount: 3, parties: 1 })
  expect(await visitor().tours.one({ id })).toMatchObject({ tourDate: '2026-12-12', partySize: 3 })
  const file = await (await app.fetch(`/api/tours/calendarFile?id=${id}`)).text()
  expect(file).toContain('DTSTART:20261212T110000Z')
  await visitor().tours.cancel({ id })
  await expect(visitor().tours.cancel({ id })).rejects.toMatchObject({ code: 'TOUR_CANCELLED' })
  await expect(visitor().tours.change({ id, slotId: first, partySize: 1 })).rejects.toMatchObject({
    code: 'TOUR_CANCELLED',
  })
  expect(await slotOf(second)).toMatchObject({ bookedCount: 0 })
  expect(await (await app.fetch(`/api/tours/calendarFile?id=${id}`)).text()).toContain('STATUS:CANCELLED')
  await app.runJobs()
  expect(await mailsTo(party.guestEmail)).toEqual(['tours.cancelled', 'tours.confirmation', 'tours.confirmation'])
  await expectInvariants(app)
})

test('two who move across each other at once both arrive', async () => {
  const [left, right] = [await tourSlot(app), await tourSlot(app)]
  const [ann, bob] = [await bookedTour(app, left), await bookedTour(app, right)]
  for (let turn = 0; turn < 6; turn++) {
    const [to, back] = turn % 2 === 0 ? [right, left] : [left, right]
    await Promise.all([
      visitor().tours.change({ id: ann, slotId: to!, partySize: 2 }),
      visitor().tours.change({ id: bob, slotId: back!, partySize: 2 }),
    ])
  }
  await expectInvariants(app)
})

test('an admin adds a tour, which is active and his; or one every week until a day [TRA-03, TRA-07, TRA-08, TRA-12]', async () => {
  const id = await tourSlot(app, { notes: 'Ring twice' })
  expect(
    await app.sql(
      `select tour_date::text, start_time, end_time, capacity, booked_count, notes, status, created_by is not null as has_maker from tour_slots`,
    ),
  ).toEqual([
    {
      ...{ tour_date: '2026-12-05', start_time: '11:00', end_time: '12:00', capacity: 10, booked_count: 0 },
      ...{ notes: 'Ring twice', status: 'active', has_maker: true },
    },
  ])
  const weekly = { tourDate: '2027-03-20', startTime: '9', endTime: '10.30', repeat: 'weekly' as const }
  const { ids } = await app.as(boss).tours.addSlots({ ...weekly, until: '2027-04-04' })
  expect(await app.sql('select distinct created_by from tour_slots where id = any($1)', [ids])).toEqual([
    { created_by: boss.id },
  ])
  const { rows, totals } = await app.as(boss).tours.slots({})
  expect(rows.map(({ tourDate, startTime }) => `${tourDate} ${startTime}`)).toEqual([
    ...['2026-12-05 11:00', '2027-03-20 09:00', '2027-03-27 09:00', '2027-04-03 09:00'],
  ])
  expect(totals).toEqual({ slots: 4, capacity: 40, booked: 0, left: 40 })
  expect(largestParty).toBe(50)
  // What is booked is the sum of those who come.
  const leaves = await bookedTour(app, id, { partySize: 3 })
  await bookedTour(app, id, { partySize: 2 })
  expect(await slotOf(id)).toMatchObject({ bookedCount: 5 })
  await visitor().tours.cancel({ id: leaves })
  expect(await slotOf(id)).toMatchObject({ bookedCount: 2 })
  await expect(
    app.as(boss).tours.addSlots({ ...weekly, tourDate: '2026-11-17', repeat: 'once' }),
  ).rejects.toMatchObject({ code: 'DATE_PAST', data: { field: 'tourDate' } })
})

test('the office finds a tour by the name and the address of a guest, also of one that called off, and reads who comes', async () => {
  const [early, late] = [
    await tourSlot(app, { tourDate: '2026-12-05' }),
    await tourSlot(app, { tourDate: '2026-12-06' }),
  ]
  const ruth = partyFor(early!, { guestName: 'Ruth Vale' })
  await visitor().tours.book(ruth)
  const off = await visitor().tours.book(partyFor(late!, { guestName: 'Ruth Moor' }))
  await visitor().tours.book(partyFor(late!, { guestName: 'Sam Lind' }))
  await visitor().tours.cancel({ id: off.id })
  const find = async (q: string) => {
    const { rows, totals } = await app.as(boss).tours.slots({ q })
    expect(totals.slots).toBe(rows.length)
    return rows.map(({ id, guests }) => [id, guests])
  }
  expect(await find('ruth')).toEqual([
    [early, 'Ruth Vale'],
    [late, 'Sam Lind'],
  ])
  expect(await find(ruth.guestEmail)).toEqual([[early, 'Ruth Vale']])
  expect(await find('nobody')).toEqual([])
})

test('a tour needs a day, a start and a later end, and room for one at least [TRA-05, TRA-06]', () => {
  const says = (slot: object) => newSlots.safeParse(slot).error?.issues.map(({ message }) => message)
  const good = { tourDate: '2026-12-05', startTime: '11:00', endTime: '12:00' }
  expect(says(good)).toBeUndefined()
  for (const field of ['tourDate', 'startTime', 'endTime'])
    expect(says({ ...good, [field]: '' })).toEqual(['Please fill in all required fields'])
  expect(says({ ...good, endTime: '11:00' })).toEqual(['A tour ends after it starts'])
  expect(says({ ...good, capacity: 0 })).toEqual(['At least one person fits'])
  expect(says({ ...good, repeat: 'weekly' })).toEqual(['Enter the last day'])
  expect(says({ ...good, repeat: 'weekly', until: '2026-12-01' })).toEqual(['The last day is not before the first'])
  expect(says({ ...good, repeat: 'weekly', until: '2028-12-01' })).toEqual(['At most 52 tours are added at once'])
  expect(says({ ...good, repeat: 'weekly', until: '2027-11-27' })).toBeUndefined()
})

test.each([
  [10, 0, 'Available'],
  [10, 6, 'Available'],
  [10, 7, 'Limited'],
  [10, 9, 'Limited'],
  [10, 10, 'Full'],
  [3, 0, 'Limited'],
] as const)('of %s places %s are booked: %s [TRA-09]', (capacity, bookedCount, badge) => {
  expect(availabilityOf({ capacity, bookedCount })).toBe(badge)
})

test('deleting a tour cancels its bookings and tells every guest; who booked meanwhile is not called off unseen [TRA-10]', async () => {
  const id = await tourSlot(app)
  const party = partyFor(id)
  const { id: bookingId } = await visitor().tours.book(party)
  const seenParties = (await slotOf(id)).parties
  const other = partyFor(id)
  await visitor().tours.book(other)
  await expect(app.as(boss).tours.removeSlot({ id, seenParties })).rejects.toMatchObject({ code: 'SEEN_LESS' })
  await app.as(boss).tours.removeSlot({ id, seenParties: 2 })
  expect(await offered()).toEqual([])
  expect((await app.as(boss).tours.slots({})).rows).toEqual([])
  expect((await app.as(boss).tours.slots({ status: 'cancelled' })).rows).toMatchObject([{ id, bookedCount: 0 }])
  expect(await visitor().tours.one({ id: bookingId })).toMatchObject({ status: 'cancelled', can: { change: false } })
  await app.runJobs()
  for (const { guestEmail } of [party, other])
    expect(await mailsTo(guestEmail)).toEqual(['tours.confirmation', 'tours.withdrawn'])
  await expect(visitor().tours.book(partyFor(id))).rejects.toMatchObject({ code: 'TOUR_GONE' })
  await expectInvariants(app)
})

test('everybody who comes tomorrow is reminded once; who booked today, called off or comes later is not', async () => {
  const [tomorrow, later] = [await tourSlot(app, { tourDate: '2026-11-20' }), await tourSlot(app)]
  const [come, off, then, fresh] = [partyFor(tomorrow), partyFor(tomorrow), partyFor(later), partyFor(tomorrow)]
  await visitor().tours.book(come)
  await visitor().tours.cancel(await visitor().tours.book(off))
  await visitor().tours.book(then)
  app.clock.set('2026-11-19T09:05:00Z')
  await visitor().tours.book(fresh)
  for (let run = 0; run < 2; run++) {
    await app.write(tx => tx.enqueue(remind, {}))
    await app.runJobs()
  }
  expect(await mailsTo(come.guestEmail)).toEqual(['tours.confirmation', 'tours.reminder'])
  for (const { guestEmail } of [off, then, fresh]) expect(await mailsTo(guestEmail)).not.toContain('tours.reminder')
})

test('a party that moves after its reminder is reminded of its new tour as well', async () => {
  const [soon, later] = [await tourSlot(app, { tourDate: '2026-11-20' }), await tourSlot(app)]
  const party = partyFor(soon)
  const { id } = await visitor().tours.book(party)
  for (const eve of ['2026-11-19', '2026-12-04']) {
    app.clock.set(`${eve}T09:05:00Z`)
    await app.write(tx => tx.enqueue(remind, {}))
    await app.runJobs()
    if (eve === '2026-11-19') await visitor().tours.change({ id, slotId: later, partySize: party.partySize })
  }
  expect((await mailsTo(party.guestEmail)).filter(template => template === 'tours.reminder')).toHaveLength(2)
})

test('who booked several tours hears of each that is taken back, and is reminded of each that is left', async () => {
  const guestEmail = newEmail()
  const slots = await Promise.all(
    ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00'].map((startTime, at) =>
      tourSlot(app, { tourDate: '2026-11-27', startTime, endTime: `${10 + at}:00` }),
    ),
  )
  // More than somebody books alone: the office helps.
  for (const slot of slots) await app.as(boss).tours.book(partyFor(slot, { guestEmail }))
  app.clock.set('2026-11-26T09:00:00Z')
  for (const id of slots.slice(0, 4)) await app.as(boss).tours.removeSlot({ id, seenParties: 1 })
  await app.runJobs()
  app.clock.set('2026-11-26T09:05:00Z')
  await app.write(tx => tx.enqueue(remind, {}))
  await app.runJobs()
  const sent = (await outboxOf(app, guestEmail)).filter(({ status }) => status === 'sent').map(mail => mail.template)
  expect(sent.filter(template => template === 'tours.withdrawn')).toHaveLength(4)
  expect(sent.filter(template => template === 'tours.reminder')).toHaveLength(2)
})

test('who came is noted once the tour has begun, and who applied since is seen [TRA-13]', async () => {
  const id = await tourSlot(app, { tourDate: '2026-11-20' })
  const tess = await bookedTour(app, id, { guestEmail: 'tess@people.example' })
  await bookedTour(app)
  const note = (status: 'attended' | 'no_show') => app.as(boss).tours.noteAttendance({ id: tess, status })
  await expect(note('attended')).rejects.toMatchObject({ code: 'TOUR_AHEAD' })
  app.clock.set('2026-11-20T11:00:00Z')
  expect((await app.as(boss).tours.parties({ id })).rows).toMatchObject([{ id: tess, hasApplied: false }])
  await note('no_show')
  expect(await slotOf(id)).toMatchObject({ noShows: 1, parties: 0, isOver: true, can: { remove: false } })
  await note('attended')
  expect(await slotOf(id)).toMatchObject({ noShows: 0, parties: 1 })
  await applicant(app, { email: 'Tess+apply@people.example' })
  expect((await app.as(boss).tours.parties({ id })).rows).toMatchObject([{ status: 'attended', hasApplied: true }])
  await expectInvariants(app)
})

test('who had applied before they booked a tour does not count as come by it', async () => {
  await applicant(app, { email: 'bob@people.example' })
  app.clock.advance(60_000)
  const id = await tourSlot(app)
  await bookedTour(app, id, { guestEmail: 'bob@people.example' })
  expect((await app.as(boss).tours.parties({ id })).rows).toMatchObject([{ hasApplied: false }])
})

test('who is signed in finds their own tours, and nobody else’s', async () => {
  const [ada, ben] = [await member(app), await member(app)]
  const { id } = await app.as(ada).tours.book(partyFor(await tourSlot(app)))
  expect(await app.as(ada).tours.mine()).toMatchObject([{ id, tourDate: '2026-12-05', partySize: 2 }])
  expect(await app.as(ben).tours.mine()).toEqual([])
  await app.as(ada).tours.cancel({ id })
  expect(await app.as(ada).tours.mine()).toEqual([])
})

test('who changes their tour again and again and then calls it off is told each time, within reason', async () => {
  const slot = await tourSlot(app, { capacity: 10 })
  const party = partyFor(slot)
  const id = await bookedTour(app, slot, { guestEmail: party.guestEmail })
  const change = (partySize: number) => visitor().tours.change({ id, slotId: slot, partySize })
  for (const partySize of [3, 4, 5]) await change(partySize)
  await visitor().tours.cancel({ id })
  await app.runJobs()
  const sent = () =>
    app.sql(
      'select template, status, count(*)::int as n from mails where to_address = $1 group by 1, 2 order by 1, 2',
      [party.guestEmail],
    )
  expect(await sent()).toEqual([
    { template: 'tours.cancelled', status: 'sent', n: 1 },
    { template: 'tours.confirmation', status: 'sent', n: 4 },
  ])
  // Nobody fills a mailbox through the house.
  const again = await bookedTour(app, slot, { guestEmail: party.guestEmail })
  for (let more = 0; more < 9; more++)
    await visitor().tours.change({ id: again, slotId: slot, partySize: more % 2 ? 2 : 3 })
  await app.runJobs()
  expect(await sent()).toContainEqual({ template: 'tours.confirmation', status: 'suppressed', n: 2 })
})
