import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { bookings } from '#features/spaces/bookings/table.ts'
import { lockRooms } from '#features/spaces/calendar/model.ts'
import { reservations } from '#features/spaces/calendar/table.ts'
import { cancelBooking } from '#features/spaces/cancelling/model.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { offerFreed, withdrawOffers } from '#features/spaces/waiting/model.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { calendarDate } from '#platform/time.ts'
import { messages } from './inputs.ts'
import { whyNot } from './rules.ts'
import { closures } from './table.ts'

/** More than this is not shown at once: a month of forty busy rooms. */
const mostShown = 5_000

/**
 * What is in the calendar between two instants, of the whole house or of one room with its parts, in the order of time. What
 * takes several units of a room, or several rooms, is there once for each. `titles`: in SQL over `reservations`, what things of
 * other parts of the house are called; null of the rest.
 */
export async function takenBetween(db: Reader, from: Date, until: Date, spaceId?: string, titles: readonly SQL[] = []) {
  const rows = await db
    .select({
      kind: reservations.kind,
      ref: reservations.ref,
      spaceId: reservations.spaceId,
      room: spaces.name,
      unit: reservations.unit,
      units: spaces.units,
      startsAt: reservations.startsAt,
      endsAt: reservations.endsAt,
      heldUntil: reservations.heldUntil,
      title: sql<string>`coalesce(${sql.join([closures.reason, ...titles, user.name], sql`, `)}, '')`,
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

/**
 * Locks a room and clears it for a time: the bookings in the way, if there are as many as were seen, are cancelled with
 * everything paid given back, and their people read the reason; whoever was offered a time waits again. `ref` is the closure
 * that is moved, which is in nobody's way. Answers how many were cancelled. Throws ROOM_TAKEN, TOO_MANY_BOOKINGS,
 * CHANGED_MEANWHILE.
 */
export async function makeWay(
  tx: Tx,
  closing: { spaceId: string; startsAt: Date; endsAt: Date; reason: string; ref?: string },
  { by, cancels }: { by: string; cancels: number },
): Promise<number> {
  const { spaceId, startsAt, endsAt, reason, ref } = closing
  // From here on nobody takes the room: what is in the way now is all there is.
  await lockRooms(tx, [spaceId])
  const taken = once(await takenBetween(tx, startsAt, endsAt, spaceId)).filter(each => each.ref !== ref)
  const offered = taken.filter(({ kind }) => kind === 'offer').map(each => each.ref)
  const rows = taken.filter(({ kind }) => kind !== 'offer')
  demand(whyNot.close(rows, cancels))
  for (const each of rows.toSorted((a, b) => (a.ref < b.ref ? -1 : 1))) {
    // What was held together with one before it was let go of with that one.
    if (await isCancelled(tx, each.ref)) continue
    await cancelBooking(tx, each.ref, { userId: by, reason, isStaff: true })
  }
  // Whoever was offered a time waits again, first in line as before.
  for (const { userId } of await withdrawOffers(tx, offered))
    await tx.announce({ to: { userId }, kind: 'waiting.withdrawn', title: 'The room is closed then', message: reason })
  return rows.length
}

/** Puts a planned closure to another time or room, as long as it is; answers as `makeWay`. Throws NOT_FOUND, CLOSURE_OVER too. */
export async function moveClosure(
  tx: Tx,
  { id, spaceId, startsAt }: { id: string; spaceId: string | null; startsAt: Date },
  { by, cancels }: { by: string; cancels: number },
): Promise<number> {
  const [row] = await tx.select().from(closures).where(eq(closures.id, id)).for('update')
  if (!row) throw notFound(messages.notFound)
  demand(whyNot.move(row, { startsAt, spaceId: spaceId ?? row.spaceId }, tx.now))
  const endsAt = new Date(startsAt.getTime() + row.endsAt.getTime() - row.startsAt.getTime())
  const to = { spaceId: spaceId ?? row.spaceId, startsAt, endsAt }
  const cancelled = await makeWay(tx, { ...to, reason: row.reason, ref: id }, { by, cancels })
  await tx.update(closures).set(to).where(eq(closures.id, id))
  await tx.enqueue(offerFreed, {})
  await tx.announce({ to: 'everyone', topic: 'bookings', kind: 'slots.changed' })
  return cancelled
}

const isCancelled = async (tx: Tx, id: string) =>
  (await tx.$count(bookings, and(eq(bookings.id, id), eq(bookings.status, 'cancelled')))) > 0
