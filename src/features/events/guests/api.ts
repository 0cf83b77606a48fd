import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { attend, unattend } from '#features/events/attendance/model.ts'
import { guestMessage } from '#features/events/conversation/inputs.ts'
import { toGuestsMail } from '#features/events/conversation/mail.tsx'
import { keepMessage } from '#features/events/conversation/model.ts'
import { eventRef } from '#features/events/events/inputs.ts'
import { events } from '#features/events/events/table.ts'
import { messages } from '#features/events/hosting/inputs.ts'
import { lockEvent, lockOwn, mailFacts, mailHost, tellHost } from '#features/events/hosting/model.ts'
import { whyNot } from '#features/events/hosting/rules.ts'
import { whyNot as ofGuest } from '#features/events/registrations/rules.ts'
import { eventRegistrations as r } from '#features/events/registrations/table.ts'
import { notifyLater } from '#features/house/notifications/model.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { user } from '#platform/db/tables.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { forAdmin, forSignedIn } from '#platform/rpc/procedures.ts'
import { formatDate, nameOf } from '#platform/words.ts'
import { cancellation, guestRef } from './inputs.ts'
import { hostCancelledMail } from './mail.tsx'
import { cancelEvent, comingTo } from './model.ts'

/** Nobody has more registrations in one room. */
const mostShown = 1_000

/** Whoever comes to an event, for its host. */
export const guests = {
  /** Who is registered for an own event, by name, and who was there; what they paid and how to reach them stays with the house. */
  guests: forSignedIn
    .route({ method: 'GET', summary: 'Who comes to an own event' })
    .input(eventRef)
    .handler(async ({ input, context: { db, actor, now } }) => {
      const rows = await db
        .select({
          ...{ id: r.id, name: user.name, plusOnes: r.plusOnes, status: r.status, attendedAt: r.attendedAt },
          isOwn: sql<boolean>`${r.userId} = ${actor.userId}`,
          ...{ startsAt: events.startsAt, endsAt: events.endsAt, cancelledAt: events.cancelledAt },
        })
        .from(r)
        .innerJoin(events, eq(events.id, r.eventId))
        .innerJoin(user, eq(user.id, r.userId))
        .where(and(eq(r.eventId, input.id), eq(events.hostUserId, actor.userId), ne(r.status, 'cancelled')))
        .orderBy(asc(user.name), asc(r.id))
        .limit(mostShown)
      const isOwn = and(eq(events.id, input.id), eq(events.hostUserId, actor.userId))
      if (rows.length === 0 && (await db.$count(events, isOwn)) === 0) throw notFound(messages.notFound)
      return rows.map(({ startsAt, endsAt, cancelledAt, isOwn, ...row }) => {
        const facts = { status: row.status, startsAt: startsAt!, endsAt: endsAt!, cancelledAt }
        return { ...row, can: { checkIn: !isOwn && ofGuest.markAttended(facts, now) === null } }
      })
    }),

  /** Somebody is there: from registered to attended, with the event's points (EVA-16). CANNOT_MARK, NOT_FOUND. */
  checkIn: forSignedIn
    .route({ summary: 'Check somebody in at an own event' })
    .input(guestRef)
    .handler(({ input, context: { write, actor } }) => write(tx => attend(tx, ofOwn(input.id, actor)))),

  /** That was a mistake: attendance and points go back. CANNOT_UNMARK, POINTS_SPENT, NOT_FOUND. */
  undoCheckIn: forSignedIn
    .route({ summary: 'Take back a check-in at an own event' })
    .input(guestRef)
    .handler(({ input, context: { write, actor } }) => write(tx => unattend(tx, ofOwn(input.id, actor)))),

  /** Writes to everybody who is registered, by mail. SEEN_LESS when it would go to more or fewer than were said, CLOSED, NOT_FOUND. */
  writeToGuests: forSignedIn
    .meta({ limit: { as: 'Messages to those who come', points: 10, seconds: 86_400 } })
    .route({ summary: 'Write to those who come to an own event' })
    .input(guestMessage)
    .handler(({ input: { id, body, seen }, context: { write, actor } }) =>
      write(async tx => {
        const event = await lockOwn(tx, id, actor)
        demand(whyNot.write(event, tx.now))
        const people = await comingTo(tx, id)
        if (people.length !== seen)
          throw refusal('SEEN_LESS', 'Meanwhile somebody registered or called off. Please look again.')
        const about = {
          eventId: id,
          name: event.name,
          body,
          host: nameOf(actor),
          on: formatDate(event.eventDate!, { year: true }),
        }
        const message = { eventId: id, addressee: 'guests', body, authorId: actor.userId } as const
        const messageId = await keepMessage(tx, { ...message, recipients: people.length })
        // By the message, that is by whose words they are: once they are erased, nothing of it is kept.
        const relatesTo = `event_messages/${messageId}`
        for (const { userId, email, firstName } of people)
          await tx.mail(toGuestsMail, { userId, address: email, relatesTo }, { ...about, firstName })
        const to = people.map(({ userId }) => userId)
        const by = { userId: actor.userId, name: nameOf(actor) }
        await notifyLater(tx, {
          to,
          kind: 'event',
          by,
          title: `wrote about ${event.name}`,
          text: body,
          path: `/event/${id}`,
        })
        await tellHost(tx, event, 'hosting.message')
        return { id, recipients: people.length }
      }),
    ),

  /** Calls off an own event until it begins; everybody is told and has their tokens back. EVENT_BEGUN, EVENT_CANCELLED, SEEN_LESS, NOT_FOUND. */
  cancel: forSignedIn
    .route({ summary: 'Cancel an own event' })
    .input(cancellation)
    .handler(({ input: { id, ...why }, context: { write, actor } }) =>
      write(async tx => {
        await cancelEvent(tx, await lockOwn(tx, id, actor), why)
        return { id }
      }),
    ),

  /** The same by the house, whoever hosts it; the host is told as well. */
  cancelByStaff: forAdmin
    .route({ summary: 'Cancel an event' })
    .input(cancellation)
    .handler(({ input: { id, ...why }, context: { write } }) =>
      write(async tx => {
        const event = await lockEvent(tx, id)
        await cancelEvent(tx, event, why)
        await mailHost(tx, event, hostCancelledMail, { ...mailFacts(event), reason: why.reason })
        return { id }
      }),
    ),
}

/** A registration for an event of this host's, not their own: nobody gives points to themselves, the office marks a host. */
const ofOwn = (registrationId: string, { userId }: Actor) =>
  and(
    eq(r.id, registrationId),
    sql`exists (select from ${events} own where own.id = ${r.eventId} and own.host_user_id = ${userId})`,
    ne(r.userId, userId),
  )!
