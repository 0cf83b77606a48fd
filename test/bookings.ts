import { eq } from 'drizzle-orm'
import { bookings } from '#features/bookings/table.ts'
import { bookingTypes } from '#features/facilities/table.ts'
import { grantTokens } from '#features/tokens/model.ts'
import type { TestApp } from './app.ts'
import type { Person } from './people.ts'

let count = 0

/** A facility: 5 tokens or £30 an hour, one unit, every day, unless told otherwise. */
export async function facility(app: TestApp, options: Partial<typeof bookingTypes.$inferInsert> = {}) {
  const slug = `room_${++count}`
  const values = { slug, name: `Room ${count}`, tokenCost: 5, cashPricePence: 3_000, ...options }
  const [row] = await app.db.insert(bookingTypes).values(values).returning()
  return row!
}

/** Tokens for a person, as a purchase would bring them. */
export async function giveTokens(app: TestApp, { id }: Person, amount: number): Promise<void> {
  const ref = `test:${++count}:${id}`
  await app.write(tx => grantTokens(tx, { userId: id, amount, type: 'purchase', description: 'Test', ref }))
}

/** A booking as the database has it. */
export async function bookingRow(app: TestApp, id: string) {
  const [row] = await app.db.select().from(bookings).where(eq(bookings.id, id))
  return row!
}

/**
 * What must hold whatever happened: nobody shares a unit, weekly hours are the confirmed ones, tokens are where the
 * bookings say. Each query returns no row.
 */
export const bookingInvariants = {
  overlaps: `select a.id, b.id from bookings a join bookings b on a.id < b.id and a.booking_type_id = b.booking_type_id
    and a.unit = b.unit and a.status <> 'cancelled' and b.status <> 'cancelled' and a.starts_at < b.ends_at and b.starts_at < a.ends_at`,
  capacity: `select b.id from bookings b join booking_types t on t.id = b.booking_type_id where b.unit > t.units`,
  usage: `select * from (
      select b.user_id, t.slug, date_trunc('week', b.booking_on)::date as monday, sum(extract(epoch from b.ends_at - b.starts_at) / 60)::int as minutes
      from bookings b join booking_types t on t.id = b.booking_type_id where b.status = 'confirmed' group by 1, 2, 3
    ) real full join (select * from weekly_booking_usage where minutes_used > 0) kept
      on kept.user_id = real.user_id and kept.booking_type_slug = real.slug and kept.week_start_on = real.monday
    where real.minutes is distinct from kept.minutes_used`,
  tokens: `select b.id from bookings b left join token_transactions d on d.ref = 'booking:' || b.id
    where b.tokens_used <> coalesce(-d.amount, 0)`,
  balances: `select user_id from tokens group by user_id having sum(amount - used) <> (
      select coalesce(sum(x.amount), 0) from token_transactions x where x.user_id = tokens.user_id)`,
}

/** The invariants that do not hold; empty when all do. */
export async function brokenInvariants(app: TestApp): Promise<string[]> {
  const broken: string[] = []
  for (const [name, query] of Object.entries(bookingInvariants))
    if ((await app.sql(query)).length > 0) broken.push(name)
  return broken
}
