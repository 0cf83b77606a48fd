import { sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import type { OrderThings } from '#features/money/receipts/model.ts'
import { formatTokens } from '#platform/words.ts'
import { balanceOf } from './model.ts'
import { tokenTransactions } from './table.ts'

interface TokenLine {
  amount: number
  description: string
}

/** The tokens of a person, and how they came and went. */
export const tokenPart: ObjectPart<TokenLine> = {
  noun: null,
  history:
    userId => sql`select k.id::text, k.created_at, jsonb_build_object('amount', k.amount, 'description', k.description)
    from ${tokenTransactions} k where k.user_id = ${userId} order by k.created_at desc`,
  say: ({ amount, description }) => ({
    title: `${amount > 0 ? '+' : '−'}${formatTokens(Math.abs(amount))}`,
    detail: description,
  }),
  facts: {
    of: userId => sql`select to_jsonb(${balanceOf(userId)})`,
    say: (balance: number) => [{ label: 'Tokens', value: formatTokens(balance) }],
  },
}

export const tokenThings: OrderThings = {
  kind: 'tokens',
  of: async () => [{ label: 'Your tokens', paid: 'Purchase complete', to: '/account', search: { tab: 'membership' } }],
}
