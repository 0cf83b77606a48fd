import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { sharedTestApp } from '#test/app.ts'
import { openDb } from './pool.ts'

const app = sharedTestApp()

function oneConnection() {
  const db = openDb(app.databaseUrl, { max: 1, log: createLog('silent') })
  onTestFinished(() => db.$client.end())
  return db
}

/** Texts of what this connection has prepared. */
async function preparedOn(db: ReturnType<typeof oneConnection>): Promise<string[]> {
  const { rows } = await db.$client.query<{ statement: string }>('select statement from pg_prepared_statements')
  return rows.map(({ statement }) => statement)
}

test('a statement that is asked for often is prepared, with each answer still its own', async () => {
  const db = oneConnection()
  const ask = async (n: number) => (await db.execute<{ n: number }>(sql`select ${n}::int + 1 as n`)).rows[0]!.n
  for (let n = 0; n < 20; n++) expect(await ask(n)).toBe(n + 1)
  expect(await preparedOn(db)).toEqual([])
  expect(await ask(40)).toBe(41)
  expect(await preparedOn(db)).toEqual(['select $1::int + 1 as n'])
  expect(await ask(50)).toBe(51)
  // Another connection knows that it is asked for often.
  const other = oneConnection()
  await other.execute(sql`select ${1}::int + 1 as n`)
  expect(await preparedOn(other)).toEqual(['select $1::int + 1 as n'])
})

test('searches and what has no values are not prepared, and no more than a hundred statements are', async () => {
  const db = oneConnection()
  for (let n = 0; n < 25; n++) {
    await db.execute(sql`select 1 where 'a' ilike ${'%b%'}`)
    await db.execute(sql`select 1`)
  }
  expect(await preparedOn(db)).not.toContainEqual(expect.stringMatching(/like|^select 1$/))
  for (let kind = 0; kind < 110; kind++) {
    for (let n = 0; n < 22; n++) await db.execute(sql`select ${n}::int ${sql.raw(`as kind_${kind}`)}`)
  }
  // What the server itself asked for often counts too.
  const { length } = await preparedOn(db)
  expect(length).toBeGreaterThan(90)
  expect(length).toBeLessThanOrEqual(100)
})
