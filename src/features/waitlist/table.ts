import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, personId } from '#platform/columns.ts'
import { type ConstraintRefusals, refusal } from '#platform/errors.ts'
import { user } from '#platform/tables.ts'

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
    status: text({ enum: ['pending', 'contacted', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    /** The approved applicant who waits; null for somebody without an account. */
    userId: personId().references(() => user.id, { onDelete: 'cascade' }),
    /** The application that put them here; no reference, as this list stands below applications. */
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
    check('waiting_list_status', sql`${t.status} in ('pending', 'contacted', 'approved', 'rejected')`),
    check('waiting_list_approved', sql`(${t.status} = 'approved') = (${t.approvedAt} is not null)`),
    check('waiting_list_converted', sql`${t.convertedAt} is null or ${t.status} = 'approved'`),
  ],
)

export const waitlistRefusals: ConstraintRefusals = {
  waiting_list_one_per_email: () =>
    refusal('ALREADY_WAITING', 'This e-mail is on the waiting list already.', { field: 'email' }),
}
