import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db/transaction.ts'
import { wholeHouse } from './rules.ts'
import { spaces } from './table.ts'

/** The id of a room that every house has, by its key. */
export const roomOf = (slug: string) => sql<string>`(select room.id from ${spaces} room where room.slug = ${slug})`

/** Makes the rooms that are not there yet, as parts of the house; answers with the id of each room by its key. */
export async function installRooms(
  tx: Tx,
  rooms: readonly { slug: string; name: string; units?: number; people?: number; features?: string[] }[],
): Promise<(slug: string) => string> {
  const rows = rooms.map((room, sortOrder) => ({ ...room, parentId: roomOf(wholeHouse), sortOrder }))
  await tx.insert(spaces).values(rows).onConflictDoNothing({ target: spaces.slug })
  const all = await tx.select({ id: spaces.id, slug: spaces.slug }).from(spaces)
  return slug => all.find(each => each.slug === slug)!.id
}
