import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Stripe } from 'stripe'
import { button, controlPages, type Panel, panelOf } from '../frame/control.ts'
import { minute, money, table } from '../frame/page.ts'
import { type ControlState, control, controlParams, controlState } from './control.ts'
import { page, pages } from './page.ts'
import { idOf } from './samples.ts'
import { type Simulator, select, transact } from './store.ts'
import { StripeFailure } from './wire.ts'

/** /dev/stripe for people, /dev/stripe/control for people's forms and for tests as JSON. */
export const stripeControl = (simulator: Simulator): Hono =>
  controlPages({
    pages,
    panel,
    params: controlParams,
    state: () => controlState(simulator),
    control: order => control(simulator, order),
    failed: error =>
      error instanceof StripeFailure
        ? { status: error.status as 400, message: error.message, body: error.toJSON() }
        : null,
    show: c => showControl(simulator, c),
  })

const panel: Panel<ControlState> = {
  switches: {
    hold: ['Hold webhooks', 'Release webhooks'],
    declineNext: ['Decline next card', 'Do not decline next card'],
    down: ['Switch Stripe off (503)', 'Switch Stripe on'],
  },
  numbers: { delaySeconds: 'Delay webhooks by (seconds)' },
  names: ['repeatEvent', 'advanceSubscription'],
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
${panelOf(pages, panel, state)}
<h2>Subscriptions</h2>
${table(
  ['Subscription', 'Customer', 'State', 'Period ends', 'Action'],
  subscriptions.map(one => [
    html`<code>${one.id}</code>`,
    html`<code>${idOf(one.customer)}</code>`,
    one.status,
    dayAndMinute(one.items.data[0]!.current_period_end),
    button(pages, 'advanceSubscription', one.id, 'Advance one period'),
  ]),
)}
<h2>Recent checkout sessions</h2>
${table(
  ['Session', 'Made', 'Mode', 'Amount', 'State'],
  sessions.map(one => [
    html`<a href="/dev/stripe/checkout/${one.id}"><code>${one.id.slice(0, 24)}…</code></a>`,
    dayAndMinute(one.created),
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
    dayAndMinute(event.created),
    deliveries,
    button(pages, 'repeatEvent', event.id, 'Deliver again'),
  ]),
)}
</div>`,
  )
}

const dayAndMinute = (at: number) => minute(new Date(at * 1000))
