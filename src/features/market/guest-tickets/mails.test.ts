import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { admin, member } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { newEmail, newIp } from '#test/browser.ts'
import { boughtTickets, ticketWish } from '#test/guest-tickets.ts'
import { expectInvariants } from '#test/invariants.ts'
import { outboxOf } from '#test/mailbox.ts'
import { marketMorning } from '#test/market.ts'
import type { CaughtMail } from '../../../../simulators/mailbox/store.ts'

const app = sharedTestApp({ now: marketMorning })
beforeEach(() => app.clock.set(marketMorning))
beforeAll(async () => {
  const path = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  const wasmBinary = new Uint8Array(await readFile(path)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
})
afterAll(() => expectInvariants(app))

const visiting = () => app.as(null, { ipAddress: newIp() }).guestTickets

/** What arrived at this address about tickets, newest first. */
async function arrived(address: string): Promise<CaughtMail[]> {
  await app.runJobs()
  const query = new URLSearchParams({ to: address, subject: 'Your market tickets' })
  return (await (await app.fetch(`/dev/mail/messages.json?${query}`)).json()) as CaughtMail[]
}

test('the mail carries a code for each ticket, of version 8 at most, with its letters below, and the link; the outbox keeps no code (decision 36)', async () => {
  const guestEmail = newEmail()
  const id = await boughtTickets(app, { guestEmail, quantity: 3 })
  const [mail] = await arrived(guestEmail)
  expect(mail!.links).toContain(`${app.url}/guest-tickets/${id}`)
  expect(mail!.attachments).toHaveLength(3)
  const { tickets } = await visiting().show({ id })
  const found = await Promise.all(
    mail!.attachments.map(async ({ filename, contentType }, index) => {
      expect(contentType).toBe('image/png')
      const file = await app.fetch(`/dev/mail/${mail!.id}/attachments/${index}`)
      const [code] = await readBarcodes(new Uint8Array(await file.arrayBuffer()), { formats: ['QRCode'] })
      expect(Number(code!.version)).toBeLessThanOrEqual(8)
      return [filename, code!.text]
    }),
  )
  expect(found.sort()).toEqual(tickets.map(({ ticketCode, code }) => [`ticket-${ticketCode}.png`, code]).sort())
  const letters = tickets.map(({ ticketCode }) => `${ticketCode.slice(0, 4)} ${ticketCode.slice(4)}`)
  // In the order of the page, each under its picture.
  const places = letters.map(each => mail!.html.indexOf(each))
  expect(places.every((place, index) => place > (places[index - 1] ?? 0))).toBe(true)
  for (const each of letters) expect(mail!.text).toContain(each)
  const [kept] = await outboxOf(app, guestEmail, 'market.guest-tickets')
  for (const { code } of tickets) expect(JSON.stringify(kept)).not.toContain(code)
})

test('whoever buys often in a day has the mail of each, as each was paid for', async () => {
  const guestEmail = newEmail()
  for (let time = 0; time < 5; time++) await boughtTickets(app, { guestEmail, quantity: 1 })
  expect(await arrived(guestEmail)).toHaveLength(5)
})

test('two years later the house no longer knows who bought without an account, and the money is what it was', async () => {
  const [old, young] = [newEmail(), newEmail()]
  const id = await boughtTickets(app, { guestEmail: old })
  app.clock.advance(2 * 86_400_000)
  const other = await boughtTickets(app, { guestEmail: young })
  await visiting().buy(await ticketWish(app, { guestEmail: young }))
  app.clock.set('2028-11-22T11:00:00Z')
  await app.runtime.jobs.send('privacy.forget', {})
  await app.runJobs()
  const known = await app.sql<{ id: string; said: string }>(
    `select p.id, concat_ws(' ', p.guest_name, p.guest_email, o.payer_name, o.payer_email, t.guest_name, t.guest_email) as said
     from guest_ticket_purchases p join orders o on o.id = p.order_id join market_visitor_tickets t on t.purchase_id = p.id
     where p.id in ($1, $2)`,
    [id, other],
  )
  expect(known).toHaveLength(4)
  for (const row of known) {
    if (row.id === id) expect(row.said).not.toMatch(/Gus|Holm|@example|@people/)
    else expect(row.said).toContain(young)
    expect(row.said.includes(old)).toBe(false)
  }
  await expectInvariants(app)
})

test('erasing somebody takes their name and address off what they bought before they had an account', async () => {
  const guestEmail = newEmail()
  const id = await boughtTickets(app, { guestEmail })
  const boss = await admin(app)
  const someone = await member(app, { email: guestEmail })
  const { id: request } = await app.as(someone).privacy.requestErasure({})
  await app.as(boss).privacy.erase({ id: request })
  const [row] = await app.sql<{ said: string }>(
    `select concat_ws(' ', p.guest_name, p.guest_email, o.payer_name, o.payer_email, t.guest_name, t.guest_email) as said
     from guest_ticket_purchases p join orders o on o.id = p.order_id join market_visitor_tickets t on t.purchase_id = p.id
     where p.id = $1`,
    [id],
  )
  expect(row!.said).not.toMatch(/Gus|Holm/)
  expect(row!.said).not.toContain(guestEmail)
  expect(await visiting().show({ id })).toMatchObject({ status: 'confirmed', paidPence: 200 })
  await expectInvariants(app)
})
