import { and, eq, type SQL, sql } from 'drizzle-orm'
import { eventColumns } from '#features/events/events/model.ts'
import { events } from '#features/events/events/table.ts'
import { lockEvent } from '#features/events/registrations/model.ts'
import { whyNot } from '#features/events/registrations/rules.ts'
import { eventRegistrations as r } from '#features/events/registrations/table.ts'
import { movedBy, movePoints, pointsOf, refOf } from '#features/membership/points/model.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { formatDate } from '#platform/words.ts'

/** The points of a registration are earned under this name, once however often it was taken back and given again. */
const pointsRef = (registrationId: string) => `attended:${registrationId}`
const moved = movedBy(r.userId, sql`'attended:' || ${r.id}`)

/**
 * Somebody was there, as a person says who saw them: from registered to attended, and the event's points are theirs, once
 * (EVA-16, decision 25). CANNOT_MARK, NOT_FOUND.
 */
export async function attend(tx: Tx, where: SQL) {
  const row = await lockStanding(tx, where)
  demand(whyNot.markAttended(row, tx.now))
  // Nobody gives points to themselves.
  const points = row.userId === tx.cause.actorId ? 0 : row.pointsReward
  await wasThere(tx, row, { points })
  return { id: row.id, name: row.guest, points }
}

/**
 * The same of whom the door let in at `at`; the event is locked by the caller. Nothing happens where it was said before, nor out
 * of the event's time. Who hosts it, or let themselves in, has no points of it: nobody gives points to themselves.
 */
export async function attendByScan(tx: Tx, id: string, at: Date): Promise<void> {
  const [row] = await standing(tx, eq(r.id, id))
  if (!row || whyNot.markAttended(row, at)) return
  const isOwn = row.userId === row.hostUserId || row.userId === tx.cause.actorId
  await wasThere(tx, row, { points: isOwn ? 0 : row.pointsReward, byScanAt: at })
}

/** Somebody was not there after all, as a person says: attendance and points go back. CANNOT_UNMARK, POINTS_SPENT, NOT_FOUND. */
export async function unattend(tx: Tx, where: SQL) {
  const row = await lockStanding(tx, where)
  demand(whyNot.unmarkAttended(row, tx.now))
  await wasNotThere(tx, row)
  return { id: row.id, name: row.guest }
}

/**
 * The last entry by which the door had noted somebody was taken back: with it goes that they were there, unless the host or the
 * office had said so. `isLast`: no entry of theirs is left. The event is locked by the caller. POINTS_SPENT.
 */
export async function unattendByScan(tx: Tx, id: string, isLast: SQL): Promise<void> {
  const [row] = await standing(tx, and(eq(r.id, id), eq(r.isAttendedByScan, true), isLast)!)
  if (row) await wasNotThere(tx, row)
}

/**
 * Nobody was at an event that does not take place, whoever came early: their points go back as far as they still have them. The
 * event is locked by the caller.
 */
export async function nobodyWasThere(tx: Tx, eventId: string): Promise<void> {
  for (const row of await standing(tx, and(eq(r.eventId, eventId), eq(r.status, 'attended'))!)) {
    await tx.update(r).set(notThere).where(eq(r.id, row.id))
    await takePoints(tx, row, Math.min(row.moved.points, row.has))
  }
}

const notThere = { status: 'registered', attendedAt: null, isAttendedByScan: false } as const

async function wasThere(
  tx: Tx,
  row: Standing,
  { points, byScanAt }: { points: number; byScanAt?: Date },
): Promise<void> {
  await tx
    .update(r)
    .set({ status: 'attended', attendedAt: byScanAt ?? tx.now, isAttendedByScan: byScanAt !== undefined })
    .where(eq(r.id, row.id))
  if (points > 0)
    await movePoints(tx, {
      ...{ userId: row.userId, type: 'earned', amount: points, ref: refOf(pointsRef(row.id), row.moved) },
      description: `${row.name}, ${formatDate(row.eventDate)}`,
    })
  await tell(tx, row)
}

async function wasNotThere(tx: Tx, row: Standing): Promise<void> {
  if (row.moved.points > row.has) throw refusal('POINTS_SPENT', 'The points for it were spent already, so it stays.')
  await tx.update(r).set(notThere).where(eq(r.id, row.id))
  await takePoints(tx, row, row.moved.points)
  await tell(tx, row)
}

async function takePoints(tx: Tx, row: Standing, points: number): Promise<void> {
  if (points <= 0) return
  await movePoints(tx, {
    ...{ userId: row.userId, type: 'taken_back', amount: -points, ref: refOf(pointsRef(row.id), row.moved) },
    description: `Taken back: ${row.name}, ${formatDate(row.eventDate)}`,
  })
}

/** Them, the office, and the host, whose list of guests it changes. */
async function tell(tx: Tx, { userId, hostUserId }: Standing): Promise<void> {
  const kind = 'events.attended'
  await tx.announce({ to: { userId }, kind })
  await tx.announce({ to: { role: 'admin' }, kind })
  const isHostElsewhere = hostUserId !== null && hostUserId !== userId && hostUserId !== tx.cause.actorId
  if (isHostElsewhere) await tx.announce({ to: { userId: hostUserId }, kind })
}

/** Registrations with their event, whose they are, and the points that their attendance brought so far. */
function standing(tx: Tx, where: SQL) {
  const { status, userId } = r
  const { name, eventDate, pointsReward, startsAt, endsAt } = eventColumns
  const { hostUserId, cancelledAt } = events
  return tx
    .select({
      ...{ id: r.id, status, userId, guest: user.name, moved, has: pointsOf(r.userId) },
      ...{ name, eventDate, pointsReward, startsAt, endsAt, hostUserId, cancelledAt },
    })
    .from(r)
    .innerJoin(events, eq(events.id, r.eventId))
    .innerJoin(user, eq(user.id, r.userId))
    .where(where)
}

type Standing = Awaited<ReturnType<typeof standing>>[number]

/** One registration, its event locked: whatever changes a registration holds its event. NOT_FOUND. */
async function lockStanding(tx: Tx, where: SQL): Promise<Standing> {
  const [found] = await tx.select({ id: r.id, eventId: r.eventId }).from(r).where(where)
  if (!found) throw notFound('There is no such registration.')
  await lockEvent(tx, found.eventId)
  const [row] = await standing(tx, eq(r.id, found.id))
  return row!
}
