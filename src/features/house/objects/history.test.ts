import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookings } from '#features/spaces/bookings/table.ts'
import { facility } from '#seed/factories/facilities.ts'
import { admin, member, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { applicant, asRead, committeeOf } from '#test/applications.ts'
import { giveTokens } from '#test/bookings.ts'
import { isLong } from '#test/long.ts'
import { pay } from '#test/payments.ts'
import type { ObjectNoun } from './inputs.ts'
import { eventsOfPage, historyOf, type ObjectPart } from './model.ts'

const app = sharedTestApp()

/** A part whose events are given, at so many microseconds after an instant. */
const partOf = (events: { key: string; micros: number }[]): ObjectPart<{ key: string }> => ({
  noun: null,
  history: {
    person: () => sql`select e->>'key', null, timestamptz '2026-03-29 00:59:59.999998Z'
        + (e->>'micros')::int * interval '1 microsecond', e
      from jsonb_array_elements(${JSON.stringify(events)}::jsonb) e`,
  },
  say: ({ key }) => ({ title: key, detail: null }),
})

test('read page by page no event is lost and none is told twice, however many there are of one instant', async () => {
  const instants = fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat({ max: 4 }) })
  const ofPart = fc.uniqueArray(fc.record({ key: fc.stringMatching(/^[a-zA-Z0-9 .é]{1,4}$/), micros: instants }), {
    selector: ({ key }) => key,
    // Several pages of one instant, whichever parts they are of.
    minLength: 8,
    maxLength: 60,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(fc.array(ofPart, { minLength: 1, maxLength: 4 }), async all => {
      const parts = all.map(partOf)
      const told: string[] = []
      let before: string | undefined
      do {
        const page = await historyOf(app.db, parts as ObjectPart[], { noun: 'person', id: 'x', before }, 'reader')
        expect(page.rows.length).toBeLessThanOrEqual(eventsOfPage)
        told.push(...page.rows.map(({ key }) => key))
        before = page.earlier ?? undefined
      } while (before !== undefined)
      const bytes = (key: string) => Buffer.from(key)
      const expected = all
        .flatMap((events, part) => events.map(({ key, micros }) => ({ micros, part, key })))
        .toSorted((a, b) => b.micros - a.micros || a.part - b.part || Buffer.compare(bytes(b.key), bytes(a.key)))
      expect(told).toEqual(expected.map(({ part, key }) => `${part}.${key}`))
    }),
    { numRuns: isLong ? 300 : 25 },
  )
})

test('a person with a long past is read to its first day, the office and the door included', async () => {
  const boss = await admin(app)
  const ada = await paidMember(app)
  const at = new Date('2025-05-01T09:00:00.000Z')
  for (let i = 0; i < eventsOfPage + 5; i++)
    await app.sql(
      `insert into mails (to_address, user_id, template, subject, status, created_at) values ($1, $2, 'test', $3, 'sent', $4)`,
      [ada.email, ada.id, `Letter ${i}`, at],
    )
  const as = app.as(boss)
  await as.members.grantRole({ userId: ada.id, role: 'door' })
  await as.members.block({ userId: ada.id, status: 'suspended', reason: 'Until the keys are back', isGivenBack: false })
  const first = await as.objects.history({ noun: 'person', id: ada.id })
  expect(first.rows.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Suspended by ./),
      expect.stringMatching(/^Role Door given by ./),
      'Account made',
    ]),
  )
  const rest = await as.objects.history({ noun: 'person', id: ada.id, before: first.earlier! })
  const letters = [...first.rows, ...rest.rows].flatMap(({ title }) => (/^Letter/.test(title) ? title : []))
  expect(letters).toHaveLength(eventsOfPage + 5)
  expect(new Set(letters).size).toBe(letters.length)
  expect(rest.earlier).toBeNull()
})

const titlesOf = async (reader: Person, noun: ObjectNoun, id: string) =>
  (await app.as(reader).objects.history({ noun, id })).rows.map(({ title, detail }) => `${title} | ${detail ?? ''}`)

test('a booking and its order tell who booked, paid, cancelled and what came back, the latest first', async () => {
  const boss = await admin(app)
  const ada = await paidMember(app)
  const wish = {
    facilityId: (await facility(app)).id,
    on: '2026-12-01',
    startsAt: '10:00',
    termsAccepted: true,
  } as const
  const sold = await app.as(ada).bookings.place({ ...wish, payWith: 'card' })
  if (sold.outcome !== 'pay') throw new Error('expected a payment page')
  app.clock.advance(60_000)
  await pay(app, sold.url)
  await app.settled()
  const [{ id } = { id: '' }] = await app.db
    .select({ id: bookings.id })
    .from(bookings)
    .where(sql`order_id = ${sold.orderId}`)
  app.clock.advance(60_000)
  await app.as(boss).bookings.cancelByStaff({ id, reason: 'The heating has failed.' })
  await app.settled()
  const [office] = await app.sql<{ name: string }>('select name from "user" where id = $1', [boss.id])
  const ofBooking = await titlesOf(boss, 'booking', id)
  const steps = ofBooking.flatMap(line => /^(Booked by|Confirmed|Cancelled by|£.* given back)/.exec(line)?.[1] ?? [])
  expect(steps.toReversed()).toEqual(['Booked by', 'Confirmed', expect.stringMatching(/^£/), 'Cancelled by'])
  expect(ofBooking).toContain(`Cancelled by ${office!.name} | The heating has failed.`)
  expect(ofBooking).toContainEqual(expect.stringMatching(new RegExp(`^£.* given back by ${office!.name} \\| `)))
  expect(ofBooking).toContainEqual(expect.stringContaining(`Email to ${ada.email}`))
  const ofOrder = await app.as(boss).objects.history({ noun: 'order', id: sold.orderId })
  const titles = ofOrder.rows.map(({ title }) => title)
  expect(titles).toEqual(
    expect.arrayContaining(['Paid', expect.stringMatching(/^Ordered by ./), expect.stringMatching(/given back by/)]),
  )
  expect(titles.indexOf('Paid')).toBeLessThan(titles.findIndex(title => title.startsWith('Ordered')))
  // The booking is one line away; the order that is open is not mentioned as a link to itself.
  expect(ofOrder.rows).toContainEqual(expect.objectContaining({ noun: 'booking', id }))
  expect(ofOrder.rows.filter(({ noun }) => noun === 'order')).toEqual([])
})

test('tokens that paid for a booking and came back stand in its history', async () => {
  const boss = await admin(app)
  const ada = await paidMember(app)
  await giveTokens(app, ada, 20)
  app.clock.advance(60_000)
  const wish = {
    facilityId: (await facility(app)).id,
    on: '2026-12-02',
    startsAt: '10:00',
    termsAccepted: true,
  } as const
  const placed = await app.as(ada).bookings.place({ ...wish, payWith: 'tokens' })
  if (placed.outcome !== 'confirmed') throw new Error('expected a booking')
  app.clock.advance(60_000)
  await app.as(boss).bookings.cancelByStaff({ id: placed.bookingId, reason: 'Flooded' })
  const by = (
    await app.sql<{ name: string }>('select name from "user" where id in ($1, $2) order by id = $1', [boss.id, ada.id])
  ).map(({ name }) => name)
  const ofBooking = (await titlesOf(boss, 'booking', placed.bookingId)).filter(line => !line.includes('Email to'))
  // One line for each moment: what was done, and what it took or gave back.
  expect(ofBooking).toEqual([
    expect.stringMatching(new RegExp(`^Cancelled by ${by[1]} \\| \\d+ tokens? back; Flooded$`)),
    expect.stringMatching(new RegExp(`^Booked by ${by[0]} \\| \\d+ tokens?$`)),
  ])
  const ofPerson = await titlesOf(boss, 'person', ada.id)
  expect(ofPerson.filter(line => /token/.test(line))).toEqual([
    expect.stringMatching(/^Cancelled: .*\| Cancelled by .*; \d+ tokens? back; Flooded$/),
    expect.stringMatching(/^Booked: .*\| Booking of .*; \d+ tokens?$/),
    expect.stringMatching(/^\+20 tokens \|/),
  ])
})

test('an application tells its votes, notes and questions with whose they are, but never to the applicant', async () => {
  const [voter] = await committeeOf(app, 3)
  const someone = await applicant(app)
  const { applicationId } = someone
  const as = app.as(voter!)
  await as.applications.addNote({ applicationId, body: 'Seen at the spring fair' })
  await as.applications.ask({ applicationId, question: 'Which press do you need?' })
  await as.applications.vote({ ...(await asRead(app, applicationId)), vote: 'approve', reason: 'Good work' })
  const boss = await admin(app)
  const reason = (await app.as(boss).applications.reasons()).find(({ needsNotes }) => needsNotes)
  await app
    .as(boss)
    .applications.reject({ id: applicationId, reasonId: reason!.id, notes: 'No room for another press' })
  const told = await titlesOf(boss, 'application', applicationId)
  expect(told).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Rejected by .* \| No room for another press$/),
      expect.stringMatching(/^Vote to approve, by .* \| Good work$/),
      expect.stringMatching(/^Question to the applicant, by .* \| Which press do you need\?$/),
      expect.stringMatching(/^Note to the committee, by .* \| Seen at the spring fair$/),
      'Sent | ',
    ]),
  )
  const ofPerson = await app.as(boss).objects.history({ noun: 'person', id: someone.id })
  expect(ofPerson.rows).toContainEqual(expect.objectContaining({ noun: 'application', id: applicationId }))
  const { facts } = await app.as(boss).objects.person({ id: someone.id })
  expect(facts).toContainEqual({
    label: 'Notes of the committee',
    value: expect.stringContaining('Seen at the spring fair'),
  })
  // The applicant became an admin since.
  await app.as(boss).members.grantRole({ userId: someone.id, role: 'admin' })
  const own = [
    ...(await titlesOf(someone, 'application', applicationId)),
    ...(await titlesOf(someone, 'person', someone.id)),
  ]
  expect(own.filter(line => /^(Vote to|Note to|Question to)/.test(line))).toEqual([])
  // What was decided, and not by whom.
  expect(own).toContain('Rejected | No room for another press')
  expect(own.filter(line => /Rejected by/.test(line))).toEqual([])
  const known = await app.as(someone).objects.person({ id: someone.id })
  expect(known.facts.find(({ label }) => label === 'Notes of the committee')?.value).toBeNull()
})

test('whom to call is known of a person, after what they have and what comes next', async () => {
  const someone = await applicant(app)
  await app.sql(
    `update membership_applications set emergency_contact_name = 'Bo Quill', emergency_contact_relationship = 'Sister',
      emergency_contact_phone = '+447700900111' where id = $1`,
    [someone.applicationId],
  )
  const { facts } = await app.as(await admin(app)).objects.person({ id: someone.id })
  expect(facts.map(({ label }) => label)).toEqual(expect.arrayContaining(['Plan', 'Tokens', 'Next bookings']))
  expect(facts[0]).toMatchObject({ label: 'Plan' })
  expect(facts.findLast(({ value }) => value !== null)).toEqual({
    label: 'Emergency contact',
    value: 'Bo Quill, Sister, +447700900111',
  })
})

test('what is no place in a history, and no id of a thing, is refused as input', async () => {
  const call = app.as(await admin(app)).objects
  const { id } = await member(app)
  const invalid = { code: 'INVALID_INPUT' }
  for (const before of ['', 'now', '1.2', `${'9'.repeat(30)}.0.x`])
    await expect(call.history({ noun: 'person', id, before })).rejects.toMatchObject(invalid)
  for (const noun of ['booking', 'order', 'application'] as const)
    await expect(call.history({ noun, id: 'x' })).rejects.toMatchObject(invalid)
  expect((await call.history({ noun: 'person', id, before: '-9999999999999999.0.x' })).rows).toEqual([])
})
