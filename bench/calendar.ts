import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { heldBetween } from '#features/spaces/availability/model.ts'
import { takenBetween } from '#features/spaces/schedule/model.ts'
import { addDays } from '#platform/dates.ts'
import type { Db } from '#platform/db/pool.ts'
import { startEmbeddedPostgres } from '#platform/postgres/supervisor.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { withClient } from './data.ts'
import { openVenue } from './venue.ts'

export interface CalendarFigures {
  title: string
  /** Median in the database, planning included, for each of `calendarSizes`. */
  p50Ms: number[]
  /** What issue 11 asks for, in milliseconds. */
  aimMs: number
}

/** So many bookings in the calendar of the house. */
export const calendarSizes = [10_000, 100_000, 1_000_000, 5_000_000]
const rooms = 40
/** Bookings of a day: three in a room of one unit, twelve in every eighth room, which has twelve. */
const perDay = 35 * 3 + 5 * 12
const daysShown = 31
const repeats = 41

/**
 * How long the database takes to say what is free for a month, and what is in forty rooms for a month, as the calendar fills
 * up with years that are over. The statements are those that the product sends, one for each question.
 */
export async function measureCalendar(dataDir: string, say: (text: string) => void): Promise<CalendarFigures[]> {
  const postgres = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') })
  try {
    await (await openVenue(dataDir, { databaseUrl: postgres.url, isDemo: false })).stop()
    return await withClient(postgres.url, async client => {
      const spaceIds = await openRooms(client)
      const questions = questionsOf(spaceIds)
      const figures = questions.map(({ title, aimMs }): CalendarFigures => ({ title, aimMs, p50Ms: [] }))
      let size = 0
      for (const next of calendarSizes) {
        say(`filling the calendar to ${next.toLocaleString('en-GB')} …`)
        await grow(client, size, next)
        size = next
        for (const [i, { ask }] of questions.entries()) figures[i]!.p50Ms.push(await medianOf(client, ask))
      }
      return figures
    })
  } finally {
    await postgres.stop()
  }
}

/** A month that is as full as those before it, beginning today. */
function questionsOf(spaceIds: readonly string[]): { title: string; aimMs: number; ask(db: Db): Promise<unknown[]> }[] {
  const now = new Date()
  const today = calendarDate(now)
  const [from, until] = [instantOf(today, '00:00'), instantOf(addDays(today, daysShown), '00:00')]
  const of = (id: string) => [{ id, leafIds: [id] }]
  return [
    {
      title: 'What is free for a month, one room',
      aimMs: 5,
      ask: db => heldBetween(db, of(spaceIds[1]!), from, until, now),
    },
    {
      title: 'What is free for a month, twelve desks',
      aimMs: 5,
      ask: db => heldBetween(db, of(spaceIds[0]!), from, until, now),
    },
    { title: 'A month of the office calendar, forty rooms', aimMs: 30, ask: db => takenBetween(db, from, until) },
  ]
}

async function openRooms(client: pg.Client): Promise<string[]> {
  await client.query('set session_replication_role = replica')
  await client.query(`insert into "user" (id, name, email, email_key, email_verified, first_name, last_name)
    select 'grown-' || n, 'Ada ' || n, n || '@bench.example', n || '@bench.example', true, 'Ada', n::text from generate_series(0, 999) n`)
  // The house itself, its hall and its studio are there already: these come on top.
  const { rows } = await client.query<{ id: string }>(
    `insert into spaces (slug, name, parent_id, units, sort_order)
      select 'bench-' || n, 'Studio ' || n, house.id, case when n % 8 = 0 then 12 else 1 end, n
      from generate_series(0, $1::int - 1) n, spaces house where house.slug = 'house' returning id`,
    [rooms],
  )
  // As the trigger on rooms would say it.
  await client.query('update spaces set leaf_ids = space_leaves(id)')
  return rows.map(({ id }) => id)
}

/** Adds the bookings of one day after another, the last of them a month ahead, each as its trigger would write it. */
async function grow(client: pg.Client, from: number, to: number): Promise<void> {
  const batch = 100_000
  for (let start = from; start < to; start += batch)
    await client.query(
      `insert into reservations (kind, ref, space_id, unit, starts_at, ends_at, user_id)
        select 'booking', md5('grown ' || n)::uuid, s.id, case when of_day < 105 then 1 else 1 + (of_day - 105) % 12 end,
          day + make_interval(hours => hour), day + make_interval(hours => hour + 1), 'grown-' || n % 1000
        from (select n, n % $3::int as of_day, (current_date + $4::int - n / $3::int)::timestamptz as day from generate_series($1::int, $2::int) n) b
        cross join lateral (select case when of_day < 105 then 9 + of_day % 3 * 3 else 9 + (of_day - 105) % 12 end as hour,
          case when of_day < 105 then of_day / 3 + of_day / 21 + 1 else (of_day - 105) / 12 * 8 end as rank) p
        join spaces s on s.slug = 'bench-' || p.rank`,
      [start, Math.min(start + batch, to) - 1, perDay, daysShown],
    )
  await client.query('vacuum analyze reservations')
}

/** The one statement that a question sends, explained with its own values again and again. */
async function medianOf(client: pg.Client, ask: (db: Db) => Promise<unknown[]>): Promise<number> {
  const sent: { text: string; values: unknown[] }[] = []
  const logger = { logQuery: (text: string, values: unknown[]) => void sent.push({ text, values }) }
  const found = await ask(drizzle(client, { casing: 'snake_case', logger }) as unknown as Db)
  const [statement] = sent
  if (!statement || sent.length > 1 || found.length === 0)
    throw new Error(`${sent.length} statements, ${found.length} rows`)
  const times: number[] = []
  for (let i = 0; i < repeats; i++) {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ 'Planning Time': number; 'Execution Time': number }] }>(
      `explain (analyze, timing off, format json) ${statement.text}`,
      statement.values,
    )
    const [plan] = rows[0]!['QUERY PLAN']
    times.push(plan['Planning Time'] + plan['Execution Time'])
  }
  return times.toSorted((a, b) => a - b)[repeats >> 1]!
}
