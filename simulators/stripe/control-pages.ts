import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Stripe } from 'stripe'
import { type ControlState, control, controlParams, controlState } from './control.ts'
import { formOf, minute, money, page } from './page.ts'
import { idOf } from './samples.ts'
import { type Simulator, select, transact } from './store.ts'
import { StripeFailure } from './wire.ts'

/** /dev/stripe for people, /dev/stripe/control for people's forms and for tests as JSON. */
export function controlPages(simulator: Simulator): Hono {
  const app = new Hono()
  app.get('/dev/stripe', c => showControl(simulator, c))
  app.get('/dev/stripe/control', async c => c.json(await controlState(simulator)))
  app.post('/dev/stripe/control', async c => {
    const isJson = (c.req.header('content-type') ?? '').startsWith('application/json')
    const given = isJson ? await c.req.json().catch(() => null) : await readForm(c)
    const order = controlParams.safeParse(given)
    if (!order.success) return c.json({ error: order.error.issues[0]?.message }, 400)
    try {
      const state = await control(simulator, order.data)
      return isJson ? c.json(state) : c.redirect('/dev/stripe', 303)
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error
      if (isJson) return c.json(error.toJSON(), error.status as 400)
      return page(c, 'That did not work', html`<p>${error.message}</p><p><a href="/dev/stripe">Back</a></p>`, 400)
    }
  })
  return app
}

async function readForm(c: Context): Promise<Record<string, unknown>> {
  const field = await formOf(c)
  const order: Record<string, unknown> = {}
  for (const name of ['hold', 'declineNext', 'down']) if (field(name)) order[name] = field(name) === 'true'
  for (const name of ['repeatEvent', 'advanceSubscription']) if (field(name)) order[name] = field(name)
  if (field('delaySeconds')) order.delaySeconds = Number(field('delaySeconds'))
  return order
}

interface EventRow {
  event: Stripe.Event
  deliveries: string
}

async function showControl(simulator: Simulator, c: Context) {
  const state = await controlState(simulator)
  const { sessions, subscriptions, events } = await transact(simulator, async work => {
    const { rows } = await work.client.query<EventRow>(
      `select o.body as event, (select string_agg(d.state || coalesce(' (' || d.answer || ')', '') || ', attempt '
         || d.attempts, '; ' order by d.id) from simulator_stripe.deliveries d where d.event_id = o.id) as deliveries
       from simulator_stripe.objects o where o.kind = 'event' order by o.seq desc limit 40`,
    )
    return {
      events: rows,
      sessions: await select(work, 'checkout.session', 'true', [], 20),
      subscriptions: await select(work, 'subscription', "body->>'status' <> 'canceled'", [], 50),
    }
  })
  return page(
    c,
    'Stripe simulator',
    html`<div class="wide">
${switches(state)}
<h2>Subscriptions</h2>
${table(
  ['Subscription', 'Customer', 'State', 'Period ends', 'Action'],
  subscriptions.map(one => [
    html`<code>${one.id}</code>`,
    html`<code>${idOf(one.customer)}</code>`,
    one.status,
    minute(one.items.data[0]!.current_period_end),
    button('advanceSubscription', one.id, 'Advance one period'),
  ]),
)}
<h2>Recent checkout sessions</h2>
${table(
  ['Session', 'Made', 'Mode', 'Amount', 'State'],
  sessions.map(one => [
    html`<a href="/dev/stripe/checkout/${one.id}"><code>${one.id.slice(0, 24)}…</code></a>`,
    minute(one.created),
    one.mode,
    money(one.amount_total, one.currency),
    `${one.status}, ${one.payment_status}`,
  ]),
)}
<h2>Recent events</h2>
${table(
  ['Event', 'Made', 'Webhook', 'Action'],
  events.map(({ event, deliveries }) => [
    html`${event.type}<br><code>${event.id}</code>`,
    minute(event.created),
    deliveries,
    button('repeatEvent', event.id, 'Deliver again'),
  ]),
)}
</div>`,
  )
}

function switches(state: ControlState) {
  const flip = (name: 'hold' | 'declineNext' | 'down', on: string, off: string) =>
    button(name, String(!state[name]), state[name] ? off : on)
  return html`<p>${state.pendingDeliveries} webhooks waiting, ${state.failedDeliveries} given up.</p>
<div class="row">
${flip('hold', 'Hold webhooks', 'Release webhooks')}
${flip('declineNext', 'Decline next card', 'Do not decline next card')}
${flip('down', 'Switch Stripe off (503)', 'Switch Stripe on')}
<form method="post" action="/dev/stripe/control">
<div><label for="delay">Delay webhooks by (seconds)</label>
<input id="delay" name="delaySeconds" type="number" min="0" max="3600" value="${state.delaySeconds}"></div>
<button class="plain">Set delay</button>
</form>
</div>`
}

function button(name: string, value: string, label: string) {
  return html`<form method="post" action="/dev/stripe/control">
<input type="hidden" name="${name}" value="${value}"><button class="plain">${label}</button></form>`
}

function table(heads: string[], rows: unknown[][]) {
  if (rows.length === 0) return html`<p class="soft">None yet.</p>`
  return html`<div class="scroll" tabindex="0"><table>
<thead><tr>${heads.map(head => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(row => html`<tr>${row.map(cell => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`
}
