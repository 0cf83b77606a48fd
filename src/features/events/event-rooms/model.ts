import { eq, type SQL, sql } from 'drizzle-orm'
import type { SpacePreference } from '#features/events/events/inputs.ts'
import { preferredRooms } from '#features/events/events/rules.ts'
import { events } from '#features/events/events/table.ts'
import { settingsFrom, storedSettings } from '#features/house/settings/model.ts'
import { reservations } from '#features/spaces/calendar/table.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { addDays, type CalendarDate } from '#platform/dates.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { notFound } from '#platform/rpc/errors.ts'
import { calendarDate, instantOf, wallTime } from '#platform/time.ts'
import { formatDate } from '#platform/words.ts'
import { inTheWay, neededOf, type Planned, preferenceOf, type TimeOfDay, timesInWords } from './rules.ts'

/** A room of the house in which there can be events, and when something else has it on a day. */
export interface RoomThen {
  preference: SpacePreference
  name: string
  people: number
  taken: TimeOfDay[]
}

/**
 * The rooms for events with what has them on a day, in one statement: without what was held and not paid, and without the event that
 * is being planned, if it is the reader's own or theirs to decide on.
 */
export async function roomsOn(
  db: Reader,
  { on, eventId, actor, now }: { on: CalendarDate; eventId?: string | undefined; actor: Actor; now: Date },
): Promise<RoomThen[]> {
  const [from, until] = [instantOf(on, '00:00'), instantOf(addDays(on, 1), '00:00')]
  const rows = await db
    .select({
      slug: spaces.slug,
      name: spaces.name,
      people: spaces.people,
      taken: sql<{ startsAt: string; endsAt: string }[]>`(
        select coalesce(jsonb_agg(distinct jsonb_build_object('startsAt', reservations.starts_at, 'endsAt', reservations.ends_at)), '[]')
        from ${reservations} where reservations.space_id = any(spaces.leaf_ids)
          and tstzrange(reservations.starts_at, reservations.ends_at, '[)')
            && tstzrange(${from.toISOString()}::timestamptz, ${until.toISOString()}::timestamptz)
          and (reservations.held_until is null or reservations.held_until > ${now.toISOString()}::timestamptz)
          and not (${isPlanned(eventId, actor)}))`,
    })
    .from(spaces)
    .where(sql`${spaces.slug} = any(${sql.param(Object.values(preferredRooms))}::text[])`)
    .orderBy(spaces.sortOrder, spaces.name)
  return rows.map(({ slug, name, people, taken }) => ({
    ...{ preference: preferenceOf(slug), name, people },
    taken: taken
      .map(({ startsAt, endsAt }) => onDay(on, { startsAt: new Date(startsAt), endsAt: new Date(endsAt) }))
      .sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1)),
  }))
}

/** The room that a wish stands for, and the settings of the house as they are. */
export async function roomFor(tx: Tx, preference: SpacePreference) {
  const [row] = await tx
    .select({ spaceId: spaces.id, settings: storedSettings })
    .from(spaces)
    .where(eq(spaces.slug, preferredRooms[preference]))
  if (!row) throw notFound('There is no such room.')
  return { spaceId: row.spaceId, settings: settingsFrom(row.settings) }
}

/** On which of these days something has a room within a stretch of each, without what was held and not paid. */
export async function clashesOf(
  db: Reader,
  {
    preference,
    days,
    needed,
    now,
  }: { preference: SpacePreference; days: readonly CalendarDate[]; needed: TimeOfDay; now: Date },
): Promise<CalendarDate[]> {
  const at = (time: 'startsAt' | 'endsAt') => days.map(day => momentOf(day, needed[time]).toISOString())
  const { rows } = await db.execute<{ on: CalendarDate }>(sql`
    select to_char(w.on_day, 'YYYY-MM-DD') as on
    from unnest(${sql.param(days)}::date[], ${sql.param(at('startsAt'))}::timestamptz[], ${sql.param(at('endsAt'))}::timestamptz[])
      as w(on_day, begins, ends)
    where exists (select from ${spaces} join ${reservations} on reservations.space_id = any(spaces.leaf_ids)
      where spaces.slug = ${preferredRooms[preference]}
        and tstzrange(reservations.starts_at, reservations.ends_at, '[)') && tstzrange(w.begins, w.ends, '[)')
        and (reservations.held_until is null or reservations.held_until > ${now.toISOString()}::timestamptz))
    order by w.on_day`)
  return rows.map(({ on }) => on)
}

/** What stands in the way of an event, in words: when its room is taken, and which other rooms are free then. */
export async function takenWords(
  db: Reader,
  wish: Planned & { id: string; eventDate: CalendarDate; spacePreference: SpacePreference },
  { actor, now }: { actor: Actor; now: Date },
): Promise<string> {
  const rooms = await roomsOn(db, { on: wish.eventDate, eventId: wish.id, actor, now })
  const needed = neededOf(wish)
  const own = rooms.find(({ preference }) => preference === wish.spacePreference)
  const times = timesInWords(inTheWay(own?.taken ?? [], needed))
  const free = rooms.filter(({ taken }) => inTheWay(taken, needed).length === 0).map(({ preference }) => preference)
  const others = free.length > 0 ? ` Free then: ${free.join(', ')}.` : ''
  return `${wish.spacePreference} is taken on ${formatDate(wish.eventDate)}${times && `, ${times}`}. Choose another time or room.${others}`
}

/** A wall time of a day as an instant; the end of the day is the next midnight. */
const momentOf = (on: CalendarDate, time: TimeOfDay['endsAt']) =>
  time === '24:00' ? instantOf(addDays(on, 1), '00:00') : instantOf(on, time)

/** The part of a stretch of time that lies on a day. */
function onDay(on: CalendarDate, { startsAt, endsAt }: { startsAt: Date; endsAt: Date }): TimeOfDay {
  return {
    startsAt: calendarDate(startsAt) < on ? '00:00' : wallTime(startsAt),
    endsAt: calendarDate(endsAt) > on ? '24:00' : wallTime(endsAt),
  }
}

/** Of what has a room: the event that is being planned, of whoever may know that it is one. */
function isPlanned(eventId: string | undefined, { userId, roles }: Actor): SQL {
  if (eventId === undefined) return sql`false`
  const isReviewer = roles.includes('committee') || roles.includes('admin')
  const isTheirs = sql`exists (select from ${events} e where e.id = reservations.ref and e.host_user_id = ${userId})`
  return sql`reservations.kind = 'event' and reservations.ref = ${eventId}${isReviewer ? sql`` : sql` and ${isTheirs}`}`
}
