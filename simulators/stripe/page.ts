import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { declineMessage } from './cards.ts'
import { style } from './style.ts'

type Html = ReturnType<typeof html>

/** The style sheet, and the rules that hold on every page: never cached, forms only from our own pages. */
export function pageRules(): Hono {
  const app = new Hono()
  app.get('/dev/stripe/style.css', c => c.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.use('/dev/stripe/*', async (c, next) => {
    c.header('cache-control', 'no-store')
    if (c.req.method === 'POST' && c.req.header('sec-fetch-site') === 'cross-site') return c.text('Forbidden', 403)
    await next()
  })
  return app
}

/** A whole page. */
export function page(c: Context, title: string, content: Html, status: 200 | 400 | 404 = 200) {
  return c.html(
    html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/dev/stripe/style.css">
</head>
<body>
<header class="banner"><strong>Simulator: no real money</strong></header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`,
    status,
  )
}

export function notFound(c: Context) {
  return page(c, 'Page not found', html`<p>There is nothing at this address.</p>`, 404)
}

/** What went wrong at the last press of the button; the code comes with the address, the words are ours. */
export function declineNotice(c: Context): Html | string {
  const message = declineMessage(c.req.query('declined') ?? '')
  return message ? html`<p class="notice" role="alert" id="problem">${message}</p>` : ''
}

/** The fields of a card, filled with Stripe's test card. */
export function cardFields(name: string): Html {
  return html`
<label for="number">Card number</label>
<input id="number" name="number" value="4242 4242 4242 4242" inputmode="numeric" autocomplete="off" maxlength="30" required>
<div class="pair">
<div>
<label for="expiry">Expiry (MM / YY)</label>
<input id="expiry" name="expiry" value="12 / 34" inputmode="numeric" autocomplete="off" maxlength="10" required>
</div>
<div>
<label for="cvc">CVC</label>
<input id="cvc" name="cvc" value="123" inputmode="numeric" autocomplete="off" maxlength="4" required>
</div>
</div>
<label for="name">Name on card</label>
<input id="name" name="name" value="${name}" autocomplete="off" maxlength="200" required>`
}

/** The text of a form field, empty when it was not sent. */
export async function formOf(c: Context): Promise<(name: string) => string> {
  const form = await c.req.parseBody()
  return name => {
    const value = form[name]
    return typeof value === 'string' ? value.slice(0, 500).replaceAll('\0', '') : ''
  }
}

export function money(amount: number | null, currency: string | null): string {
  return new Intl.NumberFormat('en-GB', { currency: currency ?? 'gbp', style: 'currency' }).format((amount ?? 0) / 100)
}

export function day(at: number | null): string {
  if (at === null) return '–'
  return new Date(at * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    year: 'numeric',
  })
}

export function minute(at: number): string {
  return `${new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
