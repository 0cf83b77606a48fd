import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import type { PassRules } from '#features/door/passes/rules.ts'
import { insideList } from '#features/door/presence/inputs.ts'
import { methodWords, throughOf } from '#features/door/presence/rules.ts'
import { checkIns } from '#features/door/presence/table.ts'
import { settingsSchema } from '#features/house/settings/inputs.ts'
import { settings } from '#features/house/settings/table.ts'
import { profiles } from '#features/people/members/table.ts'
import { addDays, mondayOf } from '#platform/dates.ts'
import { fullName } from '#platform/db/columns.ts'
import { listPage, matching } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { dailyAverage, daysShown } from './rules.ts'

/** In SQL, how many guests are still inside of those who came in with a visit. */
const guestsInside = sql<number>`(select count(*)::int from check_ins g where g.scan_id = ${checkIns.scanId}
  and ${checkIns.passId} is not null and g.pass_id is null and g.user_id is null and g.check_out_time is null)`

/** How full the house is and was. `kinds`: what a scan may have shown. */
export const occupancyCalls = (kinds: readonly Pick<PassRules, 'name' | 'title'>[]) => ({
  /** The counters of Building Occupancy (OCC-02, OCC-05, OCC-06) and the visits of each of the last 28 days; one statement. */
  figures: forAdmin
    .route({ method: 'GET', summary: 'How many people are and were in the house' })
    .handler(async ({ context: { db, now } }) => {
      const today = calendarDate(now)
      const since = (on: string) => sql`${instantOf(on, '00:00')}::timestamptz`
      const first = addDays(today, 1 - daysShown)
      const { rows } = await db.execute<{
        inside: number
        capacity: unknown
        left_open: number
        today: number
        week: number
        days: Record<string, number>
      }>(sql`
        select (select count(*)::int from ${checkIns} where check_out_time is null) as inside,
          (select value from ${settings} where key = 'buildingCapacity') as capacity,
          (select count(*)::int from ${checkIns} where check_out_time is null and check_in_time < ${since(today)}) as left_open,
          (select count(*)::int from ${checkIns} where check_in_time >= ${since(today)}) as today,
          (select count(*)::int from ${checkIns} where check_in_time >= ${since(mondayOf(today))}) as week,
          (select coalesce(json_object_agg(d.on, d.visits), '{}') from (
            select to_char(check_in_time at time zone 'Europe/London', 'YYYY-MM-DD') as on, count(*)::int as visits
            from ${checkIns} where check_in_time >= ${since(first)} group by 1) d) as days`)
      const { inside, capacity, left_open: leftOpen, today: visitsToday, week, days } = rows[0]!
      return {
        at: now,
        limit: capacityOf(capacity),
        inside,
        leftOpen,
        today: visitsToday,
        week,
        dailyAverage: dailyAverage(week, today),
        days: Array.from({ length: daysShown }, (_, index) => {
          const on = addDays(first, index)
          return { on, visits: days[on] ?? 0 }
        }),
      }
    }),

  /** Everybody who is in the house, with how their entry was noted; whom nobody saw leave on an earlier day is marked (OCC-03, OCC-05). */
  inside: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'People in the building' })
      .input(insideList)
      .handler(async ({ context: { db, now }, input }) => {
        const startOfDay = instantOf(calendarDate(now), '00:00')
        const isEarlier = lt(checkIns.checkInTime, startOfDay)
        const { id, userId, kind, entryMethod, checkInTime, notes } = checkIns
        const select = db
          .select({ id, userId, kind, entryMethod, checkInTime, notes, name: insideName, guests: guestsInside })
          .from(checkIns)
          .leftJoin(user, eq(user.id, userId))
          .leftJoin(profiles, eq(profiles.userId, userId))
          .where(
            and(
              isNull(checkIns.checkOutTime),
              matching(input.q, insideName),
              input.since && (input.since === 'earlier' ? isEarlier : gte(checkInTime, startOfDay)),
            ),
          )
          .$dynamic()
        const page = await listPage(db, select, input, {
          sort: { checkInTime, name: sql`lower(${insideName})` },
          tie: id,
        })
        return {
          ...page,
          rows: page.rows.map(row => ({
            ...row,
            through: throughOf(kinds, row.kind),
            isFromEarlierDay: row.checkInTime < startOfDay,
          })),
        }
      }),
    {
      Name: row => row.name || 'Guest',
      'Member or guest': row => (row.userId ? 'Member' : 'Guest'),
      'Came in': row => row.checkInTime,
      'Entry method': row => methodWords(row.entryMethod),
      Through: row => row.through,
      'Left open from an earlier day': row => row.isFromEarlierDay,
      Notes: row => row.notes,
    },
  ),
})

/** A visitor's name; empty for a guest who gave none. */
const insideName = sql<string>`coalesce(${checkIns.guestName}, nullif(${fullName(profiles)}, ''), ${user.email}, '')`

/** What the building holds, as the setting has it; the usual number where it was never set (decision 16). */
function capacityOf(stored: unknown): number {
  const { buildingCapacity } = settingsSchema.shape
  return buildingCapacity.safeParse(stored ?? undefined).data ?? buildingCapacity.parse(undefined)
}
