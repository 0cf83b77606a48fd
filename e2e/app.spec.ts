import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'
import { inPlainPage } from './plain-page.ts'

// The app as something that is installed, kept and brought up to date.

const inCharge = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 30_000 }).toBe(true)

test('browsers recognise an app that can be installed: manifest, icons of both kinds, a worker, and shortcuts that lead somewhere [NAV-04]', async ({
  page,
  venue,
}) => {
  await page.goto('/')
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await page.request.get(address!)
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ name: 'Exchange', short_name: 'Exchange', display: 'standalone', scope: '/' })
  expect((await page.request.get(manifest.start_url)).status()).toBe(200)
  const purposes = new Set<string>()
  for (const { src, sizes, type, purpose = 'any' } of manifest.icons) {
    const icon = await page.request.get(src)
    expect(icon.headers()['content-type'], src).toContain(type)
    purposes.add(purpose)
    if (type !== 'image/png') continue
    const { width, height } = await sharp(await icon.body()).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
  expect([...purposes].sort()).toEqual(['any', 'maskable'])
  for (const size of ['192x192', '512x512'])
    expect(
      manifest.icons.some((icon: { sizes: string; purpose: string }) => icon.sizes === size && icon.purpose === 'any'),
    ).toBe(true)
  expect(manifest.shortcuts.map(({ name }: { name: string }) => name)).toEqual([
    'Book a space',
    'My bookings',
    'Market ticket',
  ])
  await inCharge(page)
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
  expect(scope).toBe(`${venue.url}/`)
  await signIn(page, venue.person('member'))
  // For the dialog of a desk and of a phone, each kind in one shape.
  const shapes: Record<string, Set<string>> = { wide: new Set(), narrow: new Set() }
  for (const { src, sizes, type, form_factor: kind, label } of manifest.screenshots) {
    const picture = await page.request.get(src)
    expect(picture.headers()['content-type'], src).toBe(type)
    const { width, height } = await sharp(await picture.body()).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
    expect(width > height ? 'wide' : 'narrow', src).toBe(kind)
    expect(label.length, src).toBeGreaterThan(10)
    shapes[kind]!.add(sizes)
  }
  expect(Object.values(shapes).map(({ size }) => size)).toEqual([1, 1])
  for (const { url } of manifest.shortcuts) {
    await page.goto(url)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(page.url()).toBe(venue.url + url)
  }
  // What the browser itself has against it, where it tells.
  const session = await page.context().newCDPSession(page)
  const told = await session.send('Page.getInstallabilityErrors').catch(() => null)
  if (told) expect(told.installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test('without a connection a page says so, and what works without one, in light and dark', async ({ page, venue }) => {
  await signIn(page, venue.person('member'))
  await page.goto('/home')
  await settled(page)
  await inCharge(page)
  await page.context().setOffline(true)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/bookings')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
    await expect(page.getByRole('listitem')).toHaveCount(3)
    await expectNoSidewaysScroll(page)
  }
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(246, 241, 231)',
  )
  await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
  await page.reload()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(23, 21, 18)')
  await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'light'))
  await page.context().setOffline(false)
  // By itself.
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You are offline')
  await page.goto('/offline.html')
  await expectAccessible(page)
})

test('a new version is offered and clears what is outdated, nothing else; no answer to a person is ever kept [NAV-35]', async ({
  baseURL,
  venue,
}) => {
  await inPlainPage(async page => {
    const member = venue.person('member')
    await page.goto(`${baseURL}/auth`)
    const status = await page.evaluate(async ({ email, password }) => {
      const body = JSON.stringify({ email, password })
      const headers = { 'content-type': 'application/json' }
      return (await fetch('/auth-api/sign-in/email', { method: 'POST', headers, body })).status
    }, member)
    expect(status).toBe(200)
    const isLoaded = () => page.look(() => !document.querySelector('[aria-busy="true"]'))
    const isInCharge = () => page.look(() => navigator.serviceWorker.controller !== null)
    await expect.poll(isInCharge, { timeout: 30_000 }).toBe(true)
    for (const path of ['/bookings', '/account', '/event-space', '/home']) {
      await page.goto(`${baseURL}${path}`)
      await expect.poll(isLoaded).toBe(true)
    }
    const kept = () =>
      page.evaluate(async () => {
        const all = await Promise.all(
          (await caches.keys()).map(async name => {
            const requests = await (await caches.open(name)).keys()
            return requests.map(({ url }) => [name, new URL(url).pathname] as [string, string])
          }),
        )
        return all.flat()
      }, undefined)
    await expect.poll(async () => (await kept()).filter(([name]) => name === 'assets').length).toBeGreaterThan(5)
    const before = await kept()
    const assets = before.filter(([name]) => name === 'assets').map(([, path]) => path)
    expect(assets.filter(path => !path.startsWith('/assets/'))).toEqual([])
    const others = new Set(before.filter(([name]) => name !== 'assets').map(([, path]) => path))
    expect([...others].sort()).toEqual([
      '/colour-scheme.js',
      '/icon.svg',
      '/market-tickets',
      '/not-reached.js',
      '/offline.css',
      '/offline.html',
      '/offline.js',
    ])
    // The frame is the one that visitors get.
    const frame = await page.evaluate(async () => (await caches.match('/market-tickets?frame=on'))!.text(), undefined)
    expect(frame).not.toContain(member.email)
    expect(frame).not.toContain('bones-page')

    await page.evaluate(async () => {
      Object.assign(window, { isFormer: true })
      await (await caches.open('former-version')).put('/assets/old-1234567.js', new Response('old'))
      await (await caches.open('assets')).put('/assets/old-1234567.js', new Response('old'))
      // Another address of the same worker is a new version of it.
      await navigator.serviceWorker.register('/sw.js?next')
    }, undefined)
    const said = () =>
      page.evaluate(() => [...document.querySelectorAll('[role="status"]')].map(e => e.textContent).join(), undefined)
    await expect.poll(said).toContain('A new version is available')
    // Nothing is taken away under somebody who works with it.
    expect((await kept()).map(([name]) => name)).toContain('former-version')
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll<HTMLElement>('[role="status"] button')]
      buttons.find(({ textContent }) => textContent === 'Reload')!.click()
    }, undefined)
    await expect.poll(() => page.look(() => 'isFormer' in window)).toBe(false)
    // What is kept is put in order while the page loads again.
    await expect.poll(() => page.look(() => document.readyState)).toBe('complete')
    await expect.poll(async () => (await kept()).some(([, path]) => path.includes('old-1234567'))).toBe(false)
    const after = await kept()
    expect(after.map(([name]) => name)).not.toContain('former-version')
    expect(after.filter(([name]) => name === 'assets').map(([, path]) => path)).toEqual(expect.arrayContaining(assets))
  })
})

test.describe('a screen that crashes', () => {
  test.use({ mayFail: true })
  test('tells nobody: there is no error reporter, neither in the app nor among its packages [NAV-36]', async ({
    page,
    venue,
  }) => {
    const elsewhere: string[] = []
    const sent: string[] = []
    page.on('request', request => {
      if (new URL(request.url()).origin !== venue.url) elsewhere.push(request.url())
      else if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname)
    })
    await signIn(page, venue.person('member'))
    await page.route('**/rpc/bookings/facilities', route => route.fulfill({ json: { json: { rows: 1 } } }))
    await page.goto('/bookings')
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await page.evaluate(() => void Promise.reject(new Error('nobody hears this')))
    await page.waitForTimeout(1_000)
    expect(elsewhere).toEqual([])
    expect(sent.filter(path => !path.startsWith('/rpc/'))).toEqual([])
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    const reporters =
      /(?<![a-z])(sentry|bugsnag|rollbar|raygun|honeybadger|datadog|newrelic|logrocket|trackjs|airbrake|appsignal)/i
    expect(Object.keys({ ...dependencies, ...devDependencies }).filter(name => reporters.test(name))).toEqual([])
    for (const name of await assetNames())
      expect(await readFile(`dist/web/${name}`, 'utf8'), name).not.toMatch(reporters)
  })
})

test.describe('an application that cannot be fetched', () => {
  test.use({ mayFail: true })
  test('is told with a way on, on a member’s page as on a visitor’s, instead of waiting for ever', async ({
    page,
    visit,
    venue,
  }) => {
    await signIn(page, venue.person('member'))
    for (const [person, path] of [
      [page, '/home'],
      [await visit(), '/contact'],
    ] as const) {
      await person.route('**/assets/index-*.js', route => route.abort())
      await person.goto(path)
      await person.keyboard.press('Tab')
      const said = person.getByRole('alert').filter({ hasText: 'Exchange could not be reached' })
      await expect(said).toBeInViewport({ ratio: 1 })
      await person.unrouteAll()
      await said.getByRole('button', { name: 'Try again' }).click()
      await settled(person)
      await expect(said).toHaveCount(0)
    }
  })
})

async function assetNames(): Promise<string[]> {
  const manifest = JSON.parse(await readFile('dist/web/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string }
  >
  return Object.values(manifest)
    .map(({ file }) => file)
    .filter(file => file.endsWith('.js'))
}

test('the debug page is there for admins, outside of production, and shows no person and no secret [NAV-10]', async ({
  page,
  visit,
  venue,
}) => {
  await page.goto('/debug')
  await expect(page).toHaveURL(/\/auth/)
  await signIn(page, venue.person('admin'))
  await page.goto('/debug')
  await expect(page.getByRole('heading', { level: 1, name: 'Debug' })).toBeVisible()
  await expect(page.getByText('PostgreSQL')).toBeVisible()
  const words = await page.locator('#content').innerText()
  for (const { email } of venue.people) expect(words).not.toContain(email)
  expect(words).not.toMatch(/[A-Za-z0-9_-]{24,}|secret|sk_|whsec_/)
  await expectAccessible(page)
  for (const kind of ['member', 'committee', 'door']) {
    const other = await visit()
    await signIn(other, venue.person(kind))
    await other.goto('/debug')
    await expect(other.getByText("You don't have permission to access this page.")).toBeVisible()
    await expect(other.getByRole('heading', { name: 'Debug' })).toHaveCount(0)
  }
})
