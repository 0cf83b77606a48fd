import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { readUnsubscribeToken } from '#platform/mail/unsubscribe.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forSignedIn, forVisitor } from '#platform/rpc/procedures.ts'
import {
  allOfKind,
  channels,
  choiceInput,
  digestInput,
  kindTerms,
  leaveRef,
  notificationKinds,
  notificationList,
  notificationRef,
} from './inputs.ts'
import { choose, chooseDigest, leave, leftBy } from './model.ts'
import { headline, whyNot } from './rules.ts'
import { notificationChoices, notificationDigests, notifications } from './table.ts'

const n = notifications

/** What somebody was told. */
export const notificationCalls = {
  /**
   * The latest first, of one kind or all; `earlier` is what the next page begins before, null after the last. `unread` counts
   * those of all kinds.
   */
  list: forSignedIn
    .route({ method: 'GET', summary: 'Own notifications' })
    .input(notificationList)
    .handler(async ({ context: { db, actor }, input: { kind, before, size } }) => {
      const isOwn = and(eq(n.userId, actor.userId), n.isShown)
      const found = await db
        .select({ ...listed, at: placeOf })
        .from(n)
        .where(and(isOwn, kind && eq(n.kind, kind), before ? isBefore(before) : undefined))
        .orderBy(desc(n.toldAt), desc(n.id))
        .limit(size + 1)
      const unread = await db.$count(n, and(isOwn, isNull(n.readAt)))
      const page = found.slice(0, size)
      const last = found.length > size ? page.at(-1) : undefined
      return {
        rows: page.map(({ at: _, who, others, title, ...row }) => ({
          ...row,
          title: headline({ who, others, title }),
        })),
        earlier: last ? `${last.at}.${last.id}` : null,
        unread,
      }
    }),

  /** It has been seen; again is harmless. NOT_FOUND for one of somebody else. */
  markRead: forSignedIn
    .route({ summary: 'Mark a notification as read' })
    .input(notificationRef)
    .handler(({ context: { actor, write }, input: { id } }) =>
      write(async tx => {
        const [row] = await tx
          .update(n)
          .set({ isOpen: false, readAt: sql`coalesce(${n.readAt}, ${tx.now.toISOString()}::timestamptz)` })
          .where(and(eq(n.id, id), eq(n.userId, actor.userId)))
          .returning({ id: n.id })
        if (!row) throw notFound()
        // Other pages and devices of theirs count anew.
        await tx.announce({ to: { userId: actor.userId }, kind: 'notifications.read' })
        return { id }
      }),
    ),

  /** Everything has been seen, or everything of one kind; resolves to how many that were. */
  markAllRead: forSignedIn
    .route({ summary: 'Mark all notifications as read' })
    .input(allOfKind)
    .handler(({ context: { actor, write }, input: { kind } }) =>
      write(async tx => {
        const rows = await tx
          .update(n)
          .set({ isOpen: false, readAt: tx.now })
          .where(and(eq(n.userId, actor.userId), isNull(n.readAt), kind && eq(n.kind, kind)))
          .returning({ id: n.id })
        if (rows.length > 0) await tx.announce({ to: { userId: actor.userId }, kind: 'notifications.read' })
        return { marked: rows.length }
      }),
    ),

  /** For each kind where the person is told, and what of it is theirs to choose; from which hour on they get a digest. */
  choices: forSignedIn
    .route({ method: 'GET', summary: 'Where the person wants to be told' })
    .handler(async ({ context: { db, actor } }) => {
      const made = await db.select().from(notificationChoices).where(eq(notificationChoices.userId, actor.userId))
      const [digest] = await db.select().from(notificationDigests).where(eq(notificationDigests.userId, actor.userId))
      return {
        kinds: notificationKinds.map(kind => ({
          kind,
          channels: channels.map(channel => {
            const chosen = made.find(each => each.kind === kind && each.channel === channel)
            const usual = kindTerms[kind].usual[channel]
            const canChoose = whyNot.choose({ kind, channel }) === null
            return { channel, isOn: canChoose ? (chosen?.isOn ?? usual === true) : true, can: { choose: canChoose } }
          }),
        })),
        digestHour: digest?.hour ?? null,
      }
    }),

  /** One switch of the choices. ALWAYS_MAILED where there is nothing to choose. */
  choose: forSignedIn
    .route({ summary: 'Choose where to be told of a kind' })
    .input(choiceInput)
    .handler(({ context: { actor, write }, input }) =>
      write(async tx => {
        demand(whyNot.choose(input))
        await choose(tx, { userId: actor.userId, ...input })
        return input
      }),
    ),

  /** The hour of the daily digest, the venue's; null for none. */
  chooseDigest: forSignedIn
    .route({ summary: 'Choose the daily digest' })
    .input(digestInput)
    .handler(({ context: { actor, write }, input: { hour } }) =>
      write(async tx => {
        await chooseDigest(tx, { userId: actor.userId, hour })
        return { hour }
      }),
    ),

  /** What the link of a mail ends, and whether it still does; nobody signs in for it. NOT_FOUND for a link that is not ours. */
  leaving: forVisitor
    .route({ method: 'GET', summary: 'What the link of an email ends' })
    .input(leaveRef)
    .handler(async ({ context: { runtime, now }, input: { token } }) => {
      const { words, until } = leavingBy(runtime.env, token)
      return { of: words, can: { leave: whyNot.leave({ until }, now) === null } }
    }),

  /**
   * Ends the mails that the link is about; once more is harmless. It begins none again: for that one signs in. LINK_ENDED after 90
   * days, NOT_FOUND.
   */
  leave: forVisitor
    .meta({ limit: { as: 'Links that end emails', points: 60, seconds: 3_600 } })
    .route({ summary: 'End the emails that a link is about' })
    .input(leaveRef)
    .handler(({ context: { runtime, write }, input: { token } }) =>
      write(async tx => {
        const { userId, from, until } = leavingBy(runtime.env, token)
        demand(whyNot.leave({ until }, tx.now))
        await leave(tx, { userId, from })
        return { isOn: false }
      }),
    ),
}

function leavingBy(env: Parameters<typeof readUnsubscribeToken>[0], token: string) {
  const found = readUnsubscribeToken(env, token)
  const left = found && leftBy(found.from)
  if (!found || !left) throw notFound('This link is not complete. Copy all of it from the email.')
  return {
    ...found,
    words: left.digest ? 'the daily digest' : `emails about ${kindTerms[left.kind].label.toLowerCase()}`,
  }
}

/** Microseconds, as the database counts them: JavaScript's milliseconds would lose rows of one moment. */
const placeOf = sql<string>`(extract(epoch from ${n.toldAt}) * 1000000)::bigint::text`
function isBefore(before: string) {
  const [at, id] = before.split('.')
  // The addition of an interval is exact where the sum of a double is not.
  const instant = sql`'epoch'::timestamptz + ${at}::bigint * interval '1 microsecond'`
  return sql`(${n.toldAt}, ${n.id}) < (${instant}, ${id}::uuid)`
}

const listed = {
  id: n.id,
  kind: n.kind,
  who: n.who,
  others: sql<number>`greatest(cardinality(${n.people}) - 1, 0)`,
  title: n.title,
  text: n.text,
  path: n.path,
  toldAt: n.toldAt,
  readAt: n.readAt,
}
