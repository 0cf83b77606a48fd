import { eq, getViewSelectedFields, sql } from 'drizzle-orm'
import { ledgerEntries, refs } from '#features/money/ledger/table.ts'
import { enteredByMistake, messages as orderMessages, type Way } from '#features/money/orders/inputs.ts'
import { whyNot } from '#features/money/orders/rules.ts'
import { orders, payerColumns } from '#features/money/orders/table.ts'
import type { RefundStatus } from '#features/money/refunds/inputs.ts'
import { causes, refunds } from '#features/money/refunds/table.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { notFound } from '#platform/rpc/errors.ts'
import type { GivenBack } from './rules.ts'
import { payments } from './table.ts'

/** Something that an order holds or has paid for, by the page where it is. */
export interface OrderThing {
  label: string
  /** What is said of its payment while the person has it; left out once they have not. */
  paid?: string
  /** So many tokens paid for it beside the card; left out where none did. */
  tokens?: number
  /** until when it is still to come; what is over is said to be paid */
  until?: Date
  /** What has a page that says all of it, as the thing itself is shown: `picture` is its key among those of the house. */
  shown?: { name: string; day: string; hours: string; picture: string }
  link:
    | { to: '/bookings/$id' | '/guest-tickets/$id'; params: { id: string } }
    | { to: '/account'; search: { tab: 'membership' } }
    | { to: '/studio' }
    | { to: '/market-booking/$id'; params: { id: string } }
}

/** What orders of one kind lead to from their page: an export of the `object.ts` of whoever sells it, and a line in src/orders.ts. */
export interface OrderThings {
  kind: string
  /** The person has them whether they are paid or not: nothing is held for the payment. */
  isTheirsUnpaid?: true
  /** At most one statement. */
  of(db: Reader, orderId: string): Promise<OrderThing[]>
}

/**
 * One payment, its payer's name and what went back: of the payment itself (`givenBack`) and of others that arrived for its order
 * and were refused (`refusedBack`). For its payer and for admins, in one statement. NOT_FOUND for everybody else.
 */
export async function paymentFor(db: Reader, actor: Actor, id: string) {
  const [row] = await db
    .select({ payment: getViewSelectedFields(payments), person: payerColumns.person, backs })
    .from(payments)
    .leftJoin(user, eq(user.id, payments.userId))
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.id, id))
  if (!row || whyNot.read(actor, row.payment)) throw notFound(orderMessages.notFound)
  const { vatPercent, vatNumber, vatPence, ...payment } = row.payment
  const vat = vatPercent === null ? null : { vatPercent, vatNumber: vatNumber ?? '', vatPence: vatPence ?? 0 }
  return {
    payment: { ...payment, vat },
    person: row.person,
    givenBack: row.backs.filter(({ isOfRefused }) => !isOfRefused).map(back => asGivenBack(back, payment)),
    refusedBack: row.backs.filter(({ isOfRefused }) => isOfRefused).map(back => asGivenBack(back, payment)),
  }
}

type Back = Omit<GivenBack, 'at' | 'outcome'> & {
  status: RefundStatus
  at: string
  /** The desk entered a payment that never was one. */
  isMistake: boolean
  /** It was another payment that arrived for the order and was refused: nothing of what paid it. */
  isOfRefused: boolean
}

const asGivenBack = ({ status, isMistake, isOfRefused: _, at, ...back }: Back, { way }: { way: Way }): GivenBack => ({
  ...back,
  at: new Date(at),
  // Of who was erased the books have no other words left.
  ...(isMistake && { reason: enteredByMistake }),
  outcome: isMistake ? 'never' : status === 'done' && way === 'desk' ? 'atDesk' : status,
})

const backs = sql<Back[]>`(select coalesce(jsonb_agg(jsonb_build_object('id', r.id,
  'pence', r.amount_pence, 'currency', r.currency, 'reason', r.reason, 'status', r.status,
  'at', coalesce(r.done_at, r.created_at), 'vatPence', coalesce(-e.vat_pence, 0),
  'isMistake', ${causes.mistake.isIn(sql`r.ref`)},
  'isOfRefused', ${payments.orderId} is not null and r.refused_payment_intent_id is not null)
  order by r.created_at, r.id), '[]')
  from ${refunds} r left join ${ledgerEntries} e on e.external_ref = ${refs.refund.of(sql`r.ref`)}
  where case when ${payments.orderId} is not null then r.order_id = ${payments.orderId}
    else r.user_id = ${payments.userId} and coalesce(r.refused_payment_intent_id, r.invoice_id) = ${payments.externalRef} end)`
