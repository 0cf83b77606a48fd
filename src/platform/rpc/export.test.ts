import { beforeAll, expect, test } from 'vitest'
import { router } from '#api.ts'
import { toCsv } from '#platform/csv.ts'
import { callerAs } from '#seed/caller.ts'
import { admin } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { asCsv } from './export.ts'
import { readRows } from './export-rows.ts'

const app = sharedTestApp()
let boss: { id: string }
beforeAll(async () => {
  boss = await admin(app)
})

/** Reads 1,001 mails; `before` runs before each page, told which one comes. */
async function exported(subject: string, most: number, before: (page: number) => unknown = () => {}) {
  await app.sql(
    `insert into mails (to_address, template, props, subject, status, created_at)
     select 'someone@example.org', 'members.invitation', '{}', $1, 'failed', now() - n * interval '1 second'
     from generate_series(1, 1001) n`,
    [subject],
  )
  const caller = await callerAs(app.runtime, boss.id)
  const aborting = new AbortController()
  let asked = 0
  const reading = readRows(
    router.mailings.list,
    ['mailings', 'list'],
    { q: subject },
    {
      context: {
        runtime: app.runtime,
        request: { id: 'r', ipAddress: '192.0.2.1', userAgent: null, idempotencyKey: null },
        async identify() {
          if (asked > 0) await before(asked)
          asked++
          return caller
        },
      },
      signal: aborting.signal,
      most,
    },
  )
  return { reading, aborting, pages: () => asked - 1 }
}

test('an export is one moment, whatever is written while it is read', async () => {
  const { reading } = await exported('Moment', 5_000, async page => {
    if (page === 2) await app.sql("delete from mails where subject = 'Moment'")
  })
  expect((await reading).rows).toHaveLength(1_001)
  expect(await app.sql("select 1 from mails where subject = 'Moment'")).toEqual([])
})

test('an export that is cut says so, and one that is just full does not', async () => {
  const cut = await (await exported('Cut', 1_000)).reading
  expect([cut.rows.length, cut.isCut]).toEqual([1_000, true])
  const full = await (await exported('Full', 1_001)).reading
  expect([full.rows.length, full.isCut]).toEqual([1_001, false])
  const columns = { 'How many': (row: unknown) => row as number }
  expect(await asCsv(columns, [1, 2], false)).toBe('How many\r\n1\r\n2')
  expect(await asCsv(columns, [1, 2], true)).toBe(
    'How many\r\n1\r\n2\r\nOnly the first 2 rows. Narrow the filter to get the rest.',
  )
})

test('an export ends when nobody waits for it any more', async () => {
  const { reading, aborting, pages } = await exported('Gone', 5_000, page => {
    if (page === 2) aborting.abort()
  })
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  expect(pages()).toBe(2)
  // The connection is whole again: what follows in it may write.
  await app.as(boss).venue.changeSettings({ tokenPricePence: 777 })
})

test.each(['=', '+', '-', '@', '\t', '\r', '\n', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20'])(
  'a cell that begins with %j is text',
  sign => {
    const [, cell] = toCsv(['C'], [[`${sign}1+1`]]).split(/\r\n(.*)/s)
    expect(cell?.replace(/^"/, '').startsWith(`'${sign}`)).toBe(true)
  },
)
