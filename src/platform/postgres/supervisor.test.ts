import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readlink, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findRunning, removeEmbeddedPostgres, startEmbeddedPostgres } from './supervisor.ts'

let parent: string
let folder: string
const children: ChildProcess[] = []

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'exchange-supervisor-'))
  await chmod(parent, 0o755)
  folder = join(parent, 'postgres')
})

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  if (existsSync(join(folder, 'cluster', 'postmaster.pid'))) await (await startEmbeddedPostgres({ folder })).stop()
  await removeEmbeddedPostgres(folder)
  await rm(parent, { recursive: true })
})

describe('a database folder', { timeout: 60_000 }, () => {
  test('keeps its data from one start to the next, safely set up', async () => {
    const first = await startEmbeddedPostgres({ folder })
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS value')
    const [settings] = await query(
      first.url,
      `SELECT current_setting('fsync') AS fsync, current_setting('data_checksums') AS checksums,
        current_setting('server_encoding') AS encoding, current_setting('timezone') AS timezone,
        current_setting('listen_addresses') AS addresses, current_setting('max_connections') AS connections`,
    )
    expect(settings).toEqual({
      fsync: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      timezone: 'UTC',
      addresses: '127.0.0.1',
      connections: '200',
    })
    await first.stop()
    await first.stop()
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
    const second = await startEmbeddedPostgres({ folder })
    expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 1 }])
    await second.stop()
  })

  test('lets nobody in without its password, which only the owner may read', async () => {
    const postgres = await startEmbeddedPostgres({ folder, durable: false })
    await expect(query(postgres.url.replace(/:[0-9a-f]+@/, ':wrong@'), 'SELECT 1')).rejects.toMatchObject({
      code: '28P01',
    })
    expect((await stat(join(folder, 'password'))).mode & 0o077).toBe(0)
    expect((await stat(join(folder, 'cluster'))).mode & 0o077).toBe(0)
    await postgres.stop()
  })

  test('refuses a second instance within 5 s and names the first, in this process and in another', async () => {
    const postgres = await startEmbeddedPostgres({ folder, durable: false })
    const startedAt = Date.now()
    await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(`in use by process ${process.pid}`)
    expect(Date.now() - startedAt).toBeLessThan(5000)
    const other = hold(folder)
    const [code] = await once(other, 'exit')
    expect(code).not.toBe(0)
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await postgres.stop()
  })

  test('tells other processes where the server is, while it runs', async () => {
    expect(await findRunning(folder)).toBeNull()
    const postgres = await startEmbeddedPostgres({ folder, durable: false })
    expect(await findRunning(folder)).toBe(postgres.url)
    await postgres.stop()
    expect(await findRunning(folder)).toBeNull()
  })
})

describe('after kill -9', { timeout: 120_000 }, () => {
  test('of the application its server is adopted, with what was written', async () => {
    const holder = hold(folder)
    const url = await until(() => findRunning(folder))
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS value')
    const server = serverPid()
    await kill(holder)
    const postgres = await startEmbeddedPostgres({ folder })
    expect(serverPid()).toBe(server)
    expect(await query(postgres.url, 'SELECT value FROM kept')).toEqual([{ value: 1 }])
    await postgres.stop()
    expect(await findRunning(folder)).toBeNull()
  })

  test('of the application its server is replaced if it was started with other settings', async () => {
    const holder = hold(folder)
    await until(() => findRunning(folder))
    const server = serverPid()
    await kill(holder)
    const postgres = await startEmbeddedPostgres({ folder, maxConnections: 50 })
    expect(serverPid()).not.toBe(server)
    expect(await query(postgres.url, "SELECT current_setting('max_connections') AS it")).toEqual([{ it: '50' }])
    await postgres.stop()
  })

  test('of application and server, with sessions at work, the next start recovers', async () => {
    const holder = hold(folder)
    const url = await until(() => findRunning(folder))
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS value')
    const working = query(url, 'SELECT count(*) FROM generate_series(1, 1e9)').catch(() => {})
    process.kill(serverPid(), 'SIGKILL')
    await kill(holder)
    const postgres = await startEmbeddedPostgres({ folder })
    expect(await query(postgres.url, 'SELECT value FROM kept')).toEqual([{ value: 1 }])
    await postgres.stop()
    await working
  })

  test('of the server no acknowledged write is lost and it comes back at the same address', async () => {
    const postgres = await startEmbeddedPostgres({ folder })
    await query(postgres.url, 'CREATE TABLE written (value integer PRIMARY KEY)')
    for (let round = 0; round < 5; round++) expect(await lostByKilling(postgres.url, 'on')).toEqual([])
    await postgres.stop()
  })

  test('the count above notices lost writes (control: commits that do not wait for the log)', async () => {
    const postgres = await startEmbeddedPostgres({ folder })
    await query(postgres.url, 'CREATE TABLE written (value integer PRIMARY KEY)')
    let lost = 0
    for (let round = 0; round < 20 && lost === 0; round++) lost += (await lostByKilling(postgres.url, 'off')).length
    expect(lost).toBeGreaterThan(0)
    await postgres.stop()
  })

  test.each<[string, () => boolean]>([
    ['begins', () => unfinished().length > 0],
    ['has files', () => unfinished().some(name => existsSync(join(folder, name, 'global')))],
    ['is over', () => existsSync(join(folder, 'cluster'))],
  ])('during the first start, when setting up %s, the next start is a clean first start', async (_, isReached) => {
    const holder = hold(folder)
    await until(isReached)
    await kill(holder)
    const postgres = await startEmbeddedPostgres({ folder })
    expect(await query(postgres.url, 'SELECT current_database() AS name')).toEqual([{ name: 'exchange' }])
    expect(unfinished()).toEqual([])
    await postgres.stop()
  })
})

describe('a folder that only root may enter', { timeout: 60_000 }, () => {
  test.runIf(process.getuid?.() === 0)('works, and is removed with what is kept elsewhere', async () => {
    const closed = join(parent, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const inside = join(closed, 'postgres')
    const postgres = await startEmbeddedPostgres({ folder: inside, durable: false })
    await query(postgres.url, 'CREATE TABLE kept AS SELECT 1 AS value')
    await postgres.stop()
    const again = await startEmbeddedPostgres({ folder: inside, durable: false })
    expect(await query(again.url, 'SELECT value FROM kept')).toEqual([{ value: 1 }])
    await again.stop()
    const elsewhere = await readlink(join(inside, 'cluster'))
    expect((await stat(elsewhere)).mode & 0o077).toBe(0)
    await removeEmbeddedPostgres(inside)
    expect(existsSync(elsewhere)).toBe(false)
    expect(existsSync(inside)).toBe(false)
  })

  test.runIf(process.getuid?.() === 0)('leaves nothing elsewhere for long when it was a throwaway', async () => {
    const closed = await mkdtemp(join(tmpdir(), 'exchange-supervisor-'))
    await (await startEmbeddedPostgres({ folder: join(closed, 'postgres'), durable: false })).stop()
    const elsewhere = await readlink(join(closed, 'postgres', 'cluster'))
    await rm(closed, { recursive: true })
    const next = join(parent, 'closed', 'postgres')
    await mkdir(join(parent, 'closed'), { mode: 0o700 })
    await (await startEmbeddedPostgres({ folder: next, durable: false })).stop()
    expect(existsSync(elsewhere)).toBe(false)
    await removeEmbeddedPostgres(next)
  })

  test.runIf(process.getuid?.() === 0)('is never silently begun anew when its data has gone', async () => {
    const closed = join(parent, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const inside = join(closed, 'postgres')
    await (await startEmbeddedPostgres({ folder: inside, durable: false })).stop()
    await rm(join(await readlink(join(inside, 'cluster')), '..'), { recursive: true })
    await expect(startEmbeddedPostgres({ folder: inside })).rejects.toThrow('which is gone')
  })
})

/** An application in a process of its own, to be killed. */
function hold(folder: string): ChildProcess {
  const code = `import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./supervisor.ts', import.meta.url).href)}
    await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)} })
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'ignore' })
  children.push(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Writes from 4 sessions, kills the server in the middle, and returns the acknowledged values that are not there. */
async function lostByKilling(url: string, synchronousCommit: 'on' | 'off'): Promise<number[]> {
  const [{ next } = { next: 0 }] = await query(url, 'SELECT coalesce(max(value), 0) + 1 AS next FROM written')
  const acknowledged: number[] = []
  let value = Number(next)
  const writer = async () => {
    const client = new pg.Client(url)
    client.on('error', () => {})
    await client.connect()
    try {
      await client.query(`SET synchronous_commit = ${synchronousCommit}`)
      for (;;) {
        const mine = value++
        await client.query('INSERT INTO written VALUES ($1)', [mine])
        acknowledged.push(mine)
      }
    } catch {
      await client.end().catch(() => {})
    }
  }
  const writers = [writer(), writer(), writer(), writer()]
  await until(() => acknowledged.length > 300)
  process.kill(serverPid(), 'SIGKILL')
  await Promise.all(writers)
  const rows = await until(() => query(url, 'SELECT value FROM written').catch(() => null))
  const found = new Set(rows.map(row => row.value))
  return acknowledged.filter(written => !found.has(written))
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function until<T>(probe: () => T | null | false | Promise<T | null | false>): Promise<T> {
  for (;;) {
    const found = await probe()
    if (found) return found
    await sleep(5)
  }
}

const unfinished = () => (existsSync(folder) ? readdirSync(folder).filter(name => name.includes('.next-')) : [])

const serverPid = () => Number(readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
