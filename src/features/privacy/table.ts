import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, personId } from '#platform/columns.ts'
import { type ConstraintRefusals, refusal } from '#platform/errors.ts'
import { user } from '#platform/tables.ts'

/** People who asked to be erased (decision 47), one open request each, and what became of it. */
export const erasureRequests = pgTable(
  'erasure_requests',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id),
    reason: text().notNull().default(''),
    status: text({ enum: ['pending', 'done', 'declined', 'withdrawn'] })
      .notNull()
      .default('pending'),
    /** What the person was told when it was declined. */
    note: text().notNull().default(''),
    createdAt: createdAt(),
    decidedAt: instant(),
    decidedBy: personId().references(() => user.id, { onDelete: 'set null' }),
  },
  t => [
    uniqueIndex('erasure_requests_one_open').on(t.userId).where(sql`${t.status} = 'pending'`),
    index().on(t.status, t.createdAt),
    check('erasure_requests_status', sql`${t.status} in ('pending', 'done', 'declined', 'withdrawn')`),
    check('erasure_requests_decided', sql`(${t.status} = 'pending') = (${t.decidedAt} is null)`),
  ],
)

export const privacyRefusals: ConstraintRefusals = {
  erasure_requests_one_open: () => refusal('ERASURE_REQUESTED', 'You have asked for this already.'),
}
