import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { z } from 'zod'
import { formOf, type Html, type Pages } from './page.ts'

/** What every simulator that sends webhooks says of them. */
interface Pending {
  pendingDeliveries: number
  failedDeliveries: number
}

/** What people may press and set on a control page. */
export interface Panel<State> {
  /** The words that switch it on, and off again. */
  switches: Partial<Record<keyof State & string, readonly [on: string, off: string]>>
  numbers: Partial<Record<keyof State & string, string>>
  /** Fields of buttons that name a thing. */
  names: readonly string[]
}

interface Controls<Order, State> {
  pages: Pages
  panel: Panel<State>
  params: z.ZodType<Order>
  state(): Promise<State>
  /** Does what is asked for, and says how things stand then. */
  control(order: Order): Promise<State>
  /** What a test is told of an order that cannot be done; null: something else went wrong. */
  failed(error: unknown): { status: 400 | 404 | 409; message: string; body: object } | null
  show(c: Context): Promise<Response> | Response
}

/** The root for people, and `control` below it for people's forms and for tests as JSON. */
export function controlPages<Order, State>(of: Controls<Order, State>): Hono {
  const { root, page } = of.pages
  const app = new Hono()
  app.get(root, c => of.show(c))
  app.get(`${root}/control`, async c => c.json(await of.state()))
  app.post(`${root}/control`, async c => {
    const isJson = (c.req.header('content-type') ?? '').startsWith('application/json')
    const given = isJson ? await c.req.json().catch(() => null) : await orderOf(c, of.panel)
    const order = of.params.safeParse(given)
    if (!order.success) return c.json({ error: order.error.issues[0]?.message }, 400)
    try {
      const state = await of.control(order.data)
      return isJson ? c.json(state) : c.redirect(root, 303)
    } catch (error) {
      const failure = of.failed(error)
      if (!failure) throw error
      if (isJson) return c.json(failure.body, failure.status)
      return page(
        c,
        'That did not work',
        html`<p>${failure.message}</p><p><a href="${root}">Back</a></p>`,
        failure.status,
      )
    }
  })
  return app
}

async function orderOf<State>(c: Context, { switches, numbers, names }: Panel<State>) {
  const field = await formOf(c)
  const order: Record<string, unknown> = {}
  for (const name of Object.keys(switches)) if (field(name)) order[name] = field(name) === 'true'
  for (const name of Object.keys(numbers)) if (field(name)) order[name] = Number(field(name))
  for (const name of names) if (field(name)) order[name] = field(name)
  return order
}

/** The switches and numbers as they stand, and how many webhooks wait. */
export function panelOf<State extends Pending>({ root }: Pages, panel: Panel<State>, state: State): Html {
  const values = state as Record<string, unknown>
  return html`<p>${state.pendingDeliveries} webhooks waiting, ${state.failedDeliveries} given up.</p>
<div class="row">
${Object.entries<readonly [string, string] | undefined>(panel.switches).map(([name, [on, off] = ['', '']]) =>
  button({ root }, name, String(!values[name]), values[name] ? off : on),
)}
</div>
<div class="row">
${Object.entries(panel.numbers).map(
  ([name, label]) => html`<form method="post" action="${root}/control">
<div><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="number" min="0" value="${values[name]}"></div>
<button class="plain">Set</button>
</form>`,
)}
</div>`
}

/** A button that asks for one thing. */
export const button = ({ root }: Pick<Pages, 'root'>, name: string, value: string, label: string): Html =>
  html`<form method="post" action="${root}/control">
<input type="hidden" name="${name}" value="${value}"><button class="plain">${label}</button></form>`
