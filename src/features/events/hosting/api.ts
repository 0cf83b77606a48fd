import { randomUUID } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { and, desc, eq, gt, isNull, not, or } from 'drizzle-orm'
import { messageInput } from '#features/events/conversation/inputs.ts'
import { toHouseMail } from '#features/events/conversation/mail.tsx'
import { keepMessage, messagesOf, turnOf } from '#features/events/conversation/model.ts'
import { roomFor, takenWords } from '#features/events/event-rooms/model.ts'
import { eventRef } from '#features/events/events/inputs.ts'
import { events } from '#features/events/events/table.ts'
import { dropUnused } from '#features/events/pictures/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { whyNotIn } from '#platform/auth/actor.ts'
import { listPage, matching } from '#platform/db/list-page.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { forMember, forSignedIn } from '#platform/rpc/procedures.ts'
import { calendarDate } from '#platform/time.ts'
import { formatDateTime, nameOf } from '#platform/words.ts'
import { hostApplication, hostDraft, hostList, messages } from './inputs.ts'
import { receivedMail } from './mail.tsx'
import {
  countOwn,
  draftOf,
  lockOwn,
  mailFacts,
  mailHost,
  ownOrNew,
  registrationsOf,
  reviewersBut,
  shown,
  tellHost,
  tellReviewers,
  tellRooms,
  writeApplication,
  writeDraft,
  writersOf,
} from './model.ts'
import { decideBy, firstDay, whyNot } from './rules.ts'

/** Hosting an event, for its host (issue 12). */
export const hosting = {
  /** What whoever wants to host has to know, and their drafts, the last written first (EVT-30, EVT-34, EVT-38). */
  terms: forSignedIn
    .route({ method: 'GET', summary: 'What hosting an event asks for' })
    .handler(async ({ context: { db, fact, actor, now } }) => {
      const { eventNoticeMonths, eventDecisionHours, eventPointsAtMost, eventCapacity } = await fact(settingsFact)
      const drafts = await db
        .select({ id: events.id, name: events.name, changedAt: events.changedAt })
        .from(events)
        .where(and(eq(events.hostUserId, actor.userId), eq(events.applicationStatus, 'draft')))
        .orderBy(desc(events.changedAt), desc(events.id))
      const today = calendarDate(now)
      return {
        ...{ today, firstDay: firstDay(today, eventNoticeMonths), noticeMonths: eventNoticeMonths },
        ...{ decisionHours: eventDecisionHours, pointsAtMost: eventPointsAtMost, capacity: eventCapacity },
        drafts,
        problem: whyNotIn(actor, 'member')?.message ?? null,
      }
    }),

  /** Own events, those that are written, wait, or are to come, or the rest; with how many come. */
  mine: forSignedIn
    .route({ method: 'GET', summary: 'Own events' })
    .input(hostList)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      const { eventDecisionHours } = await fact(settingsFact)
      const isOpen = or(
        eq(events.applicationStatus, 'draft'),
        eq(events.applicationStatus, 'pending'),
        and(eq(events.applicationStatus, 'approved'), isNull(events.cancelledAt), gt(events.endsAt, now)),
      )!
      const isPast = input.when === 'past'
      const select = db
        .select({ event: events, turn: turnOf })
        .from(events)
        .where(and(eq(events.hostUserId, actor.userId), isPast ? not(isOpen) : isOpen, matching(input.q, events.name)))
        .$dynamic()
      const page = await listPage(
        db,
        select,
        { ...input, sort: isPast ? '-eventDate' : 'eventDate' },
        { sort: { eventDate: events.eventDate }, tie: events.id },
      )
      return {
        ...page,
        rows: page.rows.map(({ event, turn }) => ({
          ...shown(event, { now, hours: eventDecisionHours }),
          ...{ turn, changedAt: event.changedAt, registeredCount: event.registeredCount, capacity: event.capacity },
        })),
      }
    }),

  /** An own event with everything that its host works with. NOT_FOUND. */
  one: forSignedIn
    .route({ method: 'GET', summary: 'An own event' })
    .input(eventRef)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      const { eventDecisionHours } = await fact(settingsFact)
      const [row] = await db
        .select({ event: events, messages: messagesOf, registrations: registrationsOf })
        .from(events)
        .where(and(eq(events.id, input.id), eq(events.hostUserId, actor.userId)))
      if (!row) throw notFound(messages.notFound)
      const { event } = row
      const { capacity, registeredCount, plusOnesAllowed, tokensCost, rejectionReason, cancelReason } = event
      return {
        ...shown(event, { now, hours: eventDecisionHours }),
        draft: draftOf(event),
        registrations: row.registrations,
        ...{ capacity, registeredCount, plusOnesAllowed, tokensCost, rejectionReason, cancelReason },
        ...{ cancelledAt: event.cancelledAt, reviewedAt: event.reviewedAt },
        // Who of the house wrote is no matter of the host's.
        messages: row.messages.map(({ author: _, ...message }) => message),
      }
    }),

  /**
   * Keeps what is there of an application, as its host writes: a draft of theirs, made with the first call. DECIDED when it is no
   * draft any more, TOO_MANY_DRAFTS, NOT_FOUND.
   */
  save: forMember
    .route({ summary: 'Keep the draft of an application to host' })
    .input(hostDraft)
    .handler(({ input: { id, ...draft }, context: { actor, write } }) =>
      write(async tx => {
        const event = await ownOrNew(tx, id, actor)
        demand(whyNot.save(event, event ? 0 : await countOwn(tx, actor, 'draft')))
        await writeDraft(tx, id, actor, draft)
        return { id }
      }),
    ),

  /**
   * Submits an application, or changes one that waits: it is before the house (`pending`), which decides within the promised
   * hours, and its room is held until then (EVT-30 … EVT-38). SLOT_TAKEN says when the room is taken; TOO_SOON, TOO_MANY_POINTS,
   * TOO_MANY_APPLICATIONS, DECIDED, NOT_FOUND.
   */
  submit: forMember
    .meta({ spends: ['places'] })
    .route({ summary: 'Apply to host an event' })
    .input(hostApplication)
    .handler(async ({ input, context: { actor, write, db, now } }) => {
      const submitted = write(async tx => {
        const event = await ownOrNew(tx, input.id, actor)
        const { spaceId, settings } = await roomFor(tx, input.spacePreference)
        const isNew = event?.applicationStatus !== 'pending'
        const waiting = isNew ? await countOwn(tx, actor, 'pending') : 0
        demand(whyNot.submit(event, input, { terms: settings, waiting, now: tx.now }))
        const row = await writeApplication(tx, input, { actor, spaceId, capacity: settings.eventCapacity, isNew })
        if (isNew) {
          const { eventDecisionHours: hours } = settings
          const until = formatDateTime(decideBy(tx.now, hours))
          await mailHost(tx, row, receivedMail, { ...mailFacts(row), hours, decideBy: until })
        }
        await tellReviewers(tx, 'hosting.applied', isNew ? 'Somebody applied to host an event' : undefined)
        await tellHost(tx, row, 'hosting.changed')
        await tellRooms(tx, { isFreed: !isNew })
        return { id: row.id }
      })
      try {
        return await submitted
      } catch (error) {
        if (error instanceof ORPCError && error.code === 'SLOT_TAKEN')
          throw refusal('SLOT_TAKEN', await takenWords(db, input, { actor, now }), { field: 'spacePreference' })
        throw error
      }
    }),

  /** Takes an application back before it is decided; its room is free. NOT_PENDING, NOT_FOUND. */
  withdraw: forSignedIn
    .route({ summary: 'Take back an application to host' })
    .input(eventRef)
    .handler(({ input: { id }, context: { actor, write } }) =>
      write(async tx => {
        const event = await lockOwn(tx, id, actor)
        demand(whyNot.withdraw(event))
        await tx.update(events).set({ applicationStatus: 'withdrawn', changedAt: tx.now }).where(eq(events.id, id))
        await tellReviewers(tx, 'hosting.withdrawn')
        await tellHost(tx, event, 'hosting.changed')
        await tellRooms(tx, { isFreed: true })
        return { id }
      }),
    ),

  /** Deletes a draft. DECIDED, NOT_FOUND. */
  discard: forSignedIn
    .route({ summary: 'Delete a draft' })
    .input(eventRef)
    .handler(({ input: { id }, context: { actor, write } }) =>
      write(async tx => {
        const event = await lockOwn(tx, id, actor)
        demand(whyNot.discard(event))
        await tx.delete(events).where(eq(events.id, id))
        await dropUnused(tx, event.image)
        await tellReviewers(tx, 'hosting.discarded')
        return { id }
      }),
    ),

  /** Begins a draft with what an own event says and shows, without its day. TOO_MANY_DRAFTS, NOT_FOUND. */
  copy: forMember
    .route({ summary: 'Use an event again as a draft' })
    .input(eventRef)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        const event = await lockOwn(tx, input.id, actor)
        const { id: _, ...draft } = draftOf(event)
        const id = randomUUID()
        demand(whyNot.save(null, await countOwn(tx, actor, 'draft')))
        await writeDraft(tx, id, actor, { ...draft, eventDate: null })
        const { image, imageAlt, imageFocus } = event
        if (image) await tx.update(events).set({ image, imageAlt, imageFocus }).where(eq(events.id, id))
        return { id }
      }),
    ),

  /** Writes to those who decide, and mails whoever of them has written before, or all while nobody has. CLOSED, NOT_FOUND. */
  writeToHouse: forSignedIn
    .meta({ limit: { as: 'Messages of hosts', points: 60, seconds: 3_600 } })
    .route({ summary: 'Write to those who decide on an event' })
    .input(messageInput)
    .handler(({ input: { id, body }, context: { actor, write } }) =>
      write(async tx => {
        const event = await lockOwn(tx, id, actor)
        demand(whyNot.write(event, tx.now))
        await keepMessage(tx, { eventId: id, addressee: 'house', body, authorId: actor.userId })
        const host = nameOf(actor)
        const writers = await writersOf(tx, id)
        // Nobody of them has written yet: whoever decides reads it.
        const readers = writers.length > 0 ? writers : await reviewersBut(tx, [actor.userId])
        for (const { firstName, email, userId } of readers) {
          const to = { address: email, userId, relatesTo: `events/${id}` }
          await tx.mail(toHouseMail, to, { firstName, eventId: id, name: event.name, body, host })
        }
        await tellReviewers(tx, 'hosting.message', `${host} wrote about ${event.name}`)
        await tellHost(tx, event, 'hosting.message')
        return { id }
      }),
    ),
}
