import { sql } from 'drizzle-orm'
import { liveEvents } from '#platform/tables.ts'
import type { Tx } from '#platform/work.ts'

/** What open browsers are told. It carries no personal data: they read the rows again, with their rights of that moment. */
export interface LiveEvent {
  /** One person, everyone with a role, or everyone who is signed in. */
  to: { userId: string } | { role: 'admin' | 'committee' | 'door' } | 'everyone'
  kind: string
  title?: string
  message?: string
  /** First path segments of procedures whose answers are now stale. */
  refresh: string[]
}

export const liveChannel = 'exchange_live'

/** Writes the event in the caller's transaction; browsers of every process hear of it after the commit. Use `tx.announce`. */
export async function announce(tx: Tx, event: LiveEvent): Promise<void> {
  const { to, ...payload } = event
  const audience = to === 'everyone' ? 'everyone' : 'userId' in to ? `user:${to.userId}` : `role:${to.role}`
  await tx
    .insert(liveEvents)
    .values({ audience, payload, createdAt: tx.now })
    .returning({ told: sql`pg_notify(${liveChannel}, ${liveEvents.id}::text)` })
}
