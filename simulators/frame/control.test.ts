import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBench as openShopify } from '../shopify/testbench.ts'
import { openBench as openStripe } from '../stripe/testbench.ts'

const benches = {} as {
  stripe: Awaited<ReturnType<typeof openStripe>>
  shopify: Awaited<ReturnType<typeof openShopify>>
}
beforeAll(async () => {
  benches.stripe = await openStripe()
  benches.shopify = await openShopify()
})
afterAll(() => Promise.all(Object.values(benches).map(bench => bench.close())))

const simulators = [
  { name: 'stripe', title: 'Stripe simulator', unknown: { repeatEvent: 'evt_none' }, status: 404 },
  { name: 'shopify', title: 'Shopify simulator', unknown: { repeat: '0' }, status: 409 },
] as const

test.each(simulators)('people operate $name by forms, and read what cannot be done', async simulator => {
  const { url, control } = benches[simulator.name]
  const root = `${url}/dev/${simulator.name}`
  const press = (fields: Record<string, string>, headers = {}) =>
    fetch(`${root}/control`, { body: new URLSearchParams(fields), headers, method: 'POST', redirect: 'manual' })
  const shown = async () => (await fetch(root)).text()

  const page = await shown()
  expect(page).toContain(`<h1>${simulator.title}</h1>`)
  expect(page).toContain(`action="/dev/${simulator.name}/control"`)
  expect(page).toContain('0 webhooks waiting, 0 given up.')
  expect(page).toContain('Hold webhooks')
  const style = await fetch(`${root}/style.css`)
  expect(style.headers.get('content-type')).toContain('text/css')

  expect((await press({ hold: 'true' })).headers.get('location')).toBe(`/dev/${simulator.name}`)
  await press({ delaySeconds: '7' })
  expect(await control({})).toMatchObject({ hold: true, down: false, delaySeconds: 7 })
  expect(await shown()).toContain('Release webhooks')
  expect(await shown()).toContain('value="7"')
  await press({ hold: 'false' })
  await press({ delaySeconds: '0' })
  expect(await control({})).toMatchObject({ hold: false, delaySeconds: 0 })

  const refused = await press(simulator.unknown)
  expect(refused.status).toBe(simulator.status)
  expect(await refused.text()).toContain('That did not work')
  expect(await control(simulator.unknown)).toMatchObject({ status: simulator.status, error: expect.anything() })
  expect((await press({ delaySeconds: '-1' })).status).toBe(400)
  expect((await press({ hold: 'true' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})
