import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { offerFreed } from '#features/spaces/waiting/model.ts'
import { addDays } from '#platform/dates.ts'
import type { Reader } from '#platform/db/pool.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { instantOf, wallTime } from '#platform/time.ts'
import { closureInput, daysInput, messages, newClosure, stretchInput } from './inputs.ts'
import { makeWay, once, takenBetween } from './model.ts'
import { whyNot } from './rules.ts'
import { closures } from './table.ts'

/** The place of a room among the facilities that are booked; null, and so last, where it is none. */
const asListed = sql`(select min(t.sort_order) from ${bookingTypes} t where t.space_id = spaces.id and t.is_active)`

/** The calendar of the house for its staff: what is where, and rooms that are closed for a time. `titles`: as in `takenBetween`. */
export const schedule = (titles: readonly SQL[]) => ({
  /** The rooms of the house, smallest parts and wholes: what is booked as members see it listed, then the others by their order. */
  rooms: forAdmin.route({ method: 'GET', summary: 'Rooms of the house' }).handler(({ context: { db } }) =>
    db
      .select({
        id: spaces.id,
        name: spaces.name,
        units: spaces.units,
        /** Nothing is a part of it. */
        isLeaf: sql<boolean>`spaces.leaf_ids = array[spaces.id]`,
      })
      .from(spaces)
      .orderBy(asc(asListed), asc(spaces.sortOrder), asc(spaces.name)),
  ),

  /** Whatever takes a room on the days asked for, in wall times of the venue; `on` is the day it begins. */
  days: forAdmin
    .route({ method: 'GET', summary: 'Calendar of the house' })
    .input(daysInput)
    .handler(async ({ input: { from, days }, context: { db, fact, now } }) => {
      const { opensAt, closesAt } = await fact(settingsFact)
      const until = instantOf(addDays(from, days), '00:00')
      const rows = await takenBetween(db, instantOf(from, '00:00'), until, undefined, titles)
      return {
        open: { opensAt, closesAt },
        rows: rows
          .filter(({ heldUntil }) => heldUntil === null || heldUntil > now)
          .map(({ startsAt, endsAt, heldUntil, ...row }) => ({
            ...row,
            startsAt: wallTime(startsAt),
            endsAt: wallTime(endsAt),
            /** Minutes it lasts. */
            minutes: (endsAt.getTime() - startsAt.getTime()) / 60_000,
            startedAt: startsAt,
            endedAt: endsAt,
            isToPay: heldUntil !== null,
          })),
      }
    }),

  /** What stands in the way of closing a room for a time, and why it cannot be closed though bookings give way. */
  inTheWay: forAdmin
    .route({ method: 'GET', summary: 'What is in a room at a time' })
    .input(stretchInput)
    .handler(async ({ input, context: { db, now } }) => {
      await demandRoom(db, input.spaceId)
      const [from, until] = instantsOf(input, now)
      // What is offered to somebody who waits gives way by itself.
      const rows = once(await takenBetween(db, from, until, input.spaceId, titles)).filter(
        ({ kind }) => kind !== 'offer',
      )
      const bookings = rows.filter(({ kind }) => kind === 'booking')
      return {
        rows: rows.map(({ kind, ref, room, title, on, startsAt }) => ({
          kind,
          ref,
          room,
          title,
          on,
          startsAt: wallTime(startsAt),
        })),
        bookings: bookings.length,
        whyNot: whyNot.close(rows, bookings.length)?.message ?? null,
      }
    }),

  /**
   * Closes a room with all its parts for a time. The bookings in the way, if there are as many as the caller saw, are
   * cancelled with everything paid given back, and their people read the reason. Throws ROOM_TAKEN by anything else,
   * TOO_MANY_BOOKINGS, CHANGED_MEANWHILE, NOT_FOUND.
   */
  close: forAdmin
    .meta({ fresh: true })
    .route({ summary: 'Close a room for a time' })
    .input(newClosure)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        await demandRoom(tx, input.spaceId)
        const [startsAt, endsAt] = instantsOf(input, tx.now)
        const { spaceId, reason } = input
        const cancelled = await makeWay(
          tx,
          { spaceId, startsAt, endsAt, reason },
          { by: actor.userId, cancels: input.cancels },
        )
        const [row] = await tx
          .insert(closures)
          .values({ spaceId, reason, startsAt, endsAt, createdBy: actor.userId, createdAt: tx.now })
          .returning({ id: closures.id })
        await tx.announce({ to: 'everyone', topic: 'bookings', kind: 'slots.changed' })
        return { id: row!.id, cancelled }
      }),
    ),

  /** Opens a closed room again before its time. Throws NOT_FOUND, CLOSURE_OVER. */
  lift: forAdmin
    .route({ summary: 'Open a closed room again' })
    .input(closureInput)
    .handler(({ input, context: { write } }) =>
      write(async tx => {
        const [row] = await tx.select().from(closures).where(eq(closures.id, input.id)).for('update')
        if (!row) throw notFound(messages.notFound)
        demand(whyNot.lift(row, tx.now))
        await tx.update(closures).set({ status: 'lifted' }).where(eq(closures.id, row.id))
        await tx.enqueue(offerFreed, {})
        await tx.announce({ to: 'everyone', topic: 'bookings', kind: 'slots.changed' })
        return { id: row.id }
      }),
    ),
})

async function demandRoom(db: Reader, id: string): Promise<void> {
  const [room] = await db.select({ id: spaces.id }).from(spaces).where(eq(spaces.id, id))
  if (!room) throw notFound(messages.noRoom)
}

/** What is over stays as it was: a room is closed from now on at the earliest. DATE_PAST, INVALID_TIME. */
function instantsOf(
  { fromOn, fromAt, untilOn, untilAt }: Record<'fromOn' | 'fromAt' | 'untilOn' | 'untilAt', string>,
  now: Date,
) {
  const [begins, until] = [instantOf(fromOn, fromAt), instantOf(untilOn, untilAt)] as const
  if (until <= now) throw refusal('DATE_PAST', 'Choose a time that is still to come.', { field: 'untilAt' })
  const from = begins > now ? begins : now
  // Of the hour that the clock skips in spring nothing is left.
  if (from >= until) throw refusal('INVALID_TIME', messages.noSuchTime, { field: 'untilAt' })
  return [from, until] as const
}
