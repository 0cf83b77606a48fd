import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Role } from '#platform/auth/actor.ts'
import { systemClock } from '#platform/clock.ts'
import { openDb } from '#platform/db/pool.ts'
import { createLog } from '#platform/log.ts'
import { freePort } from '#platform/postgres/port.ts'
import { findRunning, removeEmbeddedPostgres } from '#platform/postgres/supervisor.ts'
import { goodPassword, person } from '#seed/factories/people.ts'

/** A real server process on a data folder of its own; it can be killed and started again on the same data. */
export interface ServerProcess {
  url: string
  dataDir: string
  start(): Promise<void>
  kill(signal: NodeJS.Signals): Promise<number | null>
  /** Signs somebody in; resolves to the cookies. */
  signIn(email: string, password: string): Promise<string>
  /** Process id of the server, while it runs. */
  pid(): number
  /** Process id of its PostgreSQL. */
  databasePid(): Promise<number>
  databaseFolder: string
  /** How it ended, if it did, and what it printed last. */
  describe(): string
  remove(): Promise<void>
}

/** A server that is up, with somebody of these roles in its house; their password is `goodPassword`. */
export async function serverWithStaff(
  settings: Record<string, string> = {},
  roles: readonly Role[] = ['admin'],
): Promise<{ server: ServerProcess; email: string }> {
  const server = await serverProcess(settings)
  await server.start()
  const db = openDb((await findRunning(server.databaseFolder))!, { max: 2, log: createLog('silent') })
  try {
    const { email } = await person({ db, clock: systemClock }, { password: goodPassword, roles: [...roles] })
    return { server, email }
  } finally {
    await db.$client.end()
  }
}

export async function serverProcess(settings: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'exchange-process-'))
  const databaseFolder = join(dataDir, 'postgres')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let output = ''

  const describe = () => `exit ${child?.exitCode ?? child?.signalCode ?? 'none'}\n${output}`
  const exited = (of: ChildProcess) =>
    of.exitCode !== null || of.signalCode !== null
      ? Promise.resolve(of.exitCode)
      : new Promise<number | null>(done => of.once('exit', done))

  return {
    url,
    dataDir,
    databaseFolder,
    describe,
    async start() {
      child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
        cwd: resolve('.'),
        env: {
          ...process.env,
          NODE_ENV: 'development',
          PORT: String(port),
          PUBLIC_URL: url,
          DATA_DIR: dataDir,
          SEED: 'off',
          LOG_LEVEL: 'warn',
          DATABASE_URL: '',
          ...settings,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const keep = (chunk: Buffer) => {
        output = `${output}${chunk}`.slice(-5_000)
      }
      child.stdout?.on('data', keep)
      child.stderr?.on('data', keep)
      for (let attempt = 0; attempt < 600; attempt++) {
        if (child.exitCode !== null) throw new Error(`the server ended:\n${output}`)
        const answer = await fetch(`${url}/readyz`).catch(() => null)
        if (answer?.ok) return
        await new Promise(done => setTimeout(done, 100))
      }
      throw new Error(`the server did not become ready:\n${output}`)
    },
    async kill(signal) {
      if (!child) return null
      child.kill(signal)
      return exited(child)
    },
    async signIn(email, password) {
      const answer = await fetch(`${url}/auth-api/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ email, password }),
      })
      if (!answer.ok) throw new Error(`signing in was answered with ${answer.status}`)
      return answer.headers
        .getSetCookie()
        .map(line => line.split(';')[0])
        .join('; ')
    },
    pid: () => child!.pid!,
    async databasePid() {
      const [pid] = (await readFile(join(databaseFolder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
      return Number(pid)
    },
    async remove() {
      if (child && child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await exited(child)
      }
      await removeEmbeddedPostgres(databaseFolder)
    },
  }
}
