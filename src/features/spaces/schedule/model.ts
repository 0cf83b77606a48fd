import { and, asc, eq, sql } from 'drizzle-orm'
import { reservations } from '#features/spaces/calendar/table.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { calendarDate } from '#platform/time.ts'
import { closures } from './table.ts'

/** More than this is not shown at once: a month of forty busy rooms. */
const mostShown = 5_000

/**
 * What is in the calendar between two instants, of the whole house or of one room with its parts, in the order of time. What
 * takes several units of a room, or several rooms, is there once for each.
 */
export async function takenBetween(db: Reader, from: Date, until: Date, spaceId?: string) {
  const rows = await db
    .select({
      kind: reservations.kind,
      ref: reservations.ref,
      spaceId: reservations.spaceId,
      room: spaces.name,
      unit: reservations.unit,
      startsAt: reservations.startsAt,
      endsAt: reservations.endsAt,
      heldUntil: reservations.heldUntil,
      title: sql<string>`coalesce(${closures.reason}, ${user.name}, '')`,
    })
    .from(reservations)
    .innerJoin(spaces, eq(spaces.id, reservations.spaceId))
    .leftJoin(user, eq(user.id, reservations.userId))
    .leftJoin(closures, and(eq(reservations.kind, 'closure'), eq(closures.id, reservations.ref)))
    .where(
      and(
        // Of all rooms, too, the index of the exclusion constraint answers, room by room.
        spaceId === undefined
          ? sql`reservations.space_id = any(array(select s.id from spaces s))`
          : sql`reservations.space_id = any((select s.leaf_ids from spaces s where s.id = ${spaceId})::uuid[])`,
        sql`tstzrange(reservations.starts_at, reservations.ends_at, '[)')
          && tstzrange(${from.toISOString()}::timestamptz, ${until.toISOString()}::timestamptz)`,
      ),
    )
    .orderBy(asc(reservations.startsAt), asc(reservations.ref), asc(spaces.sortOrder), asc(reservations.unit))
    .limit(mostShown)
  return rows.map(row => ({ ...row, on: calendarDate(row.startsAt) }))
}

/** Each of them once, whatever it takes. */
export const once = <Row extends { kind: string; ref: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map(row => [`${row.kind} ${row.ref}`, row])).values(),
]
