import fc from 'fast-check'
import pg from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { addDays } from '#platform/dates.ts'
import { pruneAudit } from '#platform/jobs/cleanup.ts'
import { dataMap } from '#schema.ts'
import { admin, member, person } from '#seed/factories/people.ts'
import { sharedTestApp, type TestApp, testApp } from '#test/app.ts'
import { sessionCookie } from '#test/browser.ts'
import { isLong } from '#test/long.ts'
import { type AuditEntry, objectOf, sentenceOf, valuesOf } from './parts/audit-words.ts'
import { auditNouns } from './rules.ts'

const app = sharedTestApp()
let boss: { id: string }
beforeAll(async () => {
  boss = await admin(app, { firstName: 'Grace', lastName: 'Boss' })
})

const firstBad = async (of: TestApp) =>
  (await of.sql<{ bad: string | null }>('select audit_first_bad() as bad'))[0]!.bad

const entry = (of: Partial<AuditEntry>): AuditEntry => ({
  ...{
    action: 'update',
    tableName: 'booking_types',
    rowId: crypto.randomUUID(),
    before: null,
    after: null,
    subject: null,
  },
  ...of,
})

test('an entry is a sentence: what was done to what, with what stood there and what stands there now', () => {
  const says = (of: Partial<AuditEntry>) => sentenceOf(entry(of))
  const sauna = { name: 'Sauna', personId: null }
  const ann = { name: 'Ann Okafor', personId: 'ann' }
  const anns = { ...ann, isOwners: true }
  const price = { before: { cash_price_pence: 3000 }, after: { cash_price_pence: 3200 }, subject: sauna }
  expect(says(price)).toBe('changed the price of Sauna: £30 → £32')
  expect(says({ ...price, subject: null })).toBe('changed the price of a facility: £30 → £32')
  expect(says({ subject: sauna, before: { is_active: true }, after: { is_active: false } })).toBe(
    'switched off the facility Sauna',
  )
  const several = { before: { token_cost: 1, description: '' }, after: { token_cost: 2, description: 'Hot.' } }
  expect(says({ ...several, subject: sauna })).toBe('changed the price in tokens and the description of Sauna')
  expect(says({ action: 'create', after: { id: 1, name: 'Ice Bath' } })).toBe('created the facility Ice Bath')
  expect(says({ action: 'delete', before: { id: 1, name: 'Ice Bath' } })).toBe('deleted the facility Ice Bath')
  const settings = { tableName: 'settings', rowId: 'holdMinutes', before: { value: 30 }, after: { value: 45 } }
  expect(says(settings)).toBe('changed “Unpaid places are held for”: 30 minutes → 45 minutes')
  expect(says({ ...settings, action: 'create', before: null })).toBe(
    'changed “Unpaid places are held for” to 45 minutes',
  )
  const role = { tableName: 'user_roles', subject: ann }
  expect(says({ ...role, action: 'create', after: { role: 'door' } })).toBe('gave Ann Okafor the role Door')
  expect(says({ ...role, action: 'delete', before: { role: 'door' } })).toBe('took the role Door from Ann Okafor')
  const booking = {
    tableName: 'bookings',
    subject: anns,
    before: { status: 'confirmed' },
    after: { status: 'cancelled' },
  }
  expect(says(booking)).toBe('changed the status of a booking of Ann Okafor: confirmed → cancelled')
  expect(says({ ...booking, action: 'create', before: null })).toBe('created a booking of Ann Okafor')
  // When something was done is no thing by itself: no “limited of a membership”.
  const membership = { tableName: 'user_memberships', subject: anns, before: { limited_at: '2026-11-02T10:00:00Z' } }
  expect(says({ ...membership, after: { limited_at: null } })).toContain('changed the pause of new bookings of a')
  expect(says({ ...membership, before: { is_pinned: false }, after: { is_pinned: true } })).toMatch(
    /^changed the mark “pinned” of .*: no → yes$/,
  )
  expect(says({ action: 'create', tableName: 'user_points', subject: anns })).toBe('created points of Ann Okafor')
  expect(says({ action: 'create', tableName: 'profiles', subject: ann })).toBe('created the account Ann Okafor')
  expect(says({ action: 'login', tableName: 'session' })).toBe('signed in')
  expect(says({ action: 'export', tableName: 'user', subject: ann })).toBe('exported the data of Ann Okafor')
  // No key, id or instant of the machine is in it.
  const text = { section_key: 'weekly_content', content: { title: 'Make', imageUrl: '/a' }, updated_at: '1' }
  const changed = { ...text, content: { title: 'Do', imageUrl: '/b' }, updated_at: '2' }
  expect(says({ tableName: 'content_versions', before: text, after: changed })).toBe(
    'changed the title and the image link of a text of the pages, Weekly content',
  )
  const answered = { status: 'open', answered_at: null, answered_by: null }
  expect(
    says({
      ...{ tableName: 'contact_inquiries', subject: anns, before: answered },
      after: { status: 'answered', answered_at: '2026-11-28T22:22:15.559+00:00', answered_by: crypto.randomUUID() },
    }),
  ).toBe('changed the status of an enquiry of Ann Okafor: open → answered')
})

test('200 parallel writers leave one chain without gap or fork', async () => {
  const own = await testApp()
  const [{ n: before } = { n: 0 }] = await own.sql<{ n: number }>('select count(*)::int as n from audit_log')
  // Connections of its own that wait as long as it takes: no limit of the server decides this.
  const pool = new pg.Pool({ connectionString: own.databaseUrl, max: 40 })
  onTestFinished(() => pool.end())
  await Promise.all(Array.from({ length: 40 }, () => pool.query('select 1')))
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      pool.query(
        `begin; insert into settings (key, value, updated_at) values ('writer ${index}', '1', now());
          update settings set value = '2' where key = 'writer ${index}'; commit`,
      ),
    ),
  )
  expect(await firstBad(own)).toBeNull()
  const [row] = await own.sql<{ n: number; ids: number; links: number; last: number }>(
    'select count(*)::int as n, count(distinct id)::int as ids, count(distinct previous_hash)::int as links, max(id)::int as last from audit_log',
  )
  const all = before + 400
  expect(row).toEqual({ n: all, ids: all, links: all, last: all })
})

test('every random change by a superuser is found', { timeout: 300_000 }, async () => {
  const own = await testApp()
  const writer = await admin(own)
  for (let price = 1; price <= 30; price++) await own.as(writer).venue.changeSettings({ tokenPricePence: price })
  expect(await firstBad(own)).toBeNull()
  await own.sql('create table kept_log as select * from audit_log')
  await own.sql('create table kept_head as select * from audit_head')
  const ids = (await own.sql<{ id: string }>('select id from audit_log order by id')).map(row => Number(row.id))
  const anyId = fc.constantFrom(...ids)
  const columns = ['actor_id', 'action', 'table_name', 'row_id', 'ip_address', 'request_id', 'previous_hash', 'hash']
  const change = fc.oneof(
    fc
      .tuple(anyId, fc.constantFrom(...columns), fc.uuid())
      .map(([id, column, value]) => `update audit_log set ${column} = '${value}' where id = ${id}`),
    fc
      .tuple(anyId, fc.constantFrom('before', 'after'), fc.uuid())
      .map(([id, column, value]) => `update audit_log set "${column}" = '{"value": "${value}"}' where id = ${id}`),
    fc
      .tuple(anyId, fc.integer({ min: 1, max: 100_000 }))
      .map(
        ([id, ms]) => `update audit_log set created_at = created_at + interval '${ms} milliseconds' where id = ${id}`,
      ),
    anyId.map(id => `delete from audit_log where id = ${id}`),
    anyId.map(id => `delete from audit_log where id >= ${id}`),
    anyId.map(id => `delete from audit_log where id <= ${id}`),
    anyId.map(
      id =>
        `insert into audit_log select (jsonb_populate_record(r, '{"id": 100000}')).* from audit_log r where id = ${id}`,
    ),
    // Clever: the row's own hash is made right again.
    fc
      .tuple(fc.constantFrom(...ids.slice(0, -1)), fc.uuid())
      .map(
        ([id, value]) =>
          `update audit_log r set actor_id = '${value}', hash = audit_hash(jsonb_populate_record(r, '{"actor_id": "${value}"}')) where id = ${id}`,
      ),
    fc.constant('update audit_head set last_id = last_id - 1'),
    fc.constant("update audit_head set last_hash = 'x'"),
  )
  const seed = Date.now() % 1_000_000
  await fc.assert(
    fc.asyncProperty(change, async statement => {
      // One message, one session: the guard is off for this statement only.
      await own.sql(`begin; set local session_replication_role = replica; ${statement}; commit`)
      try {
        expect(await firstBad(own), statement).not.toBeNull()
      } finally {
        await own.sql(
          'begin; set local session_replication_role = replica; delete from audit_log; insert into audit_log select * from kept_log; delete from audit_head; insert into audit_head select * from kept_head; commit',
        )
      }
    }),
    { numRuns: isLong ? 200 : 40, seed },
  )
  expect(await firstBad(own)).toBeNull()
})

test('what moves only when a row was written or compared with the payment provider is no entry, and the chain holds', async () => {
  const someone = await member(app)
  const entries = async () =>
    (
      await app.sql<{ after: unknown }>(
        `select after from audit_log where table_name = 'user_memberships' and action = 'update' and row_id in (
          select id::text from user_memberships where user_id = $1)`,
        [someone.id],
      )
    ).map(({ after }) => after)
  await app.sql(`update user_memberships set synced_at = '2026-11-28T12:00:00Z' where user_id = $1`, [someone.id])
  expect(await entries()).toEqual([])
  await app.sql(
    `update user_memberships set synced_at = '2026-11-28T12:05:00Z', payment_status = 'overdue' where user_id = $1`,
    [someone.id],
  )
  expect(await entries()).toEqual([expect.objectContaining({ payment_status: 'overdue' })])
  expect(await firstBad(app)).toBeNull()
})

test('the role that serves requests can neither change nor add to the log [OPS-18]', async () => {
  for (const statement of [
    "insert into audit_log (id, created_at, action, table_name, row_id, previous_hash, hash) values (99, now(), 'x', 'x', 'x', '', '')",
    'update audit_log set action = action',
    'delete from audit_log',
    "select audit_append('login', 'session', 'x', 'x', 'x')",
  ])
    await expect(app.db.execute(statement), statement).rejects.toThrow()
})

/** Makes the entries before `id` so many days older, and their hashes right again. */
const age = (of: TestApp, id: number, days: number) =>
  of.sql(`do $$
    declare entry audit_log; hash_before text := '';
    begin
      set local session_replication_role = replica;
      for entry in select * from audit_log order by id loop
        if entry.id < ${id} then entry.created_at := entry.created_at - interval '${days} days'; end if;
        entry.previous_hash := hash_before;
        hash_before := audit_hash(entry);
        update audit_log set created_at = entry.created_at, previous_hash = entry.previous_hash, hash = hash_before where id = entry.id;
      end loop;
      update audit_head set last_hash = hash_before;
    end $$`)

test('entries older than the venue keeps them go at night; nobody who serves requests can remove those of the last month', async () => {
  const own = await testApp()
  const writer = await admin(own)
  for (let price = 1; price <= 5; price++) await own.as(writer).venue.changeSettings({ tokenPricePence: price })
  const ids = async () =>
    (await own.sql<{ id: number }>('select id::int from audit_log order by id')).map(({ id }) => id)
  const all = await ids()
  const kept = all.slice(-3)
  await age(own, kept[0]!, 800)
  expect(await firstBad(own)).toBeNull()
  await own.write(tx => tx.enqueue(pruneAudit, {}))
  await own.runJobs()
  expect(await ids()).toEqual(kept)
  await own.db.execute("select audit_prune(now() + interval '1 day')")
  expect(await ids()).toEqual(kept)
  expect(await firstBad(own)).toBeNull()
})

test('lists the newest entries with who, what and from where [OPS-17, OPS-18, OPS-19]', async () => {
  await app.as(boss, { ipAddress: '203.0.113.9' }).venue.changeSettings({ holdMinutes: 45 })
  const { rows, total } = await app.as(boss).privacy.auditLog({})
  expect(rows[0]).toMatchObject({
    action: 'create',
    tableName: 'settings',
    rowId: 'holdMinutes',
    actorId: boss.id,
    actorName: 'Grace Boss',
    ipAddress: '203.0.113.9',
  })
  expect(rows[0]!.createdAt).toBeInstanceOf(Date)
  expect(total).toBe(rows.length)
  for (let minutes = 5; minutes < 120; minutes++) await app.as(boss).venue.changeSettings({ holdMinutes: minutes })
  const many = await app.as(boss).privacy.auditLog({})
  expect(many.rows).toHaveLength(100)
  expect(many.rows.map(row => row.id)).toEqual([...many.rows.map(row => row.id)].sort((a, b) => b - a))
})

test('is searched by table or user id, over the whole log, with the text taken literally [OPS-15]', async () => {
  const find = async (q: string) => (await app.as(boss).privacy.auditLog({ q })).rows
  expect(new Set((await find('user_rol')).map(row => row.tableName))).toEqual(new Set(['user_roles']))
  const mine = await find(boss.id.slice(0, 8))
  expect(mine.length).toBeGreaterThan(0)
  expect(new Set(mine.map(row => row.actorId))).toEqual(new Set([boss.id]))
  expect(await find('userXroles')).toEqual([])
  expect(await find('%')).toEqual([])
})

test('is searched by whoever an entry is about as well, by name in any order and by address', async () => {
  const about = await member(app, { firstName: 'Subject', lastName: 'Quillfeather', email: 'sq@about.example' })
  await app.as(boss).members.grantRole({ userId: about.id, role: 'committee' })
  for (const q of ['Quillfeather', 'quillfeather subject', 'sq@about.example']) {
    const { rows } = await app.as(boss).privacy.auditLog({ q })
    expect(rows).toContainEqual(expect.objectContaining({ tableName: 'user_roles', actorId: boss.id }))
    expect(new Set(rows.map(({ subject }) => subject?.name))).toEqual(new Set(['Subject Quillfeather']))
  }
})

test('is filtered by all, create, update, delete, login, logout and export [OPS-16]', async () => {
  const guest = await person(app, { password: 'Letterpress9', email: 'guest@people.example' })
  const cookie = await sessionCookie(app, guest.email, 'Letterpress9')
  const out = await app.fetch('/auth-api/sign-out', { method: 'POST', headers: { cookie, origin: app.url } })
  expect(out.status).toBe(200)
  await app.as(guest).privacy.exportOwn()
  await app.as(boss).venue.changeSettings({ membersEnterFreeUntil: '2027-01-01' })
  await app.as(boss).venue.changeSettings({ membersEnterFreeUntil: '2027-02-01' })
  await app.as(boss).venue.changeSettings({ membersEnterFreeUntil: null })
  for (const action of ['create', 'update', 'delete', 'login', 'logout', 'export'] as const) {
    const { rows } = await app.as(boss).privacy.auditLog({ action })
    expect(new Set(rows.map(row => row.action)), action).toEqual(new Set([action]))
  }
  const withoutSignIns = (await app.as(boss).privacy.auditLog({ signIns: 'without', pageSize: 500 })).rows
  expect(withoutSignIns.some(({ action }) => action === 'export')).toBe(true)
  expect(withoutSignIns.filter(({ action }) => action === 'login' || action === 'logout')).toEqual([])
  const [login] = (await app.as(boss).privacy.auditLog({ action: 'login' })).rows
  expect(login).toMatchObject({ actorId: guest.id, tableName: 'session' })
  const [taken] = (await app.as(boss).privacy.auditLog({ action: 'export' })).rows
  expect(taken).toMatchObject({ actorId: guest.id, tableName: 'user', rowId: guest.id })
})

test('is narrowed to whole days, the first and the last of them included', async () => {
  await app.as(boss).venue.changeSettings({ auditMonths: 31 })
  // The log is dated by the database.
  const [now] = await app.sql<{ on: string }>(`select (now() at time zone 'Europe/London')::date::text as on`)
  const today = now!.on
  const found = async (from: string, to: string) => (await app.as(boss).privacy.auditLog({ from, to })).total
  expect(await found(today, today)).toBeGreaterThan(0)
  expect(await found(addDays(today, -3), addDays(today, -1))).toBe(0)
  expect(await found(addDays(today, 1), addDays(today, 3))).toBe(0)
  const all = await app.as(boss).privacy.auditLog({ pageSize: 500 })
  expect(await found(addDays(today, -1), today)).toBe(all.total)
})

test('what an entry changed is said part by part, in words, with what stood there before', () => {
  const was = { key: 'hours', value: { opensAt: '08:00', isOpen: true }, updated_at: '1' }
  const is = { key: 'hours', value: { opensAt: '09:00', isOpen: false }, updated_at: '2' }
  expect(valuesOf(entry({ before: was, after: is }))).toEqual([
    { part: 'Opens at', was: '08:00', is: '09:00' },
    { part: 'Is open', was: 'yes', is: 'no' },
  ])
  const values = { id: crypto.randomUUID(), reminded_at: null, name: 'Ada', price_pence: 950, free_until: '2027-01-28' }
  expect(valuesOf(entry({ after: values }))).toEqual([
    { part: 'Reminder', was: null, is: null },
    { part: 'Name', was: null, is: 'Ada' },
    { part: 'Price', was: null, is: '£9.50' },
    { part: 'Free until', was: null, is: 'Thu 28 Jan 2027' },
  ])
})

test('an entry names what it is about as it is called now, and leads to whose it is', async () => {
  const ann = await member(app, { firstName: 'Ann', lastName: 'Okafor' })
  await app.as(boss).members.grantRole({ userId: ann.id, role: 'door' })
  const [given] = (await app.as(boss).privacy.auditLog({ q: 'user_roles' })).rows
  expect(given).toMatchObject({ subject: { name: 'Ann Okafor', personId: ann.id } })
  expect(sentenceOf(given!)).toBe('gave Ann Okafor the role Door')
  expect(objectOf(given!)).toEqual(['person', ann.id])
  // Of every table the name of a row can be asked for.
  const own = await testApp()
  const tables = Object.keys(auditNouns)
  await own.sql(
    `insert into audit_log (id, created_at, action, table_name, row_id, previous_hash, hash)
      select 1000000 + n, now(), 'insert', t, gen_random_uuid()::text, '', '' from unnest($1::text[]) with ordinality as u(t, n)`,
    [tables],
  )
  const reader = await admin(own, { firstName: 'Grace', lastName: 'Boss' })
  const { rows } = await own.as(reader).privacy.auditLog({ pageSize: tables.length })
  expect(rows.map(({ subject }) => subject)).toEqual(tables.map(() => null))
  // What is kept by a person is the person, or theirs.
  await own.sql(
    `insert into audit_log (id, created_at, action, table_name, row_id, previous_hash, hash)
      select 2000000 + n, now(), 'create', t, $1, '', '' from unnest(array['profiles', 'user_points']) with ordinality as u(t, n)`,
    [reader.id],
  )
  const kept = await own.as(reader).privacy.auditLog({ pageSize: 2 })
  expect(kept.rows.map(sentenceOf)).toEqual(['created points of Grace Boss', 'created the account Grace Boss'])
})

test('only an admin reads it', async () => {
  await expect(app.as(await member(app)).privacy.auditLog({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await app.as(boss).privacy.verifyAudit()).toMatchObject({ firstBad: null })
})

test('what erasure overwrites never stood in the log, which nobody can alter', async () => {
  const rows = await app.sql<{ table: string; masked: string[] }>(
    `select tgrelid::regclass::text as table, regexp_split_to_array(rtrim(replace(encode(tgargs, 'escape'), '\\000', ' ')), ' ') as masked
     from pg_trigger where tgfoid = 'audit_write'::regproc`,
  )
  const texts = new Set(
    (
      await app.sql<{ place: string }>(
        `select table_name || '.' || column_name as place from information_schema.columns
         where table_schema = 'public' and data_type in ('text', 'jsonb')`,
      )
    ).map(({ place }) => place),
  )
  expect(rows.length).toBeGreaterThan(15)
  const told = []
  for (const { table, masked } of rows)
    for (const columns of [dataMap[table]?.erasure, dataMap[table]?.mentions?.erasure])
      if (typeof columns === 'object')
        for (const column of Object.keys(columns))
          if (texts.has(`${table}.${column}`) && !masked.includes(column)) told.push(`${table}.${column}`)
  // Words of a list: they say how something stands, not who somebody is.
  expect(told.sort()).toEqual(['mails.status', 'profiles.account_status', 'user_memberships.status'])
})

test('every table under audit has a noun, by which its entries are found, as by the name of who wrote them', async () => {
  const tables = await app.sql<{ name: string }>(
    `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_proc p on p.oid = t.tgfoid where p.proname = 'audit_write'`,
  )
  expect(tables.length).toBeGreaterThan(30)
  expect(tables.filter(({ name }) => !(name in auditNouns))).toEqual([])
  const writer = await admin(app, { firstName: 'Quilla', lastName: 'Auditwriter' })
  await app.as(writer).venue.changeSettings({ auditMonths: 23 })
  const byNoun = await app.as(writer).privacy.auditLog({ q: 'setting' })
  expect(byNoun.rows.map(({ tableName }) => tableName)).toContain('settings')
  const byName = await app.as(writer).privacy.auditLog({ q: 'auditwriter' })
  expect(byName.rows[0]).toMatchObject({ actorId: writer.id, tableName: 'settings', actorName: 'Quilla Auditwriter' })
})
