import { sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { formatMoney } from '#platform/words.ts'
import { isRefund, ledgerEntries } from './table.ts'

interface LedgerLine {
  pence: number
  description: string
}

/** What a person has paid in all, less what went back to them; and the months of a membership, which no order is for. */
export const ledgerPart: ObjectPart<LedgerLine> = {
  noun: null,
  history: {
    person: userId => sql`select l.id::text, null, l.created_at,
        jsonb_build_object('pence', l.amount_pence, 'description', l.description)
      from ${ledgerEntries} l where l.user_id = ${userId} and l.order_id is null and l.amount_pence > 0
        and not ${isRefund}`,
  },
  // Months that were paid, and what came back from a bank: the entry itself says which.
  say: ({ pence, description }) => ({ title: `${formatMoney(pence)} came in`, detail: description }),
  facts: {
    of: userId => sql`select jsonb_build_object('pence', coalesce(sum(l.amount_pence), 0)) from ${ledgerEntries} l
      where l.user_id = ${userId}`,
    say: (now: unknown) => [{ label: 'Paid in all', value: formatMoney((now as { pence: number }).pence) }],
  },
}
