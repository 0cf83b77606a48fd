import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { vatOf } from '#features/house/vat/rules.ts'
import { ways } from '#features/money/orders/inputs.ts'
import { refundOrder } from '#features/money/refunds/model.ts'
import { orderKinds } from '#orders.ts'
import { addDays } from '#platform/dates.ts'
import { admin, committee, member, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { openSession } from '#test/browser.ts'
import { isLong, seed } from '#test/long.ts'
import { control, pay, tiers, untilQuiet } from '#test/payments.ts'

const app = sharedTestApp({ now: '2026-10-24T22:30:00Z' })
let boss: Person
let buyer: Person
beforeAll(async () => {
  await tiers(app)
  boss = await admin(app)
})
beforeEach(async () => {
  buyer = await paidMember(app)
  await app.sql(`begin; set local session_replication_role = replica; delete from ledger_entries; commit`)
})

const takings = (input: Parameters<ReturnType<typeof app.as>['payments']['takings']>[0] = {}) =>
  app.as(boss).payments.takings(input)
/** What each day is made of, one after the other. */
const partsOf = ({ rows }: Awaited<ReturnType<typeof takings>>) =>
  rows.flatMap(({ on, parts }) => parts.map(part => ({ on, ...part })))
const settings = (change: { vatNumber?: string; vatPercentTokens?: number }) =>
  app.as(boss).venue.changeSettings(change)

async function bought(quantity = 11): Promise<string> {
  const { orderId, url } = await app.as(buyer).tokens.buy({ quantity })
  await pay(app, url)
  return orderId
}
const givenBack = (orderId: string, amountPence: number) =>
  app.write(tx => refundOrder(tx, { orderId, amountPence, reason: 'Test', ref: `${orderId} ${amountPence}` }))

describe('against a reckoning of its own', () => {
  // Both days of a clock change, the ends of a year, and what lies around the midnights of London and of UTC.
  const days = ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26', '2026-12-31']
  const clocks = ['00:00:00.000', '00:30:00', '01:00:00', '12:00:00', '22:59:59.999', '23:00:00', '23:59:59.999']
  const refs = { taken: 'pi', refunded: 'refund:', disputed: 'dispute:', returned: 'dispute-won:' } as const
  type What = keyof typeof refs

  const entry = fc.record({
    at: fc.tuple(fc.constantFrom(...days), fc.constantFrom(...clocks)).map(([day, clock]) => `${day}T${clock}Z`),
    kind: fc.constantFrom('booking', 'membership', 'tokens'),
    what: fc.constantFrom<What>('taken', 'taken', 'refunded', 'disputed', 'returned'),
    pence: fc.integer({ min: 1, max: 500_000 }),
    way: fc.constantFrom(...ways),
    percent: fc.constantFrom(null, 0, 5, 20, 100),
  })
  type Entry = typeof entry extends fc.Arbitrary<infer E> ? E : never

  const londonDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' })
  const amountOf = ({ what, pence }: Entry) => (what === 'refunded' || what === 'disputed' ? -pence : pence)
  const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0)

  /** Pence of VAT in an amount: in pennies that are counted out, without a fraction anywhere. */
  function vatIn(pence: number, percent: number): number {
    const whole = BigInt(Math.abs(pence)) * BigInt(percent)
    const by = BigInt(100 + percent)
    const rounded = Number(whole / by + ((whole % by) * 2n >= by ? 1n : 0n))
    return pence < 0 && rounded > 0 ? -rounded : rounded
  }

  function reckoned(entries: Entry[]) {
    const of = (...what: What[]) => sumOf(entries.filter(each => what.includes(each.what)).map(amountOf))
    const vats = entries.flatMap(each => (each.percent === null ? [] : [vatIn(amountOf(each), each.percent)]))
    return {
      ...{ takenPence: of('taken'), refundedPence: of('refunded'), disputedPence: of('disputed', 'returned') },
      netPence: sumOf(entries.map(amountOf)),
      ...{ deskPence: sumOf(entries.filter(({ way }) => way === 'desk').map(amountOf)) },
      ...{ transferPence: sumOf(entries.filter(({ way }) => way === 'transfer').map(amountOf)) },
      vatPence: vats.length === 0 ? null : sumOf(vats),
    }
  }

  const grouped = <Key>(entries: Entry[], keyOf: (entry: Entry) => Key) => [
    ...Map.groupBy(entries, each => JSON.stringify(keyOf(each))),
  ]

  test(`no penny and no day is lost, whenever money moves (seed ${seed})`, { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 60 }), async entries => {
        await app.sql(`begin; set local session_replication_role = replica; delete from ledger_entries; commit`)
        await app.sql(
          `insert into ledger_entries (user_id, kind, amount_pence, description, external_ref, way, vat_percent, vat_number, created_at)
           select $1, e->>'kind', (e->>'pence')::int, 'Test', e->>'ref', e->>'way', (e->>'percent')::int,
             case when e->>'percent' is not null then 'GB 000 0000 00' end, (e->>'at')::timestamptz
           from jsonb_array_elements($2) e`,
          [
            buyer.id,
            JSON.stringify(
              entries.map((each, n) => ({ ...each, pence: amountOf(each), ref: `${refs[each.what]}${n}` })),
            ),
          ],
        )
        const found = await takings({ from: '2026-01-01', to: '2027-01-31', pageSize: 500 })
        const expected = grouped(entries, ({ at, kind, percent }) => ({
          ...{ on: londonDay.format(new Date(at)), kind, vatPercent: percent },
        })).map(([key, each]) => ({
          ...{ ...JSON.parse(key), ...reckoned(each) },
          ...{
            hasDesk: each.some(({ way }) => way === 'desk'),
            hasTransfer: each.some(({ way }) => way === 'transfer'),
          },
        }))
        const inOrder = (rows: object[]) => rows.map(row => JSON.stringify(row, Object.keys(row).toSorted())).toSorted()
        expect(inOrder(partsOf(found).map(({ beforeVatPence: _, ...row }) => row))).toEqual(inOrder(expected))
        const dayOf = ({ at }: Entry) => londonDay.format(new Date(at))
        expect(found.rows.map(({ parts: _, hasDesk: _desk, hasTransfer: _transfer, ...day }) => day)).toEqual(
          grouped(entries, dayOf)
            .map(([on, each]) => ({ on: JSON.parse(on), ...reckoned(each) }))
            .toSorted((a, b) => (a.on < b.on ? 1 : -1)),
        )
        const kinds = grouped(entries, ({ kind }) => kind).map(([kind, each]) => ({
          ...{ kind: JSON.parse(kind) },
          ...reckoned(each),
        }))
        expect(found.kinds).toEqual(kinds.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)))
        expect(found.sum).toEqual(reckoned(entries))
        // The ledger says the same of the same days, and each day of itself.
        const { sumPence } = await app.as(boss).payments.ledger({ from: '2026-01-01', to: '2027-01-31' })
        expect(sumOf(found.rows.map(({ netPence }) => netPence))).toBe(sumPence)
        const on = londonDay.format(new Date(entries[0]!.at))
        const day = await takings({ from: on, to: on })
        expect(day.sum.netPence).toBe((await app.as(boss).payments.ledger({ from: on, to: on })).sumPence)
        expect(day.rows.every(row => row.on === on)).toBe(true)
      }),
      { seed, numRuns: isLong ? 400 : 40 },
    )
  })
})

test('takings are for admins, of the month that it is in London unless other days are asked for', async () => {
  await bought()
  const found = await takings()
  const { from, to, all } = found
  expect({ from, to, all }).toEqual({
    from: '2026-10-01',
    to: '2026-10-31',
    all: ['booking', 'studio', 'membership', 'tokens', 'stall', 'guest_tickets', 'rental'],
  })
  // Half past eleven at night by the clock of summer.
  expect(partsOf(found)).toMatchObject([{ on: '2026-10-24', kind: 'tokens', takenPence: 9_900, netPence: 9_900 }])
  expect((await takings({ kind: 'booking' })).total).toBe(0)
  expect(await takings({ from: '2026-02-05' })).toMatchObject({ from: '2026-02-05', to: '2026-02-28', total: 0 })
  expect(await takings({ to: '2024-02-05' })).toMatchObject({ from: '2024-02-01', to: '2024-02-05' })
  for (const other of [await member(app), await committee(app)])
    await expect(app.as(other).payments.takings({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('the file has what the filter shows, of the kind that was chosen', async () => {
  await bought()
  const cookie = await openSession(app.runtime, boss.id)
  const lines = async (query: string) => {
    const answer = await app.fetch(`/export/${query}`, { headers: { cookie } })
    return (await answer.text()).trim().split('\r\n').length - 1
  }
  for (const list of ['payments.takings', 'payments.ledger'])
    expect([await lines(`${list}.csv?kind=tokens`), await lines(`${list}.csv?kind=studio`)], list).toEqual([1, 0])
})

test('what the desk took has a column of its own in the file, where there is any', async () => {
  const entry = `insert into ledger_entries (user_id, kind, way, amount_pence, description, external_ref, created_at) values
    ($1, 'studio', $2, 70000, 'Test', $3, '2026-10-20T12:00:00Z')`
  for (const way of ['desk', 'card']) await app.sql(entry, [buyer.id, way, `pi_${way}`])
  const answer = await app.fetch('/export/payments.takings.csv', {
    headers: { cookie: await openSession(app.runtime, boss.id) },
  })
  expect((await answer.text()).replace('\uFEFF', '').split('\r\n')).toEqual([
    'Date,Kind,Taken (£),Refunds (£),Disputes (£),Net (£),At the desk (£)',
    '2026-10-20,studio,1400.00,0.00,0.00,1400.00,700.00',
  ])
  expect(await takings()).toMatchObject({ hasDesk: true, sum: { netPence: 140_000, deskPence: 70_000 } })
})

test('what the desk took and gave back on one day keeps its column, on screen and in the file, and a transfer has one as well', async () => {
  const enter = (way: string, pence: number, ref: string) =>
    app.sql(
      `insert into ledger_entries (user_id, kind, way, amount_pence, description, external_ref, created_at)
       values ($1, 'studio', $2, $3, 'Test', $4, '2026-10-20T12:00:00Z')`,
      [buyer.id, way, pence, ref],
    )
  expect(await takings()).toMatchObject({ hasDesk: false, hasTransfer: false })
  await enter('desk', 70_000, 'desk:1')
  await enter('desk', -70_000, 'refund:mistake:1')
  expect(await takings()).toMatchObject({ hasDesk: true, hasTransfer: false, sum: { deskPence: 0 } })
  await enter('transfer', -500, 'refund:otherwise:1')
  expect(await takings()).toMatchObject({ hasDesk: true, hasTransfer: true, sum: { transferPence: -500 } })
  const answer = await app.fetch('/export/payments.takings.csv', {
    headers: { cookie: await openSession(app.runtime, boss.id) },
  })
  expect((await answer.text()).replace('\uFEFF', '').split('\r\n')).toEqual([
    'Date,Kind,Taken (£),Refunds (£),Disputes (£),Net (£),At the desk (£),By transfer (£)',
    '2026-10-20,studio,700.00,-705.00,0.00,-5.00,0.00,-5.00',
  ])
})

test('days come page by page, and their sums are of all pages', async () => {
  for (let n = 0; n < 5; n++)
    await app.sql(
      `insert into ledger_entries (user_id, kind, amount_pence, description, external_ref, created_at)
       values ($1, 'tokens', 100, 'Test', $2, $3)`,
      [buyer.id, `pi_${n}`, `${addDays('2026-05-01', n)}T12:00:00Z`],
    )
  const page = await takings({ from: '2026-05-01', pageSize: 2, page: 2, sort: 'on' })
  expect(page.rows.map(({ on }) => on)).toEqual(['2026-05-03', '2026-05-04'])
  expect([page.total, page.sum.netPence, page.kinds[0]?.takenPence]).toEqual([5, 500, 500])
})

test('without a VAT number no VAT is kept or shown; a rate that changes leaves what was paid before, and what goes back of it', async () => {
  const file = async (name: string) => {
    const answer = await app.fetch(`/export/${name}.csv`, {
      headers: { cookie: await openSession(app.runtime, boss.id) },
    })
    return (await answer.text()).replace('\uFEFF', '').split('\r\n')
  }
  await givenBack(await bought(), 900)
  expect((await takings()).sum).toMatchObject({ netPence: 9_000, vatPence: null })
  expect(await file('payments.takings')).toEqual([
    'Date,Kind,Taken (£),Refunds (£),Disputes (£),Net (£)',
    '2026-10-24,tokens,99.00,-9.00,0.00,90.00',
  ])
  expect((await file('payments.ledger'))[0]).not.toContain('VAT')

  const unregistered = await bought()
  await settings({ vatNumber: 'GB 123 4567 89', vatPercentTokens: 20 })
  const at20 = await bought()
  await settings({ vatPercentTokens: 5 })
  const at5 = await bought()
  for (const orderId of [unregistered, at20, at5]) await givenBack(orderId, 1_001)
  const found = await takings()
  expect(found.total).toBe(1)
  expect(partsOf(found).map(({ vatPercent, netPence, vatPence }) => [vatPercent, netPence, vatPence])).toEqual([
    [null, 9_000 + 8_899, null],
    // 471.43 of 9,900, less 47.67 of 1,001.
    [5, 8_899, 471 - 48],
    // 1,650 of 9,900, less 166.83 of 1,001.
    [20, 8_899, 1_650 - 167],
  ])
  expect(await file('payments.takings')).toEqual([
    'Date,Kind,Taken (£),Refunds (£),Disputes (£),Net (£),VAT rate (%),VAT (£),Net of VAT (£)',
    '2026-10-24,tokens,198.00,-19.01,0.00,178.99,,,178.99',
    '2026-10-24,tokens,99.00,-10.01,0.00,88.99,5,4.23,84.76',
    '2026-10-24,tokens,99.00,-10.01,0.00,88.99,20,14.83,74.16',
  ])
  // A number that is given up does not take away what was owed while there was one.
  await settings({ vatNumber: '' })
  expect((await takings()).sum.vatPence).toBe(471 - 48 + 1_650 - 167)
})

test('what a bank takes and returns has the VAT of its payment, and leaves none when it is back', async () => {
  await settings({ vatNumber: 'GB 123 4567 89', vatPercentTokens: 20 })
  const orderId = await bought()
  await settings({ vatPercentTokens: 0 })
  const [order] = await app.sql('select stripe_payment_intent_id as intent from orders where id = $1', [orderId])
  await control(app, { dispute: order!.intent })
  await untilQuiet(app)
  const taken = { takenPence: 9_900, disputedPence: -9_900, netPence: 0, vatPercent: 20, vatPence: 0 }
  expect(partsOf(await takings())).toMatchObject([taken])
  await settings({ vatNumber: '', vatPercentTokens: 20 })
})

test('a number that is none is not taken, and every kind of order has its rate', async () => {
  for (const vatNumber of ['123', 'FR 123 4567 89', 'GB 123 4567 8', 'GB 123 4567 89 01'])
    await expect(settings({ vatNumber })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  for (const vatNumber of ['GB123456789', 'GB 123 4567 89 012', 'XI 123 4567 89']) await settings({ vatNumber })
  await expect(settings({ vatPercentTokens: 101 })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  const now = await settings({ vatNumber: '' })
  for (const { name } of orderKinds) expect(vatOf(name, { ...now, vatNumber: 'GB 1' })?.vatPercent).toBe(20)
})
