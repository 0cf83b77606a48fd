import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { notify } from '#features/house/notifications/model.ts'
import { defaultSettings } from '#features/house/settings/inputs.ts'
import { storedSetting } from '#features/house/settings/model.ts'
import { marketDays } from '#features/market/days/table.ts'
import type { StallSize } from '#features/market/pitches/inputs.ts'
import { entryOf, isInLine } from '#features/market/stall-line/model.ts'
import { type StallType, stallTypeWords } from '#features/market/stalls/inputs.ts'
import { countOfKind, lockDay, placesLeft } from '#features/market/stalls/model.ts'
import { sizeWords } from '#features/market/stalls/rules.ts'
import type { WaitingEntry, WaitingKind } from '#features/spaces/waiting/model.ts'
import { waitingEntries } from '#features/spaces/waiting/table.ts'
import { whyNotIn } from '#platform/auth/actor.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate } from '#platform/time.ts'
import { formatDate } from '#platform/words.ts'
import { noMarketMail, pitchFreeMail } from './mail.tsx'

/** Waiting for a stall of a kind and size on a market day. What is offered counts as taken, by a trigger (`count_offered`). */
export const stallWaiting: WaitingKind = {
  name: 'stall',

  isFree:
    () => sql`exists (select from ${marketDays} where market_days.on = waiting_entries.on and not market_days.is_cancelled
    and market_days.pitches - market_days.taken >= pitches_of(${entryOf.stallSize})
    and coalesce((${placesLeft} ->> ${entryOf.stallSize})::int, 1) > 0
    and ${countOfKind(entryOf.stallType)} < coalesce((${storedSetting('stallsPerKind')})::text::int, ${defaultSettings.stallsPerKind}))`,

  async lock(tx, { on }) {
    await lockDay(tx, on!)
  },

  async isGone(tx, { on }) {
    const [day] = await tx
      .select({ isCancelled: marketDays.isCancelled })
      .from(marketDays)
      .where(eq(marketDays.on, on!))
    return day?.isCancelled ?? true
  },

  offerMinutes: ({ stallOfferHours }) => stallOfferHours * 60,

  mayTake: async (_, actor) => whyNotIn(actor, 'member') === null,

  async tell(tx, entry, { userId, email, firstName }) {
    const to = { address: email, userId, relatesTo: `waiting_entries/${entry.id}` }
    const { stallType, stallSize } = wantedOf(entry)
    const heldUntil = entry.heldUntil!
    const isToday = calendarDate(heldUntil) === calendarDate(tx.now)
    await tx.mail(pitchFreeMail, to, {
      firstName,
      on: entry.on!,
      stall: `${sizeWords[stallSize]}, ${stallTypeWords[stallType].toLowerCase()}`,
      heldUntil: heldUntil.toISOString(),
      isToday,
    })
    const once = `offer:${entry.id}:${heldUntil.toISOString()}`
    const text = `${formatDate(entry.on!)}: it is held for you.`
    await notify(tx, {
      to: userId,
      kind: 'stall',
      title: 'A pitch is free',
      text,
      path: `/market-booking?on=${entry.on!}`,
      once,
    })
    await tx.announce({
      to: { userId },
      kind: 'waiting.offered',
      title: 'A pitch is free',
      message: 'It is held for you.',
    })
  },
}

/**
 * Nobody waits any more for a stall of a market that was cancelled at an instant: whoever was in line until then is told, once
 * however many kinds they waited for. Who joins the line of the same day after it takes place again stays in it.
 */
export async function endLine(tx: Tx, dayId: string, cancelledAt: Date): Promise<void> {
  const [day] = await tx.select({ on: marketDays.on }).from(marketDays).where(eq(marketDays.id, dayId)).for('update')
  if (!day) return
  const { on } = day
  const w = waitingEntries
  const ended = await tx
    .update(w)
    .set({ status: 'over', heldUntil: null })
    .where(and(isInLine(on), lte(w.createdAt, cancelledAt)))
    .returning({ id: w.id, userId: w.userId })
  if (ended.length === 0) return
  const idOf = new Map(ended.map(({ id, userId }) => [userId, id]))
  const people = await tx
    .select({ userId: user.id, email: user.email, firstName: user.firstName })
    .from(user)
    .where(inArray(user.id, [...idOf.keys()]))
    .orderBy(asc(user.id))
  for (const { userId, email, firstName } of people) {
    const to = { address: email, userId, relatesTo: `waiting_entries/${idOf.get(userId)}` }
    await tx.mail(noMarketMail, to, { firstName, on })
    await tx.announce({
      ...{ to: { userId }, kind: 'waiting.over', title: 'A market does not take place' },
      message: `You no longer wait for a stall on ${formatDate(on)}.`,
    })
  }
  await tx.announce({ to: 'everyone', topic: 'stalls', kind: 'stalls.taken' })
}

/** What an entry waits for. */
export function wantedOf({ subject }: Pick<WaitingEntry, 'subject'>) {
  const [, stallType, stallSize] = subject.split(' ')
  return { stallType: stallType as StallType, stallSize: stallSize as StallSize }
}
