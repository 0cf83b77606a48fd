import { and, eq, isNotNull, lt, ne } from 'drizzle-orm'
import { z } from 'zod'
import { everyOf, voidOpenInvoices } from '#features/money/customers/model.ts'
import { addDays } from '#platform/dates.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { alignMonths, closeLink, endPaying, endRental, followSubscription, lastDayOver, lockRental } from './model.ts'
import { rentDayFrom, rentTakenAt, whyNot } from './rules.ts'
import { studioRentalMembers } from './table.ts'

/** Whoever has the page of a closed link open cannot pay there any more either. */
const close = defineJob({
  ...closeLink,
  retries: 10,
  mustBeDone: true,
  async run({ linkId }, { runtime: { stripe } }) {
    await stripe.paymentLinks.update(linkId, { active: false })
    const open = await everyOf(stripe.checkout.sessions.list({ payment_link: linkId, status: 'open', limit: 100 }))
    for (const { id } of open) await stripe.checkout.sessions.expire(id)
  },
})

const stop = defineJob({
  ...endPaying,
  retries: 10,
  mustBeDone: true,
  async run({ subscriptionId }, { runtime: { stripe } }) {
    const { status } = await stripe.subscriptions.retrieve(subscriptionId)
    if (status !== 'canceled') await stripe.subscriptions.cancel(subscriptionId)
    await voidOpenInvoices(stripe, subscriptionId)
  },
})

/**
 * What was paid first is the rental's first month, whenever it was paid: nothing is taken before the day of the next one.
 * The provider counts months by the universal clock, from the moment on which that rent is due: the house's noon is on the same
 * day by both clocks all the year, its midnight is not. After the last day of the rental none is taken: its payments end as
 * that day does. When it could not be done in time, the rent day that comes next is the first.
 */
const align = defineJob({
  ...alignMonths,
  retries: 10,
  mustBeDone: true,
  async run({ subscriptionId, nextOn, lastOn }, { runtime: { stripe }, now }) {
    const { status } = await stripe.subscriptions.retrieve(subscriptionId)
    if (status === 'canceled') return
    const seconds = (on: string, time: string) => Math.floor(instantOf(on, time).getTime() / 1000)
    await stripe.subscriptions.update(subscriptionId, {
      ...{ trial_end: seconds(rentDayFrom(nextOn, now), rentTakenAt), proration_behavior: 'none' },
      ...(lastOn && { cancel_at: seconds(addDays(lastOn, 1), '00:00') }),
    })
  },
})

/** Ends rentals whose last day is over, and those whose payments ended while nobody told us. */
export const endDue = defineJob({
  name: 'rentals.end-due',
  payload: z.object({}),
  cron: '7 3 * * *',
  cronPayload: {},
  async run(_, context) {
    const { runtime, now, write } = context
    const { id, rentalEndDate, migrationStatus, stripeSubscriptionId: paying } = studioRentalMembers
    const due = await runtime.db
      .select({ id })
      .from(studioRentalMembers)
      .where(and(ne(migrationStatus, 'ended'), lt(rentalEndDate, calendarDate(now))))
    for (const row of due)
      await write(async tx => {
        const rental = await lockRental(tx, row.id)
        if (whyNot.end(rental) === null) await endRental(tx, rental, { reason: lastDayOver, by: null })
      })
    const running = await runtime.db
      .select({ paying })
      .from(studioRentalMembers)
      .where(and(eq(migrationStatus, 'activated'), isNotNull(paying)))
    for (const row of running)
      await followSubscription(context, row.paying!).catch(error =>
        runtime.log.error({ err: error, subscriptionId: row.paying }, 'what pays for a rental could not be compared'),
      )
  },
})

export const jobs: AnyJob[] = [close, stop, align, endDue]
