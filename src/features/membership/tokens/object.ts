import { sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import type { OrderThings } from '#features/money/receipts/model.ts'
import { formatTokens } from '#platform/words.ts'
import { balanceOf } from './model.ts'
import { tokenRefs, tokenTransactions } from './table.ts'

interface TokenLine {
  amount: number
  description: string
}

/** How the `ref` of what a booking took begins. */
const spent = tokenRefs.booking('')

/** The tokens of a person, and how they came and went; what a booking took and gave back stands in the line of the booking. */
export const tokenPart: ObjectPart<TokenLine> = {
  noun: null,
  history: {
    person: userId => sql`select lpad(k.seq::text, 20, '0'), null, k.created_at,
        jsonb_build_object('amount', k.amount, 'description', k.description)
      from ${tokenTransactions} k where k.user_id = ${userId}
        and not starts_with(k.ref, ${spent}) and not starts_with(k.ref, ${tokenRefs.returned(spent)})`,
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

export const tokenThings: OrderThings = {
  kind: 'tokens',
  of: async () => [
    { label: 'Your tokens', paid: 'Purchase complete', link: { to: '/account', search: { tab: 'membership' } } },
  ],
}
