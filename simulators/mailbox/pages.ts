/** The in-box as plain server HTML: no script runs here, every control is a link or a GET form. */
import { html } from 'hono/html'
import type { CaughtMail } from './store.ts'

type Html = ReturnType<typeof html>

/** The searchable list, newest first. */
export function listPage(o: { mails: CaughtMail[]; total: number; search: string; page: number; pages: number }): Html {
  const title = o.search ? `Mail matching “${o.search}”` : 'Mail'
  return layout(
    title,
    html`
      <h1>${o.search ? 'Search results' : 'Caught mail'}</h1>
      <form class="search" role="search" action="/dev/mail" method="get">
        <label for="q">Search recipient, subject and text</label>
        <div class="search-row">
          <input id="q" name="q" type="search" value="${o.search}" autocomplete="off" />
          <button type="submit">Search</button>
          ${o.search ? html`<a class="quiet" href="/dev/mail">Show all</a>` : ''}
        </div>
      </form>
      <p class="count" role="status">${countLine(o)}</p>
      ${
        o.mails.length > 0
          ? html`<ol class="inbox">${o.mails.map(listRow)}</ol>`
          : html`<p class="empty">${o.search ? 'Try a part of the address or of the subject.' : emptyHint}</p>`
      }
      ${o.pages > 1 ? pager(o) : ''}
    `,
  )
}

/** One message. `view` is `text`, `headers` or `source`; anything else shows the HTML part if there is one. */
export function mailPage(mail: CaughtMail, source: Buffer, view: string | undefined): Html {
  const views = [
    ...(mail.html ? [['html', 'HTML']] : []),
    ['text', 'Text'],
    ['headers', 'Headers'],
    ['source', 'Source'],
  ] as [string, string][]
  const current = views.find(([key]) => key === view)?.[0] ?? views[0]![0]
  return layout(
    mail.subject || 'No subject',
    html`
      <nav aria-label="Back"><a href="/dev/mail">← All mail</a></nav>
      <h1>${mail.subject || '(no subject)'}</h1>
      <dl class="facts">
        <dt>To</dt><dd>${mail.to}</dd>
        <dt>From</dt><dd>${mail.from}</dd>
        <dt>Received</dt><dd>${time(mail.receivedAt)}</dd>
        ${mail.attachments.length > 0 ? html`<dt>Attached</dt><dd>${attachments(mail)}</dd>` : ''}
      </dl>
      <nav class="views" aria-label="Parts of this message">
        ${views.map(
          ([key, label]) =>
            html`<a href="/dev/mail/${mail.id}?view=${key}" ${key === current ? html`aria-current="page"` : ''}>${label}</a>`,
        )}
      </nav>
      ${part(mail, source, current)}
      ${mail.links.length > 0 ? links(mail.links) : ''}
    `,
  )
}

/** For an address under `/dev/mail` that shows nothing. */
export function missingPage(): Html {
  return layout(
    'Not found',
    html`<h1>No such message</h1><p class="empty">It is not in the in-box. <a href="/dev/mail">All mail</a></p>`,
  )
}

const emptyHint =
  'Nothing yet. Whatever Exchange sends while no SMTP server is configured is kept here instead of being delivered.'

function layout(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${title} – mail catcher</title>
    <link rel="stylesheet" href="/dev/mail/style.css" />
  </head>
  <body>
    <header class="banner">
      <a class="brand" href="/dev/mail"><span class="mark" aria-hidden="true"></span>Mail catcher</a>
      <span>Simulator: nothing is delivered</span>
    </header>
    <main>${body}</main>
  </body>
</html>`
}

function listRow(mail: CaughtMail): Html {
  const snippet = mail.text.replace(/\s+/g, ' ').trim().slice(0, 160)
  return html`<li>
    <a href="/dev/mail/${mail.id}">
      <span class="row-to">${mail.to}</span>
      <span class="row-time">${time(mail.receivedAt)}</span>
      <span class="row-subject">${mail.subject || '(no subject)'}</span>
      <span class="row-snippet">${snippet}</span>
    </a>
  </li>`
}

function countLine(o: { total: number; search: string; page: number; pages: number }): string {
  const messages = o.total === 1 ? '1 message' : `${o.total} messages`
  const matching = o.search ? ` matching “${o.search}”` : ''
  return o.pages > 1 ? `${messages}${matching}, page ${o.page} of ${o.pages}` : `${messages}${matching}`
}

function pager(o: { search: string; page: number; pages: number }): Html {
  const address = (page: number) =>
    `/dev/mail?${new URLSearchParams({ ...(o.search && { q: o.search }), page: String(page) })}`
  return html`<nav class="pager" aria-label="Pages">
    ${o.page > 1 ? html`<a rel="prev" href="${address(Math.min(o.page, o.pages + 1) - 1)}">← Newer</a>` : html`<span></span>`}
    ${o.page < o.pages ? html`<a rel="next" href="${address(o.page + 1)}">Older →</a>` : ''}
  </nav>`
}

function part(mail: CaughtMail, source: Buffer, view: string): Html {
  if (view === 'html') {
    return html`<iframe
      title="HTML part of the message"
      src="/dev/mail/${mail.id}/html"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>`
  }
  if (view === 'headers') {
    return html`<dl class="headers">
      ${Object.entries(mail.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
    </dl>`
  }
  if (view === 'source') {
    return html`<p><a href="/dev/mail/${mail.id}/source">Download as .eml</a></p>
      <pre tabindex="0" aria-label="Source of the message">${source.toString('utf8')}</pre>`
  }
  return html`<pre tabindex="0" aria-label="Text part of the message">${mail.text || '(no text part)'}</pre>`
}

function links(addresses: string[]): Html {
  return html`<section aria-labelledby="links">
    <h2 id="links">Links in this message</h2>
    <ul class="links">${addresses.map(address => html`<li><a href="${address}">${address}</a></li>`)}</ul>
  </section>`
}

function attachments(mail: CaughtMail): Html[] {
  return mail.attachments.map(
    ({ filename, bytes }, index) =>
      html`<a class="attachment" href="/dev/mail/${mail.id}/attachments/${index}">${filename} (${size(bytes)})</a> `,
  )
}

function size(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KB`
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

function time(instant: string): Html {
  return html`<time datetime="${instant}" title="${instant}">${clock.format(new Date(instant)).replaceAll(',', '')}</time>`
}
