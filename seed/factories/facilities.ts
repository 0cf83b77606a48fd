import { eq } from 'drizzle-orm'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { fairUseRules } from '#features/spaces/fair-use/table.ts'
import { wholeHouse } from '#features/spaces/rooms/rules.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import type { Target } from './target.ts'

let count = 0

type Room = Partial<
  Pick<typeof spaces.$inferInsert, 'units' | 'opensAt' | 'closesAt' | 'turnaroundMinutes' | 'people' | 'features'>
>

/** A facility in a room of its own, or in `spaceId`: 5 tokens or £30 an hour, one unit, every day, unless told otherwise. */
export async function facility(
  target: Target,
  {
    units,
    opensAt,
    closesAt,
    turnaroundMinutes,
    people,
    features,
    ...options
  }: Partial<typeof bookingTypes.$inferInsert> & Room = {},
) {
  const slug = `room_${++count}`
  const name = options.name ?? `Room ${count}`
  const spaceId =
    options.spaceId ??
    (await room(target, { slug, name, units, opensAt, closesAt, turnaroundMinutes, people, features })).id
  const values = { slug, name, tokenCost: 5, cashPricePence: 3_000, ...options, spaceId }
  const [row] = await target.db.insert(bookingTypes).values(values).returning()
  await target.settled?.()
  return row!
}

/** A room of the house, or a part of `parentId`. */
export async function room({ db, settled }: Target, options: Partial<typeof spaces.$inferInsert> = {}) {
  const [house] = await db.select({ id: spaces.id }).from(spaces).where(eq(spaces.slug, wholeHouse))
  const name = `Room ${++count}`
  const values = { slug: `room-${count}`, name, parentId: house!.id, ...options }
  const [row] = await db.insert(spaces).values(values).returning()
  await settled?.()
  return row!
}

/** A rule of fair use: of a facility of its own unless told otherwise, for every tier, at most 14 days ahead. */
export async function fairUseRule(target: Target, options: Partial<typeof fairUseRules.$inferInsert> = {}) {
  const facilityId = options.facilityId === undefined ? (await facility(target)).id : options.facilityId
  const values = { kind: 'ahead_days' as const, value: 14, ...options, facilityId }
  const [row] = await target.db.insert(fairUseRules).values(values).returning()
  await target.settled?.()
  return row!
}
