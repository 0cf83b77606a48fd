import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { pauseEndingMail } from '#features/membership/memberships/mail.tsx'
import { lockMembership, mailMember } from '#features/membership/memberships/model.ts'
import { pauseOf } from '#features/membership/memberships/rules.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { customPriceOf, stripePriceOf } from '#features/membership/sales/model.ts'
import { pausedFromKey, paymentStatusOf, periodEndOf } from '#features/membership/sales/rules.ts'
import { followSubscription } from '#features/membership/subscriptions/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { voidOpenInvoices } from '#features/money/customers/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { mails } from '#platform/db/tables.ts'
import { type AnyJob, defineJob, type JobContext } from '#platform/jobs/define.ts'
import { formatDay } from '#platform/words.ts'
import { giftEndingMail, giftMail } from './mail.tsx'
import { tellGift } from './model.ts'
import { type GivenTime, letsGo, reckonedAgain } from './rules.ts'
import { membershipGifts } from './table.ts'

const dayMs = 86_400_000
/** How long before the first charge people are told of it. */
const tellDays = 7

/**
 * Takes a gift to the provider, lets go of what was overdue, and tells the person: once, however often it is run. What the provider
 * has renewed meanwhile is reckoned with; what was given to a subscription that has ended meanwhile is nothing (PAY-06).
 */
export const applyGift = defineJob({
  name: 'memberships.apply-gift',
  payload: z.object({ giftId: z.uuid() }),
  retries: 10,
  mustBeDone: true,
  async run({ giftId }, context) {
    const { db, stripe } = context.runtime
    const isWaiting = and(eq(membershipGifts.id, giftId), isNull(membershipGifts.appliedAt))
    const [found] = await db
      .select({ gift: membershipGifts, membership: userMemberships, tier: membershipTiers })
      .from(membershipGifts)
      .innerJoin(userMemberships, eq(userMemberships.id, membershipGifts.membershipId))
      .innerJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
      .where(isWaiting)
    if (!found) return
    const { gift, membership, tier } = found
    const { customPence, priceWasPence } = gift
    const id = membership.stripeSubscriptionId
    const subscription = id ? await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }) : null
    if (!id || !subscription || subscription.status === 'canceled') {
      await context.write(tx => tx.delete(membershipGifts).where(isWaiting))
      return
    }
    const price =
      priceWasPence === null
        ? null
        : customPence === null
          ? await stripePriceOf(context.runtime, tier)
          : await customPriceOf(context.runtime, tier, customPence)
    const periodEnd = periodEndOf(subscription)
    const { freeUntil, paidUntil } = await reckonAgain(context, gift, subscription)
    const until = freeUntil && Math.floor(freeUntil.getTime() / 1000)
    // A change of plan that is under way in this process is over first.
    if (price || until)
      await context.runtime.oneAtATime(membership.userId, () =>
        stripe.subscriptions.update(
          id,
          {
            proration_behavior: 'none',
            ...(price && { items: [{ id: subscription.items.data[0]!.id, price }] }),
            // It has begun, whenever it was to begin; and free time is no pause, though one was taken back before.
            ...(until && { trial_end: until, metadata: { startOn: '', [pausedFromKey]: '' } }),
          },
          { idempotencyKey: `gift:${giftId}:${price ?? ''}:${until ?? ''}` },
        ),
      )
    const isLetGo = freeUntil !== null && letsGo({ paidUntil })
    if (isLetGo) await voidOpenInvoices(stripe, id)
    await context.write(async tx => {
      const { userId } = membership
      const { person } = await lockMembership(tx, userId)
      const [applied] = await tx
        .update(membershipGifts)
        .set({ appliedAt: tx.now })
        .where(isWaiting)
        .returning({ id: membershipGifts.id })
      if (!applied || !(price || until)) return
      const was = membership.monthlyPence ?? tier.pricePence
      const about = {
        tierName: tier.name,
        freeUntil: freeUntil && formatDay(freeUntil),
        monthlyPence: priceWasPence === null ? was : (customPence ?? tier.pricePence),
        wasPence: priceWasPence,
        letsGo: isLetGo,
        goesOn: !subscription.cancel_at_period_end && subscription.cancel_at === null,
        nextCharge: formatDay(freeUntil ?? periodEnd),
      }
      await mailMember(tx, userId, giftMail, about, person ? { person } : {})
      await tellGift(tx, userId, applied.id, tier.name)
    })
    await followSubscription(context, id)
  },
})

/**
 * What the gift is by the provider's own period. Kept before the provider is told of it: a second try finds what the first one
 * reckoned. What gives nothing any more says so to the office.
 */
async function reckonAgain(
  { now, write }: JobContext,
  gift: GivenTime & { id: string; notes: string },
  billed: Stripe.Subscription,
) {
  const period = {
    start: new Date(billed.items.data[0]!.current_period_start * 1000),
    end: periodEndOf(billed),
    isPaid: paymentStatusOf(billed) === 'paid',
    isFree: billed.status === 'trialing',
  }
  const found = reckonedAgain(gift, period, now)
  const isSame = [found.freeUntil, found.paidUntil].every(
    (at, index) => at?.getTime() === [gift.freeUntil, gift.paidUntil][index]?.getTime(),
  )
  if (isSame) return found
  const why = period.isPaid ? `the month to ${formatDay(period.end)} had been charged` : 'its last day was over'
  const said = `Nothing was given: ${why} before this reached the payment provider.`
  const notes = found.freeUntil ? gift.notes : [gift.notes, said].filter(Boolean).join('\n')
  await write(tx =>
    tx
      .update(membershipGifts)
      .set({ ...found, notes })
      .where(and(eq(membershipGifts.id, gift.id), isNull(membershipGifts.appliedAt))),
  )
  return found
}

/** Tells whoever has a membership for nothing, or paused it, once and a week ahead, when it ends or what is charged from then on. */
export const tellEnds = defineJob({
  name: 'memberships.gifts-ending',
  payload: z.object({}),
  cron: '20 8-20 * * *',
  cronPayload: {},
  async run(_, { runtime, now, write }) {
    const ending = await runtime.db
      .select({ membership: userMemberships, tier: membershipTiers })
      .from(userMemberships)
      .innerJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
      .innerJoin(profiles, eq(profiles.userId, userMemberships.userId))
      .where(
        and(
          isActiveMembership,
          // Whoever is kept out cannot cancel, and is not charged: they are told once they are back.
          eq(profiles.accountStatus, 'active'),
          gt(userMemberships.freeUntil, now),
          lte(userMemberships.freeUntil, new Date(now.getTime() + tellDays * dayMs)),
          sql`not exists (select from ${mails} x where x.relates_to = ${relation})`,
        ),
      )
    for (const { membership, tier } of ending)
      await write(async tx => {
        const { current, person } = await lockMembership(tx, membership.userId)
        if (current?.id !== membership.id || current.freeUntil?.getTime() !== membership.freeUntil!.getTime()) return
        const pause = pauseOf(current, now)
        // A pause that was taken back leaves a paid month as any other.
        if (current.pausedFrom && !pause) return
        const relatesTo = `gifts/${membership.id}/${Math.floor(membership.freeUntil!.getTime() / 1000)}`
        if ((await tx.$count(mails, eq(mails.relatesTo, relatesTo))) > 0) return
        const goesOn = current.stripeSubscriptionId !== null && !current.cancelsAtPeriodEnd
        const about = {
          tierName: tier.name,
          endsOn: formatDay(membership.freeUntil!),
          monthlyPence: goesOn ? (current.monthlyPence ?? tier.pricePence) : null,
        }
        await mailMember(tx, membership.userId, pause ? pauseEndingMail : giftEndingMail, about, {
          relatesTo,
          ...(person && { person }),
        })
      })
  },
})

/** Of which free time a mail is. */
const relation = sql`concat('gifts/', ${userMemberships.id}, '/', floor(extract(epoch from ${userMemberships.freeUntil}))::bigint)`

export const jobs: AnyJob[] = [applyGift, tellEnds]
