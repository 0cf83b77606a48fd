import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { byAddress, type DataMap, keptFor } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { messages, registrationStatuses } from './inputs.ts'

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
    status: word(registrationStatuses).notNull().default('pending'),
    decidedAt: instant(),
    decidedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('registrations_one_per_email').on(t.emailKey),
    index().on(t.status, t.createdAt),
    isOneOf('registrations_status', t.status, registrationStatuses),
    check('registrations_decided', sql`(${t.status} = 'pending') = (${t.decidedAt} is null)`),
  ],
)

export const data: DataMap = {
  registrations: {
    purpose: 'The launch show',
    ...keptFor(2),
    owner: byAddress,
    given: 'id first_name last_name email city phone_number status decided_at created_at',
    held: 'email_key decided_by',
    erasure: 'remove',
  },
}

export const refusals: ConstraintRefusals = {
  registrations_one_per_email: () =>
    refusal('ALREADY_REGISTERED', messages.already, { title: messages.already, field: 'email' }),
}
