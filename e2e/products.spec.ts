import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { agree, expect, expectAccessible, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'
import type { Venue } from './venue.ts'

const painted = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 209, g: 59, b: 30, alpha: 0.5 } } })

const picked = async (name: string, mimeType: string, buffer: Buffer | Promise<Buffer>) => ({
  ...{ name, mimeType, buffer: await buffer },
})

const said = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words }).first()

/** The first table of a JPEG by which its colours were rounded. */
function roundedBy(jpeg: Buffer): number[] {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xdb]))
  return [...jpeg.subarray(at + 5, at + 5 + 64)]
}

/** From now on the page keeps the pictures that it makes to be sent. */
const keepMade = (page: Page) =>
  page.evaluate(() => {
    const { toBlob } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.toBlob = function (done, ...how) {
      toBlob.call(
        this,
        blob => {
          Object.assign(window, { made: blob })
          done(blob)
        },
        ...how,
      )
    }
  })

const madeLast = async (page: Page) =>
  Buffer.from(
    await page.evaluate(async () => [
      ...new Uint8Array(await (window as unknown as { made: Blob }).made.arrayBuffer()),
    ]),
  )

interface KeptGoods {
  id: string
  handle: string
  body: object
}

/** What the storefront has under this name. */
const goodsCalled = (venue: Venue, title: string) =>
  venue.make(async ({ db }) => {
    const found = await db.execute(
      sql`select id::text, handle, body from simulator_shopify.products where body->>'title' = ${title}`,
    )
    return found.rows as unknown as KeptGoods[]
  })

/** So many more on the storefront's shelf, older than everything else there, while something is looked at. */
async function withOldGoods(venue: Venue, count: number, work: () => Promise<void>): Promise<void> {
  await venue.make(({ db }) =>
    db.execute(sql`insert into simulator_shopify.products (id, handle, body, is_published, created_at, updated_at)
      select nextval('simulator_shopify.numbers'), 'old-' || n, body, true, '2019-01-01', now()
      from (select body from simulator_shopify.products order by id limit 1) one, generate_series(1, ${count}::int) n`),
  )
  await work().finally(() =>
    venue.make(({ db }) => db.execute(sql`delete from simulator_shopify.products where handle like 'old-%'`)),
  )
}

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

test('[PRD-01] [PRD-02] [PRD-04] [PRD-06] [PRD-08] [PRD-09] [PRD-11] an admin puts a product into the store with options, variants and pictures at /admin/products, changes it and takes it out again', async ({
  page,
  visit,
  venue,
}) => {
  test.slow()
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/products')
  await expect(page.getByRole('heading', { level: 1, name: 'Product management' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'House tee' })).toBeVisible()
  await settled(page)
  await expectAccessible(page)
  await expect(page.getByText(/The storefront has more/)).toHaveCount(0)
  await withOldGoods(venue, 50, async () => {
    await page.reload()
    await expect(page.getByText('These are the newest 50 products. The storefront has more')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Products' }).locator('tbody tr')).toHaveCount(50)
  })
  // What the browser sends: to the house alone, and never with the storefront's key.
  const sent: { url: string; keys: string[]; body: string }[] = []
  page.on('request', request => {
    const keys = Object.keys(request.headers()).filter(name => name.includes('shopify'))
    const body = request.url().includes('/rpc/shopProducts/') ? (request.postData() ?? '') : ''
    sent.push({ url: request.url(), keys, body })
  })
  const lastTo = (procedure: string) =>
    (JSON.parse(sent.findLast(({ url }) => url.endsWith(`/rpc/${procedure}`))!.body) as { json: object }).json

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
  await form.getByRole('button', { name: 'Add variant' }).click()
  for (const [at, [size, colour, edge, price, weight]] of [
    ['Small', 'Ochre', 'Plain', '19.99', '0.1'],
    ['Large', 'Ochre', 'Rolled', '29', '0,25'],
  ].entries()) {
    const variant = form.getByRole('group', { name: `Variant ${at + 1}` })
    await variant.getByLabel('Size').fill(size!)
    await variant.getByLabel('Colour').fill(colour!)
    await variant.getByLabel('Edge').fill(edge!)
    await variant.getByLabel('Price').fill(price!)
    await variant.getByLabel('SKU').fill(`SCARF-${at}`)
    await variant.getByLabel('Weight, kg').fill(weight!)
  }

  const wide = await picked('wide.png', 'image/png', painted(2400, 1600).png().toBuffer())
  await keepMade(page)
  await addPictures(form, [wide], 1)
  // The quality of a JPEG is in the table by which it was rounded.
  const roundedTo = async (quality: number) => roundedBy(await painted(64, 64).flatten().jpeg({ quality }).toBuffer())
  const uploaded = roundedBy(await madeLast(page))
  expect(uploaded).toEqual(await roundedTo(85))
  for (const other of [84, 86]) expect(uploaded).not.toEqual(await roundedTo(other))
  const others = [
    await picked('small.webp', 'image/webp', painted(300, 200).webp().toBuffer()),
    await picked('moves.gif', 'image/gif', painted(90, 60).gif().toBuffer()),
    await picked('plain.jpg', 'image/jpeg', painted(1200, 900).flatten().jpeg().toBuffer()),
  ]
  await addPictures(form, others, 4)
  const shown = await Promise.all([0, 1, 2, 3].map(at => keptOf(form, at)))
  expect(shown.map(({ width, height }) => [width, height])).toEqual([
    [1200, 800],
    [300, 200],
    [90, 60],
    [1200, 900],
  ])
  expect(new Set(shown.map(({ mime }) => mime))).toEqual(new Set(['image/jpeg']))
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

  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: title }) })
  await expect(row).toContainText('£19.99 – £29')
  await expect(row).toContainText('Clothing')
  await row.getByRole('button', { name: title }).click()
  const panel = page.getByRole('complementary', { name: title })
  await expect(panel).toContainText(/Variants\s*2/)
  await expect(panel).toContainText(/Created by .+,/)
  const written = { title, description: 'Silk.\n\nSigned.', productType: 'Clothing', vendor: 'Exchange' }
  const lists = { tags: ['silk', 'new'], options: ['Size', 'Colour', 'Edge'] }
  const variants = [
    { values: ['Small', 'Ochre', 'Plain'], pricePence: 1_999, sku: 'SCARF-0', weightKg: 0.1 },
    { values: ['Large', 'Ochre', 'Rolled'], pricePence: 2_900, sku: 'SCARF-1', weightKg: 0.25 },
  ]
  const images = [{ alt: 'A scarf' }, { alt: '' }, { alt: '' }]
  expect(lastTo('shopProducts/save')).toMatchObject({ fields: { ...written, ...lists, variants, images } })
  // What the storefront has of it.
  const kept = { title, productType: 'Clothing', vendor: 'Exchange', tags: lists.tags, options: [{}, {}, {}] }
  const [made] = await goodsCalled(venue, title)
  expect(made).toMatchObject({ body: { ...kept, variants: [{ pricePence: 1_999 }, { pricePence: 2_900 }] } })
  await panel.getByRole('link', { name: 'Edit product' }).click()
  const edit = page.getByRole('form', { name: `Edit ${title}` })
  for (const [label, value] of [
    ['Title', title],
    ['Description', written.description],
    ['Product type', 'Clothing'],
    ['Vendor', 'Exchange'],
    ['Tags', 'silk, new'],
    ['What picture 1 shows', 'A scarf'],
  ] as const)
    await expect(edit.getByLabel(label, { exact: true })).toHaveValue(value)
  for (const [at, name] of lists.options.entries())
    await expect(edit.getByRole('textbox', { name: `Option ${at + 1}`, exact: true })).toHaveValue(name)
  for (const [at, { values, pricePence, sku, weightKg }] of variants.entries()) {
    const variant = edit.getByRole('group', { name: `Variant ${at + 1}` })
    for (const [place, label] of lists.options.entries())
      await expect(variant.getByLabel(label)).toHaveValue(values[place]!)
    await expect(variant.getByLabel('Price')).toHaveValue(new RegExp(`^£?${pricePence / 100}(\\.00)?$`))
    await expect(variant.getByLabel('SKU')).toHaveValue(sku)
    await expect(variant.getByLabel('Weight, kg')).toHaveValue(String(weightKg))
  }
  // By its path: it is where it was uploaded to.
  await expect(edit.locator('ol img').first()).toHaveAttribute('src', /\/files\/[0-9a-f-]{36}$/)
  await edit.getByRole('group', { name: 'Variant 2' }).getByLabel('Price').fill('31.50')
  await edit.getByRole('button', { name: 'Save product' }).click()
  await expect(row).toContainText('£19.99 – £31.50')
  await row.getByRole('button', { name: title }).click()
  await expect(panel).toContainText(/Changed by .+,/)
  expect(lastTo('shopProducts/save')).toMatchObject({
    product: { handle: made!.handle },
    fields: { ...written, ...lists, variants: [variants[0], { ...variants[1], pricePence: 3_150 }], images },
  })
  expect(await goodsCalled(venue, title)).toMatchObject([
    { id: made!.id, body: { ...kept, variants: [{}, { pricePence: 3_150 }] } },
  ])
  // It asks first; who thinks better of it has deleted nothing. Nobody but an admin deletes.
  const remove = panel.getByRole('button', { name: 'Delete product' })
  await remove.click()
  const question = page.getByRole('dialog', { name: `Delete ${title}?` })
  await question.getByRole('button', { name: /Cancel|Keep/ }).click()
  await expect(question).toHaveCount(0)
  const id = `gid://shopify/Product/${made!.id}`
  const other = await visit()
  await signIn(other, venue.person('committee'))
  const refused = await other.request.post('/rpc/shopProducts/remove', {
    ...{ data: { json: { id } }, headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': crypto.randomUUID() } },
  })
  expect(refused.status()).toBe(403)
  expect(await goodsCalled(venue, title)).toHaveLength(1)
  await remove.click()
  await agree(page, `Delete ${title}?`, 'Delete product')
  await expect(row).toHaveCount(0)
  expect(lastTo('shopProducts/remove')).toEqual({ id })
  expect(await goodsCalled(venue, title)).toEqual([])
  await expect(page.getByRole('region', { name: 'Deleted last' })).toContainText(title)
  for (const { url, keys } of sent) expect([new URL(url).origin, keys], url).toEqual([venue.url, []])
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
    await page.getByRole('button', { name: 'Pin set' }).click()
    await page.getByRole('button', { name: 'Delete product' }).click()
    await agree(page, 'Delete Pin set?', 'Delete product')
    await expect(said(page, 'Failed to delete product')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pin set' })).toBeVisible()
  })
})
