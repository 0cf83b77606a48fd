import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, personId } from '#platform/columns.ts'
import { type ConstraintRefusals, refusal } from '#platform/errors.ts'
import { user } from '#platform/tables.ts'

/** People who registered for the launch show (APPL-17). */
export const registrations = pgTable(
  'registrations',
  {
    id: id(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    city: text().notNull(),
    phoneNumber: text().notNull(),
    status: text({ enum: ['pending', 'approved', 'rejected'] })
      .notNull()
      .default('pending'),
    decidedAt: instant(),
    decidedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('registrations_one_per_email').on(t.emailKey),
    index().on(t.status, t.createdAt),
    check('registrations_status', sql`${t.status} in ('pending', 'approved', 'rejected')`),
    check('registrations_decided', sql`(${t.status} = 'pending') = (${t.decidedAt} is null)`),
  ],
)

export const registrationRefusals: ConstraintRefusals = {
  registrations_one_per_email: () =>
    refusal('ALREADY_REGISTERED', 'Already registered', { title: 'Already registered', field: 'email' }),
}
