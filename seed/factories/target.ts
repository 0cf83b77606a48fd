import type { Clock } from '#platform/clock.ts'
import type { Reader } from '#platform/db/pool.ts'

/** Where the factories make their rows: a test's server, the seed's transaction, a database beside a running server. */
export interface Target {
  db: Reader
  clock: Clock
  /** Waits until what was written is known to every server; there is nothing to wait for inside a transaction. */
  settled?(): Promise<void>
}
