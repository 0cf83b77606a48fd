import { and, eq, sql } from 'drizzle-orm'
import { entryOf, isInLine, subjectOf } from '#features/market/stall-line/model.ts'
import { knownOf, lockDay, tellStalls } from '#features/market/stalls/model.ts'
import { whyNot } from '#features/market/stalls/rules.ts'
import { joinLine } from '#features/spaces/waiting/model.ts'
import { waitingEntries } from '#features/spaces/waiting/table.ts'
import { listPage, matchingPerson } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import { demand } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forMember } from '#platform/rpc/procedures.ts'
import { waitInput, waitList } from './inputs.ts'
import { wantedOf } from './model.ts'

/** Waiting for a pitch; part of `stalls` in the router. One leaves by `waiting.leave`. */
export const stallWaits = {
  /**
   * Puts the person at the end of the line for a stall of a kind and size on a day that is full, or full of that kind; who waits
   * for it already keeps their place. Throws NO_MARKET, PITCH_FREE, TOO_LATE_TO_WAIT, TOO_MANY_WAITED_FOR.
   */
  wait: forMember
    .route({ summary: 'Wait for a stall at the market' })
    .input(waitInput)
    .handler(({ input: { marketDate: on, stallType, stallSize }, context: { actor, write } }) =>
      write(async tx => {
        await lockDay(tx, on)
        const known = await knownOf(tx, { userId: actor.userId, on, stallType, stallSize, now: tx.now })
        demand(whyNot.bookOn(known?.day, tx.now))
        const { day, ofKind, places, due, own, settings } = known!
        if (own) return { id: own.id }
        const taking = whyNot.take(
          { ...day, ofKind, places, due },
          { stallType, stallSize },
          { perKind: settings.stallsPerKind },
        )
        demand(whyNot.wait(taking))
        const { startsAt, endsAt } = day
        const id = await joinLine(tx, 'stall', actor.userId, {
          ...{ subject: subjectOf({ on, stallType, stallSize }), on, startsAt, endsAt },
        })
        await tellStalls(tx, actor.userId)
        return { id }
      }),
    ),

  /** Who waits for stalls, by day and the order in which they joined; staff take somebody off by `waiting.remove`. */
  waits: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Waiting lists of stalls' })
      .input(waitList)
      .handler(async ({ input: { status, type, on, q, ...paging }, context: { db } }) => {
        const w = waitingEntries
        const select = db
          .select({
            ...{ id: w.id, on: sql<string>`${w.on}`, subject: w.subject, status: w.status, heldUntil: w.heldUntil },
            ...{ createdAt: w.createdAt, position, person: { id: user.id, name: user.name, email: user.email } },
          })
          .from(w)
          .innerJoin(user, eq(user.id, w.userId))
          .where(
            and(
              eq(w.kind, 'stall'),
              status ? eq(w.status, status) : isInLine(),
              on ? eq(w.on, on) : undefined,
              type ? eq(entryOf.stallType, type) : undefined,
              matchingPerson(q, w.userId),
            ),
          )
          .$dynamic()
        const page = await listPage(db, select, paging, {
          sort: { startsAt: w.startsAt, place: w.place },
          tie: w.place,
        })
        return {
          ...page,
          rows: page.rows.map(({ subject, ...row }) => ({
            ...row,
            ...wantedOf({ subject }),
            can: { remove: row.status === 'waiting' || row.status === 'offered' },
          })),
        }
      }),
    {
      Market: row => row.on,
      Person: row => row.person.name,
      Email: row => row.person.email,
      Sells: row => row.stallType,
      Size: row => row.stallSize,
      'In line': row => row.position,
      State: row => row.status,
      'Held until': row => row.heldUntil,
      Joined: row => row.createdAt,
    },
  ),
}

/** Only who still waits has a place. */
const position = sql<number | null>`case when waiting_entries.status = 'waiting' then ${entryOf.place} end`
