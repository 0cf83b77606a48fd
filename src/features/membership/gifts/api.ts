import { desc, eq } from 'drizzle-orm'
import { enterTier, lockMembership, mailMember } from '#features/membership/memberships/model.ts'
import { customPriceOf, stripePriceOf } from '#features/membership/sales/model.ts'
import { followSubscription } from '#features/membership/subscriptions/model.ts'
import { activeTiersFact } from '#features/membership/tiers/model.ts'
import { isFree } from '#features/membership/tiers/rules.ts'
import { everyOf, shortTimeout } from '#features/money/customers/model.ts'
import { user } from '#platform/db/tables.ts'
import { jobContext } from '#platform/jobs/runner.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import type { Runtime } from '#platform/runtime.ts'
import { calendarDate } from '#platform/time.ts'
import { formatDay } from '#platform/words.ts'
import { gift, messages, personChoice } from './inputs.ts'
import { letGoOfInvoices } from './jobs.ts'
import { giftMail } from './mail.tsx'
import { receiverOf } from './model.ts'
import { giftOf, monthsFrom, whyNotGive } from './rules.ts'
import { membershipGifts } from './table.ts'

/** Free time and prices of one's own; part of `memberships` in the router (PAY-03…06, decision 19). */
export const giftCalls = {
  /**
   * Somebody's membership as the form of a gift shows it: plan, price, period, what is asked for and not paid yet (`openPence`,
   * null where the provider could not be asked), and what was given before. Throws NOT_FOUND.
   */
  giftsOf: forAdmin
    .route({ method: 'GET', summary: 'Free time and price of a membership' })
    .input(personChoice)
    .handler(async ({ input: { userId }, context: { runtime, db, fact, now } }) => {
      const { person, membership, tier, standing } = await receiverOf(db, userId)
      const given = await db
        .select({ gift: membershipGifts, by: user.name })
        .from(membershipGifts)
        .leftJoin(user, eq(user.id, membershipGifts.givenBy))
        .where(eq(membershipGifts.userId, userId))
        .orderBy(desc(membershipGifts.createdAt))
        .limit(giftsShown)
      return {
        ...{ name: person.name, email: person.email, standing },
        tier: tier && { id: tier.id, name: tier.name, pricePence: tier.pricePence, isFree: isFree(tier) },
        paymentStatus: membership?.paymentStatus ?? null,
        freeUntil: membership?.freeUntil ?? null,
        /** The days on which gift months begin, and the first that can be the last free one. */
        days: { today: calendarDate(now), monthsFrom: calendarDate(monthsFrom(standing, now)) },
        cancelsAtPeriodEnd: membership?.cancelsAtPeriodEnd ?? false,
        openPence: await openPenceOf(runtime, membership?.stripeSubscriptionId ?? null),
        plans: (await fact(activeTiersFact))
          .filter(each => !isFree(each))
          .map(({ id, name, pricePence }) => ({ id, name, pricePence })),
        gifts: given.map(({ gift: { membershipId: _, userId: __, givenBy: ___, ...rest }, by }) => ({ ...rest, by })),
      }
    }),

  /**
   * Gives free months or free time until a day, and sets or takes away a price of one's own; the person is told by mail. Where a
   * subscription runs, the provider charges nothing before the end, and the new price from the next invoice on; what is asked for
   * and not paid is let go of. Without one the plan is had until then and ends by itself. NOT_FOUND, NO_MEMBERSHIP, ON_HOLD,
   * NOT_BEGUN, CHANGED_MEANWHILE, INVALID_INPUT; SAVE_FAILED "Failed to update membership", nothing has changed then (PAY-10).
   */
  give: forAdmin
    .route({ summary: 'Give free time or a price of one’s own' })
    .input(gift)
    .handler(({ input, context }) =>
      context.runtime.oneAtATime(input.userId, async () => {
        const { runtime, db, actor, request, now } = context
        const { userId, notes, giftMonths } = input
        const { membership, tier, standing } = await receiverOf(db, userId)
        demand(whyNotGive(standing, input, now))
        const { freeUntil, customPence } = giftOf(standing, input, now)
        const plan = standing!.hasSubscription
          ? tier!
          : (await context.fact(activeTiersFact)).find(each => each.id === input.tierId && !isFree(each))
        if (!plan) throw notFound('Tier not found')
        const subscriptionId = membership!.stripeSubscriptionId
        const pricePence = customPence ?? plan.pricePence
        const next = freeUntil ?? standing!.periodEnd
        if (subscriptionId)
          await atProvider(runtime, async () => {
            const items =
              customPence === undefined ? undefined : await itemAt(runtime, subscriptionId, plan, customPence)
            await runtime.stripe.subscriptions.update(
              subscriptionId,
              {
                proration_behavior: 'none',
                ...(items && { items }),
                // It has begun, whenever it was to begin.
                ...(freeUntil && { trial_end: Math.floor(freeUntil.getTime() / 1000), metadata: { startOn: '' } }),
              },
              shortTimeout,
            )
          })
        const given = await context.write(async tx => {
          const locked = await lockMembership(tx, userId)
          const membershipId = subscriptionId
            ? membership!.id
            : await enterTier(
                tx,
                {
                  userId,
                  tierId: plan.id,
                  isPaid: true,
                  paymentStatus: 'waived',
                  subscriptionId: null,
                  periodStart: tx.now,
                  periodEnd: freeUntil!,
                  freeUntil: freeUntil!,
                },
                locked,
              )
          const [row] = await tx
            .insert(membershipGifts)
            .values({
              ...{ membershipId, userId, notes, giftedMonths: giftMonths, givenBy: actor.userId, createdAt: tx.now },
              freeUntil: freeUntil ?? null,
              paidUntil: freeUntil ? standing!.paidUntil : null,
              customPence: customPence ?? null,
              priceWasPence: customPence === undefined ? null : standing!.monthlyPence,
            })
            .returning({ id: membershipGifts.id })
          if (subscriptionId && freeUntil) await tx.enqueue(letGoOfInvoices, { subscriptionId })
          await mailMember(tx, userId, giftMail, {
            tierName: plan.name,
            freeUntil: freeUntil ? formatDay(freeUntil) : null,
            monthlyPence: customPence === undefined ? standing!.monthlyPence : pricePence,
            wasPence: customPence === undefined ? null : standing!.monthlyPence,
            goesOn: subscriptionId !== null && !membership!.cancelsAtPeriodEnd,
            nextCharge: next && formatDay(next),
          })
          await tx.announce({ to: { role: 'admin' }, kind: 'memberships.given' })
          return row!.id
        })
        if (subscriptionId) await followSubscription(jobContext(runtime, request.id), subscriptionId)
        return { id: given, freeUntil: freeUntil ?? null, customPence }
      }),
    ),
}

const giftsShown = 20

/** The one item of a subscription at the price that is wished for, in pence; null: the plan's own. */
async function itemAt(
  runtime: Runtime,
  subscriptionId: string,
  plan: Parameters<typeof stripePriceOf>[1],
  customPence: number | null,
) {
  const { items } = await runtime.stripe.subscriptions.retrieve(subscriptionId, {}, shortTimeout)
  const price =
    customPence === null ? await stripePriceOf(runtime, plan) : await customPriceOf(runtime, plan, customPence)
  return [{ id: items.data[0]!.id, price }]
}

async function atProvider(runtime: Runtime, change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    runtime.log.warn({ err: error }, 'a gift could not be given')
    throw refusal('SAVE_FAILED', messages.saveFailed, { status: 424 })
  }
}

/** What is asked for and not paid yet, in pence; null where the provider could not be asked. */
async function openPenceOf({ stripe, log }: Runtime, subscription: string | null): Promise<number | null> {
  if (!subscription) return 0
  try {
    const open = await everyOf(stripe.invoices.list({ subscription, status: 'open', limit: 100 }, shortTimeout))
    return open.reduce((sum, { amount_remaining }) => sum + amount_remaining, 0)
  } catch (error) {
    log.warn({ err: error }, 'the invoices of a member could not be read')
    return null
  }
}
