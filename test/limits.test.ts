import { describe, expect, test, vi } from 'vitest'
import { previewAddress } from '#features/house/previews/model.ts'
import { previewFor } from '#heads.ts'
import { heavy } from '#platform/heavy/heavy.ts'
import { networkOf } from '#platform/http/network.ts'
import { takePoint } from '#platform/rpc/limits.ts'
import { event } from '#seed/factories/events.ts'
import { admin, member, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from './app.ts'
import { openSession } from './browser.ts'
import { isLong } from './long.ts'
import { pngOf } from './pictures.ts'
import { listProcedures } from './procedures.ts'
import { statementsOf } from './statements.ts'

// How often anybody may ask, at the running server.
const app = sharedTestApp({ env: { TRUST_PROXY: 'on', CALLS_PER_MINUTE: '60', LOG_LEVEL: 'silent' } })

const json = { 'content-type': 'application/json' }
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  app.fetch(path, { method: 'POST', body: JSON.stringify({ json: body }), headers: { ...json, ...headers } })
const enquiry = { name: 'Vera', email: 'vera@people.example', phone: '', message: 'Is there a kiln?' }

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('[M8] forms are limited for a whole /64, and say truly when to come again', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 14; i++) {
    const from = `2001:db8:5:5:${i.toString(16)}:${(i * 7).toString(16)}::${i}`
    const answer = await post('/rpc/contact/send', enquiry, { 'x-forwarded-for': from })
    statuses.push(answer.status)
    if (answer.status !== 429) continue
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(3_600)
    const { json: told } = (await answer.json()) as { json: { message: string; data: { retryAfterSeconds: number } } }
    expect(told.data.retryAfterSeconds).toBe(seconds)
    expect(told.message).toMatch(/^Too many requests\. Please try again in \d+ (minutes|seconds)\.$/)
  }
  expect(statuses).toEqual([...Array(10).fill(200), ...Array(4).fill(429)])
  expect((await post('/rpc/contact/send', enquiry, { 'x-forwarded-for': '2001:db8:5:6::1' })).status).toBe(200)
})

test('an address counts as itself with a port beside it, and what is no address as nobody’s', async () => {
  for (const [from, statuses] of [
    [(i: number) => `203.0.113.77:${4_000 + i}`, [...Array(10).fill(200), 429, 429]],
    [(i: number) => `[2001:db8:9::1]:${4_000 + i}`, [...Array(10).fill(200), 429, 429]],
    [(i: number) => `nobody-${i}`, [...Array(10).fill(200), 429, 429]],
  ] as const) {
    const told: number[] = []
    for (let i = 0; i < 12; i++)
      told.push((await post('/rpc/contact/send', enquiry, { 'x-forwarded-for': from(i) })).status)
    expect(told).toEqual(statuses)
  }
})

test('behind a proxy an address is what the proxy added last, whatever a client wrote before it', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) {
    const from = `198.51.100.${i}, 2001:db8:7:${i}::1, 203.0.113.200`
    statuses.push((await post('/rpc/contact/send', enquiry, { 'x-forwarded-for': from })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
})

const forms: [path: string, body: (i: number) => object][] = [
  [
    '/rpc/contact/send',
    i => ({ ...enquiry, email: 'victim@people.example', name: `Buy now ${i}`, message: 'https://evil.example' }),
  ],
  [
    '/rpc/waitlist/join',
    i => ({ firstName: 'https://evil.example', lastName: `Buy ${i}`, email: `victim+w${i}@people.example` }),
  ],
]

test('[M8] nobody writes to others through the house: no word of theirs, and few mails to one address', async () => {
  for (const [path, body] of forms)
    for (let i = 0; i < (isLong ? 30 : 5); i++) {
      const answer = await post(path, body(i), { 'x-forwarded-for': `198.51.100.${i}` })
      expect(answer.status, `${path} ${await answer.clone().text()}`).toBe(200)
    }
  await app.runJobs()
  const caught = (await (await app.fetch('/dev/mail/messages.json')).json()) as Record<string, string>[]
  const mails = caught.filter(({ to }) => to?.startsWith('victim'))
  expect(mails.length).toBe(3)
  for (const { subject, text, html } of mails)
    for (const part of [subject, text, html]) expect(part).not.toMatch(/evil|Buy|Is there a kiln/)
  const [kept] = await app.sql<{ n: string }>(`select count(*) as n from contact_inquiries where name like 'Buy now%'`)
  expect(Number(kept!.n), 'the enquiries themselves are kept').toBe(isLong ? 30 : 5)
})

test('[M8] all strangers together get few mails in an hour too: what is more is kept, and goes later', async () => {
  for (let i = 0; i < 300; i++)
    await takePoint(app.db, 'mail:strangers', { points: 300, seconds: 3_600 }).catch(() => {})
  const email = 'late@people.example'
  const joined = await post('/rpc/waitlist/join', { firstName: 'Late', lastName: 'Comer', email }, fromElsewhere)
  expect(joined.status).toBe(200)
  await app.runJobs()
  const mail = async () =>
    (await app.sql<{ id: string; status: string }>('select id, status from mails where to_address = $1', [email]))[0]!
  // It waits, and counts as no failure: nobody has to send it again.
  expect(await mail()).toMatchObject({ status: 'queued' })
  await app.sql('delete from limit_counters')
  await app.sql(`update pgboss.job set start_after = now() where name = 'mail.send' and state = 'created'`)
  await app.runJobs()
  expect(await mail()).toMatchObject({ status: 'sent' })
})
const fromElsewhere = { 'x-forwarded-for': '198.51.100.250' }

test('no mail with words of its own leaves for an address that nobody has proven', async () => {
  const { magicLinkMail } = await import('#features/people/members/mail.tsx')
  const { systemCause, transact } = await import('#platform/db/transaction.ts')
  const cause = { ...systemCause(app.clock.now()), isAudited: false }
  await expect(
    transact(app.runtime, cause, tx =>
      tx.mail(magicLinkMail, { address: 'anybody@people.example' }, { firstName: 'A', token: 'b' } as never),
    ),
  ).rejects.toThrow('strangerMail')
})

describe('every procedure', () => {
  const read = listProcedures().find(({ name }) => name === 'members.me')!

  test('is limited for each person, whatever their address, and for each visitor’s network', async () => {
    expect(read.terms).toBe('visitor')
    const ask = async (times: number, headers: (i: number) => Record<string, string>) => {
      const answers = await Promise.all(
        Array.from({ length: times }, (_, i) => app.fetch('/rpc/members/me', { headers: headers(i) })),
      )
      return answers.filter(({ status }) => status === 429)
    }
    const someone = await paidMember(app)
    const cookie = await openSession(app.runtime, someone.id)
    const refused = await ask(70, i => ({ cookie, 'x-forwarded-for': `203.0.113.${i}` }))
    expect(refused).toHaveLength(10)
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
    // Somebody else at the same address is not held to it.
    const other = await openSession(app.runtime, (await person(app)).id)
    expect(await ask(50, () => ({ cookie: other, 'x-forwarded-for': '203.0.113.1' }))).toEqual([])
    expect(await ask(70, i => ({ 'x-forwarded-for': `2001:db8:9:9::${i.toString(16)}` }))).toHaveLength(10)
  })

  test('writes a quarter as often, and in any case no more', async () => {
    const someone = await paidMember(app)
    const cookie = await openSession(app.runtime, someone.id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post('/rpc/members/changeProfile', { firstName: 1 }, { cookie })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(15).fill(400), ...Array(5).fill(429)])
  })
})

test('a counter that cannot be reached refuses: nothing is let through uncounted', async () => {
  const from = { 'x-forwarded-for': '203.0.113.77' }
  expect((await post('/rpc/contact/send', enquiry, from)).status).toBe(200)
  const written = async () => (await app.sql('select id from contact_inquiries')).length
  const before = await written()
  await app.sql('alter table limit_counters rename to limit_counters_away')
  try {
    expect((await post('/rpc/contact/send', enquiry, from)).status).toBe(500)
    expect(await written()).toBe(before)
  } finally {
    await app.sql('alter table limit_counters_away rename to limit_counters')
  }
  expect((await post('/rpc/contact/send', enquiry, from)).status).toBe(200)
})

test('one member causes few mails in a day by naming people: what is more waits in the house, and in the digest', async () => {
  const writer = await member(app)
  const people = await Promise.all(
    Array.from({ length: 20 }, (_, i) => member(app, { firstName: 'Reader', lastName: `No${i}x` })),
  )
  await Promise.all(people.map(each => app.as(each).notifications.chooseDigest({ hour: 0 })))
  const content = people.map(({ firstName, lastName }) => `@${firstName} ${lastName}`).join(', ')
  const mentions = people.map(({ id }) => id)
  const write = (title: string) => app.as(writer).community.write({ title, content, mentions })
  const counted = async () =>
    (
      await app.sql<{ told: number; mailed: number; mails: number }>(
        `select count(*)::int as told, count(*) filter (where is_mailed)::int as mailed,
           (select count(*)::int from mails where template = 'notifications.told' and user_id = any($1)) as mails
         from notifications where user_id = any($1) and kind = 'mention' and is_shown`,
        [mentions],
      )
    )[0]
  // At once, as somebody's program would do it.
  await Promise.all(['One', 'Two', 'Three', 'Four'].map(write))
  expect(await counted()).toEqual({ told: 80, mailed: 50, mails: 50 })
  // Of others nobody misses a thing.
  const other = await member(app)
  await app.as(other).community.write({ title: 'Five', content, mentions })
  expect(await counted()).toEqual({ told: 100, mailed: 70, mails: 70 })
})

describe('what the server draws for anybody', () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const addressOf = async (path: string) => previewAddress(path, (await previewFor(app.runtime, path))!)

  test('new pictures of links are few for one network; those that are there are shown to everybody', async () => {
    await app.as(await admin(app)).venue.changeSettings({ pagesOpenToVisitors: ['/events'] })
    const addresses: string[] = []
    for (let i = 0; i < 22; i++) addresses.push(await addressOf(`/event/${(await event(app)).id}`))
    const statuses: number[] = []
    for (const address of addresses) statuses.push((await app.fetch(address, from('2001:db8:21:1::1'))).status)
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
    const again = await app.fetch(addresses[21]!, from('2001:db8:21:1:9::9'))
    expect([again.status, Number(again.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await app.fetch(addresses[0]!, from('2001:db8:21:1::1'))).status).toBe(200)
    expect((await app.fetch(addresses[21]!, from('198.51.100.61'))).status).toBe(200)
  })

  test.each(['/sitemap.xml', 'picture'])(
    '%s is asked for by one network as often as anything that is read',
    async what => {
      const address = what === 'picture' ? await addressOf('/terms') : what
      const ask = () => app.fetch(address, from('2001:db8:21:2::1'))
      const statuses = (await Promise.all(Array.from({ length: 63 }, ask))).map(({ status }) => status).sort()
      expect(statuses).toEqual([...Array(60).fill(200), ...Array(3).fill(429)])
      expect((await app.fetch(address, from('2001:db8:21:3::1'))).status).toBe(200)
    },
  )

  test('a site map is written once a minute, and at once when the house opens a page', async () => {
    const map = async () => (await app.fetch('/sitemap.xml', from('198.51.100.62'))).text()
    const open = async (...pages: '/events'[]) =>
      app.as(await admin(app)).venue.changeSettings({ pagesOpenToVisitors: pages })
    await open()
    const before = await map()
    // The word of what was changed may come once more, from the database, after it was written; then it stays.
    await vi.waitFor(async () => expect(await statementsOf(map)).toEqual([]))
    expect(before).not.toContain('/events<')
    await open('/events')
    expect(await map()).toContain('/events<')
    const { id } = await event(app)
    app.clock.set(new Date(app.clock.now().getTime() + 61_000).toISOString())
    expect(await map()).toContain(`/event/${id}<`)
  })

  test('where many wait for a picture to be drawn, programs are told to come again, and members upload meanwhile', async () => {
    const cookie = await openSession(app.runtime, (await paidMember(app)).id)
    const address = await addressOf('/contact')
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = Array.from({ length: 9 }, (_, i) => heavy('preview', `stranger ${i}`, () => promise))
    const full = await app.fetch(address, from('198.51.100.63'))
    expect([full.status, full.headers.get('retry-after'), full.headers.get('cache-control')]).toEqual([
      503,
      '3',
      'no-store',
    ])
    const sent = await app.fetch('/files/community-image', {
      method: 'POST',
      headers: { cookie, 'content-type': 'image/png', 'x-file-name': 'press.png' },
      body: new Uint8Array(pngOf(400, 400)),
    })
    expect(sent.status, await sent.clone().text()).toBe(201)
    resolve()
    await Promise.all(waiting)
    expect((await app.fetch(address, from('198.51.100.63'))).status).toBe(200)
  })
})
