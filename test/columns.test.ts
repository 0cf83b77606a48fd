import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { nouns } from '#schema.ts'
import { sharedTestApp } from './app.ts'

const app = sharedTestApp()

test('every column of words has a constraint that names them: nothing else can be stored, whoever writes', async () => {
  const columns = nouns
    .flatMap(noun => Object.values<unknown>({ ...noun }))
    .filter(each => each instanceof PgTable)
    .map(each => getTableConfig(each))
    .flatMap(table =>
      table.columns.map(({ name, enumValues = [] }) => ({ table: table.name, name, words: enumValues })),
    )
    .filter(({ words }) => words.length > 0)
  expect(columns.length).toBeGreaterThan(20)
  const checks = await app.sql<{ table: string; words: string }>(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as words from pg_constraint where contype = 'c'`,
  )
  const open = columns.filter(
    column =>
      !checks.some(
        ({ table, words }) =>
          table.replaceAll('"', '') === column.table &&
          words.includes(column.name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)) &&
          column.words.every(word => words.includes(`'${word}'`)),
      ),
  )
  expect(open.map(({ table, name }) => `${table}.${name}`)).toEqual([])
})
