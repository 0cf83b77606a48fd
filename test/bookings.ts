import { eq } from 'drizzle-orm'
import { grantTokens } from '#features/membership/tokens/model.ts'
import { bookings } from '#features/spaces/bookings/table.ts'
import type { Person } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'

let count = 0

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
