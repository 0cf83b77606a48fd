import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openSignIns, type SignIns } from '#platform/db/roles.ts'
import { sharedTestApp } from '#test/app.ts'
import { createDatabase, templateName } from '#test/database.ts'

const app = sharedTestApp()
const secret = 'a test secret that is long enough to be one'

async function connect(kind: keyof SignIns, to?: string) {
  const address = new URL((await openSignIns(app.databaseUrl, secret))[kind])
  if (to) address.pathname = new URL(to).pathname
  const client = new pg.Client({ connectionString: address.href })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'allowed',
    (error: { code?: string }) => error.code ?? String(error),
  )
const forbidden = '42501'

test('[L6] what serves requests is a role of its own that cannot become the owner nor lift a rule', async () => {
  const serving = await connect('serving')
  const { rows } = await serving.query(
    'select session_user::text as who, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = session_user',
  )
  expect(rows).toEqual([
    {
      who: expect.stringMatching(/^test_.*_serving$/),
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
    },
  ])
  const { rows: owners } = await serving.query<{ name: string }>(
    'select datdba::regrole::text as name from pg_database where datname = current_database()',
  )
  for (const attempt of [
    `set role ${owners[0]!.name}`,
    `set session authorization ${owners[0]!.name}`,
    'set role exchange_queue',
    'alter table ledger_entries disable trigger all',
    'drop table ledger_entries',
    'create table public.mine (id int)',
    "update audit_log set action = 'x'",
    'delete from token_transactions',
    'update committee_votes set vote = vote',
    'truncate orders',
    'alter role exchange_app with superuser',
    "copy (select 1) to program 'true'",
    "select pg_read_file('postgresql.conf')",
    // what waits there for the jobs is not for requests
    'select data from pgboss.job',
    'select output from pgboss.job_common',
    'delete from pgboss.job',
  ])
    expect(await refusal(serving.query(attempt)), attempt).toBe(forbidden)
  // Back to who signed in is back to the same little.
  await serving.query('set role none')
  expect(await refusal(serving.query('alter table ledger_entries disable trigger all'))).toBe(forbidden)
  // The control: what it is there for works.
  await serving.query('select count(*) from orders')
})

test('[L6] the job library sees its own tables and nothing of the venue', async () => {
  const jobs = await connect('jobs')
  await jobs.query('select count(*) from pgboss.job')
  for (const attempt of [
    'select * from public."user"',
    'select * from public.audit_log',
    // what writes into the audit log, or removes from it, is the venue's too
    "select public.audit_prune(now() + interval '1 day')",
    "select public.security_note('[]')",
    "select public.audit_export('x')",
    'set role exchange_app',
    'create table pgboss.mine (id int)',
  ])
    expect(await refusal(jobs.query(attempt)), attempt).toBe(forbidden)
})

test('[L6] a venue’s roles do not reach another venue in the same PostgreSQL, nor does another secret sign in', async () => {
  const other = await createDatabase(inject('postgresUrl'), `test_${randomBytes(6).toString('hex')}`, templateName)
  await openSignIns(other, 'another secret that is long enough too')
  expect(await refusal(connect('serving', other))).toBe(forbidden)
  const address = new URL((await openSignIns(app.databaseUrl, secret)).serving)
  address.password = 'wrong'
  const stranger = new pg.Client({ connectionString: address.href })
  expect(await refusal(stranger.connect())).toBe('28P01')
})

test.each([
  [
    'behind the question mark',
    (at: URL) => `postgres://${at.host}${at.pathname}?user=${at.username}&password=${at.password}`,
  ],
  [
    'beside a host behind the question mark',
    (at: URL) =>
      `postgres://${at.username}:${at.password}@nowhere.invalid:${at.port}${at.pathname}?host=${at.hostname}&user=${at.username}`,
  ],
  [
    'without a host, as for a socket',
    (at: URL) =>
      `postgres://${at.pathname}?host=${at.hostname}&port=${at.port}&user=${at.username}&password=${at.password}`,
  ],
])('[L6] an owner named %s is left there, and requests are still not the owner’s', async (_, write) => {
  for (const [kind, url] of Object.entries(await openSignIns(write(new URL(app.databaseUrl)), secret))) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    onTestFinished(() => client.end())
    const { rows } = await client.query('select session_user::text as who')
    expect(rows).toEqual([{ who: expect.stringMatching(new RegExp(`_${kind}$`)) }])
  }
})

test('every process of a venue gets the same sign-ins, also when they start at once', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => openSignIns(app.databaseUrl, secret)))
  expect(new Set(all.map(({ serving }) => serving)).size).toBe(1)
  expect(await app.as(null).members.me()).toBeNull()
})

test.each([
  ['may not make roles', '', 'must be able to make roles'],
  ['did not make the groups of this PostgreSQL', 'createrole', 'exchange_app, exchange_queue to … with admin option'],
])('[L6] an owner who %s is told which right is missing', async (_, right, told) => {
  const [name, password] = [`weak_${randomBytes(4).toString('hex')}`, 'a-weak-owner']
  await app.sql(`create role ${name} login ${right} password '${password}'`)
  const database = await createDatabase(inject('postgresUrl'), `test_${randomBytes(6).toString('hex')}`)
  const address = new URL(database)
  address.username = name
  address.password = password
  await expect(openSignIns(address.href, secret)).rejects.toThrow(told)
})
