import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { listPage, matchingPerson } from '#platform/db/list-page.ts'
import { mails, user } from '#platform/db/tables.ts'
import { requeueMails } from '#platform/mail/mail.ts'
import { mailText } from '#platform/mail/read.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { mailInput, mailList, mailsInput } from './inputs.ts'
import { whyNot } from './rules.ts'

export const mailings = {
  /** What was mailed to whom and how it fared; what each says is asked for one by one (`read`). */
  list: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Emails' })
      .input(mailList)
      .handler(async ({ context: { db }, input }) => {
        const select = db
          .select({ ...listed, failed: failedMails })
          .from(mails)
          .where(
            and(
              input.status && eq(mails.status, input.status),
              matchingPerson(input.q, mails.userId, mails.toAddress, mails.subject),
            ),
          )
          .$dynamic()
        const page = await listPage(db, select, input, { sort: { createdAt: mails.createdAt }, tie: mails.id })
        return {
          ...page,
          rows: page.rows.map(({ hasContent, failed: _, ...row }) => ({
            ...row,
            can: { resend: whyNot.resend({ ...row, hasContent }) === null },
          })),
          failed:
            page.rows[0]?.failed ?? (await db.$count(mails, and(eq(mails.status, 'failed'), isNotNull(mails.props)))),
        }
      }),
    {
      Written: row => row.createdAt,
      To: row => row.toAddress,
      Subject: row => row.subject,
      Status: row => row.status,
      Sent: row => row.sentAt,
      'What happened': row => row.lastError,
    },
  ),

  /**
   * One mail with its text as it was sent; null for the text of what signs somebody in, or is forgotten. NOT_FOUND. Two
   * statements at most.
   */
  read: forAdmin
    .route({ method: 'GET', summary: 'Read an email' })
    .input(mailInput)
    .handler(async ({ context: { db, runtime }, input: { id } }) => {
      const [mail] = await db
        .select({ ...listed, props: mails.props, name: user.name })
        .from(mails)
        .leftJoin(user, eq(user.id, mails.userId))
        .where(eq(mails.id, id))
      if (!mail) throw notFound()
      const { props, hasContent: _, ...row } = mail
      return { ...row, can: { resend: whyNot.resend(mail) === null }, text: await mailText(mail, runtime) }
    }),

  /** Puts a mail that failed back in the queue; its Message-ID stays the same, so nobody reads it twice. NOT_FAILED. */
  resend: forAdmin
    .route({ summary: 'Send a failed email again' })
    .input(mailInput)
    .handler(({ context, input: { id } }) =>
      context.write(async tx => {
        const [mail] = await tx.select(listed).from(mails).where(eq(mails.id, id)).for('update')
        if (!mail) throw notFound()
        demand(whyNot.resend(mail))
        await requeueMails(tx, [id])
        return { id }
      }),
    ),

  /**
   * The same for up to 500 at once: those that failed go back in the queue, `refused` are the others. A repetition sends
   * nothing twice: what is queued is among them.
   */
  resendMany: forAdmin
    .route({ summary: 'Send failed emails again' })
    .input(mailsInput)
    .handler(({ context, input: { ids } }) =>
      context.write(async tx => {
        // In one order, so that two who choose the same wait for each other.
        const found = await tx
          .select(listed)
          .from(mails)
          .where(inArray(mails.id, ids))
          .orderBy(asc(mails.id))
          .for('update')
        const [failed, others] = [true, false].map(is => found.filter(mail => (whyNot.resend(mail) === null) === is))
        if (failed!.length > 0)
          await requeueMails(
            tx,
            failed!.map(({ id }) => id),
          )
        return {
          queued: failed!.length,
          refused: others!.map(({ id, subject, toAddress }) => ({ id, subject, toAddress })),
        }
      }),
    ),
}

/** How many could not be sent and can be sent again, whatever the list shows; counted once for all rows. */
const failedMails = sql<number>`(select count(*)::int from ${mails} f where f.status = 'failed' and f.props is not null)`

const { id, toAddress, userId, subject, template, status, attempts, lastError, relatesTo, createdAt, sentAt } = mails
const listed = {
  id,
  toAddress,
  /** Whose account it was written to, if it was one. */
  userId,
  subject,
  template,
  status,
  attempts,
  lastError,
  relatesTo,
  createdAt,
  sentAt,
  hasContent: sql<boolean>`${mails.props} is not null`,
}
