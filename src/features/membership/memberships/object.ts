import { sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import type { OrderThings } from '#features/money/receipts/model.ts'
import { formatDay, stateWords } from '#platform/words.ts'
import { userMemberships } from './table.ts'

interface MembershipLine {
  tier: string
  status: string
  payment: string
  until: string | null
}

const line = sql`jsonb_build_object('tier', t.name, 'status', m.status, 'payment', m.payment_status,
  'until', m.current_period_end)`
const from = sql`${userMemberships} m join ${membershipTiers} t on t.id = m.tier_id`

/** The plan of a person, and those before it. */
export const membershipPart: ObjectPart<MembershipLine> = {
  noun: null,
  history: userId => sql`select m.id::text, m.created_at, ${line} from ${from} where m.user_id = ${userId}
    order by m.created_at desc`,
  say: ({ tier, status }) => ({ title: `${tier} plan`, detail: stateWords(status) }),
  facts: {
    of: userId => sql`select ${line} from ${from} where m.user_id = ${userId} and m.status = 'active'`,
    say: (now: MembershipLine | null) => [
      { label: 'Plan', value: now?.tier ?? 'None' },
      { label: 'Payment', value: now && stateWords(now.payment) },
      { label: 'Period ends', value: now?.until ? formatDay(new Date(now.until)) : null },
    ],
  },
}

export const membershipThings: OrderThings = {
  kind: 'membership',
  of: async () => [
    { label: 'Your membership', paid: 'Payment successful', to: '/account', search: { tab: 'membership' } },
  ],
}
