import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { Env } from '#platform/env.ts'
import { networkOf } from '#platform/http/network.ts'
import { refusal } from './errors.ts'

/** So many calls per window. */
export interface Limit {
  points: number
  seconds: number
}

/** A procedure's own limit, under the name that Security Settings shows; counted in the database, across all processes. */
export interface NamedLimit extends Limit {
  as: string
}

/**
 * What every other procedure is held to: `CALLS_PER_MINUTE` for each person or visitor's network, a quarter of it where
 * something is written. Counted in each process by itself, so that it costs no statement.
 */
export const usualLimit = ({ CALLS_PER_MINUTE }: Env, isRead: boolean): Limit => ({
  points: isRead ? CALLS_PER_MINUTE : Math.ceil(CALLS_PER_MINUTE / 4),
  seconds: 60,
})

/** Whose calls are counted together: a person's, or those of a visitor's network. */
export const limitedAs = (actor: { userId: string } | null, ipAddress: string) => actor?.userId ?? networkOf(ipAddress)

/**
 * Takes one point for `key`, or as many as `count` says; throws RATE_LIMITED (429) with the seconds to wait, in other `words` if
 * there are some, when the window is used up. A counter that cannot be reached refuses: limits fail closed. Of the key, which may
 * be an address, only a hash is kept.
 */
export const takePoint = (db: Db, key: string, limit: Limit, more?: { count: number; words: string }): Promise<void> =>
  take(counter(db, limit, shared), createHash('sha256').update(key).digest('base64url'), more)

/**
 * Takes as many of `count` points as the window still has and says how many, for what is done another way where they are used up. Part of
 * the transaction: of several at once each waits for the one before, and what is rolled back has taken none.
 */
export async function takeSome(tx: Tx, key: string, count: number, { points, seconds }: Limit): Promise<number> {
  const hash = `${points}/${seconds}:${createHash('sha256').update(key).digest('base64url')}`
  const [now, end] = [Date.now(), Date.now() + seconds * 1000]
  const { rows } = await tx.execute<{ points: number }>(sql`insert into limit_counters as c (key, points, expire)
    values (${hash}, ${count}, ${end})
    on conflict (key) do update set
      points = case when c.expire <= ${now} then excluded.points else c.points + excluded.points end,
      expire = case when c.expire <= ${now} then excluded.expire else c.expire end
    returning points`)
  const before = rows[0]!.points - count
  return Math.max(0, Math.min(count, points - before))
}

/** The same, counted in this process alone. */
export const takeUsualPoint = (db: Db, key: string, limit: Limit): Promise<void> => take(counter(db, limit, own), key)

async function take(limiter: Counter, key: string, more?: { count: number; words: string }): Promise<void> {
  try {
    await limiter.consume(key, more?.count)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    throw refusal('RATE_LIMITED', more?.words ?? `Too many requests. Please try again in ${inWords(seconds)}.`, {
      status: 429,
      retryAfterSeconds: seconds,
    })
  }
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

type Counter = RateLimiterPostgres | RateLimiterMemory
type Make = (db: Db, name: string, limit: Limit) => Counter

const counters = new WeakMap<Db, Map<string, Counter>>()

const shared: Make = (db, keyPrefix, { points, seconds }) =>
  new RateLimiterPostgres({
    storeClient: db.$client,
    storeType: 'pool',
    tableName: 'limit_counters',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration: seconds,
  })

const own: Make = (_, keyPrefix, { points, seconds }) => new RateLimiterMemory({ keyPrefix, points, duration: seconds })

function counter(db: Db, limit: Limit, make: Make): Counter {
  const mine = counters.get(db) ?? new Map<string, Counter>()
  counters.set(db, mine)
  const name = `${limit.points}/${limit.seconds}`
  const at = `${make === own ? 'own' : 'shared'} ${name}`
  const found = mine.get(at) ?? make(db, name, limit)
  mine.set(at, found)
  return found
}
