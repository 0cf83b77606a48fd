import { describe, expect, test } from 'vitest'
import { mailTemplates } from '#mails.ts'
import { holdsSecret } from '#platform/mail/mail.ts'
import { mailSubject, renderMail } from '#platform/mail/render.ts'

const frame = {
  venue: { name: 'Exchange', address: '1 Example Street, London' },
  publicUrl: 'https://exchange.example',
}
const payload = '<script>alert(1)</script>\r\nBcc: everyone@example.com "\'>'

test('mail templates have names of their own', () => {
  const names = mailTemplates.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

describe.each(mailTemplates)('$name', template => {
  test('renders as HTML and as text, with nothing from outside', async () => {
    const { html, text } = await renderMail(template.body(template.example, frame))
    expect(template.subject(template.example).trim()).not.toBe('')
    expect(html).toContain('<html')
    expect(html).not.toMatch(/<script|<img[^>]+src="https?:|@import|url\(https?:/i)
    expect(text.length).toBeGreaterThan(40)
    expect(text).not.toMatch(/undefined|null|NaN|\[object/)
    for (const [, link] of html.matchAll(/href="(https:\/\/exchange\.example[^"]+)"/g))
      expect(text).toContain(link!.replaceAll('&amp;', '&'))
  })

  test('begins a sentence after its greeting', async () => {
    const { text } = await renderMail(template.body(template.example, frame))
    const [, first] = /^Hello[^\n]*,\n+([^\n]+)/m.exec(text) ?? []
    if (first) expect(first).toMatch(/^[^\p{Ll}]/u)
  })

  test('[L7] holds no one-time secret, or says how long it is good for', () => {
    expect(template.secretMinutes !== undefined).toBe(holdsSecret(template.example))
  })

  test('what people typed stays text', async () => {
    const hostile = withPayload(template.example)
    const { html } = await renderMail(template.body(hostile, frame))
    expect(html).not.toContain('<script>')
    expect(mailSubject(template.subject(hostile))).not.toMatch(/[\r\n]/)
  })
})

/** Of what can still be cancelled: until when, and what comes back, in the words of its page. */
const cancellable = [
  ...['bookings.confirmed', 'bookings.confirmed-together', 'bookings.moved', 'studio.confirmed', 'studio.moved'],
  ...['events.registered', 'events.reminder', 'tours.confirmation', 'tours.reminder'],
  ...[
    'stalls.confirmed',
    'stalls.moved',
    'stalls.rescheduled',
    'stalls.changed',
    'stalls.discount',
    'stalls.pitch-renamed',
  ],
  ...['market.guest-tickets', 'market.guest-tickets-moved'],
]

test.each(cancellable)('%s says until when it can be cancelled, and what comes back', async name => {
  const template = mailTemplates.find(each => each.name === name)!
  const { text } = await renderMail(template.body(template.example, frame))
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(
    /[Ii]f you cancel, (you get .+ back until .+, and nothing after that|it costs you nothing, and you can until .+|nothing comes back: it is too close to the start)\./,
  )
})

/** The example with every text replaced that is not an address of ours. */
function withPayload(value: unknown): unknown {
  if (typeof value === 'string') return /^https?:|^\d{4}-\d\d-\d\d|^\d\d:\d\d$/.test(value) ? value : payload
  if (Array.isArray(value)) return value.map(withPayload)
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withPayload(item)]))
  return value
}
