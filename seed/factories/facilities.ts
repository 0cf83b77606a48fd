import { bookingTypes } from '#features/spaces/facilities/table.ts'
import type { Target } from './target.ts'

let count = 0

/** A facility: 5 tokens or £30 an hour, one unit, every day, unless told otherwise. */
export async function facility({ db, settled }: Target, options: Partial<typeof bookingTypes.$inferInsert> = {}) {
  const slug = `room_${++count}`
  const values = { slug, name: `Room ${count}`, tokenCost: 5, cashPricePence: 3_000, ...options }
  const [row] = await db.insert(bookingTypes).values(values).returning()
  await settled?.()
  return row!
}
