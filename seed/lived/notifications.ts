import { and, asc, desc, eq, gt, lt, ne, sql } from 'drizzle-orm'
import { events } from '#features/events/events/table.ts'
import { eventRegistrations } from '#features/events/registrations/table.ts'
import type { NotificationKind } from '#features/house/notifications/inputs.ts'
import { notificationDigests } from '#features/house/notifications/table.ts'
import { bookings } from '#features/spaces/bookings/table.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate } from '#platform/time.ts'
import { formatDate, formatDateTime } from '#platform/words.ts'
import { notification } from '../factories/notifications.ts'
import type { Known } from './residents.ts'

const hourMs = 3_600_000

/**
 * What those who can sign in were told of late, each leading to something of theirs: the newest not read yet, what is older
 * read on the day that it came.
 */
export async function insertNotifications(tx: Tx, known: readonly Known[]): Promise<void> {
  for (const { id: userId, role } of known) {
    for (const { hoursAgo, ...told } of [
      ...(await aboutEvents(tx, userId)),
      ...(await aboutHosting(tx, userId)),
      ...(await aboutBookings(tx, userId)),
    ]) {
      const createdAt = new Date(tx.now.getTime() - hoursAgo * hourMs)
      const readAt = hoursAgo > 40 ? new Date(createdAt.getTime() + 3 * hourMs) : null
      await notification({ db: tx }, { userId, ...told, createdAt, readAt })
    }
    // The member has a digest with the first coffee; today's has gone out.
    if (role === null)
      await tx.insert(notificationDigests).values({ userId, hour: 8, doneOn: calendarDate(tx.now), createdAt: tx.now })
  }
}

type Told = { hoursAgo: number; kind: NotificationKind } & Pick<
  Parameters<typeof notification>[1],
  'who' | 'title' | 'text' | 'path' | 'people'
>

/** The hosts of the next events that somebody comes to have written. */
async function aboutEvents(tx: Tx, userId: string): Promise<Told[]> {
  const rows = await tx
    .select({ id: events.id, name: events.name, hostId: user.id, host: user.name })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .innerJoin(user, eq(user.id, events.hostUserId))
    .where(
      and(
        eq(eventRegistrations.userId, userId),
        ne(eventRegistrations.status, 'cancelled'),
        ne(user.id, userId),
        gt(events.startsAt, tx.now),
      ),
    )
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(hostsWords.length)
  return rows.map(({ id, name, hostId, host }, n) => ({
    ...{ hoursAgo: 2 + n * 30, kind: 'event' as const, who: host, people: [hostId], title: `wrote about ${name}` },
    ...{ text: hostsWords[n]!, path: `/event/${id}` },
  }))
}

/** The house has approved what somebody hosts. */
async function aboutHosting(tx: Tx, userId: string): Promise<Told[]> {
  const rows = await tx
    .select({ id: events.id, name: events.name })
    .from(events)
    .where(and(eq(events.hostUserId, userId), eq(events.applicationStatus, 'approved')))
    .orderBy(desc(events.startsAt), desc(events.id))
    .limit(2)
  return rows.map(({ id, name }, n) => ({
    ...{
      hoursAgo: 26 + n * 400,
      kind: 'application' as const,
      title: 'Your event was approved',
      text: name,
      path: `/host/${id}`,
    },
  }))
}

/** Times for which somebody waited were free, and they booked them. */
async function aboutBookings(tx: Tx, userId: string): Promise<Told[]> {
  const rows = await tx
    .select({ id: bookings.id, on: bookings.bookingOn, facility: bookingTypes.name, madeAt: bookings.createdAt })
    .from(bookings)
    .innerJoin(bookingTypes, eq(bookingTypes.id, bookings.bookingTypeId))
    .where(
      and(
        eq(bookings.userId, userId),
        eq(bookings.status, 'confirmed'),
        lt(bookings.createdAt, sql`${tx.now.toISOString()}::timestamptz - interval '3 days'`),
      ),
    )
    .orderBy(desc(bookings.createdAt), desc(bookings.id))
    .limit(3)
  return rows.map(({ id, on, facility, madeAt }) => ({
    ...{
      hoursAgo: (tx.now.getTime() - madeAt.getTime()) / hourMs + 1,
      kind: 'booking' as const,
      title: 'Your time is free',
    },
    ...{
      text: `${facility}, ${formatDate(on)}: held for you until ${formatDateTime(new Date(madeAt.getTime() + hourMs))}.`,
      path: `/bookings/${id}`,
    },
  }))
}

const hostsWords = [
  'Bring something to cover your clothes. Ink does not come out.',
  'We begin ten minutes later than planned, so that everybody has time for a cup of tea.',
]
