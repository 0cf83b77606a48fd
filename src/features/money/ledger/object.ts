import { sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { formatMoney } from '#platform/words.ts'
import { ledgerEntries } from './table.ts'

/** What a person has paid by card in all, less what went back to them: orders, and the months of a membership. */
export const ledgerPart: ObjectPart = {
  noun: null,
  say: () => ({ title: '', detail: null }),
  facts: {
    of: userId => sql`select jsonb_build_object('pence', coalesce(sum(l.amount_pence), 0)) from ${ledgerEntries} l
      where l.user_id = ${userId}`,
    say: (now: unknown) => [{ label: 'Paid by card in all', value: formatMoney((now as { pence: number }).pence) }],
  },
}
