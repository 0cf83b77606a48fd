import { minutesOf, type WallTime } from '#platform/dates.ts'
import { calendarDate } from '#platform/time.ts'
import type { rpc } from '#web/client.ts'

export type Entry = Awaited<ReturnType<typeof rpc.schedule.days>>['rows'][number]

/**
 * What takes rooms on a day, each thing once in each room: of a room that is taken as a whole its first unit. What began
 * before the day or goes on after it is shown from when the house opens, or until it closes.
 */
export function entriesOf(
  rows: readonly Entry[],
  on: string,
  open: { opensAt: WallTime; closesAt: WallTime },
): Entry[] {
  const seen = new Set<string>()
  return rows
    .filter(({ on: from, endedAt }) => from <= on && calendarDate(new Date(endedAt.getTime() - 1)) >= on)
    .filter(({ kind, ref, spaceId }) => {
      const key = `${kind} ${ref} ${spaceId}`
      return !seen.has(key) && Boolean(seen.add(key))
    })
    .map(entry => ({
      ...entry,
      startsAt: entry.on < on ? open.opensAt : entry.startsAt,
      endsAt: calendarDate(entry.endedAt) > on && entry.endsAt !== '00:00' ? open.closesAt : entry.endsAt,
    }))
    .filter(({ startsAt, endsAt }) => endsAt === '00:00' || minutesOf(startsAt) < minutesOf(endsAt))
}
