import { randomUUID } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { clashesOf, roomFor } from '#features/events/event-rooms/model.ts'
import { neededOf } from '#features/events/event-rooms/rules.ts'
import { eventRef } from '#features/events/events/inputs.ts'
import { events } from '#features/events/events/table.ts'
import {
  type Event,
  lockEvent,
  mailFacts,
  mailHost,
  registrationsOf,
  tellHost,
  tellRooms,
} from '#features/events/hosting/model.ts'
import { whyNot as ofHost, timesOf } from '#features/events/hosting/rules.ts'
import { tellEvents } from '#features/events/registrations/model.ts'
import { offerFreed, withdrawOffers } from '#features/spaces/waiting/model.ts'
import { waitingEntries } from '#features/spaces/waiting/table.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { whyNotEdit } from '#platform/edit.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { clashesInput, daysOf, eventChange, hideInput, messages, type NewEvent, newEvent } from './inputs.ts'
import { eventHiddenMail, eventShownMail } from './mail.tsx'
import { daysInWords, takenOf, whyNot } from './rules.ts'

/** Later dates of the series of an event that are still to come, for a select of `events` joined with nothing. */
const laterOf = (event: { id: string; seriesId: string | null; startsAt: Date | null }) =>
  and(
    eq(events.seriesId, event.seriesId!),
    gt(events.startsAt, event.startsAt!),
    eq(events.applicationStatus, 'approved'),
    isNull(events.cancelledAt),
  )

/** The events of the programme, as the office plans them; part of `events` in the router. */
export const houseEvents = {
  /** At which of these days something else has the room of an event, from set-up until it is cleared. */
  clashes: forAdmin
    .route({ method: 'GET', summary: 'On which days the room of an event is taken' })
    .input(clashesInput)
    .handler(({ input, context: { db, now } }) => takenOn(db, input, input.days, now)),

  /**
   * Plans an event of the house, which is in the programme at once, on one day or on each of a series. All of it or nothing:
   * SLOT_TAKEN says on which days its room is taken. DATE_PAST, NO_DATES.
   */
  add: forAdmin
    .meta({ spends: ['places'] })
    .route({ summary: 'Add an event' })
    .input(newEvent)
    .handler(async ({ input, context: { write, actor, db, now } }) => {
      const { repeat: _, until: __, leftOut, ...event } = input
      const days = daysOf(input).filter(day => !leftOut.includes(day))
      const added = write(async tx => {
        demand(whyNot.add(event, days, tx.now))
        const { spaceId } = await roomFor(tx, event.spacePreference)
        const common = {
          ...{ ...event, spaceId, location: event.spacePreference },
          ...{ applicationStatus: 'approved' as const, reviewedAt: tx.now, reviewedBy: actor.userId },
          ...{ seriesId: days.length > 1 ? randomUUID() : null, changedAt: tx.now, createdAt: tx.now },
        }
        const rows = days.map(eventDate => ({ ...common, eventDate, ...timesOf({ ...event, eventDate }) }))
        const made = await tx.insert(events).values(rows).returning({ id: events.id })
        await tellRooms(tx, { isFreed: false })
        await tellEvents(tx)
        return { ids: made.map(({ id }) => id) }
      })
      try {
        return await added
      } catch (error) {
        if (!(error instanceof ORPCError && error.code === 'SLOT_TAKEN')) throw error
        const taken = await takenOn(db, event, days, now)
        const message = `${event.spacePreference} is taken on ${daysInWords(taken.length > 0 ? taken : days)}. Choose another time or room.`
        throw refusal('SLOT_TAKEN', message, { field: 'spacePreference' })
      }
    }),

  /** An event of the programme as the office works with it. NOT_FOUND. */
  plan: forAdmin
    .route({ method: 'GET', summary: 'An event, for the office' })
    .input(eventRef)
    .handler(async ({ input, context: { db, now } }) => {
      const [row] = await db
        .select({
          ...{ event: events, host: user.name, registrations: registrationsOf },
          later: sql<number>`(select count(*)::int from events l where l.series_id = events.series_id
            and l.starts_at > events.starts_at and l.application_status = 'approved' and l.cancelled_at is null)`,
        })
        .from(events)
        .leftJoin(user, eq(user.id, events.hostUserId))
        .where(and(eq(events.id, input.id), eq(events.applicationStatus, 'approved')))
      if (!row) throw notFound(messages.notFound)
      const { event, host, registrations, later } = row
      const { id, name, eventType, description, capacity, pointsReward, tokensCost, plusOnesAllowed } = event
      return {
        ...{ id, name, eventType, description, capacity, pointsReward, tokensCost, plusOnesAllowed },
        ...{ eventDate: event.eventDate!, startTime: event.startTime!, endTime: event.endTime! },
        isHidden: !event.isActive,
        isOver: event.endsAt! <= now || event.cancelledAt !== null,
        ...{ host, registrations, later, taken: takenOf(event) },
        can: {
          change: whyNot.change(event, null, { taken: 0, now }) === null,
          cancel: ofHost.cancel(event, now) === null,
          hide: whyNot.hide(event, now) === null,
        },
      }
    }),

  /**
   * Changes an approved event, and the later dates of its series if `isForLater`. Whoever registered keeps what they paid; places
   * that are added go to those who wait. CHANGED_MEANWHILE with what is there, TOO_FEW_PLACES, EVENT_CANCELLED, EVENT_OVER, NOT_FOUND.
   */
  change: forAdmin
    .route({ summary: 'Change an event' })
    .input(eventChange)
    .handler(({ input: { id, was, isForLater, ...change }, context: { write } }) =>
      write(async tx => {
        const event = await lockEvent(tx, id)
        const later =
          isForLater && event.seriesId
            ? await tx.select().from(events).where(laterOf(event)).orderBy(asc(events.id)).for('update')
            : []
        const all = [event, ...later]
        const { capacity } = change
        const wish = capacity === undefined ? null : { capacity }
        demand(whyNot.change(event, wish, { taken: Math.max(...all.map(takenOf)), now: tx.now }))
        demand(whyNotEdit({ ...change, was }, event))
        const ids = all.map(each => each.id)
        await tx
          .update(events)
          .set({ ...change, changedAt: tx.now })
          .where(sql`${events.id} = any(${sql.param(ids)}::uuid[])`)
        if (capacity !== undefined && all.some(each => each.capacity < capacity)) await tx.enqueue(offerFreed, {})
        await tellHost(tx, event, 'hosting.changed')
        await tellEvents(tx)
        return { id, dates: all.length }
      }),
    ),

  /**
   * Takes an approved event out of the programme, or puts it back (EVT-08). While it is hidden nobody registers and nobody is offered
   * a place, and whoever was offered one waits again where they were; it keeps its room, and whoever is registered keeps their place
   * and sees it; its host is told by mail. EVENT_CANCELLED, EVENT_OVER, NOT_FOUND.
   */
  hide: forAdmin
    .route({ summary: 'Hide an event or show it again' })
    .input(hideInput)
    .handler(({ input: { id, isHidden }, context: { write } }) =>
      write(async tx => {
        const event = await lockEvent(tx, id)
        demand(whyNot.hide(event, tx.now))
        await tx.update(events).set({ isActive: !isHidden }).where(eq(events.id, id))
        if (isHidden) await withdrawOffersOf(tx, event)
        else await tx.enqueue(offerFreed, {})
        // Asked twice, the host reads of it once.
        if (event.isActive === isHidden)
          await mailHost(tx, event, isHidden ? eventHiddenMail : eventShownMail, mailFacts(event))
        await tellHost(tx, event, 'hosting.changed')
        await tellEvents(tx)
        return { id, isHidden }
      }),
    ),
}

/** Nobody can take what is offered while an event is hidden: it may not run out meanwhile. What ran out before did so. */
async function withdrawOffersOf(tx: Tx, { id, name }: Event): Promise<void> {
  const w = waitingEntries
  const isOffered = and(eq(w.kind, 'event'), eq(w.subject, id), eq(w.status, 'offered'), gt(w.heldUntil, tx.now))
  const offered = await tx.select({ id: w.id }).from(w).where(isOffered)
  const ids = offered.map(each => each.id)
  for (const { userId } of await withdrawOffers(tx, ids))
    await tx.announce({
      ...{ to: { userId }, kind: 'waiting.withdrawn', title: 'This event is not in the programme at present' },
      message: `${name}: you keep your place in line.`,
    })
}

type Wish = Pick<NewEvent, 'startTime' | 'endTime' | 'setUpMinutes' | 'clearMinutes' | 'spacePreference'>

const takenOn = (db: Reader, wish: Wish, days: readonly string[], now: Date) =>
  clashesOf(db, { preference: wish.spacePreference, days, needed: neededOf(wish), now })
