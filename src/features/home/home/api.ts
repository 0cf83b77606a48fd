import { and, eq, sql } from 'drizzle-orm'
import { activeSpaces, nextMarketDay } from '#features/home/landing/model.ts'
import { contactOf, sectionsFact } from '#features/home/pages/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { balanceOf } from '#features/membership/tokens/model.ts'
import { bookings } from '#features/spaces/bookings/table.ts'
import { studioBookings } from '#features/spaces/studio/table.ts'
import { prepared } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { forSignedIn } from '#platform/rpc/procedures.ts'

/** The personal home page; mounted under `content` in src/api.ts. */
export const home = {
  /** The home page of the person asking: their standing, the spaces, the next market, how to reach us (HOME-13…15). */
  home: forSignedIn
    .route({ method: 'GET', summary: 'The personal home page' })
    .handler(async ({ context: { db, fact, now, actor } }) => {
      const settings = await fact(settingsFact)
      const [row] = await ownNumbers(db).execute({ userId: actor.userId, now: now.toISOString() })
      const { membership, payment, ...counts } = row!
      return {
        membership: membership &&
          payment && {
            ...membership,
            endsOn: payment.cancelsAtPeriodEnd ? (payment.currentPeriodEnd?.toISOString() ?? null) : null,
          },
        ...counts,
        spaces: await activeSpaces(fact),
        market: { next: await nextMarketDay(fact, now) },
        contact: contactOf(await fact(sectionsFact), settings),
      }
    }),
}

const ownNumbers = prepared(db =>
  db
    .select({
      membership: {
        tierName: membershipTiers.name,
        weeklyTokens: membershipTiers.weeklyTokens,
      },
      payment: {
        cancelsAtPeriodEnd: userMemberships.cancelsAtPeriodEnd,
        currentPeriodEnd: userMemberships.currentPeriodEnd,
      },
      tokenBalance: balanceOf(user.id),
      bookingsAhead: sql<number>`(select count(*)::int from ${bookings}
        where ${bookings.userId} = ${user.id} and ${bookings.status} <> 'cancelled' and ${bookings.endsAt} > ${sql.placeholder('now')})`,
      /** The next three sessions in the photography studio. */
      studioAhead: sql<{ id: string; on: string; startTime: string; endTime: string }[]>`(
        select coalesce(json_agg(json_build_object('id', s.id, 'on', s.booking_date, 'startTime', s.start_time,
          'endTime', s.end_time) order by s.starts_at), '[]')
        from (select * from ${studioBookings} b where b.user_id = ${user.id} and b.status <> 'cancelled'
          and b.ends_at > ${sql.placeholder('now')} order by b.starts_at limit 3) s)`,
    })
    .from(user)
    .leftJoin(userMemberships, and(eq(userMemberships.userId, user.id), isActiveMembership))
    .leftJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
    .where(eq(user.id, sql.placeholder('userId')))
    .prepare('own_numbers'),
)
