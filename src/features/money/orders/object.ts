import { sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { containing } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { formatMoney, stateWords } from '#platform/words.ts'
import { orders } from './table.ts'

interface OrderLine {
  description: string
  person: string | null
  pence: number
  status: string
}

const line = sql`jsonb_build_object('description', o.description, 'person', u.name, 'pence', o.amount_pence,
  'status', o.status)`
const from = sql`${orders} o join ${user} u on u.id = o.user_id`

/** Orders: by their number, the provider's, what they are for and whose they are, the latest first; and those of a person. */
export const orderPart: ObjectPart<OrderLine> = {
  noun: 'order',
  find: q => sql`select o.id::text, o.created_at, ${line} from ${from}
    where o.id::text ilike ${containing(q).slice(1)} or o.stripe_payment_intent_id = ${q} or o.description ilike ${containing(q)}
      or o.user_id in (select p.id from ${user} p where p.name ilike ${containing(q)} or p.email ilike ${containing(q)})
    order by o.created_at desc, o.id`,
  history: userId => sql`select o.id::text, o.created_at, ${line} from ${from} where o.user_id = ${userId}
    order by o.created_at desc`,
  say: ({ description, person, pence, status }) => ({
    title: `${description}, ${formatMoney(pence)}`,
    detail: `Order of ${person}, ${stateWords(status).toLowerCase()}`,
  }),
}
