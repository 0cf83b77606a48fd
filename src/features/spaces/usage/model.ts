import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { mondayOf } from '#platform/dates.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { weeklyBookingUsage } from './table.ts'

/** Hours of a facility that a person has confirmed in the week of the Monday `weekStartOn` (BOOK-29); for a select. */
export const hoursUsed = (userId: string, facilitySlug: SQLWrapper | string, weekStartOn: string): SQL<number> =>
  sql<number>`(select coalesce(sum(w.minutes_used), 0)::float / 60 from ${weeklyBookingUsage} w
    where w.user_id = ${userId} and w.booking_type_slug = ${facilitySlug} and w.week_start_on = ${weekStartOn})`

interface Used {
  userId: string
  facility: { slug: string }
  bookingOn: string
  startsAt: Date
  endsAt: Date
}

/**
 * Adds the time of bookings to their weeks (BOOK-29), or takes it away again; in one statement, whose rows are in a fixed
 * order, so that two transactions of one person cannot wait for each other in a circle.
 */
export async function moveUsage(tx: Tx, bookings: readonly Used[], direction: 1 | -1): Promise<void> {
  const weeks = new Map<string, typeof weeklyBookingUsage.$inferInsert>()
  for (const { userId, facility, bookingOn, startsAt, endsAt } of bookings) {
    const week = { userId, bookingTypeSlug: facility.slug, weekStartOn: mondayOf(bookingOn) }
    const key = Object.values(week).join(' ')
    const minutesUsed = (weeks.get(key)?.minutesUsed ?? 0) + (endsAt.getTime() - startsAt.getTime()) / 60_000
    weeks.set(key, { ...week, minutesUsed })
  }
  const rows = [...weeks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  const { userId, bookingTypeSlug, weekStartOn, minutesUsed } = weeklyBookingUsage
  if (direction === 1)
    await tx
      .insert(weeklyBookingUsage)
      .values(rows)
      .onConflictDoUpdate({
        target: [userId, bookingTypeSlug, weekStartOn],
        set: { minutesUsed: sql`${minutesUsed} + excluded.minutes_used` },
      })
  else
    await tx
      .update(weeklyBookingUsage)
      .set({ minutesUsed: sql`${minutesUsed} - less.minutes` })
      .from(
        sql`(values ${sql.join(
          rows.map(
            row => sql`(${row.userId}, ${row.bookingTypeSlug}, ${row.weekStartOn}::date, ${row.minutesUsed}::int)`,
          ),
          sql`, `,
        )}) as less (person, slug, week, minutes)`,
      )
      .where(sql`${userId} = less.person and ${bookingTypeSlug} = less.slug and ${weekStartOn} = less.week`)
}
