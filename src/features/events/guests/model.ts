import { and, eq, inArray, ne } from 'drizzle-orm'
import { nobodyWasThere } from '#features/events/attendance/model.ts'
import { events } from '#features/events/events/table.ts'
import { type Event, mailFacts, tellHost, tellReviewers, tellRooms } from '#features/events/hosting/model.ts'
import { whyNot } from '#features/events/hosting/rules.ts'
import { callOff, closeLine } from '#features/events/registrations/model.ts'
import { eventRegistrations } from '#features/events/registrations/table.ts'
import { notifyLater } from '#features/house/notifications/model.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, refusal } from '#platform/rpc/errors.ts'
import { formatDate } from '#platform/words.ts'
import { eventCancelledMail } from './mail.tsx'

const r = eventRegistrations

/** Everybody who is registered for an event, with their addresses. */
export const comingTo = (tx: Tx, eventId: string) =>
  tx
    .select({ id: r.id, userId: r.userId, email: user.email, firstName: user.firstName })
    .from(r)
    .innerJoin(user, eq(user.id, r.userId))
    .where(and(eq(r.eventId, eventId), ne(r.status, 'cancelled')))

/**
 * Calls off an approved event that is locked: its room is free, whoever was registered has their tokens back, also who came
 * early and was let in, and they and those who waited read why. EVENT_BEGUN, EVENT_CANCELLED, SEEN_LESS.
 */
export async function cancelEvent(
  tx: Tx,
  event: Event,
  { reason, seen }: { reason: string; seen: number },
): Promise<void> {
  demand(whyNot.cancel(event, tx.now))
  const { id, name, eventDate } = event
  const description = `Cancelled: ${name}, ${formatDate(eventDate!)}`
  const callOffAll = () => callOff(tx, id, { givesBack: true, description })
  const gone = await callOffAll()
  const freed = gone.reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0)
  if (freed !== event.registeredCount) {
    // Of whom somebody said that they were there already.
    await nobodyWasThere(tx, id)
    gone.push(...(await callOffAll()))
  }
  if (gone.length !== seen)
    throw refusal('SEEN_LESS', 'Meanwhile somebody registered or called off. Please look again.')
  const waited = await closeLine(tx, id)
  await tx.update(events).set({ cancelledAt: tx.now, cancelReason: reason }).where(eq(events.id, id))
  const backOf = new Map(gone.map(row => [row.userId, row]))
  const told = [...new Set([...backOf.keys(), ...waited.map(({ userId }) => userId)])]
  const people =
    told.length > 0
      ? await tx
          .select({ userId: user.id, email: user.email, firstName: user.firstName })
          .from(user)
          .where(inArray(user.id, told))
      : []
  for (const person of people) {
    const row = backOf.get(person.userId)
    // By the event, which is its host's: the reason is theirs.
    const { firstName, userId, email: address } = person
    const to = { address, userId, relatesTo: `events/${id}` }
    await tx.mail(eventCancelledMail, to, { ...mailFacts(event), firstName, reason, tokens: row?.tokensReturned ?? 0 })
    await tx.announce({
      to: { userId: person.userId },
      kind: 'events.cancelled',
      title: 'An event was cancelled',
      message: name,
    })
  }
  const wordsOf = tx.cause.actorId ?? undefined
  const title = `${name} was cancelled`
  await notifyLater(tx, { to: told, kind: 'event', wordsOf, title, text: reason, path: `/event/${id}` })
  await tellHost(tx, event, 'hosting.cancelled')
  await tellReviewers(tx, 'hosting.cancelled')
  await tellRooms(tx, { isFreed: true })
}
