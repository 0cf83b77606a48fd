import type { Page } from '@playwright/test'
import { comment, post } from '#seed/factories/community.ts'
import { member } from '#seed/factories/people.ts'
import { agree, call, expect, expectAccessible, signIn, test, tryAgain } from './fixtures.ts'
import { password } from './newcomer.ts'
import type { Venue } from './venue.ts'

// Pages are made to fail here, which the browser notes.
test.use({ mayFail: true })

/** A member who is signed in on a page of their own. */
async function signedIn(venue: Venue, page: Page, firstName: string) {
  const person = await venue.make(target => member(target, { password, firstName, lastName: `W${Date.now()}` }))
  await signIn(page, { ...person, password })
  return person
}

test('the office creates, pins, edits and deletes posts, and says when that fails [CNT-37, CNT-39, CNT-41, CNT-42, CNT-44, CNT-45]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.route('**/rpc/community/posts*', route => route.abort())
  await page.goto('/admin/community')
  await expect(page.getByText('Failed to fetch posts')).toBeVisible()
  await tryAgain(page, '**/rpc/community/posts*')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Community Posts')
  await page.getByRole('button', { name: 'Create post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a post' })
  const title = `From the house ${Date.now()}`
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText('Title and content are required')).toBeVisible()
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await text.fill('The kiln is back.')
  await dialog.getByLabel('Title').fill('')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText('Title and content are required')).toBeVisible()
  await dialog.getByLabel('Title').fill(title)
  await page.route('**/rpc/community/publish*', route => route.abort())
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Failed to save post').first()).toBeVisible()
  await page.unroute('**/rpc/community/publish*')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Post created')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('Published')
  await row.getByRole('button').first().click()
  await page.route('**/rpc/community/pin*', route => route.abort())
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(page.getByText('Failed to update pin status')).toBeVisible()
  await page.unroute('**/rpc/community/pin*')
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(page.getByText('Post pinned')).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText(title)
  await page.getByRole('button', { name: 'Unpin' }).click()
  await expect(page.getByText('Post unpinned')).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const editor = page.getByRole('dialog', { name: 'Edit post' })
  await editor.getByRole('textbox', { name: 'Text' }).fill('The kiln fires again.')
  await expect(page.getByText('Failed to save post')).toHaveCount(0, { timeout: 10_000 })
  await page.route('**/rpc/community/editByHouse*', route => route.abort())
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Failed to save post').first()).toBeVisible()
  await expect(editor.getByRole('textbox', { name: 'Text' })).toHaveValue('The kiln fires again.')
  await page.unroute('**/rpc/community/editByHouse*')
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Post saved')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await agree(page, `Delete “${title}”?`, 'Delete post')
  await expect(page.getByText('Post deleted')).toBeVisible()
  await expect(row).toHaveCount(0)
  const member = await page.context().browser()!.newPage({ baseURL: venue.url })
  await signedIn(venue, member, 'Ada')
  await member.goto('/admin/community')
  await expect(member.getByRole('heading', { name: 'Community Posts' })).toHaveCount(0)
  await member.close()
})

/** The smallest picture there is. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

interface Listed {
  id: string
  title: string
}

test('posts stand with their authors, pinned first, then the newest, as text; they are added, changed and deleted [CNT-38, CNT-43]', async ({
  page,
  venue,
}) => {
  const mark = `${Date.now()}`
  const ada = await venue.make(target => member(target, { password, firstName: 'Ada', lastName: `W${mark}` }))
  const now = Date.now()
  const made = async (title: string, minutesAgo: number, more: object = {}) =>
    venue.make(target =>
      post(target, ada.id, { title: `${title} ${mark}`, createdAt: new Date(now - minutesAgo * 60_000), ...more }),
    )
  await made('Older', 3)
  await made('Newer', 2)
  await made('Pinned', 5, { isPinned: true })
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/community?q=${mark}`)
  const rows = page.getByRole('row').filter({ hasText: mark })
  const titles = async () =>
    (await rows.allTextContents()).map(text => /(Pinned|Newer|Older|House|Changed) \d/.exec(text)?.[1])
  await expect.poll(titles).toEqual(['Pinned', 'Newer', 'Older'])
  for (const row of await rows.all()) await expect(row).toContainText(`Ada W${mark}`)
  await page.getByRole('button', { name: 'Create post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a post' })
  await dialog.getByLabel('Title').fill(`House ${mark}`)
  await dialog.getByRole('textbox', { name: 'Text' }).fill('<img src=x onerror="document.title=1"><b>Bold</b>')
  await dialog.locator('input[type="file"]').setInputFiles({ name: 'saw.png', mimeType: 'image/png', buffer: dot })
  await dialog.getByLabel('What is to be seen on it').fill('A saw on a bench')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect.poll(titles).toEqual(['Pinned', 'House', 'Newer', 'Older'])
  const found = await call<{ rows: Listed[] }>(page, 'community/posts', { q: `House ${mark}` })
  expect(found.rows).toMatchObject([
    {
      ...{ id: expect.any(String), title: `House ${mark}`, isPinned: false, status: 'published' },
      ...{ content: '<img src=x onerror="document.title=1"><b>Bold</b>', createdAt: expect.any(String) },
      ...{ userId: expect.any(String), firstName: expect.stringMatching(/./), lastName: expect.stringMatching(/./) },
      picture: { src: expect.stringContaining('/files/') },
    },
  ])
  await rows.filter({ hasText: 'House' }).getByRole('button').first().click()
  const panel = page.locator('aside[aria-labelledby="row-panel-title"]')
  await expect(panel.getByText('<b>Bold</b>')).toBeVisible()
  await expect(panel.locator('b, img[src="x"]')).toHaveCount(0)
  await expect(panel.getByRole('img', { name: 'A saw on a bench' })).toBeVisible()
  await panel.getByRole('button', { name: 'Edit', exact: true }).click()
  const editor = page.getByRole('dialog', { name: 'Edit post' })
  await editor.getByLabel('Title').fill(`Changed ${mark}`)
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(titles).toEqual(['Pinned', 'Changed', 'Newer', 'Older'])
  await panel.getByRole('button', { name: 'Delete', exact: true }).click()
  await agree(page, `Delete “Changed ${mark}”?`, 'Delete post')
  await expect.poll(titles).toEqual(['Pinned', 'Newer', 'Older'])
  // The next one takes its place, and the focus is there.
  await expect(panel.getByRole('heading', { name: `Newer ${mark}` })).toBeFocused()
})

test('whoever saves a post without a session is told that they must be logged in [CNT-40]', async ({ page, venue }) => {
  const ada = await venue.make(target => member(target, { password, firstName: 'Ada', lastName: `W${Date.now()}` }))
  const title = `The kiln ${Date.now()}`
  await venue.make(target => post(target, ada.id, { title }))
  const leave = () =>
    page.getByRole('dialog', { name: 'Sign in again' }).getByRole('button', { name: 'Leave this page' }).last().click()
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/community')
  await page.getByRole('button', { name: 'Create post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a post' })
  await dialog.getByLabel('Title').fill('Nobody’s')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('The kiln is back.')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await leave()
  await expect(page.getByText('You must be logged in').first()).toBeVisible()
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/community')
  await page.getByRole('row').filter({ hasText: title }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const editor = page.getByRole('dialog', { name: 'Edit post' })
  await editor.getByRole('textbox', { name: 'Text' }).fill('The kiln fires.')
  await page.context().clearCookies()
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await leave()
  await expect(page.getByText('You must be logged in').first()).toBeVisible()
})

test('reports are decided one after the other, about what was reported, also when its author has deleted it', async ({
  page,
  visit,
  venue,
}) => {
  const mark = `${Date.now()}`
  const ada = await venue.make(target => member(target, { password, firstName: 'Ada', lastName: `W${mark}` }))
  const posts = [
    await venue.make(target => post(target, ada.id, { title: `Lamps ${mark}`, content: 'Ten pounds each.' })),
    await venue.make(target => post(target, ada.id, { title: `Frames ${mark}`, content: 'Five pounds each.' })),
  ]
  const other = await visit()
  await signedIn(venue, other, 'Ben')
  for (const { id } of posts) await call(other, 'community/report', { postId: id, reason: `Selling ${mark}` })
  const author = await visit()
  await signIn(author, { ...ada, password })
  await call(author, 'community/edit', { id: posts[0]!.id, title: `Lamps ${mark}`, content: 'A gift.' })
  await call(author, 'community/remove', { id: posts[1]!.id })
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/community?tab=reports&q=${mark}`)
  await page
    .getByRole('row')
    .filter({ hasText: `Frames ${mark}` })
    .getByRole('button')
    .first()
    .click()
  const panel = page.locator('aside[aria-labelledby="row-panel-title"]')
  await expect(panel.getByText('Five pounds each.')).toBeVisible()
  await expect(panel.getByText('It is deleted, and nobody else sees it any more.')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Open the post' })).toHaveCount(0)
  await expectAccessible(page)
  await panel.getByRole('radio', { name: /It would have been hidden/ }).check()
  await panel.getByLabel(/^Why\? Its author reads this/).fill('Sales go to the board in the hall.')
  await panel.getByRole('button', { name: 'Decide' }).click()
  await expect(panel.getByRole('heading', { name: `Lamps ${mark}` })).toBeFocused()
  await expect(panel.getByText('Ten pounds each.')).toBeVisible()
  await expect(panel.getByText('It was changed since, and says now:')).toBeVisible()
  await expect(panel.getByText('A gift.')).toBeVisible()
  await panel.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText('Kept', { exact: true })).toBeVisible()
  await expect(panel).toHaveCount(0)
  await expect(page.getByText(/^No reports match .* with Status: Waiting/)).toBeVisible()
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})

test('under what is hidden its author reads why nobody comments, and what the house changed meanwhile is not written over', async ({
  page,
  visit,
  venue,
}) => {
  const ada = await venue.make(target => member(target, { password, firstName: 'Ada', lastName: `W${Date.now()}` }))
  const title = `Lamps ${Date.now()}`
  const { id } = await venue.make(target => post(target, ada.id, { title, content: 'Ten pounds each.' }))
  await venue.make(target => comment(target, id, ada.id))
  const office = await visit()
  await signIn(office, venue.person('admin'))
  await signIn(page, { ...ada, password })
  await page.goto(`/community/${id}`)
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Edit post' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit your post' })
  await editor.getByRole('textbox', { name: 'Text' }).fill('Eleven pounds each.')
  await call(office, 'community/editByHouse', { id, content: 'For nothing.' })
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(editor.getByText(/Somebody else has changed this meanwhile: it is now “For nothing\.”/)).toBeVisible()
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Post saved')).toBeVisible()
  await call(office, 'community/hide', { postId: id, reason: 'Sales go to the board in the hall.' })
  await page.reload()
  await expect(page.getByText('Nobody comments while the house has hidden this.')).toBeVisible()
  await expect(page.getByText('Only approved members comment.')).toHaveCount(0)
})
