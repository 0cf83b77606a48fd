import type { Page } from '@playwright/test'
import { call, expect, settled, signIn, test } from './fixtures.ts'

// What is done without a connection is not done, says so, and is not done later by itself.

const unreachable = 'We couldn’t reach Exchange. Check your connection and try again.'

/** Three who wait, by the name that finds them. */
async function waiting(page: Page): Promise<string> {
  const mark = `offline${Date.now()}`
  for (const firstName of ['one', 'two', 'three'])
    await call(page, 'waitlist/join', { firstName, lastName: mark, email: `${firstName}.${mark}@people.example` })
  return mark
}

test('what is confirmed without a connection fails at once with a word, and is never sent by itself', async ({
  page,
  visit,
  venue,
}) => {
  const mark = await waiting(await visit())
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/waitlist?q=${mark}`)
  const sent: string[] = []
  page.on('request', request => {
    if (request.url().includes('/rpc/waitlist/remove')) sent.push(request.url())
  })
  const row = page.getByRole('row').filter({ hasText: `two ${mark}` })
  const choose = async () => {
    await page.getByRole('button', { name: `More for two ${mark}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  const question = page.getByRole('dialog', { name: /^Delete two/ })
  await choose()
  await question.getByRole('button', { name: 'Keep it as it is' }).click()
  await expect(question).toHaveCount(0)
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await choose()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete entry' })).toContainText(unreachable)
  await expect(question).toHaveCount(0)
  const attempts = sent.length
  // Everything that waits for a connection has its turn: the list is read anew.
  const readAnew = page.waitForResponse(answer => answer.url().includes('/rpc/waitlist/list'))
  await page.context().setOffline(false)
  await expect(page.getByText('You are offline.')).toHaveCount(0)
  await readAnew
  await settled(page)
  expect(sent.length).toBe(attempts)
  await expect(row).toHaveCount(1)
  await page.reload()
  await expect(row).toHaveCount(1)
})

test.describe('without what a service worker keeps', () => {
  test.use({ serviceWorkers: 'block' })

  test('a question that cannot be fetched says that there is no connection', async ({ page, visit, venue }) => {
    const mark = await waiting(await visit())
    await signIn(page, venue.person('admin'))
    await page.goto(`/admin/waitlist?q=${mark}`)
    await settled(page)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: `More for one ${mark}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const said = page.getByRole('alert').filter({ hasText: 'Failed to delete entry' })
    await expect(said).toContainText(unreachable)
    await expect(said).toBeInViewport()
    await page.context().setOffline(false)
    await expect(page.getByRole('row').filter({ hasText: `one ${mark}` })).toHaveCount(1)
  })
})
