import type { ChildProcess } from 'node:child_process'
import { chmod, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, locateCluster, openCluster, readPassword, removeCluster } from './cluster.ts'
import { connectionUrl, DATABASE, ensureDatabase, probe } from './connection.ts'
import { lockFolder } from './lock.ts'
import { freePort, isFree } from './port.ts'
import { isAlive, isServing, isStartedAlike, launch, readClaim, type Settings, shutDown } from './postmaster.ts'

export interface EmbeddedPostgres {
  /** Superuser's connection to the database `exchange`; stays the same while this process runs. */
  url: string
  /** Fast shutdown; resolves when the server has ended and the folder is free. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Database folder, made if missing. */
  folder: string
  /** false trades crash safety for speed: for tests whose data is thrown away. */
  durable?: boolean
  maxConnections?: number
  /** Told of what an operator may want to know, without personal data. */
  log?: (message: string) => void
}

/**
 * Runs PostgreSQL for this folder, and keeps it running: a server that is killed is started again on the same port.
 * One process may hold a folder; a second one is refused within 5 seconds with an Error that names the first. A server
 * left over by a killed predecessor is adopted, or replaced if it was started with other settings.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { durable = true, maxConnections = 200, log = () => {} } = options
  const folder = await openFolder(options.folder)
  const locks = [await lockFolder(folder)]
  const release = () => {
    for (const lock of locks.reverse()) lock.release()
  }
  try {
    const cluster = await openCluster(folder, { durable, log })
    // A copied data folder may lead to the same cluster elsewhere.
    if (dirname(cluster.folder) !== folder) locks.push(await lockFolder(dirname(cluster.folder)))
    return await new Supervisor(folder, cluster, { durable, maxConnections }, log, release).start()
  } catch (error) {
    release()
    throw error
  }
}

/** Connection to the server that runs for this folder in whatever process, or null. Starts and changes nothing. */
export async function findRunning(folder: string): Promise<string | null> {
  const cluster = await locateCluster(await realpath(folder).catch(() => folder))
  const claim = cluster && (await readClaim(cluster))
  if (!cluster || !claim || !isAlive(claim.pid)) return null
  const server = { port: claim.port, password: await readPassword(folder) }
  return (await probe(server, cluster, DATABASE)) === 'ready' ? connectionUrl(server) : null
}

/** Deletes a stopped database with all its data, wherever that is kept. */
export async function removeEmbeddedPostgres(folder: string): Promise<void> {
  const real = await realpath(folder).catch(() => null)
  if (!real) return
  const lock = await lockFolder(real)
  lock.release()
  await removeCluster(real)
}

const RETRY_MS = 250
const LONGEST_RETRY_MS = 4000
const WATCH_MS = 200
const START_PATIENCE_MS = 30_000
const RECOVERY_PATIENCE_MS = 600_000
const LOG_LIMIT_BYTES = 10_000_000
/** Of an earlier server, which is still ending or whose port somebody took: the next attempt may do. */
const PASSING =
  /still in use|Address already in use|could not bind|could not create any TCP|postmaster\.pid|being shut down/i

class Supervisor {
  readonly #folder: string
  readonly #cluster: Cluster
  readonly #settings: Settings
  readonly #log: (message: string) => void
  readonly #release: () => void
  #port = 0
  #pid = 0
  #isStopping = false
  #watch: NodeJS.Timeout | undefined
  #revival: Promise<void> | undefined
  #stopped: Promise<void> | undefined

  constructor(
    folder: string,
    cluster: Cluster,
    settings: Settings,
    log: (message: string) => void,
    release: () => void,
  ) {
    this.#folder = folder
    this.#cluster = cluster
    this.#settings = settings
    this.#log = log
    this.#release = release
  }

  async start(): Promise<EmbeddedPostgres> {
    await this.#rotateLog()
    this.#port = Number(await readFile(this.#portFile, 'utf8').catch(() => 0)) || (await freePort())
    if (!(await this.#adopt())) await this.#launchUntilReady(false)
    await ensureDatabase(this.#server)
    await writeFile(this.#portFile, `${this.#port}\n`)
    this.#watch = setInterval(() => this.#check(), WATCH_MS).unref()
    return { url: connectionUrl(this.#server), stop: () => (this.#stopped ??= this.#stop()) }
  }

  async #stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#watch)
    await this.#revival
    await shutDown(this.#cluster, this.#pid)
    this.#release()
  }

  /** Keeps a server that runs already; ends it and returns false if it is not as it should be. */
  async #adopt(): Promise<boolean> {
    const { folder } = this.#cluster
    const claim = await readClaim(folder)
    if (!claim || !isServing(folder, claim.pid)) return false
    const isAlike = await isStartedAlike(this.#cluster, this.#settings)
    for (const deadline = Date.now() + START_PATIENCE_MS; isAlike && Date.now() < deadline; await sleep(25)) {
      if (!isServing(folder, claim.pid)) return false
      const port = (await readClaim(folder))?.port ?? claim.port
      if ((await probe({ ...this.#server, port }, folder)) !== 'ready') continue
      this.#pid = claim.pid
      this.#port = port
      this.#log(`Adopted the database server ${claim.pid} of an earlier run`)
      return true
    }
    this.#log(`Replacing the database server ${claim.pid} of an earlier run`)
    await shutDown(this.#cluster, claim.pid)
    return false
  }

  async #launchUntilReady(keepPort: boolean): Promise<void> {
    for (const deadline = Date.now() + START_PATIENCE_MS; ; await sleep(RETRY_MS)) {
      if (!keepPort && !(await isFree(this.#port))) this.#port = await freePort()
      const failure = await this.#launchOnce()
      if (!failure) return
      if (!PASSING.test(failure) || Date.now() > deadline) throw new Error(`The database did not start:\n${failure}`)
    }
  }

  /** Null when ready, else what the server said before it ended. */
  async #launchOnce(): Promise<string | null> {
    const from = await stat(this.#logFile).then(
      file => file.size,
      () => 0,
    )
    const child = await launch(this.#cluster, this.#settings, this.#port, this.#logFile)
    const hasEnded = endOf(child)
    // Replaying the log after a crash may take its time; as long as the server lives it is at work.
    for (const deadline = Date.now() + RECOVERY_PATIENCE_MS; Date.now() < deadline; await sleep(15)) {
      if (hasEnded())
        return (await readFile(this.#logFile)).subarray(from).toString().trim() || 'It ended without a word'
      if ((await probe(this.#server, this.#cluster.folder)) !== 'ready') continue
      this.#pid = child.pid ?? 0
      return null
    }
    await shutDown(this.#cluster, child.pid ?? 0)
    return 'It was not ready in time'
  }

  #check(): void {
    if (this.#revival || this.#isStopping || isAlive(this.#pid)) return
    this.#log(`The database server ${this.#pid} has ended unexpectedly and is started again`)
    this.#revival = this.#revive().finally(() => {
      this.#revival = undefined
    })
  }

  /** The address must stay the same: everything that is connected has it. */
  async #revive(): Promise<void> {
    for (let pauseMs = RETRY_MS; !this.#isStopping; pauseMs = Math.min(2 * pauseMs, LONGEST_RETRY_MS)) {
      try {
        await this.#launchUntilReady(true)
        return
      } catch (error) {
        this.#log((error as Error).message)
        await sleep(pauseMs)
      }
    }
  }

  async #rotateLog(): Promise<void> {
    const size = await stat(this.#logFile).then(
      file => file.size,
      () => 0,
    )
    if (size > LOG_LIMIT_BYTES) await rename(this.#logFile, `${this.#logFile}.1`)
  }

  get #server() {
    return { port: this.#port, password: this.#cluster.password }
  }

  get #logFile() {
    return join(this.#folder, 'postgres.log')
  }

  get #portFile() {
    return join(this.#folder, 'port')
  }
}

/** Others may pass, because root's unprivileged account must; what is inside is closed to them each by itself. */
async function openFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true })
  const folder = await realpath(path)
  if (process.getuid?.() === 0) await chmod(folder, 0o711)
  return folder
}

function endOf(child: ChildProcess): () => boolean {
  let hasEnded = false
  child.once('exit', () => {
    hasEnded = true
  })
  return () => hasEnded || child.exitCode !== null || child.signalCode !== null
}
