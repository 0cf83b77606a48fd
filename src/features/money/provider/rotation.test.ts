import { expect, test } from 'vitest'
import { sharedTestApp } from '#test/app.ts'

const app = sharedTestApp({ env: { STRIPE_WEBHOOK_SECRET_PREVIOUS: 'whsec_of_before' } })

test.each([
  ['the present', 'whsec_test_secret', 200],
  ['the former', 'whsec_of_before', 200],
  ['any other', 'whsec_of_nobody', 400],
])('while the provider’s secret is being changed, what %s one signed is answered so', async (which, secret, status) => {
  const payload = JSON.stringify({ id: `evt_${which}`, type: 'charge.updated', data: { object: { id: 'ch_1' } } })
  const signature = app.runtime.stripe.webhooks.generateTestHeaderString({ payload, secret })
  const answer = await app.fetch('/webhooks/stripe', {
    method: 'POST',
    body: payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  })
  expect(answer.status).toBe(status)
  const kept = await app.sql('select id from payment_events where id = $1', [`evt_${which}`])
  expect(kept).toHaveLength(status === 200 ? 1 : 0)
})
