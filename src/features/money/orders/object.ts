import { type SQL, sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { containing } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { formatMoney, stateWords } from '#platform/words.ts'
import type { Way } from './inputs.ts'
import { orders } from './table.ts'

interface OrderLine {
  description: string
  person: string | null
  pence: number
  creditPence: number
  way: Way
  status: string
  /** What happened to the order that is open; none where the order as a whole is mentioned. */
  event?: 'made' | 'expired' | 'paid'
}

const line = sql`jsonb_build_object('description', o.description, 'person', coalesce(u.name, o.payer_name, 'somebody without an account'), 'pence', o.amount_pence,
  'creditPence', o.credit_pence, 'way', o.way, 'status', o.status)`
const from = sql`${orders} o left join ${user} u on u.id = o.user_id`

/** Orders: by their number, the provider's, what they are for and whose they are, the latest first; and those of a person. */
export const orderPart: ObjectPart<OrderLine> = {
  noun: 'order',
  find: q => sql`select o.id::text, o.created_at, ${line} from ${from}
    where o.id::text ilike ${containing(q).slice(1)} or o.stripe_payment_intent_id = ${q} or o.description ilike ${containing(q)}
      or o.payer_name ilike ${containing(q)} or o.payer_email ilike ${containing(q)}
      or o.user_id in (select p.id from ${user} p where p.name ilike ${containing(q)} or p.email ilike ${containing(q)})
    order by o.created_at desc, o.id`,
  history: {
    person: userId =>
      sql`select o.id::text, o.id::text, o.created_at, ${line} from ${from} where o.user_id = ${userId}`,
    order: eventsOf,
  },
  say: ({ description, person, pence, creditPence, way, status, event }) => {
    const sum = formatMoney(pence)
    if (event === 'made') return { title: `Ordered by ${person}`, detail: `${description}, ${sum}` }
    if (event === 'expired') return { title: 'Let go of, or ran out unpaid', detail: null }
    if (event === 'paid') {
      const credit = creditPence > 0 ? `${formatMoney(creditPence)} by credit` : ''
      return {
        title: 'Paid',
        detail: [pence > 0 ? `${sum} ${way === 'desk' ? 'at the desk' : 'by card'}` : '', credit]
          .filter(Boolean)
          .join(', '),
      }
    }
    return { title: `${description}, ${sum}`, detail: `Order of ${person}, ${stateWords(status).toLowerCase()}` }
  },
}

function eventsOf(orderId: string): SQL {
  return sql`select e.place::text, null, e.at, ${line} || jsonb_build_object('event', e.event) from ${from}
    cross join lateral (values (1, 'made', o.created_at), (2, 'paid', o.paid_at),
      (3, 'expired', case when o.status = 'expired' then o.expires_at end)) e(place, event, at)
    where e.at is not null and o.id = ${orderId}`
}
