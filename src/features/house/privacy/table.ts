import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import type { DataMap } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { erasureStatuses } from './inputs.ts'

/** People who asked to be erased (decision 47), one open request each, and what became of it. */
export const erasureRequests = pgTable(
  'erasure_requests',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id),
    reason: text().notNull().default(''),
    status: word(erasureStatuses).notNull().default('pending'),
    /** What the person was told when it was declined. */
    note: text().notNull().default(''),
    createdAt: createdAt(),
    decidedAt: instant(),
    decidedBy: personId().references(() => user.id, { onDelete: 'set null' }),
  },
  t => [
    uniqueIndex('erasure_requests_one_open').on(t.userId).where(sql`${t.status} = 'pending'`),
    index().on(t.status, t.createdAt),
    isOneOf('erasure_requests_status', t.status, erasureStatuses),
    check('erasure_requests_decided', sql`(${t.status} = 'pending') = (${t.decidedAt} is null)`),
  ],
)

export const data: DataMap = {
  erasure_requests: {
    purpose: 'Your wish to be erased',
    retention: 'As proof that it was done',
    owner: 'user_id',
    given: 'id reason status note created_at decided_at',
    held: 'user_id decided_by',
    erasure: { reason: "''", note: "''" },
  },
}

export const refusals: ConstraintRefusals = {
  erasure_requests_one_open: () => refusal('ERASURE_REQUESTED', 'You have asked for this already.'),
}
