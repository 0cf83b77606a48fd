import { eq } from 'drizzle-orm'
import { notifications } from '#features/house/notifications/table.ts'
import { user } from '#platform/db/tables.ts'
import { notification } from '#seed/factories/notifications.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'
import type { Venue } from './venue.ts'

/** What a person was told: two not read yet and one that was. */
async function tell(venue: Venue, email: string): Promise<void> {
  await venue.make(async target => {
    const [{ id: userId }] = (await target.db.select({ id: user.id }).from(user).where(eq(user.email, email))) as [
      { id: string },
    ]
    await target.db.delete(notifications).where(eq(notifications.userId, userId))
    const now = target.clock.now().getTime()
    const at = (minutesAgo: number) => new Date(now - minutesAgo * 60_000)
    const own = { userId, path: '/bookings' }
    await notification(target, {
      ...own,
      kind: 'booking',
      title: 'Your booking was moved',
      text: 'Sauna, Sat 28 Nov, 18:00–19:00',
      createdAt: at(5),
    })
    await notification(target, {
      ...own,
      path: '/events',
      kind: 'event',
      who: 'Wren Okafor',
      title: 'wrote about Woodcut for beginners',
      text: 'Bring something to cover your clothes.',
      createdAt: at(90),
    })
    await notification(target, {
      ...own,
      path: '/market-booking',
      kind: 'stall',
      title: 'A pitch is free',
      createdAt: at(3_000),
      readAt: at(2_900),
    })
  })
}

test('the bell counts what is unread, its panel leads to the thing, and the count goes with reading, in every tab', async ({
  page,
  venue,
}) => {
  const ada = venue.person('member')
  await tell(venue, ada.email)
  await signIn(page, ada)
  await page.goto('/home')
  const other = await page.context().newPage()
  await other.goto('/account')
  const bell = page.getByRole('button', { name: 'Notifications, 2 unread' })
  await expect(bell).toBeVisible()
  await bell.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell).toBeFocused()
  await bell.press('Enter')
  await panel.getByRole('link', { name: /Your booking was moved/ }).click()
  await expect(page).toHaveURL('/bookings')
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()

  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await panel.getByRole('link', { name: 'See all' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  const list = page.getByRole('list', { name: 'Notifications, the newest first' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await page.getByLabel('Show').selectOption('Stalls')
  await expect(page).toHaveURL('/notifications?kind=stall')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.goBack()
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await list.getByRole('button', { name: /^Mark as read: Wren Okafor wrote about/ }).click()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
})

test('choices are switches that stay; the digest has its hour; an email’s link ends it without signing in', async ({
  page,
  visit,
  venue,
}) => {
  const elif = venue.person('freeMember')
  await signIn(page, elif)
  await page.goto('/notifications?view=choices')
  const likes = page.getByRole('switch', { name: 'Likes by email' })
  await expect(likes).not.toBeChecked()
  // Each is shown at once, and kept a moment later.
  const kept = (what: string) => page.waitForResponse(answer => answer.url().endsWith(`/rpc/notifications/${what}`))
  const likesKept = kept('choose')
  await likes.press('Space')
  await expect(likes).toBeChecked()
  await likesKept
  await expect(page.getByRole('row', { name: /^Bookings/ })).toContainText('Always')
  const digestKept = kept('chooseDigest')
  await page.getByRole('switch', { name: 'Send me a daily digest' }).check({ force: true })
  await digestKept
  const hourKept = kept('chooseDigest')
  await page.getByLabel('From').selectOption('18:00')
  await hourKept
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Likes by email' })).toBeChecked()
  await expect(page.getByLabel('From')).toHaveValue('18')

  await page.evaluate(() => Reflect.deleteProperty(window, 'PushManager'))
  const stranger = await visit()
  await stranger.goto('/unsubscribe/digest.x.y')
  await expect(stranger.getByText('This link is not complete. Copy all of it from the email.')).toBeVisible()
})

test('a browser that was told no says how to change that; one that may be told is switched on and off', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('committee'))
  await page.goto('/notifications?view=choices')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  // Browsers without a window have said no to everybody.
  await expect(page.getByText(/messages from Exchange were refused here/)).toBeVisible()

  // Nor do they have a push service: this is what one with a window and a service says.
  await page.addInitScript(() => {
    const made = {
      endpoint: `https://fcm.googleapis.com/fcm/send/${Date.now()}`,
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    }
    const subscription = { ...made, toJSON: () => made, unsubscribe: async () => localStorage.removeItem('subscribed') }
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = async () => 'granted'
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (localStorage.getItem('subscribed') ? subscription : null),
      async subscribe() {
        localStorage.setItem('subscribed', 'yes')
        return subscription
      },
    })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Switch this device on' }).click()
  await expect(page.getByText('This device is told from now on')).toBeVisible()
  const devices = page.getByRole('list', { name: 'Your devices' })
  await expect(devices.getByRole('listitem')).toContainText(['This device'])
  await devices.getByRole('button', { name: /^Switch off/ }).click()
  await expect(devices).toBeHidden()
  await expect(page.getByRole('button', { name: 'Switch this device on' })).toBeVisible()
})

test('works at both widths, in both themes, without findings', async ({ page, venue }) => {
  const ada = venue.person('admin')
  await tell(venue, ada.email)
  await signIn(page, ada)
  for (const [path, name] of [
    ['/notifications', 'list'],
    ['/notifications?view=choices', 'choices'],
  ] as const) {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await settled(page)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      if (process.env.PICTURES)
        for (const scheme of ['light', 'dark'] as const) {
          await page.evaluate(
            value => document.documentElement.setAttribute('data-mantine-color-scheme', value),
            scheme,
          )
          await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}-${scheme}.png`, fullPage: true })
        }
    }
  }
  for (const [path, width] of [
    ['/home', 360],
    ['/home', 1280],
    ['/admin', 360],
    ['/admin', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(path)
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
    await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(3)
    await expectNoSidewaysScroll(page)
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/bell${path.replaceAll('/', '-')}-${width}.png` })
  }
})
