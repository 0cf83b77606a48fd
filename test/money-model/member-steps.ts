import fc from 'fast-check'
import { expect } from 'vitest'
import { referrals } from '#features/membership/referrals/table.ts'
import { startDays } from '#features/membership/sales/rules.ts'
import { facility } from '#seed/factories/facilities.ts'
import { member } from '#seed/factories/people.ts'
import { control, declinedCard, goodCard } from '#test/payments.ts'
import {
  as,
  balanceOf,
  customerOf,
  goTo,
  type House,
  type Known,
  office,
  often,
  pay,
  settle,
  step,
  subscriptionOf,
  takeBackPause,
} from './house.ts'

const paidTiers = ['builder', 'creator', 'innovator'] as const
const knowsCustomer = (known: Known) => !known.can.subscribe || known.tokens > 0 || known.rooms > 0

/** What the member does, and what the bank and staff at the provider do to their money. */
export const memberSteps = [
  ...often(
    fc.record({ to: fc.constantFrom(...paidTiers), isDeclined: fc.boolean() }).map(({ to, isDeclined }) =>
      step(
        `subscribe to ${to}${isDeclined ? ', declined first' : ''}`,
        ({ can }) => can.subscribe,
        async (_, house) => {
          const { url } = await as(house).memberships.subscribe({ tierId: house.tier(to).id })
          if (isDeclined) await pay(house, url, declinedCard)
          await pay(house, url, goodCard)
        },
      ),
    ),
    6,
  ),
  fc.constantFrom(...paidTiers).map(to =>
    step(
      `subscribe to ${to} with a later start`,
      ({ can, hasPlan }) => can.subscribe && !hasPlan,
      async (_, house) => {
        const { from: startOn } = startDays(house.app.clock.now())
        const { url } = await as(house).memberships.subscribe({ tierId: house.tier(to).id, startOn })
        await pay(house, url)
      },
    ),
  ),
  fc.constantFrom('paid', 'declined').map(how =>
    step(
      `the first day, ${how}`,
      ({ isWaiting, isOverdue }) => isWaiting && !isOverdue,
      async (_, house) => {
        const subscription = await subscriptionOf(house)
        await control(house.app, { declineNext: how === 'declined' })
        await control(house.app, { advanceSubscription: subscription })
        await control(house.app, { declineNext: false })
        await goTo(house, subscription)
      },
    ),
  ),
  fc.constant(
    step(
      'start now',
      ({ can }) => can.startNow,
      async (_, house) => void (await as(house).memberships.startNow()),
    ),
  ),
  ...often(
    fc.record({ to: fc.constantFrom(...paidTiers), isDeclined: fc.boolean() }).map(({ to, isDeclined }) =>
      step(
        `change to ${to}${isDeclined ? ', declined' : ''}`,
        ({ can, isOverdue }) => can.change && !isOverdue,
        async (known, house) => {
          const { memberships } = as(house)
          const before = (await memberships.mine()).tier!
          if (before.slug === to) return
          const { nowPence, at } = await memberships.changeQuote({ tierId: house.tier(to).id })
          await control(house.app, { declineNext: isDeclined })
          const done = await memberships.change({ tierId: house.tier(to).id, quote: { nowPence, at } }).then(
            mine => mine.tier!.slug,
            error => error.code,
          )
          await control(house.app, { declineNext: false })
          // Credit may pay for what the card would have been asked for.
          if (done === to) known.customPence = null
          expect([to, ...(isDeclined && nowPence > 0 ? ['PAYMENT_FAILED'] : [])]).toContain(done)
        },
      ),
    ),
    3,
  ),
  fc.constant(
    step(
      'cancel',
      ({ can }) => can.cancel,
      async (known, house) => {
        await as(house).memberships.backToExplorer()
        takeBackPause(known, house)
        // A plan that was given ends at once: nothing of it was paid.
        if (known.free?.slug) known.free = null
      },
    ),
  ),
  fc.constant(
    step(
      'keep',
      ({ can }) => can.keep,
      async (_, house) => void (await as(house).memberships.keep()),
    ),
  ),
  ...often(
    fc.integer({ min: 1, max: 3 }).map(months =>
      step(
        `pause for ${months} months`,
        ({ can }) => can.pause,
        async (known, house) => {
          const { memberships } = as(house)
          const { from, ends, whyNot } = await memberships.pauseTerms()
          const began = known.rests.map(each => each.from.getTime())
          // Once in twelve months, whatever became of it.
          expect(whyNot !== null, 'a second pause').toBe(began.some(at => at > from!.getTime() - 365 * 86_400_000))
          if (whyNot) return
          await memberships.pause({ months, seenFrom: from!.toISOString() })
          known.free = { until: ends[months - 1]!.until, slug: null }
          known.pausedFrom = from
        },
      ),
    ),
    2,
  ),
  ...often(
    fc.boolean().map(isLater =>
      step(
        `go on${isLater ? ' within the pause' : ''}`,
        ({ can }) => can.resume,
        async (known, house) => {
          const from = known.pausedFrom!
          const { until } = known.free!
          if (isLater && until.getTime() > from.getTime() + 3 * 86_400_000)
            house.app.clock.set(new Date(Math.max(house.app.clock.now().getTime(), from.getTime() + 86_400_000)))
          const now = house.app.clock.now()
          await as(house).memberships.resume({})
          if (from > now) {
            known.free = { until: from, slug: null }
            return
          }
          known.rests.push({ from, until: now })
          known.free = null
        },
      ),
    ),
    3,
  ),
  ...often(
    fc.constantFrom('paid', 'declined', 'to confirm').map(how =>
      step(
        `next month, ${how}`,
        ({ isRunning, isOverdue }) => isRunning && !isOverdue,
        async (_, house) => {
          const subscription = await subscriptionOf(house)
          await control(house.app, { declineNext: how === 'declined', confirmNext: how === 'to confirm' })
          await control(house.app, { advanceSubscription: subscription })
          await control(house.app, { declineNext: false, confirmNext: false })
          await goTo(house, subscription)
        },
      ),
    ),
    5,
  ),
  ...often(
    fc.constant(
      step(
        'the card is mended',
        ({ isOverdue }) => isOverdue,
        async (_, house) => {
          const { stripe } = house.app.runtime
          const subscription = await subscriptionOf(house)
          for (const { id } of (await stripe.invoices.list({ subscription, status: 'open' })).data)
            await stripe.invoices.pay(id!)
        },
      ),
    ),
    3,
  ),
  fc.integer({ min: 1, max: 20 }).map(quantity =>
    step(
      `buy ${quantity} tokens`,
      ({ can, isOverdue }) => can.change && !isOverdue,
      async (known, house) => {
        const { orderId, url } = await as(house).tokens.buy({ quantity })
        await pay(house, url)
        const order = await as(house).payments.order({ id: orderId })
        expect(order.status).toBe('paid')
        known.tokens += quantity
        known.tokenPence += order.amountPence
      },
    ),
  ),
  fc.constantFrom('card' as const, 'tokens' as const).map(payWith =>
    step(
      `book with ${payWith}`,
      ({ can, isOverdue, tokens }) => can.change && !isOverdue && (payWith === 'card' || tokens >= 5),
      async (known, house) => {
        const room = await facility(house.app)
        const wish = {
          facilityId: room.id,
          on: wednesdayAhead(house),
          startsAt: '10:00',
          payWith,
          termsAccepted: true,
        } as const
        const placed = await as(house).bookings.place(wish)
        if (placed.outcome === 'pay') await pay(house, placed.url)
        else known.tokens -= 5
        const { rows } = await as(house).bookings.mine({})
        known.bookings.push(rows.find(({ facilityId }) => facilityId === room.id)!.id)
        known.rooms++
      },
    ),
  ),
  fc.constant(
    step(
      'cancel a booking',
      ({ bookings, hold }) => bookings.length > 0 && hold === null,
      async (known, house) => {
        const id = known.bookings.pop()!
        const row = (await as(house).bookings.mine({})).rows.find(each => each.id === id)
        if (!row?.can.cancel) return
        const before = await balanceOf(house)
        const back = await as(house).bookings.cancel({ id, refund: row.refund })
        expect(back).toEqual(row.refund)
        // What is owed of tokens whose payment went back stays with the house.
        known.tokens += (await balanceOf(house)) - before
      },
    ),
  ),
  fc.constant(
    step(
      'suspended',
      ({ hold, isRunning, isWaiting }) => hold === null && (isRunning || isWaiting),
      async (known, house) => {
        known.hold = 'suspended'
        await office(house).members.block({ userId: house.ada.id, status: 'suspended', reason: 'Loud at night' })
      },
    ),
  ),
  fc.constant(
    step(
      'blocked',
      ({ hold, isRunning, isWaiting }) => hold !== 'blocked' && (isRunning || isWaiting || hold !== null),
      async (known, house) => {
        known.hold = 'blocked'
        await office(house).members.block({ userId: house.ada.id, status: 'blocked', reason: 'Loud at night' })
        await settle(house)
        // Nothing unused is kept; of credit what no card has paid.
        expect(await office(house).memberships.ofAccount({ userId: house.ada.id })).toEqual({
          ...{ plan: null, unusedPence: 0, creditPence: 0 },
        })
      },
    ),
  ),
  ...often(
    fc.constant(
      step(
        'lifted',
        ({ hold }) => hold !== null,
        async (known, house) => {
          known.hold = null
          await office(house).members.unblock({ userId: house.ada.id })
        },
      ),
    ),
    5,
  ),
  fc.constantFrom({ behavior: 'void' as const }, '' as const).map(pause =>
    step(
      pause ? 'staff pause it at the provider' : 'staff let it go on at the provider',
      ({ isRunning, isOverdue, hold }) => isRunning && !isOverdue && hold === null,
      async (_, house) =>
        void (await house.app.runtime.stripe.subscriptions.update(await subscriptionOf(house), {
          pause_collection: pause,
        })),
    ),
  ),
  fc.integer({ min: 1, max: 3_000 }).map(pence =>
    step(`staff give £${pence / 100} of credit at the provider`, knowsCustomer, async (known, house) => {
      const customer = await customerOf(house)
      if (!customer) return
      await house.app.runtime.stripe.customers.createBalanceTransaction(customer, { amount: -pence, currency: 'gbp' })
      known.givenPence += pence
    }),
  ),
  fc.constant(
    step(
      'a friend whom they referred joins',
      ({ can, friends }) => can.change && friends < 3,
      async (known, house) => {
        const friend = await member(house.app)
        await house.app.db
          .insert(referrals)
          .values({ referrerUserId: house.ada.id, referredUserId: friend.id, referredEmail: friend.email })
        const { url } = await house.app.as(friend).memberships.subscribe({ tierId: house.tier('builder').id })
        await pay(house, url)
        known.friends++
      },
    ),
  ),
  fc.record({ which: fc.nat(20), isPart: fc.boolean() }).map(({ which, isPart }) =>
    step(
      `staff refund ${isPart ? 'a part' : 'all'} of payment ${which} at the provider`,
      knowsCustomer,
      async (known, house) => {
        const charge = await chargeOf(house, which)
        if (!charge) return
        const left = charge.amount - charge.amount_refunded
        const before = await balanceOf(house)
        await house.app.runtime.stripe.refunds.create({
          charge: charge.id,
          amount: isPart ? Math.ceil(left / 3) : left,
        })
        await settle(house)
        // Tokens that were refunded go back; what the house took is what it had given for them.
        known.tokens -= before - (await balanceOf(house))
      },
    ),
  ),
  fc.nat(20).map(which =>
    step(`payment ${which} is disputed`, knowsCustomer, async (known, house) => {
      const charge = await chargeOf(house, which)
      if (!charge) return
      await control(house.app, { dispute: charge.payment_intent })
      const { data } = await house.app.runtime.stripe.disputes.list({ charge: charge.id })
      known.openDisputes.push(data[0]!.id)
    }),
  ),
  fc.constantFrom('disputeWon', 'disputeLost').map(how =>
    step(
      how,
      ({ openDisputes }) => openDisputes.length > 0,
      async (known, house) => {
        const before = await balanceOf(house)
        await control(house.app, { [how]: known.openDisputes.pop() })
        await settle(house)
        known.tokens -= before - (await balanceOf(house))
      },
    ),
  ),
]

/** A day on which rooms are open, more than a week ahead. */
function wednesdayAhead({ app }: House): string {
  const day = new Date(app.clock.now().getTime() + 8 * 86_400_000)
  day.setUTCDate(day.getUTCDate() + ((10 - day.getUTCDay()) % 7))
  return day.toISOString().slice(0, 10)
}

/** One of the payments with anything left that nobody disputes. */
async function chargeOf(house: House, which: number) {
  const customer = await customerOf(house)
  if (!customer) return undefined
  const { data } = await house.app.runtime.stripe.charges.list({ customer, limit: 100 })
  const open = data.filter(({ paid, disputed, amount, amount_refunded: back }) => paid && !disputed && amount > back)
  return open[which % Math.max(1, open.length)] as
    | { id: string; payment_intent: string; amount: number; amount_refunded: number }
    | undefined
}
