import { sql } from 'drizzle-orm'
import { bigserial, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { pointMoveTypes } from './inputs.ts'

/** Points that a person has; whoever never had any has no row. The row is the lock of their movements. */
export const userPoints = pgTable(
  'user_points',
  {
    userId: personId()
      .primaryKey()
      .references(() => user.id),
    totalPoints: integer().notNull().default(0),
    /** All that ever came, what was spent included and what was taken back not. */
    lifetimePoints: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  t => [check('user_points_total', sql`${t.totalPoints} between 0 and ${t.lifetimePoints}`)],
)

/** Append-only ledger of every movement of points, with the total after it. The same cause moves points once. */
export const pointTransactions = pgTable(
  'point_transactions',
  {
    id: id(),
    /** Order of the movements, also within one instant. */
    seq: bigserial({ mode: 'number' }).notNull(),
    userId: personId()
      .notNull()
      .references(() => user.id),
    type: word(pointMoveTypes).notNull(),
    /** Negative for what was spent or taken back. */
    amount: integer().notNull(),
    totalAfter: integer().notNull(),
    description: text().notNull(),
    /** What causes it, e.g. `attended:<registration>`. */
    ref: text().notNull(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('point_transactions_ref').on(t.ref),
    index().on(t.userId, t.createdAt),
    isOneOf('point_transactions_type', t.type, pointMoveTypes),
    check(
      'point_transactions_amount',
      sql`${t.amount} <> 0 and (${t.type} in ('spent', 'taken_back')) = (${t.amount} < 0)`,
    ),
    check('point_transactions_total', sql`${t.totalAfter} >= 0`),
  ],
)

export const data: DataMap = {
  user_points: {
    purpose: 'Points you have',
    retention: retention.sixYears,
    owner: 'user_id',
    given: 'total_points lifetime_points created_at',
    held: 'user_id',
    erasure: 'keep',
  },
  point_transactions: {
    purpose: 'Every movement of points',
    retention: retention.sixYears,
    owner: 'user_id',
    given: 'id type amount total_after description created_at',
    held: 'seq user_id ref',
    erasure: 'keep',
  },
}

export const refusals: ConstraintRefusals = {
  user_points_total: () => refusal('INSUFFICIENT_POINTS', 'Insufficient points'),
}
