import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { z } from 'zod'
import { membershipEndingMail, membershipPausedMail } from '#features/membership/memberships/mail.tsx'
import { currentMembership, followRestriction, leavePaid, mailMember } from '#features/membership/memberships/model.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { ownPlan } from '#features/membership/plans/model.ts'
import { membershipOrders } from '#features/membership/sales/model.ts'
import { followSubscription } from '#features/membership/subscriptions/model.ts'
import { isFree } from '#features/membership/tiers/rules.ts'
import { voidOpenInvoices } from '#features/money/customers/model.ts'
import { abandonOrder } from '#features/money/orders/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { mails } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type AnyJob, defineJob, type JobContext } from '#platform/jobs/define.ts'
import { endPending, giveBackUnused, isGivenBackFor } from './model.ts'

/** Marks a pause that the house made, so that lifting a suspension leaves one alone that staff made at the provider. */
const mark = 'pausedBySuspension'

const follow = defineJob({
  ...followRestriction,
  retries: 10,
  mustBeDone: true,
  async run({ userId }, context) {
    const { db, stripe } = context.runtime
    const [account] = await db
      .select({
        status: profiles.accountStatus,
        isGivenBack: profiles.isUnusedGivenBack,
        blockedAt: profiles.blockedAt,
      })
      .from(profiles)
      .where(eq(profiles.userId, userId))
    if (!account) return
    const { status, isGivenBack, blockedAt } = account
    const { pending, current } = await ownPlan(db, userId)
    // Nobody pays the house for what they may not have.
    if (status !== 'active') await context.write(tx => endPending(tx, userId, membershipOrders.name))
    if (pending && status !== 'active') await abandonOrder(context.runtime, membershipOrders, pending.id)
    const subscriptionId = current?.stripeSubscriptionId
    if (!subscriptionId) {
      if (status !== 'blocked') return
      if (isGivenBack) await giveBackUnused(context, { userId, subscriptionId: null, blockedAt })
      await endGift(context, userId)
      return
    }
    const subscription = await stripe.subscriptions.retrieve(subscriptionId)
    // Ended at the provider while its notice is under way: what the block promised holds all the same.
    if (subscription.status === 'canceled') {
      if (status === 'blocked' && isGivenBack) await giveBackUnused(context, { userId, subscriptionId, blockedAt })
      return
    }
    const isOurPause = subscription.metadata[mark] === 'yes'
    // What has not begun is not kept waiting for somebody who may not come in.
    if (
      status === 'blocked' ||
      (status === 'suspended' && current.nextTierId) ||
      (await isGivenBackFor(db, subscriptionId))
    ) {
      // First: the credit that an open invoice has used is credit again once it is void.
      await voidOpenInvoices(stripe, subscriptionId)
      if (isGivenBack) await giveBackUnused(context, { userId, subscriptionId, blockedAt })
      await stripe.subscriptions.cancel(subscriptionId)
    } else if (status === 'suspended') {
      if (!subscription.pause_collection)
        await stripe.subscriptions.update(subscriptionId, {
          pause_collection: { behavior: 'void' },
          metadata: { [mark]: 'yes' },
        })
      await voidOpenInvoices(stripe, subscriptionId)
      await context.write(tx => tellPause(tx, { userId, since: blockedAt, tierName: current.tier.name }))
    } else if (status === 'active' && isOurPause)
      await stripe.subscriptions.update(subscriptionId, { pause_collection: '', metadata: { [mark]: '' } })
    else return
    await followSubscription(context, subscriptionId)
  },
})

/** Once for each suspension, also when the work had to be taken up again. */
async function tellPause(tx: Tx, about: { userId: string; since: Date | null; tierName: string }): Promise<void> {
  const { userId, since, tierName } = about
  const relatesTo = `holds/${userId}/${since?.getTime()}`
  if ((await tx.$count(mails, eq(mails.relatesTo, relatesTo))) > 0) return
  await mailMember(tx, userId, membershipPausedMail, { tierName }, { relatesTo })
}

/** A plan at no cost ends with the block too. */
const endGift = ({ write }: JobContext, userId: string) =>
  write(async tx => {
    const current = await currentMembership(tx, userId)
    if (!current || isFree(current.tier)) return
    await leavePaid(tx, userId)
    await mailMember(tx, userId, membershipEndingMail, { tierName: current.tier.name, endsOn: null, isOnHold: true })
  })

/** Nobody on hold goes on being charged, whatever became of the work that should have seen to it. */
export const reconcileRestrictions = defineJob({
  name: 'memberships.reconcile-restrictions',
  payload: z.object({}),
  cron: '52 4 * * *',
  cronPayload: {},
  async run(_, context) {
    const { db, log } = context.runtime
    const running = await db
      .select({ userId: profiles.userId, subscriptionId: userMemberships.stripeSubscriptionId })
      .from(profiles)
      .innerJoin(userMemberships, and(eq(userMemberships.userId, profiles.userId), isActiveMembership))
      .where(and(ne(profiles.accountStatus, 'active'), isNotNull(userMemberships.stripeSubscriptionId)))
    for (const { userId, subscriptionId } of running)
      await follow
        .run({ userId }, context)
        .catch(error => log.error({ err: error, subscriptionId }, 'a closed account has a running subscription'))
  },
})

export const jobs: AnyJob[] = [follow, reconcileRestrictions]
