import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { notFound } from '#platform/rpc/errors.ts'
import { forSignedIn } from '#platform/rpc/procedures.ts'
import { allOfKind, headline, notificationList, notificationRef } from './inputs.ts'
import { notifications } from './table.ts'

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
