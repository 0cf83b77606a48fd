import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { Stripe } from 'stripe'
import { balanceEndpoints } from './balances.ts'
import { catalogueEndpoints } from './catalogue.ts'
import { checkoutEndpoints } from './checkout.ts'
import { customerEndpoints } from './customers.ts'
import { disputeEndpoints } from './disputes.ts'
import { type Endpoint, list, retrieve } from './endpoint.ts'
import { expand, takeExpand } from './expand.ts'
import { invoiceEndpoints } from './invoices.ts'
import { paymentLinkEndpoints } from './payment-links.ts'
import { paymentEndpoints } from './payments.ts'
import { portalEndpoints } from './portal.ts'
import { refundEndpoints } from './refunds.ts'
import { randomText } from './samples.ts'
import { settings } from './settings.ts'
import { type Simulator, transact, type Work } from './store.ts'
import { subscriptionEndpoints } from './subscription-changes.ts'
import { decodeForm, invalidRequest, StripeFailure } from './wire.ts'

const endpoints: Endpoint[] = [
  ...customerEndpoints,
  ...balanceEndpoints,
  ...catalogueEndpoints,
  ...checkoutEndpoints,
  ...paymentEndpoints,
  ...refundEndpoints,
  ...disputeEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...portalEndpoints,
  ...paymentLinkEndpoints,
  retrieve('/v1/events', 'event'),
  list('/v1/events', 'event', {
    delivery_success: "(body->>'pending_webhooks' = '0') = ($ = 'true')",
    type: "body->>'type' like replace(replace($, '_', '\\_'), '*', '%')",
    types: "body->>'type' = any($)",
  }),
]

/** Serves /v1/*: Stripe's REST interface as the official SDK speaks it. */
export function restApi(simulator: Simulator): Hono {
  const app = new Hono()
  app.use('/v1/*', async (c, next) => {
    c.header('Request-Id', `req_${randomText(14)}`)
    c.header('Stripe-Version', c.req.header('stripe-version') ?? Stripe.API_VERSION)
    const failure = (await refusal(simulator, c)) ?? null
    return failure ? answer(c, failure.status, failure.toJSON()) : next()
  })
  for (const endpoint of endpoints) {
    app.on(endpoint.method, endpoint.path, c => serve(simulator, endpoint, c, c.req.param() as Record<string, string>))
  }
  app.all('/v1/*', c => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`
    return answer(c, 404, new StripeFailure(404, 'invalid_request_error', message).toJSON())
  })
  return app
}

async function refusal(simulator: Simulator, c: Context): Promise<StripeFailure | undefined> {
  if ((await settings.read(simulator.pool)).down) {
    return new StripeFailure(503, 'api_error', 'The simulator is switched off on its control page.')
  }
  const [scheme, value = ''] = (c.req.header('authorization') ?? '').split(' ')
  const key = scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':')[0]! : value
  if (!key) {
    const message = 'You did not provide an API key. You need to provide your API key in the Authorization header.'
    return new StripeFailure(401, 'invalid_request_error', message)
  }
  if (!/^(sk|rk)_test_\w+$/.test(key)) {
    return new StripeFailure(401, 'invalid_request_error', `Invalid API Key provided: ${key.slice(0, 7)}****`)
  }
}

interface Answer {
  status: number
  body: object
  isReplayed?: boolean
}

async function serve(simulator: Simulator, endpoint: Endpoint, c: Context, ids: Record<string, string>) {
  const requestId = c.res.headers.get('request-id')
  const key = endpoint.method === 'POST' ? (c.req.header('idempotency-key') ?? null) : null
  const query = new URL(c.req.url).search.slice(1)
  const form = endpoint.method === 'GET' ? query : [query, await c.req.text()].filter(Boolean).join('&')
  const act = async (work: Work): Promise<Answer> => {
    const { paths, rest } = takeExpand(decodeForm(form))
    const run = async () => expand(work, await endpoint.run(work, rest, ids), paths)
    return key ? once(work, key, `${endpoint.method} ${c.req.path} ${form}`, run) : settled(run)
  }
  try {
    const { status, body, isReplayed } = await transact(simulator, act, { idempotencyKey: key, requestId })
    if (key) c.header('Idempotency-Key', key)
    if (isReplayed) c.header('Idempotent-Replayed', 'true')
    return answer(c, status, body)
  } catch (error) {
    if (error instanceof StripeFailure) return answer(c, error.status, error.toJSON())
    throw error
  }
}

/**
 * Stripe's idempotency: the first request with a key does the work and leaves its answer, in one transaction. The same
 * key at the same time is 409, with other parameters 400. Requests that fail validation leave nothing; a declined card,
 * or a charge in no state for it, is an answer like any other.
 */
async function once(work: Work, key: string, request: string, run: () => Promise<object>): Promise<Answer> {
  if (key.length > 255) throw invalidRequest('Idempotency keys may be at most 255 characters.')
  const { rows: locks } = await work.client.query<{ is_mine: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended('simulator_stripe/' || $1, 0)) as is_mine",
    [key],
  )
  if (!locks[0]?.is_mine) {
    const message = `There is currently another in-progress request using this Idempotent Key: ${key}.`
    throw new StripeFailure(409, 'idempotency_error', message, { code: 'idempotency_key_in_use' })
  }
  const fingerprint = createHash('sha256').update(request).digest('hex')
  const { rows } = await work.client.query(
    'select fingerprint, status, body from simulator_stripe.idempotency_keys where key = $1',
    [key],
  )
  if (rows[0] && rows[0].fingerprint !== fingerprint) {
    const message =
      'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${key}' if you meant to execute a different request.`
    throw new StripeFailure(400, 'idempotency_error', message)
  }
  if (rows[0]) return { status: rows[0].status, body: rows[0].body, isReplayed: true }
  const { status, body } = await settled(run)
  await work.client.query(
    'insert into simulator_stripe.idempotency_keys (key, fingerprint, status, body, request_id) values ($1, $2, $3, $4, $5)',
    [key, fingerprint, status, body, work.requestId],
  )
  return { status, body }
}

async function settled(run: () => Promise<object>): Promise<Answer> {
  try {
    return { status: 200, body: await run() }
  } catch (error) {
    if (error instanceof StripeFailure && isAnswer(error)) return { status: error.status, body: error.toJSON() }
    throw error
  }
}

/** A card that declines, or a charge that is in no state for it: Stripe did the work to find out. */
const isAnswer = ({ status, detail }: StripeFailure) => status === 402 || detail.charge !== undefined

function answer(c: Context, status: number, body: object): Response {
  c.status(status as 200)
  return c.json(body)
}
