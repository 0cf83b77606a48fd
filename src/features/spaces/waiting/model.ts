import { and, asc, eq, inArray, lt, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Settings } from '#features/house/settings/inputs.ts'
import { readSettings } from '#features/house/settings/model.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { JobContext, QueuedJob } from '#platform/jobs/define.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { messages, type WaitingKindName } from './inputs.ts'
import { earliestOffered, heldUntil, whyNot } from './rules.ts'
import { waitingEntries } from './table.ts'

export type WaitingEntry = typeof waitingEntries.$inferSelect
type NewEntry = Omit<typeof waitingEntries.$inferInsert, 'kind' | 'userId' | 'createdAt' | 'status'>

/** What people wait for, and what its noun knows of it. What is offered is held as the status of its entry says. */
export interface WaitingKind {
  /** Its word in `waiting_entries.kind`. */
  name: WaitingKindName
  /** A condition of an entry in `waiting_entries`: all of what it waits for is free. */
  isFree(now: Date): SQL
  /** Locks what an entry waits for, ahead of all else, and clears away what was held there until a while ago. */
  lock(tx: Tx, entry: WaitingEntry): Promise<void>
  /** Nobody can have it any more, though it is free: it is offered no longer. */
  isGone(tx: Tx, entry: WaitingEntry): Promise<boolean>
  /** So many minutes it is held for whoever is offered it. */
  offerMinutes(settings: Settings): number
  /** The person may have it now, by what they are to the house and what they have already; else their turn passes. */
  mayTake(tx: Tx, actor: Actor, entry: WaitingEntry): Promise<boolean>
  /** Tells them that it is held for them until `entry.heldUntil`. */
  tell(tx: Tx, entry: WaitingEntry, actor: Actor): Promise<void>
}

/** Offers what has become free to those who wait; to be queued by whatever lets go of something. Run in waiting-slots/jobs.ts. */
export const offerFreed: QueuedJob<Record<never, never>> = {
  name: 'waiting.offer',
  payload: z.object({}),
}

const live = ['waiting', 'offered'] as const

/**
 * Puts a person at the end of the line for `wanted.subject`; who is in it already stays where they are. Throws
 * TOO_LATE_TO_WAIT and TOO_MANY_WAITED_FOR.
 */
export async function joinLine(tx: Tx, kind: WaitingKindName, userId: string, wanted: NewEntry): Promise<string> {
  demand(whyNot.waitFor(wanted.startsAt, tx.now))
  // One after another: of all their entries together there are no more than there may be.
  await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update')
  const own = and(eq(waitingEntries.userId, userId), inArray(waitingEntries.status, live))
  const isThis = and(own, eq(waitingEntries.kind, kind), eq(waitingEntries.subject, wanted.subject))
  const [there] = await tx.select({ id: waitingEntries.id }).from(waitingEntries).where(isThis)
  if (there) return there.id
  demand(whyNot.waitForMore(await tx.$count(waitingEntries, own)))
  const [row] = await tx
    .insert(waitingEntries)
    .values({ ...wanted, kind, userId, createdAt: tx.now })
    .returning({ id: waitingEntries.id })
  return row!.id
}

/** Takes an entry off its line; what was offered is free for the next. `userId`: only one's own. NOT_FOUND. */
export async function leaveLine(tx: Tx, id: string, userId?: string): Promise<WaitingEntry> {
  const isMeant = and(
    eq(waitingEntries.id, id),
    inArray(waitingEntries.status, live),
    userId === undefined ? undefined : eq(waitingEntries.userId, userId),
  )
  const [row] = await tx.update(waitingEntries).set({ status: 'left', heldUntil: null }).where(isMeant).returning()
  if (!row) throw notFound(messages.notFound)
  await tx.enqueue(offerFreed, {})
  return row
}

/** These entries have what they waited for; false when one of them is no longer in line. Before it is taken. */
export async function takeEntries(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const rows = await tx
    .update(waitingEntries)
    .set({ status: 'taken', heldUntil: null })
    .where(and(inArray(waitingEntries.id, [...ids]), inArray(waitingEntries.status, live)))
    .returning({ id: waitingEntries.id })
  return rows.length === ids.length
}

/** Puts what is offered back in line, at the place where it was: the house itself needs it. Returns whose it was. */
export async function withdrawOffers(tx: Tx, ids: readonly string[]): Promise<{ userId: string }[]> {
  if (ids.length === 0) return []
  return tx
    .update(waitingEntries)
    .set({ status: 'waiting', offeredAt: null, heldUntil: null })
    .where(and(inArray(waitingEntries.id, [...ids]), eq(waitingEntries.status, 'offered')))
    .returning({ userId: waitingEntries.userId })
}

/** Ends offers whose time has run out, those of `ids` only if given, and tells whose they were. */
export async function lapseOffers(tx: Tx, ids?: readonly string[]): Promise<void> {
  const isOver = and(
    eq(waitingEntries.status, 'offered'),
    lte(waitingEntries.heldUntil, tx.now),
    ids && inArray(waitingEntries.id, [...ids]),
  )
  // In one order, and those that somebody else is ending are theirs.
  const meant = tx
    .select({ id: waitingEntries.id })
    .from(waitingEntries)
    .where(isOver)
    .orderBy(asc(waitingEntries.id))
    .for('update', ids ? {} : { skipLocked: true })
  const rows = await tx
    .update(waitingEntries)
    .set({ status: 'lapsed', heldUntil: null })
    .where(inArray(waitingEntries.id, meant))
    .returning({ userId: waitingEntries.userId, kind: waitingEntries.kind })
  for (const { userId } of rows)
    await tx.announce({
      to: { userId },
      kind: 'waiting.lapsed',
      title: 'Your offer has lapsed',
      message: 'It was not booked in time and goes to the next in line.',
    })
  for (const kind of new Set(rows.map(row => row.kind))) await tellOfKind(tx, kind)
}

/**
 * One round: ends what has run out, closes what has begun, and offers whatever is free to the first who waits for it. Several
 * servers may do so at once, and again and again.
 */
export async function serveLine({ runtime, write, now }: JobContext, kind: WaitingKind): Promise<void> {
  await write(async tx => {
    await lapseOffers(tx)
    await closeBegun(tx, kind)
  })
  const failed: string[] = []
  for (;;) {
    const head = await firstInLine(runtime.db, kind, now, failed)
    if (!head) return
    const actor = await runtime.loadActor(head.userId)
    try {
      await write(tx => offerTo(tx, kind, { head, actor, failed }))
    } catch (error) {
      // The others need not wait for what is wrong with this one; the next round tries it again.
      runtime.log.warn({ err: error, entry: head.id }, 'a place could not be offered')
      failed.push(head.id)
    }
  }
}

/** The first of those whose turn it is: what they wait for is free, and it is not too late. */
async function firstInLine(db: Reader, kind: WaitingKind, now: Date, failed: readonly string[]) {
  const [head] = await db
    .select()
    .from(waitingEntries)
    .where(
      and(
        eq(waitingEntries.kind, kind.name),
        eq(waitingEntries.status, 'waiting'),
        sql`${waitingEntries.startsAt} >= ${earliestOffered(now).toISOString()}`,
        failed.length > 0 ? notInArray(waitingEntries.id, [...failed]) : undefined,
        kind.isFree(now),
      ),
    )
    .orderBy(asc(waitingEntries.place))
    .limit(1)
  return head
}

async function offerTo(
  tx: Tx,
  kind: WaitingKind,
  { head, actor, failed }: { head: WaitingEntry; actor: Actor | null; failed: readonly string[] },
): Promise<void> {
  await kind.lock(tx, head)
  // Meanwhile another server may have offered it, or it is somebody else's turn.
  const first = await firstInLine(tx, kind, tx.now, failed)
  if (first?.id !== head.id) return
  const isThis = and(eq(waitingEntries.id, head.id), eq(waitingEntries.status, 'waiting'))
  const close = (status: 'over' | 'lapsed') => tx.update(waitingEntries).set({ status }).where(isThis)
  if (await kind.isGone(tx, head)) return void (await close('over'))
  if (!actor || !(await kind.mayTake(tx, actor, head))) return void (await close('lapsed'))
  const until = heldUntil(tx.now, head.startsAt, kind.offerMinutes(await readSettings(tx)))
  const [entry] = await tx
    .update(waitingEntries)
    .set({ status: 'offered', offeredAt: tx.now, heldUntil: until })
    .where(isThis)
    .returning()
  // They left at this moment.
  if (!entry) return
  await tx.enqueue(offerFreed, {}, { runAt: until })
  await kind.tell(tx, entry, actor)
  await tellOfKind(tx, kind.name)
}

/** Closes what begins too soon to be offered. */
async function closeBegun(tx: Tx, kind: WaitingKind): Promise<void> {
  const meant = tx
    .select({ id: waitingEntries.id })
    .from(waitingEntries)
    .where(
      and(
        eq(waitingEntries.kind, kind.name),
        eq(waitingEntries.status, 'waiting'),
        lt(waitingEntries.startsAt, earliestOffered(tx.now)),
      ),
    )
    .orderBy(asc(waitingEntries.id))
    .for('update', { skipLocked: true })
  const rows = await tx
    .update(waitingEntries)
    .set({ status: 'over' })
    .where(inArray(waitingEntries.id, meant))
    .returning({ userId: waitingEntries.userId })
  for (const userId of new Set(rows.map(row => row.userId))) await tx.announce({ to: { userId }, kind: 'waiting.over' })
}

const news = {
  slot: { topic: 'bookings', kind: 'slots.changed' },
  event: { topic: 'events', kind: 'events.changed' },
  stall: { topic: 'stalls', kind: 'stalls.taken' },
} as const satisfies Record<WaitingKindName, object>

/** Everybody who looks at what is waited for sees that it has changed hands. */
export const tellOfKind = (tx: Tx, kind: WaitingKindName) => tx.announce({ to: 'everyone', ...news[kind] })

/** Everybody who looks at times sees them change. */
export const tellSlots = (tx: Tx) => tellOfKind(tx, 'slot')

/** An entry in line as somebody meets it who wants to book. */
export interface WaitingFacts {
  id: string
  isOwn: boolean
  spaceId: string
  startsAt: string
  endsAt: string
  /** With the time to make the room ready. */
  readyAt: string
  /** Until when it is offered; null: they wait. */
  heldUntil: string | null
  /** Somebody else waits for it, and all of it is free: it is offered to them in a moment. */
  isDue: boolean
}

/** Who is in line for a time for which `inTimes` says so of `timeWaited`, in a room that has to do with the one of `spaces`. */
export const linesFor = (userId: string, inTimes: SQL, now: Date) => sql<WaitingFacts[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'isOwn', w.user_id = ${userId}, 'spaceId', w.space_id,
    'startsAt', w.starts_at, 'endsAt', w.ends_at, 'heldUntil', w.held_until,
    'readyAt', w.ends_at + make_interval(mins => room.turnaround_minutes),
    'isDue', w.user_id <> ${userId} and ${isDue(now)})), '[]')
  from ${waitingEntries} w join ${spaces} room on room.id = w.space_id
  where w.status in ('waiting', 'offered') and room.leaf_ids && spaces.leaf_ids and ${inTimes})`

/** Of an entry `w`: it waits for what is free, and is offered it in a moment. */
const isDue = (now: Date) => sql`(w.status = 'waiting' and w.starts_at >= ${earliestOffered(now).toISOString()}
  and is_room_free(w.space_id, w.starts_at, w.ends_at, ${now.toISOString()}))`

/** The time of an entry `w` in its room `room`, with the minutes to make it ready. */
export const timeWaited = sql`tstzrange(w.starts_at, w.ends_at + make_interval(mins => room.turnaround_minutes), '[)')`

export interface LineThere {
  id: string
  userId: string
  facilityId: string
  /** The smallest parts of its room. */
  leafIds: string[]
  status: 'waiting' | 'offered'
  lengths: number
  /** All of it is free: it is offered in a moment. */
  isDue: boolean
}

/** All who are in line between two instants for rooms with one of these smallest parts, in order, as JSON of `LineThere`. */
export const linesBetween = (leaves: SQL, { start, end, at }: { start: string; end: string; at: string }) => sql`
    select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'userId', w.user_id, 'facilityId', w.facility_id,
      'leafIds', room.leaf_ids, 'status', w.status, 'lengths', w.lengths, 'startsAt', w.starts_at, 'endsAt', w.ends_at, 'heldUntil', w.held_until,
      'isDue', ${isDue(new Date(at))}) order by w.place), '[]')
    from ${waitingEntries} w join ${spaces} room on room.id = w.space_id
    where w.status in ('waiting', 'offered') and room.leaf_ids && ${leaves} and w.starts_at < ${end} and w.ends_at > ${start}
      and coalesce(w.held_until, w.starts_at) > ${at}`
