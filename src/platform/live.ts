import { asc, gt, max } from 'drizzle-orm'
import pg from 'pg'
import type { Actor } from '#platform/actor.ts'
import type { Log } from '#platform/log.ts'
import { liveChannel } from '#platform/realtime.ts'
import type { Runtime } from '#platform/runtime.ts'
import { liveEvents } from '#platform/tables.ts'

interface Client {
  userId: string
  lastId: number
  queue: string[]
  wake(): void
  isClosed: boolean
}

export interface Live {
  /** Streams to one person what they may hear, from after `lastId`; ends when `signal` aborts or the server stops. */
  stream(userId: string, lastId: number | null, signal: AbortSignal): AsyncGenerator<string>
  clientCount(): number
  stop(): Promise<void>
}

// A client that reads slower than this many events falls behind no further: it is told to read everything again.
const maxQueue = 200
const heartbeatMs = 20_000
const reconnectMs = { min: 500, spread: 3_000 }

/** Hears NOTIFY on a connection of its own and passes events on to the browsers connected here. */
export async function openLive(runtime: Runtime, url: string): Promise<Live> {
  const clients = new Set<Client>()
  let latest = await newestId(runtime)
  let pumping: Promise<void> | undefined
  let again = false

  const pump = () => {
    again = true
    pumping ??= (async () => {
      while (again) {
        again = false
        latest = await deliver(runtime, clients, latest)
      }
    })()
      .catch(error => runtime.log.warn({ err: error }, 'live events could not be read'))
      .finally(() => {
        pumping = undefined
      })
  }
  const listener = await listen(url, runtime.log, pump)

  return {
    async *stream(userId, lastId, signal) {
      const client: Client = { userId, lastId: lastId ?? latest, queue: [], wake: () => {}, isClosed: false }
      const close = () => {
        client.isClosed = true
        client.wake()
      }
      signal.addEventListener('abort', close)
      clients.add(client)
      // Browsers reconnect spread over a few seconds, not all at once after a restart.
      yield `retry: ${Math.round(reconnectMs.min + Math.random() * reconnectMs.spread)}\n\n`
      try {
        if (lastId !== null && lastId < latest) await deliver(runtime, new Set([client]), lastId)
        while (!client.isClosed) {
          const next = client.queue.shift()
          if (next) yield next
          else if (!(await waitFor(client))) yield ': still here\n\n'
        }
        yield 'event: bye\ndata: {}\n\n'
      } finally {
        signal.removeEventListener('abort', close)
        clients.delete(client)
      }
    },
    clientCount: () => clients.size,
    async stop() {
      for (const client of clients) {
        client.isClosed = true
        client.wake()
      }
      await listener.stop()
      await pumping
    },
  }
}

/** Waits for the next event; false after a heartbeat's time without one. */
function waitFor(client: Client): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(false), heartbeatMs)
    client.wake = () => {
      clearTimeout(timer)
      resolve(true)
    }
  })
}

async function deliver(runtime: Runtime, clients: Set<Client>, after: number): Promise<number> {
  const rows = await runtime.db
    .select()
    .from(liveEvents)
    .where(gt(liveEvents.id, after))
    .orderBy(asc(liveEvents.id))
    .limit(500)
  if (rows.length === 0) return after
  // Rights are read anew for each batch: a person who lost a role hears nothing of it any more.
  const actors = new Map<string, Actor | null>()
  for (const client of clients) {
    if (!actors.has(client.userId)) actors.set(client.userId, await runtime.loadActor(client.userId))
    const actor = actors.get(client.userId) ?? null
    if (actor?.accountStatus !== 'active') {
      client.isClosed = true
      client.wake()
      continue
    }
    for (const row of rows) {
      if (row.id <= client.lastId || !mayHear(actor, row.audience)) continue
      client.lastId = row.id
      client.queue.push(`id: ${row.id}\ndata: ${JSON.stringify(row.payload)}\n\n`)
    }
    if (client.queue.length > maxQueue)
      client.queue = [`id: ${client.lastId}\ndata: {"kind":"behind","refresh":["*"]}\n\n`]
    if (client.queue.length > 0) client.wake()
  }
  return rows.at(-1)!.id
}

function mayHear(actor: Actor, audience: string): boolean {
  if (audience === 'everyone') return true
  if (audience.startsWith('user:')) return audience === `user:${actor.userId}`
  return actor.roles.some(role => audience === `role:${role}`)
}

async function newestId(runtime: Runtime): Promise<number> {
  const [newest] = await runtime.db.select({ id: max(liveEvents.id) }).from(liveEvents)
  return newest?.id ?? 0
}

/** Listens until stopped; a lost connection is opened again, and what was missed meanwhile is read. */
async function listen(url: string, log: Log, onNotify: () => void) {
  let client: pg.Client | undefined
  let isStopped = false
  const connect = async () => {
    const next = new pg.Client({ connectionString: url, application_name: 'exchange live', keepAlive: true })
    next.on('notification', onNotify)
    next.on('error', error => log.warn({ err: error }, 'the live connection was lost'))
    next.on('end', () => {
      if (!isStopped) setTimeout(() => void connect().catch(() => setTimeout(retry, 1_000)), 500)
    })
    await next.connect()
    await next.query(`listen ${liveChannel}`)
    client = next
    onNotify()
  }
  const retry = () => {
    if (!isStopped) void connect().catch(() => setTimeout(retry, 1_000))
  }
  await connect()
  return {
    stop: async () => {
      isStopped = true
      await client?.end()
    },
  }
}
