import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db/pool.ts'
import { liveEvents } from '#platform/db/tables.ts'

/** What open browsers are told. It carries no personal data: they read the rows again, with their rights of that moment. */
export type LiveEvent = Audience & {
  kind: string
  title?: string
  message?: string
  /** something they wanted has succeeded: it is told as that, not as a note */
  isSuccess?: true
}

/**
 * One person or everyone with a role, whose browsers then read everything on screen again; or everyone who is signed in,
 * whose browsers read again only what the procedures under `topic` (their first path segment) answered.
 */
type Audience =
  | { to: { userId: string } | { role: 'admin' | 'committee' | 'door' } }
  | { to: 'everyone'; topic: string }

export const liveChannel = 'exchange_live'

/** The statement that writes the events in the caller's transaction; `ring` after the commit. Use `tx.announce`. */
export function eventRows(events: LiveEvent[], now: Date): SQL {
  const rows = events.map(({ to, ...payload }) => ({ audience: audienceOf(to), payload }))
  return sql`insert into ${liveEvents} (audience, payload, created_at)
    select audience, payload, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as event(audience text, payload jsonb)`
}

/** What commits within this time is told by one notification. */
const gatherMs = 10
const ringing = new WeakSet<Db>()

/**
 * Tells every process that there are new events; to be called after their commit. Inside the transaction a notification
 * makes commits wait for one another: a quarter of the throughput (docs/adr/0005). One that gets lost costs seconds, not
 * the event: `openLive` looks without one too.
 */
export function ring(db: Db): void {
  if (ringing.has(db)) return
  ringing.add(db)
  setTimeout(() => {
    ringing.delete(db)
    // The notification holds that lock until its own commit, which therefore does not wait for the disk.
    const notify = sql`select set_config('synchronous_commit', 'off', true), pg_notify(${liveChannel}, '')`
    db.execute(notify).catch(() => {})
  }, gatherMs).unref()
}

function audienceOf(to: LiveEvent['to']): string {
  if (to === 'everyone') return 'everyone'
  return 'userId' in to ? `user:${to.userId}` : `role:${to.role}`
}
