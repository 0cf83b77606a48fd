import { sql } from 'drizzle-orm'
import type { Reader } from '#platform/db.ts'

interface Fault extends Record<string, unknown> {
  what: string
}

// Each query returns no row while the books agree; `what` names the row and both sums.
const rules: [name: string, query: ReturnType<typeof sql>][] = [
  [
    'balance of tokens and movements of tokens',
    sql`select 'person ' || user_id || ': lots ' || sum(lots) || ', movements ' || sum(moved) as what from (
      select user_id, amount - used as lots, 0 as moved from tokens
      union all select user_id, 0, amount from token_transactions) t
      group by user_id having sum(lots) <> sum(moved) order by user_id limit 1`,
  ],
  [
    'running balance of tokens',
    sql`select 'movement ' || id || ': says ' || balance_after || ', adds up to ' || running as what from (
      select id, seq, balance_after, sum(amount) over (partition by user_id order by seq) as running from token_transactions) t
      where balance_after <> running order by seq limit 1`,
  ],
  [
    'order and ledger',
    sql`select 'order ' || o.id || ': ' || o.status || ' over ' || o.amount_pence || ', ledger ' || coalesce(sum(l.amount_pence), 0) as what
      from orders o left join ledger_entries l on l.order_id = o.id and l.amount_pence > 0
      group by o.id
      having coalesce(sum(l.amount_pence), 0) <> case when o.status in ('paid', 'refunded') then o.amount_pence else 0 end
      order by o.id limit 1`,
  ],
  [
    'refunds and ledger',
    sql`select 'order ' || o.id || ': says ' || o.refunded_pence || ', refunds ' || r.sum || ', ledger ' || l.sum as what
      from orders o,
        lateral (select coalesce(sum(amount_pence), 0) as sum from refunds where order_id = o.id) r,
        lateral (select coalesce(-sum(amount_pence), 0) as sum from ledger_entries where order_id = o.id and amount_pence < 0) l
      where o.refunded_pence <> r.sum or o.refunded_pence <> l.sum order by o.id limit 1`,
  ],
  [
    'bought tokens',
    sql`select 'order ' || coalesce(o.id::text, t.ref) || ': paid for ' || coalesce(o.quantity, 0) || ', credited ' || coalesce(t.amount, 0) as what
      from (select id, (lines -> 0 ->> 'quantity')::int as quantity from orders where kind = 'tokens' and paid_at is not null) o
      full join (select ref, amount from tokens where ref like 'order:%') t on t.ref = 'order:' || o.id
      where coalesce(o.quantity, 0) <> coalesce(t.amount, 0) limit 1`,
  ],
]

/** Recomputes every balance of tokens and money. The first difference in words, or null when there is none. */
export async function firstLedgerFault(db: Reader): Promise<string | null> {
  for (const [name, query] of rules) {
    const { rows } = await db.execute<Fault>(query)
    if (rows[0]) return `${name}: ${rows[0].what}`
  }
  return null
}
