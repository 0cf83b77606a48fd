import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, isAddressed, keptFor } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { enquiryStatuses, enquiryTypes } from './inputs.ts'

/** What people wrote to the venue, and what they were answered. Stored first; mails are jobs (HOME-33). */
export const contactInquiries = pgTable(
  'contact_inquiries',
  {
    id: id(),
    userId: personId().references(() => user.id, { onDelete: 'set null' }),
    inquiryType: word(enquiryTypes).notNull().default('general'),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull().default(''),
    message: text().notNull(),
    status: word(enquiryStatuses).notNull().default('open'),
    /** What was answered, mailed or noted. */
    reply: text().notNull().default(''),
    answeredAt: instant(),
    answeredBy: personId().references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [
    index().on(t.createdAt),
    index().on(t.status, t.createdAt),
    isOneOf('contact_inquiries_type', t.inquiryType, enquiryTypes),
    isOneOf('contact_inquiries_status', t.status, enquiryStatuses),
    check('contact_inquiries_answered', sql`(${t.status} = 'open') = (${t.answeredAt} is null)`),
  ],
)

export const data: DataMap = {
  contact_inquiries: {
    purpose: 'Answering what you wrote to us',
    ...keptFor(2),
    owner: `user_id = :person or ${isAddressed('email')}`,
    given: 'id inquiry_type name email phone message status reply answered_at created_at',
    held: 'user_id answered_by',
    erasure: { name: "'Erased person'", email: "'erased'", phone: "''", message: "''", reply: "''" },
  },
}
