import type { Locator, Page } from '@playwright/test'
import { like } from 'drizzle-orm'
import { files } from '#platform/db/tables.ts'
import { pngOf } from '#test/pictures.ts'
import { agree, call, expect, signIn, test, tryAgain } from './fixtures.ts'
import { dayAhead } from './places.ts'
import { keeping } from './sections.ts'

// What each editor says when something fails. Calls fail here on purpose.
test.use({ mayFail: true })

const png = (buffer: Buffer = pngOf(300, 200)) => ({ name: 'press.png', mimeType: 'image/png', buffer })
const said = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })

interface Editor {
  path: string
  name: string
  section: string
  /** where its pictures go */
  bucket: 'homepage-images' | 'admin-uploads'
  /** fills what is needed, and answers with a field that was typed into and what stands there */
  write: (form: Locator) => Promise<[Locator, string]>
}

const editors: Editor[] = [
  {
    ...{ path: '/admin/hero', name: 'Hero', section: 'hero', bucket: 'homepage-images' },
    write: form => typed(form, { Title: 'Come and print', Subtitle: 'A press for everybody.' }),
  },
  {
    ...{ path: '/admin/workshop', name: 'Next Workshop', section: 'next_workshop', bucket: 'homepage-images' },
    write: form => typed(form, { Title: 'Marbling', Day: dayAhead(20), Time: '18:30' }),
  },
  {
    ...{ path: '/admin/highlights', name: 'Member Highlights', section: 'weekly_content', bucket: 'homepage-images' },
    write: form => typed(form, { Title: 'Rosa prints', Description: 'At the press.', Content: 'One.' }),
  },
  {
    ...{ path: '/admin/news', name: 'News', section: 'whats_new', bucket: 'homepage-images' },
    write: async form => {
      await form.getByRole('button', { name: 'Add a news item' }).click()
      return typed(form, { Title: 'A second kiln', Description: 'It stands in the yard.' })
    },
  },
  {
    ...{ path: '/admin/directory', name: 'Creative Directory', section: 'creative_directory', bucket: 'admin-uploads' },
    write: async form => {
      await form.getByRole('button', { name: 'Add a creative' }).click()
      return typed(form, { Name: `Bo Park ${Date.now()}` })
    },
  },
]

async function typed(form: Locator, words: Record<string, string>): Promise<[Locator, string]> {
  for (const [label, value] of Object.entries(words)) await form.getByLabel(label, { exact: true }).fill(value)
  const [[label, value] = ['', '']] = Object.entries(words)
  return [form.getByLabel(label, { exact: true }), value]
}

test('every editor says in the specified words what was not loaded, uploaded, saved or deleted, and loses nothing typed [CNT-12, CNT-48, CNT-49, CNT-50, CNT-51]', async ({
  page,
  venue,
}) => {
  test.setTimeout(480_000)
  await signIn(page, venue.person('admin'))
  for (const editor of editors) await test.step(editor.name, () => failingEditor(page, editor))
  await test.step('Image Manager', () => failingImages(page))
})

async function failingEditor(page: Page, { path, name, section, bucket, write }: Editor): Promise<void> {
  await keeping(page, section, async () => {
    await page.route('**/rpc/content/section*', route => route.abort())
    await page.goto(path)
    await expect(page.getByText('Failed to load content')).toBeVisible()
    await tryAgain(page, '**/rpc/content/section*')
    const form = page.getByRole('form', { name, exact: true })
    const [field, value] = await write(form)
    await addPicture(page, form, bucket)

    await page.route('**/rpc/content/saveSection', route => route.abort())
    for (const way of ['Save draft', 'Publish']) {
      await form.getByRole('button', { name: way, exact: true }).click()
      await expect(said(page, 'Failed to save')).toBeVisible()
      await dismiss(page)
      await expect(field).toHaveValue(value)
    }
    await page.unrouteAll()
    await form.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText(`${name} saved`)).toBeVisible()
    const { content } = await call<{ content: object }>(page, 'content/section', { section })
    expect(JSON.stringify(content)).toContain(value)
  })
}

async function failingImages(page: Page): Promise<void> {
  await page.route('**/rpc/images/list*', route => route.abort())
  await page.goto('/admin/images')
  await expect(page.getByText('Failed to load images')).toBeVisible()
  await tryAgain(page, '**/rpc/images/list*')
  await page.getByRole('button', { name: 'Add pictures' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add pictures' })
  const drop = dialog.locator('input[type=file]')
  await failUploads(page, drop)
  await drop.setInputFiles(png())
  const words = `A press ${Date.now()}`
  await dialog.getByLabel('What is to be seen on it').fill(words)
  await page.route('**/rpc/images/add', route => route.abort())
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  await expect(said(page, 'Upload failed')).toContainText('Failed to upload image')
  await page.unroute('**/rpc/images/add')
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  await expect(page.getByText('Picture saved')).toBeVisible()

  await page.getByRole('button', { name: `Open ${words}` }).click()
  const panel = page.getByRole('complementary')
  await page.route('**/rpc/images/change', route => route.abort())
  await panel.getByLabel('What is to be seen on it').fill(`${words}, from behind`)
  await panel.getByRole('button', { name: 'Save picture' }).click()
  await expect(said(page, 'Failed to save').first()).toBeVisible()
  await expect(panel.getByLabel('What is to be seen on it')).toHaveValue(`${words}, from behind`)
  await page.unroute('**/rpc/images/change')
  await panel.getByRole('button', { name: 'Save picture' }).click()
  await expect(page.getByText('Picture saved')).toBeVisible()

  await page.route('**/rpc/images/remove', route => route.abort())
  const remove = async () => {
    await panel.getByRole('button', { name: 'Remove picture' }).click()
    await agree(page, /^Remove “/, 'Remove picture')
  }
  await remove()
  await expect(said(page, 'Failed to delete')).toBeVisible()
  await page.unroute('**/rpc/images/remove')
  await remove()
  await expect(page.getByText('Picture removed')).toBeVisible()
}

test('the picture of the member highlight is uploaded to homepage-images, under a folder named by the user id [CNT-18]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  const { userId } = await call<{ userId: string }>(page, 'members/me')
  const kept = () => venue.make(({ db }) => db.$count(files, like(files.storageKey, `homepage-images/${userId}/%`)))
  const before = await kept()
  await page.goto('/admin/highlights')
  const form = page.getByRole('form', { name: 'Member Highlights' })
  await addPicture(page, form, 'homepage-images')
  // One for each that was taken: those that were refused left nothing.
  expect(await kept()).toBe(before + 1)
})

test('Facility Images says what was not loaded or saved, and shows what is there [CNT-56]', async ({ page, venue }) => {
  await signIn(page, venue.person('admin'))
  await page.route('**/rpc/facilities/images*', route => route.abort())
  await page.goto('/admin/facilities')
  await expect(page.getByText('Failed to load facility images')).toBeVisible()
  await tryAgain(page, '**/rpc/facilities/images*')
  await page.route('**/rpc/facilities/changeImage', route => route.abort())
  // Not the one whose picture other journeys change.
  await page.getByRole('button', { name: 'Change picture of Podcast Studio' }).click()
  const picker = page.getByRole('dialog')
  await picker.getByRole('button', { name: 'Add a picture' }).click()
  await picker.locator('input[type=file]').setInputFiles(png())
  await isThere(picker)
  const words = `The studio ${Date.now()}`
  await picker.getByLabel('What is to be seen on it').fill(words)
  await picker.getByRole('button', { name: 'Save picture' }).click()
  await expect(said(page, 'Failed to update facility image')).toBeVisible()
  await expect(page.getByRole('img', { name: words })).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Change picture of Podcast Studio' }).click()
  await picker.getByRole('button', { name: `Choose ${words}` }).click()
  // While it is pointed at, Undo stays, however long the picture takes to come.
  await page.getByText('Facility image saved').hover()
  await expect(page.getByRole('img', { name: words })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: words })).toHaveCount(0)
})

test('the directory offers only pictures that are fitted for it, and adds such', async ({ page, venue }) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/images')
  const words = `A wide press ${Date.now()}`
  await page.getByRole('button', { name: 'Add pictures' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add pictures' })
  await dialog.locator('input[type=file]').setInputFiles(png(pngOf(900, 600)))
  await dialog.getByLabel('What is to be seen on it').fill(words)
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  await expect(page.getByText('Picture saved')).toBeVisible()
  await page.goto('/admin/directory')
  await page.getByRole('button', { name: 'Add a creative' }).click()
  const choose = page.getByRole('button', { name: /^Choose a picture/ })
  await choose.click()
  const picker = page.getByRole('dialog')
  await picker.getByLabel('Search what is to be seen').fill(words)
  await expect(picker.getByText('No picture is like that.')).toBeVisible()
  await picker.getByRole('button', { name: 'Add a picture' }).click()
  await picker.locator('input[type=file]').setInputFiles(png(pngOf(900, 600)))
  await isThere(picker)
  await picker.getByLabel('What is to be seen on it').fill(words)
  await picker.getByRole('button', { name: 'Save picture' }).click()
  await expect(page.getByText('Picture saved')).toBeVisible()
  await page.getByRole('button', { name: /^Change picture/ }).click()
  await picker.getByLabel('Search what is to be seen').fill(words)
  await expect(picker.getByRole('button', { name: `Choose ${words}` })).toHaveCount(1)
})

test('a session that ends under an editor is taken up again in place, and what was typed is published', async ({
  page,
  venue,
}) => {
  const me = venue.person('admin')
  await signIn(page, me)
  await keeping(page, 'hero', async () => {
    await page.goto('/admin/hero')
    const form = page.getByRole('form', { name: 'Hero' })
    await form.getByLabel('Title', { exact: true }).fill('Typed before the session ended')
    await page.context().clearCookies()
    await form.getByRole('button', { name: 'Publish', exact: true }).click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.getByLabel('Password', { exact: true }).fill(me.password)
    await again.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Hero saved')).toBeVisible()
    await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Typed before the session ended')
  })
})

/** The file was sent: until then the form has none. */
const isThere = (picker: Locator) => expect(picker.getByRole('button', { name: /^Remove / })).toBeVisible()

const dismiss = (page: Page) => page.getByRole('button', { name: 'Dismiss' }).first().click()

/** Adds a picture in the picker of an editor, after everything that may go wrong with it. */
async function addPicture(page: Page, form: Locator, bucket: Editor['bucket']): Promise<void> {
  await form.getByRole('button', { name: /^(Choose a|Change) picture/ }).click()
  const picker = page.getByRole('dialog')
  await picker.getByRole('button', { name: 'Add a picture' }).click()
  await failUploads(page, picker.locator('input[type=file]'))
  const sent = page.waitForRequest(request => request.method() === 'POST' && request.url().includes('/files/'))
  await picker.locator('input[type=file]').setInputFiles(png())
  expect((await sent).url()).toMatch(new RegExp(`/files/${bucket}$`))
  await isThere(picker)
  await picker.getByLabel('What is to be seen on it').fill('A press')
  await page.route('**/rpc/images/add', route => route.abort())
  await picker.getByRole('button', { name: 'Save picture' }).click()
  await expect(said(page, 'Upload failed')).toContainText('Failed to upload image')
  await page.unroute('**/rpc/images/add')
  await expect(picker.getByLabel('What is to be seen on it')).toHaveValue('A press')
  await picker.getByRole('button', { name: 'Save picture' }).click()
  await expect(page.getByText('Picture saved')).toBeVisible()
  await expect(picker).toHaveCount(0)
}

/** What is too large, no picture by its name, none by its content, or cannot be sent. */
async function failUploads(page: Page, drop: Locator): Promise<void> {
  const refused = async (file: Parameters<Locator['setInputFiles']>[0], words: string) => {
    await drop.setInputFiles(file)
    await expect(said(page, words)).toBeVisible()
    await dismiss(page)
    await expect(said(page, words)).toHaveCount(0)
  }
  await refused({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }, 'Invalid file type')
  await refused(png(Buffer.from('%PDF-1.7 no picture')), 'Invalid file type')
  await refused(png(Buffer.alloc(5 * 1_048_576 + 1)), 'File too large')
  await page.route('**/files/*', route => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await drop.setInputFiles(png())
  await expect(said(page, 'Upload failed')).toContainText('Failed to upload image')
  await dismiss(page)
  await page.unroute('**/files/*')
}
