import { readFileSync } from 'node:fs'
import { type IncomingMessage, get as request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { bonesOf, routeAccess } from '#access.ts'
import { admin, goodPassword, member } from '#seed/factories/people.ts'
import { sharedTestApp, type TestApp } from '#test/app.ts'
import { sessionCookie } from '#test/browser.ts'
import { marketDay } from '#test/market.ts'
import { publishedReach } from '#test/sections.ts'
import { statementsOf } from '#test/statements.ts'
import { pageNameOf } from '#web/page-names.ts'
import { readSiteMap } from '../../../checks/site-map.ts'

// The pages are built: npm run build.
const first = sharedTestApp()
const second = sharedTestApp({ beside: first })

const get = (app: TestApp, path: string, headers: Record<string, string> = {}) =>
  app.fetch(path, { headers: { 'accept-encoding': 'identity', ...headers } })
const textOf = async (app: TestApp, path: string) => (await get(app, path)).text()

test('a visitor’s page is kept: no statement, and no bytes for who has it already', async () => {
  for (const path of ['/', '/contact', '/membership-info', '/terms', '/auth']) {
    const etag = (await get(first, path)).headers.get('etag')!
    expect(etag, path).toMatch(/^W\/"[\w-]{22}"$/)
    const sent = await statementsOf(async () => {
      const again = await get(first, path, { 'if-none-match': `"other", ${etag}` })
      expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([304, '', 'no-cache'])
      expect((await get(first, path, { 'if-none-match': '"other"' })).status).toBe(200)
    })
    expect(sent, path).toEqual([])
  }
})

test('the bytes are the same page in every encoding, and say which one they are', async () => {
  const plain = await get(first, '/')
  const page = await plain.text()
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(page).toContain('<h1>A house for people who make things</h1>')
  // Fetch opens them by itself, so they are looked at as they travel.
  for (const [name, open] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const answer = await raw(first, '/', { 'accept-encoding': name })
    expect(answer.headers['content-encoding']).toBe(name)
    expect(answer.headers.vary).toContain('accept-encoding')
    expect(open(answer.body).toString()).toBe(page)
    expect(answer.body.length).toBeLessThan(page.length / 2)
  }
})

test('a fact that changes changes the page, in every server', async () => {
  const boss = await admin(first)
  const before = (await get(first, '/')).headers.get('etag')!
  await textOf(second, '/')
  await first.as(boss).venue.changeSettings({ guestEntryPence: 370 })
  await publishedReach(first, boss, { address: '7 Kiln Lane' })
  expect(await textOf(first, '/')).toContain('7 Kiln Lane')
  await vi.waitFor(async () => expect(await textOf(second, '/')).toContain('7 Kiln Lane'))
  const after = await get(first, '/', { 'if-none-match': before })
  expect(after.status).toBe(200)
  expect(await textOf(first, '/contact')).toContain('7 Kiln Lane')
})

test('the page shows the next market, from the moment on when one has closed', async () => {
  for (const on of ['2026-11-21', '2026-11-28']) await marketDay(first, on)
  first.clock.set('2026-11-21T16:59:59Z')
  expect(await textOf(first, '/')).toContain('Sat 21 Nov')
  first.clock.set('2026-11-21T17:00:00Z')
  const after = await textOf(first, '/')
  expect(after).not.toContain('Sat 21 Nov')
  expect(after).toContain('Sat 28 Nov')
})

test('whoever comes with a session gets a page that is stored nowhere', async () => {
  const ada = await member(first, { password: goodPassword })
  const cookie = await sessionCookie(first, ada.email)
  const etag = (await get(first, '/')).headers.get('etag')!
  const answer = await get(first, '/', { cookie, 'if-none-match': etag })
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([
    200,
    'no-store',
    null,
  ])
})

test('whoever comes with a session gets the frame of the page with greyed blocks before any script has run', async () => {
  const ada = await member(first, { password: goodPassword })
  const cookie = await sessionCookie(first, ada.email)
  const frames = { '/home': 'member', '/members': 'member', '/admin': 'office' }
  for (const [path, frame] of Object.entries(frames)) {
    const page = await (await get(first, path, { cookie })).text()
    const bones = page.match(/<div id="root" data-session><div class="bones" data-frame="(\w+)">(.*)<\/div><\/div>/s)
    expect(bones?.[1], path).toBe(frame)
    expect(bones![2], path).toContain('<header class="bones-bar">')
    expect(bones![2], path).toContain('role="status" aria-label="Loading"')
    // Small, and of nobody: the same bytes are sent to everybody with a session.
    expect(Buffer.byteLength(bones![0])).toBeLessThan(2_000)
    expect(bones![0]).not.toMatch(new RegExp(`${ada.firstName}|${ada.email}|<script|<style| style=`))
    // What is seen first does not share the line with scripts.
    expect(page).not.toMatch(/<script type="module"(?! fetchpriority="low")/)
  }
})

test('the bones of a member’s page carry its heading, and its window its title, before any script has run', async () => {
  const ada = await member(first, { password: goodPassword })
  const cookie = await sessionCookie(first, ada.email)
  const headings = {
    '/home': 'Welcome back',
    '/cart': 'Your booking cart',
    '/bookings': 'Book Your Space',
    '/bookings?view=mine': 'My bookings',
    '/event/00000000-0000-4000-8000-000000000000': 'Event',
  }
  for (const [path, heading] of Object.entries(headings)) {
    const page = await (await get(first, path, { cookie })).text()
    expect(page.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1], path).toBe(heading)
    expect(page.match(/<title>(.*?)<\/title>/)?.[1], path).toBe(`${heading.replace('Welcome back', 'Home')} · Exchange`)
  }
  const built = new Set(readSiteMap(readFileSync('src/web/routes.ts', 'utf8')).pages.map(({ path }) => path))
  const unnamed = routeAccess
    .filter(route => bonesOf(route) === 'member' && built.has(route.path) && pageNameOf(route.path, undefined) === null)
    .map(({ path }) => path)
  expect(unnamed).toEqual([])
})

test('visitors get no bones, and public pages have none for anybody', async () => {
  const ada = await member(first, { password: goodPassword })
  const cookie = await sessionCookie(first, ada.email)
  for (const path of ['/home', '/members', '/admin', '/', '/contact', '/auth', '/market-tickets', '/nowhere'])
    expect(await textOf(first, path), path).not.toContain('class="bones')
  for (const path of ['/', '/contact', '/auth', '/market-tickets', '/admin/market-scanner', '/nowhere'])
    expect(await (await get(first, path, { cookie })).text(), path).not.toContain('class="bones')
})

test('what is not there is not kept by browsers, and all such paths are one page', async () => {
  const answer = await get(first, '/nowhere')
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([
    404,
    'no-store',
    null,
  ])
  expect(await textOf(first, '/nowhere/else')).toBe(await answer.text())
})

test('no page of the application has a style of its own, and the policy lets none in', async () => {
  for (const path of ['/auth', '/nowhere', '/admin']) {
    const answer = await get(first, path)
    expect(answer.headers.get('content-security-policy')).toContain("style-src-elem 'self';")
    expect(await answer.text()).not.toMatch(/<style|nonce/)
  }
  // What a public page carries is the build's own, known by its hash (test/public-pages.test.ts), and nothing else is let in.
  const drawn = await get(first, '/')
  expect(drawn.headers.get('content-security-policy')).toMatch(/style-src-elem 'self'( 'sha256-[\w+/]+=*'){1,2};/)
  expect(await drawn.text()).not.toContain('nonce')
})

/** The answer with its bytes as they travel. */
async function raw(app: TestApp, path: string, headers: Record<string, string>) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(new URL(path, app.url), { headers }, resolve).on('error', reject)
  })
  return { headers: answer.headers, body: await buffer(answer) }
}
