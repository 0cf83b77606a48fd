import { join } from 'node:path'
import type pg from 'pg'
import { addDays } from '#platform/dates.ts'
import { startEmbeddedPostgres } from '#platform/postgres/supervisor.ts'
import { calendarDate } from '#platform/time.ts'
import { rpc, signIn } from './calls.ts'
import { fill, withClient } from './data.ts'
import type { Sent } from './load.ts'
import { openVenue } from './venue.ts'

export interface GrowthFigures {
  title: string
  /** Median of one request after the other, for each of `growthSizes`. */
  p50Ms: number[]
}

/** So many members and as many bookings. */
export const growthSizes = [10_000, 100_000, 1_000_000]
const repeats = 15

/** How long single requests take as the venue fills up, with nobody else about. */
export async function measureGrowth(dataDir: string, say: (text: string) => void): Promise<GrowthFigures[]> {
  const postgres = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') })
  try {
    say('filling a venue …')
    const demo = await openVenue(dataDir, { databaseUrl: postgres.url, isDemo: true })
    await fill(postgres.url, 1_000)
    await demo.stop()
    const venue = await openVenue(dataDir, { databaseUrl: postgres.url, isDemo: false })
    try {
      const questions = await withClient(postgres.url, client => openQuestions(client, venue.url))
      const figures: GrowthFigures[] = questions.map(({ title }) => ({ title, p50Ms: [] }))
      let size = 0
      for (const next of growthSizes) {
        say(`growing to ${next.toLocaleString('en-GB')} …`)
        await withClient(postgres.url, client => grow(client, size, next))
        size = next
        for (const [i, { sent }] of questions.entries()) figures[i]!.p50Ms.push(await medianOf(venue.url, sent))
      }
      return figures
    } finally {
      await venue.stop()
    }
  } finally {
    await postgres.stop()
  }
}

/** What people ask: slots, lists in their usual order and in others, searches that find one, many and nothing. */
async function openQuestions(client: pg.Client, url: string): Promise<{ title: string; sent: Sent }[]> {
  const { cookie } = await signIn(client, url, 'admin')
  const { rows } = await client.query<{ id: string }>(`select id from booking_types where slug = 'bench_1'`)
  const facilityId = rows[0]!.id
  const today = calendarDate(new Date())
  const one = 'grown4321@'
  return [
    { title: 'Slots of a full day', sent: rpc('bookings/slots', cookie, { facilityId, on: addDays(today, 1) }) },
    { title: 'Bookings', sent: rpc('bookings/list', cookie, {}) },
    { title: 'Bookings, by time of booking', sent: rpc('bookings/list', cookie, { sort: '-createdAt' }) },
    { title: 'Bookings of one day', sent: rpc('bookings/list', cookie, { on: addDays(today, 1) }) },
    { title: 'Bookings that are cancelled', sent: rpc('bookings/list', cookie, { status: 'cancelled' }) },
    { title: 'Bookings, search for one person', sent: rpc('bookings/list', cookie, { q: one }) },
    { title: 'Bookings, search that finds nothing', sent: rpc('bookings/list', cookie, { q: 'nobody-of-that-name' }) },
    { title: 'Members', sent: rpc('members/find', cookie, {}) },
    { title: 'Members, by name', sent: rpc('members/find', cookie, { sort: 'name' }) },
    { title: 'Members, page 100', sent: rpc('members/find', cookie, { page: 100 }) },
    { title: 'Members on hold', sent: rpc('members/find', cookie, { status: 'blocked' }) },
    { title: 'Members, search for one', sent: rpc('members/find', cookie, { q: one }) },
    { title: 'Members, search that finds many', sent: rpc('members/find', cookie, { q: 'okafor' }) },
    { title: 'Members, search that finds nothing', sent: rpc('members/find', cookie, { q: 'nobody-of-that-name' }) },
    { title: 'Orders, search for one person', sent: rpc('payments/orders', cookie, { q: one }) },
    { title: 'Ledger, search for one person', sent: rpc('payments/ledger', cookie, { q: one }) },
  ]
}

/** Adds members and bookings from number `from` to `to`; the triggers that would run for each are left out. */
async function grow(client: pg.Client, from: number, to: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  const statements = [
    `insert into "user" (id, name, email, email_key, email_verified, first_name, last_name, created_at)
      select 'grown-' || n, first || ' ' || last, address, address, true, first, last, now() - n * interval '1 minute'
      from (select n, (array['Ada','Ben','Chiara','Dev','Elif','Finn','Grace'])[1 + n % 7] as first,
        (array['Okafor','Hartley','Rossi','Patel','Kaya','Murray','Liu','Sato','Novak','Weber','Mensah'])[1 + n % 11] as last,
        'grown' || n || '@bench.example' as address from generate_series($1::int + 1, $2::int) n) p`,
    `insert into profiles (user_id, first_name, last_name, approval_status, account_status, blocked_at, referral_code)
      select id, first_name, last_name, 'approved', case when n % 1000 = 0 then 'blocked' else 'active' end,
        case when n % 1000 = 0 then now() end, 'R' || n
      from "user" join generate_series($1::int + 1, $2::int) n on id = 'grown-' || n`,
    // Backwards from the day after tomorrow, every unit of every bench facility, twelve hours a day.
    `with booked as (insert into bookings (id, booking_type_id, space_id, booking_on, starts_at_time, ends_at_time, starts_at, ends_at,
        status, paid_with, tokens_used, user_id, confirmed_at, cancelled_at, created_at)
      select md5('grown ' || n)::uuid, t.id, t.space_id, day, lpad(hour::text, 2, '0') || ':00', lpad((hour + 1)::text, 2, '0') || ':00',
        day + make_interval(hours => hour), day + make_interval(hours => hour + 1),
        case when n % 500 = 0 then 'cancelled' else 'confirmed' end, 'tokens', 1, 'grown-' || 1 + n * 7919::bigint % $2::int,
        now(), case when n % 500 = 0 then now() end, now() - n * interval '1 minute'
      from (select n, 9 + n / 480 % 12 as hour, current_date + 2 - n / 5760 as day from generate_series($1::int, $2::int - 1) n) b
      join (select id, space_id, row_number() over (order by slug) - 1 as rank from booking_types where slug like 'bench\\_%') t on t.rank = b.n % 40
      returning id, space_id, starts_at, ends_at, status, user_id)
    insert into reservations (kind, ref, space_id, unit, starts_at, ends_at, user_id)
      select 'booking', id, space_id, unit, starts_at, ends_at, user_id
      from booked join (select md5('grown ' || n)::uuid as id, 1 + n / 40 % 12 as unit from generate_series($1::int, $2::int - 1) n) u using (id)
      where status = 'confirmed'`,
    `insert into orders (id, user_id, kind, status, amount_pence, description, lines, expires_at, paid_at, created_at)
      select gen_random_uuid(), 'grown-' || n, 'booking', 'paid', 3000, 'Studio', '[]', now(), now(), now() - n * interval '1 minute'
      from generate_series($1::int + 1, $2::int) n`,
    `insert into ledger_entries (user_id, order_id, kind, amount_pence, description, external_ref, created_at)
      select user_id, id, kind, amount_pence, description, 'grown:' || id, created_at
      from orders where user_id in (select 'grown-' || n from generate_series($1::int + 1, $2::int) n)`,
  ]
  for (const text of statements) await client.query(text, [from, to])
  await client.query('vacuum analyze')
}

async function medianOf(url: string, { path, ...request }: Sent): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < repeats; i++) {
    const startedAt = performance.now()
    const answer = await fetch(url + path, request)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    times.push(performance.now() - startedAt)
  }
  return times.toSorted((a, b) => a - b)[repeats >> 1]!
}
