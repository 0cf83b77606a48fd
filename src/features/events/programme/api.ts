import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { aboutEvent, eventColumns, isInTime, isListed, pictureOf } from '#features/events/events/model.ts'
import { availabilityOf, leftOf, whyNot } from '#features/events/events/rules.ts'
import { events } from '#features/events/events/table.ts'
import { chanceOf, isSeenBy, type Known, knownOf, offeredTo } from '#features/events/registrations/model.ts'
import { tokensBackOf, whyNot as whyNotRegister } from '#features/events/registrations/rules.ts'
import { eventRegistrations } from '#features/events/registrations/table.ts'
import { whyNot as whyNotWait } from '#features/events/waiting/rules.ts'
import { picturesFact } from '#features/house/images/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { untilOrNull } from '#features/spaces/calendar/rules.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { waitingEntries } from '#features/spaces/waiting/table.ts'
import { type Actor, whyNotIn } from '#platform/auth/actor.ts'
import { type CalendarEvent, calendarText, feedText } from '#platform/calendar-file.ts'
import { addMonths } from '#platform/dates.ts'
import { matching } from '#platform/db/list-page.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { demand } from '#platform/rpc/errors.ts'
import { forSignedIn, forVisitor } from '#platform/rpc/procedures.ts'
import { calendarDate } from '#platform/time.ts'
import { eventRef, monthInput, programmeInput } from './inputs.ts'

/** EVT-04. */
const pastShown = 10
/** More than a house plans. */
const mostShown = 300
/** So many of those who go are named. */
const goersNamed = 24

/** What is on in the house (EVT-01 … EVT-13); mounted under `events` in src/api.ts. */
export const programme = {
  /**
   * Events with how many registered: upcoming by date (EVT-03), or the ten that were last (EVT-04). `isGoing` and `isWaiting`
   * are the person's own. NOT_OPEN to visitors unless the setting opens the page.
   */
  list: forVisitor
    .route({ method: 'GET', summary: 'Events' })
    .input(programmeInput)
    .handler(async ({ input: { when, type, q }, context: { db, fact, actor, now } }) => {
      demand(whyNot.look(actor, await fact(settingsFact)))
      const isPast = when === 'past'
      const rows = await selectFor(db, actor)
        .where(
          and(
            isListed,
            isInTime(when, now),
            type ? eq(events.eventType, type) : undefined,
            matching(q, events.name, events.description),
          ),
        )
        .orderBy((isPast ? desc : asc)(events.startsAt), asc(events.id))
        .limit(isPast ? pastShown : mostShown)
      const pictures = await fact(picturesFact)
      return { today: calendarDate(now), rows: rows.map(row => shownOf(row, pictures)) }
    }),

  /** The events of a month, those that were and those to come, by date. NOT_OPEN as above. */
  month: forVisitor
    .route({ method: 'GET', summary: 'Events of a month' })
    .input(monthInput)
    .handler(async ({ input: { month, type, q }, context: { db, fact, actor, now } }) => {
      demand(whyNot.look(actor, await fact(settingsFact)))
      const first = `${month}-01`
      const rows = await selectFor(db, actor)
        .where(
          and(
            isListed,
            gte(events.eventDate, first),
            lt(events.eventDate, addMonths(first, 1)),
            type ? eq(events.eventType, type) : undefined,
            matching(q, events.name, events.description),
          ),
        )
        .orderBy(asc(events.startsAt), asc(events.id))
        .limit(mostShown)
      const pictures = await fact(picturesFact)
      return { today: calendarDate(now), rows: rows.map(row => shownOf(row, pictures)) }
    }),

  /**
   * One event with what the person needs to decide: places, price, what cancelling gives back, their own registration or
   * place in line, and who of the members goes if they let others see it. Throws "Event not found" (EVT-12), NOT_OPEN.
   */
  one: forVisitor
    .route({ method: 'GET', summary: 'An event' })
    .input(eventRef)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      demand(whyNot.look(actor, await fact(settingsFact)))
      const known = await knownOf(db, and(isSeenBy(actor), eq(events.id, input.id))!, actor?.userId ?? null, now, {
        goers: goersOf(actor),
      })
      return { ...oneOf(known, actor, now), picture: pictureOf(known, await fact(picturesFact)) }
    }),

  /** The same for a calendar (EVT-22); what was cancelled takes it out again. "Event not found", NOT_OPEN. */
  calendarFile: forVisitor
    .route({ method: 'GET', summary: 'Calendar file of an event' })
    .input(eventRef)
    .handler(async ({ input, context: { db, fact, actor, now, runtime } }) => {
      const settings = await fact(settingsFact)
      demand(whyNot.look(actor, settings))
      const known = await knownOf(db, and(isSeenBy(actor), eq(events.id, input.id))!, null, now)
      const text = calendarText(calendarEvent(known, runtime.env.publicUrl, settings.venueAddress))
      return new File([text], `event-${known.eventDate}.ics`, { type: 'text/calendar; charset=utf-8' })
    }),

  /** Every event that the person goes to and that is not over, as one file for calendars. */
  calendar: forSignedIn
    .route({ method: 'GET', summary: 'Calendar file of all events that one goes to' })
    .handler(async ({ context: { db, fact, actor, now, runtime } }) => {
      const { venueAddress } = await fact(settingsFact)
      const rows = await db
        .select({ ...eventColumns, description: events.description, cancelledAt: events.cancelledAt, changedAt })
        .from(events)
        .innerJoin(eventRegistrations, eq(eventRegistrations.eventId, events.id))
        .leftJoin(spaces, eq(spaces.id, events.spaceId))
        .leftJoin(user, eq(user.id, events.hostUserId))
        .where(
          and(
            eq(events.isStanding, true),
            isInTime('upcoming', now),
            eq(eventRegistrations.userId, actor.userId),
            eq(eventRegistrations.status, 'registered'),
          ),
        )
        .orderBy(asc(events.startsAt))
        .limit(mostShown)
      const all = rows.map(row => calendarEvent(row, runtime.env.publicUrl, venueAddress))
      return new File([feedText(all, 'Exchange events')], 'exchange-events.ics', {
        type: 'text/calendar; charset=utf-8',
      })
    }),
}

const changedAt = sql<Date>`coalesce(${events.cancelledAt}, ${events.reviewedAt}, ${events.createdAt})`.mapWith(
  events.createdAt,
)

const selectFor = (db: Reader, actor: Actor | null) =>
  db
    .select({ ...eventColumns, about: aboutEvent, ...ownOf(actor) })
    .from(events)
    .leftJoin(spaces, eq(spaces.id, events.spaceId))
    .leftJoin(user, eq(user.id, events.hostUserId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectFor>>[number]
type Pictures = Awaited<ReturnType<typeof picturesFact.read>>

/** What the person has to do with an event. */
const ownOf = (actor: Actor | null) => ({
  isGoing: sql<boolean>`exists (select from ${eventRegistrations} r where r.event_id = events.id
    and r.user_id = ${actor?.userId ?? null} and r.status <> 'cancelled')`,
  isWaiting: sql<boolean>`exists (select from ${waitingEntries} w where w.kind = 'event' and w.subject = events.id::text
    and w.user_id = ${actor?.userId ?? null} and w.status in ('waiting', 'offered'))`,
})

function shownOf({ image, imageAlt, imageFocus, offeredCount, startsAt, endsAt, ...row }: Row, pictures: Pictures) {
  const left = leftOf({ ...row, offeredCount })
  return {
    ...row,
    left,
    availability: availabilityOf(left),
    picture: pictureOf({ image, imageAlt, imageFocus }, pictures),
  }
}

/** Members who let others see that they go; how many more there are says the count of all. Only members read names. */
const goersOf = (actor: Actor | null): SQL =>
  actor && whyNotIn(actor, 'member') === null
    ? sql<string[]>`(select coalesce(jsonb_agg(g.name order by g.registered_at), '[]') from (
        select u.name, r.registered_at from ${eventRegistrations} r join ${user} u on u.id = r.user_id
        where r.event_id = events.id and r.is_shown and r.status <> 'cancelled'
        order by r.registered_at limit ${sql.raw(String(goersNamed))}) g)`
    : sql`'[]'::jsonb`

function oneOf(known: Known, actor: Actor | null, now: Date) {
  const {
    mine,
    entry,
    settings,
    image: _,
    imageAlt: _____,
    imageFocus: ______,
    expiredOfferIds: __,
    isDue,
    host: ____,
    balance,
    goers,
    ...event
  } = known
  const chance = chanceOf(known)
  const held = offeredTo(known)
  const { cancellationHours } = settings
  const refundableUntil = untilOrNull(event.startsAt, cancellationHours, now)
  const whyNotCancel = mine && whyNotRegister.cancel({ ...mine, startsAt: event.startsAt }, now)
  return {
    ...event,
    // What is held for this person from the waiting list is theirs, and not left to anybody.
    left: event.left - held,
    held,
    availability: availabilityOf(event.left - held),
    isPast: event.endsAt <= now,
    /** By the venue's calendar: the day on which its tickets are made. */
    isToday: event.eventDate === calendarDate(now),
    goers: goers as string[],
    mine: mine && {
      ...mine,
      tokensBack: tokensBackOf({ tokensUsed: mine.tokensUsed, startsAt: event.startsAt }, cancellationHours, now),
    },
    entry,
    /** How many may come with one registration, as far as places go: of what others wait for no more than is held for them. */
    mostPeople: Math.max(1, isDue && held > 0 ? held : event.left),
    tokenBalance: actor ? balance : null,
    cancellationHours,
    refundableUntil,
    /** For one person; whether those they bring fit too, the answer to registering says. */
    whyNotRegister: whyNotRegister.register(actor, chance, 1, now),
    can: {
      register: whyNotRegister.register(actor, chance, 1, now) === null,
      wait: entry === null && whyNotWait.join(actor, chance, 1, now) === null,
      cancel: mine !== null && whyNotCancel === null,
    },
  }
}

const calendarEvent = (
  event: Pick<Known, 'id' | 'name' | 'startsAt' | 'endsAt' | 'place' | 'description' | 'cancelledAt' | 'changedAt'>,
  publicUrl: string,
  venueAddress: string,
): CalendarEvent => ({
  uid: `event-${event.id}@${new URL(publicUrl).hostname}`,
  title: event.name,
  startsAt: event.startsAt,
  endsAt: event.endsAt,
  where: [event.place, venueAddress].filter(Boolean).join(', '),
  words: [event.description],
  url: `${publicUrl}/event/${event.id}`,
  status: event.cancelledAt ? 'cancelled' : 'confirmed',
  changedAt: event.changedAt,
})
