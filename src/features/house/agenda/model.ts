import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { CalendarEvent } from '#platform/calendar-file.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Env } from '#platform/env.ts'
import { isSigned, signatureOf } from '#platform/signature.ts'

/**
 * What a noun adds to people's own calendars: an export of its `object.ts`, and a line in src/objects.ts. Parts are joined
 * into one statement, so that a new one costs none.
 */
export interface AgendaPart {
  /**
   * Of a person, from an instant on, what is not cancelled: selects `uid` (text, the number that the file of this one thing
   * has), `title`, `starts_at`, `ends_at`, `is_certain` (boolean), `page` (text, a path) and `changed_at`.
   */
  of(userId: string, from: Date): SQL
}

/** Ended longer ago than this, a thing leaves the calendar. */
const daysKept = 60
/** More than anybody has; a calendar that never ends helps nobody. */
const mostEvents = 500

interface Row extends Record<string, unknown> {
  uid: string
  title: string
  starts_at: string | Date
  ends_at: string | Date
  is_certain: boolean
  page: string
  changed_at: string | Date
}

/** What somebody has in the house, by time, in one statement. */
export async function agendaOf(
  db: Reader,
  parts: readonly AgendaPart[],
  { userId, now, publicUrl, where }: { userId: string; now: Date; publicUrl: string; where: string },
): Promise<CalendarEvent[]> {
  const from = new Date(now.getTime() - daysKept * 86_400_000)
  const all = sql.join(
    parts.map(
      part =>
        sql`select * from (${part.of(userId, from)}) p(uid, title, starts_at, ends_at, is_certain, page, changed_at)`,
    ),
    sql` union all `,
  )
  const { rows } = await db.execute<Row>(sql`${all} order by starts_at, uid limit ${mostEvents}`)
  const host = new URL(publicUrl).hostname
  return rows.map(row => ({
    uid: `${row.uid}@${host}`,
    title: row.title,
    startsAt: new Date(row.starts_at),
    endsAt: new Date(row.ends_at),
    where,
    words: [],
    url: `${publicUrl}${row.page}`,
    status: row.is_certain ? 'confirmed' : 'tentative',
    changedAt: new Date(row.changed_at),
  }))
}

const purpose = 'calendar feeds'

/** What stands for a feed in its address. */
export const feedOf = (env: Pick<Env, 'secret'>, feedId: string) => `${feedId}.${signatureOf(env, purpose, feedId)}`

/** The number of a feed, if its signature is ours. */
export function feedIdOf(env: Pick<Env, 'secret'>, feed: string): string | null {
  const [id, signature = '', ...more] = feed.split('.')
  const feedId = z.uuid().safeParse(id).data
  return feedId && more.length === 0 && isSigned(env, purpose, feedId, signature) ? feedId : null
}
