import { type SQL, sql } from 'drizzle-orm'
import { doneBy, type ObjectPart } from '#features/house/objects/model.ts'
import { auditLog, user } from '#platform/db/tables.ts'
import { stateWords } from '#platform/words.ts'
import { formatSum } from './rules.ts'
import { causes, refunds } from './table.ts'

interface RefundLine {
  pence: number
  currency: string
  reason: string
  status: string
  /** Whoever of the office gave it back; null for the house and for who cancelled themselves. */
  by: string | null
}

/** What went back to a person, for an order or for a booking; a line opens the order that it is of. */
export const refundPart: ObjectPart<RefundLine> = {
  noun: 'order',
  history: {
    person: userId => select(sql`r.order_id::text`, sql`r.user_id = ${userId}`),
    order: orderId => select(sql`null`, sql`r.order_id = ${orderId}`),
    booking: bookingId => select(sql`r.order_id::text`, sql`r.ref = ${causes.booking(bookingId)}`),
  },
  say: ({ pence, currency, reason, status, by }) => ({
    title: doneBy(`${formatSum(pence, currency)} given back`, by),
    detail: `${reason}; ${stateWords(status).toLowerCase()}`,
  }),
}

function select(opens: SQL, where: SQL): SQL {
  return sql`select r.id::text, ${opens}, r.created_at, jsonb_build_object('pence', r.amount_pence, 'currency', r.currency,
      'reason', r.reason, 'status', r.status, 'by', (select w.name from ${auditLog} l join ${user} w on w.id = l.actor_id
        where l.table_name = 'refunds' and l.row_id = r.id::text and l.action = 'insert' limit 1))
    from ${refunds} r where ${where}`
}
