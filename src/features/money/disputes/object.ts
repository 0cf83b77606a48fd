import { type SQL, sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { formatMoney, stateWords } from '#platform/words.ts'
import { disputes } from './table.ts'

interface DisputeLine {
  pence: number
  description: string
  status: string
  isEnd: boolean
}

/** What a person disputed at their bank, and its end; a line opens the order that it is about. */
export const disputePart: ObjectPart<DisputeLine> = {
  noun: 'order',
  history: {
    person: userId => eventsOf(sql`d.order_id::text`, sql`d.user_id = ${userId}`),
    order: orderId => eventsOf(sql`null`, sql`d.order_id = ${orderId}`),
  },
  say: ({ pence, description, status, isEnd }) => ({
    title: isEnd ? `Dispute of ${formatMoney(pence)} over` : `${formatMoney(pence)} disputed at the bank`,
    detail: `${description}; ${stateWords(status).toLowerCase()}`,
  }),
}

function eventsOf(opens: SQL, where: SQL): SQL {
  return sql`select concat(d.id, e.place), ${opens}, e.at, jsonb_build_object('pence', d.amount_pence,
      'description', d.description, 'status', d.status, 'isEnd', e.place = 2)
    from ${disputes} d cross join lateral (values (1, d.created_at), (2, d.closed_at)) e(place, at)
    where e.at is not null and ${where}`
}
