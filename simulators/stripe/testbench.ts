import { Stripe } from 'stripe'
import { openFrame } from '../frame/testbench.ts'
import { stripeSimulator } from './simulator.ts'

export const webhookSecret = 'whsec_bench'

export type Bench = Awaited<ReturnType<typeof openBench>>

export const card = { cvc: '123', expiry: '12/34', name: 'Ada Lovelace', number: '4242424242424242' }

/** The simulator behind a real HTTP server, the real SDK in front of it, and an endpoint that receives its webhooks. */
export async function openBench() {
  let clock: Date | null = null
  const sdk = (url: string, maxNetworkRetries = 0) =>
    new Stripe('sk_test_bench', { host: '127.0.0.1', maxNetworkRetries, port: new URL(url).port, protocol: 'http' })
  const { webhooks } = new Stripe('sk_test_bench')
  const frame = await openFrame({
    name: 'stripe',
    read: (raw, headers) => webhooks.constructEvent(raw, String(headers['stripe-signature']), webhookSecret),
    options: place => ({ ...place, now: () => clock ?? new Date(), webhookSecret }),
    simulator: stripeSimulator,
  })
  const { received, url } = frame
  return {
    ...frame,
    sdk: () => sdk(url, 2),
    stripe: sdk(url),
    setClock: (at: Date | null) => {
      clock = at
    },
    submit,
    pay: (session: { url: string | null }, number = '4242424242424242') =>
      submit(session.url!, { ...card, email: 'ada@example.com', number }),
    /** Resolves when an event of this type has arrived. */
    async arrived(type: string, isIt: (event: Stripe.Event) => boolean = () => true): Promise<Stripe.Event> {
      for (;;) {
        const event = received.find(each => each.type === type && isIt(each))
        if (event) return event
        await new Promise(done => setTimeout(done, 20))
      }
    },
  }
}

/** Sends a page's form as a browser would; `location` is where it leads to. */
async function submit(address: string, fields: Record<string, string>) {
  const response = await fetch(address, {
    body: new URLSearchParams(fields),
    method: 'POST',
    redirect: 'manual',
  })
  await response.text()
  return { location: response.headers.get('location') ?? '', status: response.status }
}
