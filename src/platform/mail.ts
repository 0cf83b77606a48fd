import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { createTransport, type Transporter } from 'nodemailer'
import type { ReactElement } from 'react'
import { z } from 'zod'
import { emailKey } from '#platform/email.ts'
import { defineJob } from '#platform/job.ts'
import type { MailVenue } from '#platform/mail-layout.tsx'
import { mailSubject, renderMail } from '#platform/mail-render.ts'
import { mailSuppressions, mails } from '#platform/tables.ts'
import type { Tx } from '#platform/work.ts'

/** A designed mail. `example` is what tests and the preview render. */
export interface MailTemplate<P> {
  name: string
  example: P
  subject(props: P): string
  body(props: P, frame: MailFrame): ReactElement
  /** Props hold a one-time link: they are forgotten as soon as the mail has gone. */
  isSecret?: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: a list holds templates of every props type
export type AnyMailTemplate = MailTemplate<any>

export interface MailFrame {
  venue: MailVenue
  /** Address of the site, without a trailing slash. */
  publicUrl: string
}

export interface Recipient {
  address: string
  userId?: string | null
  /** Row that this mail is about, e.g. `membership_applications/…`; lets staff find and send it again. */
  relatesTo?: string
}

export const mailTemplate = <P>(template: MailTemplate<P>): MailTemplate<P> => template

export function openMailer(url: string): Transporter {
  return createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 15_000,
  })
}

/** Writes the mail's row and its job. Use `tx.mail`. */
export async function queueMail<P>(tx: Tx, template: MailTemplate<P>, to: Recipient, props: P): Promise<string> {
  const [row] = await tx
    .insert(mails)
    .values({
      toAddress: to.address,
      userId: to.userId ?? null,
      template: template.name,
      props,
      subject: mailSubject(template.subject(props)),
      relatesTo: to.relatesTo ?? null,
      createdAt: tx.now,
    })
    .returning({ id: mails.id })
  await tx.enqueue(sendMail, { mailId: row!.id })
  return row!.id
}

/** Puts a mail that failed back in the queue. Its Message-ID stays the same. */
export async function requeueMail(tx: Tx, mailId: string): Promise<boolean> {
  const [row] = await tx
    .update(mails)
    .set({ status: 'queued', lastError: null })
    .where(sql`${mails.id} = ${mailId} and ${mails.status} = 'failed' and ${mails.props} is not null`)
    .returning({ id: mails.id })
  if (row) await tx.enqueue(sendMail, { mailId })
  return row !== undefined
}

/** Sends one mail. A failure stays on its row, where staff see it, and is tried again. */
export const sendMail = defineJob({
  name: 'mail.send',
  payload: z.object({ mailId: z.uuid() }),
  retries: 6,
  async run({ mailId }, { runtime, now }) {
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
    try {
      const { html, text } = await renderMail(
        template.body(mail.props, { venue: await runtime.venue(), publicUrl: env.publicUrl }),
      )
      await mailer.sendMail({
        from: env.MAIL_FROM,
        to: { name: '', address: mail.toAddress },
        subject: mail.subject,
        html,
        text,
        messageId: messageId(mailId, env.publicUrl),
        headers: { 'Auto-Submitted': 'auto-generated' },
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
        ...(template.isSecret && { props: null }),
      })
      .where(eq(mails.id, mailId))
  },
})

/** The same row always has the same Message-ID, so a repeated delivery is recognised as one mail. */
export function messageId(mailId: string, publicUrl: string): string {
  const host = new URL(publicUrl).hostname
  return `<${createHash('sha256').update(mailId).digest('hex').slice(0, 32)}@${host}>`
}
