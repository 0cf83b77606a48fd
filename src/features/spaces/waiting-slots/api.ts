import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { offersTo } from '#features/spaces/calendar/model.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { joinLine, leaveLine, tellOfKind, tellSlots } from '#features/spaces/waiting/model.ts'
import { waitingEntries } from '#features/spaces/waiting/table.ts'
import { listPage, matchingPerson } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import { demand } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forMember, forSignedIn } from '#platform/rpc/procedures.ts'
import { wallTime } from '#platform/time.ts'
import { formatDate, formatTimeRange } from '#platform/words.ts'
import { entryInput, joinInput, waitingList } from './inputs.ts'
import { subjectOf } from './model.ts'
import { whyNot } from './rules.ts'

/** Waiting for slots that are taken. */
export const waiting = {
  /**
   * Puts the person at the end of the line for a slot that is taken; who waits for it already keeps their place. Throws what
   * keeps them from booking it, SLOT_FREE, OWN_TIME, TOO_LATE_TO_WAIT and TOO_MANY_WAITED_FOR.
   */
  join: forMember
    .route({ summary: 'Wait for a slot' })
    .input(joinInput)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        const known = await offersTo(tx, actor, [{ ...input, payWith: 'auto' }])
        const { facility, slot, problem } = known.offers[0]!
        demand(whyNot.join({ problem, hasOwn: known.hasOwn }))
        const { facilityId, on, lengths } = input
        const { startsAt, endsAt, startsAtTime } = slot!
        const id = await joinLine(tx, 'slot', actor.userId, {
          ...{ subject: subjectOf(input), facilityId, on, startsAtTime, lengths, startsAt, endsAt },
          spaceId: facility!.spaceId,
        })
        await tellSlots(tx)
        return { id }
      }),
    ),

  /** Takes the person off a line, also when it is offered to them. NOT_FOUND. */
  leave: forSignedIn
    .route({ summary: 'Leave a waiting list' })
    .input(entryInput)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        const { kind } = await leaveLine(tx, input.id, actor.userId)
        await tellOfKind(tx, kind)
        return { id: input.id }
      }),
    ),

  /** What the person waits for: what is offered to them first, then by time, with their place in line. */
  mine: forSignedIn
    .route({ method: 'GET', summary: 'Own places in waiting lists' })
    .handler(async ({ context: { db, actor, now } }) => {
      const rows = await db
        .select(entryColumns)
        .from(waitingEntries)
        .innerJoin(bookingTypes, eq(bookingTypes.id, waitingEntries.facilityId))
        .innerJoin(spaces, eq(spaces.id, waitingEntries.spaceId))
        .where(and(eq(waitingEntries.userId, actor.userId), isLive(now)))
        .orderBy(desc(eq(waitingEntries.status, 'offered')), asc(waitingEntries.startsAt), asc(waitingEntries.place))
      return rows.map(asShown)
    }),

  /** Who waits for slots, for staff: in line or with an offer, unless another state is asked for. */
  list: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Waiting lists of slots' })
      .input(waitingList)
      .handler(async ({ input: { status, facility, q, ...paging }, context: { db, now } }) => {
        const select = db
          .select({ ...entryColumns, person: { id: user.id, name: user.name, email: user.email } })
          .from(waitingEntries)
          .innerJoin(bookingTypes, eq(bookingTypes.id, waitingEntries.facilityId))
          .innerJoin(spaces, eq(spaces.id, waitingEntries.spaceId))
          .innerJoin(user, eq(user.id, waitingEntries.userId))
          .where(
            and(
              status ? eq(waitingEntries.status, status) : isLive(now),
              facility ? eq(waitingEntries.facilityId, facility) : undefined,
              matchingPerson(q, waitingEntries.userId),
            ),
          )
          .$dynamic()
        const page = await listPage(db, select, paging, {
          sort: { startsAt: waitingEntries.startsAt, place: waitingEntries.place },
          tie: waitingEntries.place,
        })
        return {
          ...page,
          rows: page.rows.map(row => ({
            ...asShown(row),
            can: { remove: row.status === 'waiting' || row.status === 'offered' },
          })),
        }
      }),
    {
      Person: row => row.person.name,
      Email: row => row.person.email,
      Facility: row => row.facilityName,
      Date: row => row.on,
      From: row => row.startsAt,
      Until: row => row.endsAt,
      'In line': row => row.position,
      State: row => row.status,
      'Held until': row => row.heldUntil,
      Joined: row => row.createdAt,
    },
  ),

  /** Takes somebody off a line; they see it in the app. NOT_FOUND. */
  remove: forAdmin
    .route({ summary: 'Take a person off a waiting list' })
    .input(entryInput)
    .handler(({ input, context: { write } }) =>
      write(async tx => {
        const { kind, userId, on, startsAtTime, endsAt } = await leaveLine(tx, input.id)
        const time = startsAtTime && formatTimeRange(startsAtTime, wallTime(endsAt))
        const message = [formatDate(on!), time].filter(Boolean).join(', ')
        await tx.announce({
          to: { userId },
          kind: 'waiting.removed',
          title: 'You were taken off a waiting list',
          message,
        })
        await tellOfKind(tx, kind)
        return { id: input.id }
      }),
    ),
}

/** In line or with an offer, and neither has run out. */
const isLive = (now: Date): SQL =>
  and(
    inArray(waitingEntries.status, ['waiting', 'offered']),
    sql`coalesce(${waitingEntries.heldUntil}, ${waitingEntries.startsAt}) > ${now.toISOString()}`,
  )!

/** Their place among those who wait for a time that overlaps it, in a room that has to do with it: 1 is the next. */
const position = sql<number | null>`case when waiting_entries.status = 'waiting' then (
  select count(*)::int + 1 from ${waitingEntries} w join ${spaces} room on room.id = w.space_id
  where w.status = 'waiting' and w.place < waiting_entries.place and room.leaf_ids && spaces.leaf_ids
    and tstzrange(w.starts_at, w.ends_at, '[)') && tstzrange(waiting_entries.starts_at, waiting_entries.ends_at, '[)')) end`

const entryColumns = {
  id: waitingEntries.id,
  facilityId: bookingTypes.id,
  facilityName: bookingTypes.name,
  on: sql<string>`${waitingEntries.on}`,
  startsAtTime: sql<string>`${waitingEntries.startsAtTime}`,
  endsAtInstant: waitingEntries.endsAt,
  lengths: sql<number>`${waitingEntries.lengths}`,
  status: waitingEntries.status,
  heldUntil: waitingEntries.heldUntil,
  createdAt: waitingEntries.createdAt,
  position,
}

const asShown = <Row extends { startsAtTime: string; endsAtInstant: Date }>({
  startsAtTime,
  endsAtInstant,
  ...row
}: Row) => ({ ...row, startsAt: startsAtTime, endsAt: wallTime(endsAtInstant) })
