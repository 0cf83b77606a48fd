import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Days, daysOf } from '#features/money/ledger/rules.ts'
import { isDisputed, isPayment, isRefund, ledgerEntries } from '#features/money/ledger/table.ts'
import type { OrderKind } from '#features/money/orders/model.ts'
import { addDays } from '#platform/dates.ts'
import type { Reader } from '#platform/db/pool.ts'
import { exportableInLines, ifAny } from '#platform/rpc/export.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { calendarDate, instantOf, venueZone } from '#platform/time.ts'
import { takingsList } from './inputs.ts'

/** Sums of the ledger in pence; what goes back is negative, so that the first three add up to `netPence`. */
export interface Sums {
  /** Payments. */
  takenPence: number
  refundedPence: number
  /** What banks took because its payer objected, less what they returned. */
  disputedPence: number
  netPence: number
  /** What of `netPence` moved at the desk, and by transfer; the rest is with the provider of card payments. */
  deskPence: number
  transferPence: number
  /** VAT within `netPence`, the sum of what each entry holds; null: the house was not registered. */
  vatPence: number | null
}

/** Whether any of it moved so, also where it adds up to nothing. */
interface Ways {
  hasDesk: boolean
  hasTransfer: boolean
}

/** What a day has of one kind of income. */
interface Part extends Sums, Ways {
  kind: string
  /** Of each entry as it was when its money was paid: a day on which it changed has a part for each. */
  vatPercent: number | null
}

interface Day extends Sums, Ways {
  /** The venue's day. */
  on: string
  parts: Part[]
}

/** A line of the file. */
interface Line extends Part {
  on: string
  beforeVatPence: number | null
}

interface Found extends Ways {
  rows: Day[]
  kinds: (Sums & { kind: string })[]
  sum: Sums
  total: number
}

/** What came in by day, for these kinds of income; part of `payments` in the router. */
export const takingsCalls = (kinds: Pick<OrderKind, 'name'>[]) => ({
  /**
   * Money by the venue's day, and of each day by kind and rate of VAT, from the ledger, in pence; with the sums of each kind and of
   * all, over all pages. Without days it is the month that it is now. The file has a line for each part of a day, as books want it.
   */
  takings: exportableInLines(
    forAdmin
      .route({ method: 'GET', summary: 'Takings by day' })
      .input(takingsList)
      .handler(async ({ input, context: { db, now } }) => {
        const days = daysOf(input, calendarDate(now))
        const found = await reckon(db, input, days)
        const hasVat = found.sum.vatPence !== null
        return {
          ...{ ...found, ...days, hasVat, today: calendarDate(now), all: kinds.map(({ name }) => name) },
          // Where there is VAT at all, what was paid without any is whole in this column too, so that it adds up.
          rows: found.rows.map(({ parts, ...day }) => ({
            ...day,
            parts: parts.map(part => ({
              ...part,
              beforeVatPence: hasVat ? part.netPence - (part.vatPence ?? 0) : null,
            })),
          })),
        }
      }),
    ({ on, parts }) => parts.map(part => ({ on, ...part })),
    {
      Date: row => row.on,
      Kind: row => row.kind,
      'Taken (£)': row => ({ pence: row.takenPence }),
      'Refunds (£)': row => ({ pence: row.refundedPence }),
      'Disputes (£)': row => ({ pence: row.disputedPence }),
      'Net (£)': row => ({ pence: row.netPence }),
      'At the desk (£)': ifAny<Line>(row => inPounds(row.hasDesk ? row.deskPence : null)),
      'By transfer (£)': ifAny<Line>(row => inPounds(row.hasTransfer ? row.transferPence : null)),
      'VAT rate (%)': ifAny<Line>(row => row.vatPercent),
      'VAT (£)': ifAny<Line>(row => inPounds(row.vatPence)),
      'Net of VAT (£)': ifAny<Line>(row => inPounds(row.beforeVatPence)),
    },
  ),
})

const inPounds = (pence: number | null) => (pence === null ? null : { pence })

/** One statement, so that the days, their sums and how many there are agree whatever is entered meanwhile. */
async function reckon(
  db: Reader,
  { kind, page, pageSize, sort }: z.output<typeof takingsList>,
  { from, to }: Days,
): Promise<Found> {
  const order = sql.raw(sort === 'on' ? 'asc' : 'desc')
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
    with parts as materialized (
      select (l.created_at at time zone ${venueZone})::date::text as "on", l.kind, l.vat_percent as "vatPercent",
        coalesce(sum(l.amount_pence) filter (where ${isPayment}), 0) as "takenPence",
        coalesce(sum(l.amount_pence) filter (where ${isRefund}), 0) as "refundedPence",
        coalesce(sum(l.amount_pence) filter (where ${isDisputed}), 0) as "disputedPence",
        sum(l.amount_pence) as "netPence",
        coalesce(sum(l.amount_pence) filter (where l.way = 'desk'), 0) as "deskPence",
        coalesce(sum(l.amount_pence) filter (where l.way = 'transfer'), 0) as "transferPence", sum(l.vat_pence) as "vatPence",
        bool_or(l.way = 'desk') as "hasDesk", bool_or(l.way = 'transfer') as "hasTransfer"
      from ${ledgerEntries} l
      where l.created_at >= ${instantOf(from, '00:00').toISOString()}::timestamptz
        and l.created_at < ${instantOf(addDays(to, 1), '00:00').toISOString()}::timestamptz
        and ${kind === undefined ? sql`true` : sql`l.kind = ${kind}`}
      group by 1, 2, 3),
    days as materialized (
      select "on", ${sums}, bool_or("hasDesk") as "hasDesk", bool_or("hasTransfer") as "hasTransfer",
        jsonb_agg(to_jsonb(parts) - 'on' order by kind, "vatPercent" nulls first) as parts
      from parts group by "on")
    select
      (select coalesce(jsonb_agg(p), '[]') from (select * from days order by "on" ${order} limit ${pageSize}
        offset ${(page - 1) * pageSize}) p) as rows,
      (select coalesce(jsonb_agg(k order by k.kind), '[]') from (select kind, ${sums} from parts group by kind) k) as kinds,
      (select to_jsonb(s) from (select ${sums} from days) s) as sum,
      (select coalesce(bool_or("hasDesk"), false) from days) as "hasDesk",
      (select coalesce(bool_or("hasTransfer"), false) from days) as "hasTransfer",
      (select count(*)::int from days) as total`)
  return rows[0]!
}

const sums: SQL = sql.raw(
  [
    ...['takenPence', 'refundedPence', 'disputedPence', 'netPence', 'deskPence', 'transferPence'].map(
      name => `coalesce(sum("${name}"), 0) as "${name}"`,
    ),
    'sum("vatPence") as "vatPence"',
  ].join(', '),
)
