import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { style } from '../stripe/style.ts'

type Html = ReturnType<typeof html>

/** The style sheet, and the rules that hold on every page: never cached, forms only from our own pages. */
export function pageRules(): Hono {
  const app = new Hono()
  app.get('/dev/shopify/style.css', c => c.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.use('/dev/shopify/*', async (c, next) => {
    c.header('cache-control', 'no-store')
    if (c.req.method === 'POST' && c.req.header('sec-fetch-site') === 'cross-site') return c.text('Forbidden', 403)
    await next()
  })
  return app
}

/** A whole page. */
export function page(c: Context, title: string, content: Html, status: 200 | 400 | 404 | 409 = 200) {
  return c.html(
    html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/dev/shopify/style.css">
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

export const notFound = (c: Context) => page(c, 'Page not found', html`<p>There is nothing at this address.</p>`, 404)

/** Words of a row of things that may be none. */
export function table(heads: string[], rows: unknown[][]) {
  if (rows.length === 0) return html`<p class="soft">None yet.</p>`
  return html`<div class="scroll" tabindex="0"><table>
<thead><tr>${heads.map(head => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(row => html`<tr>${row.map(cell => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`
}

/** Pence as people read them. */
export const inPounds = (pence: number) =>
  new Intl.NumberFormat('en-GB', { currency: 'GBP', style: 'currency' }).format(pence / 100)

export const minute = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
