import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { orders } from '#features/money/orders/table.ts'
import { giveBackRefused, refundInvoice, refundOrder } from '#features/money/refunds/model.ts'
import { admin, committee, doorStaff, member, type Person, paidMember } from '#seed/factories/people.ts'

import { sharedTestApp } from '#test/app.ts'
import { openSession } from '#test/browser.ts'
import { subscribing } from '#test/memberships.ts'
import { pay, pressPay, untilQuiet } from '#test/payments.ts'
import { wordsOf } from '#test/pdf.ts'

const app = sharedTestApp({ now: '2026-11-18T10:00:00Z' })
const { join, nextPeriod, changeTo } = subscribing(app)
let boss: Person
beforeAll(async () => {
  boss = await admin(app)
})
afterEach(async () => {
  await app.sql(`delete from settings where key like 'vat%'`)
})

const mine = async (who: Person) => (await app.as(who).payments.mine({})).rows

/** The paper as a browser gets it, with a session of this person. */
async function paper(who: Person | null, id: string) {
  const cookie = who && (await openSession(app.runtime, who.id))
  const answer = await app.fetch(`/api/payments/receiptFile?id=${id}`, { headers: { ...(cookie && { cookie }) } })
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

describe('the charges of a plan', () => {
  test('every month and every change of plan is among the own payments, and leads to a receipt', async () => {
    const ada = await member(app, { firstName: 'Ada', lastName: 'King' })
    await join(ada, 'creator')
    app.clock.advance(60_000)
    await nextPeriod(ada)
    await untilQuiet(app)
    app.clock.advance(60_000)
    await changeTo(ada, 'innovator')
    await untilQuiet(app)
    const rows = await mine(ada)
    expect(rows.map(({ description }) => description)).toEqual([
      'Membership, change of plan',
      'Membership, next month',
      'Creator membership, first month',
    ])
    const { sumPence } = await app.as(boss).payments.ledger({ q: ada.email })
    expect(rows.reduce((sum, { amountPence }) => sum + amountPence, 0)).toBe(sumPence)
    const [change, month] = rows
    expect(await app.as(ada).payments.receipt({ id: month!.id })).toMatchObject({
      ...{ status: 'paid', paidAt: month!.createdAt, hasOrder: false, person: 'Ada King', isOwn: true },
      bill: { parts: [{ label: 'Membership, next month', pence: month!.amountPence }], totalPence: month!.amountPence },
      ...{ things: [{ link: { to: '/account' } }], givenBack: [], can: { pay: false, print: true } },
    })
    expect(await app.as(boss).payments.receipt({ id: change!.id })).toMatchObject({ isOwn: false })
    for (const other of [await paidMember(app), await committee(app), await doorStaff(app)])
      await expect(app.as(other).payments.receipt({ id: month!.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a month that was given back says so with its day, in part and then whole', async () => {
    const ada = await member(app)
    await join(ada, 'creator')
    await nextPeriod(ada)
    await untilQuiet(app)
    const month = (await mine(ada)).find(({ description }) => description === 'Membership, next month')!
    const [entry] = await app.sql<{ ref: string }>('select external_ref as ref from ledger_entries where id = $1', [
      month.id,
    ])
    const giveBack = (amountPence: number) =>
      app.write(tx =>
        refundInvoice(tx, {
          ...{ invoiceId: entry!.ref, userId: ada.id, kind: 'membership', description: 'Membership', amountPence },
          ...{ reason: 'Goodwill', ref: `test ${entry!.ref} ${amountPence}` },
        }),
      )
    await giveBack(500)
    const receipt = () => app.as(ada).payments.receipt({ id: month.id })
    const back = { pence: 500, reason: 'Goodwill', at: app.clock.now() }
    expect(await receipt()).toMatchObject({ status: 'paid', refundedPence: 500, givenBack: [back] })
    await giveBack(month.amountPence - 500)
    expect(await receipt()).toMatchObject({ status: 'refunded', refundedPence: month.amountPence })
    expect((await mine(ada)).find(({ id }) => id === month.id)).toMatchObject({ status: 'refunded' })
  })

  test('a month that its bank took back says so, until the bank returns it', async () => {
    const ada = await member(app)
    await join(ada, 'creator')
    await nextPeriod(ada)
    await untilQuiet(app)
    const month = (await mine(ada)).find(({ description }) => description === 'Membership, next month')!
    await app.sql(
      `insert into disputes (id, user_id, invoice_id, description, amount_pence, status, reason)
       select 'dp_test', user_id, external_ref, description, amount_pence, 'under_review', 'general' from ledger_entries where id = $1`,
      [month.id],
    )
    const moved = (ref: string, pence: number) =>
      app.sql(
        `insert into ledger_entries (user_id, kind, amount_pence, description, external_ref) values ($1, 'membership', $2, 'Bank', $3)`,
        [ada.id, pence, `${ref}:dp_test`],
      )
    const disputed = async () => (await app.as(ada).payments.receipt({ id: month.id })).disputedPence
    await moved('dispute', -month.amountPence)
    expect(await disputed()).toBe(month.amountPence)
    await moved('dispute-won', month.amountPence)
    expect(await disputed()).toBe(0)
    expect((await mine(ada)).map(({ description }) => description)).not.toContain('Bank')
  })
})

describe('on paper', () => {
  test('a receipt says who it is from, what was bought, when and how it was paid, and what has gone back', async () => {
    const ada = await paidMember(app, { firstName: 'Łucja', lastName: 'Ørsted' })
    await app.as(boss).venue.changeSettings({ vatNumber: 'GB 123 4567 89' })
    const { orderId, url } = await app.as(ada).tokens.buy({ quantity: 11 })
    await pay(app, url)
    const plain = await paper(ada, orderId)
    expect(plain.answer.headers.get('content-type')).toBe('application/pdf')
    expect(plain.answer.headers.get('content-disposition')).toContain(`receipt-${orderId}.pdf`)
    expect(plain.answer.headers.get('cache-control')).toBe('no-store')
    expect(wordsOf(plain.bytes)).toEqual([
      ...['Exchange', '12 Paddington Street, Marylebone, London W1U 5QY', 'VAT number GB 123 4567 89'],
      ...[
        'Receipt',
        '11 tokens',
        'Number',
        orderId,
        'Paid',
        'Wed 18 Nov 2026',
        'Paid by',
        'Łucja Ørsted',
        'How',
        'By card',
      ],
      ...['What was paid', 'Token', '£99', '11 × £9', 'Paid by card', '£99', 'Includes VAT at 20%: £16.50'],
      'Questions about this payment: hello@exchange.example',
    ])
    await app.write(tx => refundOrder(tx, { orderId, amountPence: 900, reason: 'Goodwill', ref: orderId }))
    await untilQuiet(app)
    const words = wordsOf((await paper(boss, orderId)).bytes)
    const at = words.indexOf('What has gone back')
    expect(words.slice(at, -1)).toEqual([
      ...['What has gone back', 'Goodwill', '£9', 'Wed 18 Nov 2026', 'Still paid', '£90'],
      'VAT that went back with it, at 20%: £1.50',
    ])
    // Printed again when the house has another number, or none, it is the paper that it was.
    await app.as(boss).venue.changeSettings({ vatNumber: '' })
    expect(wordsOf((await paper(ada, orderId)).bytes)).toContain('VAT number GB 123 4567 89')
  })

  test('a house that is not registered names no VAT on any paper', async () => {
    const ada = await paidMember(app)
    const { orderId, url } = await app.as(ada).tokens.buy({ quantity: 11 })
    await pay(app, url)
    await app.as(boss).venue.changeSettings({ vatNumber: 'GB 123 4567 89' })
    expect(wordsOf((await paper(ada, orderId)).bytes).join('\n')).not.toContain('VAT')
    expect(await app.as(ada).payments.receipt({ id: orderId })).toMatchObject({ vat: null })
  })

  test('only its payer and admins get a paper, and there is none of what was not paid', async () => {
    const ada = await paidMember(app)
    const { orderId, url } = await app.as(ada).tokens.buy({ quantity: 11 })
    expect((await paper(ada, orderId)).answer.status).toBe(409)
    await expect(app.as(ada).payments.receiptFile({ id: orderId })).rejects.toMatchObject({ code: 'NOT_PAID' })
    expect(await app.as(ada).payments.receipt({ id: orderId })).toMatchObject({ can: { print: false } })
    await pay(app, url)
    for (const who of [ada, boss]) expect((await paper(who, orderId)).answer.status).toBe(200)
    const nowhere = await paper(ada, '00000000-0000-4000-8000-000000000000')
    for (const other of [await paidMember(app), await committee(app), await doorStaff(app)]) {
      const { answer, bytes } = await paper(other, orderId)
      expect([answer.status, Buffer.from(bytes).toString()]).toEqual([404, Buffer.from(nowhere.bytes).toString()])
    }
    expect((await paper(null, orderId)).answer.status).toBe(401)
  })
})

test('a payment that was refused has a page of its own, and stands on no other paper', async () => {
  const ada = await paidMember(app)
  const { orderId, url } = await app.as(ada).tokens.buy({ quantity: 11 })
  const refused = await app.as(ada).tokens.buy({ quantity: 10 })
  await pay(app, url)
  await app.sql('update orders set amount_pence = amount_pence + 1 where id = $1', [refused.orderId])
  await pressPay(refused.url!)
  await untilQuiet(app)
  const rows = await mine(ada)
  expect(rows.map(({ description, status }) => [description, status]).toSorted()).toEqual([
    ['11 tokens', 'paid'],
    ['Refused payment: 10 tokens', 'refunded'],
  ])
  const { id } = rows.find(({ status }) => status === 'refunded')!
  expect(await app.as(ada).payments.receipt({ id })).toMatchObject({
    refundedPence: rows.find(row => row.id === id)!.amountPence,
  })
  // Another payment of the same order, as when two pages of it were open.
  const [order] = await app.db.select().from(orders).where(eq(orders.id, orderId))
  await app.write(tx => giveBackRefused(tx, order!, { intentId: 'pi_second', amountPence: 9_900, currency: 'gbp' }))
  expect(await app.as(ada).payments.receipt({ id: orderId })).toMatchObject({
    ...{ status: 'paid', givenBack: [], refusedBack: [{ pence: 9_900, outcome: 'pending' }] },
  })
  expect(wordsOf((await paper(ada, orderId)).bytes).join('\n')).not.toContain('What has gone back')
})

test('what the desk entered by mistake is read as such on the page and on paper, and whoever never paid is told of no money that went back', async () => {
  const [ada, desk] = [await paidMember(app), app.as(boss)]
  const { id: session } = await app.as(ada).studio.book({
    ...{ bookingDate: '2026-12-01', startTime: '09:00', endTime: '13:00', clientName: 'Ada King' },
    ...{ email: ada.email, phone: '', projectType: 'portrait', description: '', paidWith: 'card' },
  })
  await desk.studio.markPaid({ id: session })
  const [paid] = await mine(ada)
  await desk.studio.takeBackPayment({ id: session })
  const { id } = paid!
  // Also once nobody knows any more in which words it was taken back.
  await app.sql(`update refunds set reason = 'Given back' where order_id = $1`, [id])
  expect(await app.as(ada).payments.receipt({ id })).toMatchObject({
    ...{ status: 'refunded', givenBack: [{ pence: 70_000, outcome: 'never' }], refusedBack: [] },
  })
  const words = wordsOf((await paper(ada, id)).bytes)
  expect(words).toContain('Entered as paid at the desk')
  expect(words.slice(words.indexOf('What was struck from the books again'), -1)).toEqual([
    ...['What was struck from the books again', 'Entered by mistake', '£700', 'Wed 18 Nov 2026, nothing was taken'],
    ...['Paid', '£0'],
  ])
  for (const untrue of ['What has gone back', 'Still paid', 'Paid by', 'Paid at the desk'])
    expect(words).not.toContain(untrue)
})
