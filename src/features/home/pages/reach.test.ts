import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { admin, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { openSession } from '#test/browser.ts'
import { inboxOf } from '#test/mailbox.ts'
import { marketDay } from '#test/market.ts'
import { pay } from '#test/payments.ts'
import { wordsOf } from '#test/pdf.ts'
import { callByName } from '#test/procedures.ts'
import { publishedReach } from '#test/sections.ts'

const app = sharedTestApp()

const textOf = async (path: string, person?: Person) => {
  const cookie = person && (await openSession(app.runtime, person.id))
  return (await app.fetch(path, { headers: { ...(cookie && { cookie }) } })).text()
}

interface Caught {
  text: string
  headers: Record<string, unknown>
}

/** What everybody outside is told of how the house is reached. */
async function everywhere(ada: Person, orderId: string) {
  const visitor = `${crypto.randomUUID()}@people.example`
  await app.as(null, { ipAddress: '198.51.100.7' }).contact.send({ name: 'Zora', email: visitor, message: 'A press' })
  await app.runJobs()
  const [mail] = (await (await app.fetch(`/dev/mail/messages.json?to=${visitor}`)).json()) as Caught[]
  const cookie = await openSession(app.runtime, ada.id)
  const paper = await app.fetch(`/api/payments/receiptFile?id=${orderId}`, { headers: { cookie } })
  const landing = await textOf('/')
  return {
    mail: mail!.text,
    answers: JSON.stringify(mail!.headers['reply-to']),
    receipt: wordsOf(new Uint8Array(await paper.arrayBuffer())).join(' '),
    terms: await textOf('/terms'),
    landing,
    structured: JSON.stringify(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(landing)),
    contact: JSON.stringify(await app.as(null).content.contact()) + (await textOf('/contact')),
    tours: await textOf('/tour-booking'),
    market: await textOf('/market-tickets'),
    settings: JSON.stringify(await app.as(await admin(app)).venue.settings()),
  }
}

test('what the office publishes of how the house is reached is said by mails, receipts, the terms and every page; a draft by none', async () => {
  const boss = await admin(app)
  const ada = await paidMember(app)
  await marketDay(app, '2026-11-28')
  const { orderId, url } = await app.as(ada).tokens.buy({ quantity: 1 })
  await pay(app, url)
  const was = await everywhere(ada, orderId)
  for (const [place, words] of Object.entries(was)) {
    const known = ['terms', 'answers'].includes(place) ? 'hello@exchange.example' : '12 Paddington Street'
    expect(words, place).toContain(known)
  }
  const content = { address: '7 Kiln Lane, Leeds', phone: '+44 113 496 0000', email: 'desk@kiln.example' }
  const draft = { section: 'contact_info', content, basedOn: 0 }
  await app.as(boss).content.saveSection({ ...draft, saving: 'draft' })
  for (const words of Object.values(await everywhere(ada, orderId)))
    expect(words).not.toMatch(/Kiln Lane|kiln\.example/)

  await publishedReach(app, boss, content)
  const is = await everywhere(ada, orderId)
  for (const [place, words] of Object.entries(is)) {
    expect(words, place).not.toMatch(/Paddington|hello@exchange/)
    expect(words, place).toContain(['terms', 'answers'].includes(place) ? content.email : content.address)
  }
  for (const place of ['receipt', 'contact', 'structured', 'settings', 'tours', 'market'] as const)
    expect(is[place], place).toContain(content.email)
  // Whoever writes to the house is read at its address.
  const inbox = await inboxOf(app, content.email)
  expect(inbox.map(({ subject }) => subject)).toEqual(['Enquiry from Zora'])
  // Settings hold none of it, and take none.
  await expect(
    callByName(app.as(boss), ['venue', 'changeSettings'], { venueEmail: 'other@kiln.example' }),
  ).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('what a house had published stays, and what it had only set is published', async () => {
  const file = readdirSync('drizzle').find(name => name.endsWith('_one-address.sql'))!
  const migration = readFileSync(`drizzle/${file}`, 'utf8')
  const set = `insert into settings (key, value, updated_at) values ('venueAddress', '"2 Old Row\\nHull"', now()), ('venueEmail', '"old@row.example"', now())`
  const reach = async () => (await app.as(null).content.contact()) as Record<string, unknown>
  const stored = await reach()
  expect(stored).toMatchObject({ address: '7 Kiln Lane, Leeds' })
  await app.sql(set)
  for (const statement of migration.split('--> statement-breakpoint')) await app.sql(statement)
  expect(await reach()).toEqual(stored)
  await app.sql(`delete from homepage_content where section_key = 'contact_info'`)
  await app.sql(set)
  for (const statement of migration.split('--> statement-breakpoint')) await app.sql(statement)
  expect(await reach()).toMatchObject({
    address: '2 Old Row\nHull',
    email: 'old@row.example',
    phone: '+44 20 7946 0123',
  })
  expect(await app.sql(`select key from settings where key like 'venue%'`)).toEqual([])
})
