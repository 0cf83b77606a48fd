import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { byAddress, type DataMap } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { waitingStatuses } from './inputs.ts'

/** People who wait for a place in the house (OPS-32): visitors who left their address, and approved applicants. */
export const waitingList = pgTable(
  'waiting_list',
  {
    id: id(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    phoneNumber: text().notNull().default(''),
    status: word(waitingStatuses).notNull().default('pending'),
    /** The approved applicant who waits; null for somebody without an account. */
    userId: personId().references(() => user.id, { onDelete: 'cascade' }),
    /** Their application, pending or approved; no reference, as this list stands below applications. */
    applicationId: uuid(),
    createdAt: createdAt(),
    /** Since when they are in line for a place (decision 16). */
    approvedAt: instant(),
    /** When they became a member and left the list. */
    convertedAt: instant(),
  },
  t => [
    uniqueIndex('waiting_list_one_per_email').on(t.emailKey).where(sql`${t.convertedAt} is null`),
    index().on(t.status, t.createdAt),
    isOneOf('waiting_list_status', t.status, waitingStatuses),
    check('waiting_list_approved', sql`(${t.status} = 'approved') = (${t.approvedAt} is not null)`),
    check('waiting_list_converted', sql`${t.convertedAt} is null or ${t.status} = 'approved'`),
  ],
)

export const data: DataMap = {
  waiting_list: {
    purpose: 'The line for a place',
    retention: 'Until a place was offered',
    owner: `user_id = :person or ${byAddress}`,
    given: 'id first_name last_name email phone_number status created_at approved_at converted_at',
    held: 'email_key user_id application_id',
    erasure: 'remove',
  },
}

export const refusals: ConstraintRefusals = {
  waiting_list_one_per_email: () =>
    refusal('ALREADY_WAITING', 'This email is on the waiting list already.', { field: 'email' }),
}
