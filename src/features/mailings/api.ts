import { and, asc, desc, eq, ilike, or, sql } from 'drizzle-orm'
import { containing } from '#platform/db.ts'
import { refusal } from '#platform/errors.ts'
import { requeueMail } from '#platform/mail.ts'
import { admin } from '#platform/rpc.ts'
import { mails } from '#platform/tables.ts'
import { mailId, mailList } from './inputs.ts'

export const mailings = {
  /** What was mailed to whom and how it fared; never the contents, which may hold links that sign in. */
  list: admin
    .route({ method: 'GET', summary: 'Mails' })
    .input(mailList)
    .handler(async ({ context: { db }, input }) => {
      const pattern = containing(input.q)
      const where = and(
        input.status && eq(mails.status, input.status),
        input.q ? or(ilike(mails.toAddress, pattern), ilike(mails.subject, pattern)) : undefined,
      )
      const [count] = await db.select({ total: sql<number>`count(*)::int` }).from(mails).where(where)
      const [failed] = await db
        .select({ failed: sql<number>`count(*)::int` })
        .from(mails)
        .where(eq(mails.status, 'failed'))
      const { id, toAddress, subject, template, status, attempts, lastError, relatesTo, createdAt, sentAt } = mails
      const rows = await db
        .select({
          id,
          toAddress,
          subject,
          template,
          status,
          attempts,
          lastError,
          relatesTo,
          createdAt,
          sentAt,
          hasContent: sql<boolean>`${mails.props} is not null`,
        })
        .from(mails)
        .where(where)
        .orderBy(input.sort === 'createdAt' ? asc(createdAt) : desc(createdAt), asc(id))
        .limit(input.pageSize)
        .offset((input.page - 1) * input.pageSize)
      return {
        rows: rows.map(({ hasContent, ...row }) => ({
          ...row,
          can: { resend: row.status === 'failed' && hasContent },
        })),
        total: count!.total,
        failed: failed!.failed,
      }
    }),

  /** Puts a mail that failed back in the queue; its Message-ID stays the same, so nobody reads it twice. */
  resend: admin
    .route({ summary: 'Send a failed mail again' })
    .input(mailId)
    .handler(({ context, input }) =>
      context.write(async tx => {
        if (!(await requeueMail(tx, input.id)))
          throw refusal('NOT_FAILED', 'Only a mail that failed can be sent again.')
        return { id: input.id }
      }),
    ),
}
