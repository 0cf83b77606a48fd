import { ORPCError } from '@orpc/server'
import { and, asc, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { roomOf } from '#features/spaces/rooms/model.ts'
import { hall } from '#features/spaces/rooms/rules.ts'
import { fact } from '#platform/db/facts.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { QueuedJob } from '#platform/jobs/define.ts'
import { refusal } from '#platform/rpc/errors.ts'
import { calendarDate, wallTime } from '#platform/time.ts'
import { usualTimes } from './inputs.ts'
import { messages, occupied } from './rules.ts'
import { marketDays } from './table.ts'

/** Pays back the stalls of a market that was cancelled at an instant, tells whose they are and who waits; run in stall-admin/jobs.ts. */
export const payStallsBack: QueuedJob<{ dayId: string; cancelledAt: string }> = {
  name: 'market.pay-stalls-back',
  payload: z.object({ dayId: z.uuid(), cancelledAt: z.string() }),
}

/** Pays guests' tickets of a market day back that was cancelled; run in market/guest-tickets/jobs.ts. */
export const payBackGuests: QueuedJob<{ dayId: string; generation: number }> = {
  name: 'market.pay-back-guests',
  payload: z.object({ dayId: z.uuid(), generation: z.int() }),
}

interface Day {
  on: string
  closesAt: string
}

/** The day that a ticket is for at `now`, of days in their order: today's until it closes, else the next; null without one. */
export function comingOf<D extends Day>(days: readonly D[], now: Date): D | null {
  const [today, time] = [calendarDate(now), wallTime(now)]
  return days.find(({ on, closesAt }) => on > today || (on === today && time < closesAt)) ?? null
}

/** The same from the database, for a write inside its transaction. */
export async function comingDay(db: Reader, now: Date) {
  const rows = await db
    .select()
    .from(marketDays)
    .where(and(gte(marketDays.on, calendarDate(now)), eq(marketDays.isCancelled, false)))
    .orderBy(asc(marketDays.on))
    .limit(2)
  return comingOf(rows, now)
}

/** In SQL, the first market after this day, with the time at which it opens; null where none is planned. */
export const nextMarket = (after: string) =>
  sql<{ on: string; from: string } | null>`(select jsonb_build_object('on', d.on, 'from', d.opens_at)
    from ${marketDays} d where d.on > ${after} and not d.is_cancelled order by d.on limit 1)`

/** The order of days for the office: the next one first and those after it, then what has been, the last one first. */
export function nextFirst(now: Date): SQL<number> {
  const today = sql`${calendarDate(now)}::date`
  const { on } = marketDays
  return sql`case when ${on} >= ${today} then ${on} - ${today} else 1000000 + (${today} - ${on}) end`
}

/** A market day as a row, in the hall. */
export const dayRow = (day: { on: string } & Partial<typeof usualTimes>) => {
  const times = { ...usualTimes, ...day }
  return { ...times, ...occupied(times), spaceId: roomOf(hall) }
}

/** Work that takes the hall for a market: HALL_TAKEN, in words, when something else has it then. */
export async function inFreeHall<R>(work: Promise<R>): Promise<R> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ORPCError && error.code === 'SLOT_TAKEN')) throw error
    throw refusal('HALL_TAKEN', messages.hallTaken, { field: 'on' })
  }
}

/** Nobody plans more days ahead: with two a week they are four years. */
const knownDays = 400

/** The market days that are not cancelled, in their order: all that are to come, and some that were. */
export const marketDaysFact = fact({
  tables: [marketDays],
  async read(db) {
    const newest = await db
      .select()
      .from(marketDays)
      .where(eq(marketDays.isCancelled, false))
      .orderBy(desc(marketDays.on))
      .limit(knownDays)
    return newest.reverse()
  },
})
