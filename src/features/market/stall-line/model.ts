import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { StallSize } from '#features/market/pitches/inputs.ts'
import { earliestOffered } from '#features/spaces/waiting/rules.ts'
import { waitingEntries } from '#features/spaces/waiting/table.ts'

/** What is waited for, as the waiting list calls it: "day kind size". The database counts an offer by the last word. */
export const subjectOf = ({ on, stallType, stallSize }: { on: string; stallType: string; stallSize: StallSize }) =>
  [on, stallType, stallSize].join(' ')

/** An entry of the line in SQL, under the name that the query gives it. */
const of = (as: 'w' | 'waiting_entries') => {
  const subject = sql.raw(`${as}.subject`)
  return {
    stallType: sql<string>`split_part(${subject}, ' ', 2)`,
    stallSize: sql<StallSize>`split_part(${subject}, ' ', 3)`,
    /** How many of those who wait come before it, and one: 1 is the next. */
    place: sql<number>`(select count(*)::int + 1 from ${waitingEntries} a
      where a.kind = 'stall' and a.on = ${sql.raw(`${as}.on`)} and a.status = 'waiting' and a.place < ${sql.raw(`${as}.place`)})`,
  }
}
/** The same of `waiting_entries` by its own name. */
export const entryOf = of('waiting_entries')
/** The same of what `entriesThat` lists. */
export const listedEntry = of('w')

const live = ['waiting', 'offered'] as const
type Live = (typeof live)[number]

/** Those in line for a stall, what is offered to them included; of one day, if it is given. */
export const isInLine = (on?: string) =>
  and(
    eq(waitingEntries.kind, 'stall'),
    inArray(waitingEntries.status, live),
    on === undefined ? undefined : eq(waitingEntries.on, on),
  )

/** `from … w where …`: those in line on the day of a query on `market_days`, or those of one state. */
export const entriesThat = (status?: Live) => sql`from ${waitingEntries} w
  where w.kind = 'stall' and w.on = market_days.on and w.status in (${sql.raw((status ? [status] : live).map(each => `'${each}'`).join(', '))})`

/** How many are in line on the day of a query on `market_days`. */
export const countInLine = sql<number>`(select count(*)::int ${entriesThat()})`

/** Others than this person to whom what is free on the day of a query on `market_days` may still be offered, in their order. */
export const othersDue = (userId: string, now: Date, each: SQL) => sql`(
  select coalesce(jsonb_agg(${each} order by w.place), '[]') ${entriesThat('waiting')} and w.user_id <> ${userId}
    and w.starts_at >= ${earliestOffered(now).toISOString()})`

/** The line of one day becomes that of another: its entries keep kind and size, and their order. */
export const subjectOn = (on: string) =>
  sql<string>`concat_ws(' ', ${on}::text, ${entryOf.stallType}, ${entryOf.stallSize})`
