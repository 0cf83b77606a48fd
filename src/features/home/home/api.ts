import { and, eq, sql } from 'drizzle-orm'
import { events } from '#features/events/events/table.ts'
import { eventRegistrations } from '#features/events/registrations/table.ts'
import { activeSpaces, nextMarketDay } from '#features/home/landing/model.ts'
import { contactOf } from '#features/home/pages/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { marketDays } from '#features/market/days/table.ts'
import { marketBookings } from '#features/market/stalls/table.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { balanceOf } from '#features/membership/tokens/model.ts'
import { bookings } from '#features/spaces/bookings/table.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { studioBookings } from '#features/spaces/studio/table.ts'
import { waitingEntries } from '#features/spaces/waiting/table.ts'
import { isApproved } from '#platform/auth/actor.ts'
import { prepared } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { forSignedIn } from '#platform/rpc/procedures.ts'
import { daysOf, marketToday, type Place } from './rules.ts'

/** The personal home page; mounted under `content` in src/api.ts. */
export const home = {
  /** The home page of the person asking: their standing, their next places by day, the spaces, the next market, how to reach us (HOME-13…15). */
  home: forSignedIn
    .route({ method: 'GET', summary: 'The personal home page' })
    .handler(async ({ context: { db, fact, now, actor } }) => {
      const settings = await fact(settingsFact)
      const [row] = await ownNumbers(db).execute({ userId: actor.userId, now: now.toISOString() })
      const { membership, payment, ahead, tokenBalance } = row!
      const next = await nextMarketDay(fact, now)
      const market = isApproved(actor) ? marketToday(next, now) : []
      return {
        membership: membership &&
          payment && {
            ...membership,
            endsOn: payment.cancelsAtPeriodEnd ? (payment.currentPeriodEnd?.toISOString() ?? null) : null,
          },
        tokenBalance,
        days: daysOf([...market, ...ahead], now),
        spaces: await activeSpaces(fact),
        market: { next },
        contact: contactOf(settings),
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
      /** The next six places that they have: bookings, the photography studio, events and stalls, and what is offered to them, whichever come first. */
      ahead: sql<Place[]>`(
        select coalesce(json_agg(json_build_object('kind', a.kind, 'id', a.id, 'what', a.what, 'startsAt', a.starts_at,
          'endsAt', a.ends_at, 'isHeld', a.is_held, 'keptUntil', a.kept_until) order by a.starts_at, a.id), '[]')
        from (
          select 'booking' as kind, b.id, t.name as what, b.starts_at, b.ends_at, b.status = 'pending' as is_held,
            null::timestamptz as kept_until
          from ${bookings} b join ${bookingTypes} t on t.id = b.booking_type_id
          where b.user_id = ${user.id} and b.status <> 'cancelled' and b.ends_at > ${sql.placeholder('now')}
          union all
          select 'studio', b.id, 'Photography Studio', b.starts_at, b.ends_at, false, null
          from ${studioBookings} b
          where b.user_id = ${user.id} and b.status <> 'cancelled' and b.ends_at > ${sql.placeholder('now')}
          union all
          select 'event', e.id, e.name, e.starts_at, e.ends_at, false, null
          from ${eventRegistrations} r join ${events} e on e.id = r.event_id
          where r.user_id = ${user.id} and r.status = 'registered' and e.is_standing and e.ends_at > ${sql.placeholder('now')}
          union all
          select 'stall', s.id, 'Your stall at the market', d.starts_at, d.ends_at, s.status = 'pending', null
          from ${marketBookings} s join ${marketDays} d on d.on = s.market_date
          where s.user_id = ${user.id} and s.status <> 'cancelled' and not d.is_cancelled and d.ends_at > ${sql.placeholder('now')}
          union all
          select case w.kind when 'slot' then 'offer' else 'eventOffer' end, coalesce(w.facility_id, e.id),
            coalesce(t.name, e.name), w.starts_at, w.ends_at, false, w.held_until
          from ${waitingEntries} w left join ${bookingTypes} t on t.id = w.facility_id
          left join ${events} e on e.id = case when w.kind = 'event' then w.subject::uuid end
          where w.user_id = ${user.id} and w.status = 'offered' and w.held_until > ${sql.placeholder('now')}
          order by starts_at, id limit 6) a)`,
    })
    .from(user)
    .leftJoin(userMemberships, and(eq(userMemberships.userId, user.id), isActiveMembership))
    .leftJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
    .where(eq(user.id, sql.placeholder('userId')))
    .prepare('own_numbers'),
)
