import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { findRunning } from '#platform/postgres/supervisor.ts'
import { goodPassword } from '#seed/factories/people.ts'
import { expectInvariants } from './invariants.ts'
import { isLong } from './long.ts'
import { type ServerProcess, serverWithStaff } from './server-process.ts'

// kill -9 of the app, of the database, of both, in the middle of a write load. The witness of what was acknowledged is
// this process. The long form (npm run test:long) kills 200 times.
const rounds = isLong ? 200 : 6
// A server that starts anew takes a second, or a minute on a busy machine; nothing here measures how long.
vi.setConfig({ testTimeout: rounds * 60_000, hookTimeout: 300_000 })

let server: ServerProcess
let email: string
beforeAll(async () => {
  ;({ server, email } = await serverWithStaff())
})
afterAll(() => server.remove())

/** Writes one number; true when the server said that it is done. */
async function write(cookie: string, number: number): Promise<boolean> {
  const answer = await fetch(`${server.url}/rpc/venue/changeSettings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, 'idempotency-key': `write ${number}` },
    body: JSON.stringify({ json: { gettingIn: String(number) } }),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => null)
  return answer?.ok ?? false
}

test(`no acknowledged write is lost in ${rounds} kills, and the audit chain holds`, async () => {
  const acknowledged = new Set<number>()
  let next = 1
  for (let round = 0; round < rounds; round++) {
    const cookie = await server.signIn(email, goodPassword)
    let isWriting = true
    const writers = Array.from({ length: 4 }, async () => {
      while (isWriting) {
        const number = next++
        if (await write(cookie, number)) acknowledged.add(number)
      }
    })
    // Each kill comes amid writes of which some were acknowledged, however slow the machine is.
    const before = acknowledged.size
    await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 1), { timeout: 30_000 })
    await sleep(Math.random() * 400)
    const target = ['app', 'database', 'both'][round % 3]!
    if (target !== 'app') process.kill(await server.databasePid(), 'SIGKILL')
    if (target !== 'database') await server.kill('SIGKILL')
    isWriting = false
    await Promise.all(writers)
    if (target !== 'database') await server.start()
    else await recovered()
  }
  expect(acknowledged.size).toBeGreaterThan(rounds)
  const client = new pg.Client({ connectionString: (await findRunning(server.databaseFolder))! })
  await client.connect()
  const { rows } = await client.query<{ number: number }>(
    `select (after ->> 'value')::int as number from audit_log where table_name = 'settings'`,
  )
  const kept = new Set(rows.map(row => row.number))
  expect([...acknowledged].filter(number => !kept.has(number))).toEqual([])
  const sql = async (text: string, values?: unknown[]) => (await client.query(text, values)).rows
  await expectInvariants({ sql, clock: systemClock })
  await client.end()
})

/** The app is still there; its database comes back by itself. */
async function recovered(): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(`${server.url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`the database did not come back: ${server.describe()}`)
}

test('a second server on the same data is refused and says why', async () => {
  await expect(startOn(server.dataDir)).resolves.toMatch(/in use by process \d+/)
})

async function startOn(dataDir: string): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      SEED: 'off',
      DATABASE_URL: '',
      LOG_LEVEL: 'info',
      NODE_ENV: 'development',
    },
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  child.stderr.on('data', chunk => {
    output += chunk
  })
  await new Promise(done => child.once('exit', done))
  return output
}
