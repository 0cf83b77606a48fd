import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { openDb } from '#platform/db/pool.ts'
import { createLog } from '#platform/log.ts'
import type { Facts, Script } from './recording.ts'

// The floor: the same statements in the same order as the product's, over the same kind of pool, and as many bytes for
// an answer. What a call costs above this is ours. The yardstick beside it is the same for every version of the product:
// one row by its primary key.

/** By the name of the call. */
export type Floor = Record<string, { script: Script; bytes: number }>

const [file = '', databaseUrl = '', poolSize = ''] = process.argv.slice(2)
const floor = JSON.parse(readFileSync(file, 'utf8')) as Floor
const answers = Object.fromEntries(
  Object.entries(floor).map(([name, { bytes }]) => [`/${name}`, Buffer.alloc(bytes, 'x')]),
)
const scripts = Object.fromEntries(
  Object.entries(floor).map(([name, { script }]) => [`/${name}`, script.map(compiled)]),
)
answers['/yardstick'] = Buffer.alloc(200, 'x')
scripts['/yardstick'] = [
  compiled({ text: 'select body from bench_yardstick where id = $1', name: 'yardstick', values: [7] }),
]
const pool = openDb(databaseUrl, { max: Number(poolSize), log: createLog('error') }).$client

createServer(async (request, response) => {
  const path = request.url ?? ''
  const script = scripts[path]
  if (!script) return response.end('ready')
  try {
    const facts = request.method === 'POST' ? ((await json(request)) as Facts) : {}
    await replay(script, facts)
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(answers[path])
  } catch (error) {
    console.error(error)
    response.writeHead(500).end(String(error))
  }
}).listen(Number(process.env.PORT), '127.0.0.1')

async function replay(script: ReturnType<typeof compiled>[], facts: Facts): Promise<void> {
  const ids: Record<string, string> = {}
  const lookUp = (name: string) => {
    if (!name.startsWith('#')) return facts[name]
    ids[name] ??= randomUUID()
    return ids[name]
  }
  if (script.length === 0) return
  const client = await pool.connect()
  try {
    for (const { text, name, values } of script)
      await client.query({ text: text(lookUp), name, values: values.map(value => value(lookUp)), rowMode: 'array' })
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

type LookUp = (name: string) => unknown

function compiled({ text, name, values }: Script[number]) {
  return { text: fillable(text) as (lookUp: LookUp) => string, name, values: values.map(fillable) }
}

function fillable(value: unknown): (lookUp: LookUp) => unknown {
  if (Array.isArray(value)) {
    const items = value.map(fillable)
    return lookUp => items.map(item => item(lookUp))
  }
  if (typeof value !== 'string' || !value.includes('{{')) return () => value
  const parts = value.split(/\{\{(#?\w+)\}\}/)
  return lookUp => parts.map((part, i) => (i % 2 === 0 ? part : lookUp(part))).join('')
}
