import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, readlinkSync } from 'node:fs'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asAccount, chownTo } from './account.ts'
import type { Cluster } from './cluster.ts'
import { programEnvironment } from './environment.ts'

export interface Settings {
  durable: boolean
  maxConnections: number
}

/** What a server says about itself in `postmaster.pid`, which is left behind when it is killed. */
export interface Claim {
  pid: number
  port: number
}

export async function readClaim(cluster: string): Promise<Claim | null> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Math.abs(Number(lines[0]))
  return pid ? { pid, port: Number(lines[3]) || 0 } : null
}

/** Whether that process lives and is the server of this cluster, not a stranger who got its number. */
export function isServing(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === cluster
    if (process.platform === 'win32') return true // Who answers on its port decides there.
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)]).includes(cluster)
  } catch {
    return false
  }
}

/** A dead process whose parent never asks for its result still has its number: it does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return true
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return !['Z', 'X'].includes(text.charAt(text.lastIndexOf(')') + 2))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the running server was started by the same programs with the same settings, so that it can be kept. */
export async function isStartedAlike(cluster: Cluster, settings: Settings): Promise<boolean> {
  const line = await readFile(join(cluster.folder, 'postmaster.opts'), 'utf8').catch(() => '')
  return (
    line.startsWith(cluster.binaries.postgres) &&
    serverArguments(cluster, settings).every(part => line.includes(`"${part}"`))
  )
}

/**
 * Starts the server in a process group of its own, so that Ctrl-C in a terminal reaches only us and we shut it down in
 * order. It outlives us if we are killed; the next start adopts it.
 */
export async function launch(
  cluster: Cluster,
  settings: Settings,
  port: number,
  logFile: string,
): Promise<ChildProcess> {
  await disownStaleClaim(cluster)
  const log = openSync(logFile, 'a', 0o600)
  try {
    const child = spawn(cluster.binaries.postgres, [...serverArguments(cluster, settings), '-c', `port=${port}`], {
      cwd: cluster.folder,
      detached: true,
      stdio: ['ignore', log, log],
      env: programEnvironment(),
      windowsHide: true,
      ...asAccount(cluster.account),
    })
    child.unref()
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
    return child
  } finally {
    closeSync(log)
  }
}

/** Fast shutdown: sessions are cut, everything is written. Harder means follow if the server does not obey. */
export async function shutDown(cluster: Cluster, pid: number): Promise<void> {
  if (process.platform === 'win32') {
    // There are no signals: pg_ctl talks to the server through a pipe of its own.
    const child = spawn(cluster.binaries.pgCtl, ['stop', '-D', cluster.folder, '-m', 'fast', '-t', '30'], {
      stdio: 'ignore',
    })
    await new Promise(resolve => child.once('error', resolve).once('close', resolve))
    return
  }
  // SIGQUIT ends without a checkpoint: the next start replays the log, nothing committed is lost.
  for (const [signal, patienceMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5000],
  ] as const) {
    if (!isServing(cluster.folder, pid)) return
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
    if (await isGone(pid, patienceMs)) return
  }
  throw new Error(`The database server ${pid} cannot be stopped`)
}

function serverArguments({ folder }: Cluster, { durable, maxConnections }: Settings): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    timezone: 'UTC',
    log_timezone: 'UTC',
    wal_level: 'replica',
    max_wal_size: '512MB',
    // Parallel queries need more shared memory than containers grant by default; ours are small.
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    // A query whose asker was killed ends, so that its locks do not outlive it.
    ...(['linux', 'darwin'].includes(process.platform) && { client_connection_check_interval: '1s' }),
    // Refused statements and their values are people's data: the application logs what matters.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/**
 * A server that was killed leaves its number behind. PostgreSQL refuses as long as that number is taken: by another
 * process of the same account, or by the dead server itself where nobody asks for its result (process 1 of many
 * containers). So the number is replaced by ours: the parent's counts as stale, and the rest of the file still lets
 * PostgreSQL notice sessions of the dead server.
 */
async function disownStaleClaim(cluster: Cluster): Promise<void> {
  const claim = await readClaim(cluster.folder)
  if (!claim || isServing(cluster.folder, claim.pid)) return
  const path = join(cluster.folder, 'postmaster.pid')
  const [, ...rest] = (await readFile(path, 'utf8')).split('\n')
  await writeFile(`${path}.next`, [process.pid, ...rest].join('\n'), { mode: (await stat(path)).mode })
  chownTo(`${path}.next`, cluster.account)
  await rename(`${path}.next`, path)
}

async function isGone(pid: number, patienceMs: number): Promise<boolean> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(10)) if (!isAlive(pid)) return true
  return !isAlive(pid)
}
