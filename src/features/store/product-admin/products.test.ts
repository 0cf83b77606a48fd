import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { productByHandle } from '#features/store/storefront/model.ts'
import { admin, committee, goodPassword, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp, testApp } from '#test/app.ts'
import { sessionCookie } from '#test/browser.ts'
import { uploadedFor } from '#test/events.ts'
import { shopControl, stockShop } from '#test/shop.ts'
import { productForm } from './inputs.ts'
import { handleFor } from './rules.ts'

const app = sharedTestApp()
let boss: Person
beforeAll(async () => {
  boss = await admin(app, { password: goodPassword })
})

const variant = { id: null, values: ['Natural'], pricePence: 1_205, sku: 'TB', weightKg: 0.25 }
const fields = {
  title: 'Tote bag',
  description: 'Canvas.\n\nLong handles.',
  productType: 'Bags',
  vendor: 'Exchange',
  tags: ['bags'],
  options: ['Colour'],
  variants: [variant, { ...variant, values: ['Black'], pricePence: 1_300, weightKg: null }],
  images: [],
}
const calls = () => app.as(boss).shopProducts
const created = async (more: object = {}) =>
  calls().save({ product: { key: crypto.randomUUID() }, fields: { ...fields, ...more } })
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ code, message }) => ({ code, message }),
  )

test('a product is created once however often it is sent, changed as it was read, and deleted', async () => {
  const product = { key: crypto.randomUUID() }
  const fileId = await uploadedFor(app, boss, 'product-images')
  const withPicture = { ...fields, images: [{ url: null, fileId, alt: 'A bag' }] }
  const { id, handle } = await calls().save({ product, fields: withPicture })
  expect(handle).toBe(`tote-bag-${product.key.slice(0, 8)}`)
  expect(await calls().save({ product, fields: withPicture })).toEqual({ id, handle })
  expect(await productByHandle(app.runtime, handle)).toMatchObject({
    description: 'Canvas.\n\nLong handles.',
    images: [{ url: `${app.url}/files/${fileId}`, alt: 'A bag' }],
    variants: [
      { pricePence: 1_205, weightKg: 0.25 },
      { pricePence: 1_300, weightKg: null },
    ],
  })
  const read = await calls().one({ handle })
  expect(read.fields).toMatchObject({ title: 'Tote bag', options: ['Colour'], variants: [{ values: ['Natural'] }, {}] })
  const { version } = read
  const next = { ...read.fields, title: 'Big tote bag' }
  await calls().save({ product: { handle, version }, fields: next })
  expect(await codeOf(calls().save({ product: { handle, version }, fields: next }))).toMatchObject({
    code: 'CHANGED_MEANWHILE',
  })
  const { rows } = await calls().list({})
  expect(rows[0]).toMatchObject({
    ...{ id, handle, title: 'Big tote bag', minPence: 1_205, maxPence: 1_300, variants: 2 },
    edit: { deed: 'changed', by: `${boss.firstName} ${boss.lastName}`, at: app.clock.now() },
  })
  expect(await calls().remove({ id })).toEqual({ id })
  expect(await codeOf(calls().remove({ id }))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await codeOf(calls().one({ handle }))).toMatchObject({ code: 'NOT_FOUND' })
  const edits = await app.sql(
    'select deed from product_edits where shopify_product_id = $1 order by created_at, deed',
    [id],
  )
  expect(edits.map(({ deed }) => deed).sort()).toEqual(['changed', 'created', 'created', 'deleted'])
  const audited = await app.sql(
    `select actor_id from audit_log where table_name = 'product_edits' and actor_id = $1 limit 1`,
    [boss.id],
  )
  expect(audited).toHaveLength(1)
})

test('only what the storefront has is deleted, and it is noted by the name that it had there', async () => {
  const titles = async () => (await calls().list({})).deleted.map(({ title }) => title)
  const before = await titles()
  const never = { id: 'gid://shopify/Product/999999999', title: 'Never was' }
  expect(await codeOf(calls().remove({ id: never.id }))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await codeOf(calls().remove(never as { id: string }))).toMatchObject({ code: 'INVALID_INPUT' })
  expect(await titles()).toEqual(before)
  const { id } = await stockShop(app, { handle: 'once-there', title: 'Once there' })
  app.clock.advance(60_000)
  await calls().remove({ id })
  expect((await calls().list({})).deleted[0]).toMatchObject({
    ...{ title: 'Once there', by: `${boss.firstName} ${boss.lastName}`, at: app.clock.now() },
  })
})

test('the office finds a product by its words however they are spelt, by its state, and in the order it asks for', async () => {
  const here = await testApp()
  const variants = (...each: [pricePence: number, stock: number | null][]) =>
    each.map(([pricePence, stock]) => ({ title: String(pricePence), pricePence, stock }))
  for (const goods of [
    { handle: 'one', title: 'Café apron', productType: 'Wear', tags: ['linen'], variants: variants([3_000, 4]) },
    { handle: 'two', title: 'Brush set', productType: 'Tools', variants: variants([900, 0]) },
    { handle: 'three', title: 'Apron, small', productType: 'Wear', variants: variants([2_000, 2], [2_500, 3]) },
    { handle: 'four', title: 'Voucher', productType: 'Paper', variants: variants([1_000, null]) },
  ]) {
    here.clock.advance(1_000)
    await stockShop(here, goods)
  }
  const office = here.as(await admin(here)).shopProducts
  const found = async (asked: Parameters<typeof office.list>[0]) =>
    (await office.list(asked)).rows.map(({ handle }) => handle)
  expect(await found({})).toEqual(['four', 'three', 'two', 'one'])
  expect(await found({ q: 'apron CAFE' })).toEqual(['one'])
  expect(await found({ q: 'linen' })).toEqual(['one'])
  expect(await found({ q: 'wear', sort: 'minPence' })).toEqual(['three', 'one'])
  expect(await found({ sort: 'title' })).toEqual(['three', 'two', 'one', 'four'])
  expect(await found({ sort: '-minPence', pageSize: 2, page: 2 })).toEqual(['four', 'two'])
  expect(await found({ state: 'soldOut' })).toEqual(['two'])
  expect(await found({ state: 'available', q: 'brush' })).toEqual([])
  const { rows, total } = await office.list({ pageSize: 1, page: 2 })
  // What is not counted in one of its variants is not known of the whole.
  expect([total, rows[0]?.handle, rows[0]?.left]).toEqual([4, 'three', 5])
  expect((await office.list({})).rows.map(({ left }) => left)).toEqual([null, 5, 0, 4])
})

test('the picture of a product stays when whoever put it in is erased', async () => {
  const other = await admin(app)
  const fileId = await uploadedFor(app, other, 'product-images')
  const product = { key: crypto.randomUUID() }
  const { handle } = await app.as(other).shopProducts.save({
    ...{ product, fields: { ...fields, images: [{ url: null, fileId, alt: 'A bag' }] } },
  })
  await app.as(boss).members.revokeRole({ userId: other.id, role: 'admin' })
  const { id } = await app.as(other).privacy.requestErasure({ reason: 'I am moving away' })
  await app.as(boss).privacy.erase({ id })
  const [image] = (await productByHandle(app.runtime, handle))!.images
  const answer = await app.fetch(new URL(image!.url).pathname)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('two products may be called the same, and neither writes over the other', async () => {
  const one = await created()
  const other = await created()
  expect(one.id).not.toBe(other.id)
  expect(handleFor('Crème brûlée!', '12345678-')).toBe('creme-brulee-12345678')
})

test('[PRD-05] [PRD-07] without a title, a variant or a price there is no product, and no price is below 0', async () => {
  const wrong = async (more: object) => (await codeOf(created(more))) as { code: string; message: string }
  for (const more of [
    { title: ' ' },
    { variants: [] },
    { variants: [{ ...variant, pricePence: -1 }] },
    { variants: [{ ...variant, pricePence: 10.5 }] },
    { variants: [{ ...variant, pricePence: undefined }] },
    { options: ['A', 'B', 'C', 'D'] },
    { variants: [variant, variant] },
    { variants: [{ ...variant, values: [] }] },
    { options: ['Colour', 'colour'], variants: [{ ...variant, values: ['a', 'b'] }] },
  ])
    expect(await wrong(more), JSON.stringify(more)).toMatchObject({ code: 'INVALID_INPUT' })
  const said = (typed: object) => {
    const all = { ...fields, tags: 'a, b, a', variants: [{ ...variant, weightKg: '0,25' }], ...typed }
    const parsed = productForm.safeParse(all)
    return parsed.success ? parsed.data : parsed.error.issues[0]?.message
  }
  expect(said({})).toMatchObject({ tags: ['a', 'b'], variants: [{ weightKg: 0.25 }] })
  expect(said({ title: '' })).toBe('Please fill in required fields')
  expect(said({ variants: [] })).toBe('Please fill in required fields')
  expect(said({ options: ['A', 'B', 'C', 'D'] })).toBe('Maximum 3 options allowed')
  expect(said({ variants: [{ ...variant, pricePence: Number.NaN, weightKg: '' }] })).toBe('Enter a price')
})

test('pictures come from uploads to their own bucket, by admins, or were there before', async () => {
  const picture = { url: null, fileId: null, alt: '' }
  const other = await uploadedFor(app, boss, 'admin-uploads')
  const others = await uploadedFor(app, await admin(app), 'product-images')
  for (const fileId of [other, others, crypto.randomUUID()])
    expect(await codeOf(created({ images: [{ ...picture, fileId }] }))).toMatchObject({ code: 'NOT_FOUND' })
  const url = 'https://elsewhere.example/picture.jpg'
  expect(await codeOf(created({ images: [{ ...picture, url }] }))).toMatchObject({ code: 'NOT_FOUND' })
  const { handle } = await created()
  const { version, fields: read } = await calls().one({ handle })
  const product = { handle, version }
  expect(await codeOf(calls().save({ product, fields: { ...read, images: [{ ...picture, url }] } }))).toMatchObject({
    code: 'NOT_FOUND',
  })
  const cookie = await sessionCookie(app, (await member(app, { password: goodPassword })).email)
  const answer = await app.fetch('/files/product-images', {
    method: 'POST',
    body: 'x',
    headers: { cookie, 'content-type': 'image/jpeg', 'x-file-name': 'x.jpg' },
  })
  expect(answer.status).toBe(404)
})

test('[PRD-10] pictures are uploaded to the bucket product-images, read at a public address for an hour, and never written over', async () => {
  const cookie = await sessionCookie(app, boss.email)
  const put = async (background: string, to = '/files/product-images', method = 'POST') => {
    const body = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const headers = { cookie, 'content-type': 'image/jpeg', 'x-file-name': 'bag.jpg' }
    return app.fetch(to, { method, body: new Uint8Array(body), headers })
  }
  const added = async (background: string) => {
    const answer = await put(background)
    expect(answer.status).toBe(201)
    return ((await answer.json()) as { id: string }).id
  }
  const one = await added('#ff0000')
  const { handle } = await created({ images: [{ url: null, fileId: one, alt: 'A bag' }] })
  // What the storefront got is the public address; nobody signs in to read it.
  const [image] = (await productByHandle(app.runtime, handle))!.images
  expect(image!.url).toBe(`${app.url}/files/${one}`)
  const read = async () => {
    const answer = await app.fetch(`/files/${one}`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
    return Buffer.from(await answer.arrayBuffer())
  }
  const bytes = await read()
  expect(await added('#0000ff')).not.toBe(one)
  for (const method of ['POST', 'PUT']) expect((await put('#0000ff', `/files/${one}`, method)).ok).toBe(false)
  expect(await read()).toEqual(bytes)
  const [kept] = await app.sql<{ purpose: string }>('select purpose from files where id = $1', [one])
  expect(kept).toEqual({ purpose: 'product-images' })
})

test('a new product is sent with all that was written, a changed one with its id as well, a deleted one by its id, by the house’s own key and for admins alone', async () => {
  const asked = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => asked.mockRestore())
  interface Sent {
    key: string | null
    variables: { identifier?: object; input?: object }
  }
  const sent = (mutation: string): Sent => {
    const [, init] = asked.mock.calls.findLast(([, init]) => String(init?.body).includes(mutation))!
    const { variables } = JSON.parse(String(init!.body)) as Pick<Sent, 'variables'>
    return { variables, key: new Headers(init!.headers).get('x-shopify-access-token') }
  }
  const key = app.runtime.shopify!.adminToken
  const fileId = await uploadedFor(app, boss, 'product-images')
  const images = [{ url: null, fileId, alt: 'A bag' }]
  const { id, handle } = await created({ variants: [variant], images })
  const all = {
    ...{ title: 'Tote bag', descriptionHtml: '<p>Canvas.</p><p>Long handles.</p>', productType: 'Bags' },
    ...{ vendor: 'Exchange', tags: ['bags'] },
    productOptions: [{ name: 'Colour', position: 1, values: [{ name: 'Natural' }] }],
    variants: [{ optionValues: [{ optionName: 'Colour', name: 'Natural' }], price: '12.05', sku: 'TB' }],
    files: [{ originalSource: `${app.url}/files/${fileId}`, alt: 'A bag' }],
  }
  expect(sent('productSet')).toMatchObject({ key, variables: { identifier: { handle }, input: all } })
  const { version, fields: read } = await calls().one({ handle })
  const product = { handle, version }
  await calls().save({ product, fields: { ...read, title: 'Big bag', description: 'Jute.' } })
  const { files: _, ...rest } = { ...all, title: 'Big bag', descriptionHtml: '<p>Jute.</p>' }
  expect(sent('productSet')).toMatchObject({
    ...{ key, variables: { identifier: { id }, input: { ...rest, files: [{ alt: 'A bag' }] } } },
  })
  const stranger = app.as(await committee(app)).shopProducts
  asked.mockClear()
  for (const call of [
    () => stranger.save({ product: { key: crypto.randomUUID() }, fields }),
    () => stranger.save({ product, fields: read }),
    () => stranger.remove({ id }),
  ])
    expect(await codeOf(call())).toMatchObject({ code: 'FORBIDDEN' })
  expect(asked).not.toHaveBeenCalled()
  await calls().remove({ id })
  expect(sent('productDelete')).toEqual({ key, variables: { input: { id } } })
})

test('a storefront that is away is told of in the specified words', async () => {
  const { id } = await stockShop(app, { handle: 'steady' })
  await shopControl(app, { down: true })
  expect(await codeOf(calls().list({}))).toMatchObject({ message: 'Failed to load products' })
  expect(await codeOf(created())).toMatchObject({ message: 'Failed to save product' })
  expect(await codeOf(calls().remove({ id }))).toMatchObject({ message: 'Failed to delete product' })
  await shopControl(app, { down: false })
  expect((await productByHandle(app.runtime, 'steady'))?.id).toBe(id)
})

test('what nobody touched keeps its markup in the storefront', async () => {
  const descriptionHtml = '<p>Heavy <em>linen</em>.</p><ul><li>Washable</li></ul>'
  await stockShop(app, { handle: 'marked-up', descriptionHtml })
  const html = async () => {
    const [row] = await app.sql<{ html: string }>(
      `select body->>'descriptionHtml' as html from simulator_shopify.products where handle = 'marked-up'`,
    )
    return row?.html
  }
  const { version, fields: read } = await calls().one({ handle: 'marked-up' })
  expect(read).toMatchObject({ description: 'Heavy linen.\n\n• Washable', options: [], variants: [{ values: [] }] })
  const product = { handle: 'marked-up', version }
  await calls().save({ product, fields: { ...read, title: 'Another name' } })
  expect(await html()).toBe(descriptionHtml)
  const again = await calls().one({ handle: 'marked-up' })
  await calls().save({
    product: { handle: 'marked-up', version: again.version },
    fields: { ...again.fields, description: 'Light <linen>.' },
  })
  expect(await html()).toBe('<p>Light &lt;linen&gt;.</p>')
})
