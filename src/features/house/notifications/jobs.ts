import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { push } from '#features/house/push/model.ts'
import { pushSubscriptions, session, user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { calendarDate, wallTime } from '#platform/time.ts'
import { digestKeys } from './inputs.ts'
import { digestMail } from './mail.tsx'
import { notify, pushNotification, tellNews } from './model.ts'
import { headline } from './rules.ts'
import { notificationDigests, notifications } from './table.ts'

const n = notifications
const others = sql<number>`greatest(cardinality(${n.people}) - 1, 0)`

/** Of one transaction: a digest that fails keeps few others waiting. */
const digestsAtOnce = 50
const mostItems = 20
/** Who chose a digest today is not mailed what they left unread last year. */
const digestDays = 7

const tellOne = defineJob({
  ...tellNews,
  async run(news, { write }) {
    await write(tx => notify(tx, news))
  },
})

/**
 * Shows a notification on one device. It is told as it stands when it goes, with who joined it meanwhile; what was read by
 * then is not shown. A device that is gone is forgotten.
 */
const pushOne = defineJob({
  ...pushNotification,
  async run({ notificationId, subscriptionId }, { runtime }) {
    const s = pushSubscriptions
    const [row] = await runtime.db
      .select({ who: n.who, others, title: n.title, text: n.text, path: n.path, to: s })
      .from(n)
      .innerJoin(s, eq(s.userId, n.userId))
      // Nothing reaches a device whose session is over; the sign-in library counts in real time.
      .innerJoin(session, and(eq(session.id, s.sessionId), gt(session.expiresAt, sql`now()`)))
      .where(and(eq(n.id, notificationId), eq(s.id, subscriptionId), isNull(n.readAt), sql`may_be_told(${n.userId})`))
    if (!row) return
    const { to, text, path } = row
    const outcome = await push(runtime, to, { tag: notificationId, title: headline(row), body: text, path })
    // The browser may have another one under the same id by now.
    if (outcome === 'gone')
      await runtime.db.delete(s).where(and(eq(s.id, subscriptionId), eq(s.endpoint, to.endpoint), eq(s.auth, to.auth)))
  },
})

/**
 * Mails what was not read, to whoever chose a digest, once on each day of the venue: at their hour, or as soon as the house
 * is up again after it. An hour that the clock skips is over when the next begins, and one that it has twice is one day's all the same.
 */
const digest = defineJob({
  name: 'notifications.digest',
  payload: z.object({}),
  cron: '4 * * * *',
  cronPayload: {},
  async run(_, { write }) {
    while ((await write(mailDigests)) === digestsAtOnce);
  },
})

/** Those of the next few people, who are done with for this day; resolves to how many they were. */
export async function mailDigests(tx: Tx): Promise<number> {
  const [today, hour] = [calendarDate(tx.now), Number(wallTime(tx.now).slice(0, 2))]
  const d = notificationDigests
  const due = await tx
    .select({ userId: d.userId, email: user.email, firstName: user.firstName })
    .from(d)
    .innerJoin(user, eq(user.id, d.userId))
    .where(sql`${d.doneOn} < ${today} and ${d.hour} <= ${hour} and may_be_told(${d.userId})`)
    .orderBy(d.userId)
    .limit(digestsAtOnce)
    .for('update', { of: d, skipLocked: true })
  if (due.length === 0) return 0
  const people = due.map(({ userId }) => userId)
  await tx.update(d).set({ doneOn: today }).where(inArray(d.userId, people))
  const since = new Date(tx.now.getTime() - digestDays * 86_400_000)
  const isNew = and(
    isNull(n.readAt),
    isNull(n.digestedAt),
    eq(n.isShown, true),
    eq(n.isMailed, false),
    gt(n.toldAt, since),
  )
  const rows = await tx
    .select({ id: n.id, userId: n.userId, who: n.who, others, title: n.title, text: n.text, path: n.path })
    .from(n)
    .where(and(inArray(n.userId, people), isNew))
    .orderBy(desc(n.toldAt), desc(n.id))
  if (rows.length === 0) return due.length
  const ids = rows.map(({ id }) => id)
  await tx.update(n).set({ digestedAt: tx.now }).where(inArray(n.id, ids))
  const byPerson = Map.groupBy(rows, ({ userId }) => userId)
  for (const { userId, email, firstName } of due) {
    const own = byPerson.get(userId)
    if (!own) continue
    const items = own.slice(0, mostItems).map(row => ({ title: headline(row), text: row.text, path: row.path }))
    // Whoever is erased is found in it by its rows.
    const relatesTo = `${digestKeys}${userId}/${tx.now.getTime()}`
    await tx.mail(digestMail, { address: email, userId, relatesTo }, { userId, firstName, items, total: own.length })
  }
  return due.length
}

export const jobs: AnyJob[] = [tellOne, pushOne, digest]
