import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '#platform/db.ts'
import { refusal } from '#platform/errors.ts'

/** So many calls per window, counted in the database and so across all processes. */
export interface Limit {
  points: number
  seconds: number
}

const limiters = new WeakMap<Db, Map<string, RateLimiterPostgres>>()

/**
 * Takes one point for `key`; throws RATE_LIMITED (429) with the seconds to wait when the window is used up.
 * A counter that cannot be reached refuses: limits fail closed.
 */
export async function takePoint(db: Db, key: string, limit: Limit): Promise<void> {
  try {
    await limiterFor(db, limit).consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    const seconds = Math.ceil(error.msBeforeNext / 1000)
    throw refusal(
      'RATE_LIMITED',
      `Too many requests. Please try again in ${seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}.`,
      {
        status: 429,
        retryAfterSeconds: seconds,
      },
    )
  }
}

function limiterFor(db: Db, limit: Limit): RateLimiterPostgres {
  const mine = limiters.get(db) ?? new Map<string, RateLimiterPostgres>()
  limiters.set(db, mine)
  const name = `${limit.points}/${limit.seconds}`
  const found = mine.get(name)
  if (found) return found
  const made = new RateLimiterPostgres({
    storeClient: db.$client,
    storeType: 'pool',
    tableName: 'limit_counters',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: limit.points,
    duration: limit.seconds,
  })
  mine.set(name, made)
  return made
}
