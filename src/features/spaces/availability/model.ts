import { and, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Settings } from '#features/house/settings/inputs.ts'
import type { reservationKinds } from '#features/spaces/calendar/inputs.ts'
import { stretchOf, timeHeld } from '#features/spaces/calendar/model.ts'
import { type HeldUnit, type Stretch, startsOf } from '#features/spaces/calendar/rules.ts'
import { reservations } from '#features/spaces/calendar/table.ts'
import type { Facility } from '#features/spaces/facilities/model.ts'
import { fairUseFor, fairUseFrom, fairUseToRead, type StoredFairUse } from '#features/spaces/fair-use/model.ts'
import { type LineThere, linesBetween } from '#features/spaces/waiting/model.ts'
import { earliestOffered } from '#features/spaces/waiting/rules.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { addDays, type CalendarDate } from '#platform/dates.ts'
import type { ReadFact } from '#platform/db/facts.ts'
import { type Db, prepared } from '#platform/db/pool.ts'
import { instantOf } from '#platform/time.ts'
import { fairLengths } from './rules.ts'

/** A unit that is held, with whose it is: not for other eyes than theirs (API-15). */
interface Held extends HeldUnit {
  facilityId: string
  /** The row that holds it. */
  ref: string
  userId: string | null
  /** Until when it is held without having been paid; null once it is confirmed. */
  heldUntil: Date | null
}

/**
 * Units of the rooms of these facilities that are held at some time between the two instants, whatever for; a hold that has
 * run out no longer is (BOOK-24).
 */
export async function heldBetween(
  db: Db,
  facilities: readonly Pick<Facility, 'id' | 'leafIds'>[],
  from: Date,
  until: Date,
  now: Date,
): Promise<Held[]> {
  return ofFacilities(
    facilities,
    await held(db).execute({
      spaceIds: idsOf(facilities),
      from: from.toISOString(),
      until: until.toISOString(),
      now: now.toISOString(),
    }),
  )
}

/** The same of one facility on some days, which need not follow one another; what begins on one may last into the next. */
export async function heldOn(
  db: Db,
  facility: Pick<Facility, 'id' | 'leafIds'>,
  days: readonly CalendarDate[],
  now: Date,
): Promise<Held[]> {
  const at = (on: CalendarDate) => instantOf(on, '00:00').toISOString()
  const spans = `{${days.map(on => `[${at(on)},${at(addDays(on, 2))})`).join()}}`
  return ofFacilities(
    [facility],
    await heldApart(db).execute({ spaceIds: idsOf([facility]), spans, now: now.toISOString() }),
  )
}

const idsOf = (facilities: readonly Pick<Facility, 'leafIds'>[]) =>
  `{${facilities.flatMap(({ leafIds }) => leafIds).join()}}`

const ofFacilities = (
  facilities: readonly Pick<Facility, 'id' | 'leafIds'>[],
  rows: (Omit<Held, 'facilityId'> & { spaceId: string })[],
): Held[] =>
  facilities.flatMap(({ id, leafIds }) =>
    rows
      .filter(({ spaceId }) => leafIds.includes(spaceId))
      .map(({ unit, ...row }) => ({ ...row, facilityId: id, unit: leafIds.length === 1 ? unit : 1 })),
  )

const heldWhile = (db: NodePgDatabase, time: SQL) =>
  db
    .select({
      ref: reservations.ref,
      spaceId: reservations.spaceId,
      unit: reservations.unit,
      startsAt: reservations.startsAt,
      endsAt: reservations.endsAt,
      userId: reservations.userId,
      heldUntil: reservations.heldUntil,
    })
    .from(reservations)
    .where(
      and(
        sql`${reservations.spaceId} = any(${sql.placeholder('spaceIds')}::uuid[])`,
        sql`${timeHeld} && ${time}`,
        or(isNull(reservations.heldUntil), gt(reservations.heldUntil, sql.placeholder('now'))),
      ),
    )

const held = prepared(db =>
  heldWhile(
    db,
    sql`tstzrange(${sql.placeholder('from')}::timestamptz, ${sql.placeholder('until')}::timestamptz)`,
  ).prepare('held_between'),
)

const heldApart = prepared(db => heldWhile(db, sql`${sql.placeholder('spans')}::tstzmultirange`).prepare('held_apart'))

/**
 * What is held in the rooms of these facilities between the two instants, and who is in line for those times in rooms that
 * have to do with them, in order; in one statement. `position` 1 is the next for a time that overlaps theirs, null has an offer.
 * With `userId` also what the rules of fair use need to know of that person.
 */
async function heldAndWaited(
  db: Db,
  facilities: readonly Facility[],
  { from, until, now, userId }: { from: Date; until: Date; now: Date; userId: string | null },
) {
  const leaves = sql`${idsOf(facilities)}::uuid[]`
  const [start, end, at] = [from.toISOString(), until.toISOString(), now.toISOString()]
  const { rows } = await db.execute<{
    held: Timed<HeldThere>[]
    waited: Timed<LineThere>[]
    use: StoredFairUse | null
  }>(sql`select (
    select coalesce(jsonb_agg(jsonb_build_object('kind', reservations.kind, 'spaceId',
      reservations.space_id, 'unit', reservations.unit,
      'startsAt', reservations.starts_at, 'endsAt', reservations.ends_at, 'heldUntil', reservations.held_until,
      'userId', reservations.user_id)), '[]')
    from ${reservations} where reservations.space_id = any(${leaves}) and ${timeHeld} && tstzrange(${start}, ${end})
      and (reservations.held_until is null or reservations.held_until > ${at})
  ) as held, (
    ${linesBetween(leaves, { start, end, at })}) as waited, ${userId === null ? sql`null` : fairUseFor(userId, now)} as use`)
  const { held, waited, use } = rows[0]!
  const [stretches, entries] = [held.map(instantsOf), waited.map(instantsOf)]
  return {
    fairUse: use && fairUseFrom(use),
    of({ leafIds }: Facility) {
      const lines = entries.filter(row => row.leafIds.some(leaf => leafIds.includes(leaf)))
      return {
        held: stretches
          .filter(({ spaceId }) => leafIds.includes(spaceId))
          .map(row => ({ ...row, unit: leafIds.length === 1 ? row.unit : 1 })),
        lines: lines.map((row, at) => ({
          ...row,
          position: row.status === 'waiting' ? placeIn(lines.slice(0, at), row) : null,
        })),
      }
    },
  }
}

const placeIn = (before: readonly (Stretch & { status: string })[], { startsAt, endsAt }: Stretch) =>
  1 + before.filter(each => each.status === 'waiting' && each.startsAt < endsAt && each.endsAt > startsAt).length

interface HeldThere {
  kind: (typeof reservationKinds)[number]
  spaceId: string
  unit: number
  userId: string | null
}

type Timed<Row> = Row & { startsAt: string; endsAt: string; heldUntil: string | null }

const instantsOf = <Row>({ startsAt, endsAt, heldUntil, ...row }: Timed<Row>) => ({
  ...row,
  ...stretchOf({ startsAt, endsAt }),
  heldUntil: heldUntil === null ? null : new Date(heldUntil),
})

/** Who asks, for themselves or in whose place: what is offered is by the rules for this person. */
export interface AskedBy {
  db: Db
  fact: ReadFact
  actor: Actor | null
  now: Date
}

/** The starts of a day of a facility, as `startsTo` tells them. */
export async function slotsTo(
  asked: AskedBy,
  { facility, on, settings }: { facility: Facility; on: CalendarDate; settings: Settings },
) {
  const there = await thereFor(asked, [facility], ...daysAfter(on, 1))
  return startsTo(asked, there(facility), { facility, on, settings })
}

/**
 * Every start of a day as it is for `actor`: what is left there, by which rule it is not theirs, and where they stand in its line.
 * Whatever lists or counts free times asks it, so that one day never has two counts.
 */
export function startsTo(
  { actor, now }: Pick<AskedBy, 'actor' | 'now'>,
  { held, own, lines, isOwn, fairUse }: There,
  { facility, on, settings }: { facility: Facility; on: CalendarDate; settings: Settings },
) {
  return startsOf(facility, { on, held, venue: settings, now }).map(({ slot, unitsLeft, mostLengths }) => {
    const mine = own.find(other => other.startsAt < slot.endsAt && other.endsAt > slot.startsAt)
    const overlapping = lines.filter(other => other.startsAt < slot.endsAt && other.endsAt > slot.startsAt)
    const ownLines = overlapping.filter(
      row => isOwn(row) && row.facilityId === facility.id && row.startsAt.getTime() === slot.startsAt.getTime(),
    )
    const offer = ownLines.find(({ status }) => status === 'offered')
    const line = offer ?? ownLines[0]
    const free = offer ? offer.lengths : mostLengths
    const start = { on, slot, free, isOffered: offer !== undefined }
    const { most, unfair } = fairLengths(facility, start, { who: actor, fairUse, now })
    return {
      startsAt: slot.startsAtTime,
      endsAt: slot.endsAtTime,
      unitsLeft: offer ? Math.max(1, unitsLeft) : unitsLeft,
      isAvailable: most > 0,
      mostLengths: most,
      why: unfair?.message ?? null,
      limit: unfair?.rule ?? null,
      own: mine ? { heldUntil: mine.heldUntil } : null,
      waiting: overlapping.filter(({ status }) => status === 'waiting').length,
      line: line ? { id: line.id, lengths: line.lengths, heldUntil: line.heldUntil, position: line.position } : null,
      can: { wait: unfair === null && slot.startsAt >= earliestOffered(now) },
    }
  })
}

/** What is in the room of each of these facilities between two instants as the person asking meets it; in one statement. */
export async function thereFor(
  { db, fact, actor, now }: AskedBy,
  facilities: readonly Facility[],
  from: Date,
  until: Date,
) {
  const { userId, without } = await fairUseToRead(fact, actor)
  const there = await heldAndWaited(db, facilities, { from, until, now, userId })
  const isOwn = (row: { userId: string | null }) => row.userId !== null && row.userId === actor?.userId
  return (facility: Facility) => {
    const { held, lines } = there.of(facility)
    // What others are offered in a moment is taken.
    const due = lines.filter(row => row.isDue && !isOwn(row)).flatMap(row => everyUnit(facility, row))
    const own = held.filter(row => isOwn(row) && row.kind !== 'offer')
    return { held: [...held, ...due], own, lines, isOwn, fairUse: there.fairUse ?? without }
  }
}

type There = ReturnType<Awaited<ReturnType<typeof thereFor>>>

/** All units of a room as if they were held for a time. */
const everyUnit = ({ units }: { units: number }, { startsAt, endsAt }: Stretch): HeldUnit[] =>
  Array.from({ length: units }, (_, before) => ({ unit: before + 1, startsAt, endsAt }))

export const daysAfter = (from: string, days: number) =>
  [instantOf(from, '00:00'), instantOf(addDays(from, days + 1), '00:00')] as const
