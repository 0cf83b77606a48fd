import { and, asc, desc, eq, isNull, lte, ne, sql } from 'drizzle-orm'
import { eventColumns, isInTime } from '#features/events/events/model.ts'
import { events } from '#features/events/events/table.ts'
import { notifyLater } from '#features/house/notifications/model.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { listPage, matching, matchingPerson } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forMember, forSignedIn } from '#platform/rpc/procedures.ts'
import { formatDate } from '#platform/words.ts'
import {
  cancelByStaffInput,
  cancelInput,
  eventSearch,
  messages,
  registerInput,
  registrationList,
  showInput,
} from './inputs.ts'
import { calledOffMail, registrationCancelledMail } from './mail.tsx'
import { callOff, isSeenBy, lockRegistration, mailFacts, register, tellEvents, toGuest } from './model.ts'
import { arrivesFrom, tokensBackOf, whyNot } from './rules.ts'
import { eventRegistrations as r } from './table.ts'

/** How many events the office sees in each tab (EVA-18); of those to come more than a house plans. */
const shown = { upcoming: 200, past: 20 }

/** Going to events, and who went; mounted under `events` in src/api.ts. */
export const registrations = {
  /** Whether the person may register for events at all, asked before they do (EVT-16, EVT-17). */
  mayRegister: forSignedIn
    .route({ method: 'GET', summary: 'Whether one may register for events' })
    .handler(async ({ context: { actor } }) => ({ whyNot: whyNot.attend(actor) })),

  /**
   * Registers for an event, with tokens where it costs some (EVT-15 … EVT-20, decisions 25 and 32), and confirms it by mail.
   * MEMBERSHIP_NEEDED, EVENT_FULL, TOO_FEW_PLACES, WAITED_FOR, ALREADY_REGISTERED, TOO_MANY_PLUS_ONES, EVENT_BEGUN,
   * EVENT_CANCELLED, EVENT_HIDDEN, PRICE_CHANGED, INSUFFICIENT_TOKENS, NOT_FOUND.
   */
  register: forMember
    .meta({ spends: ['places', 'tokens'] })
    .route({ summary: 'Register for an event' })
    .input(registerInput)
    .handler(({ input, context: { actor, write } }) =>
      write(tx => register(tx, actor, input, and(isSeenBy(actor), eq(events.id, input.id))!)),
    ),

  /** Whether other members may see that one goes. NOT_FOUND. */
  show: forSignedIn
    .route({ summary: 'Show or hide that one goes to an event' })
    .input(showInput)
    .handler(({ input: { id, isShown }, context: { actor, write } }) =>
      write(async tx => {
        const isOwn = and(eq(r.id, id), eq(r.userId, actor.userId), ne(r.status, 'cancelled'))
        const [row] = await tx.update(r).set({ isShown }).where(isOwn).returning({ id: r.id })
        if (!row) throw notFound(messages.notFound)
        await tellEvents(tx)
        return { id, isShown }
      }),
    ),

  /** Cancels an own registration; the answer says what came back (decision 23). CANNOT_CANCEL, REFUND_CHANGED, NOT_FOUND. */
  cancelRegistration: forSignedIn
    .route({ summary: 'Cancel an own registration' })
    .input(cancelInput)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        const isOwn = and(eq(r.id, input.id), eq(r.userId, actor.userId))!
        const { registration, event, settings } = await lockRegistration(tx, isOwn)
        const { id, status, tokensUsed } = registration
        demand(whyNot.cancel({ status, startsAt: event.startsAt }, tx.now))
        const tokensBack = tokensBackOf({ tokensUsed, startsAt: event.startsAt }, settings.cancellationHours, tx.now)
        if (tokensBack !== input.tokensBack)
          throw refusal('REFUND_CHANGED', 'What comes back has changed meanwhile. Please look again.')
        const description = `Cancelled: ${event.name}, ${formatDate(event.eventDate)}`
        await callOff(tx, event.id, { ids: [id], givesBack: tokensBack > 0, description })
        const facts = { ...mailFacts(event, actor.firstName), tokensBack, tokensUsed }
        await tx.mail(registrationCancelledMail, toGuest(actor, id), facts)
        await tx.announce({ to: { userId: actor.userId }, kind: 'events.cancelled' })
        return { tokensBack }
      }),
    ),

  /** Cancels somebody's registration for the house: all tokens come back, and the mail says why (decision 23). CANNOT_CANCEL, NOT_FOUND. */
  cancelByStaff: forAdmin
    .route({ summary: 'Cancel a registration for an event' })
    .input(cancelByStaffInput)
    .handler(({ input: { id, reason }, context: { write } }) =>
      write(async tx => {
        const { registration, event, guest } = await lockRegistration(tx, eq(r.id, id))
        const { status, userId, tokensUsed: tokensBack } = registration
        demand(whyNot.cancelByStaff({ status, endsAt: event.endsAt }, tx.now))
        const description = `Cancelled: ${event.name}, ${formatDate(event.eventDate)}`
        await callOff(tx, event.id, { ids: [id], givesBack: true, description })
        const facts = { ...mailFacts(event, guest.firstName), tokensBack, reason }
        await tx.mail(calledOffMail, toGuest({ email: guest.email, userId }, id), facts)
        const message = `${event.name}, ${formatDate(event.eventDate)}`
        const title = 'Your registration was cancelled'
        await notifyLater(tx, { to: userId, kind: 'event', title, text: message, path: `/event/${event.id}` })
        await tx.announce({
          ...{ to: { userId }, kind: 'events.cancelled' },
          ...{ title: 'Your registration was cancelled', message },
        })
        return { name: guest.name, tokensBack }
      }),
    ),

  /**
   * Events with their registrations for the office (EVA-14, EVA-18): those to come by date, and the twenty that were last,
   * with how many registered and how many were there; of those to come what is hidden by itself. With `q` those whose name or place
   * has it, however long ago they were.
   */
  registrationEvents: forAdmin
    .route({ method: 'GET', summary: 'Events with their registrations' })
    .input(eventSearch)
    .handler(async ({ input: { q }, context: { db, now } }) => {
      const { id, name, eventType, eventDate, startTime, endTime, place, capacity, registeredCount } = eventColumns
      const of = (when: 'upcoming' | 'past') =>
        db
          .select({
            ...{ id, name, eventType, eventDate, startTime, endTime, place, capacity, registeredCount },
            isActive: events.isActive,
            hasBegun: sql<boolean>`${lte(events.startsAt, now)}`,
            registrations: countOf(sql`r.status <> 'cancelled'`),
            attended: countOf(sql`r.status = 'attended'`),
          })
          .from(events)
          .leftJoin(spaces, eq(spaces.id, events.spaceId))
          .where(and(isApproved, isInTime(when, now), matching(q, events.name, place)))
          .orderBy((when === 'upcoming' ? asc : desc)(events.startsAt), asc(events.id))
          .limit(q ? shown.upcoming : shown[when])
      const [ahead, past] = [await of('upcoming'), await of('past')]
      return { upcoming: ahead.filter(row => row.isActive), past, hidden: ahead.filter(row => !row.isActive) }
    }),

  /** Registrations of one event or of all, for the office; whoever comes can be marked while it is not over (EVA-15). */
  registrations: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Registrations for events' })
      .input(registrationList)
      .handler(async ({ input: { event, status, q, ...paging }, context: { db, now } }) => {
        const select = db
          .select({
            ...{ id: r.id, status: r.status, plusOnes: r.plusOnes, tokensUsed: r.tokensUsed },
            ...{ registeredAt: r.registeredAt, attendedAt: r.attendedAt, cancelledAt: r.cancelledAt },
            person: { id: user.id, name: user.name, email: user.email },
            event: { id: events.id, name: events.name, eventDate: eventColumns.eventDate, endsAt: eventColumns.endsAt },
            ...{ startsAt: eventColumns.startsAt, eventCancelledAt: events.cancelledAt },
          })
          .from(r)
          .innerJoin(events, eq(events.id, r.eventId))
          .innerJoin(user, eq(user.id, r.userId))
          .where(
            and(
              event ? eq(r.eventId, event) : undefined,
              status ? eq(r.status, status) : ne(r.status, 'cancelled'),
              matchingPerson(q, r.userId),
            ),
          )
          .$dynamic()
        const page = await listPage(db, select, paging, {
          sort: { registeredAt: r.registeredAt, name: user.name },
          tie: r.id,
        })
        return {
          ...page,
          rows: page.rows.map(({ eventCancelledAt: cancelledAt, startsAt, ...row }) => {
            const facts = { status: row.status, startsAt, endsAt: row.event.endsAt, cancelledAt }
            return {
              ...row,
              /** From when on they can be marked as there, where that is still to come. */
              marksFrom:
                now < arrivesFrom(startsAt) && !whyNot.markAttended(facts, startsAt) ? arrivesFrom(startsAt) : null,
              can: {
                markAttended: whyNot.markAttended(facts, now) === null,
                unmarkAttended: whyNot.unmarkAttended(facts, now) === null,
                cancel: whyNot.cancelByStaff(facts, now) === null,
              },
            }
          }),
        }
      }),
    {
      Event: row => row.event.name,
      Date: row => row.event.eventDate,
      Person: row => row.person.name,
      Email: row => row.person.email,
      Brings: row => row.plusOnes,
      Tokens: row => row.tokensUsed,
      Status: row => row.status,
      Registered: row => row.registeredAt,
      Attended: row => row.attendedAt,
    },
  ),
}

const isApproved = and(eq(events.applicationStatus, 'approved'), isNull(events.cancelledAt))

const countOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from ${r} r where r.event_id = events.id and ${condition})`
