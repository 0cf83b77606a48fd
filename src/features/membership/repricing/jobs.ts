import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { lockMembership, mailMember } from '#features/membership/memberships/model.ts'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { stripePriceOf } from '#features/membership/sales/model.ts'
import { followSubscription } from '#features/membership/subscriptions/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { mails } from '#platform/db/tables.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { formatDay } from '#platform/words.ts'
import { newPriceMail } from './mail.tsx'
import { isAtOtherPrice } from './model.ts'
import { firstChargeAt } from './rules.ts'

/** After the charge that is too near for the notice, with some room for the provider. */
const afterChargeMs = 6 * 3_600_000

/**
 * Moves one subscription to the price of its plan, told first: at the provider it counts from the next invoice on. Where that is
 * too near for the notice it is done after that charge, so that the one after it is the first. Run again it does nothing twice;
 * whoever has cancelled, changed plan or got a price of their own meanwhile, and a plan that changed its price again, is left alone.
 */
export const reprice = defineJob({
  name: 'memberships.reprice',
  payload: z.object({ membershipId: z.uuid(), pence: z.number().int().positive(), isTold: z.boolean() }),
  retries: 10,
  async run({ membershipId, pence, isTold }, context) {
    const { db, stripe } = context.runtime
    const [found] = await db
      .select({ membership: userMemberships, tier: membershipTiers })
      .from(userMemberships)
      .innerJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
      .where(and(eq(userMemberships.id, membershipId), isAtOtherPrice, eq(membershipTiers.pricePence, pence)))
    if (!found?.membership.currentPeriodEnd) return
    const { membership, tier } = found
    const { userId, currentPeriodEnd: periodEnd, monthlyPence, stripeSubscriptionId: subscriptionId } = membership
    const isNow = isTold || firstChargeAt(periodEnd!, context.now) !== null
    if (isNow) {
      const { items } = await stripe.subscriptions.retrieve(subscriptionId!)
      const price = await stripePriceOf(context.runtime, tier)
      const item = { id: items.data[0]!.id, price }
      await stripe.subscriptions.update(subscriptionId!, { items: [item], proration_behavior: 'none' })
    }
    if (!isTold)
      await context.write(async tx => {
        await lockMembership(tx, userId)
        const relatesTo = `reprice/${membershipId}/${pence}`
        if ((await tx.$count(mails, eq(mails.relatesTo, relatesTo))) > 0) return
        const from = isNow ? formatDay(periodEnd!) : `the charge after ${formatDay(periodEnd!)}`
        const about = { tierName: tier.name, wasPence: monthlyPence!, nextPence: pence, from }
        await mailMember(tx, userId, newPriceMail, about, { relatesTo })
        const runAt = new Date(periodEnd!.getTime() + afterChargeMs)
        if (!isNow) await tx.enqueue(reprice, { membershipId, pence, isTold: true }, { runAt })
      })
    if (isNow) await followSubscription(context, subscriptionId!)
  },
})

export const jobs: AnyJob[] = [reprice]
