import { eq, sql } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import { feedText } from '#platform/calendar-file.ts'
import { notFound } from '#platform/rpc/errors.ts'
import { forSignedIn, forVisitor } from '#platform/rpc/procedures.ts'
import { feedInput } from './inputs.ts'
import { type AgendaPart, agendaOf, feedIdOf, feedOf } from './model.ts'
import { calendarFeeds } from './table.ts'

/** What people have in the house, in calendars of their own. */
export const agendaCalls = (parts: readonly AgendaPart[]) => ({
  /** The address under which the person's calendar can be read; null while there is none. */
  address: forSignedIn
    .route({ method: 'GET', summary: 'Address of the own calendar' })
    .handler(async ({ context: { db, actor, runtime } }) => {
      const [feed] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, actor.userId))
      return { url: feed ? addressOf(runtime.env, feed.feedId) : null }
    }),

  /** Makes the address, or another one: the former is read no longer. */
  renew: forSignedIn
    .route({ summary: 'A new address of the own calendar' })
    .handler(({ context: { actor, runtime, write } }) =>
      write(async tx => {
        const [feed] = await tx
          .insert(calendarFeeds)
          .values({ userId: actor.userId, createdAt: tx.now })
          .onConflictDoUpdate({
            target: calendarFeeds.userId,
            set: { feedId: sql`gen_random_uuid()`, createdAt: tx.now },
          })
          .returning()
        return { url: addressOf(runtime.env, feed!.feedId) }
      }),
    ),

  /** Takes the address away: nothing is read by it any more. */
  remove: forSignedIn.route({ summary: 'No address of the own calendar' }).handler(({ context: { actor, write } }) =>
    write(async tx => {
      await tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, actor.userId))
      return { url: null }
    }),
  ),

  /**
   * What somebody has in the house, as calendar programs read it (RFC 5545): whoever knows the address sees it. What is
   * cancelled is left out, so that it goes from their calendar too. NOT_FOUND for an address that was never, or is no longer, good.
   */
  feed: forVisitor
    .route({ method: 'GET', summary: 'A calendar by its address' })
    .input(feedInput)
    .handler(async ({ input, context: { db, fact, now, runtime } }) => {
      const feedId = feedIdOf(runtime.env, input.feed)
      const [feed] = feedId ? await db.select().from(calendarFeeds).where(eq(calendarFeeds.feedId, feedId)) : []
      if (!feed) throw notFound('There is no such calendar.')
      const { venueAddress: where } = await fact(settingsFact)
      const { publicUrl } = runtime.env
      const events = await agendaOf(db, parts, { userId: feed.userId, now, publicUrl, where })
      return new File([feedText(events, 'Exchange')], 'exchange.ics', { type: 'text/calendar; charset=utf-8' })
    }),
})

const addressOf = (env: Parameters<typeof feedOf>[0] & { publicUrl: string }, feedId: string) =>
  `${env.publicUrl}/api/agenda/feed?feed=${feedOf(env, feedId)}`
