import { sql } from 'drizzle-orm'
import { mayReapplyAt, stageOf } from '#features/admissions/applications/rules.ts'
import { applicationQuestions, membershipApplications } from '#features/admissions/applications/table.ts'
import { isInLine, placeInLine } from '#features/admissions/waitlist/model.ts'
import { waitingList } from '#features/admissions/waitlist/table.ts'
import { notifications } from '#features/house/notifications/table.ts'
import type { Settings } from '#features/house/settings/inputs.ts'
import { pauseOf } from '#features/membership/memberships/rules.ts'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { pointsOf } from '#features/membership/points/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { balanceOf } from '#features/membership/tokens/model.ts'
import { orders } from '#features/money/orders/table.ts'
import { whyNot } from '#features/spaces/calendar/rules.ts'
import { cartItems } from '#features/spaces/cart/table.ts'
import { shopCartLines } from '#features/store/cart/table.ts'
import { type Actor, isApproved } from '#platform/auth/actor.ts'
import { type Db, prepared } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { type Standing, standingOf } from './rules.ts'

const person = sql.placeholder('userId')

/** What JSON makes of a row; instants are text there. */
interface LatestApplication {
  status: 'pending' | 'approved' | 'rejected' | 'withdrawn'
  declinedAt: string | null
  currentVotes: number
  rejectVotes: number
  withdrawnAt: string | null
  reviewedAt: string | null
  tierName: string
  isPaid: boolean
  /** The tier can be chosen now; it may have been taken out of the catalogue since (decision 10). */
  isOffered: boolean
  isAsked: boolean
}

const ownFacts = prepared(db =>
  db
    .select({
      tokenBalance: balanceOf(person),
      totalPoints: pointsOf(person),
      cartCount: sql<number>`(select count(*)::int from ${cartItems} where ${cartItems.userId} = ${person})`,
      shopCartCount: sql<number>`(select count(*)::int from ${shopCartLines} where ${shopCartLines.userId} = ${person})`,
      unreadCount: sql<number>`(select count(*)::int from ${notifications} n
        where n.user_id = ${person} and n.read_at is null and n.is_shown)`,
      application: sql<LatestApplication | null>`(select json_build_object('status', a.status, 'declinedAt', a.declined_at, 'currentVotes', a.current_votes, 'rejectVotes', a.reject_votes,
          'reviewedAt', a.reviewed_at, 'withdrawnAt', a.withdrawn_at, 'tierName', coalesce(t.name, a.tier_slug), 'isPaid', coalesce(t.price_pence > 0, false), 'isOffered', coalesce(t.is_active, false),
          'isAsked', exists (select from ${applicationQuestions} q where q.application_id = a.id and q.answer is null))
        from ${membershipApplications} a left join ${membershipTiers} t on t.slug = a.tier_slug
        where a.user_id = ${person} order by a.submitted_at desc limit 1)`,
      payment: sql<{
        isOverdue: boolean
        isLetGo: boolean
        overdueSince: string | null
        pausedFrom: string | null
        freeUntil: string | null
        endsAt: string | null
      } | null>`(select json_build_object(
          'isOverdue', m.payment_status = 'overdue', 'isLetGo', m.payment_status = 'waived' and m.stripe_subscription_id is not null and m.next_tier_id is null and m.free_until is null,
          'overdueSince', m.overdue_since, 'pausedFrom', m.paused_from, 'freeUntil', m.free_until, 'endsAt', case when m.cancels_at_period_end then m.current_period_end end)
        from ${userMemberships} m where m.user_id = ${person} and m.status = 'active')`,
      next: sql<{
        tierName: string
        beginsAt: string
        amountPence: number
      } | null>`(select json_build_object('tierName', t.name,
          'beginsAt', m.current_period_end, 'amountPence', coalesce((select o.amount_pence from ${orders} o
            where o.user_id = ${person} and o.kind = 'membership' and o.status = 'arranged' order by o.created_at desc limit 1), t.price_pence))
        from ${userMemberships} m join ${membershipTiers} t on t.id = m.next_tier_id
        where m.user_id = ${person} and m.status = 'active')`,
      ended: sql<{
        tierName: string
        at: string
      } | null>`(select json_build_object('tierName', t.name, 'at', m.ended_at) from ${userMemberships} m join ${membershipTiers} t on t.id = m.tier_id
        where m.user_id = ${person} and m.status <> 'active' and m.paid_since_on is not null
        order by m.ended_at desc limit 1)`,
      isInLine: sql<boolean>`exists (select from ${waitingList}
        where ${waitingList.userId} = ${person} and ${isInLine})`,
      cameWith: sql<{ isApplying: boolean; tierName: string | null }>`(select json_build_object(
          'isApplying', u.came_to_apply or u.referred_by_code is not null, 'tierName', t.name)
        from ${user} u left join ${membershipTiers} t on t.slug = u.wanted_tier and t.is_active where u.id = ${person})`,
    })
    .from(sql`(select) nothing`)
    .prepare('own_facts'),
)

/** Where a person stands, and the numbers that every page of theirs shows. */
export async function ownStanding(
  db: Db,
  actor: Actor,
  settings: Settings,
  now: Date,
): Promise<{
  tokenBalance: number
  totalPoints: number
  cartCount: number
  /** Things from the store that lie in the cart beside them. */
  shopCartCount: number
  unreadCount: number
  standing: Standing
  /** They signed up on the way to the application form, which they have not reached yet. */
  cameToApply: boolean
}> {
  const [row] = await ownFacts(db).execute({ userId: actor.userId })
  const {
    tokenBalance,
    totalPoints,
    cartCount,
    shopCartCount,
    unreadCount,
    application,
    payment,
    next,
    ended,
    cameWith,
  } = row!
  const reviewedAt = instant(application?.reviewedAt)
  const declinedAt = instant(application?.declinedAt)
  const withdrawnAt = instant(application?.withdrawnAt)
  // Approved, and not a member yet: in line for a place (decision 16), also who never applied.
  const place = row!.isInLine && !isApproved(actor) ? await placeInLine(db, actor.userId) : null
  const standing = standingOf({
    actor,
    application: application && {
      ...application,
      reviewedAt,
      stage: stageOf({ ...application, declinedAt, isWaiting: place !== null }),
    },
    mayReapplyAt: mayReapplyAt(
      {
        ...{ reviewedAt, withdrawnAt },
        currentVotes: application?.currentVotes ?? 0,
        rejectVotes: application?.rejectVotes ?? 0,
      },
      settings.reapplyAfterDays,
    ),
    placeInLine: place,
    payment: payment && {
      ...payment,
      endsAt: instant(payment.endsAt),
      pause: pauseOf({ pausedFrom: instant(payment.pausedFrom), freeUntil: instant(payment.freeUntil) }, now),
      restsAt: restsAt(instant(payment.overdueSince), settings),
    },
    next: next && { ...next, beginsAt: new Date(next.beginsAt) },
    ended: ended && { ...ended, at: new Date(ended.at) },
    wantedTier: cameWith.tierName,
    canBook: whyNot.book(actor, settings) === null,
    now,
  })
  const cameToApply =
    standing.kind === 'account' && application === null && (cameWith.isApplying || cameWith.tierName !== null)
  return { tokenBalance, totalPoints, cartCount, shopCartCount, unreadCount, standing, cameToApply }
}

/** When what the plan brings rests, if an overdue payment stays open. */
const restsAt = (overdueSince: Date | null, { graceDays }: Settings) =>
  overdueSince && new Date(overdueSince.getTime() + graceDays * 86_400_000)

const instant = (text: string | null | undefined) => (text ? new Date(text) : null)
