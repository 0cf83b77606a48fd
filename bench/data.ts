import pg from 'pg'
import { hashPassword } from '#platform/auth/passwords.ts'
import { calendarDate } from '#platform/time.ts'

/** People who can sign in: `booker-1@bench.example` … book, `door@…` and `admin@…` are staff. */
export const bookers = 16
export const password = 'Measure-7-times-cut-once'
export const mailOf = (name: string) => `${name}@bench.example`

const facilities = 40

/** A busy venue: many paid members with tokens and a ticket for today's market, many facilities, a full front page. */
export async function fill(databaseUrl: string, members = 40_000): Promise<void> {
  const hash = await hashPassword(password)
  const on = calendarDate(new Date())
  await withClient(databaseUrl, async client => {
    await client.query(`set app.audited = 'off'`)
    // There may be no market today, and markets are on weekends only.
    await client.query('alter table market_days drop constraint market_days_weekend')
    await client.query(
      `insert into market_days ("on", space_id, starts_at, ends_at)
        select $1::date, id, $1::date + interval '8 hours', $1::date + interval '18 hours' from spaces where slug = 'event-space' on conflict do nothing`,
      [on],
    )
    await client.query(`create temp table people as
      select gen_random_uuid()::text as id, 'Member' as first_name, 'No ' || n as last_name, 'member-' || n as name, null as role from generate_series(1, ${members}) n
      union all select gen_random_uuid()::text, 'Booker', 'No ' || n, 'booker-' || n, null from generate_series(1, ${bookers}) n
      union all select gen_random_uuid()::text, initcap(role), 'Person', role, role from unnest(array['door', 'admin']) role`)
    await client.query(`insert into "user" (id, name, email, email_key, email_verified, first_name, last_name)
      select id, first_name || ' ' || last_name, name || '@bench.example', name || '@bench.example', true, first_name, last_name from people`)
    await client.query(
      `insert into account (account_id, provider_id, user_id, password)
        select id, 'credential', id, $1 from people where name not like 'member-%'`,
      [hash],
    )
    await client.query(
      `update profiles set approval_status = 'approved' from people where people.id = profiles.user_id`,
    )
    await client.query('insert into user_roles (user_id, role) select id, role from people where role is not null')
    await client.query(`insert into user_memberships (user_id, tier_id, payment_status, started_on, paid_since_on, current_period_start, current_period_end)
      select id, (select id from membership_tiers where price_pence > 0 and is_active order by price_pence desc limit 1), 'paid', current_date, current_date, now(), now() + interval '1 month' from people`)
    await client.query(`insert into tokens (user_id, amount, type, ref)
      select id, 1000000, 'purchase', 'bench:' || id from people where name like 'booker-%'
      union all select id, 150, 'weekly', 'bench:' || id from people where name like 'member-%'`)
    await client.query(
      `insert into market_visitor_tickets ("on", user_id, ticket_code, ticket_type, price_pence)
        select $1, id, name, 'member', 0 from people where name like 'member-%'`,
      [on],
    )
    await client.query(`insert into spaces (slug, name, parent_id, units)
      select 'bench-' || n, 'Studio ' || n, house.id, 12 from generate_series(1, ${facilities}) n, spaces house where house.slug = 'house'`)
    await client.query(`insert into booking_types (slug, name, "group", token_cost, cash_price_pence, duration_minutes, space_id)
      select replace(slug, '-', '_'), name, 'photography', 1, 3000, 60, id from spaces where slug like 'bench-%'`)
    await client.query(
      `create table bench_yardstick as select id, repeat('x', 200) as body from generate_series(1, 1000) id`,
    )
    await client.query('alter table bench_yardstick add primary key (id)')
    await client.query('grant select on bench_yardstick to exchange_app')
    await client.query('analyze')
  })
}

/** Hands `work` a connection of the database's owner. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
