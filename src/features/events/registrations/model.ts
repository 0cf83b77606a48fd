import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { eventColumns, isPublic } from '#features/events/events/model.ts'
import { messages } from '#features/events/events/rules.ts'
import { events } from '#features/events/events/table.ts'
import type { Settings } from '#features/house/settings/inputs.ts'
import { settingsFrom, storedSettings } from '#features/house/settings/model.ts'
import { balanceOf, returnTokens, spendTokens } from '#features/membership/tokens/model.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { lapseOffers, offerFreed, takeEntries } from '#features/spaces/waiting/model.ts'
import { earliestOffered } from '#features/spaces/waiting/rules.ts'
import { waitingEntries } from '#features/spaces/waiting/table.ts'
import { type Actor, isAdmin } from '#platform/auth/actor.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { formatDate } from '#platform/words.ts'
import { messages as registering } from './inputs.ts'
import { registeredMail } from './mail.tsx'
import { type Chance, cancelUntil, whyNot } from './rules.ts'
import { eventRegistrations } from './table.ts'

/** The tokens of a registration are spent under this name. */
export const tokenRef = (registrationId: string) => `event:${registrationId}`

/** The one lock of an event's places; everything that takes or frees some holds it. NOT_FOUND. */
export async function lockEvent(tx: Tx, id: string): Promise<void> {
  const [row] = await tx.select({ id: events.id }).from(events).where(eq(events.id, id)).for('no key update')
  if (!row) throw notFound(messages.notFound)
}

interface OwnRegistration {
  id: string
  plusOnes: number
  isShown: boolean
  tokensUsed: number
  status: 'registered' | 'attended'
}

interface OwnEntry {
  id: string
  people: number
  status: 'waiting' | 'offered'
  heldUntil: string | null
  position: number
}

/** An event as it is for one person (null: a visitor) at `now`, in one statement. */
export async function knownOf(db: Reader, where: SQL, userId: string | null, now: Date, more: { goers?: SQL } = {}) {
  const at = now.toISOString()
  const w = sql`${waitingEntries} w where w.kind = 'event' and w.subject = events.id::text`
  const offeredToOthers = sql`(select coalesce(sum(w.people), 0)::int from ${w} and w.status = 'offered'
    and w.held_until > ${at}::timestamptz and w.user_id is distinct from ${userId}::text)`
  const [row] = await db
    .select({
      ...eventColumns,
      description: events.description,
      location: events.location,
      plusOnesAllowed: events.plusOnesAllowed,
      isActive: events.isActive,
      cancelledAt: events.cancelledAt,
      cancelReason: events.cancelReason,
      host: { id: user.id },
      roomName: spaces.name,
      changedAt: sql<Date>`coalesce(${events.cancelledAt}, ${events.reviewedAt}, ${events.createdAt})`.mapWith(
        events.createdAt,
      ),
      left: sql<number>`${events.capacity} - ${events.registeredCount} - ${offeredToOthers}`,
      mine: sql<OwnRegistration | null>`(select jsonb_build_object('id', r.id, 'plusOnes', r.plus_ones, 'isShown', r.is_shown,
          'tokensUsed', r.tokens_used, 'status', r.status) from ${eventRegistrations} r
        where r.event_id = events.id and r.user_id = ${userId} and r.status <> 'cancelled')`,
      entry: sql<OwnEntry | null>`(select jsonb_build_object('id', o.id, 'people', o.people, 'status', o.status,
          'heldUntil', o.held_until, 'position', 1 + (select count(*) from ${w} and w.status = 'waiting' and w.place < o.place))
        from ${waitingEntries} o where o.kind = 'event' and o.subject = events.id::text and o.user_id = ${userId}
          and (o.status = 'waiting' or o.status = 'offered' and o.held_until > ${at}::timestamptz))`,
      waitingCount: sql<number>`(select count(*)::int from ${w} and w.status = 'waiting')`,
      /** Fits whoever waits, but for the person who asks. */
      isDue: sql<boolean>`(exists (select from ${w} and w.status = 'waiting' and w.user_id is distinct from ${userId}::text
        and ${events.startsAt} >= ${earliestOffered(now).toISOString()}::timestamptz
        and w.people <= ${events.capacity} - ${events.registeredCount} - ${offeredToOthers}
          - (select coalesce(sum(o.people), 0) from ${waitingEntries} o where o.kind = 'event' and o.subject = events.id::text
              and o.user_id = ${userId}::text and o.status = 'offered' and o.held_until > ${at}::timestamptz)))`,
      expiredOfferIds: sql<string[]>`(select coalesce(jsonb_agg(w.id), '[]') from ${w} and w.status = 'offered'
        and w.held_until <= ${at}::timestamptz)`,
      balance: userId === null ? sql<number>`0` : balanceOf(userId),
      settings: storedSettings,
      goers: (more.goers ?? sql`null`) as SQL<unknown>,
    })
    .from(events)
    .leftJoin(spaces, eq(spaces.id, events.spaceId))
    .leftJoin(user, eq(user.id, events.hostUserId))
    .where(where)
  if (!row) throw notFound(messages.notFound)
  return { ...row, settings: settingsFrom(row.settings) as Settings }
}

/**
 * An event that this person (null: a visitor) can look at: what is in the programme, and what the office has hidden for whoever is
 * registered or in line for it, hosts it, or works in the office.
 */
export const isSeenBy = (actor: Actor | null): SQL =>
  actor && isAdmin(actor)
    ? eq(events.applicationStatus, 'approved')
    : actor
      ? and(
          eq(events.applicationStatus, 'approved'),
          sql`(${events.isActive} or ${events.hostUserId} = ${actor.userId} or exists (select from ${eventRegistrations} r
            where r.event_id = events.id and r.user_id = ${actor.userId} and r.status <> 'cancelled')
            or exists (select from ${waitingEntries} w where w.kind = 'event' and w.subject = events.id::text
            and w.user_id = ${actor.userId} and w.status in ('waiting', 'offered')))`,
        )!
      : isPublic

export type Known = Awaited<ReturnType<typeof knownOf>>

/** Places that are held for this person from the waiting list. */
export const offeredTo = ({ entry }: Pick<Known, 'entry'>) => (entry?.status === 'offered' ? entry.people : 0)

/** What the rules need of it. */
export const chanceOf = (known: Known): Chance => ({
  ...known,
  isRegistered: known.mine !== null,
  offered: offeredTo(known),
})

/**
 * Registers a person with whom they bring: spends the tokens, takes the places and confirms it by mail. The person is locked
 * by the caller; the event last of all and for a moment, so that a crowd does not wait for one another. Throws what the rules
 * refuse, INSUFFICIENT_TOKENS, NOT_FOUND.
 */
export async function register(
  tx: Tx,
  actor: Actor,
  { id, plusOnes, isShown, tokens }: { id: string; plusOnes: number; isShown: boolean; tokens?: number | undefined },
  where: SQL,
) {
  const people = 1 + plusOnes
  const look = async () => {
    const known = await knownOf(tx, where, actor.userId, tx.now)
    demand(whyNot.register(actor, chanceOf(known), people, tx.now))
    return known
  }
  let event = await look()
  // What is offered to them, or was to others until a while ago, is let go of first.
  const isClearing = event.entry !== null || event.expiredOfferIds.length > 0
  if (isClearing) {
    await lockEvent(tx, id)
    event = await look()
    if (event.expiredOfferIds.length > 0) await lapseOffers(tx, event.expiredOfferIds)
    if (event.entry) await takeEntries(tx, [event.entry.id])
  }
  const tokensUsed = event.tokensCost * people
  demand(whyNot.payOther(tokensUsed, tokens))
  const [row] = await tx
    .insert(eventRegistrations)
    .values({
      ...{ eventId: id, userId: actor.userId, plusOnes, isShown, tokensUsed },
      ...{ registeredAt: tx.now, createdAt: tx.now },
    })
    .returning({ id: eventRegistrations.id })
  const registrationId = row!.id
  if (tokensUsed > 0) {
    const description = `${event.name}, ${formatDate(event.eventDate)}`
    await spendTokens(tx, actor.userId, [{ amount: tokensUsed, description, ref: tokenRef(registrationId) }])
  }
  if (!(await takePlaces(tx, people, isClearing ? where : and(where, isNobodysTurn(actor.userId))!))) {
    const { mine: _, ...now } = await knownOf(tx, where, actor.userId, tx.now)
    demand(whyNot.register(actor, chanceOf({ ...now, mine: null }), people, tx.now))
    throw refusal('EVENT_FULL', messages.full)
  }
  const { cancellationHours } = event.settings
  await tx.mail(registeredMail, toGuest(actor, registrationId), {
    ...mailFacts(event, actor.firstName),
    ...{ people, tokens: tokensUsed },
    cancelUntil:
      cancelUntil({ tokensUsed, startsAt: event.startsAt }, cancellationHours, tx.now)?.toISOString() ?? null,
  })
  const message = `${event.name}, ${formatDate(event.eventDate)}, ${event.startTime}`
  await tx.announce({
    ...{ to: { userId: actor.userId }, kind: 'events.registered' },
    ...{ title: registering.registered, message },
    isSuccess: true,
  })
  await tellEvents(tx)
  return { id: registrationId, tokensUsed }
}

/** Takes places of the event that `where` means, if it takes place and they are free; false when they are not. */
async function takePlaces(tx: Tx, people: number, where: SQL): Promise<boolean> {
  const isFree = sql`${events.registeredCount} + ${events.offeredCount} + ${people} <= ${events.capacity}`
  const rows = await tx
    .update(events)
    .set({ registeredCount: sql`${events.registeredCount} + ${people}` })
    .where(and(where, eq(events.isStanding, true), eq(events.isActive, true), isFree))
    .returning({ id: events.id })
  return rows.length > 0
}

/** What was freed while this waited for the event goes to whoever waits for it. */
const isNobodysTurn = (userId: string) => sql`not exists (select from ${waitingEntries} w where w.kind = 'event'
  and w.subject = events.id::text and w.status = 'waiting' and w.user_id <> ${userId}
  and w.people <= events.capacity - events.registered_count - events.offered_count)`

/** Where mails about a registration go; staff find them by it. */
export const toGuest = ({ email, userId }: { email: string; userId: string }, registrationId: string) => ({
  address: email,
  userId,
  relatesTo: `event_registrations/${registrationId}`,
})

/** What mails about an event tell of it. */
export const mailFacts = (
  event: Pick<Known, 'id' | 'name' | 'eventDate' | 'startTime' | 'endTime' | 'place'>,
  firstName: string,
) => ({
  firstName,
  eventId: event.id,
  name: event.name,
  on: event.eventDate,
  startsAt: event.startTime,
  endsAt: event.endTime,
  place: event.place,
})

/**
 * Calls off registrations of an event that `lockEvent` holds: those of `ids`, or everybody's. Their places are free for those
 * who wait, and `givesBack` says whether their tokens come back. Returns the rows as they are then; mails are the caller's.
 */
export async function callOff(
  tx: Tx,
  eventId: string,
  { ids, givesBack, description }: { ids?: readonly string[]; givesBack: boolean; description: string },
) {
  const rows = await tx
    .update(eventRegistrations)
    .set({
      status: 'cancelled',
      cancelledAt: tx.now,
      ...(givesBack && { tokensReturned: sql`${eventRegistrations.tokensUsed}` }),
    })
    .where(
      and(
        eq(eventRegistrations.eventId, eventId),
        eq(eventRegistrations.status, 'registered'),
        ids && inArray(eventRegistrations.id, [...ids]),
      ),
    )
    .returning()
  const people = rows.reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0)
  if (people > 0)
    await tx
      .update(events)
      .set({ registeredCount: sql`${events.registeredCount} - ${people}` })
      .where(eq(events.id, eventId))
  const refs = rows.flatMap(({ id, tokensReturned }) => (tokensReturned > 0 ? [tokenRef(id)] : []))
  await returnTokens(tx, refs, description)
  await tx.enqueue(offerFreed, {})
  await tellEvents(tx)
  return rows
}

/** Nobody waits for an event any more: it does not take place. Returns whose entries ended. */
export const closeLine = (tx: Tx, eventId: string) =>
  tx
    .update(waitingEntries)
    .set({ status: 'over', heldUntil: null })
    .where(
      and(
        eq(waitingEntries.kind, 'event'),
        eq(waitingEntries.subject, eventId),
        inArray(waitingEntries.status, ['waiting', 'offered']),
      ),
    )
    .returning({ userId: waitingEntries.userId })

/** Everybody who looks at events reads again what is left. */
export const tellEvents = (tx: Tx) => tx.announce({ to: 'everyone', topic: 'events', kind: 'events.changed' })

/** A registration with its event and whose it is, the event locked. NOT_FOUND. */
export async function lockRegistration(tx: Tx, where: SQL) {
  const r = eventRegistrations
  const [found] = await tx.select({ eventId: r.eventId }).from(r).where(where)
  if (!found) throw notFound('There is no such registration.')
  await lockEvent(tx, found.eventId)
  const [row] = await tx
    .select({
      registration: r,
      event: { ...eventColumns, cancelledAt: events.cancelledAt },
      guest: {
        email: sql<string>`guest.email`,
        firstName: sql<string>`guest.first_name`,
        name: sql<string>`guest.name`,
      },
      settings: storedSettings,
    })
    .from(r)
    .innerJoin(events, eq(events.id, r.eventId))
    .innerJoin(sql`${user} guest`, sql`guest.id = ${r.userId}`)
    .leftJoin(spaces, eq(spaces.id, events.spaceId))
    .leftJoin(user, eq(user.id, events.hostUserId))
    .where(where)
    .orderBy(asc(r.id))
    .for('no key update', { of: r })
  if (!row) throw notFound('There is no such registration.')
  return { ...row, settings: settingsFrom(row.settings) as Settings }
}
