import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { pauseEndingMail } from '#features/membership/memberships/mail.tsx'
import { lockMembership, mailMember } from '#features/membership/memberships/model.ts'
import { pauseOf } from '#features/membership/memberships/rules.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { customPriceOf, stripePriceOf } from '#features/membership/sales/model.ts'
import { followSubscription } from '#features/membership/subscriptions/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { voidOpenInvoices } from '#features/money/customers/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { mails } from '#platform/db/tables.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { formatDay } from '#platform/words.ts'
import { giftEndingMail, giftMail } from './mail.tsx'
import { membershipGifts } from './table.ts'

const dayMs = 86_400_000
/** How long before the first charge people are told of it. */
const tellDays = 7

/**
 * Takes a gift to the provider, lets go of what was overdue, and tells the person: once, however often it is run. What was given to a
 * subscription that has ended meanwhile is nothing.
 */
export const applyGift = defineJob({
  name: 'memberships.apply-gift',
  payload: z.object({ giftId: z.uuid() }),
  retries: 10,
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
    const { freeUntil, customPence, priceWasPence } = gift
    const id = membership.stripeSubscriptionId
    const subscription = id ? await stripe.subscriptions.retrieve(id) : null
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
    // A change of plan that is under way in this process is over first.
    await context.runtime.oneAtATime(membership.userId, () =>
      stripe.subscriptions.update(
        id,
        {
          proration_behavior: 'none',
          ...(price && { items: [{ id: subscription.items.data[0]!.id, price }] }),
          // It has begun, whenever it was to begin.
          ...(freeUntil && { trial_end: Math.floor(freeUntil.getTime() / 1000), metadata: { startOn: '' } }),
        },
        { idempotencyKey: `gift:${giftId}:${price ?? ''}` },
      ),
    )
    // Of a month that counts as paid nothing is let go of, also while its invoice is a draft.
    if (freeUntil && !gift.paidUntil) await voidOpenInvoices(stripe, id)
    await context.write(async tx => {
      const { userId } = membership
      const { person } = await lockMembership(tx, userId)
      const [applied] = await tx
        .update(membershipGifts)
        .set({ appliedAt: tx.now })
        .where(isWaiting)
        .returning({ id: membershipGifts.id })
      if (!applied) return
      const next = freeUntil ?? membership.currentPeriodEnd
      const was = membership.monthlyPence ?? tier.pricePence
      const about = {
        tierName: tier.name,
        freeUntil: freeUntil && formatDay(freeUntil),
        monthlyPence: priceWasPence === null ? was : (customPence ?? tier.pricePence),
        wasPence: priceWasPence,
        goesOn: !subscription.cancel_at_period_end && subscription.cancel_at === null,
        nextCharge: next && formatDay(next),
      }
      await mailMember(tx, userId, giftMail, about, person ? { person } : {})
    })
    await followSubscription(context, id)
  },
})

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
