import { and, eq, inArray, sql } from 'drizzle-orm'
import { eventMessages } from '#features/events/conversation/table.ts'
import { events } from '#features/events/events/table.ts'
import { eventRegistrations } from '#features/events/registrations/table.ts'
import { readSettings } from '#features/house/settings/model.ts'
import { peopleWith } from '#features/people/members/model.ts'
import { offerFreed } from '#features/spaces/waiting/model.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { MailTemplate } from '#platform/mail/mail.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { formatDate, formatTimeRange } from '#platform/words.ts'
import { type HostApplication, type HostDraft, messages } from './inputs.ts'
import { clockOf, decided, timesOf, wholeOf, whyNot } from './rules.ts'

export type Event = typeof events.$inferSelect

/** What somebody wrote of an event, as its form has it. */
export function draftOf(event: Event): HostDraft {
  const { id, name, eventType, description, eventDate, startTime, endTime, setUpMinutes, clearMinutes } = event
  const { spacePreference, expectedAttendance, applicationNotes, pointsReward } = event
  return {
    ...{ id, name, eventType, description, eventDate, startTime, endTime, setUpMinutes, clearMinutes },
    ...{ spacePreference, expectedAttendance, applicationNotes, pointsReward },
  }
}

/** An event and how it stands, for its host and whoever decides. `hours` are those of the promise. */
export function shown(event: Event, { now, hours }: { now: Date; hours: number }) {
  const { id, name, eventType, eventDate, startTime, endTime, location, spacePreference, appliedAt } = event
  const { applicationStatus, cancelledAt, endsAt, startsAt } = event
  return {
    ...{ id, name, eventType, eventDate, startTime, endTime, location, spacePreference, appliedAt, applicationStatus },
    isCancelled: cancelledAt !== null,
    /** The office took it out of the programme for the time being. */
    isHidden: !event.isActive,
    hasBegun: startsAt !== null && startsAt <= now,
    isOver: endsAt !== null && endsAt <= now,
    /** Until when it is decided, while it is not. */
    clock: applicationStatus === 'pending' && appliedAt ? clockOf(appliedAt, hours, now) : null,
    isWhole: wholeOf(draftOf(event)) !== null,
    can: {
      edit: applicationStatus === 'draft' || applicationStatus === 'pending',
      withdraw: whyNot.withdraw(event) === null,
      discard: whyNot.discard(event) === null,
      cancel: whyNot.cancel(event, now) === null,
      write: whyNot.write(event, now) === null,
    },
  }
}

/** How many registrations are called off with an event, for a select of `events`. */
export const registrationsOf = sql<number>`(select count(*)::int from ${eventRegistrations} g where g.event_id = events.id and g.status <> 'cancelled')`

/** Locks an event, whoever hosts it; NOT_FOUND. */
export async function lockEvent(tx: Tx, id: string): Promise<Event> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('update')
  if (!event) throw notFound(messages.notFound)
  return event
}

/** Locks an own event; what is not theirs is not there. */
export async function lockOwn(tx: Tx, id: string, actor: Actor): Promise<Event> {
  const event = await lockEvent(tx, id)
  if (event.hostUserId !== actor.userId) throw notFound(messages.notFound)
  return event
}

/** The same of a number that may be new: null when there is no such event. */
export async function ownOrNew(tx: Tx, id: string, actor: Actor): Promise<Event | null> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('update')
  if (event && event.hostUserId !== actor.userId) throw notFound(messages.notFound)
  return event ?? null
}

/** How many drafts, or applications without a decision, somebody has. */
export const countOwn = (tx: Tx, { userId }: Actor, status: 'draft' | 'pending'): Promise<number> =>
  tx.$count(events, and(eq(events.hostUserId, userId), eq(events.applicationStatus, status)))

/**
 * Keeps an own draft, made where there is none. `appliedAt` is until it is submitted when it was begun (EVT-37). What another
 * call made of it meanwhile stays as it is: DECIDED; somebody else's is not there: NOT_FOUND.
 */
export async function writeDraft(tx: Tx, id: string, actor: Actor, draft: Omit<HostDraft, 'id'>): Promise<void> {
  const { eventCapacity } = await readSettings(tx)
  const { userId } = actor
  const written = await tx
    .insert(events)
    .values({
      ...{ ...draft, id, hostUserId: userId, applicationStatus: 'draft', capacity: eventCapacity },
      ...{ appliedAt: tx.now, changedAt: tx.now, createdAt: tx.now },
    })
    .onConflictDoUpdate({
      target: events.id,
      set: { ...draft, changedAt: tx.now },
      setWhere: and(eq(events.hostUserId, userId), eq(events.applicationStatus, 'draft')),
    })
    .returning({ id: events.id })
  if (written.length === 0) demand(whyNot.save(await lockOwn(tx, id, actor), 0))
}

/** Puts an application before the house, or changes it there. Throws as `writeDraft` does. */
export async function writeApplication(
  tx: Tx,
  { id, ...application }: HostApplication,
  given: { actor: Actor; spaceId: string; capacity: number; isNew: boolean },
): Promise<Event> {
  const { actor, spaceId, capacity, isNew } = given
  const own = {
    ...{ ...application, ...timesOf(application), spaceId, location: application.spacePreference },
    ...{ applicationStatus: 'pending' as const, changedAt: tx.now, ...(isNew && { appliedAt: tx.now }) },
  }
  const [row] = await tx
    .insert(events)
    .values({ ...own, id, hostUserId: actor.userId, capacity, createdAt: tx.now })
    .onConflictDoUpdate({
      target: events.id,
      set: own,
      setWhere: and(eq(events.hostUserId, actor.userId), inArray(events.applicationStatus, ['draft', 'pending'])),
    })
    .returning()
  return row ?? refuseDecided(await lockOwn(tx, id, actor))
}

function refuseDecided(event: Event): never {
  throw refusal('DECIDED', decided(event).message)
}

/** Whoever decides on events has their list open anew; with a title they are told. */
export async function tellReviewers(tx: Tx, kind: string, title?: string): Promise<void> {
  for (const role of ['committee', 'admin'] as const)
    await tx.announce({ to: { role }, kind, ...(title !== undefined && { title }) })
}

/** The host has their pages open anew; with a title they are told. */
export async function tellHost(tx: Tx, { hostUserId }: Event, kind: string, title?: string): Promise<void> {
  if (hostUserId) await tx.announce({ to: { userId: hostUserId }, kind, ...(title !== undefined && { title }) })
}

/** A room is taken or free: whoever looks at what can be booked sees it, and whoever waits for a free one is offered it. */
export async function tellRooms(tx: Tx, { isFreed }: { isFreed: boolean }): Promise<void> {
  if (isFreed) await tx.enqueue(offerFreed, {})
  await tx.announce({ to: 'everyone', topic: 'bookings', kind: 'slots.changed' })
}

/** Everybody who decides on events but these, with their addresses. */
export async function reviewersBut(tx: Tx, userIds: readonly (string | null)[]) {
  const people = await peopleWith(tx, ['committee', 'admin'])
  return people.filter(({ userId }) => !userIds.includes(userId))
}

/** Those of them who have written about an event to its host. */
export async function writersOf(tx: Tx, eventId: string) {
  const people = await peopleWith(tx, ['committee', 'admin'])
  const { authorId, addressee } = eventMessages
  const wrote = await tx
    .selectDistinct({ authorId })
    .from(eventMessages)
    .where(and(eq(eventMessages.eventId, eventId), eq(addressee, 'host')))
  return people.filter(({ userId }) => wrote.some(each => each.authorId === userId))
}

/** An event as its mails name it. */
export const mailFacts = ({ id, name, eventDate, startTime, endTime, location }: Event) => ({
  ...{ eventId: id, name, where: location },
  on: eventDate ? formatDate(eventDate, { year: true }) : '',
  time: startTime && endTime ? formatTimeRange(startTime, endTime) : '',
})

/** Sends a mail to the host of an event, if it has one. */
export async function mailHost<P extends { firstName: string }>(
  tx: Tx,
  { id, hostUserId }: Event,
  template: MailTemplate<P>,
  props: Omit<NoInfer<P>, 'firstName'>,
): Promise<void> {
  if (!hostUserId) return
  const { email, firstName } = user
  const [host] = await tx.select({ email, firstName }).from(user).where(eq(user.id, hostUserId))
  const to = { address: host!.email, userId: hostUserId, relatesTo: `events/${id}` }
  await tx.mail(template, to, { ...props, firstName: host!.firstName } as unknown as P)
}
