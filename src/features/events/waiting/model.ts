import { and, eq, sql } from 'drizzle-orm'
import { events } from '#features/events/events/table.ts'
import { chanceOf, knownOf, lockEvent, mailFacts } from '#features/events/registrations/model.ts'
import { whyNot } from '#features/events/registrations/rules.ts'
import { notify } from '#features/house/notifications/model.ts'
import { lapseOffers, type WaitingEntry, type WaitingKind } from '#features/spaces/waiting/model.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { formatDate, formatDateTime } from '#platform/words.ts'
import { placeFreeMail } from './mail.tsx'

const eventOf = (tx: Tx, { subject, userId }: WaitingEntry) => knownOf(tx, eq(events.id, subject), userId, tx.now)

/** Waiting for a place at an event; `subject` is its id. What is offered is counted with the event, by a trigger. */
export const eventWaiting: WaitingKind = {
  name: 'event',
  isFree: () => sql`exists (select from ${events} e where e.id = waiting_entries.subject::uuid
    and (e.is_active and e.capacity - e.registered_count - e.offered_count >= waiting_entries.people or not e.is_standing))`,

  async lock(tx, entry) {
    await lockEvent(tx, entry.subject)
    const { expiredOfferIds } = await eventOf(tx, entry)
    if (expiredOfferIds.length > 0) await lapseOffers(tx, expiredOfferIds)
  },

  /** It was cancelled. Of one that is hidden nothing is offered, and whoever waits keeps their place until it is shown again. */
  async isGone(tx, { subject }) {
    const isThere = and(eq(events.id, subject), sql`${events.isStanding}`)
    return (await tx.$count(events, isThere)) === 0
  },

  offerMinutes: ({ eventOfferMinutes }) => eventOfferMinutes,

  async mayTake(tx, actor, entry) {
    const event = await eventOf(tx, entry)
    return whyNot.takePart(actor, chanceOf(event), entry.people!, tx.now) === null
  },

  async tell(tx, entry, { userId, email, firstName }) {
    const event = await eventOf(tx, entry)
    const people = entry.people!
    await tx.mail(
      placeFreeMail,
      { address: email, userId, relatesTo: `waiting_entries/${entry.id}` },
      {
        ...mailFacts(event, firstName),
        ...{ people, tokens: event.tokensCost * people, heldUntil: entry.heldUntil!.toISOString() },
      },
    )
    const message = `${event.name}, ${formatDate(event.eventDate)}: held for you until ${formatDateTime(entry.heldUntil!)}.`
    const once = `offer:${entry.id}:${entry.heldUntil!.toISOString()}`
    const path = `/event/${event.id}` as const
    await notify(tx, { to: userId, kind: 'event', title: 'There is room for you', text: message, path, once })
    await tx.announce({ to: { userId }, kind: 'events.offered', title: 'There is room for you', message })
  },
}
