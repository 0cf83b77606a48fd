import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { areBooks, findViolations, readInvariants } from '#commands/violations.ts'
import { isTypedCode } from '#features/door/passes/rules.ts'
import { migrateDb } from '#platform/db/pool.ts'
import { createDatabase } from '#test/database.ts'

// A house that runs brings rows along: a migration that a new database takes may still fail on theirs.

const folder = 'drizzle'

/** The migrations up to the one that begins with `last`, as a folder of their own: what an older release brought. */
function migrationsUpTo(last: string): string {
  const older = mkdtempSync(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rmSync(older, { recursive: true, force: true }))
  cpSync(folder, older, { recursive: true })
  const file = join(older, 'meta/_journal.json')
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(file, 'utf8'))
  const at = journal.entries.findIndex(({ tag }) => tag.startsWith(last))
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at + 1) }))
  return older
}

/** Rows as a house of November 2026 had them, in the tables that later migrations change. */
const rowsOf24 = `
  insert into "user" (id, name, email, email_key) values ('person-one', 'Ada Okafor', 'ada@old.example', 'ada@old.example');
  insert into orders (id, user_id, kind, amount_pence, description, lines, expires_at, status, paid_at, refunded_pence) values
    ('00000000-0000-4000-8000-000000000001', 'person-one', 'booking', 4000, 'Podcast Studio', '[]', now(), 'paid', now(), 1500);
  insert into refunds (order_id, amount_pence, reason, ref, status) values
    ('00000000-0000-4000-8000-000000000001', 1500, 'Cancelled in time', 'old-refund', 'done');
  insert into disputes (id, user_id, description, amount_pence, status, reason) values
    ('dp_open', 'person-one', 'Podcast Studio', 4000, 'open', 'fraudulent'),
    ('dp_asked', 'person-one', 'Podcast Studio', 4000, 'won', 'general'),
    ('dp_won', 'person-one', 'Podcast Studio', 4000, 'won', 'general');
  insert into ledger_entries (user_id, kind, amount_pence, description, external_ref) values
    ('person-one', 'dispute', -4000, 'Podcast Studio', 'dispute:dp_won');
  insert into membership_applications (user_id, full_name, email, email_key, phone_number, tier_slug, terms_accepted,
    terms_accepted_at, required_votes, committee_size, submitted_at, status, rejection_reason, reviewed_at) values
    ('person-one', 'Ada Okafor', 'ada@old.example', 'ada@old.example', '+447700900456', 'creator', true, now(), 2, 3, now(),
     'rejected', 'Incomplete application', now());
  insert into settings (key, value, updated_at) values ('venueEmail', '"desk@old.example"', now()), ('opensAt', '"09:00"', now());
  insert into market_visitor_tickets ("on", ticket_code, ticket_type, price_pence, status, used_at, last_entry_at, check_in_count)
    values ('2026-11-21', 'OLDGUEST', 'guest', 100, 'used', now(), now(), 1);
`

test('a house that ran with the release of migration 24 starts with this one and keeps what it had', async () => {
  const url = await createDatabase(inject('postgresUrl'), `upgrade_${process.pid}`)
  await migrateDb(url, migrationsUpTo('0024'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  // Each transaction of theirs had ended, and so their audit was written.
  await client.query(`begin; ${rowsOf24}; commit`)

  await migrateDb(url, folder)

  const ask = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows
  expect(
    await ask(`select content ->> 'email' as email from homepage_content where section_key = 'contact_info'`),
  ).toEqual([{ email: 'desk@old.example' }])
  expect(await ask('select key from settings')).toEqual([{ key: 'opensAt' }])
  expect(await ask('select user_id, order_id is not null as of_order, amount_pence from refunds')).toEqual([
    { user_id: 'person-one', of_order: true, amount_pence: 1500 },
  ])
  expect(await ask('select id, status from disputes order by id')).toEqual([
    { id: 'dp_asked', status: 'closed' },
    { id: 'dp_open', status: 'to_answer' },
    { id: 'dp_won', status: 'won' },
  ])
  expect(await ask('select status, refunded_pence from orders')).toEqual([{ status: 'paid', refunded_pence: 1500 }])
  expect(await ask('select status, withdrawn_at from membership_applications')).toEqual([
    { status: 'rejected', withdrawn_at: null },
  ])
  expect(await ask('select status, check_in_count from market_visitor_tickets')).toEqual([
    { status: 'used', check_in_count: 1 },
  ])
  expect(await ask('select audit_first_bad() as bad')).toEqual([{ bad: null }])
})

test('codes of guests’ passes that the door would not take are mended, each to one that is nobody else’s', async () => {
  const url = await createDatabase(inject('postgresUrl'), `upgrade_codes_${process.pid}`)
  await migrateDb(url, migrationsUpTo('0095'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`begin;
    insert into "user" (id, name, email, email_key) values ('person-one', 'Ada Okafor', 'ada@old.example', 'ada@old.example');
    insert into guest_passes (inviter_user_id, guest_name, guest_email, valid_until, pass_code) values
      ('person-one', 'One', 'one@old.example', '2026-12-01', 'LUMP2345'), ('person-one', 'Two', 'two@old.example', '2026-12-01', 'UNLK2345'),
      ('person-one', 'Three', 'three@old.example', '2026-12-01', 'KMNP2345');
    commit`)
  await migrateDb(url, folder)
  const { rows } = await client.query<{ code: string }>('select pass_code as code from guest_passes order by pass_code')
  expect(rows.map(({ code }) => code)).toEqual(['0N1K2345', '10MP2345', 'KMNP2345'])
  expect(rows.every(({ code }) => isTypedCode(code))).toBe(true)
})

/** Sessions as a house had them before what the desk takes was a payment: taken, and taken and handed back. */
const sessionsOf65 = `
  insert into "user" (id, name, email, email_key) values ('person-one', 'Ada Okafor', 'ada@old.example', 'ada@old.example');
  insert into studio_bookings (user_id, space_id, booking_date, start_time, end_time, starts_at, ends_at, hours, client_name, email,
    project_type, paid_with, price_pence, status, paid_at, cancelled_at, desk_owed_pence, handed_back_at)
  select 'person-one', s.id, '2026-12-01', v.at || ':00', v.at + 4 || ':00', timestamptz '2026-12-01T00:00Z' + make_interval(hours => v.at),
    timestamptz '2026-12-01T04:00Z' + make_interval(hours => v.at), 4, 'Ada', 'ada@old.example', 'other', 'card', 70000, v.status,
    v.paid_at, v.gone_at, v.owed, v.gone_at
  from spaces s, (values (10, 'confirmed', timestamptz '2026-11-20', null::timestamptz, 0),
    (14, 'cancelled', timestamptz '2026-11-20', timestamptz '2026-11-21', 70000),
    (15, 'confirmed', null, null, 0)) v(at, status, paid_at, gone_at, owed)
  where s.slug = 'photography-studio';
`

test('what the desk took before it was a payment is one, and the books agree', async () => {
  const url = await createDatabase(inject('postgresUrl'), `upgrade_desk_${process.pid}`)
  await migrateDb(url, migrationsUpTo('0065'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`begin; ${sessionsOf65}; commit`)

  await migrateDb(url, folder)

  const ask = async (text: string, values: unknown[] = []) => (await client.query<{ what: string }>(text, values)).rows
  expect(
    await ask('select way, amount_pence, description from ledger_entries order by created_at, description'),
  ).toEqual([
    { way: 'desk', amount_pence: 70_000, description: 'Photography Studio, Tue 1 Dec 2026, 10:00–14:00' },
    { way: 'desk', amount_pence: 70_000, description: 'Photography Studio, Tue 1 Dec 2026, 14:00–18:00' },
    { way: 'desk', amount_pence: -70_000, description: 'Handed back at the desk' },
  ])
  expect(await ask('select status, refunded_pence from orders order by refunded_pence')).toEqual([
    { status: 'paid', refunded_pence: 0 },
    { status: 'refunded', refunded_pence: 70_000 },
  ])
  expect(await findViolations(ask, new Date('2026-11-25'), readInvariants().filter(areBooks))).toEqual([])
  expect(await ask('select audit_first_bad() as bad')).toEqual([{ bad: null }])
})

/** Orders of several bookings that were cancelled while a bank had their money: it still has that of one, and returned that of the other. */
const cancelledOf65 = `
  insert into "user" (id, name, email, email_key) values ('person-one', 'Ada Okafor', 'ada@old.example', 'ada@old.example');
  insert into booking_types (id, slug, name, description, token_cost, cash_price_pence, space_id)
    select '00000000-0000-4000-8000-000000000009', 'old-desk', 'Old Desk', '', 1, 4000, id from spaces where slug = 'photography-studio';
  insert into orders (id, user_id, kind, amount_pence, description, lines, expires_at, status, paid_at, refunded_pence, disputed_pence, owed_pence) values
    ('00000000-0000-4000-8000-000000000001', 'person-one', 'booking', 9000, 'Two places', '[]', now(), 'paid', now(), 0, 9000, 7000),
    ('00000000-0000-4000-8000-000000000002', 'person-one', 'booking', 6000, 'Two places', '[]', now(), 'refunded', now(), 6000, 0, 0);
  insert into disputes (id, user_id, order_id, description, amount_pence, status, reason) values
    ('dp_out', 'person-one', '00000000-0000-4000-8000-000000000001', 'Two places', 9000, 'to_answer', 'fraudulent'),
    ('dp_won', 'person-one', '00000000-0000-4000-8000-000000000002', 'Two places', 4000, 'won', 'fraudulent');
  insert into bookings (id, user_id, booking_type_id, space_id, booking_on, starts_at_time, ends_at_time, starts_at, ends_at, status, paid_with,
    price_pence, order_id, cancelled_at, returned_pence)
  select v.id::uuid, 'person-one', t.id, t.space_id, v.on_day::date, '10:00', '11:00', v.on_day::date + time '10:00', v.on_day::date + time '11:00',
    'cancelled', 'card', v.price, v.order_id::uuid, now(), v.returned
  from booking_types t, (values
    ('00000000-0000-4000-8000-000000000011', '2026-12-01', 4000, '00000000-0000-4000-8000-000000000001', null::int),
    ('00000000-0000-4000-8000-000000000012', '2026-12-02', 5000, '00000000-0000-4000-8000-000000000001', 0),
    ('00000000-0000-4000-8000-000000000021', '2026-12-01', 4000, '00000000-0000-4000-8000-000000000002', null),
    ('00000000-0000-4000-8000-000000000022', '2026-12-02', 2000, '00000000-0000-4000-8000-000000000002', 0)
  ) v(id, on_day, price, order_id, returned) where t.slug = 'old-desk';
  insert into refunds (user_id, order_id, amount_pence, reason, ref, status, done_at) values
    ('person-one', '00000000-0000-4000-8000-000000000002', 2000, 'Booking cancelled', 'booking:00000000-0000-4000-8000-000000000021', 'done', now()),
    ('person-one', '00000000-0000-4000-8000-000000000002', 4000, 'Cancelled meanwhile', 'owed:dp_won', 'done', now());
  insert into ledger_entries (user_id, order_id, kind, amount_pence, description, external_ref)
  select 'person-one', v.order_id::uuid, 'booking', v.pence, 'Two places', v.ref from (values
    ('00000000-0000-4000-8000-000000000001', 9000, 'pi_one'), ('00000000-0000-4000-8000-000000000001', -9000, 'dispute:dp_out'),
    ('00000000-0000-4000-8000-000000000002', 6000, 'pi_two'), ('00000000-0000-4000-8000-000000000002', -4000, 'dispute:dp_won'),
    ('00000000-0000-4000-8000-000000000002', 4000, 'dispute-won:dp_won'),
    ('00000000-0000-4000-8000-000000000002', -2000, 'refund:booking:00000000-0000-4000-8000-000000000021'),
    ('00000000-0000-4000-8000-000000000002', -4000, 'refund:owed:dp_won')) v(order_id, pence, ref);
`

test('what several bookings of one order wait for, or had back of a bank, is each one’s part, and the books agree', async () => {
  const url = await createDatabase(inject('postgresUrl'), `upgrade_owed_${process.pid}`)
  await migrateDb(url, migrationsUpTo('0065'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`begin; ${cancelledOf65}; commit`)

  await migrateDb(url, folder)

  const ask = async (text: string, values: unknown[] = []) => (await client.query<{ what: string }>(text, values)).rows
  expect(await ask('select returned_pence, owed_pence from bookings order by id')).toEqual([
    { returned_pence: null, owed_pence: 4_000 },
    { returned_pence: 0, owed_pence: 3_000 },
    { returned_pence: 2_000, owed_pence: 0 },
    { returned_pence: 2_000, owed_pence: 0 },
  ])
  expect(await findViolations(ask, new Date('2026-11-25'), readInvariants().filter(areBooks))).toEqual([])
  expect(await ask('select audit_first_bad() as bad')).toEqual([{ bad: null }])
})

test('a migration that changes rows does not leave their audit for its end, when tables could not be altered', () => {
  const late = readdirSync(folder)
    .filter(file => file.endsWith('.sql'))
    .filter(file => {
      // What a function will do is no change yet.
      const text = readFileSync(join(folder, file), 'utf8').replace(/\$\$[\s\S]*?\$\$/g, '')
      return (
        /^\s*(update|delete from)\s/im.test(text) &&
        !/^(set constraints all immediate;|select set_config\('app.audited', 'off')/im.test(text)
      )
    })
  expect(late).toEqual([])
})
