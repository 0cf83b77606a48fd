import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { agree, expect, expectAccessible, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'

const painted = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 209, g: 59, b: 30, alpha: 0.5 } } })

const picked = async (name: string, mimeType: string, buffer: Buffer | Promise<Buffer>) => ({
  ...{ name, mimeType, buffer: await buffer },
})

const said = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words }).first()

async function openForm(page: Page): Promise<Locator> {
  await page.goto('/admin/products')
  await page.getByRole('button', { name: 'Add a product' }).first().click()
  const form = page.getByRole('form', { name: 'A new product' })
  await expect(form.getByLabel('Title')).toBeFocused()
  return form
}

/** Puts pictures into the form, and waits until there are so many of them. */
async function addPictures(form: Locator, files: Awaited<ReturnType<typeof picked>>[], count: number): Promise<void> {
  await form.getByLabel('Choose pictures').setInputFiles(files)
  await expect(form.locator('ol img')).toHaveCount(count)
}

/** Pixels and kind of a picture of the form, as it is kept. */
const keptOf = (form: Locator, at: number) =>
  form
    .locator('ol img')
    .nth(at)
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const { headers } = await fetch(image.src)
      return { width: image.naturalWidth, height: image.naturalHeight, mime: headers.get('content-type') }
    })

test('[PRD-01] [PRD-04] [PRD-06] [PRD-08] [PRD-09] an admin puts a product into the store with options, variants and pictures at /admin/products, changes it and takes it out again', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/products')
  await expect(page.getByRole('heading', { level: 1, name: 'Product management' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'House tee' })).toBeVisible()
  await settled(page)
  await expectAccessible(page)

  const title = `Printed scarf ${Date.now()}`
  const form = await openForm(page)
  await form.getByRole('button', { name: 'Create product' }).click()
  await expect(form.getByText('Please fill in required fields')).toBeVisible()
  await expect(form.getByText('Enter a price')).toBeVisible()
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Description').fill('Silk.\n\nSigned.')
  await form.getByLabel('Product type').fill('Clothing')
  await form.getByLabel('Vendor').fill('Exchange')
  await form.getByLabel('Tags').fill('silk, new')

  for (const name of ['Size', 'Colour', 'Edge']) {
    await form.getByRole('button', { name: 'Add option' }).click()
    await form.getByRole('group', { name: 'Options' }).getByRole('textbox').last().fill(name)
  }
  await form.getByRole('button', { name: 'Add option' }).click()
  await expect(said(page, 'Maximum 3 options allowed')).toBeVisible()
  await form.getByRole('button', { name: 'Remove option 3' }).click()
  await form.getByRole('button', { name: 'Add variant' }).click()
  for (const [at, [size, colour, price, weight]] of [
    ['Small', 'Ochre', '19.99', '0.1'],
    ['Large', 'Ochre', '29', '0,25'],
  ].entries()) {
    const variant = form.getByRole('group', { name: `Variant ${at + 1}` })
    await variant.getByLabel('Size').fill(size!)
    await variant.getByLabel('Colour').fill(colour!)
    await variant.getByLabel('Price').fill(price!)
    await variant.getByLabel('SKU').fill(`SCARF-${at}`)
    await variant.getByLabel('Weight, kg').fill(weight!)
  }

  const wide = await picked('wide.png', 'image/png', painted(2400, 1600).png().toBuffer())
  await addPictures(form, [wide], 1)
  const others = [
    await picked('small.webp', 'image/webp', painted(300, 200).webp().toBuffer()),
    await picked('moves.gif', 'image/gif', painted(90, 60).gif().toBuffer()),
    await picked('plain.jpg', 'image/jpeg', painted(1200, 900).flatten().jpeg().toBuffer()),
  ]
  await addPictures(form, others, 4)
  const kept = await Promise.all([0, 1, 2, 3].map(at => keptOf(form, at)))
  expect(kept.map(({ width, height }) => [width, height])).toEqual([
    [1200, 800],
    [300, 200],
    [90, 60],
    [1200, 900],
  ])
  expect(new Set(kept.map(({ mime }) => mime))).toEqual(new Set(['image/jpeg']))
  await form.getByLabel('Choose pictures').setInputFiles(await picked('words.txt', 'text/plain', Buffer.from('words')))
  await expect(form.getByRole('alert')).toContainText('words.txt is not a JPG, PNG, WebP or GIF picture')
  const large = Buffer.alloc(5 * 1_048_576 + 1)
  await form.getByLabel('Choose pictures').setInputFiles(await picked('large.png', 'image/png', large))
  await expect(form.getByRole('alert')).toContainText('large.png is')
  await form.getByLabel('What picture 1 shows').fill('A scarf')
  await form.getByRole('button', { name: 'Remove picture 4' }).click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await form.getByRole('button', { name: 'Create product' }).click()
  await expect(said(page, 'Product created').or(page.getByText('Product created')).first()).toBeVisible()

  const row = page.getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText('£19.99 – £29 · 2 variants · Clothing')
  await row.getByRole('link', { name: title }).click()
  const edit = page.getByRole('form', { name: `Edit ${title}` })
  await expect(edit.getByLabel('Tags')).toHaveValue('silk, new')
  await expect(edit.getByLabel('What picture 1 shows')).toHaveValue('A scarf')
  await expect(edit.getByRole('group', { name: 'Variant 2' }).getByLabel('Weight, kg')).toHaveValue('0.25')
  await edit.getByRole('group', { name: 'Variant 2' }).getByLabel('Price').fill('31.50')
  await edit.getByRole('button', { name: 'Save product' }).click()
  await expect(row).toContainText('£19.99 – £31.50')
  await row.getByRole('button', { name: `Delete ${title}` }).click()
  await agree(page, `Delete ${title}?`, 'Delete product')
  await expect(row).toHaveCount(0)
})

test.describe('what fails', () => {
  test.use({ mayFail: true })

  test('[PRD-12] [PRD-13] product management says in the specified words what did not work, and loses nothing typed', async ({
    page,
    venue,
  }) => {
    await signIn(page, venue.person('admin'))
    await page.route('**/rpc/shopProducts/list*', route => route.abort())
    await page.goto('/admin/products')
    await expect(page.getByText('Failed to load products')).toBeVisible()
    await page.unroute('**/rpc/shopProducts/list*')

    const form = await openForm(page)
    const picker = form.getByLabel('Choose pictures')
    await picker.setInputFiles(await picked('broken.png', 'image/png', Buffer.from('no picture')))
    await expect(said(page, 'Failed to load image')).toBeVisible()
    const small = await picked('small.png', 'image/png', painted(30, 20).png().toBuffer())
    await page.route('**/files/product-images', route => route.abort())
    await picker.setInputFiles(small)
    await expect(said(page, 'Failed to upload images')).toBeVisible()
    await page.unroute('**/files/product-images')
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = done => done(null)
    })
    await picker.setInputFiles(small)
    await expect(said(page, 'Failed to optimize image')).toBeVisible()

    await page.route('**/rpc/shopProducts/save', route => route.abort())
    await form.getByLabel('Title').fill('Kept words')
    await form.getByLabel('Price').fill('5')
    await form.getByRole('button', { name: 'Create product' }).click()
    await expect(said(page, 'Failed to save product')).toBeVisible()
    await expect(form.getByLabel('Title')).toHaveValue('Kept words')

    await page.goto('/admin/products')
    await page.route('**/rpc/shopProducts/remove', route => route.abort())
    await page.getByRole('button', { name: 'Delete Pin set' }).click()
    await agree(page, 'Delete Pin set?', 'Delete product')
    await expect(said(page, 'Failed to delete product')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Pin set' })).toBeVisible()
  })
})
