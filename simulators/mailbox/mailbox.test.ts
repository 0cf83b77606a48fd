import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport, type SentMessageInfo, type Transporter } from 'nodemailer'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type EmbeddedPostgres, removeEmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/supervisor.ts'
import { mailboxSimulator } from './mailbox.ts'
import type { CaughtMail } from './store.ts'

let folder: string
let database: EmbeddedPostgres
let pool: pg.Pool
let simulator: ReturnType<typeof mailboxSimulator>
let smtpUrl: string
let transport: Transporter

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailbox-test-'))
  database = await startEmbeddedPostgres({ folder, durable: false, maxConnections: 20 })
  pool = openPool(database.url)
  simulator = mailboxSimulator({ pool })
  smtpUrl = (await simulator.start()).smtpUrl
  transport = createTransport({ url: smtpUrl, pool: true })
}, 60_000)

afterEach(() => control({}))

afterAll(async () => {
  transport.close()
  await simulator.stop()
  await pool.end()
  await database.stop()
  await removeEmbeddedPostgres(folder)
}, 60_000)

test('keeps both parts, the links, the headers, blind copies and the attachments of a mail', async () => {
  await send({
    to: 'Ana <Ana.One@example.com>',
    bcc: 'hidden@example.com',
    subject: 'Überraschung & more',
    text: 'See https://venue.example/text.',
    html: '<a href="https://venue.example/go?a=1&amp;b=2">Go</a> <a href="mailto:x@example.com">Write</a>',
    headers: { 'List-Unsubscribe': '<https://venue.example/stop>' },
    attachments: [{ filename: 'évent.ics', content: 'BEGIN:VCALENDAR' }],
  })

  const [mail, ...others] = await messages('to=ana.one@EXAMPLE.com')
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: 'ana.one@example.com, hidden@example.com',
    subject: 'Überraschung & more',
    links: ['https://venue.example/go?a=1&b=2', 'https://venue.example/text'],
    attachments: [{ filename: 'évent.ics', bytes: 15 }],
  })
  expect(mail!.from).toContain('hello@venue.example')
  expect(mail!.text).toContain('See https://venue.example/text.')
  expect(mail!.html).toContain('>Go</a>')
  expect(mail!.headers['list-unsubscribe']).toBe('<https://venue.example/stop>')
  expect(await messages('to=hidden@example.com')).toHaveLength(1)
  const attachment = await get(`/dev/mail/${mail!.id}/attachments/0`)
  expect(await attachment.text()).toBe('BEGIN:VCALENDAR')
})

test('two processes share one in-box, which outlives them', async () => {
  const other = mailboxSimulator({ pool })
  const { smtpUrl: otherUrl } = await other.start()
  expect(otherUrl).not.toBe(smtpUrl)
  await send({ to: 'shared@example.com', subject: 'One' })
  await send({ to: 'shared@example.com', subject: 'Two' }, createTransport(otherUrl))
  await other.stop()

  const found = await messages('to=shared@example.com')
  expect(found.map(({ subject }) => subject)).toEqual(['Two', 'One'])
})

test('processes that start at once all come up on an empty database', async () => {
  await pool.query('create database mailbox_empty')
  const empty = openPool(database.url.replace(/\/[^/]+$/, '/mailbox_empty'))
  const starting = Array.from({ length: 5 }, () => mailboxSimulator({ pool: empty }))
  const urls = await Promise.all(starting.map(one => one.start()))
  expect(new Set(urls.map(one => one.smtpUrl)).size).toBe(5)
  await Promise.all(starting.map(one => one.stop()))
  await empty.end()
})

test('the JSON list filters by part of the subject and by time, and refuses a time it cannot read', async () => {
  await send({ to: 'filter@example.com', subject: '100% early' })
  const [early] = await messages('to=filter@example.com')
  const next = new Date(Date.parse(early!.receivedAt) + 1).toISOString()

  expect(await messages('to=filter@example.com&subject=0%25%20EARL')).toHaveLength(1)
  expect(await messages('to=filter@example.com&subject=_')).toHaveLength(0)
  expect(await messages(`to=filter@example.com&since=${early!.receivedAt}`)).toHaveLength(1)
  expect(await messages(`to=filter@example.com&since=${next}`)).toHaveLength(0)
  expect((await get('/dev/mail/messages.json?since=yesterday')).status).toBe(400)
})

test('the list page finds by recipient, subject and text, escapes what it shows, and pages', async () => {
  await send({ to: 'page@example.com', subject: '<script>alert(1)</script>', text: 'peculiar words' })
  const found = await (await get('/dev/mail?q=peculiar')).text()
  expect(found).toContain('&lt;script&gt;')
  expect(found).not.toContain('<script>')
  expect(found).toContain('1 message matching')

  for (let count = 0; count < 26; count++) await send({ to: 'many@example.com', subject: `No ${count}` })
  const first = await (await get('/dev/mail?q=many@')).text()
  expect(first).toContain('page 1 of 2')
  expect(first).toContain('/dev/mail?q=many%40&amp;page=2')
  const second = await (await get('/dev/mail?q=many%40&page=2')).text()
  expect(second.match(/class="row-subject"/g)).toHaveLength(1)
  expect(second).toContain('No 0')
  for (const page of ['-1', 'x', '999999999999']) {
    expect((await get(`/dev/mail?page=${page}`)).status).toBe(200)
  }
})

test('the HTML part is shown without scripts, forms or anything from outside', async () => {
  await send({ to: 'view@example.com', subject: 'View', html: '<p>Hi</p><script>alert(1)</script>' })
  const [mail] = await messages('to=view@example.com')
  const page = await get(`/dev/mail/${mail!.id}`)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toMatch(/<iframe[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)

  const policy = (await get(`/dev/mail/${mail!.id}/html`)).headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/^sandbox /)
  expect(policy).not.toContain('allow-scripts')
  expect(policy).not.toContain('script-src')
})

test('every view of a message answers, and addresses without a message say so', async () => {
  await send({ to: 'parts@example.com', subject: 'Parts', text: 'only <text>', headers: { 'X-Test': 'yes' } })
  const [mail] = await messages('to=parts@example.com')
  const view = async (name: string) => (await get(`/dev/mail/${mail!.id}?view=${name}`)).text()
  expect(await view('text')).toContain('only &lt;text&gt;')
  expect(await view('headers')).toContain('x-test')
  expect(await view('source')).toContain('X-Test: yes')
  expect(await view('html')).not.toContain('<iframe')
  for (const path of ['999999', '999999/html', '999999/source', `${mail!.id}/attachments/7`, 'nonsense']) {
    expect((await get(`/dev/mail/${path}`)).status, path).toBe(404)
  }
})

test('takes mail that is odd: no subject, no body, a NUL', async () => {
  await send({ to: 'odd@example.com', raw: 'To: odd@example.com\r\nX-Odd: a\0b\r\n\r\nbefore\0after' })
  await send({ to: 'odd@example.com', raw: '\r\n' })
  expect(await messages('to=odd@example.com')).toHaveLength(2)
  expect((await get('/dev/mail?q=odd')).status).toBe(200)
})

test('refuses everything when told to, and nothing is kept', async () => {
  await control({ refuse: true })
  await expect(send({ to: 'refused@example.com' })).rejects.toMatchObject({ responseCode: 451 })
  await control({})
  await send({ to: 'refused@example.com' })
  expect(await messages('to=refused@example.com')).toHaveLength(1)
})

test('refuses one address for good when told to, and takes the others of the same mail', async () => {
  await control({ failFor: 'Bad@example.com', slowMs: 1 })
  await expect(send({ to: 'bad@example.com' })).rejects.toMatchObject({ responseCode: 550 })
  const result = await send({ to: ['bad@example.com', 'good@example.com'] })
  expect(result.rejected).toEqual(['bad@example.com'])
  expect(await messages('to=bad@example.com')).toHaveLength(0)
  expect(await messages('to=good@example.com')).toHaveLength(1)
})

test('an unknown fault is refused and changes nothing', async () => {
  await control({ slowMs: 5 })
  for (const body of ['{"refuse":"yes"}', '{"other":1}', 'nonsense', '{"slowMs":-1}']) {
    const answer = await simulator.app.request('/dev/mail/control', { method: 'POST', body })
    expect(answer.status, body).toBe(400)
  }
  expect(await (await get('/dev/mail/control')).json()).toEqual({ refuse: false, slowMs: 5, failFor: null })
})

test('does not exist in production', () => {
  vi.stubEnv('NODE_ENV', 'production')
  expect(() => mailboxSimulator({ pool })).toThrow('production')
  vi.unstubAllEnvs()
})

function openPool(connectionString: string): pg.Pool {
  const opened = new pg.Pool({ connectionString, max: 6 })
  // `pool.end()` resolves before its sockets have closed; the database's goodbye must then find a listener.
  opened.on('error', () => {})
  return opened
}

interface Outgoing {
  to: string | string[]
  bcc?: string
  subject?: string
  text?: string
  html?: string
  raw?: string
  headers?: Record<string, string>
  attachments?: { filename: string; content: string }[]
}

async function send({ raw, ...mail }: Outgoing, through = transport): Promise<SentMessageInfo> {
  const from = 'Exchange <hello@venue.example>'
  return raw === undefined
    ? through.sendMail({ from, ...mail })
    : through.sendMail({ envelope: { from: 'hello@venue.example', to: mail.to }, raw })
}

function get(path: string): Promise<Response> {
  return Promise.resolve(simulator.app.request(path))
}

async function messages(query: string): Promise<CaughtMail[]> {
  return (await get(`/dev/mail/messages.json?${query}`)).json() as Promise<CaughtMail[]>
}

async function control(faults: object): Promise<void> {
  const answer = await simulator.app.request('/dev/mail/control', {
    method: 'POST',
    body: JSON.stringify(faults),
  })
  expect(answer.status).toBe(200)
}
