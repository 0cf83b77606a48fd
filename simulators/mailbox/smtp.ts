/** The SMTP side: a real server on a free loopback port that keeps every message instead of passing it on. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { ParsedMail } from 'mailparser'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import type { MailStore, NewMail } from './store.ts'

const maxBytes = 25 * 1024 * 1024

export interface Catcher {
  smtpUrl: string
  stop(): Promise<void>
}

/** Listens on a free port of 127.0.0.1. Without TLS and sign-in: nobody else can reach it. */
export async function startCatcher(store: MailStore): Promise<Catcher> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    closeTimeout: 300, // Idle connections of a pooled sender must not hold up the end of the process.
    onMailFrom: (_address, _session, done) =>
      settle(done, async () => {
        if ((await store.faults()).refuse) throw refusal(451, 'The mail catcher was told to refuse')
      }),
    onRcptTo: (address, _session, done) =>
      settle(done, async () => {
        const { failFor } = await store.faults()
        if (failFor && failFor.toLowerCase() === address.address.toLowerCase()) {
          throw refusal(550, 'No such mailbox (the mail catcher was told so)')
        }
      }),
    onData: (stream, session, done) =>
      settle(done, async () => {
        const source = await readAll(stream)
        if (stream.sizeExceeded) throw refusal(552, 'The message is too large')
        const { slowMs } = await store.faults()
        if (slowMs > 0) await delay(slowMs)
        const recipients = session.envelope.rcptTo.map(({ address }) => address.toLowerCase())
        await store.add(await readMail(source, recipients))
      }),
  })
  server.on('error', () => {
    // A sender that hangs up in the middle is its own problem; the message was not acknowledged.
  })
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise(resolve => server.close(resolve)),
  }
}

/** Takes a raw message apart. */
export async function readMail(source: Buffer, recipients: string[]): Promise<NewMail> {
  const { simpleParser } = await import('mailparser')
  const parsed = await simpleParser(source, {
    skipHtmlToText: true,
    skipTextToHtml: true,
  })
  const html = parsed.html || ''
  const text = parsed.text ?? ''
  return {
    recipients,
    from: parsed.from?.text ?? '',
    subject: parsed.subject ?? '',
    text,
    html,
    links: linksOf(html, text),
    headers: headersOf(parsed),
    attachments: parsed.attachments.map(({ filename, contentType, size }, index) => ({
      filename: filename ?? `attachment-${index + 1}`,
      contentType,
      bytes: size,
    })),
    source,
  }
}

function linksOf(html: string, text: string): string[] {
  const inHtml = [...html.matchAll(/href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(match =>
    decodeEntities(match[1] ?? match[2] ?? ''),
  )
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"]+/gi)].map(match => match[0].replace(/[).,;:!?\]]+$/, ''))
  return [...new Set([...inHtml, ...inText])].filter(link => /^https?:\/\//i.test(link))
}

const entities: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' }

function decodeEntities(attribute: string): string {
  return attribute.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return entities[name.toLowerCase()] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

function headersOf(parsed: ParsedMail): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const { key, line } of parsed.headerLines) {
    const value = line
      .slice(line.indexOf(':') + 1)
      .replace(/\r?\n[ \t]+/g, ' ')
      .trim()
    headers[key] = key in headers ? `${headers[key]}\n${value}` : value
  }
  return headers
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  // The server counts on beyond its limit but leaves refusing to us, so what is too much is drained, not kept.
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

function settle(done: (error?: Error | null) => void, work: () => Promise<void>): void {
  work().then(() => done(), done)
}
