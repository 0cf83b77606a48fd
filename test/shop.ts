import pg from 'pg'
import { expect } from 'vitest'
import { type Goods, productsOfVariants, stock, storeProduct } from '#simulators/shopify/goods.ts'
import type { TestApp } from './app.ts'

/** Puts a product into the simulated shop of a test, a linen apron for £35 unless told; answers its id and those of its variants. */
export async function stockShop(app: TestApp, goods: Partial<Goods> & { handle: string }) {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  try {
    const usual = { title: 'Linen apron', descriptionHtml: '<p>Heavy linen.</p>', variants: [{ pricePence: 3_500 }] }
    return await stock({ client, now: app.clock.now() }, { ...usual, ...goods })
  } finally {
    await client.end()
  }
}

/** Turns the shop's knobs: `down`, `paymentRequired`, `slowMs`, `hold`, `pay`, `refund`, `stock`, `repeat`, `deliver`, … */
export async function shopControl(app: TestApp, order: object): Promise<{ pendingDeliveries: number }> {
  const answer = await app.fetch('/dev/shopify/control', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { pendingDeliveries: number }
}

/** Something in the shop costs so many pence from now on. */
export async function priceInShop(app: TestApp, variantId: string, pricePence: number): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  try {
    const work = { client, now: app.clock.now() }
    const number = Number(variantId.split('/').at(-1))
    const [product] = await productsOfVariants(work, [number])
    const variants = product!.variants.map(each => (each.number === number ? { ...each, pricePence } : each))
    await storeProduct(work, { ...product!, variants })
  } finally {
    await client.end()
  }
}

/** Presses Pay on the storefront's page; its messages have not arrived yet. Answers the status of the press: 303 when it was paid. */
export async function pressPayInShop(checkoutUrl: string): Promise<number> {
  const answer = await fetch(checkoutUrl, { method: 'POST', redirect: 'manual' })
  await answer.text()
  return answer.status
}

/** The address of a product that is in the shop. */
export async function stockedHandle(app: TestApp): Promise<string> {
  const handle = crypto.randomUUID()
  await stockShop(app, { handle })
  return handle
}

/** What the office sends to put a new product into the shop. */
export const newProduct = () => ({
  product: { key: crypto.randomUUID() },
  fields: {
    ...{ title: 'Wool hat', description: '', productType: 'Clothing', vendor: 'Exchange', tags: ['wool'], options: [] },
    variants: [{ id: null, values: [], pricePence: 2_400, sku: '', weightKg: 0.1 }],
    images: [],
  },
})
