import { sql } from 'drizzle-orm'
import type { Role } from '#platform/auth/actor.ts'
import { apiKeys, session } from '#platform/db/tables.ts'
import type { Runtime } from '#platform/runtime.ts'
import {
  add,
  type Client,
  close,
  eventText,
  fallBehind,
  isBehind,
  isWoken,
  openClient,
  readAgain,
  takeAll,
} from './client.ts'
import { cursorText, isAhead, readCursor, type Snapshot } from './cursor.ts'
import { type Batch, readNews, snapshotNow } from './news.ts'
import { liveChannel } from './publish.ts'
import { repeatable } from './repeat.ts'

export interface Live {
  /**
   * Streams to one person what they may hear, from after `lastEventId` when their browser has one; ends when `signal`
   * aborts, their account is no longer active, the session or key `openedBy` ends (within seconds) or the server stops.
   */
  stream(
    userId: string,
    lastEventId: string | null,
    signal: AbortSignal,
    openedBy?: string | null,
  ): AsyncGenerator<string>
  /** Whether the person has as many streams here as one may have. */
  isFullFor(userId: string): boolean
  clientCount(): number
  stop(): Promise<void>
}

const reconnectMs = { min: 500, spread: 3_000 }
/** Looked for without a notification too: the process that was to send it may be gone. */
const lookEveryMs = 5_000
/** Events are kept for an hour from the beginning of their request (see `sweep`), which may end later. */
const resumableMs = 50 * 60_000
/** Open pages of one person; more than anybody looks at, and few enough that nobody holds the server's memory. */
const maxStreams = 5
/** What `endCredentials` announces. */
const endingNews = 'ways-in.'
/** How soon a stream ends after the session that opened it, at the latest. */
const endsWithinMs = 3_000
/** A page was read a little earlier than its stream begins. */
const pageAgeMs = 10_000

/** Passes on to the browsers connected here what was announced in any process. */
export async function openLive(runtime: Runtime): Promise<Live> {
  const { db, clock, log } = runtime
  const clients = new Set<Client>()
  const justNow: JustNow = new Map()
  // What the clients have been given or are just being given, and what they have all been given for certain.
  let at = await snapshotNow(db)
  let given = cursorText({ known: at }, clock.now())

  const look = async () => {
    const now = clock.now()
    let present: Client[] = []
    try {
      for await (const batch of readNews(db, { known: at })) {
        // In one step: whoever joins later has the whole of this behind them.
        if (at !== batch.until) [at, present] = [batch.until, [...clients]]
        remember(justNow, batch)
        await give(runtime, present, batch)
        if (batch.events.some(({ payload }) => payload.kind.startsWith(endingNews))) endings.run()
      }
      given = cursorText({ known: at }, now)
    } catch (error) {
      log.warn({ err: error }, 'live events could not be read')
      for (const client of present) fallBehind(client, cursorText({ known: at }, now))
    }
  }
  const pump = repeatable(look)
  const stopHearing = await runtime.listener.on(liveChannel, pump.run, pump.run)
  const timer = setInterval(pump.run, lookEveryMs).unref()
  const endings = repeatable(() => endWithSessions(runtime, clients))
  const endTimer = setInterval(endings.run, endsWithinMs).unref()

  /** What a browser missed while it was away, between its place and `upTo`. */
  async function* missed(client: Client, lastEventId: string, upTo: Snapshot) {
    const last = readCursor(lastEventId)
    const isTooOld = !last || clock.now().getTime() - last.sentAt > resumableMs
    // Another process may have looked later than this one; an id that is ahead of all is of another database.
    if (isTooOld || (isAhead(last.place, upTo) && isAhead(last.place, await snapshotNow(db)))) {
      yield eventText(readAgain(), cursorText({ known: upTo }, clock.now()))
      return
    }
    client.heard = last.place.rest?.until ?? last.place.known
    for await (const { events } of readNews(db, last.place, upTo)) {
      const roles = (await runtime.activeRoles([client.userId])).get(client.userId)
      if (!roles) return close(client)
      const heard = events.filter(({ audience }) => mayHear(client.userId, roles, audience))
      yield heard
        .map(({ payload, place }) => eventText(JSON.stringify(payload), cursorText(place, clock.now())))
        .join('')
    }
  }

  /** What may have changed between the reading of a page and the beginning of its stream. */
  async function* changedJustNow(userId: string) {
    forgetOld(justNow)
    const roles = justNow.size > 0 && (await runtime.activeRoles([userId])).get(userId)
    if (!roles) return
    // Without an id: where the browser is does not change by it.
    for (const { audience, topic } of justNow.values())
      if (mayHear(userId, roles, audience)) yield `data: ${readAgain(topic)}\n\n`
  }

  return {
    async *stream(userId, lastEventId, signal, openedBy = null) {
      const client = openClient(userId, openedBy)
      const end = () => close(client)
      signal.addEventListener('abort', end)
      clients.add(client)
      const joinedAt = at
      try {
        // Browsers reconnect spread over a few seconds, not all at once after a restart.
        const retry = `retry: ${Math.round(reconnectMs.min + Math.random() * reconnectMs.spread)}\n`
        if (lastEventId === null) {
          yield `${retry}id: ${cursorText({ known: joinedAt }, clock.now())}\n\n`
          yield* changedJustNow(userId)
        } else {
          yield `${retry}\n`
          yield* missed(client, lastEventId, joinedAt)
        }
        while (!client.isClosed) {
          if (client.waiting.size > 0) yield takeAll(client)
          // Who hears nothing for hours still knows where to go on.
          else if (!(await isWoken(client)) && client.waiting.size === 0) yield `id: ${given}\n\n`
        }
        yield 'event: bye\ndata: {}\n\n'
      } finally {
        signal.removeEventListener('abort', end)
        clients.delete(client)
      }
    },
    isFullFor: userId => [...clients].filter(client => client.userId === userId).length >= maxStreams,
    clientCount: () => clients.size,
    async stop() {
      for (const client of clients) close(client)
      clearInterval(timer)
      clearInterval(endTimer)
      await endings.stop()
      stopHearing()
      await pump.stop()
    },
  }
}

/** Closes the streams of sessions and keys that are over; one statement, and none while nobody listens. */
async function endWithSessions({ db, log, clock }: Runtime, clients: Set<Client>): Promise<void> {
  const opened = [...new Set([...clients].flatMap(({ openedBy }) => openedBy ?? []))]
  if (opened.length === 0) return
  try {
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from ${session} where id = any(${sql.param(opened)}::text[]) and expires_at > now()
      union all select id::text from ${apiKeys}
      where id::text = any(${sql.param(opened)}::text[]) and revoked_at is null and expires_at > ${clock.now()}`)
    const on = new Set(rows.map(({ id }) => id))
    for (const client of clients) if (client.openedBy && !on.has(client.openedBy)) close(client)
  } catch (error) {
    log.warn({ err: error }, 'sessions of live streams could not be read')
  }
}

/** Rights are read anew for each batch: a person who lost a role hears nothing of it any more. */
async function give(runtime: Runtime, present: Client[], { events, until }: Batch): Promise<void> {
  const audiences = new Set(events.map(({ audience }) => audience))
  const isForMany = [...audiences].some(audience => !audience.startsWith('user:'))
  const concerned = present.filter(({ userId }) => isForMany || audiences.has(`user:${userId}`))
  if (concerned.length === 0) return
  const rights = await runtime.activeRoles([...new Set(concerned.map(({ userId }) => userId))])
  const now = runtime.clock.now()
  const lines = events.map(({ payload, place, ...event }) => ({
    ...event,
    data: JSON.stringify(payload),
    cursor: cursorText(place, now),
  }))
  for (const client of concerned) {
    const roles = rights.get(client.userId)
    if (!roles) close(client)
    else if (isBehind(client)) fallBehind(client, cursorText({ known: until }, now))
    else for (const line of lines) if (mayHear(client.userId, roles, line.audience)) add(client, line)
  }
}

function mayHear(userId: string, roles: Role[], audience: string): boolean {
  if (audience === 'everyone') return true
  if (audience.startsWith('user:')) return audience === `user:${userId}`
  return roles.some(role => audience === `role:${role}`)
}

type JustNow = Map<string, { audience: string; topic: string | undefined; atMs: number }>

function remember(justNow: JustNow, { events }: Batch): void {
  forgetOld(justNow)
  const atMs = performance.now()
  for (const { audience, payload } of events) {
    const { topic } = payload
    justNow.set(`${audience} ${topic}`, { audience, topic, atMs })
  }
}

function forgetOld(justNow: JustNow): void {
  for (const [key, { atMs }] of justNow) if (performance.now() - atMs > pageAgeMs) justNow.delete(key)
}
