import { sql } from 'drizzle-orm'
import { installTexts } from '#features/home/landing/model.ts'
import { dayRow } from '#features/market/days/model.ts'
import { marketDays } from '#features/market/days/table.ts'
import { installCatalogue } from '#features/membership/tiers/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { installFacilities } from '#features/spaces/facilities/model.ts'
import { addDays, weekdayOf } from '#platform/dates.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate } from '#platform/time.ts'

/** Tiers, facilities, market days and the texts of the public pages. What is there already stays as it is. */
export async function seedHouse(tx: Tx): Promise<void> {
  if (await isEmpty(tx, membershipTiers)) await installCatalogue(tx, 'information')
  await installFacilities(tx)
  for (const on of ['2025-11-22', ...nextMarketDays(calendarDate(tx.now), 4)])
    await tx.insert(marketDays).values(dayRow({ on })).onConflictDoNothing({ target: marketDays.on })
  await installTexts(tx)
}

/** The fourth Saturday of each of the next months, from `today` on (decision 33). */
export function nextMarketDays(today: string, count: number): string[] {
  const days: string[] = []
  for (let on = addDays(today, 1); days.length < count; on = addDays(on, 1)) {
    const dayOfMonth = Number(on.slice(8))
    if (weekdayOf(on) === 'saturday' && dayOfMonth >= 22 && dayOfMonth <= 28) days.push(on)
  }
  return days
}

async function isEmpty(tx: Tx, table: typeof membershipTiers) {
  const { rows } = await tx.execute(sql`select 1 from ${table} limit 1`)
  return rows.length === 0
}
