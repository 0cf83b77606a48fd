import { type ChildProcess, spawn } from 'node:child_process'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { openDb } from '#platform/db/pool.ts'
import { createLog } from '#platform/log.ts'
import { freePort } from '#platform/postgres/port.ts'
import { findRunning } from '#platform/postgres/supervisor.ts'
import type { Target } from '#seed/factories/target.ts'

export interface DemoPerson {
  role: string
  email: string
  password: string
}

export interface CaughtMail {
  id: string
  to: string
  subject: string
  text: string
  links: string[]
}

/** A venue of its own: the built server with its demo people, on its own port and data folder. */
export interface Venue {
  url: string
  people: DemoPerson[]
  person(role: string): DemoPerson
  /** The newest mail to this address whose subject contains `subject`; waits for it. */
  mail(to: string, subject: string): Promise<CaughtMail>
  /** Faults and time of the payment simulator, e.g. `{ declineNext: true }`. */
  payments(control: object): Promise<void>
  /** Moves the clock of the venue's server on by so much, or back; browsers keep their own. */
  later(minutes: number): Promise<void>
  /** Makes rows with the factories, for what no demo person is. */
  make<T>(work: (target: Target) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/**
 * Starts a venue and waits for it. With `at` its server believes that it is then; browsers keep their own clock.
 */
export async function openVenue(env: Record<string, string> = {}, at?: Date): Promise<Venue> {
  const dataDir = await mkdtemp(join(tmpdir(), 'exchange-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: resolve('.'),
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      PUBLIC_URL: url,
      LOG_LEVEL: 'warn',
      TRUST_PROXY: 'on',
      // Journeys count rows: a house without thirty months of other people's.
      SEED: 'small',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(movableClock(dataDir, at))}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  server.stdout.on('data', chunk => {
    output = (output + chunk).slice(-8_000)
  })
  server.stderr.on('data', chunk => {
    output = (output + chunk).slice(-8_000)
  })
  await ready(url, server, () => output)
  // A house without a demonstration has nobody in it yet.
  const signIns = env.SEED === 'off' ? '[]' : await readFile(join(dataDir, 'demo-sign-ins.json'), 'utf8')
  const people = JSON.parse(signIns) as DemoPerson[]
  return {
    url,
    people,
    person(role) {
      const found = people.find(each => each.role === role)
      if (!found) throw new Error(`no demo person with the role ${role}`)
      return found
    },
    async mail(to, subject) {
      for (let attempt = 0; attempt < 100; attempt++) {
        const query = new URLSearchParams({ to, subject })
        const [newest] = (await (await fetch(`${url}/dev/mail/messages.json?${query}`)).json()) as CaughtMail[]
        if (newest) return newest
        await new Promise(done => setTimeout(done, 200))
      }
      throw new Error(`no mail "${subject}" to ${to}\n${output}`)
    },
    async payments(control) {
      const answer = await fetch(`${url}/dev/stripe/control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(control),
      })
      if (!answer.ok) throw new Error(`payment simulator: ${await answer.text()}`)
    },
    async later(minutes) {
      const order = clockFile(dataDir)
      await writeFile(order, String(minutes * 60_000))
      server.kill('SIGUSR2')
      // The server takes the order away when its clock was moved.
      while (
        await access(order).then(
          () => true,
          () => false,
        )
      )
        await new Promise(done => setTimeout(done, 20))
    },
    async make(work) {
      const db = openDb((await findRunning(join(dataDir, 'postgres')))!, { max: 2, log: createLog('silent') })
      return work({ db, clock: systemClock }).finally(() => db.$client.end())
    },
    async stop() {
      server.kill('SIGTERM')
      await new Promise(done => server.once('exit', done))
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Does something while the payment provider does not answer. */
export async function whileDown(venue: Venue, work: () => Promise<void>): Promise<void> {
  await venue.payments({ down: true })
  try {
    await work()
  } finally {
    await venue.payments({ down: false })
  }
}

/** The token in a mailed link to `path`. */
export function linkTo(mail: CaughtMail, path: string): string {
  const link = mail.links.find(each => new URL(each).pathname === path)
  if (!link) throw new Error(`no link to ${path} in "${mail.subject}": ${mail.links.join(' ')}`)
  return link
}

async function ready(url: string, server: ChildProcess, output: () => string): Promise<void> {
  // The first start makes the database and the demo venue with its pictures.
  for (let attempt = 0; attempt < 600; attempt++) {
    if (server.exitCode !== null) throw new Error(`the server ended:\n${output()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise(done => setTimeout(done, 200))
  }
  throw new Error(`the server did not become ready:\n${output()}`)
}

/** Next Saturday at 11:00: a day on which a market may be. */
export function nextSaturday(): Date {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + ((13 - day.getUTCDay()) % 7 || 7))
  day.setUTCHours(11, 0, 0, 0)
  return day
}

const clockFile = (dataDir: string) => join(dataDir, 'move-clock')

/** A script for the server process: a clock that starts at `at` and moves on by what stands in the file of `later`. */
const movableClock = (dataDir: string, at?: Date) => `
import { readFileSync, rmSync } from 'node:fs'
let shift = ${at ? `${at.getTime()} - Date.now()` : 0}
const Real = Date
globalThis.Date = class extends Real {
  constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + shift) }
  static now() { return Real.now() + shift }
}
process.on('SIGUSR2', () => {
  const order = ${JSON.stringify(clockFile(dataDir))}
  shift += Number(readFileSync(order, 'utf8'))
  rmSync(order)
})`
