import type { Page } from '@playwright/test'
import { comment, liked, post } from '#seed/factories/community.ts'
import { member } from '#seed/factories/people.ts'
import {
  agree,
  call,
  comeNear,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  settled,
  signIn,
  test,
  tryAgain,
} from './fixtures.ts'
import { password } from './newcomer.ts'
import type { Venue } from './venue.ts'

// Pages are made to fail here, which the browser notes.
test.use({ mayFail: true })

const someone = (venue: Venue, firstName: string, lastName = `W${Date.now()}`) =>
  venue.make(target => member(target, { password, firstName, lastName }))

/** A member who is signed in on a page of their own. */
async function signedIn(venue: Venue, page: Page, firstName: string) {
  const person = await someone(venue, firstName)
  await signIn(page, { ...person, password })
  return person
}

const card = (page: Page, title: string) => page.getByRole('article', { name: title })

/** The smallest picture there is. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('a member writes a post with a picture and a mention, changes it and deletes it [COM-01]', async ({
  page,
  venue,
}) => {
  await page.goto('/community')
  await expect(page).toHaveURL(/\/auth/)
  const cleo = await someone(venue, 'Cleo')
  await signedIn(venue, page, 'Ada')
  await page.goto('/community')
  const title = `A mitre saw ${Date.now()}`
  await page.getByRole('button', { name: 'Write a post' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Write a post' })
  await expect(dialog.getByRole('link', { name: 'code of conduct' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText('Title and content are required').first()).toBeVisible()
  await dialog.getByLabel('Title').fill(title)
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await text.fill('<b>Who</b> has one? See https://example.org/saws. ')
  await text.press('End')
  await text.pressSequentially(`@${cleo.firstName} ${cleo.lastName.slice(0, 6)}`)
  await expect(page.getByRole('option', { name: `${cleo.firstName} ${cleo.lastName}` })).toBeVisible()
  await text.press('ArrowDown')
  await text.press('Enter')
  await expect(text).toHaveValue(new RegExp(`@${cleo.firstName} ${cleo.lastName} $`))
  await dialog.locator('input[type="file"]').setInputFiles({ name: 'saw.png', mimeType: 'image/png', buffer: dot })
  await dialog.getByLabel('What is to be seen on it').fill('A saw on a bench')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Post published')).toBeVisible()
  const mine = card(page, title)
  await expect(mine.getByRole('img', { name: 'A saw on a bench' })).toBeVisible()
  await expect(mine).toContainText('<b>Who</b> has one?')
  const link = mine.getByRole('link', { name: 'https://example.org/saws' })
  await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener noreferrer')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await mine.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Edit post' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit your post' })
  await editor.getByRole('textbox', { name: 'Text' }).fill('Found one, thank you.')
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Post saved')).toBeVisible()
  await expect(mine).toContainText('Found one, thank you.')
  await expect(mine).toContainText('edited')
  await mine.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Delete post' }).click()
  await agree(page, `Delete “${title}”?`, 'Delete post')
  await expect(page.getByText('Post deleted')).toBeVisible()
  await expect(mine).toHaveCount(0)
})

test('a like shows at once and goes back when it fails, and its author sees it come [COM-07, COM-14]', async ({
  page,
  visit,
  venue,
}) => {
  const ada = await signedIn(venue, page, 'Ada')
  const title = `Proofs ${Date.now()}`
  const { id } = await venue.make(target => post(target, ada.id, { title }))
  await venue.make(target => comment(target, id, ada.id))
  const other = await visit()
  await signedIn(venue, other, 'Ben')
  const live = page.waitForRequest('**/live')
  await page.goto('/community')
  await live
  await expect(card(page, title)).toContainText('1 comment')
  const own = card(page, title).getByRole('button', { name: 'like' })
  await own.click()
  await expect(own).toHaveAttribute('aria-pressed', 'true')
  await expect(own).toContainText('1 like')
  await expect(page.getByText('New Like')).toHaveCount(0)
  await other.goto('/community')
  const like = card(other, title).getByRole('button', { name: 'like' })
  await expect(like).toContainText('1 like')
  await other.route('**/rpc/community/like*', route => route.abort())
  await like.click()
  await expect(other.getByText('Failed to update like')).toBeVisible()
  await expect(like).toContainText('1 like')
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await other.unroute('**/rpc/community/like*')
  await like.click()
  await expect(like).toContainText('2 likes')
  await expect(page.getByText('New Like')).toBeVisible()
  await expect(own).toContainText('2 likes')
  // Whose post it is not hears nothing of it.
  await expect(other.getByText('New Like')).toHaveCount(0)
  await other.route('**/rpc/community/unlike*', route => route.abort())
  await like.click()
  await expect(other.getByText('Failed to update like').last()).toBeVisible()
  await expect(like).toContainText('2 likes')
  await other.unroute('**/rpc/community/unlike*')
  await like.click()
  await expect(like).toContainText('1 like')
  await other.goto(`/community/${id}`)
  await expect(other.getByRole('button', { name: 'like' })).toContainText('1 like')
  await expect(other.getByRole('heading', { level: 2, name: '1 comment' })).toBeVisible()
})

test('comments are written and deleted on the page of a post, and what was typed is not lost [COM-02, COM-10, COM-12, COM-13]', async ({
  page,
  visit,
  venue,
}) => {
  const ada = await someone(venue, 'Ada')
  const title = `The kiln ${Date.now()}`
  const { id } = await venue.make(target => post(target, ada.id, { title }))
  await venue.make(target => liked(target, id, ada.id))
  await page.goto(`/community/${id}`)
  await expect(page).toHaveURL(/\/auth/)
  const ben = await signedIn(venue, page, 'Ben')
  await page.goto('/community')
  await card(page, title).getByRole('link', { name: title, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/community/${id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('button', { name: 'like' })).toContainText('1 like')
  const field = page.getByRole('textbox', { name: 'Your comment' })
  const send = page.getByRole('button', { name: 'Comment', exact: true })
  await field.fill('   ')
  await send.click()
  await expect(page.getByText('Comment cannot be empty')).toBeVisible()
  await page.route('**/rpc/community/comment?*', route => route.abort())
  await page.route('**/rpc/community/comment', route => route.abort())
  await field.fill('It fires on Monday.')
  await send.click()
  await expect(page.getByText('Failed to add comment')).toBeVisible()
  await expect(field).toHaveValue('It fires on Monday.')
  await page.unroute('**/rpc/community/comment?*')
  await page.unroute('**/rpc/community/comment')
  const reader = await visit()
  await signIn(reader, { ...ada, password })
  const live = reader.waitForRequest('**/live')
  await reader.goto(`/community/${id}`)
  await live
  await send.click()
  const said = page.getByRole('listitem').filter({ hasText: 'It fires on Monday.' })
  await expect(said).toContainText(ben.lastName)
  await expect(field).toHaveValue('')
  await expect(reader.getByRole('listitem').filter({ hasText: 'It fires on Monday.' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  // Who did not write it has no way to delete it, and neither has the author of the post.
  await reader.getByRole('button', { name: /^More for the comment/ }).click()
  await expect(reader.getByRole('menuitem', { name: 'Report comment' })).toBeVisible()
  await expect(reader.getByRole('menuitem', { name: /Delete/ })).toHaveCount(0)
  await page.route('**/rpc/community/removeComment*', route => route.abort())
  const remove = async () => {
    await said.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete comment' }).click()
    await agree(page, 'Delete your comment?', 'Delete comment')
  }
  await remove()
  await expect(page.getByText('Failed to delete comment')).toBeVisible()
  await expect(said).toBeVisible()
  await page.unroute('**/rpc/community/removeComment*')
  await remove()
  await expect(page.getByText('Comment deleted')).toBeVisible()
  await expect(said).toHaveCount(0)
  // An admin deletes what anybody said; nobody else does, whatever their browser sends.
  const { id: other } = await venue.make(target => comment(target, id, ben.id, { content: 'Come by on Tuesday.' }))
  const refused = await reader.request.post('/rpc/community/removeComment', {
    data: { json: { id: other } },
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': crypto.randomUUID() },
  })
  expect(refused.status()).toBe(404)
  const office = await visit()
  await signIn(office, venue.person('admin'))
  await office.goto(`/community/${id}`)
  const theirs = office.getByRole('listitem').filter({ hasText: 'Come by on Tuesday.' })
  await theirs.getByRole('button', { name: /^More for/ }).click()
  await office.getByRole('menuitem', { name: 'Delete as the house' }).click()
  await office.route('**/rpc/community/deleteCommentByHouse*', route => route.abort())
  await agree(office, /^Delete the comment of/, 'Delete comment')
  await expect(office.getByText('Failed to delete comment')).toBeVisible()
  await office.unroute('**/rpc/community/deleteCommentByHouse*')
  await theirs.getByRole('button', { name: /^More for/ }).click()
  await office.getByRole('menuitem', { name: 'Delete as the house' }).click()
  await agree(office, /^Delete the comment of/, 'Delete comment')
  await expect(office.getByText('Comment deleted')).toBeVisible()
  await expect(theirs).toHaveCount(0)
})

test('a post that is not there says so and leads to the first page [COM-03]', async ({ page, venue }) => {
  await signedIn(venue, page, 'Ada')
  for (const id of [crypto.randomUUID(), 'nothing']) {
    await page.goto(`/community/${id}`)
    await expect(page.getByText('Post not found')).toBeVisible()
    await expect(page).toHaveURL(`${venue.url}/`)
  }
})

test('the feed shows published posts, those that are pinned first and then the newest [COM-06]', async ({
  page,
  venue,
}) => {
  const ada = await someone(venue, 'Ada')
  const mark = `${Date.now()}`
  const made = (title: string, minutesAgo: number, more: object = {}) =>
    venue.make(target =>
      post(target, ada.id, {
        ...{ title: `${title} ${mark}`, content: mark, ...more },
        createdAt: new Date(Date.now() - minutesAgo * 60_000),
      }),
    )
  await made('Second', 4)
  await made('Pinned', 9, { isPinned: true })
  await made('First', 2)
  await made('Hidden', 1, { status: 'hidden', hiddenReason: 'An advertisement.' })
  await signedIn(venue, page, 'Ben')
  await page.goto(`/community?q=${mark}`)
  const titles = page.getByRole('article').getByRole('heading', { level: 2 })
  await expect(titles).toHaveText([`Pinned ${mark}`, `First ${mark}`, `Second ${mark}`])
})

test('what others post is counted and moves nothing until it is asked for', async ({ page, visit, venue }) => {
  await signedIn(venue, page, 'Ada')
  const other = await visit()
  await signedIn(venue, other, 'Ben')
  const live = page.waitForRequest('**/live')
  await page.goto('/community')
  await live
  // What is in the feed already is no news.
  await settled(page)
  const titles = [1, 2].map(n => `News ${n} of ${Date.now()}`)
  for (const title of titles) await call(other, 'community/write', { title, content: 'Look.' })
  await expect(page.getByRole('button', { name: '2 new posts' })).toBeVisible()
  await expect(card(page, titles[0]!)).toHaveCount(0)
  await page.getByRole('button', { name: '2 new posts' }).click()
  await expect(card(page, titles[0]!)).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'News' }).first()).toContainText(titles[1]!)
  await page.getByLabel('Search posts').fill(titles[0]!)
  await page.getByLabel('Search posts').press('Enter')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page).toHaveURL(/\?q=/)
})

test('the search finds what others have posted since the feed was opened, also where it was asked for before', async ({
  page,
  visit,
  venue,
}) => {
  await signedIn(venue, page, 'Ada')
  const other = await visit()
  await signedIn(venue, other, 'Ben')
  const live = page.waitForRequest('**/live')
  await page.goto('/community')
  await live
  await settled(page)
  const search = async (q: string) => {
    await page.getByLabel('Search posts').fill(q)
    await page.getByLabel('Search posts').press('Enter')
  }
  const [mark, newer] = [`${Date.now()}`, page.getByRole('button', { name: /^\d+ new posts?$/ })]
  await search(`Linocuts ${mark}`)
  await expect(page.getByText('No post is like that')).toBeVisible()
  await search('')
  await expect(page.getByText('No post is like that')).toHaveCount(0)
  for (const title of [`Linocuts ${mark}`, `Etchings ${mark}`]) {
    await call(other, 'community/write', { title, content: 'Look.' })
    await expect(newer).toBeVisible()
    await search(title)
    await expect(card(page, title)).toBeVisible()
    await search('')
    // Coming back, the feed is where it was.
    await expect(newer).toBeVisible()
    await expect(card(page, title)).toHaveCount(0)
  }
})

test('visitors read when the setting says so, and are asked to sign in to like and to comment [COM-09, COM-11]', async ({
  page,
  visit,
  venue,
}) => {
  const ada = await someone(venue, 'Ada')
  const title = `Open ${Date.now()}`
  const { id } = await venue.make(target => post(target, ada.id, { title }))
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  await call(boss, 'venue/changeSettings', { pagesOpenToVisitors: ['/community'] })
  try {
    await page.goto('/community')
    await card(page, title).getByRole('button', { name: 'like' }).click()
    await expect(page.getByText('Please sign in to like posts')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Write a post' })).toHaveCount(0)
    await page.goto(`/community/${id}`)
    const field = page.getByRole('textbox', { name: 'Your comment' })
    await field.fill('May I?')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(page.getByText('Please sign in to comment')).toBeVisible()
    await expect(field).toHaveValue('May I?')
    await expectAccessible(page)
    // A failed like of somebody who is signed in goes back as well.
    const other = await visit()
    await signedIn(venue, other, 'Ben')
    await other.goto(`/community/${id}`)
    const like = other.getByRole('button', { name: 'like' })
    await other.route('**/rpc/community/like*', route => route.abort())
    await like.click()
    await expect(other.getByText('Failed to update like')).toBeVisible()
    await expect(like).toContainText('0 likes')
    await other.unroute('**/rpc/community/like*')
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await other.route('**/rpc/community/unlike*', route => route.abort())
    await like.click()
    await expect(other.getByText('Failed to update like').last()).toBeVisible()
    await expect(like).toContainText('1 like')
  } finally {
    await call(boss, 'venue/changeSettings', { pagesOpenToVisitors: [] })
  }
})

test('the latest three posts are on the home page, or why not [HOME-20, HOME-22]', async ({ page, venue }) => {
  const ada = await signedIn(venue, page, 'Ada')
  const titles = [1, 2, 3, 4].map(n => `Home ${n} of ${Date.now()}`)
  for (const title of titles) await call(page, 'community/write', { title, content: 'Look.' })
  await page.route('**/rpc/community/latest*', route => route.abort())
  await page.goto('/home')
  await comeNear(page, 'Community Updates')
  await expect(page.getByText('Failed to load community updates')).toBeVisible()
  const updates = page.getByRole('region', { name: 'Community Updates' })
  await tryAgain(page, '**/rpc/community/latest*', updates)
  await expect(updates.getByRole('heading', { level: 3 })).toHaveText(titles.slice(1).reverse())
  await expect(updates).toContainText(ada.lastName)
  await updates.getByRole('link', { name: new RegExp(titles[3]!) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[3]!)
})

test('a report leads to a decision, the decision to an appeal, and the appeal to an answer', async ({
  page,
  visit,
  venue,
}) => {
  const ada = await someone(venue, 'Ada')
  const title = `Frames ${Date.now()}`
  const { id } = await venue.make(target => post(target, ada.id, { title }))
  await signedIn(venue, page, 'Ben')
  await page.goto(`/community/${id}`)
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Report post' }).click()
  await page.getByLabel('What is wrong with it?').fill('This is an advertisement.')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Reported', { exact: true })).toBeVisible()
  const office = await visit()
  await signIn(office, venue.person('admin'))
  await office.goto('/admin')
  await office.getByRole('link', { name: /from the community wait/ }).click()
  // Where it is the only one, it opens at once.
  const panel = office.getByRole('complementary', { name: title })
  const row = office.getByRole('row').filter({ hasText: title }).getByRole('button').first()
  await panel.or(row).first().waitFor()
  if (!(await panel.isVisible())) await row.click()
  await office.getByRole('radio', { name: /Hide it/ }).check()
  await office.getByLabel(/^Why\? Its author reads this/).fill('Advertisements go to the board in the hall.')
  await expectAccessible(office)
  await office.getByRole('button', { name: 'Decide' }).click()
  await expect(office.getByText('Hidden', { exact: true }).first()).toBeVisible()
  const author = await visit()
  await signIn(author, { ...ada, password })
  await author.goto('/community')
  await expect(card(author, title)).toContainText('Hidden by the house: Advertisements go to the board in the hall.')
  await card(author, title).getByRole('button', { name: 'Appeal' }).click()
  await author.getByLabel('Why should it be shown again?').fill('I give them away.')
  await author.getByRole('button', { name: 'Send appeal' }).click()
  await expect(card(author, title)).toContainText('You have appealed: “I give them away.”')
  await expectAccessible(author)
  await office.goto('/admin/community?tab=decisions&appeal=waiting')
  await office.getByRole('row').filter({ hasText: title }).getByRole('button').first().click()
  await office.getByLabel(/^Why\? Its author reads this/).fill('You are right.')
  await office.getByRole('button', { name: 'Decide about the appeal' }).click()
  await expect(office.getByText('Its author is told.')).toBeVisible()
  await author.reload()
  await expect(card(author, title)).not.toContainText('Hidden by the house')
})

test('a comment that is hidden under a hidden post leads its author to why, and to an appeal', async ({
  page,
  visit,
  venue,
}) => {
  const mark = `${Date.now()}`
  const ada = await someone(venue, 'Ada')
  const { id } = await venue.make(target => post(target, ada.id, { title: `Frames ${mark}`, content: `Five ${mark}` }))
  const ben = await signedIn(venue, page, 'Ben')
  const said = await venue.make(target => comment(target, id, ben.id, { content: `Buy mine ${mark}` }))
  await venue.make(target => comment(target, id, ada.id, { content: `They are gone ${mark}` }))
  const office = await visit()
  await signIn(office, venue.person('admin'))
  await call(office, 'community/hide', { postId: id, reason: 'Sales go to the board in the hall.' })
  await call(office, 'community/hide', { postId: id, commentId: said.id, reason: 'So do yours.' })
  await page.goto('/notifications')
  await page.getByText('Your comment was hidden').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A hidden post')
  await expect(page.getByText('The house has hidden this post.')).toBeVisible()
  const own = page.getByRole('listitem').filter({ hasText: `Buy mine ${mark}` })
  await expect(own).toContainText('Hidden by the house: So do yours.')
  for (const words of [`Frames ${mark}`, `Five ${mark}`, `They are gone ${mark}`, 'Sales go to the board'])
    await expect(page.getByText(words)).toHaveCount(0)
  await expectAccessible(page)
  await own.getByRole('button', { name: 'Appeal' }).click()
  await own.getByLabel('Why should it be shown again?').fill('It was a gift.')
  await own.getByRole('button', { name: 'Send appeal' }).click()
  await expect(own).toContainText('You have appealed: “It was a gift.”')
})
