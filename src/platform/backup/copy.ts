import { createReadStream, createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from, to } from 'pg-copy-streams'
import { columnList, qualified, type Table } from './catalog.ts'
import { hashing } from './manifest.ts'

/** Writes a table's rows to a file, or nowhere, and says what they are. */
export async function copyOut(client: Client, table: Table, file: string | null) {
  const stream = client.query(to(exportSql(table)))
  const counter = hashing()
  const target = file ? createWriteStream(file, { mode: 0o600, flush: true }) : discard()
  await pipeline(
    stream,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        counter.add(chunk)
        yield chunk
      }
    },
    target,
  )
  return { rows: stream.rowCount, ...counter.result() }
}

/** Reads rows back, as they were: also values of identity columns. */
export async function copyIn(client: Client, table: Table, file: string): Promise<void> {
  await pipeline(
    createReadStream(file),
    client.query(from(`COPY ${qualified(table)} (${columnList(table.columns)}) FROM STDIN`)),
  )
}

/** A partitioned table cannot be copied by its name, and a selection cannot be empty: no columns is a table's right. */
function exportSql(table: Table): string {
  const columns = columnList(table.columns)
  if (!table.isPartitioned) return `COPY ${qualified(table)} (${columns}) TO STDOUT`
  return `COPY (SELECT ${columns} FROM ${qualified(table)}) TO STDOUT`
}

const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() })
