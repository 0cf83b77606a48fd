import { ORPCError } from '@orpc/server'
import { and, eq, sql } from 'drizzle-orm'
import { messageInput } from '#features/events/conversation/inputs.ts'
import { toHostMail } from '#features/events/conversation/mail.tsx'
import { keepMessage, messagesOf, turnOf } from '#features/events/conversation/model.ts'
import { roomFor, takenWords } from '#features/events/event-rooms/model.ts'
import { eventRef } from '#features/events/events/inputs.ts'
import { preferredRooms } from '#features/events/events/rules.ts'
import { events } from '#features/events/events/table.ts'
import {
  draftOf,
  type Event,
  lockEvent,
  mailFacts,
  mailHost,
  registrationsOf,
  shown,
  tellHost,
  tellReviewers,
  tellRooms,
} from '#features/events/hosting/model.ts'
import { timesOf, wholeOf } from '#features/events/hosting/rules.ts'
import { notifyLater } from '#features/house/notifications/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { type Actor, isAdmin } from '#platform/auth/actor.ts'
import { listPage, matchingPerson } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forStaff } from '#platform/rpc/procedures.ts'
import { approval, rejection, reviewList } from './inputs.ts'
import { approvedMail, rejectedMail } from './mail.tsx'
import { ofView, recordOf } from './model.ts'
import { versionOf, whyNot } from './rules.ts'

/** Applications to host, for the committee and admins (EVA-01 … EVA-12). */
export const reviews = {
  /**
   * Applications with their hosts, the last that came first (EVA-02, EVA-06): those that wait, those that are still written
   * (decision 31), or those that are decided; and how many each are.
   */
  applications: exportable(
    forStaff
      .route({ method: 'GET', summary: 'Applications to host' })
      .input(reviewList)
      .handler(async ({ input: { view = 'pending', q, ...paging }, context: { db, fact, actor, now } }) => {
        const { eventDecisionHours: hours } = await fact(settingsFact)
        const select = db
          .select({ event: events, host: user.name, turn: turnOf })
          .from(events)
          .leftJoin(user, eq(user.id, events.hostUserId))
          .where(and(ofView[view], matchingPerson(q, events.hostUserId, events.name)))
          .$dynamic()
        const { appliedAt, eventDate, name } = events
        const page = await listPage(db, select, paging, { sort: { appliedAt, eventDate, name }, tie: events.id })
        const [counts] = await db
          .select({
            pending: sql<number>`count(*) filter (where ${ofView.pending})::int`,
            drafts: sql<number>`count(*) filter (where ${ofView.drafts})::int`,
            decided: sql<number>`count(*) filter (where ${ofView.decided})::int`,
          })
          .from(events)
        return {
          ...page,
          counts: counts!,
          rows: page.rows.map(({ event, host, turn }) => ({ ...judged(event, { actor, now, hours }), host, turn })),
        }
      }),
    {
      Event: row => row.name,
      What: row => row.eventType,
      Host: row => row.host,
      Day: row => row.eventDate,
      Starts: row => row.startTime,
      Ends: row => row.endTime,
      Where: row => row.spacePreference,
      Expected: row => row.expectedAttendance,
      Status: row => row.applicationStatus,
      Applied: row => row.appliedAt,
      'Decided on': row => row.reviewedAt,
      Reason: row => row.rejectionReason,
    },
  ),

  /** One of them, with all that it says, what was written about it, and what the house knows of its host. NOT_FOUND. */
  application: forStaff
    .route({ method: 'GET', summary: 'An application to host' })
    .input(eventRef)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      const { eventDecisionHours: hours, eventPointsAtMost: pointsAtMost } = await fact(settingsFact)
      const [row] = await db
        .select({
          ...{
            event: events,
            messages: messagesOf,
            turn: turnOf,
            registrations: registrationsOf,
            record: recordOf(now),
          },
          ...{
            host: user.name,
            reviewer: sql<string | null>`(select w.name from ${user} w where w.id = events.reviewed_by)`,
            /** For how many people the room is that it asks for. */
            roomPeople: sql<number | null>`(select s.people from ${spaces} s
              where s.slug = ${JSON.stringify(preferredRooms)}::jsonb ->> events.space_preference)`,
          },
        })
        .from(events)
        .innerJoin(user, eq(user.id, events.hostUserId))
        .where(eq(events.id, input.id))
      if (!row) throw notFound('There is no such application.')
      const { event, messages, ...more } = row
      return {
        ...judged(event, { actor, now, hours }),
        ...more,
        draft: draftOf(event),
        messages: messages.filter(({ addressee }) => addressee !== 'guests'),
        ...{ version: versionOf(event), pointsAtMost, capacity: event.capacity, tokensCost: event.tokensCost },
      }
    }),

  /**
   * Approves an application (EVA-07): it is public from now on, for so many people and with these points (EVT-36). DECIDED, OWN_EVENT,
   * APPLICATION_CHANGED, NOT_WHOLE, DATE_PAST, TOO_MANY_POINTS, NOT_FOUND; SLOT_TAKEN for a draft, which holds no room yet.
   */
  approve: forStaff
    .route({ summary: 'Approve an application to host' })
    .input(approval)
    .handler(async ({ input: { id, version, ...terms }, context: { write, actor, db, now } }) => {
      let wish: Event | null = null
      const approved = write(async tx => {
        const event = await lockEvent(tx, id)
        wish = event
        const draft = wholeOf(draftOf(event))
        const { spaceId, settings } = await roomFor(tx, draft?.spacePreference ?? 'Main Hall')
        const times = draft && timesOf(draft)
        demand(
          whyNot.approve(actor, event, {
            ...terms,
            isWhole: draft !== null,
            startsAt: times?.startsAt ?? null,
            pointsAtMost: settings.eventPointsAtMost,
            now: tx.now,
          }),
        )
        demand(whyNot.judge(event, version))
        const [row] = await tx
          .update(events)
          .set({
            ...{ ...terms, ...times, spaceId, location: event.location || draft!.spacePreference },
            ...{ applicationStatus: 'approved', reviewedAt: tx.now, reviewedBy: actor.userId },
          })
          .where(eq(events.id, id))
          .returning()
        const { capacity, pointsReward: points, tokensCost: tokens } = terms
        await mailHost(tx, row!, approvedMail, { ...mailFacts(row!), capacity, points, tokens })
        await tellDecision(tx, row!, 'Your event was approved')
        if (event.applicationStatus === 'draft') await tellRooms(tx, { isFreed: false })
        await tx.announce({ to: 'everyone', topic: 'events', kind: 'events.changed' })
        return { id, name: row!.name }
      })
      try {
        return await approved
      } catch (error) {
        const draft = wish && wholeOf(draftOf(wish))
        if (draft && error instanceof ORPCError && error.code === 'SLOT_TAKEN')
          throw refusal('SLOT_TAKEN', await takenWords(db, draft, { actor, now }))
        throw error
      }
    }),

  /** Turns an application down, with a reason that its host reads (EVA-08, EVA-09); its room is free. DECIDED, OWN_EVENT, REASON_REQUIRED, APPLICATION_CHANGED, NOT_FOUND. */
  reject: forStaff
    .route({ summary: 'Reject an application to host' })
    .input(rejection)
    .handler(({ input: { id, version, reason }, context: { write, actor } }) =>
      write(async tx => {
        const event = await lockEvent(tx, id)
        demand(whyNot.reject(actor, event, reason))
        demand(whyNot.judge(event, version))
        await tx
          .update(events)
          .set({
            ...{ applicationStatus: 'rejected', rejectionReason: reason },
            ...{ reviewedAt: tx.now, reviewedBy: actor.userId },
          })
          .where(eq(events.id, id))
        await mailHost(tx, event, rejectedMail, { ...mailFacts(event), reason })
        await tellDecision(tx, event, 'Your event was not approved')
        await tellRooms(tx, { isFreed: event.applicationStatus === 'pending' })
        return { id, name: event.name }
      }),
    ),

  /** Writes to the host, who gets it by mail and answers on their page. OWN_EVENT, CLOSED, NOT_FOUND. */
  writeToHost: forStaff
    .route({ summary: 'Write to the host of an event' })
    .input(messageInput)
    .handler(({ input: { id, body }, context: { write, actor } }) =>
      write(async tx => {
        const event = await lockEvent(tx, id)
        demand(whyNot.write(actor, event, tx.now))
        await keepMessage(tx, { eventId: id, addressee: 'host', body, authorId: actor.userId })
        await mailHost(tx, event, toHostMail, { eventId: id, name: event.name || 'your draft', body })
        await tellHost(tx, event, 'hosting.message', 'The committee wrote to you')
        await tellReviewers(tx, 'hosting.message')
        return { id }
      }),
    ),
}

/** An application and what this person may do about it. */
function judged(event: Event, { actor, now, hours }: { actor: Actor; now: Date; hours: number }) {
  const { hostUserId, expectedAttendance, reviewedAt, rejectionReason, description } = event
  const seen = shown(event, { now, hours })
  return {
    ...seen,
    ...{ hostUserId, expectedAttendance, reviewedAt, rejectionReason, description },
    can: {
      decide: whyNot.decide(actor, event) === null,
      approve: whyNot.decide(actor, event) === null && seen.isWhole,
      write: whyNot.write(actor, event, now) === null,
      cancel: isAdmin(actor) && seen.can.cancel,
    },
  }
}

/** The host hears of a decision, and whoever decides sees it. */
async function tellDecision(tx: Tx, event: Event, title: string): Promise<void> {
  const path = `/host/${event.id}` as const
  if (event.hostUserId)
    await notifyLater(tx, { to: event.hostUserId, kind: 'application', title, text: event.name, path })
  await tellHost(tx, event, 'hosting.decided', title)
  await tellReviewers(tx, 'hosting.decided')
}
