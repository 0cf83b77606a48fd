import { inArray, sql } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Log } from '#platform/log.ts'
import type { NotedKind } from './kinds.ts'

export interface SecurityEvent {
  kind: NotedKind
  /** Whom it is about, as far as the server knows. */
  personId?: string | null
  /** Where somebody only typed an address: its key, looked up later and never kept. */
  emailKey?: string
  ipAddress: string | null
  requestId: string | null
  /** What it was about, in words of the house: a procedure, a purpose. Never what somebody typed. */
  detail?: string
}

/**
 * Events that security asks for and that change no row. Noting one costs no statement and never fails: it is kept in
 * memory and written within seconds, whatever becomes of the request's own transaction.
 */
export interface SecurityEvents {
  note(event: SecurityEvent): void
  /** Writes what waits; for tests, and for whoever reads it right after. */
  flush(): Promise<void>
  /** Writes everything, also what is still being counted. */
  close(): Promise<void>
}

/** Seconds between two writings. */
const pauseMs = 1_000
/** The same kind, person and address within this time make two rows at most: the first at once, the others together. */
const windowMs = 60_000
/** What is counted apart at once; more are counted together by their kind, so that no attack fills memory or the log. */
const mostCounted = 500
const mostDetails = 5
const detailCharacters = 100

interface Counted extends SecurityEvent {
  times: number
  details: Set<string>
}

interface Minute {
  since: number
  /** What came after the row that opened it. */
  rest: Counted | null
}

export function openSecurityEvents({ db, clock, log }: { db: Db; clock: Clock; log: Log }): SecurityEvents {
  const incoming = new Map<string, Counted>()
  const minutes = new Map<string, Minute>()
  let isSilent = false
  let line: Promise<void> = Promise.resolve()

  const write = async (isLast: boolean) => {
    if (incoming.size === 0 && minutes.size === 0) return
    let waiting = [...incoming.values()]
    incoming.clear()
    try {
      const known = await peopleAt(db, waiting)
      const now = clock.now().getTime()
      const due: Counted[] = []
      for (const counted of waiting) sortIn(withPerson(counted, known), now, due)
      due.push(...restsOf(minutes, now, isLast))
      for (waiting = due; waiting.length > 0; waiting = waiting.slice(mostCounted))
        await append(db, waiting.slice(0, mostCounted))
      isSilent = false
    } catch (error) {
      // Nothing is lost while the database is away: what could not be written is counted on.
      for (const counted of waiting) countIn(incoming, counted)
      if (!isSilent) log.warn({ err: error }, 'security events could not be written yet')
      isSilent = true
    }
  }

  const sortIn = (counted: Counted, now: number, due: Counted[]) => {
    const key = keyOf(counted)
    const minute = minutes.get(key)
    if (minute) minute.rest = minute.rest ? merge(minute.rest, counted) : counted
    else if (minutes.size < 2 * mostCounted) {
      minutes.set(key, { since: now, rest: null })
      due.push(counted)
    } else {
      const together = crowdOf(counted)
      const crowd = minutes.get(keyOf(together)) ?? { since: now, rest: null }
      crowd.rest = crowd.rest ? merge(crowd.rest, together) : together
      minutes.set(keyOf(together), crowd)
    }
  }

  // One writing after the other.
  const inLine = (isLast: boolean) => {
    line = line.then(() => write(isLast))
    return line
  }
  // Made here, so that nothing it does counts for a request.
  const timer = setInterval(() => void inLine(false), pauseMs).unref()

  return {
    note: event => countIn(incoming, { ...event, times: 1, details: new Set(short(event.detail)) }),
    flush: () => inLine(false),
    async close() {
      clearInterval(timer)
      await inLine(true)
    },
  }
}

function countIn(all: Map<string, Counted>, counted: Counted): void {
  const key = keyOf(counted)
  const found = all.get(key)
  if (found) merge(found, counted)
  else if (all.size < mostCounted) all.set(key, counted)
  else {
    const crowd = crowdOf(counted)
    const known = all.get(keyOf(crowd))
    if (known) merge(known, crowd)
    else all.set(keyOf(crowd), crowd)
  }
}

function merge(into: Counted, more: Counted): Counted {
  into.times += more.times
  for (const detail of more.details) if (into.details.size < mostDetails) into.details.add(detail)
  return into
}

/** What stands for many that are no longer told apart. */
const crowdOf = ({ kind, times, details }: Counted): Counted => ({
  kind,
  ipAddress: null,
  requestId: null,
  times,
  details: new Set(details),
})

const keyOf = ({ kind, personId, emailKey, ipAddress }: SecurityEvent) =>
  JSON.stringify([kind, personId ?? null, personId ? null : (emailKey ?? null), ipAddress])

const short = (detail: string | undefined) => (detail ? [detail.slice(0, detailCharacters)] : [])

/** The minutes that are over, closed; each gives what it still held. */
function restsOf(minutes: Map<string, Minute>, now: number, isLast: boolean): Counted[] {
  const rests: Counted[] = []
  for (const [key, minute] of minutes) {
    const isOver = isLast || now - minute.since >= windowMs
    if (!isOver) continue
    if (minute.rest) {
      rests.push(minute.rest)
      minutes.set(key, { since: now, rest: null })
    } else minutes.delete(key)
  }
  return rests
}

async function peopleAt(db: Db, counted: Counted[]): Promise<Map<string, string>> {
  const keys = [...new Set(counted.flatMap(({ emailKey }) => emailKey ?? []))]
  if (keys.length === 0) return new Map()
  const rows = await db.select({ id: user.id, emailKey: user.emailKey }).from(user).where(inArray(user.emailKey, keys))
  return new Map(rows.map(({ id, emailKey }) => [emailKey, id]))
}

function withPerson({ emailKey, personId, ...counted }: Counted, known: Map<string, string>): Counted {
  return { ...counted, personId: personId ?? (emailKey ? known.get(emailKey) : undefined) ?? null }
}

async function append(db: Db, due: Counted[]): Promise<void> {
  const rows = due.map(({ kind, personId, ipAddress, requestId, times, details }) => ({
    kind,
    person: personId ?? null,
    ip: ipAddress,
    request: requestId,
    times,
    detail: [...details].join(', '),
  }))
  await db.execute(sql`select security_note(${JSON.stringify(rows)}::jsonb)`)
}
