import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { style } from './style.ts'

export type Html = ReturnType<typeof html>

export type Pages = ReturnType<typeof pagesBelow>

/** The pages of a simulator below `root`, e.g. /dev/stripe: they look the same, and hold to the same rules. */
export function pagesBelow(root: string) {
  /** A whole page. */
  const page = (c: Context, title: string, content: Html, status: 200 | 400 | 404 | 409 = 200) =>
    c.html(
      html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${root}/style.css">
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

  return {
    root,
    page,
    notFound: (c: Context) => page(c, 'Page not found', html`<p>There is nothing at this address.</p>`, 404),

    /** The style sheet, and the rules that hold on every page: never cached, forms only from our own pages. */
    rules(): Hono {
      const app = new Hono()
      app.get(`${root}/style.css`, c => c.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }))
      app.use(`${root}/*`, async (c, next) => {
        c.header('cache-control', 'no-store')
        if (c.req.method === 'POST' && c.req.header('sec-fetch-site') === 'cross-site') return c.text('Forbidden', 403)
        await next()
      })
      return app
    },
  }
}

/** The text of a form field, empty when it was not sent. */
export async function formOf(c: Context): Promise<(name: string) => string> {
  const form = await c.req.parseBody()
  return name => {
    const value = form[name]
    return typeof value === 'string' ? value.slice(0, 500).replaceAll('\0', '') : ''
  }
}

/** Rows under their heads, or that there are none. */
export function table(heads: string[], rows: unknown[][]): Html {
  if (rows.length === 0) return html`<p class="soft">None yet.</p>`
  return html`<div class="scroll" tabindex="0"><table>
<thead><tr>${heads.map(head => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(row => html`<tr>${row.map(cell => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`
}

/** An amount in the smallest unit, as people read it. */
export function money(amount: number | null, currency: string | null = null): string {
  return new Intl.NumberFormat('en-GB', { currency: currency ?? 'gbp', style: 'currency' }).format((amount ?? 0) / 100)
}

export const minute = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
