import { createHash, randomUUID } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Transporter } from 'nodemailer'
import type { ReactElement } from 'react'
import { z } from 'zod'
import type { Db } from '#platform/db/pool.ts'
import { mailSuppressions, mails } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, type Job } from '#platform/jobs/define.ts'
import { takePoint } from '#platform/rpc/limits.ts'
import type { Runtime } from '#platform/runtime.ts'
import type { Seal } from '#platform/seal.ts'
import { emailKey } from './address.ts'
import type { MailVenue } from './layout.tsx'
import { attached, type MailPicture } from './pictures.ts'
import { mailSubject, renderMail } from './render.ts'
import { leaveBy, type Unsubscribing } from './unsubscribe.ts'

/** A designed mail. `example` is what tests and the preview render. */
export interface MailTemplate<P> {
  name: string
  example: P
  subject(props: P): string
  body(props: P, frame: MailFrame): ReactElement
  /**
   * Props hold a one-time secret that is good for so many minutes: they wait encrypted, and are forgotten once the mail has
   * gone or the secret has ended. `mailRow` accepts no secret without it.
   */
  secretMinutes?: number
  /** Made by `strangerMail`. */
  isForStranger?: boolean
  /** About something that was paid for: not one of the few that a form may send to an address. */
  isPaidFor?: boolean
  /** Pictures that travel with it, by the `cid` of each `Picture`; made as it is sent, so that they wait nowhere. */
  pictures?(props: P, runtime: Runtime, now: Date): Promise<MailPicture[]>
  /** Mails of this budget to one address are counted apart: what one member sends uses up nothing of what others ask for. */
  budget?: string
  /** So many of its budget go to one address in a day, where that is not `strangerMailsPerDay`. */
  perDay?: number
  /** It can be done without: whose it is, and which mails its link ends. */
  unsubscribe?(props: P): Unsubscribing
}

// biome-ignore lint/suspicious/noExplicitAny: a list holds templates of every props type
export type AnyMailTemplate = MailTemplate<any>

export interface MailFrame {
  venue: MailVenue
  /** Address of the site, without a trailing slash. */
  publicUrl: string
  /** Those that were made for this mail; a `Photo` is drawn of those that are there. */
  pictures?: readonly MailPicture[]
  /** Ends mails like this one, for a template that says how. */
  unsubscribeUrl?: string
}

export interface Recipient {
  address: string
  userId?: string | null
  /** The house's own address, which an admin has set. */
  isHouse?: boolean
  /** Row that this mail is about, e.g. `membership_applications/…`; lets staff find and send it again. */
  relatesTo?: string
}

export const mailTemplate = <P>(template: MailTemplate<P>): MailTemplate<P> => template

/**
 * A mail to an address that somebody typed who need not own it: nothing in it is free words of theirs, so that nobody can
 * write to others through the house, and one address gets few of them. What differs from mail to mail are `facts` that the
 * house made or has looked at: the id of a row, a code, a day, a name that can be nothing but a name.
 */
export const strangerMail = <Facts extends Record<string, string> = NoWords>(
  template: Pick<MailTemplate<Facts>, 'name' | 'isPaidFor' | 'pictures'> & {
    subject: string
    body(frame: MailFrame, facts: Facts): ReactElement
    budget?: string
    /** With the reason beside it, and the same for all of one budget. */
    perDay?: number
  } & (NoWords extends Facts ? { example?: Facts } : { example: Facts }),
): MailTemplate<Facts> => ({
  name: template.name,
  example: template.example ?? ({} as Facts),
  subject: () => template.subject,
  body: (facts, frame) => template.body(frame, facts),
  isForStranger: true,
  ...(template.budget !== undefined && { budget: template.budget }),
  ...(template.perDay !== undefined && { perDay: template.perDay }),
  ...(template.isPaidFor && { isPaidFor: true }),
  ...(template.pictures && { pictures: template.pictures }),
})

/** Nothing that a stranger wrote. */
export type NoWords = Record<string, never>

/** Mails of `strangerMail` to one address, of all kinds of one budget together. */
export const strangerMailsPerDay = { points: 3, seconds: 86_400 }
/** Of those that are about what was paid for, to one address: whoever buys often is told each time. */
export const paidMailsPerDay = { points: 40, seconds: 86_400 }
/** To all addresses together, but for what was paid for: what is more is kept and tried again later. */
const strangerMailsPerHour = { points: 300, seconds: 3_600 }

export type Mailer = Pick<Transporter, 'sendMail' | 'close'>

/** The way out for mail; it and its library are opened with the first one. */
export function openMailer(url: string): Mailer {
  let opening: Promise<Transporter> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 15_000 }
    return createTransport({ url, pool: true, maxConnections: 3, ...timeouts })
  }
  return {
    async sendMail(mail) {
      opening ??= open()
      return (await opening).sendMail(mail)
    },
    close: () => void opening?.then(transport => transport.close()),
  }
}

/** A mail as it waits to be written. */
export interface MailRow {
  id: string
  to_address: string
  user_id: string | null
  template: string
  props: unknown
  subject: string
  relates_to: string | null
}

interface Waiting {
  seal: Seal
  now: Date
}

/** How props that hold a secret wait in the database. */
const sealedProps = z.object({ sealed: z.string(), until: z.iso.datetime() })

/** Whether a link that lets somebody in, or its token, is anywhere in these props. */
export function holdsSecret(props: unknown): boolean {
  if (typeof props === 'string') return /[?&#](token|code|key|secret)=/i.test(props)
  if (typeof props !== 'object' || props === null) return false
  return Object.entries(props).some(
    ([name, value]) => (/token$|^secret|password$/i.test(name) && typeof value === 'string') || holdsSecret(value),
  )
}

/** A mail to one recipient, with the id that its row will have. Use `tx.mail`. */
export function mailRow<P>(template: MailTemplate<P>, to: Recipient, props: P, { seal, now }: Waiting): MailRow {
  const id = randomUUID()
  const { name, secretMinutes } = template
  if (secretMinutes === undefined && holdsSecret(props))
    throw new Error(`${name} holds a one-time secret: say with secretMinutes how long it is good for`)
  const until = new Date(now.getTime() + (secretMinutes ?? 0) * 60_000).toISOString()
  const kept = secretMinutes === undefined ? props : { sealed: seal.close(JSON.stringify(props), id), until }
  return {
    id,
    to_address: to.address,
    user_id: to.userId ?? null,
    template: name,
    props: kept,
    subject: mailSubject(template.subject(props)),
    relates_to: to.relatesTo ?? null,
  }
}

/**
 * Throws when a mail with words of its own would go to an address that nobody has proven: only staff and the house itself
 * write to those.
 */
export function refuseToWriteToStrangers<P>(template: MailTemplate<P>, to: Recipient, isByStaff: boolean): void {
  if (!template.isForStranger && !to.userId && !to.isHouse && !isByStaff)
    throw new Error(`${template.name} goes to an address that somebody typed: make it with strangerMail`)
}

/** The statement that writes these mails; each has a job `mail.send` of its own. */
export const mailRows = (rows: MailRow[], now: Date): SQL =>
  sql`insert into ${mails} (id, to_address, user_id, template, props, subject, relates_to, created_at)
    select id, to_address, user_id, template, props, subject, relates_to, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as mail(id uuid, to_address text, user_id text, template text, props jsonb, subject text, relates_to text)`

/** Puts mails that failed back in the queue, in one statement. Their Message-IDs stay the same. */
export async function requeueMails(tx: Tx, mailIds: readonly string[]): Promise<void> {
  const rows = await tx
    .update(mails)
    .set({ status: 'queued', lastError: null })
    .where(and(inArray(mails.id, [...mailIds]), sql`${mails.status} = 'failed' and ${mails.props} is not null`))
    .returning({ id: mails.id })
  for (const { id: mailId } of rows) await tx.enqueue(sendMail, { mailId }, { priority: 1 })
}

/** Which mails go first: whoever waits for a link or code, then people of the house, then what strangers caused. */
export const mailPriority = ({ secretMinutes, isForStranger, isPaidFor }: AnyMailTemplate): number =>
  isForStranger && !isPaidFor ? 0 : secretMinutes === undefined ? 1 : 2

/** Seconds until the hour's mails to strangers are counted anew, when they are used up; else null. */
async function strangersMustWait(db: Db, { isForStranger, isPaidFor }: AnyMailTemplate): Promise<number | null> {
  if (!isForStranger || isPaidFor) return null
  try {
    await takePoint(db, 'mail:strangers', strangerMailsPerHour)
    return null
  } catch (error) {
    if (error instanceof ORPCError && error.code === 'RATE_LIMITED') return error.data.retryAfterSeconds
    throw error
  }
}

const sending = z.object({
  mailId: z.uuid(),
  /** It is counted among those of its address already. */
  isCounted: z.boolean().optional(),
})
type Sending = z.infer<typeof sending>

/** Sends one mail. A failure stays on its row, where staff see it, and is tried again. */
export const sendMail: Job<Sending> = defineJob({
  name: 'mail.send',
  payload: sending,
  retries: 6,
  async run({ mailId, isCounted }, { runtime, now, write }): Promise<void> {
    const { db, env, mailer } = runtime
    const [mail] = await db.select().from(mails).where(eq(mails.id, mailId))
    if (!mail || mail.status === 'sent' || mail.status === 'suppressed') return
    const [suppressed] = await db
      .select()
      .from(mailSuppressions)
      .where(eq(mailSuppressions.emailKey, emailKey(mail.toAddress)))
    if (suppressed && suppressed.reason !== 'unsubscribed') {
      await db.update(mails).set({ status: 'suppressed' }).where(eq(mails.id, mailId))
      return
    }
    const template = runtime.mailTemplates.find(({ name }) => name === mail.template)
    if (!template) throw new Error(`no mail template ${mail.template}`)
    const isNew = mail.attempts === 0 && !isCounted
    if (template.isForStranger && isNew && !(await mayHaveAnother(db, mail.toAddress, template))) {
      const lastError = 'This address has had its emails of today.'
      await db.update(mails).set({ status: 'suppressed', lastError }).where(eq(mails.id, mailId))
      return
    }
    const props = openProps(mail, runtime.seal, now)
    if (!props) {
      // Tried again it would be no better: whoever asked for the link asks for another.
      const lastError = 'The link in it is no longer good.'
      await db.update(mails).set({ status: 'failed', props: null, lastError }).where(eq(mails.id, mailId))
      return
    }
    const waitSeconds = await strangersMustWait(db, template)
    if (waitSeconds !== null) {
      // No failure: it stays as it is, and its turn comes when they are counted anew; the counters know the real time alone.
      const runAt = new Date(Date.now() + waitSeconds * 1000)
      await write(tx => tx.enqueue<Sending>(sendMail, { mailId, isCounted: true }, { runAt }))
      return
    }
    try {
      const leave = leaveBy(env, template.unsubscribe?.(props), now)
      const venue = await runtime.venue()
      const pictures = (await template.pictures?.(props, runtime, now)) ?? []
      const frame = { venue, publicUrl: env.publicUrl, pictures, ...leave.frame }
      const { html, text } = await renderMail(template.body(props, frame))
      await mailer.sendMail({
        from: env.MAIL_FROM,
        to: { name: '', address: mail.toAddress },
        replyTo: { name: venue.name, address: venue.email },
        subject: mail.subject,
        html,
        text,
        attachments: pictures.map(attached),
        messageId: messageId(mailId, env.publicUrl),
        headers: { 'Auto-Submitted': 'auto-generated', ...leave.headers },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    } catch (error) {
      await db
        .update(mails)
        .set({
          status: 'failed',
          attempts: mail.attempts + 1,
          lastError: (error as Error).message.slice(0, 300),
        })
        .where(eq(mails.id, mailId))
      throw error
    }
    await db
      .update(mails)
      .set({
        status: 'sent',
        sentAt: now,
        attempts: mail.attempts + 1,
        lastError: null,
        ...(template.secretMinutes !== undefined && { props: null }),
      })
      .where(eq(mails.id, mailId))
  },
})

/** What the mail says; null when it is forgotten, cannot be opened any more or its secret has ended. */
function openProps(mail: typeof mails.$inferSelect, seal: Seal, now: Date): object | null {
  const { success, data } = sealedProps.safeParse(mail.props)
  if (!success) return mail.props as object | null
  const opened = now.getTime() < Date.parse(data.until) ? seal.open(data.sealed, mail.id) : null
  return opened && (JSON.parse(opened.toString()) as object)
}

/** Forgets what waits in mails that never went, once the secret in it has ended. */
export async function forgetEndedSecrets(db: Db, now: Date): Promise<void> {
  const hasEnded = sql`${mails.props} ? 'sealed' and (${mails.props} ->> 'until')::timestamptz <= ${now.toISOString()}::timestamptz`
  await db
    .update(mails)
    .set({ props: null })
    .where(and(ne(mails.status, 'sent'), hasEnded))
}

async function mayHaveAnother(
  db: Db,
  address: string,
  { budget = 'stranger', isPaidFor, perDay }: AnyMailTemplate,
): Promise<boolean> {
  try {
    const { points, seconds } = isPaidFor ? paidMailsPerDay : strangerMailsPerDay
    await takePoint(db, `mail:${budget}:${emailKey(address)}`, { points: perDay ?? points, seconds })
    return true
  } catch (error) {
    if (error instanceof ORPCError && error.code === 'RATE_LIMITED') return false
    throw error
  }
}

/** The same row always has the same Message-ID, so a repeated delivery is recognised as one mail. */
export function messageId(mailId: string, publicUrl: string): string {
  const host = new URL(publicUrl).hostname
  return `<${createHash('sha256').update(mailId).digest('hex').slice(0, 32)}@${host}>`
}
