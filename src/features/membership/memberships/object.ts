import { sql } from 'drizzle-orm'
import type { ObjectFact } from '#features/house/objects/inputs.ts'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import type { OrderThings } from '#features/money/receipts/model.ts'
import { user } from '#platform/db/tables.ts'
import { formatDay, formatMoney, stateWords } from '#platform/words.ts'
import { userMemberships } from './table.ts'

interface MembershipLine {
  tier: string
  status: string
  payment: string
  until: string | null
  isEnd?: boolean
}

/** The plan of now, with what its row in the list of payments is found by. */
interface CurrentLine extends MembershipLine {
  id: string
  email: string
  pence: number
  overdueSince: string | null
}

const line = sql`jsonb_build_object('tier', t.name, 'status', m.status, 'payment', m.payment_status,
  'until', m.current_period_end)`
const from = sql`${userMemberships} m join ${membershipTiers} t on t.id = m.tier_id`

/** The plan of a person, and those before it. */
export const membershipPart: ObjectPart<MembershipLine> = {
  noun: null,
  history: {
    person: userId => sql`select concat(m.id, e.place), null, e.at, ${line} || jsonb_build_object('isEnd', e.place = 2)
      from ${from} cross join lateral (values (1, m.created_at), (2, m.ended_at)) e(place, at)
      where e.at is not null and m.user_id = ${userId}`,
  },
  say: ({ tier, status, isEnd }) =>
    isEnd ? { title: `${tier} plan ended`, detail: null } : { title: `${tier} plan`, detail: stateWords(status) },
  facts: {
    of: userId => sql`select ${line} || jsonb_build_object('id', m.id, 'email', u.email,
        'pence', coalesce(m.monthly_pence, t.price_pence), 'overdueSince', m.overdue_since)
      from ${from} join ${user} u on u.id = m.user_id where m.user_id = ${userId} and m.status = 'active'`,
    say: (now: CurrentLine | null) => [
      { label: 'Plan', value: now?.tier ?? 'None' },
      { label: 'Payment', value: now && paymentFact(now) },
      { label: 'Period ends', value: now?.until ? formatDay(new Date(now.until)) : null },
    ],
  },
}

/** What is overdue says how much and since when, and leads to its row: the tries of the bank are known there. */
function paymentFact({ id, email, payment, pence, overdueSince }: CurrentLine): ObjectFact['value'] {
  if (payment !== 'overdue') return stateWords(payment)
  const since = overdueSince ? ` since ${formatDay(new Date(overdueSince))}` : ''
  const title = `Overdue${since}: ${formatMoney(pence)} a month`
  return [{ title, to: '/admin/payments', search: { plans: 'all', q: email, open: id } }]
}

export const membershipThings: OrderThings = {
  kind: 'membership',
  of: async () => [
    { label: 'Your membership', paid: 'Payment successful', link: { to: '/account', search: { tab: 'membership' } } },
  ],
}
