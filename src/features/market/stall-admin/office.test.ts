import { afterAll, expect, test } from 'vitest'
import { remind } from '#features/market/papers/jobs.ts'
import { sweep } from '#platform/jobs/cleanup.ts'
import { admin, member } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { marketMorning } from '#test/market.ts'
import { untilQuiet } from '#test/payments.ts'
import { booksStall, marketWith, paidStall, stallFile } from '#test/stalls.ts'
import { forget } from './jobs.ts'

const app = sharedTestApp({ now: marketMorning })
afterAll(() => expectInvariants(app))

test('the list has the newest market first with every field, and totals of all that it would show [MKA-02, MKA-04, MKA-05]', async () => {
  for (const on of ['2026-12-05', '2026-12-12']) await marketWith(app, { on })
  const ada = await member(app)
  const first = await paidStall(app, ada, { marketDate: '2026-12-05', businessName: 'Clay', carParkAccess: true })
  const later = await booksStall(app, ada, { marketDate: '2026-12-12', stallSize: 'double', stallType: 'food' })
  const office = app.as(await admin(app))
  const { rows, totals } = await office.stalls.list({})
  expect(rows.map(({ id }) => id)).toEqual([later.id, first])
  expect(totals).toEqual({ bookings: 2, pence: 9_500, on: null })
  expect(await office.stalls.list({ pageSize: 1, page: 2 })).toMatchObject({ totals, rows: [{ id: first }] })
  expect(rows[1]).toMatchObject({
    ...{ id: first, marketDate: '2026-12-05', stallSize: 'single', businessName: 'Clay', contactName: 'Ada King' },
    ...{
      email: 'ada@people.example',
      stallType: 'art',
      carParkAccess: true,
      electricityAccess: false,
      tableRental: false,
    },
    ...{
      isWestminsterResident: false,
      price: 3_000,
      finalPrice: 4_500,
      status: 'confirmed',
      createdAt: expect.any(Date),
    },
    ...{ back: 4_500, can: { remove: true, move: true } },
  })
  // Not paid yet, so it stays where it is.
  expect(rows[0]).toMatchObject({ status: 'pending', can: { move: false } })
  expect((await office.stalls.list({ type: 'food' })).totals).toEqual({ bookings: 1, pence: 5_000, on: null })
  expect((await office.stalls.list({ q: 'clay' })).rows).toHaveLength(1)
  const next = await office.stalls.list({ when: 'next' })
  expect(next.rows.map(({ id }) => id)).toEqual([first])
  expect(next.totals.on).toBe(next.rows[0]?.marketDate)
  expect((await office.stalls.list({ when: 'coming' })).rows.map(({ id }) => id)).toEqual([later.id, first])
  // Nothing else goes back than the admin was told.
  await expect(office.stalls.remove({ id: first, back: 0, reason: 'The hall is full.' })).rejects.toMatchObject({
    code: 'REFUND_CHANGED',
  })
  // Deleted: it leaves the list, its seller is paid back and told why.
  expect(await office.stalls.remove({ id: first, back: 4_500, reason: 'The hall is full.' })).toEqual({ back: 4_500 })
  await untilQuiet(app)
  expect((await office.stalls.list({})).totals).toEqual({ bookings: 1, pence: 5_000, on: null })
  expect((await office.stalls.list({ status: 'cancelled' })).rows).toMatchObject([
    { id: first, cancelReason: 'The hall is full.' },
  ])
  expect(await app.sql('select amount_pence, status from refunds where user_id = $1', [ada.id])).toEqual([
    { amount_pence: 4_500, status: 'done' },
  ])
  await expect(office.stalls.remove({ id: first, back: 0, reason: 'Again' })).rejects.toMatchObject({
    code: 'CANNOT_CANCEL',
  })
  const audited = await app.sql(`select action from audit_log where table_name = 'market_bookings' and row_id = $1`, [
    first,
  ])
  expect(audited).toContainEqual({ action: 'update' })
  const days = (await office.stalls.days({ sort: 'on' })).rows
  expect(days.find(({ on }) => on === '2026-12-12')).toMatchObject({ taken: 2, stalls: 0, income: 0 })
})

test('the plan is drawn by admins: names and places change hands, and what a stall to come needs stays', async () => {
  const office = app.as(await admin(app))
  const on = await marketWith(app, { on: '2027-01-16' })
  await office.stalls.savePlan({
    pitches: [
      { label: 'A1', row: 0, column: 0, size: 'single' },
      { label: 'A2', row: 0, column: 1, size: 'single' },
      { label: 'B1', row: 1, column: 0, size: 'double' },
    ],
  })
  const id = await paidStall(app, await member(app), { marketDate: on })
  const { plan, stalls } = await office.stalls.dayPlan({ marketDate: on })
  const [a1, a2, b1] = plan
  expect(stalls).toMatchObject([{ id, pitchId: a1!.id }])
  const labels = [{ ...a1!, label: 'C7' }, a2!, b1!]
  await office.stalls.savePlan({ pitches: labels })
  const [mail] = await app.sql<{ props: object }>(`select props from mails where template = 'stalls.pitch-renamed'`)
  expect(mail!.props).toMatchObject({ former: 'A1', pitch: 'C7', on })
  const swapped = [{ ...a1!, column: 1, label: 'A2' }, { ...a2!, column: 0, label: 'A1' }, b1!]
  await office.stalls.savePlan({ pitches: swapped })
  expect((await office.stalls.dayPlan({ marketDate: on })).plan.map(({ label }) => label)).toEqual(['A1', 'A2', 'B1'])
  await expect(office.stalls.savePlan({ pitches: [a2!, b1!] })).rejects.toMatchObject({
    code: 'PITCH_IN_USE',
    message: expect.stringMatching(/^Ada Prints stands on pitch A2 on Sat 16 Jan 2027: give it another pitch first/),
  })
  const overlap = [{ ...b1!, row: 0 }, a1!]
  await expect(office.stalls.savePlan({ pitches: overlap })).rejects.toThrow()
  await expect(
    app.sql(`insert into market_pitches (label, "row", "column", size) values ('X', 1, 1, 'single')`),
  ).rejects.toThrow(/market_pitches_apart/)
  await office.stalls.assign({ id, pitchId: a2!.id })
  await expect(office.stalls.assign({ id, pitchId: b1!.id })).rejects.toMatchObject({ code: 'PITCH_SIZE' })
  await office.stalls.assign({ id, pitchId: null })
  // No fewer than are sold.
  await expect(office.stalls.savePlan({ pitches: [b1!] })).rejects.toMatchObject({
    ...{ code: 'PLAN_SOLD', message: expect.stringMatching(/^On Sat 16 Jan 2027 more single stalls are sold/) },
  })
  await office.stalls.savePlan({ pitches: [a1!, b1!] })
  expect((await office.stalls.dayPlan({ marketDate: on })).stalls).toMatchObject([{ id, pitchId: null }])
})

test('no more stalls are sold than the plan has pitches of their size; who is without one is listed and given one', async () => {
  const office = app.as(await admin(app))
  const on = await marketWith(app, { on: '2027-03-06' })
  await office.stalls.savePlan({ pitches: [] })
  const [ada, bea, cem] = [await member(app), await member(app), await member(app)]
  // Sold before there was a plan.
  const first = await paidStall(app, ada, { marketDate: on, businessName: 'Early' })
  await office.stalls.savePlan({
    pitches: [
      { label: 'A1', row: 0, column: 0, size: 'single' },
      { label: 'A2', row: 0, column: 1, size: 'single' },
      { label: 'B1', row: 1, column: 0, size: 'double' },
    ],
  })
  expect((await office.market.days({ sort: '-on' })).rows.find(day => day.on === on)).toMatchObject({ fewer: 4 })
  expect((await office.stalls.list({ without: 'pitch', on })).rows).toMatchObject([{ id: first }])
  const second = await paidStall(app, bea, { marketDate: on })
  expect((await app.as(cem).stalls.page()).days.find(day => day.on === on)).toMatchObject({
    places: { single: 0, double: 1 },
  })
  await expect(booksStall(app, cem, { marketDate: on })).rejects.toMatchObject({ code: 'NO_PITCH_LEFT' })
  const other = await marketWith(app, { on: '2027-03-13' })
  const moving = await paidStall(app, cem, { marketDate: other })
  await expect(app.as(cem).stalls.move({ id: moving, marketDate: on })).rejects.toMatchObject({ code: 'NO_PITCH_LEFT' })
  // Nor is a day offered to the office that has none, or that has begun.
  expect((await office.stalls.daysFor({ id: moving })).map(day => day.on)).not.toContain(on)
  expect((await office.stalls.daysFor({ id: first })).map(day => day.on)).toContain(other)
  // Who waits is offered a pitch once there is one.
  await app.as(cem).stalls.wait({ marketDate: on, stallType: 'art', stallSize: 'single' })
  const offers = () =>
    app.sql(`select id from mails where to_address = $1 and template = 'stalls.pitch-free'`, [cem.email])
  await untilQuiet(app)
  expect(await offers()).toHaveLength(0)
  const { plan, stalls } = await office.stalls.dayPlan({ marketDate: on })
  const free = plan.find(({ id, size }) => size === 'single' && !stalls.some(stall => stall.pitchId === id))
  await office.stalls.assign({ id: first, pitchId: free!.id })
  const [placed] = await app.sql<{ subject: string }>(
    `select subject from mails where to_address = $1 and template = 'stalls.moved'`,
    [ada.email],
  )
  expect(placed!.subject).toBe(`Your pitch on Sat 6 Mar: ${free!.label}`)
  expect((await office.stalls.list({ without: 'pitch', on })).rows).toEqual([])
  await app.as(bea).stalls.cancel({ id: second, back: 3_000 })
  await untilQuiet(app)
  expect(await offers()).toHaveLength(1)
  // What is offered is nobody else's.
  await expect(booksStall(app, bea, { marketDate: on })).rejects.toMatchObject({ code: 'NO_PITCH_LEFT' })
  await paidStall(app, cem, { marketDate: on })
  await office.stalls.savePlan({ pitches: [] }).catch(() => {})
})

test('documents are read by their owner and admins alone, replaced by a newer one, and run out with a reminder once', async () => {
  const ada = await member(app)
  const office = app.as(await admin(app))
  const hand = async (expiresOn: string) =>
    app.as(ada).stalls.handIn({ kind: 'insurance', fileId: await stallFile(app, ada), expiresOn })
  await expect(hand('2026-11-20')).rejects.toMatchObject({ code: 'EXPIRED' })
  const first = await hand('2026-12-10')
  const second = await hand('2026-12-18')
  const waiting = (await office.stalls.papers({ kind: 'insurance', q: ada.email })).rows
  expect(waiting.map(({ id }) => id)).toEqual([second.id])
  await expect(office.stalls.decide({ id: first.id, verdict: 'accepted' })).rejects.toMatchObject({ code: 'DECIDED' })
  await office.stalls.decide({ id: second.id, verdict: 'accepted' })
  for (let day = 0; day < 2; day++) {
    await app.write(tx => tx.enqueue(remind, {}))
    await app.runJobs()
    app.clock.advance(24 * 3_600_000)
  }
  const reminders = await app.sql(`select id from mails where to_address = $1 and template = 'papers.expires'`, [
    ada.email,
  ])
  expect(reminders).toHaveLength(1)
  expect((await app.as(ada).stalls.page()).papers).toMatchObject([
    { kind: 'insurance', status: 'accepted', expiresOn: '2026-12-18' },
  ])
})

test('files of documents that were refused, replaced or ran out are deleted, and what is said of them stays', async () => {
  app.clock.set(marketMorning)
  const ada = await member(app)
  const office = app.as(await admin(app))
  const hand = async (kind: 'insurance' | 'food', expiresOn: string) => {
    const fileId = await stallFile(app, ada)
    return { fileId, ...(await app.as(ada).stalls.handIn({ kind, fileId, expiresOn })) }
  }
  const replaced = await hand('insurance', '2026-12-10')
  const refused = await hand('insurance', '2026-12-11')
  await office.stalls.decide({ id: refused.id, verdict: 'refused', reason: 'It cannot be read.' })
  const old = await hand('food', '2026-11-22')
  await office.stalls.decide({ id: old.id, verdict: 'accepted' })
  const kept = await hand('insurance', '2029-01-01')
  const files = [replaced, refused, old, kept].map(({ fileId }) => fileId)
  const keys = await app.sql<{ id: string; storage_key: string }>(
    'select id, storage_key from files where id = any($1)',
    [files],
  )
  app.clock.set('2027-06-01T10:00:00Z')
  for (const job of [remind, sweep]) {
    await app.write(tx => tx.enqueue(job, {}))
    await app.runJobs()
  }
  expect(await app.sql('select id from files where id = any($1)', [files])).toEqual([{ id: kept.fileId }])
  for (const { id, storage_key: key } of keys)
    expect((await app.runtime.storage.get(key)) !== null, id).toBe(id === kept.fileId)
  const { papers } = await app.as(ada).stalls.page()
  expect(papers).toMatchObject([
    { id: kept.id, status: 'waiting', isKept: true },
    { id: old.id, status: 'accepted', isKept: false },
    { id: refused.id, status: 'refused', reason: 'It cannot be read.', isKept: false },
  ])
  expect((await office.stalls.papers({ status: 'refused', q: ada.email })).rows).toMatchObject([
    { id: refused.id, isKept: false, fileId: null },
  ])
  app.clock.set(marketMorning)
})

test('a document that nobody decided on in 90 days is let go of, unless a stall to come needs it; its file is gone from the page', async () => {
  app.clock.set(marketMorning)
  const [ada, bea] = [await member(app), await member(app)]
  const on = await marketWith(app, { on: '2027-02-27' })
  for (const who of [ada, bea])
    await app.as(who).stalls.handIn({ kind: 'residence', fileId: await stallFile(app, who) })
  await paidStall(app, bea, { marketDate: on })
  const cem = await member(app)
  const proofFileId = await stallFile(app, cem)
  await paidStall(app, cem, { marketDate: on, isWestminsterResident: true, proofFileId })
  const forgotten = async (who: typeof ada) => {
    await app.write(tx => tx.enqueue(forget, {}))
    await app.runJobs()
    return (await app.as(who).stalls.page()).papers[0]!
  }
  app.clock.set('2027-02-19T10:00:00Z')
  expect(await forgotten(ada)).toMatchObject({ status: 'waiting', isKept: true })
  app.clock.set('2027-02-20T12:00:00Z')
  expect(await forgotten(ada)).toMatchObject({ status: 'refused', isKept: false })
  expect(await forgotten(bea)).toMatchObject({ status: 'waiting', isKept: true })
  const [told] = await app.sql<{ props: object }>(
    `select props from mails where to_address = $1 and template = 'papers.decided'`,
    [ada.email],
  )
  expect(told!.props).toMatchObject({ reason: 'We did not look at it in time, and you have no stall to come.' })
  // What it would give back of a stall that was paid for is not lost, however long nobody looks.
  app.clock.set('2027-06-01T12:00:00Z')
  expect(await forgotten(cem)).toMatchObject({ status: 'waiting', isKept: true })
  expect(await forgotten(bea)).toMatchObject({ status: 'refused', isKept: false })
  app.clock.set('2027-02-28T12:00:00Z')
  const { stalls, past } = await app.as(bea).stalls.page()
  expect([stalls.length, past]).toMatchObject([0, [{ marketDate: on, status: 'confirmed' }]])
  app.clock.set(marketMorning)
})

test('the office moves a stall to another day or pitch until its set-up begins, and its seller is told', async () => {
  const [on, to] = [await marketWith(app, { on: '2027-02-13' }), await marketWith(app, { on: '2027-02-20' })]
  const ada = await member(app)
  const id = await paidStall(app, ada, { marketDate: on })
  const office = async () => app.as(await admin(app)).stalls
  const row = async () => (await (await office()).list({ id })).rows[0]!
  expect(await row()).toMatchObject({ marketDate: on, can: { move: true } })
  await (await office()).moveByStaff({ id, marketDate: to })
  const told = await app.sql<{ subject: string }>(
    `select subject from mails where template = 'stalls.moved' and to_address = $1`,
    [ada.email],
  )
  expect(told).toMatchObject([{ subject: expect.stringContaining('Sat 20 Feb') }])
  expect(await row()).toMatchObject({ marketDate: to, finalPrice: 3_000, can: { move: true } })
  app.clock.set('2027-02-20T08:00:00Z')
  expect(await row()).toMatchObject({ can: { move: false } })
  const later = await marketWith(app, { on: '2027-02-27' })
  await expect((await office()).moveByStaff({ id, marketDate: later })).rejects.toMatchObject({ code: 'CANNOT_MOVE' })
  app.clock.set(marketMorning)
})
