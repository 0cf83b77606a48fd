import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedPictures } from '../../../seed/pictures.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { admin, paidMember, person } from '../../../test/people.ts'
import { contactHead, landingHead } from './head.tsx'
import { enquiry } from './inputs.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const visitor = () => app.as(null)
const message = { name: 'Ada', email: 'ada@people.example', phone: '', message: 'A heavy press' }

test('cards of the landing page: active ones only, by display_order, with their fields [HOME-03, HOME-06, HOME-07]', async () => {
  await app.sql(`insert into landing_features (title, description, icon_name, link_url, link_text, display_order, is_active) values
    ('Last', 'd', 'Star', '/join', 'Go', 9, true), ('Hidden', 'd', 'Star', '/join', 'Go', 1, false), ('First', 'words', 'Camera', '/contact', 'Look', 2, true)`)
  const { features } = await visitor().content.landing()
  expect(features.map(({ title }) => title)).toEqual(['First', 'Last'])
  expect(features[0]).toEqual({
    id: expect.any(String),
    title: 'First',
    description: 'words',
    iconName: 'Camera',
    linkUrl: '/contact',
    linkText: 'Look',
  })
})

test('spaces: active ones only, by display_order, each with the picture of its key [HOME-08, HOME-10]', async () => {
  await seedPictures(app.runtime, ['coworking-space', 'market-stall'])
  await app.sql(`insert into our_spaces (title, description, image_key, link_url, display_order, is_active) values
    ('Stall', 'd', 'market-stall', '/market-tickets', 2, true), ('Gone', 'd', 'music-studio', '', 0, false), ('Desk', 'words', 'coworking-space', '/bookings', 1, true)`)
  const { spaces } = await visitor().content.landing()
  expect(spaces.map(({ title }) => title)).toEqual(['Desk', 'Stall'])
  expect(spaces[0]).toMatchObject({ description: 'words', imageKey: 'coworking-space', linkUrl: '/bookings' })
  const { picture } = spaces[0]!
  expect(picture!.sources.map(({ mime }) => mime)).toEqual(['image/avif', 'image/webp'])
  expect(picture!.width / picture!.height).toBeCloseTo(1.5, 1)
  const answer = await app.fetch(picture!.src)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(answer.headers.get('cache-control')).toContain('immutable')
})

test('a space takes one of the eight image keys and nothing else [HOME-09]', async () => {
  const keys =
    'coworking-space event-space music-studio meeting-room photography-studio photo-podcast-studio podcast-studio market-stall'
  for (const key of keys.split(' '))
    await app.sql("insert into our_spaces (title, description, image_key, is_active) values ('x', 'x', $1, false)", [
      key,
    ])
  await expect(
    app.sql("insert into our_spaces (title, description, image_key) values ('x', 'x', 'garage')"),
  ).rejects.toThrow('our_spaces_image_key')
})

test('home page content is JSON by section, and only the known sections [HOME-11]', async () => {
  for (const key of ['hero', 'whats_new', 'weekly_content', 'creative_directory', 'contact_info'])
    await app.sql("insert into homepage_content (section_key, content, updated_at) values ($1, '{}', now())", [key])
  await expect(
    app.sql("insert into homepage_content (section_key, content, updated_at) values ('banner', '{}', now())"),
  ).rejects.toThrow('homepage_content_section')
  await app.sql(
    `update homepage_content set content = '{"title": "Paper, rock, light", "subtitle": "Here"}' where section_key = 'hero'`,
  )
  expect((await visitor().content.landing()).hero).toMatchObject({
    title: 'Paper, rock, light',
    subtitle: 'Here',
  })
  await app.sql("delete from homepage_content where section_key = 'hero'")
})

test('the opening hours are the same wherever they appear, and follow the setting [HOME-12]', async () => {
  const boss = await admin(app)
  const member = await paidMember(app)
  const everywhere = async () =>
    [
      (await visitor().content.landing()).contact,
      await visitor().content.contact(),
      await visitor().venue.about(),
      (await app.as(member).content.home()).contact,
    ].map(({ opensAt, closesAt }) => `${opensAt}–${closesAt}`)
  expect(new Set(await everywhere())).toEqual(new Set(['08:00–20:00']))
  expect((await landingHead(app.runtime)).html).toContain('Open 7 days, 08:00–20:00')
  await app.as(boss).venue.changeSettings({ opensAt: '07:30' })
  expect(new Set(await everywhere())).toEqual(new Set(['07:30–20:00']))
  expect((await contactHead(app.runtime)).description).toContain('Open 7 days, 07:30–20:00')
  await app.as(boss).venue.changeSettings({ opensAt: '08:00' })
})

test('the landing page is drawn in the first answer: hero, login, cards, market, spaces, links [HOME-01, HOME-02, HOME-04, HOME-05]', async () => {
  await app.sql('insert into market_days ("on") values (\'2026-11-28\') on conflict do nothing')
  await seedPictures(app.runtime, ['market'])
  const { html, title } = await landingHead(app.runtime)
  expect(title).toContain('Exchange')
  expect(html).toContain('<h1>A house for people who make things</h1>')
  expect(html).toMatch(/<a href="\/auth"[^>]*>Member Login<\/a>/)
  for (const part of [
    'First',
    'Sat 28 Nov',
    '10:00–17:00',
    'Guests pay £1',
    '/market-tickets',
    '/contact',
    '/auth',
    '/join',
    'image/avif',
  ])
    expect(html, part).toContain(part)
  expect(html).toMatch(/<img[^>]*width="\d+"[^>]*height="\d+"[^>]*>/)
})

test('what the venue writes cannot break out of the first answer', async () => {
  const nasty = '</script><script>alert(1)</script><img src=x onerror=alert(1)>'
  await app.sql('insert into landing_features (title, description, display_order) values ($1, $1, 3)', [nasty])
  const { html } = await landingHead(app.runtime)
  expect(html).not.toContain('<script>alert')
  expect(html).not.toContain('<img src=x')
  const data = /id="landing-content">(.*?)<\/script>/s.exec(html!)![1]!
  expect(JSON.parse(data).features.map(({ title }: { title: string }) => title)).toContain(nasty)
})

test('a past or cancelled market day is not the next one', async () => {
  await app.sql("insert into market_days (\"on\", is_cancelled) values ('2026-11-14', false), ('2026-11-21', true)")
  expect((await visitor().content.landing()).market.next).toEqual({
    on: '2026-11-28',
    opensAt: '10:00',
    closesAt: '17:00',
  })
})

test('home is for people with a session and knows their membership, tokens and bookings', async () => {
  await expect(visitor().content.home()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const found = await app.as(await paidMember(app, { firstName: 'Ada' })).content.home()
  expect(found).toMatchObject({
    firstName: 'Ada',
    membership: { tierName: 'Creator', isPaid: true },
    tokenBalance: 0,
    bookingsAhead: 0,
  })
  expect(await app.as(await person(app)).content.home()).toMatchObject({ membership: null })
})

test('contact information is what the venue wrote, else its settings [HOME-28]', async () => {
  expect(await visitor().content.contact()).toMatchObject({
    address: '12 Paddington Street, Marylebone, London W1U 5QY',
  })
  const stored = { address: '1 New Street', phone: '020 1', email: 'new@exchange.example' }
  await app.sql("update homepage_content set content = $1 where section_key = 'contact_info'", [JSON.stringify(stored)])
  expect(await visitor().content.contact()).toMatchObject(stored)
})

test('the membership page has four plans, which the venue words and counts as it likes [MEM-01]', async () => {
  await expect(visitor().content.plans()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const applicant = app.as(await person(app))
  const names = async () => (await applicant.content.plans()).map(({ name }) => name)
  const four = ['Community', 'Hot Desk', 'Dedicated Desk', 'Private Studio']
  expect(await names()).toEqual(four)
  const write = (content: object) =>
    app.sql(
      `insert into homepage_content (section_key, content, updated_at) values ('membership_plans', $1, now())
        on conflict (section_key) do update set content = excluded.content`,
      [JSON.stringify(content)],
    )
  await write({ plans: [{ name: 'Night Desk', description: 'After eight', price: '£30 a month' }] })
  expect(await applicant.content.plans()).toEqual([
    { name: 'Night Desk', description: 'After eight', price: '£30 a month', features: [] },
  ])
  await write({ plans: 'none' })
  expect(await names()).toEqual(four)
})

const accepted = (change: object) => enquiry.safeParse({ ...message, ...change }).success

test('an enquiry has a name of 1–100, a valid e-mail up to 255, a phone up to 20 and a message of 1–2000 characters [HOME-30]', async () => {
  const long = (length: number) => `${'a'.repeat(length - 11)}@people.com`
  expect([
    accepted({ name: '' }),
    accepted({ name: ' ' }),
    accepted({ name: 'x' }),
    accepted({ name: 'x'.repeat(100) }),
    accepted({ name: 'x'.repeat(101) }),
  ]).toEqual([false, false, true, true, false])
  expect([accepted({ email: 'no' }), accepted({ email: long(256) })]).toEqual([false, false])
  expect([
    accepted({ phone: undefined }),
    accepted({ phone: '1'.repeat(20) }),
    accepted({ phone: '1'.repeat(21) }),
  ]).toEqual([true, true, false])
  expect([
    accepted({ message: ' ' }),
    accepted({ message: 'x'.repeat(2000) }),
    accepted({ message: 'x'.repeat(2001) }),
  ]).toEqual([false, true, false])
  await expect(visitor().contact.send({ ...message, message: 'x'.repeat(2001) })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('the server says what is wrong first, under the title "Invalid input" [HOME-31]', async () => {
  const failure = await visitor()
    .contact.send({ name: '', email: 'no', message: '' })
    .then(null, error => error)
  expect(failure).toMatchObject({
    message: 'Please tell us your name',
    data: { title: 'Invalid input', field: 'name' },
  })
})

test('an enquiry is stored, then confirmed by mail; mail that fails does not fail it [HOME-33]', async () => {
  const caller = app.as(null, { ipAddress: '198.51.100.1' })
  const { id } = await caller.contact.send({
    ...message,
    name: 'Zora',
    email: 'zora@people.example',
    phone: '+44 20',
    inquiryType: 'event_space',
  })
  expect(
    await app.sql('select name, email, phone, message, inquiry_type from contact_inquiries where id = $1', [id]),
  ).toEqual([
    {
      name: 'Zora',
      email: 'zora@people.example',
      phone: '+44 20',
      message: 'A heavy press',
      inquiry_type: 'event_space',
    },
  ])
  await app.runJobs()
  const caught = (await (await app.fetch('/dev/mail/messages.json?to=zora@people.example')).json()) as {
    subject: string
    text: string
  }[]
  expect(caught).toHaveLength(1)
  for (const word of ['Zora', 'zora@people.example', '+44 20', 'A heavy press']) expect(caught[0]!.text).toContain(word)

  const second = await caller.contact.send({ ...message, email: 'lost@people.example' })
  await app.sql("update mails set template = 'gone' where relates_to = $1", [`contact_inquiries/${second.id}`])
  await app.runJobs()
  expect(await app.sql('select 1 from contact_inquiries where id = $1', [second.id])).toHaveLength(1)
})

test('ten enquiries an hour from one address, the eleventh is refused [HOME-33]', async () => {
  const caller = app.as(null, { ipAddress: '198.51.100.2' })
  for (let count = 0; count < 10; count++) await caller.contact.send(message)
  await expect(caller.contact.send(message)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await app.as(null, { ipAddress: '198.51.100.3' }).contact.send(message)
})
