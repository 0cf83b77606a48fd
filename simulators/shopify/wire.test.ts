import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, openBench } from './testbench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

test('a query that Shopify would not understand fails here as well', async () => {
  const { status, errors, data } = await bench.storefront('{ products(first: 1) { nodes { price } } }')
  expect({ status, data }).toEqual({ status: 200, data: undefined })
  expect(errors[0].message).toBe('Cannot query field "price" on type "Product".')
  expect((await bench.storefront('{ products { nodes { id } } }')).errors[0].message).toContain('first or last')
  expect((await bench.storefront('{ products(first: 251) { nodes { id } } }')).errors[0].message).toContain('250')
  expect((await bench.storefront('{ products(first: ')).errors[0].message).toContain('Syntax Error')
  expect((await bench.storefront('{ customer(customerAccessToken: "x") { id } }')).errors[0].message).toBe(
    'The simulator does not know customer.',
  )
  expect((await bench.storefront('query A($n: Int!) { products(first: $n) { nodes { id } } }')).errors).toHaveLength(1)
  expect((await bench.admin('{ orders(first: 1, query: "tag:x") { nodes { id } } }')).errors[0].message).toContain(
    'tag',
  )
})

test('both interfaces want their own token', async () => {
  const shop = '{ shop { name } }'
  expect((await bench.storefront(shop)).data).toEqual({ shop: { name: 'Simulated shop' } })
  expect((await bench.storefront(shop, {}, 'shpat_bench')).status).toBe(401)
  expect((await bench.storefront(shop, {}, '')).status).toBe(401)
  const orders = '{ orders(first: 1) { nodes { id } } }'
  expect((await bench.admin(orders)).data).toEqual({ orders: { nodes: [] } })
  expect((await bench.admin(orders, {}, 'storefront_bench')).status).toBe(401)
  const other = await fetch(`${bench.url}/dev/shopify/api/2020-01/graphql.json`, { method: 'POST', body: '{}' })
  expect(other.status).toBe(404)
})

test('the control page freezes the shop, switches it off, slows it down', async () => {
  const shop = '{ shop { name } }'
  await bench.control({ paymentRequired: true })
  expect((await bench.storefront(shop)).status).toBe(402)
  expect((await bench.admin(shop)).status).toBe(402)
  await bench.control({ paymentRequired: false, down: true })
  expect((await bench.storefront(shop)).status).toBe(503)
  await bench.control({ down: false, slowMs: 300 })
  const began = performance.now()
  expect((await bench.storefront(shop)).status).toBe(200)
  expect(performance.now() - began).toBeGreaterThan(290)
  expect(await bench.control({ slowMs: 0, delaySeconds: 0 })).toMatchObject({ slowMs: 0, down: false })
  expect(await bench.control({ slowMs: -1 })).toMatchObject({ status: 400 })
  expect(await bench.control({ refund: '#1' })).toMatchObject({ status: 409 })
})

test('a list goes on where its page ended', async () => {
  for (const handle of ['page-1', 'page-2', 'page-3']) await bench.stock({ handle })
  const query =
    'query P($after: String) { products(first: 2, after: $after) { nodes { handle } pageInfo { hasNextPage endCursor } } }'
  const first = (await bench.storefront(query)).data.products
  expect(first.pageInfo.hasNextPage).toBe(true)
  const rest = (await bench.storefront(query, { after: first.pageInfo.endCursor })).data.products
  expect(rest.pageInfo.hasNextPage).toBe(false)
  const handles = [...first.nodes, ...rest.nodes].map(({ handle }: { handle: string }) => handle)
  expect(handles).toEqual(['page-1', 'page-2', 'page-3'])
})

const set = `mutation Set($id: ProductSetIdentifiers, $input: ProductSetInput!) {
  productSet(identifier: $id, input: $input) { product { id handle } userErrors { field message } }
}`
const sizes = (values: string[]) => ({
  productOptions: [{ name: 'Size', values: values.map(name => ({ name })) }],
  variants: values.map(name => ({ optionValues: [{ optionName: 'Size', name }], price: '12.00' })),
})

test('a product is seen by customers only when it is active and published', async () => {
  const input = { title: 'Wool hat', ...sizes(['S', 'L']) }
  const { product } = (await bench.admin(set, { input })).data.productSet
  expect(product.handle).toBe('wool-hat')
  const seen = async () => (await bench.storefront('{ product(handle: "wool-hat") { title } }')).data.product
  expect(await seen()).toBeNull()
  const publish = `mutation { publishablePublishToCurrentChannel(id: "${product.id}") { userErrors { message } } }`
  expect((await bench.admin(publish)).data.publishablePublishToCurrentChannel.userErrors).toEqual([])
  expect(await seen()).toEqual({ title: 'Wool hat' })
  await bench.admin(set, { id: { id: product.id }, input: { status: 'DRAFT' } })
  expect(await seen()).toBeNull()
})

test('what cannot be a product is refused in words, and leaves nothing behind', async () => {
  const refused = async (input: object, id?: object) => {
    const { product, userErrors } = (await bench.admin(set, { input, id })).data.productSet
    expect(product).toBeNull()
    return userErrors[0].message
  }
  expect(await refused({ title: '' })).toBe("Title can't be blank")
  const four = ['A', 'B', 'C', 'D'].map(name => ({ name, values: [{ name: 'x' }] }))
  expect(await refused({ title: 'T', productOptions: four, variants: [{ optionValues: [] }] })).toContain(
    'maximum of 3',
  )
  expect(await refused({ title: 'T', ...sizes(['S', 'S']) })).toContain('already exists')
  const [variant] = sizes(['S']).variants
  expect(await refused({ title: 'T', ...sizes(['S']), variants: [{ ...variant, price: '-1' }] })).toContain('Price')
  expect(await refused({ title: 'T', productOptions: [] })).toContain('required together')
  expect(await refused({ title: 'T' }, { id: 'gid://shopify/Product/1' })).toBe('Product does not exist')
  await bench.stock({ handle: 'taken' })
  const other = (await bench.admin(set, { input: { title: 'Other' } })).data.productSet.product
  expect(await refused({ handle: 'taken' }, { id: other.id })).toContain('already in use')
  expect(
    (await bench.storefront('{ products(first: 50) { nodes { title } } }')).data.products.nodes,
  ).not.toContainEqual({
    title: 'T',
  })
})

test('one handle that is set many times at once is one product', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => bench.admin(set, { id: { handle: 'same' }, input: { title: 'Same' } })),
  )
  expect(new Set(answers.map(({ data }) => data.productSet.product.id)).size).toBe(1)
})
