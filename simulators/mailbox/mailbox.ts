/**
 * The mail catcher: an SMTP server that delivers nothing, and the in-box at `/dev/mail` that shows what it caught.
 * It stands in while no SMTP host is configured; the sender is the one of production.
 */

import type { MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import type { Pool } from 'pg'
import { z } from 'zod'
import { listPage, mailPage, missingPage } from './pages.ts'
import { type Catcher, startCatcher } from './smtp.ts'
import { type MailStore, mailStore } from './store.ts'
import { stylesheet } from './style.ts'

const perPage = 25
const mostAsJson = 500

/**
 * Mount `app` at the root of the site: it answers under `/dev/mail` only.
 *
 * `start` creates the schema if needed and opens a free loopback port; every process runs its own, all write to one
 * table. `stop` takes no new mail and lets a message in transit finish.
 * @throws Error in production.
 */
export function mailboxSimulator(o: { pool: Pool }): {
  app: Hono
  start(): Promise<{ smtpUrl: string }>
  stop(): Promise<void>
} {
  if (process.env.NODE_ENV === 'production')
    throw new Error('The mail catcher does not run in production. Set SMTP_URL.')
  const store = mailStore(o.pool)
  let catcher: Catcher | undefined
  return {
    app: mailboxApp(store),
    async start() {
      await store.prepared()
      catcher ??= await startCatcher(store)
      return { smtpUrl: catcher.smtpUrl }
    },
    async stop() {
      await catcher?.stop()
      catcher = undefined
    },
  }
}

const controlInput = z.strictObject({
  refuse: z.boolean().default(false),
  slowMs: z.int().min(0).max(60_000).default(0),
  failFor: z.email().nullable().default(null),
})

const searchInput = z.object({
  to: z.string().optional(),
  subject: z.string().optional(),
  since: z.coerce.date().optional(),
})

function mailboxApp(store: MailStore): Hono {
  const app = new Hono({ strict: false })

  app.use('/dev/mail', pageHeaders)
  app.use('/dev/mail/*', pageHeaders)

  app.get('/dev/mail', async c => {
    const search = c.req.query('q')?.trim() ?? ''
    const page = pageNumber(c.req.query('page'))
    const { mails, total } = await store.list({ search }, perPage, (page - 1) * perPage)
    return c.html(listPage({ mails, total, search, page, pages: Math.max(1, Math.ceil(total / perPage)) }))
  })

  app.get('/dev/mail/style.css', c => c.body(stylesheet, 200, { 'content-type': 'text/css; charset=utf-8' }))

  app.get('/dev/mail/messages.json', async c => {
    const filter = searchInput.safeParse(c.req.query())
    if (!filter.success) return c.json({ message: z.prettifyError(filter.error) }, 400)
    const { mails } = await store.list(filter.data, mostAsJson)
    return c.json(mails)
  })

  app.get('/dev/mail/control', async c => c.json(await store.faults()))

  /** What the body does not name is switched off: `{}` makes the catcher well-behaved again. */
  app.post('/dev/mail/control', async c => {
    const faults = controlInput.safeParse(await c.req.json().catch(() => null))
    if (!faults.success) return c.json({ message: z.prettifyError(faults.error) }, 400)
    await store.setFaults(faults.data)
    return c.json(faults.data)
  })

  app.get('/dev/mail/:id{[0-9]{1,18}}', async c => {
    const found = await store.find(c.req.param('id'))
    const view = c.req.query('view')
    return found ? c.html(mailPage(found.mail, found.source, view)) : c.html(missingPage(), 404)
  })

  app.get('/dev/mail/:id{[0-9]{1,18}}/html', async c => {
    const found = await store.find(c.req.param('id'))
    if (!found) return c.html(missingPage(), 404)
    c.header('content-security-policy', mailPolicy)
    // A link without a target would open inside the frame, where the site refuses to be shown.
    return c.html(`<!doctype html><base target="_blank">${found.mail.html.replace(/^\s*<!doctype[^>]*>/i, '')}`)
  })

  app.get('/dev/mail/:id{[0-9]{1,18}}/source', async c => {
    const found = await store.find(c.req.param('id'))
    if (!found) return c.html(missingPage(), 404)
    return c.body(new Uint8Array(found.source), 200, {
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename="mail-${found.mail.id}.eml"`,
    })
  })

  app.get('/dev/mail/:id{[0-9]{1,18}}/attachments/:index{[0-9]{1,3}}', async c => {
    const found = await store.find(c.req.param('id'))
    const { simpleParser } = await import('mailparser')
    const attachment = found && (await simpleParser(found.source)).attachments[Number(c.req.param('index'))]
    if (!attachment) return c.html(missingPage(), 404)
    const name = encodeURIComponent(attachment.filename ?? 'attachment')
    return c.body(new Uint8Array(attachment.content), 200, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
    })
  })

  app.get('/dev/mail/*', c => c.html(missingPage(), 404))
  return app
}

/** A mail is written by anyone: no scripts, nothing from outside, and only our own page may frame it. */
const mailPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  'img-src data:',
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders: MiddlewareHandler = async (c, next) => {
  c.header('content-security-policy', pagePolicy)
  c.header('x-content-type-options', 'nosniff')
  c.header('referrer-policy', 'no-referrer')
  c.header('cache-control', 'no-store')
  await next()
}

function pageNumber(text: string | undefined): number {
  return Math.min(Math.max(Math.trunc(Number(text)) || 1, 1), 100_000)
}
