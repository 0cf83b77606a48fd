import type { Page } from '@playwright/test'
import { member } from '#seed/factories/people.ts'
import { agree, expect, expectAccessible, signIn, test, tryAgain } from './fixtures.ts'
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
  await dialog.getByRole('textbox', { name: 'Text' }).fill('The kiln is back.')
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
