import { beforeAll, expect, test } from 'vitest'
import { columnsOf } from '#platform/db/data-map.ts'
import { termsOf } from '#platform/rpc/terms.ts'
import { dataMap } from '#schema.ts'
import { admin, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { listProcedures } from '#test/procedures.ts'

const app = sharedTestApp()
let boss: { id: string }
beforeAll(async () => {
  boss = await admin(app)
})

test('the data map knows every table and column of the database, once', async () => {
  const rows = await app.sql<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and t.table_type = 'BASE TABLE' and table_name <> 'audit_head'`,
  )
  const real: Record<string, string[]> = {}
  for (const { table_name, column_name } of rows) real[table_name] = [...(real[table_name] ?? []), column_name]
  const mapped = Object.fromEntries(
    Object.entries(dataMap).map(([table, entry]) => [table, [...columnsOf(entry.given), ...columnsOf(entry.held)]]),
  )
  const sorted = (map: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(map).map(([table, columns]) => [table, columns.toSorted()]))
  expect(sorted(mapped)).toEqual(sorted(real))
})

test('the data map names for every table purpose, retention, export and erasure', () => {
  for (const [table, entry] of Object.entries(dataMap)) {
    expect(entry.purpose, table).not.toBe('')
    expect(entry.retention, table).not.toBe('')
    // What refers to a person and is given to nobody would be hidden; what is of nobody is given to nobody.
    if (entry.owner === null) expect(entry.given, table).toBe('')
  }
})

/** Two people with rows in as many tables as a short life fills. */
async function lives(tag = '') {
  const make = async (name: string) => {
    const found = await paidMember(app, { firstName: name, lastName: `Of-${name}`, password: 'Letterpress9' })
    await app.as(found).contact.send({ name, email: found.email, message: `secret of ${name}` })
    await app.sql(
      "insert into session (token, user_id, expires_at, ip_address) values ($1, $2, now() + interval '1 day', '198.51.100.7')",
      [`token-of-${found.id}`, found.id],
    )
    await app.sql("insert into tokens (user_id, amount, type, ref) values ($1, 10, 'bonus', $2)", [
      found.id,
      `ref-of-${found.id}`,
    ])
    await app.sql(
      "insert into token_transactions (user_id, type, amount, balance_after, description, ref) values ($1, 'bonus', 10, 10, $2, $3)",
      [found.id, `bonus of ${name}`, `ref-of-${found.id}`],
    )
    return found
  }
  return { a: await make(`${tag}Alma`), b: await make(`${tag}Bruno`) }
}

test('an export has what A owns and nothing of B, and no secret [OPS-25, OPS-26]', async () => {
  const { a, b } = await lives()
  const found = await app.as(a).privacy.exportOwn()
  const text = JSON.stringify(found)
  const [hash] = await app.sql<{ password: string }>('select password from account where user_id = $1', [a.id])
  expect(found.userId).toBe(a.id)
  for (const table of [
    'user',
    'profiles',
    'account',
    'session',
    'user_memberships',
    'tokens',
    'token_transactions',
    'contact_inquiries',
    'mails',
  ])
    expect(found.data[table]?.rows.length, table).toBeGreaterThan(0)
  expect(text).toContain('secret of Alma')
  for (const foreign of [b.id, b.email, 'Bruno', `token-of-${a.id}`, hash!.password])
    expect(text).not.toContain(foreign)
  expect(found.data.profiles).toMatchObject({ purpose: expect.any(String), retention: expect.any(String) })
})

test('anybody exports their own data, also while blocked; only an admin exports others’ [OPS-23, OPS-26]', async () => {
  const { a } = await lives()
  const blocked = await person(app, { status: 'blocked' })
  expect((await app.as(blocked).privacy.exportOwn()).userId).toBe(blocked.id)
  await expect(app.as(a).privacy.exportPerson({ userId: boss.id })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  expect((await app.as(boss).privacy.exportPerson({ userId: a.id })).data.user?.rows).toHaveLength(1)
  await expect(app.as(null).privacy.exportOwn()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('the admin’s export needs an id of somebody [OPS-24]', async () => {
  await expect(app.as(boss).privacy.exportPerson({ userId: ' ' })).rejects.toMatchObject({
    message: 'Please enter a user ID to export data',
  })
  await expect(app.as(boss).privacy.exportPerson({ userId: 'nobody' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('erasure takes the person out of every table and keeps the books', async () => {
  const { a, b } = await lives('Quill')
  await app.runJobs()
  const before = await app.as(boss).privacy.exportPerson({ userId: b.id })
  // Taken out by an admin before, with a key so that it is done once: no copy of it waits among the answers.
  const keyed = app.as(boss, { idempotencyKey: 'export of Alma' }).privacy
  expect((await keyed.exportPerson({ userId: a.id })).data.user?.rows).toHaveLength(1)
  expect((await keyed.exportPerson({ userId: a.id })).data.user?.rows).toHaveLength(1)
  await app.as(a).privacy.requestErasure({ reason: 'I am QuillAlma, moving away' })
  await expect(app.as(a).privacy.requestErasure({})).rejects.toMatchObject({ code: 'ERASURE_REQUESTED' })
  const { rows } = await app.as(boss).privacy.erasureRequests({ status: 'pending' })
  const request = rows.find(row => row.userId === a.id)!
  expect(request).toMatchObject({ can: { erase: true }, blockedBy: null })
  await app.as(boss).privacy.erase({ id: request.id })
  await app.runJobs()
  await app.runtime.jobs.send('privacy.forget', {})
  await app.runJobs()

  const tables = await app.sql<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const leftovers = []
  for (const { table_name } of tables) {
    const found = await app.sql(
      `select 1 from "${table_name}" t where to_jsonb(t)::text ilike any (array['%quillalma%', '%' || $1 || '%']) limit 1`,
      [a.email],
    )
    if (found.length > 0) leftovers.push(table_name)
  }
  // The ledger's wording is ours in real life; here it carries the name only because the factory wrote it there.
  expect(leftovers.filter(table => !['token_transactions', 'tokens'].includes(table))).toEqual([])
  expect(await app.sql('select 1 from token_transactions where user_id = $1', [a.id])).toHaveLength(1)
  expect(await app.sql('select 1 from session where user_id = $1', [a.id])).toEqual([])
  const after = await app.as(boss).privacy.exportPerson({ userId: b.id })
  expect(after.data).toEqual({ ...before.data })
  const signIn = await app.fetch('/auth-api/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ email: a.email, password: 'Letterpress9' }),
  })
  expect(signIn.status).toBe(401)
  await expectInvariants(app)
})

test('what is kept for some years is removed then, and what is younger stays', async () => {
  const limited = Object.entries(dataMap).filter(([, { keptYears }]) => keptYears !== undefined)
  expect(limited.map(([table]) => table)).toEqual(expect.arrayContaining(['contact_inquiries', 'registrations']))
  for (const [table, entry] of limited) {
    expect(entry.retention, table).toMatch(new RegExp(`\\b${entry.keptYears} years?$`))
    expect([...columnsOf(entry.given), ...columnsOf(entry.held)], table).toContain('created_at')
  }
  const at = (days: number) =>
    new Date(app.clock.now().setFullYear(app.clock.now().getFullYear() - 2) - days * 86_400_000)
  for (const [name, since] of [
    ['Old', at(1)],
    ['Young', at(-1)],
  ] as const) {
    await app.sql("insert into contact_inquiries (name, email, message, created_at) values ($1, $1, 'x', $2)", [
      name,
      since,
    ])
    await app.sql(
      "insert into registrations (first_name, last_name, email, email_key, city, phone_number, created_at) values ($1, 'X', $1, $1, 'X', '1', $2)",
      [name, since],
    )
  }
  await app.runtime.jobs.send('privacy.forget', {})
  await app.runJobs()
  const found = await app.sql<{ name: string }>(
    `select name from contact_inquiries where name in ('Old', 'Young')
     union all select first_name from registrations where first_name in ('Old', 'Young')`,
  )
  expect(found).toEqual([{ name: 'Young' }, { name: 'Young' }])
})

test('what is under way stands in the way of erasure, and a request can be declined or taken back', async () => {
  const { a } = await lives()
  await app.sql("insert into user_roles (user_id, role) values ($1, 'door')", [a.id])
  const { id } = await app.as(a).privacy.requestErasure({})
  await expect(app.as(boss).privacy.erase({ id })).rejects.toMatchObject({ code: 'ERASURE_BLOCKED' })
  expect(await app.as(a).privacy.myErasure()).toMatchObject({ status: 'pending' })
  await app.as(boss).privacy.declineErasure({ id, note: 'You work at the door tomorrow.' })
  expect(await app.as(a).privacy.myErasure()).toMatchObject({
    status: 'declined',
    note: 'You work at the door tomorrow.',
  })
  app.clock.advance(1000)
  await app.as(a).privacy.requestErasure({})
  await app.as(a).privacy.withdrawErasure()
  expect(await app.as(a).privacy.myErasure()).toMatchObject({ status: 'withdrawn' })
  await expect(app.as(a).privacy.withdrawErasure()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('shows the limits that the server enforces, and no others', async () => {
  const { rateLimits } = await app.as(boss).privacy.security()
  const named = listProcedures().flatMap(({ name, procedure }) => {
    const { limit } = termsOf(procedure)
    return limit ? [{ procedure: name, points: limit.points, seconds: limit.seconds }] : []
  })
  expect(rateLimits).toMatchObject([
    ...named,
    { name: 'Places of tours' },
    { name: 'Uploads' },
    { name: expect.stringMatching(/^Mail/) },
    { name: expect.stringMatching(/^Mail/) },
    { name: 'Mails and messages by naming people' },
    { points: 250_000 },
    {},
  ])
  expect(rateLimits).toContainEqual({
    name: 'Contact form',
    procedure: 'contact.send',
    points: 10,
    seconds: 3600,
    per: 'IP',
  })
})

test('security settings tell which pages open without a session and which limits hold [OPS-21]', async () => {
  const before = await app.as(boss).privacy.security()
  expect(before.openPages.map(({ path }) => path)).toEqual(expect.arrayContaining(['/', '/join', '/contact', '/terms']))
  expect(before.openPages.map(({ path }) => path)).not.toContain('/community')
  expect(before.twoFactor).toMatchObject({ isRequired: false, admins: 1, without: 1 })
  await admin(app, { status: 'suspended' })
  await app.sql('update "user" set two_factor_enabled = true where id = $1', [boss.id])
  const { twoFactor } = await app.as(boss).privacy.security()
  expect(twoFactor).toMatchObject({ admins: 1, without: 0 })
  await app.as(boss).venue.changeSettings({ pagesOpenToVisitors: ['/community'] })
  const after = await app.as(boss).privacy.security()
  expect(after.openPages).toContainEqual({ path: '/community', isBySetting: true })
})
