import pg from 'pg'
import { expect } from 'vitest'
import { type Goods, stock } from '#simulators/shopify/goods.ts'
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

/** Presses Pay on the storefront's page; its messages have not arrived yet. Answers the status of the press: 303 when it was paid. */
export async function pressPayInShop(checkoutUrl: string): Promise<number> {
  const answer = await fetch(checkoutUrl, { method: 'POST', redirect: 'manual' })
  await answer.text()
  return answer.status
}
