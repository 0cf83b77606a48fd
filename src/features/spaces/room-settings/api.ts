import { and, asc, eq, gt, ne, or, sql } from 'drizzle-orm'
import { readSettings, settingsFact } from '#features/house/settings/model.ts'
import { bookings } from '#features/spaces/bookings/table.ts'
import { reservations } from '#features/spaces/calendar/table.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { wholeHouse } from '#features/spaces/rooms/rules.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import type { Db } from '#platform/db/pool.ts'
import { whyNotEdit } from '#platform/edit.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { calendarDate, venueZone, wallTime } from '#platform/time.ts'
import { hoursInput, messages, roomChange } from './inputs.ts'
import { whyNot } from './rules.ts'

/** The rooms of the house as its staff describe them. */
export const rooms = {
  /** Every room but the house itself, in the order of the calendar, with what is booked of it and the venue's hours. */
  list: forAdmin
    .route({ method: 'GET', summary: 'Rooms as staff describe them' })
    .handler(async ({ context: { db, fact } }) => {
      const { opensAt, closesAt, lastSlotAt, slotsMayRunPastClosing } = await fact(settingsFact)
      const rows = await db
        .select({
          ...editable,
          id: spaces.id,
          /** Nothing is a part of it. */
          isLeaf: sql<boolean>`spaces.leaf_ids = array[spaces.id]`,
          partOf: sql<string | null>`(select whole.name from ${spaces} whole
            where whole.id = spaces.parent_id and whole.slug <> ${wholeHouse})`,
          facilities: sql<string[]>`array(select t.name from ${bookingTypes} t
            where t.space_id = spaces.id and t.is_active order by t.sort_order, t.name)`,
        })
        .from(spaces)
        .where(ne(spaces.slug, wholeHouse))
        .orderBy(asc(spaces.sortOrder), asc(spaces.name))
      return { rows, venue: { opensAt, closesAt, lastSlotAt, slotsMayRunPastClosing } }
    }),

  /**
   * Coming bookings that other hours of a room would leave outside: they stay, but no more of them could be made. Throws
   * CLOSES_BEFORE_IT_OPENS.
   */
  outside: forAdmin
    .route({ method: 'GET', summary: 'Coming bookings outside of hours' })
    .input(hoursInput)
    .handler(async ({ input, context: { db, fact, now } }) => {
      const settings = await fact(settingsFact)
      demand(whyNot.hours(input, settings))
      await demandRoom(db, input.id)
      const opens = input.opensAt || settings.opensAt
      const closes = input.closesAt || settings.closesAt
      const at = (column: 'starts_at' | 'ends_at') => sql.raw(`bookings.${column} at time zone '${venueZone}'`)
      const day = sql`(${at('starts_at')})::date`
      // The end of a day is its 24th hour.
      const closing = sql`${day} + ${closes === '00:00' ? '24:00' : closes}::interval`
      // As slots are offered: they may end after closing where the house lets them, and never begin after a room's own.
      const isLate = or(
        settings.slotsMayRunPastClosing ? undefined : sql`${at('ends_at')} > ${closing}`,
        input.closesAt ? sql`${at('starts_at')} >= ${closing}` : undefined,
      )
      const rows = await db
        .select({ id: bookings.id, facility: bookingTypes.name, startsAt: bookings.startsAt, endsAt: bookings.endsAt })
        .from(bookings)
        .innerJoin(bookingTypes, eq(bookingTypes.id, bookings.bookingTypeId))
        .where(
          and(
            eq(bookings.spaceId, input.id),
            ne(bookings.status, 'cancelled'),
            gt(bookings.startsAt, now),
            or(sql`${at('starts_at')} < ${day} + ${opens}::time`, isLate),
          ),
        )
        .orderBy(asc(bookings.startsAt))
      return rows.map(({ startsAt, endsAt, ...row }) => ({
        ...row,
        on: calendarDate(startsAt),
        startedAt: startsAt,
        startsAt: wallTime(startsAt),
        endsAt: wallTime(endsAt),
      }))
    }),

  /**
   * Changes what is given of a room; bookings made keep their times and the minutes after them. Throws CHANGED_MEANWHILE with
   * what is there when that is no longer what the caller read, CLOSES_BEFORE_IT_OPENS, UNITS_TAKEN and HAS_PARTS.
   */
  change: forAdmin
    .route({ summary: 'Change a room' })
    .input(roomChange)
    .handler(({ input: { id, was, ...change }, context: { write } }) =>
      write(async tx => {
        // The row is the lock of whatever wants the room: nobody takes a place of it meanwhile.
        const [row] = await tx
          .select({ ...editable, isLeaf: sql<boolean>`spaces.leaf_ids = array[spaces.id]` })
          .from(spaces)
          .where(isRoom(id))
          .for('update')
        if (!row) throw notFound(messages.notFound)
        demand(whyNotEdit({ ...change, was }, row))
        const { opensAt, closesAt, ...more } = change
        const next = { ...row, ...change }
        if (opensAt !== undefined || closesAt !== undefined) demand(whyNot.hours(next, await readSettings(tx)))
        if (change.units !== undefined) {
          demand(whyNot.unitsOfWhole(row.isLeaf, change.units))
          const [taken] = await tx
            .select({ most: sql<number>`coalesce(max(${reservations.unit}), 0)` })
            .from(reservations)
            .where(and(eq(reservations.spaceId, id), gt(reservations.endsAt, tx.now)))
          demand(whyNot.units(change.units, taken!.most))
        }
        if (Object.keys(change).length > 0)
          await tx
            .update(spaces)
            .set({
              ...more,
              ...(opensAt !== undefined && { opensAt: opensAt || null }),
              ...(closesAt !== undefined && { closesAt: closesAt || null }),
            })
            .where(eq(spaces.id, id))
        for (const topic of ['facilities', 'bookings', 'rooms', 'schedule'])
          await tx.announce({ to: 'everyone', topic, kind: 'rooms.changed' })
        return { id }
      }),
    ),
}

async function demandRoom(db: Db, id: string): Promise<void> {
  const [room] = await db.select({ id: spaces.id }).from(spaces).where(isRoom(id))
  if (!room) throw notFound(messages.notFound)
}

/** The house itself is no room that staff describe. */
const isRoom = (id: string) => and(eq(spaces.id, id), ne(spaces.slug, wholeHouse))

/** What staff may change, as their form has it. */
const editable = {
  name: spaces.name,
  opensAt: sql<string>`coalesce(${spaces.opensAt}, '')`,
  closesAt: sql<string>`coalesce(${spaces.closesAt}, '')`,
  turnaroundMinutes: spaces.turnaroundMinutes,
  units: spaces.units,
  people: spaces.people,
  features: spaces.features,
}
