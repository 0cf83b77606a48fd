import { and, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { picturesFact } from '#features/house/images/model.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { user } from '#platform/db/tables.ts'
import type { PictureFiles } from '#ui/plain/picture.tsx'
import { focusOf } from './rules.ts'
import { events } from './table.ts'

/** Approved and active: people see it (EVT-03, EVT-37). One that was cancelled says so on its page. */
export const isPublic = and(eq(events.applicationStatus, 'approved'), eq(events.isActive, true))!

/** Of those, what stands in lists: it takes place. */
export const isListed = and(isPublic, isNull(events.cancelledAt))!

/** Upcoming until it has ended, then past. */
export const isInTime = (when: 'upcoming' | 'past', now: Date): SQL =>
  (when === 'upcoming' ? gt : lte)(events.endsAt, now)

/** In SQL over `reservations`: what the event that has a room is called; null of whatever else has one. */
export const eventTitle = sql`(select held.name from ${events} held where reservations.kind = 'event' and held.id = reservations.ref)`

/** What people read of a public event, for a select from `events` left joined with `spaces` and `user`, its host. */
export const eventColumns = {
  id: events.id,
  name: events.name,
  eventType: events.eventType,
  eventDate: sql<string>`${events.eventDate}`,
  startTime: sql<string>`${events.startTime}`,
  endTime: sql<string>`${events.endTime}`,
  startsAt: sql<Date>`${events.startsAt}`.mapWith(events.createdAt),
  endsAt: sql<Date>`${events.endsAt}`.mapWith(events.createdAt),
  /** Where it is, in words: those of its own, or the name of its room. */
  place: sql<string>`coalesce(nullif(${events.location}, ''), ${spaces.name}, '')`,
  capacity: events.capacity,
  registeredCount: events.registeredCount,
  offeredCount: events.offeredCount,
  tokensCost: events.tokensCost,
  pointsReward: events.pointsReward,
  hostName: user.name,
  image: events.image,
  imageAlt: events.imageAlt,
  imageFocus: events.imageFocus,
}

/** What happens there, as far as a card has room for it. */
export const aboutEvent = sql<string>`left(${events.description}, 240)`

type Pictured = Pick<typeof events.$inferSelect, 'image' | 'imageAlt' | 'imageFocus'>

/** The picture of an event (EVT-08), with what is to be seen on it; null: a poster is drawn for it. */
export function pictureOf(
  { image, imageAlt: alt, imageFocus }: Pictured,
  pictures: Awaited<ReturnType<typeof picturesFact.read>>,
): PictureFiles | null {
  const files = image ? pictures[image] : undefined
  return files ? { ...files, alt, focus: focusOf[imageFocus] } : null
}
