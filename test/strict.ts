import { is, SQL, type SQLChunk, StringChunk, Table } from 'drizzle-orm'
import { PgColumn, PgDialect } from 'drizzle-orm/pg-core'
import { afterEach, expect, vi } from 'vitest'

// Whatever is written to console.error is a fault that nobody asserted: it fails the test.
const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => {
  const { calls } = errors.mock
  errors.mockClear()
  expect(calls.map(call => call.map(String).join(' '))).toEqual([])
})

// A select of one table writes its columns without the table. Inside of a subquery such a name is that of the inner table,
// where it has one: "whose user_id is the user_id" then holds for every row. The column has to be wrapped: sql`${column}`.
const dialect: { buildSelection(fields: { field: unknown }[], options?: { isSingleTable?: boolean }): SQL } =
  PgDialect.prototype as never
const build = dialect.buildSelection
dialect.buildSelection = function (fields, options) {
  for (const { field } of options?.isSingleTable ? fields : []) {
    const query = is(field, SQL.Aliased) ? field.sql : field
    if (is(query, SQL) && losesTable(query.queryChunks))
      throw new Error(`A column loses its table: ${textOf(query.queryChunks)}`)
  }
  return build.call(this, fields, options)
}

const textOf = (chunks: SQLChunk[]) =>
  chunks.map(chunk => (is(chunk, StringChunk) ? chunk.value.join('') : is(chunk, PgColumn) ? chunk.name : '…')).join('')

function losesTable(chunks: SQLChunk[]): boolean {
  if (!/\bselect\b/i.test(textOf(chunks))) return false
  return chunks.some(chunk => is(chunk, PgColumn) && !chunks.some(other => is(other, Table) && other === chunk.table))
}
