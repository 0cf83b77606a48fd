import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { dayRow } from '#features/market/days/model.ts'
import { marketDays } from '#features/market/days/table.ts'
import { admin, doorStaff, member } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { newEmail, newIp } from '#test/browser.ts'
import { boughtTickets, ticketWish } from '#test/guest-tickets.ts'
import { expectInvariants } from '#test/invariants.ts'
import { outboxOf } from '#test/mailbox.ts'
import { marketDay, marketMorning, scanOf } from '#test/market.ts'
import { pay, pressPay, untilQuiet } from '#test/payments.ts'
import { booksStall, marketWith, paidStall } from '#test/stalls.ts'

const app = sharedTestApp({ now: marketMorning })
beforeEach(() => app.clock.set(marketMorning))
afterAll(async () => {
  // What is offered runs out by its own job.
  await untilQuiet(app)
  await expectInvariants(app)
})

const office = async () => app.as(await admin(app))
const visiting = () => app.as(null, { ipAddress: newIp() }).guestTickets
const dayOf = async (on: string) =>
  (
    await app.sql<{ id: string; taken: number; pitches: number }>(
      'select id, taken, pitches from market_days where "on" = $1',
      [on],
    )
  )[0]!

test('a market that is put to another day takes its stalls, its line and its tickets along; all are told and may cancel with everything given back', async () => {
  const [from, to] = [await marketWith(app, { on: '2026-12-12', pitches: 3 }), '2026-12-13']
  const [ada, bea, cem] = [await member(app), await member(app), await member(app)]
  const stall = await paidStall(app, ada, { marketDate: from, stallSize: 'double' })
  const unpaid = await booksStall(app, bea, { marketDate: from })
  await app.as(cem).stalls.wait({ marketDate: from, stallType: 'art', stallSize: 'single' })
  const guestEmail = newEmail()
  const tickets = await boughtTickets(app, { on: from, guestEmail })
  const late = await visiting().buy(await ticketWish(app, { on: from }))
  const { id } = await dayOf(from)
  const boss = await office()
  expect(await boss.market.affected({ id })).toEqual({ stalls: 2, waiting: 1, guestTickets: 2, memberTickets: 0 })
  const [before] = (await visiting().show({ id: tickets })).tickets

  await boss.market.changeDay({ id, on: to, opensAt: '11:00', was: { on: from, opensAt: '10:00' } })

  expect(await dayOf(to)).toMatchObject({ id, taken: 3, pitches: 3 })
  const found = await app.as(ada).stalls.one({ id: stall })
  expect(found).toMatchObject({ marketDate: to, opensAt: '11:00', status: 'confirmed' })
  expect(found.refundableUntil).toEqual(new Date('2026-12-13T08:00:00Z'))
  const calendar = await (await app.as(ada).stalls.calendarFile({ id: stall })).text()
  expect(calendar).toContain('DTSTART:20261213T080000Z')
  const { days } = await app.as(cem).stalls.page()
  expect(days.find(({ on }) => on === to)).toMatchObject({ left: 0, waits: [{ position: 1 }] })
  const shown = await visiting().show({ id: tickets })
  expect(shown).toMatchObject({ on: to, opensAt: '11:00', cancelUntil: new Date('2026-12-13T11:00:00Z') })

  // Each reads what it was and what it is.
  const [was, is] = ['Sat 12 Dec 2026, 10:00–17:00', 'Sun 13 Dec 2026, 11:00–17:00']
  for (const { email } of [ada, bea])
    expect(await outboxOf(app, email, 'stalls.rescheduled')).toMatchObject([
      { props: { on: to, opensAt: '11:00', was: `${was}, set-up from 08:00` } },
    ])
  expect(await outboxOf(app, cem.email, 'market.moved')).toMatchObject([
    { props: { was: `${was}, set-up from 08:00`, is: `${is}, set-up from 08:00`, isWaiting: true } },
  ])
  expect(await outboxOf(app, guestEmail, 'market.guest-tickets-moved')).toMatchObject([
    { props: { was, on: 'Sun 13 Dec 2026', time: '11:00–17:00' } },
  ])

  // Who pays late for the former day gets it back; a stall that is paid late is on the new one.
  expect(await visiting().show({ id: late.id })).toMatchObject({ can: { pay: false } })
  await pressPay(late.url)
  await untilQuiet(app)
  expect(await visiting().show({ id: late.id })).toMatchObject({ status: 'cancelled', tickets: [] })
  await pay(app, unpaid.url!)

  // An hour before set-up, long after the usual time, everything comes back.
  app.clock.set('2026-12-13T07:00:00Z')
  expect(await app.as(bea).stalls.cancel({ id: unpaid.id, back: 3_000 })).toEqual({ back: 3_000 })
  app.clock.set('2026-12-13T10:59:00Z')
  const { code, ticketCode } = (await visiting().show({ id: tickets })).tickets[0]!
  expect(ticketCode).toBe(before!.ticketCode)
  app.clock.set('2026-12-13T11:30:00Z')
  const door = app.as(await doorStaff(app)).door
  expect(await door.admit(scanOf(before!.code!))).toMatchObject({ outcome: 'refused' })
  expect(await door.admit(scanOf(code!))).toMatchObject({ outcome: 'admitted', note: 'Paid online' })
  const audited = await app.sql(
    `select distinct table_name as name from audit_log where actor_id is not null and action = 'update' and created_at >= $1
     and table_name in ('market_days', 'market_bookings', 'guest_ticket_purchases') order by 1`,
    [new Date(0)],
  )
  expect(audited.map(({ name }) => name)).toEqual(['guest_ticket_purchases', 'market_bookings', 'market_days'])
})

test('a market is put to a date on which one was cancelled: that gives way once everybody there is paid back', async () => {
  const [on, from] = [await marketWith(app, { on: '2027-04-17', pitches: 3 }), '2027-04-24']
  const [ada, bea] = [await member(app), await member(app)]
  const former = await paidStall(app, ada, { marketDate: on })
  const guestEmail = newEmail()
  const formerTickets = await boughtTickets(app, { on, guestEmail })
  const boss = await office()
  await marketWith(app, { on: from, pitches: 3 })
  const stall = await paidStall(app, bea, { marketDate: from })
  const tickets = await boughtTickets(app, { on: from })
  const { id } = await dayOf(from)

  await boss.market.cancelDay({ id: (await dayOf(on)).id })
  const move = () => boss.market.changeDay({ id, on, was: { on: from } })
  await expect(move()).rejects.toMatchObject({ code: 'PAYING_BACK', data: { field: 'on' } })
  await untilQuiet(app)
  await move()

  expect(await dayOf(on)).toMatchObject({ id, taken: 1 })
  expect(await app.as(bea).stalls.one({ id: stall })).toMatchObject({ marketDate: on, status: 'confirmed' })
  expect(await visiting().show({ id: tickets })).toMatchObject({ on, status: 'confirmed' })
  // What was paid back stays so, with its date, and nobody is told of another time who does not come.
  expect(await app.as(ada).stalls.one({ id: former })).toMatchObject({ marketDate: on, status: 'cancelled' })
  expect(await visiting().show({ id: formerTickets })).toMatchObject({ on, status: 'withdrawn' })
  expect(await outboxOf(app, ada.email, 'stalls.rescheduled')).toEqual([])
  expect(await outboxOf(app, guestEmail, 'market.guest-tickets-moved')).toEqual([])
  // The day that was left is free, and on one that takes place there is no second market.
  await boss.market.addDay({ on: from, pitches: 3 })
  await expect(boss.market.changeDay({ id, on: from, was: { on } })).rejects.toMatchObject({
    code: 'MARKET_DAY_EXISTS',
  })
})

test('guests cancel until a market that was put to another time opens', async () => {
  const on = '2026-12-05'
  await marketDay(app, on)
  const id = await boughtTickets(app, { on })
  await (await office()).market.changeDay({ id: (await dayOf(on)).id, closesAt: '15:00' })
  app.clock.set('2026-12-05T09:59:00Z')
  expect(await visiting().cancel({ id, seenPence: 200 })).toEqual({ pence: 200 })
})

test('other pitches or another note concern nobody who has a place; places that are added go to who waits', async () => {
  const on = await marketWith(app, { on: '2027-01-09', pitches: 1 })
  const [ada, bea] = [await member(app), await member(app)]
  const id = await paidStall(app, ada, { marketDate: on })
  await app.as(bea).stalls.wait({ marketDate: on, stallType: 'art', stallSize: 'single' })
  const boss = await office()
  const { id: day } = await dayOf(on)
  await boss.market.changeDay({ id: day, pitches: 2, note: 'The way in is by the yard.' })
  await untilQuiet(app)
  expect(await outboxOf(app, bea.email, 'stalls.pitch-free')).toHaveLength(1)
  expect(await outboxOf(app, ada.email, 'stalls.rescheduled')).toEqual([])
  expect(await app.as(ada).stalls.one({ id })).toMatchObject({ note: 'The way in is by the yard.' })
  // Never below what is sold or offered.
  await expect(boss.market.changeDay({ id: day, pitches: 1 })).rejects.toMatchObject({
    code: 'PITCHES_TAKEN',
    data: { field: 'pitches' },
  })
})

test('of a market that is brought forward what is offered is held until set-up at most', async () => {
  const on = await marketWith(app, { on: '2027-01-16', pitches: 1 })
  const [ada, bea] = [await member(app), await member(app)]
  await paidStall(app, ada, { marketDate: on })
  await app.as(bea).stalls.wait({ marketDate: on, stallType: 'art', stallSize: 'single' })
  app.clock.set('2027-01-15T22:00:00Z')
  const { id } = await dayOf(on)
  const { market } = await office()
  await market.changeDay({ id, pitches: 2 })
  await untilQuiet(app)
  const held = async () =>
    (
      await app.sql<{ until: Date; isInTime: boolean }>(
        `select w.held_until as until, w.held_until < d.starts_at as "isInTime"
         from waiting_entries w join market_days d on d."on" = w."on" where w.user_id = $1 and w.status = 'offered'`,
        [bea.id],
      )
    )[0]!
  const before = await held()
  expect(before.until > new Date('2027-01-16T07:00:00Z')).toBe(true)
  await market.changeDay({ id, setUpFrom: '07:00' })
  expect(await held()).toMatchObject({ isInTime: true })
})

test('whoever waits for two kinds of stall at a market that changes is told once', async () => {
  const on = await marketWith(app, { on: '2027-01-23', pitches: 1 })
  const [ada, bea] = [await member(app), await member(app)]
  await paidStall(app, ada, { marketDate: on })
  for (const stallType of ['art', 'books'] as const)
    await app.as(bea).stalls.wait({ marketDate: on, stallType, stallSize: 'single' })
  const { market } = await office()
  const { id } = await dayOf(on)
  expect(await market.affected({ id })).toMatchObject({ stalls: 1, waiting: 2 })
  await market.changeDay({ id, closesAt: '16:00' })
  expect(await outboxOf(app, bea.email, 'market.moved')).toHaveLength(1)
})

test('a market is changed to a free weekend day to come, with its hours in order, while it is not over, and by one admin at a time', async () => {
  const on = await marketWith(app, { on: '2027-02-06' })
  await marketWith(app, { on: '2027-02-13' })
  const boss = await office()
  const { id } = await dayOf(on)
  const change = (to: object) => boss.market.changeDay({ id, ...to })
  await expect(change({ on: '2027-02-05' })).rejects.toThrow()
  await expect(change({ on: '2027-02-13' })).rejects.toMatchObject({ code: 'MARKET_DAY_EXISTS', data: { field: 'on' } })
  await expect(change({ on: '2026-11-15' })).rejects.toMatchObject({ code: 'DATE_PAST', data: { field: 'on' } })
  await expect(change({ opensAt: '17:30' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { field: 'closesAt' },
  })
  await app.sql(
    `insert into market_days ("on", space_id, starts_at, ends_at) select '2027-02-20', space_id, '2027-02-14T08:00Z', '2027-02-14T18:00Z' from market_days where id = $1`,
    [id],
  )
  await expect(change({ on: '2027-02-14' })).rejects.toMatchObject({
    code: 'HALL_TAKEN',
    message: 'The hall is taken at this time. Choose another day or other hours.',
  })
  await change({ closesAt: '16:00', was: { closesAt: '17:00' } })
  await expect(change({ closesAt: '18:00', was: { closesAt: '17:00' } })).rejects.toMatchObject({
    code: 'CHANGED_MEANWHILE',
    data: { field: 'closesAt', is: '16:00' },
  })
  await expect(
    (
      await app
        .as(await member(app))
        .market.changeDay({ id, pitches: 5 })
        .catch(e => e)
    ).code,
  ).toBe('FORBIDDEN')
  app.clock.set('2027-02-06T09:00:00Z')
  const today = (await office()).market
  await expect(today.changeDay({ id, on: '2027-02-07' })).rejects.toMatchObject({ code: 'MARKET_BEGUN' })
  await today.changeDay({ id, closesAt: '15:00' })
  app.clock.set('2027-02-06T15:00:00Z')
  const { rows } = await today.days({})
  expect(rows.find(row => row.id === id)).toMatchObject({ isOver: true, can: { change: false, cancel: false } })
  await expect(today.changeDay({ id, closesAt: '19:00' })).rejects.toMatchObject({ code: 'MARKET_OVER' })
})

test('members who have opened their ticket read of other hours on the day', async () => {
  const on = '2027-03-06'
  await marketDay(app, on)
  app.clock.set(`${on}T09:00:00Z`)
  const ada = await member(app)
  await app.as(ada).market.ticket()
  const boss = await office()
  const { id } = await dayOf(on)
  expect(await boss.market.affected({ id })).toMatchObject({ memberTickets: 1 })
  await boss.market.changeDay({ id, closesAt: '16:00' })
  expect(await outboxOf(app, ada.email, 'market.moved')).toMatchObject([
    { props: { was: 'Sat 6 Mar 2027, 10:00–17:00', is: 'Sat 6 Mar 2027, 10:00–16:00', isWaiting: false } },
  ])
})

test('who cancelled their stall, or has come in already, reads nothing of other hours', async () => {
  const on = await marketWith(app, { on: '2027-04-03' })
  const [ada, bea] = [await member(app), await member(app)]
  const stall = await paidStall(app, ada, { marketDate: on })
  await app.as(ada).stalls.cancel({ id: stall, back: 3_000 })
  app.clock.set(`${on}T10:00:00Z`)
  const { code } = await app.as(bea).market.ticket()
  expect(await app.as(await doorStaff(app)).door.admit(scanOf(code))).toMatchObject({ outcome: 'admitted' })
  const { market } = await office()
  const { id } = await dayOf(on)
  expect(await market.affected({ id })).toMatchObject({ stalls: 0, memberTickets: 0 })
  await market.changeDay({ id, closesAt: '16:00' })
  expect(await outboxOf(app, ada.email, 'stalls.rescheduled')).toEqual([])
  expect(await outboxOf(app, bea.email, 'market.moved')).toEqual([])
})

test('whom the house puts to another day may cancel with everything given back; who moves by themselves as before', async () => {
  const [on, near, later] = ['2027-03-13', '2027-03-20', '2027-03-27']
  for (const each of [on, near, later]) await marketWith(app, { on: each })
  const ada = await member(app)
  const id = await paidStall(app, ada, { marketDate: on })
  await (await office()).stalls.moveByStaff({ id, marketDate: near })
  app.clock.set('2027-03-20T07:00:00Z')
  expect(await app.as(ada).stalls.one({ id })).toMatchObject({ back: 3_000, can: { moveDay: true } })
  await app.as(ada).stalls.move({ id, marketDate: later })
  app.clock.set('2027-03-27T07:00:00Z')
  expect(await app.as(ada).stalls.one({ id })).toMatchObject({ back: 0, can: { moveDay: false } })
})

test('a payment and a cancellation that wait while their market is put to another day find their stalls there', async () => {
  const [from, to] = [await marketWith(app, { on: '2027-05-01' }), '2027-05-02']
  const [ada, bea] = [await member(app), await member(app)]
  const unpaid = await booksStall(app, ada, { marketDate: from })
  const paid = await paidStall(app, bea, { marketDate: from })
  const { id } = await dayOf(from)
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  const moving = app.write(async tx => {
    await tx
      .update(marketDays)
      .set(dayRow({ on: to }))
      .where(eq(marketDays.id, id))
    hold()
    await freed
  })
  await held
  await pressPay(unpaid.url!)
  const waiting = Promise.allSettled([app.as(bea).stalls.cancel({ id: paid, back: 3_000 }), untilQuiet(app)])
  await expect
    .poll(
      async () =>
        Number((await app.sql(`select count(*) as n from pg_stat_activity where wait_event_type = 'Lock'`))[0]!.n),
      { timeout: 10_000 },
    )
    .toBe(2)
  free()
  await moving
  expect((await waiting).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(await app.as(ada).stalls.one({ id: unpaid.id })).toMatchObject({ status: 'confirmed', marketDate: to })
  expect((await app.as(bea).stalls.page()).past).toMatchObject([{ id: paid, status: 'cancelled' }])
  expect(await dayOf(to)).toMatchObject({ taken: 1 })
})

test('stalls of a market that was cancelled are paid back, also where it takes place again on another day by then', async () => {
  const [on, to] = [await marketWith(app, { on: '2027-05-08' }), '2027-05-09']
  const ada = await member(app)
  const stall = await paidStall(app, ada, { marketDate: on })
  const { id } = await dayOf(on)
  const { market } = await office()
  await market.cancelDay({ id })
  app.clock.advance(1_000)
  await market.addDay({ on })
  await market.changeDay({ id, on: to })
  await untilQuiet(app)
  expect((await app.as(ada).stalls.page()).past).toMatchObject([{ id: stall, status: 'cancelled' }])
  expect(await app.sql('select amount_pence, status from refunds where user_id = $1', [ada.id])).toEqual([
    { amount_pence: 3_000, status: 'done' },
  ])
})

test('who waits for a stall since a cancelled market takes place again keeps their place in line', async () => {
  const on = await marketWith(app, { on: '2027-05-15', pitches: 1 })
  const [ada, bea] = [await member(app), await member(app)]
  await paidStall(app, ada, { marketDate: on })
  const { market } = await office()
  await market.cancelDay({ id: (await dayOf(on)).id })
  app.clock.advance(1_000)
  await market.addDay({ on, pitches: 1 })
  await app.as(bea).stalls.wait({ marketDate: on, stallType: 'art', stallSize: 'single' })
  await untilQuiet(app)
  expect(await outboxOf(app, bea.email, 'stalls.no-market')).toEqual([])
  expect(await outboxOf(app, bea.email, 'stalls.pitch-free')).toHaveLength(1)
})

test('whose market closes earlier is told on its day too, without a refund that has ended', async () => {
  const on = await marketWith(app, { on: '2026-12-05' })
  const ada = await member(app)
  await paidStall(app, ada, { marketDate: on })
  const guestEmail = newEmail()
  await boughtTickets(app, { on, guestEmail })
  const { id } = await dayOf(on)
  const tell = async (time: string, closesAt: string) => {
    app.clock.set(`${on}T${time}:00Z`)
    await (await office()).market.changeDay({ id, closesAt })
    const [seller] = (await outboxOf(app, ada.email, 'stalls.rescheduled')).slice(-1)
    const [guest] = (await outboxOf(app, guestEmail, 'market.guest-tickets-moved')).slice(-1)
    return [seller!.props.cancelUntil, guest!.props.ifCancelled]
  }
  const untilIt = 'you get £2 back until Sat 5 Dec, 10:00, and nothing after that.'
  expect(await tell('07:00', '16:30')).toEqual(['2026-12-05T08:00:00.000Z', untilIt])
  expect(await tell('08:30', '16:00')).toEqual([null, untilIt])
  expect(await tell('10:30', '15:30')).toEqual([null, 'nothing comes back: it is too close to the start.'])
  app.clock.set(marketMorning)
})
