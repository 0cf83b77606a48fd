import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { messages } from '#features/spaces/calendar/inputs.ts'
import { stretchOf } from '#features/spaces/calendar/model.ts'
import type { Stretch } from '#features/spaces/calendar/rules.ts'
import { reservations } from '#features/spaces/calendar/table.ts'
import { studioRoom } from '#features/spaces/rooms/rules.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { linesFor, timeWaited } from '#features/spaces/waiting/model.ts'
import { clearRoom } from '#features/spaces/waiting-slots/model.ts'
import { addDays } from '#platform/dates.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { refusal } from '#platform/rpc/errors.ts'
import { instantOf, wallTime } from '#platform/time.ts'

/** The studio's own hours, and how long it is made ready after a session, for any select. */
export const studioHours = sql<{
  opensAt: string | null
  closesAt: string | null
  turnaroundMinutes: number
}>`(select jsonb_build_object('opensAt', room.opens_at,
  'closesAt', room.closes_at, 'turnaroundMinutes', room.turnaround_minutes) from ${spaces} room where room.slug = ${studioRoom})`

/**
 * Whoever waits for what is free now has it first: WAITED_FOR. What was held until a while ago is shown as free, and is, though
 * nobody has cleared it away yet.
 */
export async function makeWay(tx: Tx, userId: string, { startsAt, endsAt }: Stretch): Promise<void> {
  const [row] = await tx
    .select({
      id: spaces.id,
      waiting: linesIn(userId, startsAt, endsAt, tx.now),
      hasExpired: sql<boolean>`exists (select from ${reservations} r where r.space_id = any(spaces.leaf_ids)
        and r.held_until <= ${tx.now.toISOString()} and tstzrange(r.starts_at, r.ends_at, '[)') && tstzrange(${startsAt.toISOString()}::timestamptz,
        ${endsAt.toISOString()}::timestamptz + make_interval(mins => spaces.turnaround_minutes)))`,
    })
    .from(spaces)
    .where(eq(spaces.slug, studioRoom))
  if (row!.waiting.some(({ isDue }) => isDue)) throw refusal('WAITED_FOR', messages.waitedFor, { field: 'startTime' })
  if (row!.hasExpired) await clearRoom(tx, { spaceId: row!.id, startsAt, endsAt })
}

/** When the studio is taken on each of so many days, or others are about to be offered it: wall times of the venue, cut to the day. */
export async function takenFrom(
  db: Reader,
  userId: string,
  from: string,
  days: number,
  now: Date,
): Promise<{ on: string; taken: { from: string; until: string }[] }[]> {
  const [begins, ends] = [instantOf(from, '00:00'), instantOf(addDays(from, days), '00:00')]
  const rows = await db
    .select({ startsAt: reservations.startsAt, endsAt: reservations.endsAt })
    .from(reservations)
    .innerJoin(spaces, eq(spaces.slug, studioRoom))
    .where(
      and(
        sql`reservations.space_id = any(spaces.leaf_ids)`,
        sql`tstzrange(reservations.starts_at, reservations.ends_at, '[)') && tstzrange(${begins.toISOString()}::timestamptz, ${ends.toISOString()}::timestamptz)`,
        or(isNull(reservations.heldUntil), gt(reservations.heldUntil, now)),
      ),
    )
    .orderBy(reservations.startsAt)
  const [line] = await db
    .select({ waiting: linesIn(userId, begins, ends, now) })
    .from(spaces)
    .where(eq(spaces.slug, studioRoom))
  const waited = line!.waiting
    .filter(({ isDue }) => isDue)
    .map(entry => stretchOf({ startsAt: entry.startsAt, endsAt: entry.readyAt }))
  const all = [...rows, ...waited].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  return Array.from({ length: days }, (_, ahead) => {
    const on = addDays(from, ahead)
    const [midnight, next] = [instantOf(on, '00:00'), instantOf(addDays(on, 1), '00:00')]
    const taken = all
      .filter(({ startsAt, endsAt }) => startsAt < next && endsAt > midnight)
      .map(({ startsAt, endsAt }) => ({
        from: startsAt <= midnight ? '00:00' : wallTime(startsAt),
        until: endsAt >= next ? '24:00' : wallTime(endsAt),
      }))
    return { on, taken }
  })
}

/** Who waits for the studio, or is offered it, in a time. */
const linesIn = (userId: string, from: Date, until: Date, now: Date) =>
  linesFor(
    userId,
    sql`${timeWaited} && tstzrange(${from.toISOString()}::timestamptz,
      ${until.toISOString()}::timestamptz + make_interval(mins => spaces.turnaround_minutes))`,
    now,
  )
