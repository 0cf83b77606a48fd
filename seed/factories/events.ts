import { eq, sql } from 'drizzle-orm'
import { events } from '#features/events/events/table.ts'
import { addDays } from '#platform/dates.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import type { Target } from './target.ts'

let count = 0

type Values = Partial<Omit<typeof events.$inferInsert, 'startsAt' | 'endsAt'>>

/** A public event of the house: two weeks ahead, 18:00–20:00, for ten people, outside of the rooms, unless told otherwise. */
export async function event(target: Target, options: Values = {}) {
  const now = target.clock.now()
  const { eventDate = addDays(calendarDate(now), 14), startTime = '18:00', endTime = '20:00' } = options
  const values: typeof events.$inferInsert = {
    ...{ name: `Evening ${++count}`, description: 'Bring something that you are working on.', eventType: 'social' },
    ...{ capacity: 10, applicationStatus: 'approved', reviewedAt: now, createdAt: now },
    ...options,
    ...{ eventDate, startTime, endTime },
    startsAt: instantOf(eventDate!, startTime!),
    endsAt: instantOf(eventDate!, endTime!),
  }
  const [row] = await target.db.insert(events).values(values).returning()
  await target.settled?.()
  return row!
}

/** Moves an event to today, from the first minute to the last: it is on, at whatever hour that is asked; or to an earlier end. */
export async function begins({ db, clock }: Target, id: string, endTime = '23:59'): Promise<void> {
  const [eventDate, startTime] = [calendarDate(clock.now()), '00:00']
  const [startsAt, endsAt] = [instantOf(eventDate, startTime), instantOf(eventDate, endTime)]
  await db.update(events).set({ eventDate, startTime, endTime, startsAt, endsAt }).where(eq(events.id, id))
}

/** How many people an event counts. */
export async function countsOf({ db }: Target, id: string) {
  const [row] = await db
    .select({ registered: events.registeredCount, offered: events.offeredCount, name: sql<string>`${events.name}` })
    .from(events)
    .where(eq(events.id, id))
  return row!
}
