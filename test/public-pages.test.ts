import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { installFirstCatalogue } from '#features/membership/tiers/model.ts'
import { installFirstFacilities } from '#features/spaces/facilities/model.ts'
import { previewFor } from '#heads.ts'
import { seedPictures } from '#seed/artwork/pictures.ts'
import { event } from '#seed/factories/events.ts'
import { admin, goodPassword, member } from '#seed/factories/people.ts'
import { sharedTestApp, testApp } from './app.ts'
import { sessionCookie } from './browser.ts'
import { marketDay } from './market.ts'

// The pages are built: npm run build.
const app = sharedTestApp()

let eventId: string
beforeAll(async () => {
  await installFirstCatalogue(app.runtime)
  await installFirstFacilities(app.runtime)
  await marketDay(app, '2026-11-28')
  await seedPictures(app.runtime, ['hero', 'event-space'])
  eventId = (await event(app, { name: 'Risograph <b> & “friends”', description: 'Two inks </script> and patience.' }))
    .id
})

const open = async (...pagesOpenToVisitors: ('/events' | '/bookings')[]) =>
  app.as(await admin(app)).venue.changeSettings({ pagesOpenToVisitors })
const get = (path: string, headers: Record<string, string> = {}) =>
  app.fetch(path, { headers: { 'accept-encoding': 'identity', ...headers } })
const pageOf = async (path: string) => (await get(path)).text()
const decoded = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39|#x27);/g,
    sign => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[sign.slice(1, -1)] ?? "'",
  )

/** What the page says of itself to those who do not look at it. */
function headOf(html: string) {
  const head = html.slice(0, html.indexOf('</head>'))
  const meta = (name: string) =>
    decoded(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(head)?.[1] ?? '')
  return {
    title: decoded(/<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ''),
    canonical: /<link rel="canonical" href="([^"]*)">/.exec(head)?.[1],
    data: [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(
      ([, text]) => JSON.parse(text!)['@graph'] as Record<string, unknown>[],
    ),
    meta,
  }
}

const contact = '12 Paddington Street, Marylebone, London W1U 5QY'

/** Every public page with its heading, what must be read there, and what its data is about. */
const pages: [path: string, heading: string, facts: string[], types: string[]][] = [
  ['/', 'A house for people who make things', ['£40 a month', contact, 'Sat 28 Nov'], ['LocalBusiness,EventVenue']],
  ['/membership-info', 'Membership', ['>£90<', '150 tokens a week', 'Podcast', 'Do I pay when'], ['FAQPage']],
  ['/market-tickets', 'Market tickets', ['Sat 28 Nov 2026', '10:00–17:00', '£1 entry'], ['Event']],
  ['/contact', 'Talk to us', [contact, '08:00–20:00', '+44 20 7946 0123', 'mailto:'], ['LocalBusiness,EventVenue']],
  ['/terms', 'Terms', ['Cancel 24 hours or more ahead', 'exchanged for money', 'ask us to erase it'], []],
  ['/tour-booking', 'See the house', [contact, 'An hour through studios', '+44 20 7946 0123'], []],
  ['/event-space', 'Host a workshop or event', ['Committee review', 'tokens a day', 'mailto:'], ['EventVenue']],
  ['/code-of-conduct', 'Code of Conduct', ['1. Respect people', 'Version 1'], []],
  ['/launch', 'Come to the launch show', ['places are limited', contact, 'mailto:'], []],
  ['/bookings', 'Book Your Space', ['Podcast', 'an hour', '/membership-info'], []],
  ['/events', 'Events', ['Risograph', '/event/'], ['Event']],
  ['/event/ID', 'Risograph <b> & “friends”', ['Two inks', 'Host', 'left'], ['Event', 'BreadcrumbList']],
]

describe('what is sent to a visitor', () => {
  beforeAll(() => open('/events', '/bookings'))

  test.each(pages)('%s is a whole page before any script', async (pattern, heading, facts, types) => {
    const path = pattern.replace('ID', eventId)
    const answer = await get(path)
    expect(answer.status).toBe(200)
    const html = await answer.text()
    const { title, canonical, data, meta } = headOf(html)
    expect(title).toMatch(/Exchange/)
    expect(meta('description').length).toBeGreaterThan(25)
    expect(canonical).toBe(`${app.url}${path}`)
    expect([meta('og:title'), meta('og:description'), meta('og:url')]).toEqual([title, meta('description'), canonical])
    expect([meta('og:image:width'), meta('og:image:height'), meta('og:type')]).toEqual(['1200', '630', 'website'])
    expect(meta('og:image:alt')).not.toBe('')
    expect(meta('twitter:card')).toBe('summary_large_image')
    expect(meta('robots')).toBe('')
    expect(data.map(item => String(item['@type']))).toEqual(types)
    const root = html.slice(html.indexOf('<div id="root" data-drawn>'))
    expect([...root.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, text]) => decoded(text!))).toEqual([heading])
    // As it is read: what keeps hours or a postcode on one line is not of the words.
    const words = decoded(root).replaceAll(/<!-- -->|<span class="unbroken">(.*?)<\/span>/g, '$1')
    for (const fact of facts) expect(words, fact).toContain(fact)
    // The frame around it: the way in, and to everything else that is public.
    for (const to of ['/auth', '/membership-info', '/tour-booking', '/market-tickets', '/contact', '/terms'])
      expect(root).toContain(`href="${to}"`)
    expect(html).toMatch(/<noscript>.*mailto:.*tel:.*<\/noscript>/s)
    expect(html).not.toMatch(/undefined|\bNaN\b|\[object|Invalid Date/)
    // Nothing runs but what sets the colours and what waits for somebody to begin.
    const scripts = [...html.matchAll(/<script(?![^>]*application\/(?:ld\+)?json)[^>]*?src="([^"]+)"/g)].map(
      ([, src]) => src,
    )
    expect(scripts).toEqual(['/later.js'])
    expect(html).not.toContain('modulepreload')
    expect(html).toMatch(/<script defer src="\/later\.js" data-app="\/assets\/index-[^"]+\.js"/)
  })

  test.each(pages)('the picture of a link to %s is a PNG of the size that is asked for', async pattern => {
    const path = pattern.replace('ID', eventId)
    const { meta } = headOf(await pageOf(path))
    const answer = await get(new URL(meta('og:image')).pathname)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    // Shown by others, which the other answers of the house do not allow.
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const picture = sharp(Buffer.from(await answer.arrayBuffer()))
    expect(await picture.metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    // Words at the left, the poster at the right.
    for (const left of [64, 740]) {
      const part = await sharp(
        await picture.clone().extract({ left, top: 60, width: 440, height: 400 }).toBuffer(),
      ).stats()
      expect(Math.max(...part.channels.map(({ stdev }) => stdev)), `from ${left}`).toBeGreaterThan(20)
    }
  })

  test('what is written of an event cannot break out of its data', async () => {
    const html = await pageOf(`/event/${eventId}`)
    expect(html).not.toContain('Two inks </script>')
    const [data] = headOf(html).data
    expect(data).toMatchObject({
      description: 'Two inks </script> and patience.',
      eventStatus: 'https://schema.org/EventScheduled',
    })
  })

  test('a picture changes its address with what it shows; an old address shows what is so now, and not for long', async () => {
    const address = async () => new URL(headOf(await pageOf('/contact')).meta('og:image')).pathname
    const before = await address()
    await app.as(await admin(app)).venue.changeSettings({ opensAt: '07:00' })
    expect(await address()).not.toBe(before)
    const old = await get(before)
    expect([old.status, old.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    await app.as(await admin(app)).venue.changeSettings({ opensAt: '08:00' })
    expect(await address()).toBe(before)
    for (const path of [
      '/og/nowhere-0123456789abcdef.png',
      '/og/home-0123456789abcdef.png',
      '/og/contact.png',
      '/og/contact-xyz.png',
    ])
      expect((await get(path)).status, path).toBe(404)
  })

  test('an event and the hall show their own picture, others a poster', async () => {
    expect((await previewFor(app.runtime, '/event-space'))?.fileId).toMatch(/^[0-9a-f-]{36}$/)
    expect((await previewFor(app.runtime, '/terms'))?.fileId).toBeNull()
    expect(await previewFor(app.runtime, `/event/${eventId}`)).toMatchObject({
      title: 'Risograph <b> & “friends”',
      seed: `social ${eventId}`,
    })
  })
})

test.each([
  ['/', /\.landing-hero/],
  ['/membership-info', /\.plan-tiers/],
  ['/event-space', /\.hall-steps/],
  ['/terms', null],
])(
  '%s has the styles of its drawing in it, which the policy knows by their hash, and waits for nothing',
  async (path, own) => {
    const answer = await get(path)
    const html = await answer.text()
    expect(html).not.toMatch(/<link rel="stylesheet"|<script src=/)
    const policy = answer.headers.get('content-security-policy')!
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text!)
    expect(styles[0]).toContain('.visitor-header')
    expect(styles).toHaveLength(own ? 2 : 1)
    if (own) expect(styles[1]).toMatch(own)
    const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text!)
    expect(scripts).toHaveLength(2)
    for (const [name, texts] of [
      ['style-src-elem', styles],
      ['script-src', scripts],
    ] as const) {
      const part = policy.split('; ').find(each => each.startsWith(name))!
      expect(part.match(/'sha256-[^']+'/g)).toEqual(
        texts.map(text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
      )
      expect(part).not.toContain('unsafe-inline')
    }
    // Nothing else may carry any.
    expect((await get('/auth')).headers.get('content-security-policy')).not.toContain('sha256')
  },
)

test('somebody with a session gets the application at once, in their own frame', async () => {
  const ada = await member(app, { password: goodPassword })
  const cookie = await sessionCookie(app, ada.email)
  for (const path of ['/contact', '/terms', '/market-tickets']) {
    const html = await (await get(path, { cookie })).text()
    expect(html, path).toContain('<div id="root" data-session></div>')
    expect(html, path).toMatch(/<script type="module"[^>]*src="\/assets\/index-/)
    expect(headOf(html).canonical, path).toBe(`${app.url}${path}`)
  }
  const first = await (await get('/', { cookie })).text()
  expect(first).toContain('<div id="root" data-drawn data-session>')
  expect(first).not.toContain('/later.js')
  // Their own head is on its way: until then nobody asks them to sign in, as visitors are asked above and below the page.
  const around = (html: string) => html.slice(html.indexOf('<div id="root"')).replace(/<main.*<\/main>/s, '')
  expect(around(first)).toMatch(/<header class="visitor-header">/)
  expect(around(first)).not.toContain('href="/auth"')
  expect(around(await (await get('/')).text()).match(/href="\/auth"/g)).toHaveLength(2)
  // What is kept for pages without a connection is nobody's, whoever has fetched it.
  expect(await (await get('/market-tickets?frame=on', { cookie })).text()).toContain('<div id="root"></div>')
})

test('a page that is open to visitors shows its bones to somebody with a session before any sheet of the application', async () => {
  await open('/bookings')
  const ada = await member(app, { password: goodPassword })
  const html = await (await get('/bookings', { cookie: await sessionCookie(app, ada.email) })).text()
  expect(html).toMatch(/<div id="root" data-session><./)
  const sheets = [...html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, href]) => href)
  // The one sheet of every page; those of the screen come beside the application.
  expect(sheets).toHaveLength(1)
  expect(html).toMatch(/<link rel="preload" as="style"/)
  await open()
})

test('the address of a booking of one’s own fetches the application at once, and shows no empty form meanwhile', async () => {
  const html = await pageOf('/tour-booking?booking=0b9f2f5c-0000-4000-8000-000000000000')
  expect(html).toContain('<div id="root" data-drawn>')
  expect(html).toMatch(/<h1[^>]*>Your tour<\/h1>/)
  expect(html).toContain('Loading your tour')
  expect(html).not.toContain('<input')
  expect(html).not.toContain('/later.js')
  expect(html).toMatch(/<script type="module"[^>]*src="\/assets\/index-/)
  expect(headOf(html).meta('robots')).toBe('noindex')
  // Without it the page waits for somebody to use it.
  expect(await pageOf('/tour-booking')).toContain('/later.js')
})

test('what the service worker keeps for a page without a connection is the application and nothing else', async () => {
  const html = await pageOf('/market-tickets?frame=on')
  expect(html).toContain('<div id="root"></div>')
  expect(html).not.toContain('/later.js')
  expect(html).toMatch(/<script type="module"[^>]*src="\/assets\/index-/)
})

test('pages behind a session, or that the house keeps closed, are nobody’s search result', async () => {
  await open()
  for (const path of [
    '/home',
    '/admin',
    '/auth',
    '/guest-pass/1',
    '/nowhere',
    '/events',
    `/event/${eventId}`,
    '/bookings',
  ]) {
    const { meta, canonical, data } = headOf(await pageOf(path))
    expect([meta('robots'), canonical, data, meta('og:image')], path).toEqual(['noindex', undefined, [], ''])
  }
  expect(await previewFor(app.runtime, '/events')).toBeNull()
  expect(await pageOf(`/event/${eventId}`)).not.toContain('Risograph')
})

const listed = async () =>
  [...(await pageOf('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!.slice(app.url.length))

test('the site map lists what visitors may read, and events only while they may', async () => {
  await open()
  const always = [
    '/',
    '/code-of-conduct',
    '/contact',
    '/event-space',
    '/launch',
    '/market-tickets',
    '/membership-info',
    '/terms',
    '/tour-booking',
  ]
  expect((await listed()).toSorted()).toEqual(always)
  await open('/events', '/bookings')
  expect((await listed()).toSorted()).toEqual([...always, '/bookings', `/event/${eventId}`, '/events'].toSorted())
  for (const path of await listed()) expect((await get(path)).status, path).toBe(200)
  const answer = await get('/sitemap.xml')
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(await answer.text()).toMatch(/<loc>[^<]*\/code-of-conduct<\/loc><lastmod>\d{4}-\d\d-\d\dT[^<]+<\/lastmod>/)
})

test('a demonstration sends search engines away; a house that is to be found tells them where its pages are', async () => {
  expect(await pageOf('/robots.txt')).toBe('User-agent: *\nDisallow: /\n')
  const found = await testApp({ env: { SEARCH_ENGINES: 'on' } })
  const text = await (await found.fetch('/robots.txt')).text()
  expect(text).toContain('Disallow: /admin\n')
  expect(text).not.toContain('Disallow: /\n')
  expect(text).toContain(`Sitemap: ${found.url}/sitemap.xml`)
})
