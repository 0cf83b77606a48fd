import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { goodPassword, member } from '#seed/factories/people.ts'
import { pngOf } from '#test/pictures.ts'
import { agree, call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

// Pictures of the house, its news and its creatives, on screen.

test.use({ mayFail: true })

const png = (name: string, buffer: Buffer = pngOf(300, 200)) => ({ name, mimeType: 'image/png', buffer })

test('pictures are put in, found, cut and removed after a question that says where they are used [CNT-46, CNT-47, CNT-53, CNT-55]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/images')
  await page.getByRole('button', { name: 'Add pictures' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add pictures' })
  const drop = dialog.locator('input[type=file]')
  await drop.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
  await expect(page.getByText('Invalid file type', { exact: true })).toBeVisible()
  await drop.setInputFiles(png('large.png', Buffer.alloc(5 * 1_048_576 + 1)))
  await expect(page.getByText('File too large', { exact: true })).toBeVisible()
  await drop.setInputFiles([png('one.png'), png('two.png'), png('three.png')])
  const described = dialog.getByLabel('What is to be seen on it')
  await expect(described).toHaveCount(3)
  const words = `A press ${Date.now()}`
  await described.first().fill('Left out')
  await described.nth(1).fill(words)
  // They are kept in an order that is changed by button and by key, without those that are left out.
  await dialog.getByRole('button', { name: 'Move picture 1 down' }).click()
  await expect(described.first()).toHaveValue(words)
  await expect(dialog.getByRole('button', { name: 'Move picture 2 down' })).toBeFocused()
  await described.nth(1).press('Alt+ArrowUp')
  await expect(described.first()).toHaveValue('Left out')
  await expect(described.first()).toBeFocused()
  await dialog.getByRole('button', { name: 'Leave picture 1 out' }).press('Enter')
  await expect(described).toHaveCount(2)
  await expect(dialog.getByRole('button', { name: 'Leave picture 1 out' })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save 2 pictures' }).click()
  await expect(dialog.getByText('Say what is to be seen on it')).toBeVisible()
  await dialog.getByLabel('What is to be seen on it').last().fill(`${words}, from behind`)
  await dialog.getByRole('button', { name: 'Save 2 pictures' }).click()
  await expect(page.getByText('2 pictures saved')).toBeVisible()

  await page.getByLabel('Search what is to be seen').fill(`${words}, from`)
  await expect(page).toHaveURL(/q=/)
  await page.getByRole('button', { name: `Open ${words}, from behind` }).click()
  const panel = page.getByRole('complementary')
  const address = await panel.getByRole('link', { name: /\/files\// }).getAttribute('href')
  expect((await page.request.get(address!)).status()).toBe(200)
  await panel.getByRole('button', { name: /^Focal point/ }).press('Shift+ArrowLeft')
  await expect(panel.getByRole('textbox', { name: 'From the left' })).toHaveValue('40%')
  await panel.getByLabel('Shape').selectOption('square')
  await panel.getByRole('button', { name: 'Save picture' }).click()
  await expect(page.getByText('Picture saved')).toBeVisible()

  await page.goto('/admin/facilities')
  await expect(page.getByRole('heading', { level: 1, name: 'Facility Images' })).toBeVisible()
  const names = page.locator('#content').getByRole('heading', { level: 2 })
  await expect.poll(async () => (await names.allTextContents()).slice(0, 2)).toEqual(['Coworking Space', 'Event Space'])
  await page.getByRole('button', { name: 'Change picture of Sauna' }).click()
  await page.getByLabel('Search what is to be seen').fill(`${words}, from`)
  await page.getByRole('button', { name: `Choose ${words}, from behind` }).click()
  await expect(page.getByText('Facility image saved')).toBeVisible()
  await expect(page.getByRole('img', { name: `${words}, from behind` })).toBeVisible()

  await page.goto(`/admin/images?view=table&q=${encodeURIComponent(`${words}, from`)}`)
  await expect(page.getByRole('table').getByText('Facility Sauna')).toBeVisible()
  await page.getByRole('button', { name: `${words}, from behind` }).click()
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByRole('dialog').getByText('It is used on: Facility Sauna.')).toBeVisible()
  await agree(page, /^Remove “/, 'Remove picture')
  await expect(page.getByText('Picture removed')).toBeVisible()
  expect((await page.request.get(address!)).status()).toBe(404)
})

test('an admin writes news, which members read by type and one by one; an unknown one leads back [HOME-23, HOME-24, HOME-25, CNT-13, CNT-15]', async ({
  page,
  venue,
}) => {
  await page.goto('/news')
  await expect(page).toHaveURL(/\/auth\?return=%2Fnews$/)
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/news')
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a news item' }).click()
  await expect(page.getByLabel('About')).toHaveValue('event')
  const title = `A second kiln ${Date.now()}`
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Validation Error')).toBeVisible()
  await expect(page.getByText('Title is required').first()).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Description').fill('It stands in the yard.')
  await expect(page.getByRole('region', { name: 'Preview' }).getByText(title)).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('News saved')).toBeVisible()

  await page.goto('/news')
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Product', exact: true }).click()
  await expect(page).toHaveURL(/\?type=product$/)
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await page.getByRole('link', { name: 'Event', exact: true }).click()
  await page.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(/\/news\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('It stands in the yard.')).toBeVisible()
  await page.goto(`/news/${randomUUID()}`)
  await expect(page.getByText('News item not found')).toBeVisible()
  await expect(page).toHaveURL(/\/news$/)
})

test('a member writes a profile and sees what others see; it opens for whom they let, and an unknown one is not found [HOME-26, HOME-27]', async ({
  page,
  venue,
  visit,
}) => {
  const lastName = `Lee${Date.now()}`
  const anna = await venue.make(target => member(target, { firstName: 'Anna', lastName, password: goodPassword }))
  await signIn(page, { email: anna.email, password: goodPassword })
  await page.goto('/account?tab=creative')
  const preview = page.getByRole('region', { name: 'What others see' })
  await page.getByLabel('What you do').fill('Printmaker')
  await page.getByLabel('Open to collaborate').check()
  await expect(preview.getByText('Printmaker')).toBeVisible()
  await expect(preview.getByText('Nobody but you sees it yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add link' }).click()
  await page.getByRole('textbox', { name: 'Link 1' }).fill('http://anna.example')
  await page.getByRole('radio', { name: 'Members of the house' }).check()
  // Open to collaborate, and nobody could say so to them.
  const link = page.getByRole('textbox', { name: 'Link 1' })
  await link.fill('')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Add a link or show your email address, so that others reach you')).toBeVisible()
  await link.fill('http://anna.example')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Links begin with https://')).toBeVisible()
  await page.getByRole('textbox', { name: 'Link 1' }).fill('https://anna.example/work')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Creative profile saved')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const path = `/creative/anna-${lastName.toLowerCase()}`
  const other = await visit()
  await other.goto(path)
  await expect(other).toHaveURL(/\/auth\?return=/)
  await signIn(other, venue.person('member'))
  await other.goto(path)
  await expect(other.getByRole('heading', { level: 1, name: `Anna ${lastName}` })).toBeVisible()
  await expect(other.getByRole('link', { name: /anna\.example\/work/ })).toBeVisible()
  await other.goto('/creative/nobody-of-this-name')
  await expect(other.getByRole('heading', { level: 1, name: 'Profile Not Found' })).toBeVisible()

  await page.getByRole('radio', { name: 'Everyone, also without an account' }).check()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(preview.getByText('Everyone, also without an account can read it.')).toBeVisible()
  const stranger = await visit()
  await stranger.goto(path)
  await expect(stranger.getByRole('heading', { level: 1, name: `Anna ${lastName}` })).toBeVisible()
  await expect(stranger.getByText('Open to collaborate')).toBeVisible()
  await expectAccessible(stranger)
})

test.describe('as the server sends it', () => {
  test.use({ isStill: true, serviceWorkers: 'block' })

  test('the page of a creative is whole before any script, and nothing of it changes or moves when the application comes', async ({
    page,
    browser,
    visit,
    venue,
  }) => {
    const lastName = `Park${Date.now()}`
    const zoe = await venue.make(target => member(target, { firstName: 'Zoe', lastName, password: goodPassword }))
    const own = await visit()
    await signIn(own, { email: zoe.email, password: goodPassword })
    await call(own, 'creatives/save', {
      ...{ role: 'Photographer', specialty: 'Portraits by daylight', bio: 'I take one picture a day.' },
      ...{ portfolioLinks: ['https://zoe.example'], showsEmail: true, isOpen: true, visibility: 'everyone' },
    })
    await own.goto('/account?tab=creative')
    await own.getByRole('button', { name: 'Add a picture of you' }).click()
    await own.locator('input[type=file]').setInputFiles(png('zoe.png'))
    await expect(own.getByRole('button', { name: 'Replace file' })).toBeVisible()
    await own.getByRole('button', { name: 'Save picture' }).click()
    await expect(own.getByText('Picture saved')).toBeVisible()
    await own.getByRole('button', { name: 'Add a work' }).click()
    await own.getByLabel('What it is').fill('The yard at six')
    await own.locator('input[type=file]').setInputFiles(png('yard.png'))
    await expect(own.getByRole('button', { name: 'Replace file' })).toBeVisible()
    await own.getByRole('button', { name: 'Save work' }).click()
    await expect(own.getByText('Work saved')).toBeVisible()

    const path = `/creative/zoe-${lastName.toLowerCase()}`
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: venue.url })
    const read = await plain.newPage()
    await read.goto(path)
    await expect(read.getByRole('img', { name: 'The yard at six' })).toBeVisible()
    await expect(read.getByRole('link', { name: 'zoe.example (opens in a new tab)' })).toBeVisible()
    await plain.close()

    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 2400 })
      await page.goto(path)
      await page.evaluate(() => document.fonts.ready)
      const drawn = page.locator('#root[data-drawn]')
      await expect(drawn).toHaveCount(1)
      const before = await placesOf(page)
      expect(before.filter(line => line.startsWith('img')).length).toBe(2)
      await page.mouse.move(10, 300, { steps: 3 })
      await page.mouse.move(14, 310)
      await expect(drawn).toHaveCount(0)
      await expect.poll(() => placesOf(page)).toEqual(before)
    }
  })
})

/** Every piece of the page with its words and where it stands. */
const placesOf = (page: Page) =>
  page.locator('#content :is(h1, h2, p, li, a, img, span, .page-lead)').evaluateAll(found =>
    found.map(each => {
      const { x, y, width, height } = each.getBoundingClientRect()
      const place = [x, y + window.scrollY, width, height].map(Math.round).join(' ')
      return `${each.localName} ${each.getAttribute('src') ?? each.textContent} ${place}`
    }),
  )

test('the directory of the house is edited: an address by the name, with a number when it is taken [CNT-19]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  // No address is given before those that are taken are known.
  let know = () => {}
  const known = new Promise<void>(resolve => {
    know = resolve
  })
  await page.route('**/rpc/creatives/takenIds*', async route => {
    await known
    await route.continue()
  })
  await page.goto('/admin/directory')
  await expect(page.getByRole('heading', { level: 1, name: 'Creative Directory' })).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a creative' })).toHaveCount(0)
  know()
  const name = `Bo Park ${Date.now()}`
  const id = name.toLowerCase().replaceAll(' ', '-')
  for (const address of [id, `${id}-2`]) {
    await page.getByRole('button', { name: 'Add a creative' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await expect(page.getByText(`Address: /creative/${address}`)).toBeVisible()
    await page.getByLabel('Role').fill('Potter')
  }
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Creative Directory saved')).toBeVisible()
  expect(await call<{ name: string }>(page, 'creatives/one', { id: `${id}-2` })).toMatchObject({ name })
})
