import { enterLedger } from '#features/money/ledger/model.ts'
import { refs } from '#features/money/ledger/table.ts'
import type { Goods } from '#features/money/orders/model.ts'
import { orderTotal } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import type { Tx } from '#platform/db/transaction.ts'

/**
 * The desk took money for something: a paid order with its receipt, and its entry in the ledger, at once. What of it goes back
 * is given back like any other payment (`refundOrder`), by a counter-entry of the desk. Returns the order's id.
 */
export async function takeAtDesk(
  tx: Tx,
  { userId, kind, goods }: { userId: string; kind: string; goods: Goods },
): Promise<string> {
  const amountPence = orderTotal(goods.lines)
  const at = { createdAt: tx.now, paidAt: tx.now, expiresAt: tx.now }
  const [order] = await tx
    .insert(orders)
    .values({ userId, kind, ...goods, amountPence, way: 'desk', status: 'paid', ...at })
    .returning({ id: orders.id })
  const { id: orderId } = order!
  const { description } = goods
  await enterLedger(tx, {
    userId,
    orderId,
    kind,
    amountPence,
    description,
    way: 'desk',
    externalRef: refs.desk(orderId),
  })
  return orderId
}
