import { sql } from 'drizzle-orm'
import { doneBy, type ObjectPart } from '#features/house/objects/model.ts'
import { user } from '#platform/db/tables.ts'
import { formatCount, formatDay, formatMoney } from '#platform/words.ts'
import { membershipGifts } from './table.ts'

interface GiftLine {
  months: number
  freeUntil: string | null
  customPence: number | null
  wasPence: number | null
  notes: string
  by: string | null
}

/** What the office gave a person of their membership. */
export const giftPart: ObjectPart<GiftLine> = {
  noun: null,
  history: {
    person: userId => sql`select g.id::text, null, g.created_at, jsonb_build_object('months', g.gifted_months,
        'freeUntil', g.free_until, 'customPence', g.custom_pence, 'wasPence', g.price_was_pence, 'notes', g.notes, 'by', w.name)
      from ${membershipGifts} g left join ${user} w on w.id = g.given_by where g.user_id = ${userId}`,
  },
  say: ({ by, notes, ...line }) => ({ title: doneBy(giftWords(line), by), detail: notes || null }),
}

function giftWords({ months, freeUntil, customPence, wasPence }: Omit<GiftLine, 'by' | 'notes'>): string {
  const free = freeUntil
    ? `${months > 0 ? `${formatCount(months, 'free month')} given, free` : 'Free'} until ${formatDay(new Date(freeUntil))}`
    : ''
  const price =
    wasPence === null
      ? ''
      : customPence === null
        ? 'price of one’s own taken away'
        : `${formatMoney(customPence)} a month instead of ${formatMoney(wasPence)}`
  const words = [free, price].filter(Boolean).join('; ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
