import { sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { stateWords } from '#platform/words.ts'
import { formatSum } from './rules.ts'
import { refunds } from './table.ts'

interface RefundLine {
  pence: number
  currency: string
  reason: string
  status: string
}

/** What went back to a person; a line opens the order that it is of. */
export const refundPart: ObjectPart<RefundLine> = {
  noun: 'order',
  history:
    userId => sql`select coalesce(r.order_id::text, ''), r.created_at, jsonb_build_object('pence', r.amount_pence,
      'currency', r.currency, 'reason', r.reason, 'status', r.status)
    from ${refunds} r where r.user_id = ${userId} order by r.created_at desc`,
  say: ({ pence, currency, reason, status }) => ({
    title: `${formatSum(pence, currency)} given back`,
    detail: `${reason}; ${stateWords(status).toLowerCase()}`,
  }),
}
