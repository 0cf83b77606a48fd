import { expect, test } from 'vitest'
import { priceRange } from '#features/membership/tiers/rules.ts'
import { seedPictures } from '#seed/artwork/pictures.ts'
import { event } from '#seed/factories/events.ts'
import { admin } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { marketDay } from '#test/market.ts'
import { landingHead } from './head.tsx'

const app = sharedTestApp()

const visitor = () => app.as(null)

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

test('the landing page is drawn in the first answer: hero, login, cards, market, spaces, links [HOME-01, HOME-02, HOME-04, HOME-05]', async () => {
  await marketDay(app, '2026-11-28')
  await seedPictures(app.runtime, ['market'])
  const { html, title } = await landingHead(app.runtime)
  expect(title).toContain('Exchange')
  expect(html).toContain('<h1>A house for people who make things</h1>')
  expect(html).toMatch(/<a href="\/auth"[^>]*>Member Login<\/a>/)
  // How to join, and how to see the house.
  expect(html).toMatch(/<a href="\/join"[^>]*>Apply for membership<\/a><a href="\/tour-booking"[^>]*>Book a tour<\/a>/)
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

test('each space leads on: to what is open to a visitor, and to the rooms and their prices otherwise', async () => {
  await app.sql(`insert into our_spaces (title, description, image_key, link_url, display_order) values
    ('The Yard', 'words', 'event-space', '/contact', 8), ('The Press', 'words', 'coworking-space', '/bookings', 9)`)
  const { html } = await landingHead(app.runtime)
  expect(html).toMatch(/<a href="\/contact"[^>]*>The Yard<\/a>/)
  expect(html).toMatch(/<a href="\/membership-info#rooms"[^>]*>The Press<\/a>/)
})

test('the landing page says what members pay at the next market, as the door does', async () => {
  await marketDay(app, '2026-11-28')
  const says = async (until: string | null) => {
    await app.as(await admin(app)).venue.changeSettings({ membersEnterFreeUntil: until })
    return (await landingHead(app.runtime)).html
  }
  expect(await says(null)).toMatch(/Guests pay £1 entry, online or at the door(<!-- -->)?; members enter free/)
  expect(await says('2026-11-28')).toContain('enter free until Sat 28 Nov 2026')
  expect(await says('2026-11-27')).toContain('pay £1 too')
  await says(null)
})

test('a visitor reads what each plan costs and applies for it; a changed price is said at once', async () => {
  await app.sql('update membership_tiers set is_active = false')
  await app.sql(`insert into membership_tiers (slug, name, description, price_pence, weekly_tokens, features) values
    ('walk', 'Walker', '', 0, 0, '{}'), ('run', 'Runner', '', 4100, 3, '{}'), ('fly', 'Flyer', '', 17300, 9, '{}')`)
  const { html } = await landingHead(app.runtime)
  for (const part of [
    'Free, or £41\u2060–\u2060£173 a month',
    '<strong>£41 a month</strong><span>3 tokens a week</span>',
    '<strong>£173 a month</strong><span>9 tokens a week</span>',
  ])
    expect(html).toContain(part)
  // In one line under the ways in, too.
  expect(html).toMatch(/<a href="\/membership-info"[^>]*>Free, or £41.?–.?£173 a month<\/a>/)
  expect(html).toMatch(/href="\/code-of-conduct\?return=%2Fjoin%3Ftier%3Drun"[^>]*>Apply for (<!-- -->)?Runner/)
  await app.sql("update membership_tiers set price_pence = 4200 where slug = 'run'")
  expect((await visitor().content.landing()).plans[1]).toMatchObject({ slug: 'run', pricePence: 4200 })
})

test.each([
  [[], null],
  [[0], 'Free'],
  [[4000], '£40 a month'],
  [[4000, 4000, 0], 'Free, or £40 a month'],
  [[17_500, 4000], '£40\u2060–\u2060£175 a month'],
])('plans of %j pence a month cost %j', (pences, said) => expect(priceRange(pences)).toBe(said))

test('an admin words the first page: place, size and market; what is empty is not shown, what is too long is refused [MKT-25]', async () => {
  const boss = app.as(await admin(app))
  const page = async () => (await landingHead(app.runtime)).html!
  await marketDay(app, '2026-11-28')
  await app.sql(`update market_days set pitches = 42 where "on" = '2026-11-28'`)
  expect(await page()).toMatch(/Marylebone, London · .*32,000 sq ft.*42 stalls\. .*Things made by the people/s)
  // As many as the office plans for it, and no more than the plan of the hall has.
  expect(await visitor().market.about()).toMatchObject({ day: { stalls: 42 } })
  await boss.stalls.savePlan({ pitches: [{ label: 'A1', row: 0, column: 0, size: 'double' }] })
  expect(await page()).toContain('2 stalls. ')
  await app.sql('update market_pitches set is_active = false')
  const words = { landingPlace: 'Soho', landingSize: '', landingMarket: 'Twenty stalls, all of them good.' }
  await boss.venue.changeSettings(words)
  const html = await page()
  expect(html).toMatch(/Soho · .*Twenty stalls, all of them good\./s)
  for (const gone of ['Marylebone, London ·', '<dt>Size</dt>', 'Things made by']) expect(html).not.toContain(gone)
  expect((await visitor().content.landing()).market.words).toBe(words.landingMarket)
  expect(
    await app.sql("select count(*)::int as n from audit_log where table_name = 'settings' and row_id like 'landing%'"),
  ).toEqual([{ n: 3 }])
  await expect(boss.venue.changeSettings({ landingMarket: 'x'.repeat(301) })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('what is in the house for everybody is the venue’s to say', async () => {
  const boss = app.as(await admin(app))
  expect((await visitor().venue.about()).amenities).toContain('Bicycle store')
  await boss.venue.changeSettings({ amenities: 'A kiln\n\nA roof' })
  expect((await visitor().venue.about()).amenities).toEqual(['A kiln', 'A roof'])
  await boss.venue.changeSettings({ amenities: '' })
  expect((await visitor().venue.about()).amenities).toEqual([])
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
  for (const on of ['2026-11-14', '2026-11-21']) await marketDay(app, on)
  await app.sql(`update market_days set is_cancelled = true where "on" = '2026-11-21'`)
  expect((await visitor().content.landing()).market.next).toEqual({
    on: '2026-11-28',
    opensAt: '10:00',
    closesAt: '17:00',
    stalls: 42,
  })
})

test('the next events stand on the page where visitors may open them, and nowhere else', async () => {
  const boss = await admin(app)
  const about = 'Bring something that you are working on.'
  await event(app, { name: 'Second Evening', eventDate: '2030-02-02', description: about })
  const { id } = await event(app, {
    name: 'First Workshop',
    eventDate: '2030-02-01',
    eventType: 'workshop',
    description: about,
  })
  await event(app, { name: 'A Draft', eventDate: '2030-01-01', applicationStatus: 'pending', reviewedAt: null })
  const drawn = async () => (await landingHead(app.runtime)).html
  expect((await visitor().content.landing()).events).toBe(null)
  expect(await drawn()).not.toContain('First Workshop')
  await app.as(boss).venue.changeSettings({ pagesOpenToVisitors: ['/events'] })
  const { events } = await visitor().content.landing()
  expect(events!.map(({ name }) => name)).toEqual(['First Workshop', 'Second Evening'])
  expect(events![0]).toEqual({
    ...{
      id,
      name: 'First Workshop',
      eventType: 'workshop',
      kind: 'Workshop',
      eventDate: '2030-02-01',
      about,
      picture: null,
    },
    ...{ startTime: '18:00', endTime: '20:00', place: '' },
  })
  expect(await drawn()).toMatch(/What’s on.*First Workshop.*Second Evening.*All events/s)
  // Another one shows within a minute, though no fact of the house says so.
  const head = await landingHead(app.runtime)
  expect((head.freshUntil as Date).getTime() - app.clock.now().getTime()).toBeLessThanOrEqual(60_000)
  await app.as(boss).venue.changeSettings({ pagesOpenToVisitors: [] })
})
