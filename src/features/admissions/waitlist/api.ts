import { and, eq, inArray, isNull } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import { isArchived } from '#features/people/archive/model.ts'
import { fullName } from '#platform/db/columns.ts'
import { listPage, matching } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import { emailKey } from '#platform/mail/address.ts'
import { demand } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forVisitor } from '#platform/rpc/procedures.ts'
import { entryList, entryRef, joinInput, statusInput, waitingStatuses } from './inputs.ts'
import * as mail from './mail.tsx'
import { activeMembers, convertEntry, lockEntry } from './model.ts'
import { whyNot } from './rules.ts'
import { waitingList } from './table.ts'

export const waitlist = {
  /**
   * Puts a visitor on the waiting list (JOIN-41). The answer is the same whether the address is new, waits already, has an
   * account or is archived: nobody learns which.
   */
  join: forVisitor
    .meta({ limit: { as: 'Waiting list', points: 5, seconds: 3_600 } })
    .route({ summary: 'Join the waiting list' })
    .input(joinInput)
    .handler(({ context, input }) =>
      context.write(async tx => {
        const [known] = await tx
          .select({ id: user.id })
          .from(user)
          .where(and(eq(user.emailKey, emailKey(input.email)), eq(user.emailVerified, true)))
        if (known || (await isArchived(tx, input.email))) return { isOnList: true }
        const [made] = await tx
          .insert(waitingList)
          .values({ ...input, emailKey: emailKey(input.email), createdAt: tx.now })
          .onConflictDoNothing({ target: waitingList.emailKey, where: isNull(waitingList.convertedAt) })
          .returning({ id: waitingList.id })
        if (!made) return { isOnList: true }
        await tx.mail(mail.joinedMail, { address: input.email, relatesTo: `waiting_list/${made.id}` }, {})
        await tx.announce({ to: { role: 'admin' }, kind: 'waitlist.joined' })
        return { isOnList: true }
      }),
    ),

  /** Who waits, by status, newest first, and how many places there are (OPS-30…32). Who was contacted is
   * pending too, so that nobody is lost (OPS-37). */
  list: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Waiting list' })
      .input(entryList)
      .handler(async ({ context: { db, fact }, input: { status, heard, q, ...paging } }) => {
        const { email, createdAt, convertedAt, id } = waitingList
        const select = db
          .select(listed)
          .from(waitingList)
          .where(
            and(
              isNull(convertedAt),
              status && inArray(waitingList.status, status === 'pending' ? ['pending', 'contacted'] : [status]),
              heard && eq(waitingList.status, 'pending'),
              matching(q, email, fullName(waitingList)),
            ),
          )
          .$dynamic()
        const page = await listPage(db, select, paging, { sort: { createdAt }, tie: id })
        const rows = page.rows.map(row => ({
          ...row,
          hasApplication: row.applicationId !== null,
          can: {
            remove: whyNot.remove(row) === null,
            setStatus: waitingStatuses.filter(each => whyNot.setStatus(row, each) === null),
          },
        }))
        const { maxActiveMembers: limit } = await fact(settingsFact)
        return { ...page, rows, places: { taken: await activeMembers(db), limit } }
      }),
    {
      'First name': row => row.firstName,
      'Last name': row => row.lastName,
      Email: row => row.email,
      Phone: row => row.phoneNumber,
      Status: row => row.status,
      Joined: row => row.createdAt,
    },
  ),

  /**
   * Sets where an entry stands. `approved` makes a member at once if there is room, otherwise the entry waits for the daily
   * conversion (OPS-33…35, decision 16). Refusals: IN_LINE, HAS_APPLIED,
   * REGISTRATION_NOT_ALLOWED.
   */
  setStatus: forAdmin
    .route({ summary: 'Change a waiting list entry' })
    .input(statusInput)
    .handler(({ context, input: { id, status } }) =>
      context.write(async tx => {
        const entry = await lockEntry(tx, id)
        demand(whyNot.setStatus(entry, status))
        const isConverted = status === 'approved' && (await convertEntry(tx, entry))
        if (status !== 'approved')
          await tx.update(waitingList).set({ status, approvedAt: null }).where(eq(waitingList.id, id))
        await tx.announce({ to: { role: 'admin' }, kind: 'waitlist.changed' })
        return { isConverted }
      }),
    ),

  /** Takes an entry off the list for good (OPS-39). Refusal: IN_LINE. */
  remove: forAdmin
    .route({ summary: 'Delete a waiting list entry' })
    .input(entryRef)
    .handler(({ context, input: { id } }) =>
      context.write(async tx => {
        demand(whyNot.remove(await lockEntry(tx, id)))
        await tx.delete(waitingList).where(eq(waitingList.id, id))
        return { id }
      }),
    ),
}

const listed = {
  id: waitingList.id,
  firstName: waitingList.firstName,
  lastName: waitingList.lastName,
  email: waitingList.email,
  phoneNumber: waitingList.phoneNumber,
  status: waitingList.status,
  applicationId: waitingList.applicationId,
  createdAt: waitingList.createdAt,
  approvedAt: waitingList.approvedAt,
}
