import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { event } from '#seed/factories/events.ts'
import {
  agree,
  call,
  comeNear,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  showIn,
  signIn,
  test,
  tryAgain,
} from './fixtures.ts'
import { dayAhead } from './places.ts'
import { keeping } from './sections.ts'

// Calls fail here on purpose.
test.use({ mayFail: true })

test('each editor of the pages is found in the menu of the office, and is for admins alone [CNT-04, CNT-10, CNT-16, CNT-23, CNT-28, CNT-34]', async ({
  page,
  visit,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  const committee = await visit()
  await signIn(committee, venue.person('committee'))
  for (const [path, entry, heading] of [
    ['/admin/hero', 'Hero', 'Hero'],
    ['/admin/workshop', 'Next Workshop', 'Next Workshop'],
    ['/admin/highlights', 'Highlights', 'Member Highlights'],
    ['/admin/landing-features', 'Landing Features', 'Landing Features'],
    ['/admin/spaces', 'Spaces', 'Our Spaces'],
    ['/admin/contact', 'Contact', 'Contact Information'],
  ] as const) {
    await page.goto('/admin')
    await page.getByRole('navigation').getByRole('link', { name: entry, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    await committee.goto(path)
    await expect(committee.getByText('Access Denied')).toBeVisible()
  }
})

test('the hero is written beside its preview, refused by its rules, kept as a draft, published, and undone [CNT-05, CNT-52]', async ({
  page,
  visit,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  const visitor = await visit()
  await keeping(page, 'hero', async () => {
    await page.goto('/admin/hero')
    const form = page.getByRole('form', { name: 'Hero' })
    const preview = page.getByRole('region', { name: 'Preview' })
    // What is published already is not published once more, and a draft of it says nothing new.
    const saves: string[] = []
    page.on('request', request => {
      if (request.url().includes('/rpc/content/saveSection')) saves.push(request.url())
    })
    for (const name of ['Publish', 'Save draft', 'Publish later']) {
      const button = form.getByRole('button', { name, exact: true })
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await button.press('Enter')
      const message = page.locator('.mantine-Notification-root').filter({ hasText: 'Nothing was changed' })
      await expect(message).toBeVisible()
      // What is told lies on nothing that is pressed next.
      const [told, foot] = [await message.boundingBox(), await button.boundingBox()]
      const isApart =
        told!.y + told!.height <= foot!.y ||
        told!.y >= foot!.y + foot!.height ||
        told!.x + told!.width <= foot!.x ||
        told!.x >= foot!.x + foot!.width
      expect(isApart, name).toBe(true)
      await page.getByRole('button', { name: 'Dismiss' }).first().click()
      await expect(message).toHaveCount(0)
    }
    expect(saves).toEqual([])
    // The picture beside the fields is the one that visitors get.
    const shown = (place: Locator) => place.locator('picture img').first().getAttribute('src')
    expect(await shown(form)).toBe(await shown(preview))
    await form.getByLabel('Title', { exact: true }).fill('')
    await form.getByRole('button', { name: 'Publish', exact: true }).click()
    const told = page.getByRole('alert').filter({ hasText: 'Validation Error' })
    await expect(told).toContainText('Title is required')
    await form.getByLabel('Title', { exact: true }).fill('Come and print')
    await form.getByLabel('Subtitle').fill('A press for everybody.')
    await form.getByLabel('Button text').fill('See the press')
    await form.getByLabel('Button link').fill('/contact')
    await expect(preview.getByText('Come and print')).toBeVisible()
    await expect(preview.getByText('See the press')).toBeVisible()
    await form.getByRole('button', { name: 'Choose a picture' }).click()
    await expect(page.getByRole('dialog', { name: 'Choose a picture' })).toBeVisible()
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('Draft saved')).toBeVisible()
    await expect(page.getByText('Draft', { exact: true })).toBeVisible()
    await visitor.goto('/')
    await expect(visitor.getByText('Come and print')).toHaveCount(0)
    await form.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('Hero saved')).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByRole('heading', { level: 1, name: 'Come and print' })).toBeVisible()
    await expect(visitor.getByText('A press for everybody.')).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'See the press' })).toHaveAttribute('href', '/contact')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone', { exact: true })).toBeVisible()
    await expect(form.getByLabel('Title', { exact: true })).not.toHaveValue('Come and print')
    await visitor.reload()
    await expect(visitor.getByText('Come and print')).toHaveCount(0)
  })
})

test('every save is in the history with who and when; an earlier one is looked at and brought back, and what has a time waits for it', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await keeping(page, 'next_workshop', async () => {
    await page.goto('/admin/workshop')
    const form = page.getByRole('form', { name: 'Next Workshop' })
    const save = async (title: string) => {
      await form.getByLabel('Title').fill(title)
      await form.getByLabel('Day').fill(dayAhead(20))
      await form.getByLabel('Time').fill('18:30')
      await form.getByRole('button', { name: 'Publish', exact: true }).click()
      await expect(page.getByText('Next Workshop saved')).toBeVisible()
      await page.getByRole('button', { name: 'Dismiss' }).first().click()
    }
    await save('Marbling for beginners')
    await save('Marbling for the brave')
    await form.getByLabel('Title').fill('Marbling at night')
    await form.getByRole('button', { name: 'Publish later' }).click()
    const later = page.getByRole('dialog', { name: 'Publish Next Workshop later' })
    await later.getByLabel('Day').fill(dayAhead(5))
    await later.getByLabel('Time').fill('25')
    await later.getByRole('button', { name: 'Save for this time' }).click()
    await expect(later.getByText('Enter a time like 09:00')).toBeVisible()
    await later.getByLabel('Time').fill('9')
    await expectAccessible(page)
    await later.getByRole('button', { name: 'Save for this time' }).click()
    await expect(later).toHaveCount(0)
    await expect(page.getByText(/is published by itself on .*, 09:00/)).toBeVisible()
    await page.getByRole('button', { name: 'Hold back' }).click()
    await agree(page, 'Hold Next Workshop back?', 'Hold back')
    await expect(page.getByText('It is a draft again')).toBeVisible()

    await page.getByRole('link', { name: 'History' }).click()
    await expect(page).toHaveURL(/view=history/)
    const versions = page.getByRole('table', { name: 'Versions of Next Workshop' })
    const { firstName, lastName } = await call<{ firstName: string; lastName: string }>(page, 'members/me')
    await expect(versions.getByRole('row').nth(1)).toContainText('Draft')
    await expect(versions.getByRole('row').nth(2)).toContainText('Published')
    await expect(versions.getByRole('row').nth(2)).toContainText(`${firstName} ${lastName}`)
    await versions.getByRole('row').nth(3).getByRole('button').first().click()
    await expect(page.getByRole('region', { name: 'Preview' }).getByText('Marbling for beginners')).toBeVisible()
    await page.getByRole('button', { name: 'Bring this version back' }).click()
    await expect(page.getByText(/^Version \d+ is back$/)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone', { exact: true })).toBeVisible()
    await versions.getByRole('row').nth(1).getByRole('button').first().click()
    await expect(page.getByText(/^Brought back from version \d+$/).last()).toBeVisible()
    // The draft that was held back is in hand all the while.
    await page.getByRole('link', { name: 'Back to editing' }).click()
    await expect(form.getByLabel('Title')).toHaveValue('Marbling at night')
  })
})

test('the member highlight is taken off home by the keyboard and put back, an earlier one is gone on from, and a newer draft outlives what is held back', async ({
  page,
  visit,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  const member = await visit()
  await signIn(member, venue.person('member'))
  const highlight = () => member.getByRole('region', { name: 'Member Highlights' })
  const seen = async (title: string | null) => {
    await member.goto('/home')
    await comeNear(member, 'Member Highlights')
    if (title === null) await expect(highlight().getByText('Nobody is portrayed this week')).toBeVisible()
    else await expect(highlight().getByRole('heading', { name: title })).toBeVisible()
  }
  await keeping(page, 'weekly_content', async () => {
    await page.goto('/admin/highlights')
    const form = page.getByRole('form', { name: 'Member Highlights' })
    const write = async (title: string) => {
      await form.getByLabel('Title', { exact: true }).fill(title)
      await form.getByLabel('Description').fill('At the press since May.')
      await form.getByLabel('Content').fill('One.')
    }
    await write('Rosa prints')
    await form.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('Member Highlights saved')).toBeVisible()
    await seen('Rosa prints')
    const takeOff = async () => {
      await page.getByRole('button', { name: 'Take it off the page' }).press('Enter')
      await expect(page.getByText('Member Highlights taken off the page')).toBeVisible()
    }
    await takeOff()
    // The one before is still on its way out.
    const said = page.locator('.mantine-Notification-root').filter({ hasText: 'taken off the page' })
    await said.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(page.getByText('Undone', { exact: true })).toBeVisible()
    await seen('Rosa prints')
    await takeOff()
    await expect(page.getByText('Not shown', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Take it off the page' })).toHaveCount(0)
    await seen(null)
    await write('Rosa prints')
    await form.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('Member Highlights saved')).toBeVisible()
    await seen('Rosa prints')

    await page.reload()
    await write('Kiln at night')
    await form.getByRole('button', { name: 'Publish later' }).click()
    const later = page.getByRole('dialog', { name: 'Publish Member Highlights later' })
    await later.getByLabel('Day').fill(dayAhead(5))
    await later.getByRole('button', { name: 'Save for this time' }).click()
    await expect(later).toHaveCount(0)
    await write('Half written')
    await form.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('Draft saved')).toBeVisible()
    await page.getByRole('button', { name: 'Hold back' }).click()
    await expect(page.getByRole('dialog').getByText('Your newer draft stays as it is')).toBeVisible()
    await agree(page, 'Hold Member Highlights back?', 'Hold back')
    await expect(page.getByText('It is not published by itself', { exact: true })).toBeVisible()
    await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Half written')

    await page.getByRole('link', { name: 'History' }).click()
    const versions = page.getByRole('table', { name: 'Versions of Member Highlights' })
    await versions.getByRole('row').filter({ hasText: 'Was meant for' }).getByRole('button').first().click()
    await expect(page.getByRole('region', { name: 'Preview' }).getByText('Kiln at night')).toBeVisible()
    await page.getByRole('button', { name: 'Go on from it as a draft' }).click()
    await agree(page, /^Make version \d+ the draft\?$/, 'Make it the draft')
    await expect(page).not.toHaveURL(/view=history/)
    await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Kiln at night')
    await seen('Rosa prints')
  })
})

test('of two admins at one section the second is told who saved, and loses nothing typed; leaving with changes asks', async ({
  page,
  visit,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  const other = await visit()
  await signIn(other, venue.person('admin'))
  await keeping(page, 'contact_info', async () => {
    await page.goto('/admin/contact')
    const form = page.getByRole('form', { name: 'Contact Information' })
    await form.getByLabel('Address').fill('1 Typed Street')
    await other.goto('/admin/contact')
    const theirs = other.getByRole('form', { name: 'Contact Information' })
    await theirs.getByLabel('Address').fill('2 Other Street')
    await theirs.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(other.getByText('Contact Information saved')).toBeVisible()
    await expect(page.getByText('Somebody else saved this meanwhile')).toBeVisible()
    await expect(form.getByLabel('Address')).toHaveValue('1 Typed Street')
    await page.getByRole('link', { name: 'History' }).click()
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    await page.getByRole('button', { name: 'Stay and save' }).click()
    await form.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText(/saved this at .*, after you had opened it/)).toBeVisible()
    await expect(form.getByLabel('Address')).toHaveValue('1 Typed Street')
    await form.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('Contact Information saved')).toBeVisible()
  })
})

test('what cannot be loaded or saved in an editor is said in the specified words, and nothing typed is lost [CNT-36]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  for (const [path, name, load, save] of [
    ['/admin/hero', 'Hero', 'Failed to load content', 'Failed to save'],
    [
      '/admin/contact',
      'Contact Information',
      'Failed to load contact information',
      'Failed to update contact information',
    ],
  ] as const) {
    await page.route('**/rpc/content/section*', route => route.abort())
    await page.goto(path)
    await expect(page.getByText(load)).toBeVisible()
    await tryAgain(page, '**/rpc/content/section*')
    const form = page.getByRole('form', { name })
    await page.route('**/rpc/content/saveSection', route => route.abort())
    const field = form.getByRole('textbox').first()
    await field.fill('Typed and not saved')
    await form.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText(save, { exact: true })).toBeVisible()
    await expect(field).toHaveValue('Typed and not saved')
    await page.unrouteAll()
    await page.reload()
  }
})

test('features of the first page are added, ordered by the keyboard, turned off and deleted; a failure says so with what the server says [CNT-27]', async ({
  page,
  visit,
  venue,
}) => {
  const title = `A kiln ${Date.now()}`
  await signIn(page, venue.person('admin'))
  const message = 'Too many requests. Try again in a minute.'
  const refused = { json: { defined: false, code: 'RATE_LIMITED', status: 429, message, data: {} } }
  await page.route('**/rpc/content/features*', route => route.fulfill({ status: 429, json: refused }))
  await page.goto('/admin/landing-features')
  await expect(page.getByText('Failed to load landing features')).toBeVisible()
  await expect(page.getByText(message)).toBeVisible()
  await tryAgain(page, '**/rpc/content/features*')
  const rows = page.getByRole('list', { name: 'Landing features' })
  await page.getByRole('button', { name: 'Add feature' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a feature' })
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Description').fill('It holds its heat.')
  await expect(dialog.getByLabel('Icon')).toHaveValue('Star')
  await expect(dialog.getByLabel('Link text')).toHaveValue('Learn More →')
  const failing = async (procedure: string, words: string, work: () => Promise<void>) => {
    const data = { defined: false, code: 'BUSY', status: 503, message: 'This is busy right now.', data: {} }
    await page.route(`**/rpc/content/${procedure}`, route => route.fulfill({ status: 503, json: { json: data } }))
    await work()
    const told = page.getByRole('alert').filter({ hasText: words })
    await expect(told).toContainText('This is busy right now.')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
  }
  await failing('addFeature', 'Failed to add feature', () =>
    dialog.getByRole('button', { name: 'Add feature' }).click(),
  )
  await dialog.getByRole('button', { name: 'Add feature' }).click()
  await expect(page.getByText('Feature added')).toBeVisible()
  const row = rows.getByRole('listitem').filter({ hasText: title })
  await expect(row).toBeVisible()
  const last = await rows.getByRole('listitem').count()
  await page.getByRole('button', { name: `Move ${title} up` }).press('Enter')
  await expect(page.getByText(`${title} is now number ${last - 1} of ${last}`)).toBeAttached()
  await expect(rows.getByRole('listitem').nth(last - 2)).toContainText(title)
  await expect(page.getByRole('button', { name: `Move ${title} up` })).toBeFocused()
  await expectAccessible(page)
  const visitor = await visit()
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { name: title })).toBeAttached()
  const turn = row.getByRole('switch')
  await failing('changeFeature', 'Failed to update feature', () => turn.click({ force: true }))
  await turn.click({ force: true })
  await expect(page.getByText(`${title} is off the page`)).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByRole('heading', { name: title })).toHaveCount(0)
  const remove = async () => {
    await row.getByRole('button', { name: `Delete ${title}` }).click()
    await agree(page, `Delete ${title}?`, 'Delete feature')
  }
  await failing('deleteFeature', 'Failed to delete feature', remove)
  await remove()
  await expect(page.getByText('Feature deleted')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('tiles of Our Spaces are ordered by the keyboard and by dragging; where that fails the stored order is shown again [CNT-31, CNT-32, CNT-33]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.route('**/rpc/content/tiles*', route => route.abort())
  await page.goto('/admin/spaces')
  await expect(page.getByText('Failed to load spaces')).toBeVisible()
  await tryAgain(page, '**/rpc/content/tiles*')
  const list = page.getByRole('list', { name: 'Our Spaces' })
  const titles = list.getByRole('heading', { level: 2 })
  await expect(titles.first()).toBeVisible()
  const stored = await titles.allTextContents()
  const [first, second, third] = stored as [string, string, string]
  const saved = () =>
    page.waitForResponse(response => response.url().includes('/rpc/content/orderTiles') && response.ok())

  const moved = saved()
  await page.getByRole('button', { name: `Move ${first} down` }).press('Enter')
  await moved
  await page.reload()
  await expect(titles).toHaveText([second, first, ...stored.slice(2)])

  const dragged = saved()
  await list.getByTitle('Drag to another place').nth(2).dragTo(list.getByRole('listitem').first())
  await dragged
  await page.reload()
  await expect(titles).toHaveText([third, second, first, ...stored.slice(3)])

  const refused = { defined: false, code: 'BUSY', status: 503, message: 'This is busy right now.', data: {} }
  await page.route('**/rpc/content/orderTiles', route => route.fulfill({ status: 503, json: { json: refused } }))
  const again = page.waitForRequest('**/rpc/content/tiles*')
  await page.getByRole('button', { name: `Move ${second} up` }).click()
  await expect(page.getByText('Failed to update order')).toBeVisible()
  await again
  await expect(titles).toHaveText([third, second, first, ...stored.slice(3)])
  await page.unrouteAll()

  await page.route('**/rpc/content/changeTile', route => route.fulfill({ status: 503, json: { json: refused } }))
  await page.getByRole('button', { name: `Edit ${first}` }).click()
  const dialog = page.getByRole('dialog', { name: `Edit ${first}` })
  await dialog.getByLabel('Description').fill('Typed and not saved')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Failed to update space')).toBeVisible()
  await page.unrouteAll()
  await page.reload()

  await page.getByRole('button', { name: `Move ${first} up` }).click()
  await page.getByRole('button', { name: `Move ${first} up` }).click()
  await expect(titles).toHaveText([first, third, second, ...stored.slice(3)])
  const last = saved()
  await page.getByRole('button', { name: `Move ${second} up` }).click()
  await last
  await page.reload()
  await expect(titles).toHaveText(stored)
})

test('home shows the next event beside a calendar that leads to events, and the member highlight [HOME-17, HOME-18]', async ({
  page,
  venue,
}) => {
  const name = `Linocut ${Date.now()}`
  await venue.make(target => event(target, { name, eventDate: dayAhead(1), startTime: '00:00', endTime: '01:00' }))
  await signIn(page, venue.person('admin'))
  await keeping(page, 'weekly_content', async () => {
    const section = 'weekly_content'
    const { version } = await call<{ version: number }>(page, 'content/section', { section })
    const content = { title: 'Rosa prints', description: 'At the press since May.', content: 'One.\n\nTwo.' }
    await call(page, 'content/saveSection', {
      ...{ section, basedOn: version, saving: 'publish' },
      content: { ...content, videoUrl: 'https://vimeo.com/76979871' },
    })
    await page.goto('/home')
    const next = page.getByRole('region', { name: 'Next Event' })
    await comeNear(page, 'Next Event')
    await expect(next.getByRole('heading', { name })).toBeVisible()
    const calendar = next.getByRole('region', { name: 'Calendar of events' })
    await expect(calendar.getByRole('link', { name: new RegExp(name) })).toBeVisible()
    const highlight = page.getByRole('region', { name: 'Member Highlights' })
    await comeNear(page, 'Member Highlights')
    await expect(highlight.getByRole('heading', { name: 'Rosa prints' })).toBeVisible()
    await expect(highlight.getByText('At the press since May.')).toBeVisible()
    await expect(highlight.getByRole('link', { name: /Watch the film on Vimeo/ })).toHaveAttribute(
      'href',
      'https://vimeo.com/76979871',
    )
    await expectAccessible(page)
    await calendar.getByRole('link', { name: new RegExp(name) }).click()
    await expect(page).toHaveURL(/\/(event\/|events\?)/)
  })
})

test('home has all its parts in their order: three news items, and a directory that is searched by name, role and specialty [HOME-14, HOME-16, HOME-19]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  const save = async (section: string, content: object) => {
    const { version } = await call<{ version: number }>(page, 'content/section', { section })
    await call(page, 'content/saveSection', { section, content, basedOn: version, saving: 'publish' })
  }
  await keeping(page, 'whats_new', () =>
    keeping(page, 'creative_directory', async () => {
      await save(
        'whats_new',
        [1, 2, 3, 4].map(ahead => ({
          ...{ id: randomUUID(), title: `Kiln ${ahead}`, description: 'It fires to 1,280 degrees.' },
          date: dayAhead(-ahead),
        })),
      )
      await save('creative_directory', {
        title: 'Creative Directory',
        creatives: [
          { id: 'anna-lee', name: 'Anna Lee', role: 'Printmaker', specialty: 'Linocut' },
          { id: 'ben-ode', name: 'Ben Ode', role: 'Potter', specialty: 'Stoneware' },
        ],
      })
      await page.goto('/home')
      const parts = [
        'Our Spaces',
        'What’s New',
        'Next Event',
        'Member Highlights',
        'Creative Directory',
        'Community Updates',
      ]
      for (const part of [...parts, 'Get In Touch']) await comeNear(page, part)
      await expect(page.getByRole('region', { name: 'Community Updates' })).toBeVisible()
      const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
      const known = headings.filter(heading => [...parts, 'Get In Touch'].includes(heading))
      expect(known).toEqual([...parts, 'Get In Touch'])
      const { firstName } = await call<{ firstName: string }>(page, 'members/me')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome back, ${firstName}`)

      const news = page.getByRole('region', { name: 'What’s New' })
      await expect(news.getByRole('heading', { level: 3 })).toHaveText(['Kiln 1', 'Kiln 2', 'Kiln 3'])
      await expect(news.getByRole('link', { name: 'All news' })).toHaveAttribute('href', '/news')

      const directory = page.getByRole('region', { name: 'Creative Directory' })
      const found = directory.getByRole('heading', { level: 3 })
      await expect(found.filter({ hasText: /^(Anna Lee|Ben Ode)$/ })).toHaveCount(2)
      for (const [typed, name] of [
        ['anna', 'Anna Lee'],
        ['potter', 'Ben Ode'],
        ['linocut', 'Anna Lee'],
      ] as const) {
        await directory.getByRole('searchbox').fill(typed)
        await expect(found.filter({ hasText: name })).toHaveCount(1)
        await expect(found.filter({ hasText: name === 'Anna Lee' ? 'Ben Ode' : 'Anna Lee' })).toHaveCount(0)
      }
      await directory.getByRole('link', { name: /Anna Lee/ }).click()
      await expect(page).toHaveURL(/\/creative\/anna-lee$/)
      await expect(page.getByRole('heading', { level: 1, name: 'Anna Lee' })).toBeVisible()
    }),
  )
})

test('the editors work with a thumb, in light and in dark', async ({ page, venue }) => {
  await signIn(page, venue.person('admin'))
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of ['/admin/hero', '/admin/highlights', '/admin/landing-features', '/admin/spaces']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const scheme of ['light', 'dark'] as const) {
      await showIn(page, scheme)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  }
  await page.goto('/admin/hero')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toBeHidden()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(preview).toBeVisible()
})
