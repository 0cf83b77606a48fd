import { type SQL, sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import type { OrderThings } from '#features/money/receipts/model.ts'
import { formatTokens } from '#platform/words.ts'
import { balanceOf } from './model.ts'
import { tokenRefs, tokenTransactions } from './table.ts'

interface TokenLine {
  amount: number
  description: string
}

/** The tokens of a person, and how they came and went. */
export const tokenPart: ObjectPart<TokenLine> = {
  noun: null,
  history: {
    person: userId => moves(sql`k.user_id = ${userId}`),
    booking: bookingId =>
      moves(sql`k.ref = ${tokenRefs.booking(bookingId)} or k.reverses_id =
        (select s.id from ${tokenTransactions} s where s.ref = ${tokenRefs.booking(bookingId)})`),
  },
  say: ({ amount, description }) => ({
    title: `${amount > 0 ? '+' : '−'}${formatTokens(Math.abs(amount))}`,
    detail: description,
  }),
  facts: {
    of: userId => sql`select to_jsonb(${balanceOf(userId)})`,
    say: (balance: number) => [{ label: 'Tokens', value: formatTokens(balance) }],
  },
}

function moves(where: SQL): SQL {
  return sql`select lpad(k.seq::text, 20, '0'), null, k.created_at,
      jsonb_build_object('amount', k.amount, 'description', k.description)
    from ${tokenTransactions} k where ${where}`
}

export const tokenThings: OrderThings = {
  kind: 'tokens',
  of: async () => [
    { label: 'Your tokens', paid: 'Purchase complete', link: { to: '/account', search: { tab: 'membership' } } },
  ],
}
