import { sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { formatMoney, stateWords } from '#platform/words.ts'
import { disputes } from './table.ts'

interface DisputeLine {
  pence: number
  description: string
  status: string
}

/** What a person disputed at their bank; a line opens the order that it is about. */
export const disputePart: ObjectPart<DisputeLine> = {
  noun: 'order',
  history:
    userId => sql`select coalesce(d.order_id::text, ''), d.created_at, jsonb_build_object('pence', d.amount_pence,
      'description', d.description, 'status', d.status)
    from ${disputes} d where d.user_id = ${userId} order by d.created_at desc`,
  say: ({ pence, description, status }) => ({
    title: `${formatMoney(pence)} disputed at the bank`,
    detail: `${description}; ${stateWords(status).toLowerCase()}`,
  }),
}
