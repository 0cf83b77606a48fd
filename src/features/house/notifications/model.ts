import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { addDays } from '#platform/dates.ts'
import { isErased } from '#platform/db/data-map.ts'
import { pushSubscriptions, session, user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { QueuedJob } from '#platform/jobs/define.ts'
import { takeSome } from '#platform/rpc/limits.ts'
import { calendarDate, wallTime } from '#platform/time.ts'
import {
  type Channel,
  digestLeave,
  kindTerms,
  longestText,
  longestTitle,
  type NotificationKind,
  notificationKinds,
} from './inputs.ts'
import { notificationMail } from './mail.tsx'
import { isHourOver } from './rules.ts'
import { notificationChoices, notificationDigests, notificationKeys, notifications } from './table.ts'

export interface News {
  /** Ids of whoever is told. Whoever did it is left out, and so is who is blocked, suspended or archived. */
  to: string | readonly string[]
  kind: NotificationKind
  /** Who did it. The title goes on from their name, `liked your post`, and others who do the same join it. */
  by?: { userId: string; name: string } | undefined
  /** Whose words the text is, where the house tells it: once they are erased, the words are gone as well. */
  wordsOf?: string | undefined
  title: string
  text?: string | undefined
  /** Where it leads, on this site. What has the same title about the same place is gathered for an hour, until it is read. */
  path: `/${string}`
  /** What was told under this key is not told again, however often it is tried. */
  once?: string | undefined
}

/** A job may run twice: what it tells has a key. */
const keptNews = z.object({
  to: z.array(z.string()),
  kind: z.enum(notificationKinds),
  by: z.object({ userId: z.string(), name: z.string() }).optional(),
  wordsOf: z.string().optional(),
  title: z.string(),
  text: z.string().optional(),
  path: z.custom<News['path']>(path => typeof path === 'string' && path.startsWith('/')),
  once: z.string(),
})

/** Tells what a write had no statement left for (jobs.ts). */
export const tellNews: QueuedJob<z.infer<typeof keptNews>> = {
  name: 'notifications.tell',
  payload: keptNews,
}

/** Pushes one notification to one device (jobs.ts). */
export const pushNotification: QueuedJob<{ notificationId: string; subscriptionId: string }> = {
  name: 'notifications.push',
  payload: z.object({ notificationId: z.uuid(), subscriptionId: z.uuid() }),
}

/** So long others join what was told already, while it is not read. */
const gatheringMs = 3_600_000

/**
 * Tells people something, where each of them chose to be told: in the house, by mail, on their devices. One statement,
 * however many they are; what becomes of it happens with the caller's transaction or not at all. Whoever joins others in what
 * they did changes what stands on the screen, and causes no further mail or push. What a member causes of
 * both in a day by naming people has an end: then it is told in the house, and in the digest. Resolves to whom it reached.
 */
export async function notify(tx: Tx, news: News): Promise<string[]> {
  const { kind, by, path } = news
  const doers = [tx.cause.actorId, by?.userId]
  const people = [news.to].flat().filter(id => !doers.includes(id))
  if (people.length === 0) return []
  const { rows } = await tx.execute<Told>(written(tx.now, people, news))
  // Who joins others adds to what was said; what the house says again is news again.
  const loud = rows.filter(row => (row.is_new || !by) && (row.is_mailed || row.devices))
  const spared = new Set(by && kind === 'mention' ? await spare(tx, by.userId, loud) : [])
  for (const { id, user_id: userId, email, first_name: firstName, is_new: isNew, ...row } of rows) {
    if (row.is_shown || spared.has(id)) await tx.announce({ to: { userId }, kind: 'notifications.told' })
    if ((!isNew && by) || spared.has(id)) continue
    for (const subscriptionId of row.devices ?? [])
      await tx.enqueue(pushNotification, { notificationId: id, subscriptionId })
    if (row.is_mailed)
      await tx.mail(
        notificationMail,
        { address: email, userId, relatesTo: `notifications/${id}` },
        {
          userId,
          firstName,
          kind,
          who: by?.name ?? '',
          title: news.title,
          text: cut(news.text ?? '', longestText),
          path,
        },
      )
  }
  return rows.map(row => row.user_id)
}

/** What one member causes of mails and messages to devices by naming people, in a day. */
export const mentionsPerDay = { points: 50, seconds: 86_400 }

/** Of these the ones that are more than a day's: they are told in the house alone, and their digest has them. */
async function spare(tx: Tx, doerId: string, loud: Told[]): Promise<string[]> {
  if (loud.length === 0) return []
  const few = await takeSome(tx, `mentions:${doerId}`, loud.length, mentionsPerDay)
  const spared = loud.slice(few).map(({ id }) => id)
  if (spared.length > 0)
    await tx.update(notifications).set({ isMailed: false, isShown: true }).where(inArray(notifications.id, spared))
  return spared
}

/**
 * The same by a job, right after the transaction: it costs the caller no statement of their own. For what the house does at
 * somebody's desk, which is mailed by a job as well.
 */
export async function notifyLater(tx: Tx, news: News): Promise<void> {
  const to = [news.to].flat().filter(id => id !== tx.cause.actorId)
  if (to.length > 0) await tx.enqueue(tellNews, { ...news, to, once: news.once ?? randomUUID() })
}

/** What was quoted of something at this place goes from what people were told: it was hidden, or is gone. */
export async function forgetWords(tx: Tx, path: News['path']): Promise<void> {
  const { kind } = notifications
  await tx
    .update(notifications)
    .set({ text: '' })
    .where(and(eq(notifications.path, path), inArray(kind, ['mention', 'comment', 'like'])))
}

/** Notes what somebody chose for one kind and one channel. */
export async function choose(
  tx: Tx,
  choice: { userId: string; kind: NotificationKind; channel: Channel; isOn: boolean },
): Promise<void> {
  const { userId, kind, channel } = notificationChoices
  await tx
    .insert(notificationChoices)
    .values(choice)
    .onConflictDoUpdate({ target: [userId, kind, channel], set: { isOn: choice.isOn } })
}

/**
 * From which hour of the venue on somebody gets their digest; null: none. Where the hour is over the first comes tomorrow,
 * and a day never has two.
 */
export async function chooseDigest(tx: Tx, { userId, hour }: { userId: string; hour: number | null }): Promise<void> {
  const d = notificationDigests
  if (hour === null) return void (await tx.delete(d).where(eq(d.userId, userId)))
  const today = calendarDate(tx.now)
  const doneOn = isHourOver(hour, wallTime(tx.now)) ? today : addDays(today, -1)
  await tx
    .insert(d)
    .values({ userId, hour, doneOn, createdAt: tx.now })
    .onConflictDoUpdate({ target: d.userId, set: { hour, doneOn: sql`greatest(${d.doneOn}, excluded.done_on)` } })
}

/** What the link of a mail ends: the digest, or mails of one kind; null where it names neither. */
export function leftBy(from: string): { digest: true } | { digest: false; kind: NotificationKind } | null {
  if (from === digestLeave) return { digest: true }
  const kind = notificationKinds.find(each => each === from)
  return kind ? { digest: false, kind } : null
}

/** Ends the mails that a link is about. Nothing where the account is gone. */
export async function leave(tx: Tx, { userId, from }: { userId: string; from: string }) {
  const left = leftBy(from)
  const [person] = await tx.select({ id: user.id }).from(user).where(eq(user.id, userId))
  if (!left || !person) return
  if (left.digest) await chooseDigest(tx, { userId, hour: null })
  else await choose(tx, { userId, kind: left.kind, channel: 'mail', isOn: false })
}

interface Told extends Record<string, unknown> {
  id: string
  user_id: string
  email: string
  first_name: string
  is_new: boolean
  is_shown: boolean
  is_mailed: boolean
  devices: string[] | null
}

/**
 * Writes the row of each person, or puts it into the one that is open. Those whose hour is over are closed first: the count
 * of them stands in a condition of the insert, which therefore waits for it.
 */
function written(now: Date, people: readonly string[], { kind, by, wordsOf, title, text = '', path, once }: News) {
  const [at, { usual }] = [now.toISOString(), kindTerms[kind]]
  const chosen = (channel: 'house' | 'mail' | 'push') =>
    usual[channel] === 'always'
      ? sql`false`
      : sql`coalesce((select c.is_on from ${notificationChoices} c
          where c.user_id = u.id and c.kind = ${kind} and c.channel = ${channel}), ${usual[channel]}::boolean)`
  const key = once ?? null
  const doer = by?.userId ?? wordsOf
  const hourAgo = new Date(now.getTime() - gatheringMs).toISOString()
  return sql`with person as (
      select u.id, u.email, u.first_name, ${chosen('house')} as is_shown, ${chosen('mail')} as is_mailed, ${chosen('push')} as is_pushed
      from ${user} u where u.id = any(${sql.param(people)}::text[]) and may_be_told(u.id)${doer ? sql` and not ${isErased(sql`${doer}`)}` : sql``}
    ), fresh as (
      insert into ${notificationKeys} (user_id, key, created_at)
      select id, ${key}::text, ${at}::timestamptz from person where ${key}::text is not null order by id
      on conflict do nothing returning user_id
    ), told as (
      select * from person where (is_shown or is_mailed or is_pushed)
        and (${key}::text is null or id in (select user_id from fresh))
    ), closed as (
      update ${notifications} n set is_open = false from told
      where n.user_id = told.id and n.kind = ${kind} and n.path = ${path} and n.is_open and n.created_at <= ${hourAgo}::timestamptz
      returning n.id
    ), written as (
      insert into ${notifications} as n (user_id, kind, who, title, text, path, people, is_shown, is_mailed, created_at, told_at)
      select id, ${kind}, ${by?.name ?? ''}, ${cut(title, longestTitle)}, ${cut(text, longestText)}, ${path},
        array_remove(array[${doer ?? null}::text], null), is_shown, is_mailed or ${usual.mail === 'always'}::boolean,
        ${at}::timestamptz, ${at}::timestamptz
      from told where (select count(*) from closed) >= 0 order by id
      on conflict (user_id, kind, path, title) where is_open do update set
        who = excluded.who, text = excluded.text, told_at = excluded.told_at,
        people = excluded.people || array_remove(n.people, excluded.people[1]), is_shown = n.is_shown or excluded.is_shown
      returning n.id, n.user_id, n.is_shown, (n.xmax = 0) as is_new
    )
    select written.*, told.email, told.first_name, told.is_mailed,
      case when told.is_pushed then (select array_agg(s.id) from ${pushSubscriptions} s
        join ${session} on ${session.id} = s.session_id and ${session.expiresAt} > now() where s.user_id = told.id) end as devices
    from written join told on told.id = written.user_id order by told.id`
}

/** No sign is cut in half: half of one can be stored nowhere. */
const cut = (text: string, most: number) =>
  text.length > most
    ? `${text
        .slice(0, most - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`
    : text
