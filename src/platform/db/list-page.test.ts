import { expect, test } from 'vitest'
import { admin, member } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

const app = sharedTestApp()
const write = (count: number, subject: string) =>
  app.sql(
    `insert into mails (to_address, template, props, subject, status, created_at)
     select 'someone@example.org', 'members.invitation', '{}', $2 || lpad(n::text, 5, '0'), 'failed', now() - n * interval '1 second'
     from generate_series(1, $1::int) n`,
    [count, subject],
  )

test('a list is cut into pages in the order that was asked for, and says how many there are', async () => {
  await write(60, 'Kiln ')
  const { mailings } = app.as(await admin(app))
  const first = await mailings.list({ q: 'Kiln', pageSize: 25 })
  expect(first).toMatchObject({ total: 60, hasMore: false })
  expect(first.rows).toHaveLength(25)
  expect(first.rows[0]!.subject).toBe('Kiln 00001')
  const last = await mailings.list({ q: 'kiln', pageSize: 25, page: 3 })
  expect([last.rows.length, last.total]).toEqual([10, 60])
  const rising = await mailings.list({ q: 'Kiln', sort: 'createdAt', pageSize: 1 })
  expect(rising.rows[0]!.subject).toBe('Kiln 00060')
  expect(await mailings.list({ q: 'Kiln', page: 9 })).toMatchObject({ rows: [], total: 60 })
  expect(await mailings.list({ q: '%' })).toMatchObject({ rows: [], total: 0 })
})

test('people are found by their names in any order, and numbers where they stand as they were typed', async () => {
  const { members, mailings } = app.as(await admin(app))
  const ada = await member(app, { firstName: 'Ada', lastName: 'Okaforth', email: 'ada42@anyorder.example' })
  const found = async (q: string) => (await members.find({ q })).rows.map(({ email }) => email)
  for (const q of ['okaforth ada', 'Ada Okaforth', 'forth  ad', 'ada42@anyorder'])
    expect(await found(q), q).toEqual([ada.email])
  for (const q of ['okaforth 42', 'okaforth bea', '24 ada']) expect(await found(q), q).toEqual([])
  await app.sql(
    `insert into mails (to_address, user_id, template, props, subject, status) values ('a@b.example', $1, 'x', '{}', 'Fired', 'sent')`,
    [ada.id],
  )
  expect((await mailings.list({ q: 'okaforth ada' })).rows.map(({ subject }) => subject)).toContain('Fired')
})

test('rows that are equal keep one order across pages, rising and falling', async () => {
  await write(60, 'Wheel ')
  await app.sql(`update mails set created_at = $1 where subject like 'Wheel %'`, [app.clock.now()])
  const { mailings } = app.as(await admin(app))
  for (const sort of ['createdAt', '-createdAt'] as const) {
    const ids: string[] = []
    for (let page = 1; page <= 12; page++)
      ids.push(...(await mailings.list({ q: 'Wheel', sort, pageSize: 5, page })).rows.map(({ id }) => id))
    const sorted = ids.toSorted()
    expect(ids).toEqual(sort === 'createdAt' ? sorted : sorted.toReversed())
    expect(new Set(ids).size).toBe(60)
  }
})

test('a count stops at ten thousand and says that there are more', async () => {
  await write(10_001, 'Loom ')
  const { mailings } = app.as(await admin(app))
  expect(await mailings.list({ q: 'Loom' })).toMatchObject({ total: 10_000, hasMore: true })
  // One page further than was counted is there all the same.
  expect((await mailings.list({ q: 'Loom', page: 21, pageSize: 500 })).rows).toHaveLength(1)
})

test('an export holds every row of the filter, for the same people, and no formula', async () => {
  await write(700, '=cmd|"x" ')
  const boss = await admin(app, { password: 'Kiln-Orchard-Seven7' })
  const cookie = await signIn(boss.email)
  const answer = await app.fetch('/export/mailings.list.csv?q=cmd&status=failed', { headers: { cookie } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="mailings.csv"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const lines = (await answer.text()).split('\r\n')
  expect(lines).toHaveLength(701)
  expect(lines[0]).toBe('Written,To,Subject,Status,Sent,What happened')
  expect(lines[1]).toContain(`"'=cmd|""x"" 00001"`)
  expect((await app.fetch('/export/mailings.list.csv')).status).toBe(401)
  const someone = await member(app, { password: 'Kiln-Orchard-Seven7' })
  const other = await signIn(someone.email)
  expect((await app.fetch('/export/mailings.list.csv', { headers: { cookie: other } })).status).toBe(403)
  expect((await app.fetch('/export/mailings.list.csv?status=x', { headers: { cookie } })).status).toBe(400)
  for (const name of ['members.me', 'mailings', 'constructor', 'mailings.list.toString'])
    expect((await app.fetch(`/export/${name}.csv`, { headers: { cookie } })).status).toBe(404)
})

async function signIn(email: string): Promise<string> {
  const answer = await app.fetch('/auth-api/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ email, password: 'Kiln-Orchard-Seven7' }),
  })
  return answer.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
}
