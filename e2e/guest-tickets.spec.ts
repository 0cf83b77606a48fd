import type { Page } from '@playwright/test'
import { instantOf } from '#platform/time.ts'
import { formatDate } from '#platform/words.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

// The payment page belongs to the provider, and a connection is cut on purpose.
test.use({ mayFail: true })

async function payByCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay £/ }).click()
}

test('a visitor buys two tickets for the next market by card, gets a code for each by mail, keeps them offline, and calls them off [MKT-24]', async ({
  page,
  visit,
  venue,
}) => {
  const email = 'gus@guests.example'
  await page.goto('/market-tickets')
  const { days } = await call<{ days: { on: string; opensAt: string }[] }>(page, 'guestTickets/offer', {})
  // One that can still be called off: of a market that opens within 24 hours nothing comes back.
  const { on } = days.find(day => instantOf(day.on, day.opensAt).getTime() - Date.now() > 25 * 3_600_000)!
  const form = page.getByRole('form', { name: 'Buy market tickets' })
  // The next market and one ticket are chosen already.
  await expect(form.getByLabel('Market day')).toHaveValue(days[0]!.on)
  await form.getByLabel('Market day').selectOption(on)
  await expect(form.getByRole('button', { name: 'Pay £1 by card' })).toBeVisible()
  await form.getByRole('button', { name: 'More, 2 tickets' }).click()
  await expect(form.getByText(/You get £2 back until .*, and nothing after that\.$/)).toBeVisible()
  await form.getByLabel('Name').fill('Gus Holm')
  await form.getByLabel('Email').fill('gus')
  await form.getByRole('button', { name: 'Pay £2 by card' }).click()
  await expect(form.getByText('Please enter a valid email address')).toBeVisible()
  await form.getByLabel('Email').fill(email)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Pay £2 by card' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  // The browser's Back leads to the order, not to a form that has forgotten it.
  await page.goBack()
  await expect(page).toHaveURL(/\/guest-tickets\/[^/]+\?left=true$/)
  await expect(page.getByText(/Your tickets wait until/)).toBeVisible()
  await page.getByRole('button', { name: 'Pay £2 by card' }).click()
  await payByCard(page)
  await page.waitForURL(/\/guest-tickets\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('See you at the market')
  await expect(page.getByRole('img', { name: /Code of ticket/ })).toHaveCount(2)
  await expect(page.getByText('Gus Holm, 2 tickets')).toBeVisible()
  await expect(page.getByText(`They were mailed to ${email}.`)).toBeVisible()
  // A postcode stays on one line.
  await expect(page.locator('dd .unbroken', { hasText: 'W1U 5QY' })).toHaveCSS('white-space', /nowrap/)
  // On a desk they stand side by side.
  const [first, second] = await page.getByRole('img', { name: /Code of ticket/ }).all()
  expect((await first!.boundingBox())!.y).toBe((await second!.boundingBox())!.y)
  await expectAccessible(page)

  const mail = await venue.mail(email, 'Your market tickets')
  expect(mail.text).toContain(formatDate(on, { year: true }))
  expect(mail.text).not.toContain('Gus')
  const guest = await visit()
  await guest.setViewportSize({ width: 360, height: 740 })
  const link = mail.links.find(each => each.includes('/guest-tickets/'))!
  await guest.goto(link)
  await expect(guest.getByRole('img', { name: 'Code of ticket 2' })).toBeVisible()
  await expectNoSidewaysScroll(guest)
  const letters = guest.locator('ol strong').filter({ hasText: /^[0-9A-Z]{4} [0-9A-Z]{4}$/ })
  await expect(letters).toHaveCount(2)
  for (const each of await letters.allTextContents()) expect(mail.text).toContain(each)
  const larger = guest.getByRole('button', { name: 'Full screen' }).nth(1)
  await larger.click()
  const whole = guest.getByRole('dialog', { name: 'Market ticket 2 of 2' })
  await expect(whole.getByRole('img', { name: 'Code of ticket 2' })).toBeInViewport({ ratio: 1 })
  await expect(whole).toContainText(formatDate(on))
  await expect(whole).toContainText('Gus Holm')
  await expectAccessible(guest)
  // Both come in with one phone: the other code is one press away, whichever way.
  await whole.getByRole('button', { name: 'Next' }).click()
  await expect(guest.getByRole('dialog', { name: 'Market ticket 1 of 2' })).toBeVisible()
  await expect(guest.getByRole('dialog').getByRole('img', { name: 'Code of ticket 1' })).toBeInViewport({ ratio: 1 })
  await guest.getByRole('button', { name: 'Previous' }).click()
  await expect(whole.getByRole('img', { name: 'Code of ticket 2' })).toBeInViewport({ ratio: 1 })
  await guest.keyboard.press('Escape')
  await expect(larger).toBeFocused()
  const saved = guest.waitForEvent('download')
  await guest.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await saved).suggestedFilename()).toBe(`market-${on}.ics`)

  // At the door, without a connection.
  await expect
    .poll(
      () =>
        guest.evaluate(async () => {
          const isKept = Object.keys(localStorage).some(key => key.startsWith('exchange.own.guest-tickets.'))
          const requests = await (await caches.open('assets')).keys()
          return (
            isKept &&
            navigator.serviceWorker.controller !== null &&
            requests.some(({ url }) => url.includes('guest-tickets'))
          )
        }),
      { timeout: 30_000 },
    )
    .toBe(true)
  await guest.waitForLoadState('networkidle')
  await guest.context().setOffline(true)
  await guest.reload()
  await expect(guest.getByRole('img', { name: 'Code of ticket 2' })).toBeVisible()
  await guest.context().setOffline(false)
  await guest.reload()

  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  await boss.goto(`/admin/guest-tickets?when=all&on=${on}`)
  await expect(boss.getByText('2 tickets sold online, £2 taken.')).toBeVisible()
  await expect(boss.getByRole('row', { name: /Gus Holm/ })).toContainText('Sold')
  await expectAccessible(boss)

  await guest.getByRole('button', { name: 'Cancel tickets' }).click()
  const asked = guest.getByRole('dialog')
  await expect(asked).toContainText('£2 goes back to the card that paid')
  await asked.getByRole('button', { name: 'Cancel tickets' }).click()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('These tickets were cancelled')
  await expect(guest.getByRole('img', { name: /Code of ticket/ })).toHaveCount(0)
  await venue.mail(email, 'Your market tickets were cancelled')
})

test('who comes back from the payment page without paying reads that nothing is paid, and may go on', async ({
  page,
}) => {
  await page.goto('/market-tickets')
  const form = page.getByRole('form', { name: 'Buy market tickets' })
  await form.getByLabel('Name').fill('Lea Munro')
  await form.getByLabel('Email').fill('lea@guests.example')
  await form.getByRole('button', { name: 'Pay £1 by card' }).click()
  await page.getByLabel('Card number').waitFor()
  await page
    .getByRole('link', { name: /back|cancel|return/i })
    .first()
    .click()
  await page.waitForURL(/\/guest-tickets\/.*left=true/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing is paid yet')
  await expect(page.getByRole('link', { name: 'Choose again' })).toHaveAttribute('href', '/market-tickets')
  await page.getByRole('button', { name: 'Pay £1 by card' }).click()
  await payByCard(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('See you at the market')
  // It begins with the code, and one is one.
  await expect(page.getByRole('region', { name: 'Your ticket', exact: true }).getByRole('img')).toHaveAccessibleName(
    'Code of ticket 1',
  )
  await expect(page.getByText('Lea Munro, 1 ticket')).toBeVisible()
})

test('what was typed is forgotten with the order, also when the page is left in that very moment', async ({ page }) => {
  // Leaving keeps what was typed: here it happens before the form has been drawn again.
  await page.addInitScript(() => {
    const remove = Storage.prototype.removeItem
    Storage.prototype.removeItem = function (name) {
      remove.call(this, name)
      if (name === 'draft:guest-tickets') window.dispatchEvent(new Event('pagehide'))
    }
  })
  await page.goto('/market-tickets')
  const form = page.getByRole('form', { name: 'Buy market tickets' })
  await form.getByLabel('Name').fill('Lea Munro')
  await form.getByLabel('Email').fill('lea@guests.example')
  const kept = () => page.evaluate(() => localStorage.getItem('draft:guest-tickets'))
  await expect.poll(kept).toContain('Lea Munro')
  await form.getByRole('button', { name: 'Pay £1 by card' }).click()
  await page.getByLabel('Card number').waitFor()
  await page.goto('/market-tickets')
  await expect(form.getByLabel('Email')).toHaveValue('')
  expect(await kept()).toBeNull()
})

test('whoever has just paid is not asked to pay while the bank has not confirmed it; only after long is the payment offered again', async ({
  page,
  venue,
}) => {
  await page.goto('/market-tickets')
  const form = page.getByRole('form', { name: 'Buy market tickets' })
  await form.getByLabel('Name').fill('Noor Sharif')
  await form.getByLabel('Email').fill('noor@guests.example')
  await form.getByRole('button', { name: 'Pay £1 by card' }).click()
  await page.getByLabel('Card number').waitFor()
  await page.clock.install()
  await venue.payments({ hold: true })
  try {
    await payByCard(page)
    await page.waitForURL(/\/guest-tickets\//)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for your payment')
    const order = page.getByRole('region', { name: 'Your order' })
    await expect(order.getByText(/^As soon as your bank has confirmed it/)).toBeVisible()
    await page.clock.runFor(25_000)
    await expect(order.getByRole('button')).toHaveCount(0)
    await page.clock.runFor(10_000)
    await expect(order.getByRole('button', { name: 'Open the payment again' })).toBeVisible()
  } finally {
    await venue.payments({ hold: false })
  }
  await page.clock.runFor(5_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('See you at the market')
})

test('a link that was cut short or made up says so, and leads on', async ({ page, venue }) => {
  for (const id of [crypto.randomUUID(), 'cut-sho']) {
    await page.goto(`/guest-tickets/${id}`)
    await expect(page.getByRole('heading', { name: 'No such tickets', level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'See the next market' })).toBeVisible()
  }
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await signIn(page, venue.person('member'))
  await page.goto(`/host/${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'No such event', level: 1 })).toBeVisible()
  await expectAccessible(page)
})
