import type { Page } from '@playwright/test'
import { call, expect, settled, signIn, test } from './fixtures.ts'
import { account } from './newcomer.ts'

// What strangers may try through the browser: markup as a name, addresses of other sites as the way back.

test('names and answers that are markup stay text wherever they are shown', async ({ page, visit, venue }) => {
  const hostile = `<img src=x onerror="window.hacked=1">`
  const person = await account(page, venue, { firstName: hostile, lastName: `${hostile}"'>` })
  await signIn(page, person)
  const { email } = person
  await call(page, 'applications/submit', {
    tierSlug: 'explorer',
    fullName: hostile,
    email,
    phoneNumber: '+447700900123',
    termsAccepted: true,
  })
  const harmless = async (each: Page, path: string) => {
    await each.goto(path)
    await settled(each)
    await expect(each.getByText('onerror').first(), path).toBeVisible()
    await expect(each.locator('img[src="x"]'), path).toHaveCount(0)
    expect(await each.evaluate(() => 'hacked' in window), path).toBe(false)
  }
  await harmless(page, '/home')
  await harmless(page, '/members')
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  const q = encodeURIComponent(email)
  await harmless(boss, `/admin/members?q=${q}`)
  await harmless(boss, '/admin/approvals')
  await harmless(boss, '/admin/admin-applications')
  const voter = await visit()
  await signIn(voter, venue.person('committee'))
  await harmless(voter, '/admin/committee-applications')
  await voter.getByRole('row').filter({ hasText: 'onerror' }).click()
  await expect(voter.getByRole('dialog').getByText('onerror').first()).toBeVisible()
  expect(await voter.evaluate(() => 'hacked' in window)).toBe(false)
})

test('no return address leads off the site, in the browser or by the server', async ({ page, venue }) => {
  const strangers: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).origin !== venue.url) strangers.push(request.url())
  })
  page.on('dialog', dialog => {
    strangers.push(dialog.message())
    void dialog.dismiss()
  })
  await signIn(page, venue.person('member'))
  await page.goto('/terms')
  for (const payload of payloads) {
    await open(page, '/terms')
    await expect(page.getByRole('heading', { name: 'Terms', level: 1 })).toBeVisible()
    await open(page, `/auth?return=${encodeURIComponent(payload)}`)
    await expect.poll(() => new URL(page.url()).pathname, payload).not.toBe('/auth')
    expect(new URL(page.url()).origin, payload).toBe(venue.url)
  }
  for (const path of ['/code-of-conduct?return=', '/reauthenticate?redirect=', '/join?ref=']) {
    await page.goto(path + encodeURIComponent('//evil.example/a'))
    await settled(page)
    // The address of this page itself may stand in a link as the way back to it; none leads away.
    expect(await page.evaluate(() => [...document.links].filter(link => link.hostname.includes('evil')))).toEqual([])
  }
  for (const [index, payload] of payloads.entries()) {
    const answer = await page.request.get(
      `/auth-api/verify-email?token=none&callbackURL=${encodeURIComponent(payload)}`,
      { maxRedirects: 0, headers: { 'x-forwarded-for': `192.0.2.${index}` } },
    )
    const to = answer.headers().location
    if (to) expect(new URL(to, venue.url).origin, payload).toBe(venue.url)
  }
  expect(strangers).toEqual([])
})

/** As the app's own links do, without a load. */
const open = (page: Page, path: string) => page.evaluate(to => window.history.pushState({}, '', to), path)

const payloads = [
  'https://evil.example',
  'http://evil.example/',
  'HTTPS://evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '//\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '%2f%2fevil.example',
  '%5c%5cevil.example',
  '/.//evil.example',
  '/..//evil.example',
  '//evil.example@localhost',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'https://localhost@evil.example',
  'https://localhost.evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  '/javascript:alert(1)//',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'evil.example',
  '?return=https://evil.example',
  '#//evil.example',
  '',
]
