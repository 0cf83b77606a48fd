import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '#platform/log.ts'

/** One connection on which this process hears what any process notifies. */
export interface Listener {
  /**
   * Calls `heard` with each payload sent on `channel`, and `missed` whenever something may have got lost: then the
   * database has to be asked. Resolves once it listens, or will listen with the next connection. Returns how to end it.
   */
  on(channel: string, heard: (payload: string) => void, missed: () => void): Promise<() => void>
  /** False while the connection is lost. */
  isHearing(): boolean
  stop(): Promise<void>
}

const reconnectMs = 500
/** A connection that is silently gone is found so often; until then what it should have told is missing. */
const heartbeatMs = 10_000
const heartbeatLimitMs = 5_000

interface Ear {
  heard(payload: string): void
  missed(): void
}

/** Opens the connection; one that is lost is opened again until `stop`. */
export async function openListener(url: string, log: Log): Promise<Listener> {
  const ears = new Map<string, Set<Ear>>()
  const stopping = new AbortController()
  let hearing: pg.Client | null = null
  const missed = () => {
    for (const ear of [...ears.values()].flatMap(set => [...set])) ear.missed()
  }

  /** One connection from its beginning to its end. */
  const hold = async (onUp: () => void) => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'exchange listener',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    const over = new Promise<void>(resolve => client.once('end', resolve))
    client.on('error', error => log.warn({ err: error }, 'the listening connection was lost'))
    client.on('notification', ({ channel, payload = '' }) => {
      for (const ear of ears.get(channel) ?? []) ear.heard(payload)
    })
    let beat: NodeJS.Timeout | undefined
    try {
      await client.connect()
      const open = new Set<string>()
      // A channel may be added while this waits.
      for (let more = [...ears.keys()]; more.length > 0; more = [...ears.keys()].filter(name => !open.has(name)))
        for (const name of more) {
          await client.query(`listen ${name}`)
          open.add(name)
        }
      if (stopping.signal.aborted) return
      hearing = client
      beat = setInterval(() => void check(client), heartbeatMs).unref()
      missed()
      onUp()
      await over
    } finally {
      clearInterval(beat)
      hearing = null
      missed()
      await client.end()
    }
  }

  let running = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    let wasUp = false
    const onUp = () => {
      wasUp = true
      resolve()
    }
    running = (async () => {
      while (!stopping.signal.aborted) {
        try {
          await hold(onUp)
        } catch (error) {
          if (!wasUp) return reject(error)
          log.warn({ err: error }, 'the listening connection could not be opened')
        }
        await pause(reconnectMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    })()
  })

  return {
    async on(channel, heard, missed) {
      const ear = { heard, missed }
      const others = ears.get(channel)
      if (others) others.add(ear)
      else {
        ears.set(channel, new Set([ear]))
        // A connection that is lost meanwhile is followed by one that listens.
        await hearing?.query(`listen ${channel}`).catch(() => {})
      }
      return () => ears.get(channel)?.delete(ear)
    },
    isHearing: () => hearing !== null,
    async stop() {
      stopping.abort()
      await hearing?.end()
      await running
    },
  }
}

/** Ends a connection that does not answer in time; it is then opened anew. */
async function check(client: pg.Client): Promise<void> {
  const limit = setTimeout(() => void client.end(), heartbeatLimitMs)
  await client.query('select 1').catch(() => {})
  clearTimeout(limit)
}
