import { sql } from 'drizzle-orm'
import { bigserial, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { reference } from '#platform/db/reference.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { lotTypes, moveTypes } from './inputs.ts'

/** Lots of tokens (TOK-07): the balance is the sum of `amount - used`; the oldest lot is spent first; none expires. */
export const tokenLots = pgTable(
  'tokens',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id),
    amount: integer().notNull(),
    used: integer().notNull().default(0),
    /** Spent, and not paid for any more: of what comes back to the person so many go back to the house first. */
    owed: integer().notNull().default(0),
    type: word(lotTypes).notNull(),
    /** What made this lot, e.g. `weekly:<membership>:<monday>`: the same cause grants once. */
    ref: text().notNull(),
    allocatedAt: createdAt(),
  },
  t => [
    uniqueIndex('tokens_ref').on(t.ref),
    index().on(t.userId, t.allocatedAt),
    isOneOf('tokens_type', t.type, lotTypes),
    check('tokens_amount', sql`${t.amount} > 0`),
    check('tokens_not_overspent', sql`${t.used} between 0 and ${t.amount}`),
    check('tokens_owed', sql`${t.owed} between 0 and ${t.used}`),
  ],
)

/** Append-only ledger of every movement, with the balance after it. A reversal points at what it reverses, once. */
export const tokenTransactions = pgTable(
  'token_transactions',
  {
    id: id(),
    /** Order of the movements, also within one instant. */
    seq: bigserial({ mode: 'number' }).notNull(),
    userId: personId()
      .notNull()
      .references(() => user.id),
    type: word(moveTypes).notNull(),
    /** Negative for a debit. */
    amount: integer().notNull(),
    balanceAfter: integer().notNull(),
    description: text().notNull(),
    ref: text().notNull(),
    reversesId: uuid(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('token_transactions_ref').on(t.ref),
    uniqueIndex('token_transactions_reverses').on(t.reversesId),
    index().on(t.userId, t.createdAt),
    isOneOf('token_transactions_type', t.type, moveTypes),
    check('token_transactions_amount', sql`${t.amount} <> 0 and (${t.type} = 'debit') = (${t.amount} < 0)`),
    check('token_transactions_balance', sql`${t.balanceAfter} >= 0`),
    check('token_transactions_reversal', sql`(${t.type} = 'reversal') = (${t.reversesId} is not null)`),
  ],
)

/** What tokens are moved for, as the `ref` of a lot and of a movement says it; `return_tokens` names what it gives back so too. */
export const tokenRefs = {
  booking: reference('booking'),
  /** What was spent comes back, by the `ref` under which it was spent. */
  returned: reference('return'),
}

export const data: DataMap = {
  tokens: {
    purpose: 'Tokens you were given',
    retention: retention.sixYears,
    owner: 'user_id',
    given: 'id amount used owed type allocated_at',
    held: 'user_id ref',
    erasure: 'keep',
  },
  token_transactions: {
    purpose: 'Every movement of tokens',
    retention: retention.sixYears,
    owner: 'user_id',
    given: 'id type amount balance_after description created_at',
    held: 'seq user_id ref reverses_id',
    erasure: 'keep',
  },
}

export const refusals: ConstraintRefusals = {
  tokens_not_overspent: () => refusal('INSUFFICIENT_TOKENS', 'Insufficient tokens'),
}
