import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lockMembership, mailMember } from '#features/membership/memberships/model.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { followSubscription } from '#features/membership/subscriptions/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { voidOpenInvoices } from '#features/money/customers/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { mails } from '#platform/db/tables.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { formatDay } from '#platform/words.ts'
import { giftEndingMail } from './mail.tsx'

const dayMs = 86_400_000
/** How long before the first charge people are told of it. */
const tellDays = 7

/** What was asked for before the gift is asked for no more. */
export const letGoOfInvoices = defineJob({
  name: 'memberships.let-go-of-invoices',
  payload: z.object({ subscriptionId: z.string().max(255) }),
  retries: 10,
  async run({ subscriptionId }, context) {
    await voidOpenInvoices(context.runtime.stripe, subscriptionId)
    await followSubscription(context, subscriptionId)
  },
})

/** Tells whoever has a membership for nothing, once and a week ahead, when it ends or what is charged from then on. */
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
        const relatesTo = `gifts/${membership.id}/${Math.floor(membership.freeUntil!.getTime() / 1000)}`
        if ((await tx.$count(mails, eq(mails.relatesTo, relatesTo))) > 0) return
        const goesOn = current.stripeSubscriptionId !== null && !current.cancelsAtPeriodEnd
        const about = {
          tierName: tier.name,
          endsOn: formatDay(membership.freeUntil!),
          monthlyPence: goesOn ? (current.monthlyPence ?? tier.pricePence) : null,
        }
        await mailMember(tx, membership.userId, giftEndingMail, about, { relatesTo, ...(person && { person }) })
      })
  },
})

/** Of which free time a mail is. */
const relation = sql`concat('gifts/', ${userMemberships.id}, '/', floor(extract(epoch from ${userMemberships.freeUntil}))::bigint)`

export const jobs: AnyJob[] = [letGoOfInvoices, tellEnds]
