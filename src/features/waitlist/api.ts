import { and, asc, desc, eq, ilike, isNull, or, sql } from 'drizzle-orm'
import { containing } from '#platform/db.ts'
import { emailKey } from '#platform/email.ts'
import { notFound } from '#platform/errors.ts'
import { admin, visitor } from '#platform/rpc.ts'
import { user } from '#platform/tables.ts'
import { entryInput, joinInput, statusInput, waitingListInput } from './inputs.ts'
import * as mail from './mail.tsx'
import { convertEntry, isArchived, places } from './model.ts'
import { waitingList } from './table.ts'

export const waitlist = {
  /**
   * Puts a visitor on the waiting list (JOIN-41). The answer is the same whether the address is new, waits already, has an
   * account or is archived: nobody learns which.
   */
  join: visitor
    .meta({ limit: { points: 5, seconds: 3_600 } })
    .route({ summary: 'Join the waiting list' })
    .input(joinInput)
    .handler(({ context, input }) =>
      context.write(async tx => {
        const [known] = await tx
          .select({ id: user.id })
          .from(user)
          .where(eq(user.emailKey, emailKey(input.email)))
        if (known || (await isArchived(tx, input.email))) return { isOnList: true }
        const [made] = await tx
          .insert(waitingList)
          .values({ ...input, emailKey: emailKey(input.email), createdAt: tx.now })
          .onConflictDoNothing({ target: waitingList.emailKey, where: isNull(waitingList.convertedAt) })
          .returning({ id: waitingList.id })
        if (!made) return { isOnList: true }
        await tx.mail(
          mail.joinedMail,
          { address: input.email, relatesTo: `waiting_list/${made.id}` },
          { firstName: input.firstName },
        )
        await tx.announce({ to: { role: 'admin' }, kind: 'waitlist.joined', refresh: ['waitlist'] })
        return { isOnList: true }
      }),
    ),

  /** Who waits, by status, newest first, and how many places there are (OPS-30…32). */
  list: admin
    .route({ method: 'GET', summary: 'Waiting list' })
    .input(waitingListInput)
    .handler(async ({ context: { db }, input }) => {
      const pattern = containing(input.q)
      const where = and(
        eq(waitingList.status, input.status),
        isNull(waitingList.convertedAt),
        input.q
          ? or(
              ilike(waitingList.email, pattern),
              ilike(sql`${waitingList.firstName} || ' ' || ${waitingList.lastName}`, pattern),
            )
          : undefined,
      )
      const [count] = await db.select({ total: sql<number>`count(*)::int` }).from(waitingList).where(where)
      const { id, firstName, lastName, email, phoneNumber, status, applicationId, createdAt, approvedAt } = waitingList
      const rows = await db
        .select({
          id,
          firstName,
          lastName,
          email,
          phoneNumber,
          status,
          hasApplication: sql<boolean>`${applicationId} is not null`,
          createdAt,
          approvedAt,
        })
        .from(waitingList)
        .where(where)
        .orderBy(input.sort === 'createdAt' ? asc(createdAt) : desc(createdAt), asc(id))
        .limit(input.pageSize)
        .offset((input.page - 1) * input.pageSize)
      return { rows, total: count!.total, places: await places(db) }
    }),

  /**
   * Sets where an entry stands. `approved` makes a member at once if there is room, otherwise the entry waits for the daily
   * conversion (OPS-33…35, decision 16).
   */
  setStatus: admin
    .route({ summary: 'Change a waiting list entry' })
    .input(statusInput)
    .handler(({ context, input: { id, status } }) =>
      context.write(async tx => {
        const isConverted = status === 'approved' && (await convertEntry(tx, id))
        if (status !== 'approved') {
          const [changed] = await tx
            .update(waitingList)
            .set({ status, approvedAt: null })
            .where(and(eq(waitingList.id, id), isNull(waitingList.convertedAt)))
            .returning({ id: waitingList.id })
          if (!changed) throw notFound()
        }
        await tx.announce({ to: { role: 'admin' }, kind: 'waitlist.changed', refresh: ['waitlist'] })
        return { isConverted }
      }),
    ),

  /** Takes an entry off the list for good (OPS-39). */
  remove: admin
    .route({ summary: 'Delete a waiting list entry' })
    .input(entryInput)
    .handler(({ context, input }) =>
      context.write(async tx => {
        const [gone] = await tx
          .delete(waitingList)
          .where(and(eq(waitingList.id, input.id), isNull(waitingList.convertedAt)))
          .returning({ id: waitingList.id })
        if (!gone) throw notFound()
        return { id: gone.id }
      }),
    ),
}
