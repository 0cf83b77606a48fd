import { and, eq, gt, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { wayWords } from '#features/money/orders/inputs.ts'
import type { OrderKind } from '#features/money/orders/model.ts'
import { orders, payerColumns } from '#features/money/orders/table.ts'
import { addDays } from '#platform/dates.ts'
import { listPage, matching, matchingPerson } from '#platform/db/list-page.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { exportable, ifAny } from '#platform/rpc/export.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { instantOf } from '#platform/time.ts'
import { ledgerList } from './inputs.ts'
import { ledgerEntries } from './table.ts'

/** What admins see of the ledger, for these kinds of income; part of `payments` in the router. */
export const ledgerCalls = (kinds: Pick<OrderKind, 'name'>[]) => ({
  /** Every penny in or out, with the sum in pence of all that the filter finds. */
  ledger: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'The money ledger' })
      .input(ledgerList)
      .handler(async ({ input, context: { db } }) => {
        const where = found(input)
        const select = db
          .select(listed)
          .from(ledgerEntries)
          .leftJoin(user, eq(user.id, ledgerEntries.userId))
          .leftJoin(orders, eq(orders.id, ledgerEntries.orderId))
          .where(where)
          .$dynamic()
        const { createdAt, amountPence, id } = ledgerEntries
        const page = await listPage(db, select, input, { sort: { createdAt, amountPence }, tie: id })
        const sumPence = page.rows[0]?.sumPence ?? (await sumOf(db, where))
        return {
          ...page,
          rows: page.rows.map(({ sumPence: _, ...row }) => row),
          sumPence,
          kinds: kinds.map(({ name }) => name),
        }
      }),
    {
      When: row => row.createdAt,
      Person: row => row.person,
      Email: row => row.email,
      For: row => row.description,
      Kind: row => row.kind,
      How: row => wayWords[row.way],
      'Amount (£)': row => ({ pence: row.amountPence }),
      'VAT rate (%)': ifAny(row => row.vatPercent),
      'VAT (£)': ifAny(row => (row.vatPence === null ? null : { pence: row.vatPence })),
      Reference: row => row.externalRef,
      Order: row => row.orderId,
    },
  ),
})

const listed = {
  id: ledgerEntries.id,
  orderId: ledgerEntries.orderId,
  userId: ledgerEntries.userId,
  kind: ledgerEntries.kind,
  way: ledgerEntries.way,
  amountPence: ledgerEntries.amountPence,
  vatPercent: ledgerEntries.vatPercent,
  vatPence: ledgerEntries.vatPence,
  description: ledgerEntries.description,
  externalRef: ledgerEntries.externalRef,
  createdAt: ledgerEntries.createdAt,
  ...payerColumns,
  // Of all that was found, not of the page: in the same statement, so that the sum and the rows agree.
  sumPence: sql<number>`(sum(${ledgerEntries.amountPence}) over ())::float8`,
}

function found({ kind, way, direction, from, to, q }: z.output<typeof ledgerList>): SQL | undefined {
  const { amountPence, createdAt, description, externalRef } = ledgerEntries
  return and(
    kind ? eq(ledgerEntries.kind, kind) : undefined,
    way && eq(ledgerEntries.way, way),
    direction && (direction === 'in' ? gt(amountPence, 0) : lt(amountPence, 0)),
    from ? gte(createdAt, instantOf(from, '00:00')) : undefined,
    to ? lt(createdAt, instantOf(addDays(to, 1), '00:00')) : undefined,
    q ? or(matchingPerson(q, ledgerEntries.userId, description, externalRef), isOfPayer(q)) : undefined,
  )
}

/** Of an order whose payer has no account, by what they are called. */
const isOfPayer = (q: string) => sql`${ledgerEntries.orderId} = any(array(select ${orders.id} from ${orders}
  where ${matching(q, orders.payerName, orders.payerEmail)}))`

/** For a page without rows, such as one behind the last. */
async function sumOf(db: Reader, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ sumPence: sql<number>`coalesce(sum(${ledgerEntries.amountPence}), 0)::float8` })
    .from(ledgerEntries)
    .where(where)
  return row!.sumPence
}
