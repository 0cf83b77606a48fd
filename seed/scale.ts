import pg from 'pg'

/**
 * Adds `members` members with a year of bookings, in a few large statements. Every rule of the house holds for them as if
 * they had booked one by one: no overlap, every token and penny in its ledger, hours counted per week.
 * Needs the tiers and facilities of the demo venue. Returns what was added.
 */
export async function seedScale(databaseUrl: string, members: number, now: Date) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'exchange seed' })
  await client.connect()
  try {
    await client.query('begin')
    // Invented people are nobody's work in the back office.
    await client.query("set local app.audited = 'off'; set local timezone = 'Europe/London'")
    await client.query(`select pg_advisory_xact_lock(hashtext('exchange.seed'))`)
    for (const [text, values] of statements(members, now)) await client.query(text, values)
    const { rows } = await client.query<{ members: number; bookings: number }>(
      'select (select count(*)::int from scale_people) as members, (select count(*)::int from scale_bookings) as bookings',
    )
    await client.query('drop table scale_people, scale_bookings')
    await client.query('commit')
    await client.query('analyze')
    return rows[0]!
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    await client.end()
  }
}

const bookingsPerMember = 24

function statements(members: number, now: Date): [text: string, values: unknown[]][] {
  return [
    [
      `create temp table scale_people as
        select gen_random_uuid()::text as id, n, before.last + n as number,
          (array['Ada','Ben','Chiara','Dev','Elif','Finn','Grace','Hana','Ines','Jonas','Kofi','Lena'])[1 + n % 12] as first_name,
          (array['Okafor','Hartley','Rossi','Patel','Kaya','Murray','Liu','Sato','Novak','Weber','Mensah','Lund','Costa'])[1 + n % 13] as last_name
        from generate_series(1, $1::int) n,
          (select count(*)::int as last from "user" where email_key like 'member%@scale.example') before`,
      [members],
    ],
    [
      `insert into "user" (id, name, email, email_key, email_verified, first_name, last_name, phone, created_at, updated_at)
        select id, first_name || ' ' || last_name, address, address, true, first_name, last_name,
          '+4420794' || lpad((number % 100000)::text, 5, '0'), $1::timestamptz - interval '400 days', $1::timestamptz - interval '400 days'
        from (select *, 'member' || number || '@scale.example' as address from scale_people) p`,
      [now],
    ],
    [`update profiles set approval_status = 'approved' from scale_people p where profiles.user_id = p.id`, []],
    [
      // Two of five are Explorers; the others take the paid tiers in turn.
      `insert into user_memberships (user_id, tier_id, status, payment_status, started_on, paid_since_on, current_period_start, current_period_end)
        select p.id, t.id, 'active', case when t.price_pence > 0 then 'paid' else 'waived' end, day,
          case when t.price_pence > 0 then day end, $1, case when t.price_pence > 0 then $1::timestamptz + interval '1 year' end
        from (select *, ($1::timestamptz - interval '400 days')::date as day from scale_people) p
        join (
          select *, row_number() over (order by price_pence) - 1 as rank, count(*) over () as tiers
          from membership_tiers where is_active
        ) t on t.rank = case when p.n % 5 < 2 then 0 else least(1 + p.n % 3, t.tiers - 1) end`,
      [now],
    ],
    [
      // The members' share of the year's slots, drawn by lot. Slots of a unit follow one another, so none overlap.
      `create temp table scale_bookings as
        with slots as (
          select t.id as type_id, t.space_id, t.slug, t.name, unit, day::date as on_day,
            (day + interval '9 hours' + make_interval(mins => k * t.duration_minutes)) as starts,
            (day + interval '9 hours' + make_interval(mins => (k + 1) * t.duration_minutes)) as ends,
            t.token_cost,
            case when t.is_priced_per_session then t.cash_price_pence else t.cash_price_pence * t.duration_minutes / 60 end as pence
          from booking_types t join spaces s on s.id = t.space_id,
            generate_series(1, s.units) unit,
            generate_series(($1::timestamptz - interval '365 days')::date::timestamp, ($1::timestamptz + interval '14 days')::date::timestamp, interval '1 day') day,
            generate_series(0, greatest(0, 660 / t.duration_minutes - 1)) k
          where t.is_active
        ), payers as (
          select p.id, row_number() over (order by p.n) - 1 as rank, count(*) over () as payers
          from scale_people p join user_memberships m on m.user_id = p.id join membership_tiers t on t.id = m.tier_id
          where t.price_pence > 0
        ), offered as materialized (
          -- Far more than are wanted: only these are compared with what is booked, not every slot of the year.
          select * from slots order by md5(type_id::text || unit || starts) limit $2::int * 4
        ), drawn as (
          select *, row_number() over (order by md5(type_id::text || unit || starts)) - 1 as lot from offered
          where not exists (
            select 1 from reservations b where b.space_id = offered.space_id and b.unit = offered.unit
              and tstzrange(b.starts_at, b.ends_at, '[)') && tstzrange(offered.starts at time zone 'Europe/London', offered.ends at time zone 'Europe/London', '[)'))
          order by lot limit $2::int
        )
        select gen_random_uuid() as id, case when d.lot % 5 = 0 and d.pence > 0 then gen_random_uuid() end as order_id, p.id as user_id, d.*
        from drawn d join payers p on p.rank = d.lot % p.payers`,
      [now, members * bookingsPerMember],
    ],
    [
      `insert into orders (id, user_id, kind, status, amount_pence, description, lines, expires_at, paid_at, created_at)
        select order_id, user_id, 'booking', 'paid', pence, name, jsonb_build_array(jsonb_build_object('name', name, 'quantity', 1, 'unitPence', pence)),
          placed + interval '30 minutes', placed, placed
        from (select *, least(starts at time zone 'Europe/London', $1::timestamptz) - interval '3 days' as placed from scale_bookings) b
        where order_id is not null`,
      [now],
    ],
    [
      `insert into ledger_entries (user_id, order_id, kind, amount_pence, description, external_ref, created_at)
        select o.user_id, o.id, 'booking', o.amount_pence, o.description, 'scale:' || o.id, o.paid_at
        from orders o join scale_bookings b on b.order_id = o.id`,
      [],
    ],
    [
      `insert into bookings (id, booking_type_id, space_id, booking_on, starts_at_time, ends_at_time, starts_at, ends_at, status, paid_with,
          tokens_used, price_pence, order_id, user_id, confirmed_at, created_at)
        select id, type_id, space_id, on_day, to_char(starts, 'HH24:MI'), to_char(ends, 'HH24:MI'),
          starts at time zone 'Europe/London', ends at time zone 'Europe/London', 'confirmed',
          case when order_id is null then 'tokens' else 'card' end,
          case when order_id is null then token_cost else 0 end, case when order_id is null then 0 else pence end,
          order_id, user_id, placed, placed
        from (select *, least(starts at time zone 'Europe/London', $1::timestamptz) - interval '3 days' as placed from scale_bookings) b`,
      [now],
    ],
    [
      `insert into tokens (user_id, amount, used, type, ref, allocated_at)
        select p.id, coalesce(b.used, 0) + p.n % 150 + 1, coalesce(b.used, 0), 'bonus', 'scale:' || p.id, $1::timestamptz - interval '400 days'
        from scale_people p
        left join (select user_id, sum(token_cost)::int as used from scale_bookings where order_id is null group by 1) b on b.user_id = p.id`,
      [now],
    ],
    [
      // In the order of time, because that is the order in which a ledger is read.
      `insert into token_transactions (user_id, type, amount, balance_after, description, ref, created_at)
        select user_id, type, amount, sum(amount) over (partition by user_id order by at, ref), description, ref, at
        from (
          select t.user_id, 'bonus' as type, t.amount, 'Opening balance' as description, 'grant:' || t.ref as ref, t.allocated_at as at
          from tokens t join scale_people p on p.id = t.user_id
          union all
          select b.user_id, 'debit', -b.token_cost, b.name, 'booking:' || b.id, least(b.starts at time zone 'Europe/London', $1::timestamptz) - interval '3 days'
          from scale_bookings b where b.order_id is null and b.token_cost > 0
        ) moved
        order by user_id, at, ref`,
      [now],
    ],
    [
      `insert into weekly_booking_usage (user_id, booking_type_slug, week_start_on, minutes_used)
        select user_id, slug, date_trunc('week', on_day)::date,
          sum(extract(epoch from (ends at time zone 'Europe/London') - (starts at time zone 'Europe/London')) / 60)::int
        from scale_bookings group by 1, 2, 3
        on conflict (user_id, booking_type_slug, week_start_on)
          do update set minutes_used = weekly_booking_usage.minutes_used + excluded.minutes_used`,
      [],
    ],
  ]
}
