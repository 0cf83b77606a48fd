import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { admin, doorStaff, member } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { newEmail, newIp } from '#test/browser.ts'
import { boughtTickets, ticketDay, ticketWish } from '#test/guest-tickets.ts'
import { expectInvariants } from '#test/invariants.ts'
import { outboxOf } from '#test/mailbox.ts'
import { marketDay, marketMorning, scanOf } from '#test/market.ts'
import { control, declinedCard, disputed, expireDue, pay, pressPay, untilQuiet } from '#test/payments.ts'

const app = sharedTestApp({ now: marketMorning })
beforeEach(() => app.clock.set(marketMorning))
afterAll(() => expectInvariants(app))

// Each from a network of their own: the limits of one are looked at in test/policy.test.ts.
const visiting = () => app.as(null, { ipAddress: newIp() }).guestTickets
const onTheDay = () => app.clock.set(`${ticketDay}T11:00:00Z`)
const dayId = async (on = ticketDay) =>
  (await app.sql<{ id: string }>('select id from market_days where "on" = $1', [on]))[0]!.id
const ledgerOf = async (id: string) =>
  (
    await app.sql<{ pence: number }>(
      `select l.amount_pence as pence from ledger_entries l join guest_ticket_purchases p on p.order_id = l.order_id
       where p.id = $1 order by l.amount_pence`,
      [id],
    )
  ).map(({ pence }) => pence)

/** Gives money back at the provider, as its own page does; all of it unless told. */
async function refundAtProvider(id: string, amount?: number) {
  const [order] = await app.sql<{ intent: string }>(
    'select o.stripe_payment_intent_id as intent from orders o join guest_ticket_purchases p on p.order_id = o.id where p.id = $1',
    [id],
  )
  await app.runtime.stripe.refunds.create({ payment_intent: order!.intent, ...(amount && { amount }) })
  await untilQuiet(app)
}

/** The first of tickets that are bought while the market is open. */
async function boughtNow() {
  const { tickets } = await visiting().show({ id: await boughtTickets(app) })
  return tickets[0]!
}

test('until when the price comes back is known before anything is bought, also once it no longer does', async () => {
  await ticketWish(app)
  const until = async (at: string) => {
    app.clock.set(at)
    return (await visiting().offer()).days.find(({ on }) => on === ticketDay)?.backUntil
  }
  const opens = new Date(`${ticketDay}T10:00:00Z`)
  const last = new Date(opens.getTime() - 24 * 3_600_000)
  expect(await until(last.toISOString())).toEqual(last)
  expect(await until(new Date(last.getTime() + 1_000).toISOString())).toBeNull()
})

test('a guest buys tickets by card without an account and gets a code for each by mail, good on the market day [MKT-24]', async () => {
  const wish = await ticketWish(app, { quantity: 3 })
  const offer = await visiting().offer()
  expect(offer).toMatchObject({ unitPence: 100 })
  expect(offer.days.find(({ on }) => on === ticketDay)).toMatchObject({ opensAt: '10:00', closesAt: '17:00' })
  const { id, url } = await visiting().buy(wish)
  expect(await visiting().show({ id })).toMatchObject({
    status: 'pending',
    heldUntil: expect.any(Date),
    tickets: [],
    can: { pay: true, cancel: false },
  })
  expect(await outboxOf(app, wish.guestEmail, 'market.guest-tickets')).toEqual([])
  await pay(app, url)
  const shown = await visiting().show({ id })
  expect(shown).toMatchObject({
    status: 'confirmed',
    paidPence: 300,
    refundPence: 300,
    can: { pay: false, cancel: true },
  })
  expect(new Set(shown.tickets.map(({ code }) => code)).size).toBe(3)
  const [mail] = await outboxOf(app, wish.guestEmail, 'market.guest-tickets')
  expect(mail!.props).toMatchObject({ purchaseId: id, tickets: '3 tickets', sum: '£3' })
  for (const { ticketCode } of shown.tickets)
    expect(mail!.props.codes).toContain(`${ticketCode.slice(0, 4)} ${ticketCode.slice(4)}`)
  expect(JSON.stringify(mail)).not.toContain('Gus')
  expect(await ledgerOf(id)).toEqual([300])
})

test('a ticket is written down as a guest’s with its code, price, state, name and address [MKT-20] [MKA-20]', async () => {
  const guestEmail = newEmail()
  const id = await boughtTickets(app, { guestEmail, quantity: 1 })
  const rows = () =>
    app.sql(
      `select user_id, ticket_code, ticket_type, price_pence, status, used_at, guest_email, guest_name, check_in_count
       from market_visitor_tickets where purchase_id = $1`,
      [id],
    )
  const ticket = {
    user_id: null,
    ticket_type: 'guest',
    price_pence: 100,
    guest_email: guestEmail,
    guest_name: 'Gus Holm',
  }
  expect(await rows()).toMatchObject([{ ...ticket, status: 'issued', used_at: null, check_in_count: 0 }])
  const { code, ticketCode } = (await visiting().show({ id })).tickets[0]!
  onTheDay()
  await app.as(await doorStaff(app)).door.admit(scanOf(code!))
  const [used] = await rows()
  expect(used).toMatchObject({ ...ticket, ticket_code: ticketCode, status: 'used', check_in_count: 1 })
  expect(used!.used_at).toEqual(new Date(`${ticketDay}T11:00:00Z`))
  expect(
    await app.sql(`select ticket_type, user_id is null as is_guest from market_visitor_tickets where "on" = $1`, [
      ticketDay,
    ]),
  ).toContainEqual({ ticket_type: 'guest', is_guest: true })
})

test('the door lets each ticket in once, again after the wait, by its code or its letters, and collects nothing', async () => {
  const id = await boughtTickets(app)
  const [first, second] = (await visiting().show({ id })).tickets
  const door = app.as(await doorStaff(app)).door
  expect(await door.admit(scanOf(first!.code!))).toMatchObject({
    outcome: 'refused',
    message: 'This ticket is for Sat 28 Nov 2026',
  })
  onTheDay()
  expect(await door.admit(scanOf(first!.code!))).toMatchObject({
    ...{ outcome: 'admitted', message: 'Checked in', ticketType: 'guest', name: 'Gus Holm' },
    ...{ pricePence: 0, note: 'Paid online', personId: null },
  })
  expect((await door.admit(scanOf(first!.code!))).message).toContain('must wait 30 minutes')
  expect(await door.admit(scanOf(second!.ticketCode.toLowerCase()))).toMatchObject({ outcome: 'admitted' })
  app.clock.set(`${ticketDay}T11:31:00Z`)
  expect(await door.admit(scanOf(first!.code!))).toMatchObject({ outcome: 'admitted', message: 'Checked in again' })
  const { list } = await door.list({ kind: 'market-checkin' })
  expect(JSON.parse(list).passes).toContainEqual(
    expect.objectContaining({ passId: first!.id, name: 'Gus Holm', problem: null, entries: 2, pricePence: 0 }),
  )
  expect(await visiting().show({ id })).toMatchObject({ can: { cancel: false } })
  const boss = app.as(await admin(app))
  const { rows } = await boss.market.days({})
  expect(rows.find(({ on }) => on === ticketDay)!.soldPence).toBeGreaterThanOrEqual(200)
  const row = (await boss.market.checkIns({ q: first!.ticketCode })).rows[0]!
  expect(row).toMatchObject({ isPaidOnline: true, can: { takeBack: true } })
  // One that the door lets in by mistake and takes back is as good as before.
  const another = await boughtNow()
  const mistaken = await door.admit(scanOf(another.code!))
  const takenBack = { kind: 'market-checkin', scanId: mistaken.scanId, takenBackAt: new Date().toISOString() }
  await door.takeBack(takenBack)
  expect(await door.find({ kind: 'market-checkin', q: 'Holm' })).toContainEqual(
    expect.objectContaining({ personId: null, passId: another.id, name: 'Gus Holm', ticketType: 'guest', entries: 0 }),
  )
  expect(await door.admit(scanOf(another.code!))).toMatchObject({ outcome: 'admitted', message: 'Checked in' })
  app.clock.set('2026-11-29T11:00:00Z')
  expect((await door.admit(scanOf(first!.code!))).message).toBe('This ticket is for Sat 28 Nov 2026')
})

test('a ticket whose money went back after its entry is not good again when the entry is taken back', async () => {
  onTheDay()
  const id = await boughtTickets(app)
  const [first] = (await visiting().show({ id })).tickets
  const door = app.as(await doorStaff(app)).door
  const { scanId } = await door.admit(scanOf(first!.code!))
  await refundAtProvider(id)
  expect((await visiting().show({ id })).status).toBe('cancelled')
  await door.takeBack({ kind: 'market-checkin', scanId, takenBackAt: new Date().toISOString() })
  expect(await door.admit(scanOf(first!.code!))).toMatchObject({ outcome: 'refused' })
})

test('the mail of a cancelled market names what goes back, not what was paid', async () => {
  const on = '2026-12-12'
  const guestEmail = newEmail()
  const id = await boughtTickets(app, { on, guestEmail })
  await refundAtProvider(id, 50)
  await app.as(await admin(app)).market.cancelDay({ id: await dayId(on) })
  await untilQuiet(app)
  expect((await outboxOf(app, guestEmail, 'market.withdrawn')).map(({ props }) => props)).toMatchObject([
    { back: '£1.50' },
  ])
})

test('cancelled by the link until 24 hours before, everything goes back once; later nothing does', async () => {
  const guestEmail = newEmail()
  const id = await boughtTickets(app, { guestEmail })
  await expect(visiting().cancel({ id, seenPence: 100 })).rejects.toMatchObject({ code: 'REFUND_CHANGED' })
  app.clock.set('2026-11-27T10:00:00Z')
  const answers = await Promise.allSettled([1, 2, 3].map(() => visiting().cancel({ id, seenPence: 200 })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await untilQuiet(app)
  expect(await ledgerOf(id)).toEqual([-200, 200])
  expect(await visiting().show({ id })).toMatchObject({ status: 'cancelled', backPence: 200, can: { cancel: false } })
  expect((await visiting().show({ id })).tickets.every(({ code }) => code === null)).toBe(true)
  expect((await outboxOf(app, guestEmail, 'market.guest-tickets-cancelled')).map(({ props }) => props)).toMatchObject([
    { back: '£2' },
  ])
  const other = await boughtTickets(app)
  app.clock.set('2026-11-27T10:00:01Z')
  await expect(visiting().cancel({ id: other, seenPence: 200 })).rejects.toMatchObject({ code: 'TOO_LATE' })
  await expect(visiting().cancel({ id: randomUUID(), seenPence: 200 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const boss = app.as(await admin(app))
  expect(await boss.guestTickets.cancelByStaff({ id: other, reason: 'They are ill.' })).toEqual({ pence: 200 })
  await untilQuiet(app)
  expect(await ledgerOf(other)).toEqual([-200, 200])
  onTheDay()
})

test('a market that is cancelled pays everybody back by itself and tells them; money that comes later goes back as well', async () => {
  const on = '2026-12-05'
  const [paidBy, lateBy] = [newEmail(), newEmail()]
  const id = await boughtTickets(app, { on, guestEmail: paidBy })
  const late = await visiting().buy(await ticketWish(app, { on, guestEmail: lateBy }))
  await control(app, { hold: true })
  await pressPay(late.url)
  await app.as(await admin(app)).market.cancelDay({ id: await dayId(on) })
  await app.runJobs()
  await control(app, { hold: false })
  await untilQuiet(app)
  expect(await visiting().show({ id })).toMatchObject({ status: 'withdrawn', backPence: 200 })
  expect(await outboxOf(app, paidBy, 'market.withdrawn')).toHaveLength(1)
  expect(await ledgerOf(id)).toEqual([-200, 200])
  expect(await visiting().show({ id: late.id })).toMatchObject({ status: 'withdrawn', tickets: [], backPence: 200 })
  expect((await outboxOf(app, lateBy, 'payments.order-gone-guest')).map(({ props }) => props)).toMatchObject([
    { sum: '£2', reason: 'The market of that day was cancelled before your payment arrived.' },
  ])
  expect(await ledgerOf(late.id)).toEqual([-200, 200])
  // The day takes place after all: what was paid back stays so.
  await app.as(await admin(app)).market.addDay({ on })
  expect(await visiting().show({ id })).toMatchObject({ status: 'withdrawn' })
})

test('a market that is broken off pays back whoever had come in, as everybody', async () => {
  const on = '2026-12-19'
  const [came, absent] = [await boughtTickets(app, { on }), await boughtTickets(app, { on })]
  const [first] = (await visiting().show({ id: came })).tickets
  app.clock.set(`${on}T11:00:00Z`)
  const door = app.as(await doorStaff(app)).door
  expect(await door.admit(scanOf(first!.code!))).toMatchObject({ outcome: 'admitted' })
  await app.as(await admin(app)).market.cancelDay({ id: await dayId(on) })
  await untilQuiet(app)
  for (const id of [came, absent]) {
    expect(await visiting().show({ id })).toMatchObject({ status: 'withdrawn', backPence: 200 })
    expect(await ledgerOf(id)).toEqual([-200, 200])
  }
})

test('somebody who comes in at the moment at which their tickets are cancelled is either in or paid back', async () => {
  const boss = app.as(await admin(app))
  const door = app.as(await doorStaff(app)).door
  for (let turn = 0; turn < 8; turn++) {
    app.clock.set(marketMorning)
    const id = await boughtTickets(app, { quantity: 1 })
    const [ticket] = (await visiting().show({ id })).tickets
    onTheDay()
    const [entered, cancelled] = await Promise.allSettled([
      door.admit(scanOf(ticket!.code!)),
      boss.guestTickets.cancelByStaff({ id, reason: 'They are ill.' }),
    ])
    const isIn = entered.status === 'fulfilled' && entered.value.outcome === 'admitted'
    expect([isIn, cancelled.status]).toEqual(isIn ? [true, 'rejected'] : [false, 'fulfilled'])
  }
  // Whoever holds the ticket first: the cancelling waits, and reads then that it was used.
  app.clock.set(marketMorning)
  const id = await boughtTickets(app, { quantity: 1 })
  onTheDay()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  const entering = app.write(async tx => {
    await tx.execute(sql`update market_visitor_tickets set status = 'used', used_at = ${tx.now.toISOString()},
      last_entry_at = ${tx.now.toISOString()}, check_in_count = 1 where purchase_id = ${id}`)
    hold()
    await freed
  })
  await held
  const cancelling = boss.guestTickets.cancelByStaff({ id, reason: 'They are ill.' })
  cancelling.catch(() => {})
  await expect
    .poll(async () =>
      Number((await app.sql(`select count(*) as n from pg_stat_activity where wait_event_type = 'Lock'`))[0]!.n),
    )
    .toBeGreaterThan(0)
  free()
  await entering
  await expect(cancelling).rejects.toMatchObject({ code: 'TICKET_USED' })
  expect(await ledgerOf(id)).toEqual([100])
})

test('unpaid tickets run out and let go of everything; money that comes late still brings them', async () => {
  const { id, url } = await visiting().buy(await ticketWish(app))
  await control(app, { hold: true })
  await pressPay(url)
  app.clock.advance(31 * 60_000)
  await control(app, { down: true })
  await expireDue(app)
  expect(await visiting().show({ id })).toMatchObject({ status: 'expired', can: { pay: false } })
  await control(app, { hold: false, down: false })
  await untilQuiet(app)
  expect(await visiting().show({ id })).toMatchObject({ status: 'confirmed', paidPence: 200 })
  const refused = await visiting().buy(await ticketWish(app))
  await pay(app, refused.url, declinedCard)
  expect(await visiting().show({ id: refused.id })).toMatchObject({ status: 'pending' })
})

test('who types somebody else’s address ends nothing of theirs: both may be paid', async () => {
  const guestEmail = newEmail()
  const theirs = await visiting().buy(await ticketWish(app, { guestEmail }))
  const strangers = await visiting().buy(await ticketWish(app, { guestEmail: guestEmail.toUpperCase() }))
  const account = await app.as(await member(app)).guestTickets.buy(await ticketWish(app, { guestEmail }))
  for (const { id } of [theirs, strangers, account])
    expect(await visiting().show({ id })).toMatchObject({ status: 'pending', can: { pay: true } })
  await pay(app, theirs.url)
  expect(await visiting().show({ id: theirs.id })).toMatchObject({ status: 'confirmed' })
})

test('one payment is open of an account: a new one ends the one before, and two at once sell once', async () => {
  const own = () => app.as(ada, { ipAddress: newIp() }).guestTickets
  const ada = await member(app)
  const first = await own().buy(await ticketWish(app))
  const second = await own().buy(await ticketWish(app))
  expect(await visiting().show({ id: first.id })).toMatchObject({ status: 'expired' })
  await pay(app, second.url)
  expect(await visiting().show({ id: second.id })).toMatchObject({ status: 'confirmed' })
  const wish = await ticketWish(app, { guestEmail: newEmail() })
  const answers = await Promise.allSettled([1, 2, 3].map(() => own().buy(wish)))
  for (const each of answers)
    if (each.status === 'rejected')
      // Whoever was quicker may have been replaced before their page was open.
      expect(['PURCHASE_OPEN', 'ORDER_CLOSED']).toContain(each.reason.code)
  expect(
    await app.sql(
      `select count(*)::int as n from guest_ticket_purchases where guest_email = $1 and status = 'pending'`,
      [wish.guestEmail],
    ),
  ).toEqual([{ n: 1 }])
})

test('the server decides price, day and number', async () => {
  const wish = await ticketWish(app)
  const refusedAs = async (more: object) =>
    visiting()
      .buy({ ...wish, ...more })
      .then(
        () => null,
        error => error.code,
      )
  expect(await refusedAs({ seenPence: 50 })).toBe('PRICE_CHANGED')
  expect(await refusedAs({ quantity: 11 })).toBe('INVALID_INPUT')
  expect(await refusedAs({ quantity: 0 })).toBe('INVALID_INPUT')
  expect(await refusedAs({ on: '2026-12-20' })).toBe('NOT_FOUND')
  await marketDay(app, '2026-11-15')
  expect(await refusedAs({ on: '2026-11-15' })).toBe('MARKET_OVER')
  await marketDay(app, '2027-08-28')
  expect(await refusedAs({ on: '2027-08-28' })).toBe('TOO_EARLY')
  const boss = app.as(await admin(app))
  await boss.venue.changeSettings({ guestEntryPence: 0 })
  expect(await refusedAs({ seenPence: 0 })).toBe('ENTRY_FREE')
  await boss.venue.changeSettings({ guestEntryPence: 100 })
})

test('whoever is signed in has the order among their payments, and the office sees every sale', async () => {
  const ada = await member(app)
  const { id, url } = await app.as(ada).guestTickets.buy(await ticketWish(app, { guestEmail: ada.email }))
  await pay(app, url)
  const [payment] = (await app.as(ada).payments.mine({})).rows
  expect(payment).toMatchObject({ amountPence: 200, status: 'paid' })
  const receipt = await app.as(ada).payments.receipt({ id: payment!.id })
  expect(receipt.things).toMatchObject([{ link: { to: '/guest-tickets/$id', params: { id } } }])
  const guestEmail = newEmail()
  const other = await boughtTickets(app, { guestEmail })
  const boss = app.as(await admin(app))
  const found = await boss.guestTickets.list({ q: guestEmail })
  expect(found).toMatchObject({
    total: 1,
    sums: { tickets: 2, takenPence: 200 },
    rows: [
      { id: other, on: ticketDay, quantity: 2, amountPence: 200, used: 0, status: 'confirmed', can: { cancel: true } },
    ],
  })
  // Of the next market it is until that one has been.
  const next = { q: guestEmail, when: 'next' } as const
  app.clock.set(`${ticketDay}T09:00:00Z`)
  expect(await boss.guestTickets.list(next)).toMatchObject({ total: 1 })
  app.clock.set(new Date(Date.parse(`${ticketDay}T09:00:00Z`) + 86_400_000).toISOString())
  expect(await boss.guestTickets.list(next)).toMatchObject({ total: 0 })
  app.clock.set(marketMorning)
  const [order] = (await boss.payments.orders({ q: guestEmail })).rows
  expect(order).toMatchObject({ person: 'Gus Holm', email: guestEmail, userId: null, kind: 'guest_tickets' })
  expect((await boss.payments.ledger({ q: guestEmail })).rows).toMatchObject([{ person: 'Gus Holm', amountPence: 200 }])
  expect(await boss.payments.receipt({ id: order!.id })).toMatchObject({ person: 'Gus Holm', isOwn: false })
  await expect(app.as(ada).payments.receipt({ id: order!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('money that the house or the bank moves at the provider ends the tickets too, and the guest is told', async () => {
  const guestEmail = newEmail()
  const id = await boughtTickets(app, { guestEmail })
  await refundAtProvider(id)
  expect(await visiting().show({ id })).toMatchObject({ status: 'cancelled', backPence: 200 })
  expect(await outboxOf(app, guestEmail, 'payments.refunded-guest')).toHaveLength(1)
  const disputed = await boughtTickets(app)
  const [other] = await app.sql<{ intent: string }>(
    `select o.stripe_payment_intent_id as intent from orders o join guest_ticket_purchases p on p.order_id = o.id where p.id = $1`,
    [disputed],
  )
  await control(app, { dispute: other!.intent })
  await untilQuiet(app)
  const [{ id: disputeId }] = (await app.sql<{ id: string }>(`select id from disputes where user_id is null`, [])) as [
    { id: string },
  ]
  await control(app, { disputeLost: disputeId })
  await untilQuiet(app)
  expect(await visiting().show({ id: disputed })).toMatchObject({ status: 'cancelled' })
})

test('whatever happens in whatever order, tickets and money agree', async () => {
  const steps = fc.array(
    fc.constantFrom('buy', 'pay', 'twice', 'cancel', 'expire', 'staff', 'market') as fc.Arbitrary<string>,
    { minLength: 4, maxLength: 10 },
  )
  const boss = await admin(app)
  await fc.assert(
    fc.asyncProperty(steps, async sequence => {
      app.clock.set(marketMorning)
      const on = '2026-12-12'
      await marketDay(app, on)
      await app.sql(`update market_days set is_cancelled = false where "on" = $1`, [on])
      const bought: { id: string; url: string; isPressed?: boolean }[] = []
      for (const step of sequence) {
        const one = bought.at(-1)
        if (step === 'buy' || !one) {
          const made = await visiting()
            .buy(await ticketWish(app, { on, quantity: 1 }))
            // The market is cancelled by now.
            .catch(() => null)
          if (made) bought.push(made)
        } else if (step === 'pay' || step === 'twice') {
          await pressPay(one.url).catch(() => '')
          await untilQuiet(app)
          if (step === 'twice')
            await app
              .sql(`update payment_events set status = 'failed' where status = 'done'`, [])
              .then(() => untilQuiet(app))
        } else if (step === 'cancel')
          await visiting()
            .cancel({ id: one.id, seenPence: 100 })
            .catch(() => null)
        else if (step === 'staff')
          await app
            .as(boss)
            .guestTickets.cancelByStaff({ id: one.id, reason: 'Asked.' })
            .catch(() => null)
        else if (step === 'expire') {
          app.clock.advance(31 * 60_000)
          await expireDue(app)
        } else {
          await app
            .as(boss)
            .market.cancelDay({ id: await dayId(on) })
            .catch(() => null)
          await app.runJobs()
        }
      }
      await untilQuiet(app)
      await expectInvariants(app)
      for (const { id } of bought) {
        const { status, paidPence, backPence, tickets } = await visiting().show({ id })
        const alive = tickets.filter(({ code }) => code !== null).length
        expect([alive, paidPence - backPence]).toEqual(status === 'confirmed' ? [1, 100] : [0, 0])
      }
    }),
    { numRuns: 6 },
  )
})

test('tickets that are cancelled while the bank has their money are paid back when it returns it, and not otherwise', async () => {
  const cancelledThen = async (decided: 'disputeWon' | 'disputeLost') => {
    const guestEmail = newEmail()
    const id = await boughtTickets(app, { guestEmail })
    const [purchase] = await app.sql<{ order_id: string }>(
      'select order_id from guest_ticket_purchases where id = $1',
      [id],
    )
    const dispute = await disputed(app, purchase!.order_id)
    expect(await visiting().show({ id })).toMatchObject({ refundPence: 0 })
    expect(await visiting().cancel({ id, seenPence: 0 })).toEqual({ pence: 0 })
    await untilQuiet(app)
    expect(await visiting().show({ id })).toMatchObject({ status: 'cancelled', backPence: 0 })
    expect((await outboxOf(app, guestEmail, 'market.guest-tickets-cancelled')).map(({ props }) => props)).toMatchObject(
      [{ back: '', owed: '£2' }],
    )
    await control(app, { [decided]: dispute })
    await untilQuiet(app)
    const { backPence } = await visiting().show({ id })
    return { backPence, told: (await outboxOf(app, guestEmail, 'payments.refunded-guest')).length }
  }
  expect(await cancelledThen('disputeWon')).toEqual({ backPence: 200, told: 1 })
  expect(await cancelledThen('disputeLost')).toEqual({ backPence: 0, told: 0 })
})
