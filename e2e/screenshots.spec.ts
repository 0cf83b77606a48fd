import { mkdirSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { toDataURL } from 'qrcode'
import sharp from 'sharp'
import { call, expect, settled, showIn, signIn, saturdayTest as test } from './fixtures.ts'
import { account } from './newcomer.ts'
import { dayAhead } from './places.ts'
import type { Venue } from './venue.ts'

// Pictures of the main screens for the README: npm run screenshots. Not part of the tests.

const folder = 'docs/screenshots'
const largestBytes = 120_000
const desk = { width: 1280, height: 860 }
const phone = { width: 390, height: 800 }

test.describe('@screenshots', () => {
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(() => mkdirSync(folder, { recursive: true }))

  test('visitors', async ({ page }) => {
    await page.goto('/')
    await take(page, 'landing', desk)
    await page.goto('/auth')
    await take(page, 'sign-in', desk, 'dark')
  })

  test('members', async ({ page, venue }) => {
    await signIn(page, venue.person('member'))
    await page.goto('/home')
    await take(page, 'home', desk)
    await page.goto('/bookings')
    await take(page, 'book-a-space', desk, 'dark')

    const { rows } = await call<{ rows: { id: string; name: string }[] }>(page, 'bookings/facilities')
    const idOf = (name: string) => rows.find(row => row.name === name)!.id
    const on = dayAhead(12)
    await page.goto(`/facility-booking?id=${idOf('Photography Studio')}&on=${on}`)
    await page.getByRole('radio', { name: /^14:00/ }).check({ force: true })
    await expect(page.getByText('If you cancel')).toBeVisible()
    await take(page, 'facility-booking', { width: 1280, height: 1590 })

    for (const [name, payWith] of [
      ['Sauna', 'tokens'],
      ['Music Studio', 'card'],
    ] as const)
      await call(page, 'bookings/addToCart', { facilityId: idOf(name), on, startsAt: '16:00', payWith })
    await page.goto('/cart')
    await take(page, 'cart', desk)
  })

  // The dialog in which a phone offers to install the app shows these (public/manifest.webmanifest), beside those above.
  test('members on a phone', async ({ page, venue }) => {
    await page.setViewportSize(phone)
    await signIn(page, venue.person('member'))
    await page.goto('/home')
    await take(page, 'home-phone', phone)
    await page.goto('/bookings')
    await take(page, 'book-a-space-phone', phone)
  })

  test('the market', async ({ page, visit, venue }) => {
    await signIn(page, venue.person('member'))
    await page.setViewportSize(phone)
    await page.goto('/market-tickets')
    await take(page, 'market-ticket', phone)

    const { code } = await call<{ code: string }>(page, 'market/ticket')
    const door = await visit()
    await holdBeforeCamera(door, code)
    await signIn(door, venue.person('door'))
    await door.setViewportSize(phone)
    await door.goto('/admin/market-scanner')
    await expect(door.getByText('Ada Okafor').first()).toBeVisible()
    await take(door, 'door-scanner', phone, 'dark')
  })

  test('the house', async ({ page, visit, venue }) => {
    await apply(await visit(), venue)
    await signIn(page, venue.person('committee'))
    await page.goto('/admin/committee-applications')
    await page.getByRole('button', { name: 'Mina Laurent' }).click()
    await expect(page.getByRole('dialog').getByText('Bookbinding')).toBeVisible()
    await take(page, 'committee-voting', { width: 1280, height: 1100 })

    const boss = await visit()
    await signIn(boss, venue.person('admin'))
    await boss.goto('/admin/bookings')
    await take(boss, 'back-office', desk, 'dark')
  })
})

/** Somebody with a full application, in words that a README can show. */
async function apply(page: Page, venue: Venue): Promise<void> {
  const person = await account(page, venue, { firstName: 'Mina', lastName: 'Laurent' })
  await signIn(page, person)
  const document = await sharp(Buffer.from(identityCard)).png().toBuffer()
  const upload = await page.request.post('/files/identity-document', {
    data: document,
    headers: { 'content-type': 'image/png', 'x-file-name': 'passport.png', 'sec-fetch-site': 'same-origin' },
  })
  await call(page, 'applications/submit', {
    tierSlug: 'creator',
    fullName: 'Mina Laurent',
    email: person.email,
    phoneNumber: '+447700900123',
    address: '4 Bulstrode Place',
    city: 'London',
    postcode: 'W1U 2HU',
    isWestminsterResident: false,
    creativeDiscipline: 'Bookbinding',
    socialMediaLinks: 'https://example.com/mina',
    whyJoin:
      'I bind small editions by hand and miss people around me who print, draw and photograph. Twice a week in the house would change that.',
    emergencyContactName: 'Paul Laurent',
    emergencyContactPhone: '+447700900124',
    emergencyContactRelationship: 'Brother',
    insuranceWaiver: true,
    backgroundCheckConsent: true,
    startDate: '',
    proRataRequested: false,
    idDocument: await upload.json(),
    proofOfResidence: null,
    termsAccepted: true,
    referralCode: '',
  })
}

/** No real document stands in a README. */
const identityCard = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="420" font-family="sans-serif">
<rect width="640" height="420" fill="#a8c4d0"/><rect width="640" height="70" fill="#1f4a3c"/>
<text x="32" y="46" font-size="28" fill="#f6f1e7">SPECIMEN</text>
<rect x="32" y="110" width="190" height="240" fill="#f6f1e7"/><circle cx="127" cy="200" r="48" fill="#dba442"/>
<path d="M50 350a77 82 0 0 1 154 0z" fill="#c5300f"/>
<g font-size="26" fill="#1d1a16"><text x="262" y="150">LAURENT</text><text x="262" y="210">MINA</text></g>
<g fill="#1d1a16" opacity=".35"><rect x="262" y="248" width="320" height="14"/><rect x="262" y="284" width="250" height="14"/><rect x="262" y="320" width="290" height="14"/></g></svg>`

/** A camera that sees nothing but this code. */
async function holdBeforeCamera(page: Page, code: string): Promise<void> {
  const picture = await toDataURL(code, { errorCorrectionLevel: 'M', width: 300, margin: 2 })
  await page.addInitScript(source => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
    const paint = canvas.getContext('2d')!
    const image = Object.assign(new Image(), { src: source })
    setInterval(() => {
      paint.fillStyle = '#57707a'
      paint.fillRect(0, 0, 640, 480)
      paint.drawImage(image, 220, 140, 200, 200)
    }, 100)
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10)
  }, picture)
}

type Size = { width: number; height: number }

/** One picture as WebP, as good as its size allows. */
async function take(page: Page, name: string, size: Size, scheme: 'light' | 'dark' = 'light'): Promise<void> {
  await page.setViewportSize(size)
  await showIn(page, scheme)
  await settled(page)
  await page.evaluate(async () => {
    const quiet = new CSSStyleSheet()
    quiet.replaceSync('aside[aria-label="Notices"] > p, .mantine-Notifications-root { display: none }')
    document.adoptedStyleSheets.push(quiet)
    window.scrollTo(0, 0)
    await document.fonts.ready
    // Pictures further down wait until they are scrolled to.
    const inSight = [...document.images].filter(image => image.getBoundingClientRect().top < window.innerHeight)
    await Promise.all(inSight.map(image => image.decode().catch(() => {})))
  })
  const shot = await page.screenshot({ animations: 'disabled' })
  for (const quality of [88, 80, 70, 60, 50]) {
    const picture = await sharp(shot).webp({ quality, effort: 6 }).toBuffer()
    if (picture.byteLength > largestBytes && quality > 50) continue
    expect(picture.byteLength, `${name} is too large`).toBeLessThanOrEqual(largestBytes)
    writeFileSync(`${folder}/${name}.webp`, picture)
    return
  }
}
