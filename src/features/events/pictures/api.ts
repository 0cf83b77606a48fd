import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { eventRef } from '#features/events/events/inputs.ts'
import { pictureOf } from '#features/events/events/model.ts'
import { events } from '#features/events/events/table.ts'
import { drawPicture, keepPicture, orDropped, picturesFact } from '#features/house/images/model.ts'
import { hasRole, isAdmin } from '#platform/auth/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forMember, forSignedIn } from '#platform/rpc/procedures.ts'
import { messages, pictureInput, pictureUpload } from './inputs.ts'
import { dropUnused } from './model.ts'
import { whyNot } from './rules.ts'

/** Pictures of events (EVT-08); part of `events` in the router. */
export const eventPictures = {
  /** The picture of an own event, or of any for those who decide; `picture` is null where there is none. NOT_FOUND. */
  picture: forSignedIn
    .route({ method: 'GET', summary: 'The picture of an event' })
    .input(eventRef)
    .handler(async ({ input: { id }, context: { db, fact, actor, now } }) => {
      const isStaff = hasRole(actor, 'committee') || isAdmin(actor)
      const [event] = await db
        .select()
        .from(events)
        .where(and(eq(events.id, id), isStaff ? undefined : eq(events.hostUserId, actor.userId)))
      if (!event) throw notFound(messages.notFound)
      return {
        picture: pictureOf(event, await fact(picturesFact)),
        ...{ alt: event.imageAlt, focus: event.imageFocus, isInSeries: event.seriesId !== null },
        can: {
          change: whyNot.change(actor, event, now) === null,
          remove: event.image !== null && whyNot.remove(actor, event) === null,
        },
      }
    }),

  /**
   * Gives an event a picture, which an upload becomes in several sizes, or changes what is said of the one it has; for the office
   * with the later dates of its series. What it showed before goes. NO_PICTURE, CLOSED, NOT_FOUND, BUSY.
   */
  setPicture: forMember
    .route({ summary: 'Give an event a picture' })
    .input(pictureInput)
    .handler(async ({ input: { id, fileId, alt, focus, isForLater }, context: { runtime, db, write, actor, now } }) => {
      const { purpose } = pictureUpload
      // Nothing is drawn for an event that may not have it.
      const [found] = await db.select().from(events).where(eq(events.id, id))
      demand(found ? whyNot.change(actor, found, now) : { code: 'NOT_FOUND', message: messages.notFound, status: 404 })
      const drawn = fileId ? await drawPicture(runtime, { uploadId: fileId, purpose, ownerId: actor.userId }) : null
      return orDropped(runtime, drawn, write, async tx => {
        const event = await lockForPicture(tx, id)
        demand(whyNot.change(actor, event, tx.now))
        demand(whyNot.describe(event, fileId))
        const image = drawn ? `event-${randomUUID()}` : event.image
        if (drawn) await keepPicture(tx, image!, drawn)
        const isLater = isForLater && event.seriesId !== null && isAdmin(actor) ? laterOf(event) : undefined
        await tx
          .update(events)
          .set({ image, imageAlt: alt, imageFocus: focus, ...changed(tx, event) })
          .where(or(eq(events.id, id), isLater))
        if (drawn) await dropUnused(tx, event.image)
        await tellOf(tx, event)
        return { id }
      })
    }),

  /** An event, whatever became of it, has no picture of its own any more, and a poster is drawn for it. NOT_FOUND. */
  removePicture: forMember
    .route({ summary: 'Take the picture of an event away' })
    .input(eventRef)
    .handler(({ input: { id }, context: { write, actor } }) =>
      write(async tx => {
        const event = await lockForPicture(tx, id)
        demand(whyNot.remove(actor, event))
        const none = { image: null, imageAlt: '', imageFocus: 'middle' } as const
        await tx
          .update(events)
          .set({ ...none, ...changed(tx, event) })
          .where(eq(events.id, id))
        await dropUnused(tx, event.image)
        await tellOf(tx, event)
        return { id }
      }),
    ),
}

type Event = typeof events.$inferSelect

async function lockForPicture(tx: Tx, id: string): Promise<Event> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('no key update')
  if (!event) throw notFound(messages.notFound)
  return event
}

/** Dates of its series that are still to come after it. */
const laterOf = ({ seriesId, startsAt }: Event) =>
  and(
    eq(events.seriesId, seriesId!),
    gt(events.startsAt, startsAt!),
    eq(events.applicationStatus, 'approved'),
    isNull(events.cancelledAt),
  )

/** Whoever decides has read the application with its picture; of what is approved nobody reads it again. */
const changed = (tx: Tx, { applicationStatus }: Event) =>
  applicationStatus === 'approved' ? {} : { changedAt: tx.now }

/** Whoever looks at events, its host, and those who decide, see it. */
async function tellOf(tx: Tx, { applicationStatus, hostUserId }: Event): Promise<void> {
  if (applicationStatus === 'approved') await tx.announce({ to: 'everyone', topic: 'events', kind: 'events.changed' })
  if (hostUserId) await tx.announce({ to: { userId: hostUserId }, kind: 'hosting.changed' })
  if (applicationStatus !== 'pending') return
  for (const role of ['committee', 'admin'] as const) await tx.announce({ to: { role }, kind: 'hosting.changed' })
}
