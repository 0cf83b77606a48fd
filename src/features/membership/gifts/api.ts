import { desc, eq } from 'drizzle-orm'
import { enterTier, lockMembership, mailMember } from '#features/membership/memberships/model.ts'
import { ownPlan } from '#features/membership/plans/model.ts'
import { membershipOrders } from '#features/membership/sales/model.ts'
import { periodEndOf } from '#features/membership/sales/rules.ts'
import { followSubscription } from '#features/membership/subscriptions/model.ts'
import { activeTiersFact } from '#features/membership/tiers/model.ts'
import { isFree } from '#features/membership/tiers/rules.ts'
import { everyOf, shortTimeout } from '#features/money/customers/model.ts'
import { abandonOrder } from '#features/money/orders/model.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { jobContext } from '#platform/jobs/runner.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import type { Runtime } from '#platform/runtime.ts'
import { calendarDate } from '#platform/time.ts'
import { formatDay } from '#platform/words.ts'
import { gift, personChoice } from './inputs.ts'
import { applyGift } from './jobs.ts'
import { giftMail } from './mail.tsx'
import { receiverOf, tellGift } from './model.ts'
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
      const { person, membership, tier, standing } = await receiverOf(db, userId, now)
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
        /** Now, from which a gift is reckoned. */
        at: now,
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
   * subscription runs, the provider charges nothing before the end, and the new price from the next invoice on; what was overdue is
   * let go of. It is kept first and taken to the provider then, now or when it answers again. Without a subscription the plan is had
   * until then and ends by itself. NOT_FOUND, NO_MEMBERSHIP, ON_HOLD, NOT_BEGUN, CHANGED_MEANWHILE, GIFT_UNDER_WAY,
   * PAYMENT_UNDER_WAY, INVALID_INPUT.
   */
  give: forAdmin
    .route({ summary: 'Give free time or a price of one’s own' })
    .input(gift)
    .handler(async ({ input, context }) => {
      const { runtime, actor, request, fact } = context
      const { userId, notes, giftMonths, tierId } = input
      await beUpToDate(context, userId)
      const plans = await fact(activeTiersFact)
      const given = await context.write(async tx => {
        const locked = await lockMembership(tx, userId)
        const { membership, standing } = await receiverOf(tx, userId, tx.now)
        demand(whyNotGive(standing, input, tx.now))
        const { freeUntil = null, customPence } = giftOf(standing, input, tx.now)
        const { paidUntil, hasSubscription, monthlyPence } = standing!
        const row = {
          ...{ userId, notes, freeUntil, giftedMonths: giftMonths, givenBy: actor.userId, createdAt: tx.now },
          paidUntil: freeUntil && paidUntil,
          customPence: customPence ?? null,
          priceWasPence: customPence === undefined ? null : monthlyPence,
        }
        await tx.announce({ to: { role: 'admin' }, kind: 'memberships.given' })
        if (hasSubscription) {
          const [gift] = await tx
            .insert(membershipGifts)
            .values({ ...row, membershipId: membership!.id })
            .returning(ids)
          await tx.enqueue(applyGift, { giftId: gift!.id })
          return { id: gift!.id, isUnderWay: true }
        }
        const plan = plans.find(each => each.id === tierId && !isFree(each))
        if (!plan) throw notFound('Tier not found')
        const entry = { userId, tierId: plan.id, isPaid: true, paymentStatus: 'waived' as const, subscriptionId: null }
        const period = { periodStart: tx.now, periodEnd: freeUntil, freeUntil }
        const membershipId = await enterTier(tx, { ...entry, ...period }, locked)
        const [gift] = await tx
          .insert(membershipGifts)
          .values({ ...row, membershipId, appliedAt: tx.now })
          .returning(ids)
        const told = {
          tierName: plan.name,
          freeUntil: formatDay(freeUntil!),
          monthlyPence: 0,
          wasPence: null,
          letsGo: false,
        }
        await mailMember(tx, userId, giftMail, { ...told, goesOn: false, nextCharge: null })
        await tellGift(tx, userId, gift!.id, plan.name)
        return { id: gift!.id, isUnderWay: false }
      })
      // At once where the provider answers; else the job does it.
      if (given.isUnderWay)
        await applyGift
          .run({ giftId: given.id }, jobContext(runtime, request.id))
          .catch(error => runtime.log.warn({ err: error }, 'a gift waits for the provider'))
      return { id: given.id }
    }),
}

const ids = { id: membershipGifts.id }

interface Asking {
  runtime: Runtime
  db: Reader
  request: { id: string }
}

/**
 * A period that the provider has renewed, though nobody has told us yet, is taken over. A payment page that is open would begin
 * another membership, and the gift would be lost. PAYMENT_UNDER_WAY when it was paid.
 */
async function beUpToDate({ runtime, db, request }: Asking, userId: string): Promise<void> {
  const { pending, current } = await ownPlan(db, userId)
  const subscriptionId = current?.stripeSubscriptionId
  if (subscriptionId)
    try {
      const end = periodEndOf(await runtime.stripe.subscriptions.retrieve(subscriptionId, {}, shortTimeout))
      if (end.getTime() !== current.currentPeriodEnd?.getTime())
        await followSubscription(jobContext(runtime, request.id), subscriptionId)
    } catch (error) {
      // The gift waits for the provider then, and is reckoned from its period.
      runtime.log.warn({ err: error }, 'the period of a member could not be read')
    }
  if (!pending || subscriptionId) return
  await abandonOrder(runtime, membershipOrders, pending.id).catch(error => {
    runtime.log.warn({ err: error }, 'a payment page could not be closed')
    throw refusal('PAYMENT_UNDER_WAY', 'They are paying for a plan at this moment. Look again in a minute.')
  })
}

const giftsShown = 20

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
