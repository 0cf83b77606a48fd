import type { Page } from '@playwright/test'
import { creativeProfiles } from '#features/home/creatives/table.ts'
import { instantOf } from '#platform/time.ts'
import { comment, post } from '#seed/factories/community.ts'
import { event } from '#seed/factories/events.ts'
import { notification } from '#seed/factories/notifications.ts'
import { member, paidMember } from '#seed/factories/people.ts'
import { agree, call, comeNear, expect, settled, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'
import { dayAhead, placeIn } from './places.ts'
import { inPlainPage } from './plain-page.ts'
import type { Venue } from './venue.ts'

// What begins beyond the first page of a list, and what members' pages let people and the house do.

// One of these makes a page fail on purpose, which the browser notes.
test.use({ mayFail: true })

const stamp = () => `W${Date.now()}`
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** A member who is signed in on a page of their own. */
async function signedIn(venue: Venue, page: Page, firstName: string) {
  const person = await venue.make(target => member(target, { password, firstName, lastName: stamp() }))
  await signIn(page, { ...person, password })
  return person
}

test('the feed goes on with a button, and so do the comments of a post, each without a gap', async ({
  page,
  venue,
}) => {
  const ada = await signedIn(venue, page, 'Ada')
  const mark = stamp()
  const titled = (number: number) => page.getByRole('article', { name: `Post ${number} of ${mark}`, exact: true })
  const id = await venue.make(async target => {
    for (let number = 1; number <= 24; number++)
      await post(target, ada.id, { title: `Post ${number} of ${mark}`, createdAt: minutesAgo(30 - number) })
    const { id } = await post(target, ada.id, { title: `Much said of ${mark}` })
    for (let number = 1; number <= 53; number++)
      await comment(target, id, ada.id, { content: `Word ${number}`, createdAt: minutesAgo(60 - number) })
    return id
  })
  await page.goto('/community')
  await expect(titled(24)).toBeVisible()
  await expect(titled(1)).toHaveCount(0)
  // Others write meanwhile: the first of these may be further back than the second page.
  await expect(async () => {
    if (!(await titled(1).isVisible())) await page.getByRole('button', { name: 'Show more posts' }).click()
    await expect(titled(1)).toBeVisible({ timeout: 3_000 })
  }).toPass()
  for (let number = 1; number <= 24; number++) await expect(titled(number)).toHaveCount(1)

  await page.goto(`/community/${id}`)
  const words = page.getByRole('listitem').filter({ hasText: /Word \d+$/ })
  await expect(words).toHaveCount(50)
  await expect(words.first()).toContainText('Word 4')
  await page.getByRole('button', { name: 'Show earlier comments' }).click()
  await expect(words).toHaveCount(53)
  await expect(words.first()).toContainText('Word 1')
  await expect(words.last()).toContainText('Word 53')
  await expect(page.getByRole('button', { name: 'Show earlier comments' })).toHaveCount(0)
})

test('the directory turns its pages, and there and back again', async ({ page, venue }) => {
  const mark = stamp()
  await signedIn(venue, page, 'Eve')
  await venue.make(async target => {
    const now = target.clock.now()
    for (let number = 1; number <= 14; number++) {
      const firstName = `Mo ${String(number).padStart(2, '0')}`
      const { id: userId } = await member(target, { firstName, lastName: mark })
      const slug = `mo-${number}-${mark.toLowerCase()}`
      await target.db.insert(creativeProfiles).values({
        ...{ userId, slug, role: 'Printmaker', visibility: 'members', createdAt: now, changedAt: now },
      })
    }
  })
  await page.goto('/home')
  await comeNear(page, 'Creative Directory')
  const part = page.getByRole('region', { name: 'Creative Directory' })
  await part.getByRole('searchbox').fill(mark)
  const pages = part.getByRole('navigation')
  await expect(pages).toContainText('1 of 2')
  await expect(part.getByText(`Mo 12 ${mark}`)).toBeVisible()
  await expect(part.getByText(`Mo 13 ${mark}`)).toHaveCount(0)
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(part.getByText(`Mo 14 ${mark}`)).toBeVisible()
  await expect(part.getByText(`Mo 12 ${mark}`)).toHaveCount(0)
  await expect(pages).toContainText('2 of 2')
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled()
  await pages.getByRole('button', { name: 'Previous' }).click()
  await expect(part.getByText(`Mo 01 ${mark}`)).toBeVisible()
})

test('notifications go on under Earlier, and all of a kind, or all, are marked as read', async ({ page, venue }) => {
  const { id: userId } = await signedIn(venue, page, 'Ada')
  await venue.make(async target => {
    for (let number = 1; number <= 24; number++)
      await notification(target, {
        ...{ userId, kind: number === 1 ? 'stall' : 'event', title: `News ${number}`, path: '/events' },
        createdAt: minutesAgo(30 - number),
      })
  })
  await page.goto('/notifications')
  const rows = page.getByRole('list', { name: 'Notifications, the newest first' }).getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await page.getByRole('button', { name: 'Earlier' }).click()
  await expect(rows).toHaveCount(24)
  await expect(rows.nth(20)).toBeFocused()
  await expect(rows.last()).toContainText('News 1')
  await expect(page.getByRole('button', { name: 'Earlier' })).toHaveCount(0)

  await page.getByLabel('Show').selectOption('Stalls')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('1 notification marked as read')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications, 23 unread' })).toBeVisible()
  await page.goto('/notifications')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('23 notifications marked as read')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
})

test('home has the next bookings of whoever looks, each leading to its page', async ({ page, venue }) => {
  const ada = await venue.make(target => paidMember(target, { password, lastName: stamp() }))
  const name = `Linocut ${stamp()}`
  const { id } = await venue.make(target => event(target, { name }))
  await signIn(page, { ...ada, password })
  await page.goto('/home')
  await settled(page)
  await expect(page.getByRole('heading', { name: 'Your next bookings' })).toHaveCount(0)
  await call(page, 'events/register', { id })
  await page.reload()
  const next = page.getByRole('list', { name: 'Your next bookings' })
  await expect(next).toContainText('Event')
  // What they can do next is at the top.
  const head = page.locator('header', { has: page.getByRole('heading', { level: 1 }) })
  await expect(head.getByRole('link', { name: 'Book a space' })).toHaveAttribute('href', '/bookings')
  await next.getByRole('link', { name }).click()
  await expect(page).toHaveURL(`/event/${id}`)
})

test('home says how soon the next booking of today begins, and goes on counting while the page stays open', async ({
  page,
  venue,
}) => {
  const ada = await venue.make(target => paidMember(target, { password, lastName: stamp() }))
  await signIn(page, { ...ada, password })
  const { rows } = await call<{ rows: { id: string; name: string }[] }>(page, 'bookings/facilities')
  const { id } = rows.find(({ name }) => name === 'Meeting Room')!
  const on = dayAhead(37)
  await call(page, 'bookings/place', { ...placeIn({ id }, 37, '15:00', 'card'), termsAccepted: true })
  const line = page.getByRole('list', { name: 'Your next bookings' }).getByRole('listitem').first()
  await page.clock.install({ time: instantOf(on, '11:40') })
  await page.goto('/home')
  await expect(line).toContainText('Today')
  await expect(line).toContainText('in 3 h 20')
  await page.clock.runFor('02:21:00')
  await expect(line).toContainText('in 59 min')
  // Of another day it is the day that counts.
  await page.clock.setSystemTime(instantOf(dayAhead(36), '23:00'))
  await page.clock.runFor('00:01:00')
  await expect(line).not.toContainText('Today')
  await expect(line).not.toContainText(/in \d/)
  // On a phone the time and the place are one line, and the rooms are seen at once.
  await page.setViewportSize({ width: 360, height: 780 })
  const spaces = page.getByRole('region', { name: 'Our Spaces' })
  expect((await spaces.boundingBox())!.height).toBeLessThan(420)
})

test('home says where the house is and how it is reached, and leads to the enquiry form [HOME-21]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('freeMember'))
  await page.goto('/home')
  const part = page.getByRole('region', { name: 'Get In Touch' })
  const reach = await call<{ address: string; phone: string; email: string }>(page, 'content/contact')
  await expect(part).toContainText(reach.address)
  await expect(part).toContainText('7 days, 08:00–20:00')
  const phone = `tel:${reach.phone.replaceAll(/[^+\d]/g, '')}`
  await expect(part.getByRole('link', { name: reach.phone })).toHaveAttribute('href', phone)
  await expect(part.getByRole('link', { name: reach.email })).toHaveAttribute('href', `mailto:${reach.email}`)
  await part.getByRole('link', { name: 'Write to us' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('button', { name: 'Send message' })).toBeVisible()
})

test('the house hides, shows again and deletes from members’ pages; the author reads what became of an appeal', async ({
  page,
  visit,
  venue,
}) => {
  const ada = await signedIn(venue, page, 'Ada')
  const title = `Prints for sale ${stamp()}`
  const { id, commentId } = await venue.make(async target => {
    const { id } = await post(target, ada.id, { title })
    return { id, commentId: (await comment(target, id, ada.id, { content: 'Buy here' })).id }
  })
  expect(commentId).toBeTruthy()
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  const chooses = async (of: RegExp | string, item: string) => {
    await boss.getByRole('button', { name: of }).click()
    await boss.getByRole('menuitem', { name: item }).click()
  }
  const hides = async (what: 'post' | 'comment') => {
    const dialog = boss.getByRole('dialog', { name: `Hide this ${what}?` })
    await dialog.getByLabel('Why?').fill('An advertisement.')
    await dialog.getByRole('button', { name: `Hide ${what}` }).click()
  }
  await boss.goto(`/community/${id}`)
  await chooses(/^More for the comment/, 'Hide comment')
  await hides('comment')
  await expect(boss.getByText('Comment hidden')).toBeVisible()
  await chooses(/^More for the comment/, 'Show comment again')
  await expect(boss.getByText('Comment shown again')).toBeVisible()
  await chooses(/^More for the comment/, 'Delete as the house')
  await agree(boss, /^Delete the comment of/, 'Delete comment')
  await expect(boss.getByText('Comment deleted')).toBeVisible()

  await chooses(`More for ${title}`, 'Hide post')
  await hides('post')
  await expect(boss.getByText('Post hidden')).toBeVisible()
  await page.goto(`/community/${id}`)
  await expect(page.getByText('Hidden by the house: An advertisement.')).toBeVisible()
  await page.getByRole('button', { name: 'Appeal' }).click()
  await page.getByLabel('Why should it be shown again?').fill('I gave them away.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText('You have appealed: “I gave them away.”')).toBeVisible()
  const { rows } = await call<{ rows: { id: string; postId: string }[] }>(boss, 'community/decisions', {
    appeal: 'waiting',
  })
  const decision = rows.find(row => row.postId === id)!.id
  await call(boss, 'community/decideAppeal', { id: decision, outcome: 'upheld', answer: 'They have a price.' })
  await page.reload()
  await expect(page.getByText('You appealed, and the house stays with it: They have a price.')).toBeVisible()

  await boss.reload()
  await chooses(`More for ${title}`, 'Show post again')
  await expect(boss.getByText('Post shown again')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText('Hidden by the house')).toHaveCount(0)
  await chooses(`More for ${title}`, 'Delete as the house')
  await agree(boss, `Delete “${title}”?`, 'Delete post')
  await expect(boss.getByText('Post deleted')).toBeVisible()
})

test('the house takes a profile down after a question, and nobody else is offered that', async ({
  page,
  visit,
  venue,
}) => {
  const ada = await signedIn(venue, page, 'Anna')
  const { slug } = await call<{ slug: string }>(page, 'creatives/save', { role: 'Printmaker', visibility: 'members' })
  const reader = await visit()
  await signedIn(venue, reader, 'Ben')
  await reader.goto(`/creative/${slug}`)
  await expect(reader.getByRole('heading', { level: 1 })).toContainText(ada.lastName)
  await expect(reader.getByRole('button', { name: 'Take profile down' })).toHaveCount(0)
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  await call(page, 'creatives/save', { visibility: 'everyone' })
  await boss.goto(`/creative/${slug}`)
  await boss.getByRole('button', { name: 'Take profile down' }).click()
  await agree(boss, /^Take down the profile of Anna/, 'Take profile down')
  await expect(boss.getByText('Profile taken down')).toBeVisible()
  await reader.goto(`/creative/${slug}`)
  await expect(reader.getByRole('heading', { level: 1, name: 'Profile Not Found' })).toBeVisible()
})

test('whoever wants to install is asked by the browser itself', async ({ page }) => {
  await page.clock.install()
  await page.goto('/terms')
  await settled(page)
  await page.evaluate(() => {
    const offered = Object.assign(new Event('beforeinstallprompt'), {
      prompt: async () => document.documentElement.setAttribute('data-prompted', 'true'),
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    })
    window.dispatchEvent(offered)
  })
  await page.clock.runFor(11_000)
  await expect(page.locator('html[data-prompted]')).toHaveCount(0)
  await page.getByRole('region', { name: 'Install Exchange' }).getByRole('button', { name: 'Install' }).click()
  await expect(page.locator('html[data-prompted]')).toHaveCount(1)
})

test('whoever says Later to a new version goes on with the present one, and is left alone', async ({ baseURL }) => {
  await inPlainPage(async page => {
    await page.goto(`${baseURL}/auth`)
    const isInCharge = () => page.evaluate(() => navigator.serviceWorker.controller !== null, undefined)
    await expect.poll(isInCharge, { timeout: 30_000 }).toBe(true)
    await page.evaluate(async () => {
      Object.assign(window, { isFormer: true })
      await navigator.serviceWorker.register('/sw.js?later')
    }, undefined)
    const said = () =>
      page.evaluate(() => [...document.querySelectorAll('[role="status"]')].map(e => e.textContent).join(), undefined)
    await expect.poll(said).toContain('A new version is available')
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll<HTMLElement>('[role="status"] button')]
      buttons.find(({ textContent }) => textContent === 'Later')!.click()
    }, undefined)
    await expect.poll(said).not.toContain('A new version is available')
    expect(await page.evaluate(() => 'isFormer' in window, undefined)).toBe(true)
  })
})

test('of several rules that a content form breaks the first is told, under "Validation Error" [CNT-09]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/hero')
  const form = page.getByRole('form', { name: 'Hero' })
  const told = page.getByRole('alert').filter({ hasText: 'Validation Error' })
  await form.getByLabel('Title', { exact: true }).fill('')
  await form.getByLabel('Subtitle').fill('')
  await form.getByLabel('Button link').fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(told).toContainText('Title is required')
  await expect(told).not.toContainText('Subtitle is required')
  await expect(told).not.toContainText('https://')
})

test('bonus tokens need a member and an amount from 1, begin at 10, and need no reason [CNT-63]', async ({
  page,
  venue,
}) => {
  const name = `Bonnie${stamp()}`
  const { email } = await venue.make(target => paidMember(target, { firstName: name, lastName: 'Hall', password }))
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/tokens')
  await page.getByRole('button', { name: 'Give bonus tokens', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Give bonus tokens' })
  const amount = form.getByRole('textbox', { name: 'Tokens' })
  const refusal = form.getByText('Please select a member and enter a valid token amount').first()
  await expect(amount).toHaveValue('10')
  await form.getByRole('button', { name: 'Give tokens' }).click()
  await expect(refusal).toBeVisible()
  await form.getByLabel('Find a member').fill(name)
  await form.getByRole('radio', { name: new RegExp(`^${name} Hall`) }).check()
  await amount.fill('0')
  await form.getByRole('button', { name: 'Give tokens' }).click()
  await expect(refusal).toBeVisible()
  await amount.fill('1')
  const question = page.getByRole('dialog', { name: `Give ${name} Hall 1 token?` })
  await page.route('**/rpc/tokens/give**', route => route.fulfill({ status: 500, body: '{}' }))
  await form.getByRole('button', { name: 'Give tokens' }).click()
  await question.getByRole('button', { name: 'Give 1 token' }).click()
  await expect(page.getByText('Failed to give bonus tokens')).toBeVisible()
  await page.unroute('**/rpc/tokens/give**')
  await form.getByRole('button', { name: 'Give tokens' }).click()
  await question.getByRole('button', { name: 'Give 1 token' }).click()
  await expect(page.getByText('Bonus tokens given')).toBeVisible()
  await venue.mail(email, '1 token for you')
})
