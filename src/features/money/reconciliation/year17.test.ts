import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { referrals } from '#features/membership/referrals/table.ts'
import { startDays } from '#features/membership/sales/rules.ts'
import { facility } from '#seed/factories/facilities.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { isLong, seed } from '#test/long.ts'
import { control, declinedCard, goodCard, pay, tiers, untilQuiet } from '#test/payments.ts'

// A year of one member's money against the simulator's own books: what they paid, have, and were told always agree.
const app = sharedTestApp()
let boss: Person
let tier: Awaited<ReturnType<typeof tiers>>
beforeAll(async () => {
  tier = await tiers(app)
  boss = await admin(app)
})

const paidTiers = ['builder', 'creator', 'innovator'] as const

/** What the sequence knows of the member; the rest is read. */
interface Known {
  can: { subscribe: boolean; change: boolean; cancel: boolean; keep: boolean; startNow: boolean }
  /** A membership waits for its first day, or for its first payment. */
  isWaiting: boolean
  isOverdue: boolean
  /** A subscription runs, and its first day is over. */
  isRunning: boolean
  /** The account, as the office left it. */
  hold: 'suspended' | 'blocked' | null
  /** Credit that staff gave at the provider, in pence; no mail tells of it. */
  givenPence: number
  friends: number
  /** Bookings that can still be cancelled, and how they were paid. */
  bookings: string[]
  openDisputes: string[]
  /** Tokens bought and booked with, as the member counts them. */
  tokens: number
  /** Paid for tokens by card; the page says it, no mail does. */
  tokenPence: number
  rooms: number
}

interface House {
  ada: Person
  subscription(): Promise<string>
}

/** A step of the member, the office or the bank; everything that follows from it is let happen, then all is compared. */
interface Step {
  name: string
  may(known: Known): boolean
  act(known: Known, house: House): Promise<void>
}
const step = (name: string, may: Step['may'], act: Step['act']): Step => ({ name, may, act })

const as = ({ ada }: House) => app.as(ada)
const knowsCustomer = (known: Known) => !known.can.subscribe || known.tokens > 0 || known.rooms > 0

const steps = [
  fc.record({ to: fc.constantFrom(...paidTiers), isDeclined: fc.boolean() }).map(({ to, isDeclined }) =>
    step(
      `subscribe to ${to}${isDeclined ? ', declined first' : ''}`,
      ({ can }) => can.subscribe,
      async (_, house) => {
        const { url } = await as(house).memberships.subscribe({ tierId: tier(to).id })
        if (isDeclined) await pay(app, url, declinedCard)
        await pay(app, url, goodCard)
      },
    ),
  ),
  fc.constantFrom(...paidTiers).map(to =>
    step(
      `subscribe to ${to} with a later start`,
      ({ can }) => can.subscribe,
      async (_, house) => {
        const { from: startOn } = startDays(app.clock.now())
        const { url } = await as(house).memberships.subscribe({ tierId: tier(to).id, startOn })
        await pay(app, url)
      },
    ),
  ),
  fc.constantFrom('paid', 'declined').map(how =>
    step(
      `the first day, ${how}`,
      ({ isWaiting, isOverdue }) => isWaiting && !isOverdue,
      async (_, house) => {
        const subscription = await house.subscription()
        await control(app, { declineNext: how === 'declined' })
        await control(app, { advanceSubscription: subscription })
        await control(app, { declineNext: false })
        await goTo(subscription)
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
  fc.record({ to: fc.constantFrom(...paidTiers), isDeclined: fc.boolean() }).map(({ to, isDeclined }) =>
    step(
      `change to ${to}${isDeclined ? ', declined' : ''}`,
      ({ can, isOverdue }) => can.change && !isOverdue,
      async (_, house) => {
        const { memberships } = as(house)
        const before = (await memberships.mine()).tier!
        if (before.slug === to) return
        const { nowPence, at } = await memberships.changeQuote({ tierId: tier(to).id })
        await control(app, { declineNext: isDeclined })
        const done = await memberships.change({ tierId: tier(to).id, quote: { nowPence, at } }).then(
          mine => mine.tier!.slug,
          error => error.code,
        )
        await control(app, { declineNext: false })
        // Credit may pay for what the card would have been asked for.
        expect([to, ...(isDeclined && nowPence > 0 ? ['PAYMENT_FAILED'] : [])]).toContain(done)
      },
    ),
  ),
  fc.constant(
    step(
      'cancel',
      ({ can }) => can.cancel,
      async (_, house) => void (await as(house).memberships.backToExplorer()),
    ),
  ),
  fc.constant(
    step(
      'keep',
      ({ can }) => can.keep,
      async (_, house) => void (await as(house).memberships.keep()),
    ),
  ),
  fc.constantFrom('paid', 'declined', 'to confirm').map(how =>
    step(
      `next month, ${how}`,
      ({ isRunning, isOverdue }) => isRunning && !isOverdue,
      async (_, house) => {
        const subscription = await house.subscription()
        await control(app, { declineNext: how === 'declined', confirmNext: how === 'to confirm' })
        await control(app, { advanceSubscription: subscription })
        await control(app, { declineNext: false, confirmNext: false })
        await goTo(subscription)
      },
    ),
  ),
  fc.constant(
    step(
      'the card is mended',
      ({ isOverdue }) => isOverdue,
      async (_, house) => {
        const { stripe } = app.runtime
        const subscription = await house.subscription()
        for (const { id } of (await stripe.invoices.list({ subscription, status: 'open' })).data)
          await stripe.invoices.pay(id!)
      },
    ),
  ),
  fc.integer({ min: 1, max: 20 }).map(quantity =>
    step(
      `buy ${quantity} tokens`,
      ({ can, isOverdue }) => can.change && !isOverdue,
      async (known, house) => {
        const { orderId, url } = await as(house).tokens.buy({ quantity })
        await pay(app, url)
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
        const room = await facility(app)
        const wish = {
          facilityId: room.id,
          on: wednesdayAhead(),
          startsAt: '10:00',
          payWith,
          termsAccepted: true,
        } as const
        const placed = await as(house).bookings.place(wish)
        if (placed.outcome === 'pay') await pay(app, placed.url)
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
        const back = await as(house).bookings.cancel({ id, refund: row.refund })
        expect(back).toEqual(row.refund)
        known.tokens += back.tokens
      },
    ),
  ),
  fc.constant(
    step(
      'suspended',
      ({ hold, isRunning, isWaiting }) => hold === null && (isRunning || isWaiting),
      async (known, { ada }) => {
        known.hold = 'suspended'
        await app.as(boss).members.block({ userId: ada.id, status: 'suspended', reason: 'Loud at night' })
      },
    ),
  ),
  fc.constant(
    step(
      'blocked',
      ({ hold, isRunning, isWaiting }) => hold !== 'blocked' && (isRunning || isWaiting || hold !== null),
      async (known, { ada }) => {
        known.hold = 'blocked'
        await app.as(boss).members.block({ userId: ada.id, status: 'blocked', reason: 'Loud at night' })
        await untilQuiet(app)
        // Nothing unused is kept; of credit what no card has paid.
        expect(await app.as(boss).memberships.ofAccount({ userId: ada.id })).toEqual({
          ...{ plan: null, unusedPence: 0, creditPence: 0 },
        })
      },
    ),
  ),
  ...Array.from({ length: 5 }, () =>
    fc.constant(
      step(
        'lifted',
        ({ hold }) => hold !== null,
        async (known, { ada }) => {
          known.hold = null
          await app.as(boss).members.unblock({ userId: ada.id })
        },
      ),
    ),
  ),
  fc.constantFrom({ behavior: 'void' as const }, '' as const).map(pause =>
    step(
      pause ? 'staff pause it at the provider' : 'staff let it go on at the provider',
      ({ isRunning, isOverdue, hold }) => isRunning && !isOverdue && hold === null,
      async (_, house) =>
        void (await app.runtime.stripe.subscriptions.update(await house.subscription(), { pause_collection: pause })),
    ),
  ),
  fc.integer({ min: 1, max: 3_000 }).map(pence =>
    step(`staff give £${pence / 100} of credit at the provider`, knowsCustomer, async (known, house) => {
      const customer = await customerOf(house)
      if (!customer) return
      await app.runtime.stripe.customers.createBalanceTransaction(customer, { amount: -pence, currency: 'gbp' })
      known.givenPence += pence
    }),
  ),
  fc.constant(
    step(
      'a friend whom they referred joins',
      ({ can, friends }) => can.change && friends < 3,
      async (known, { ada }) => {
        const friend = await member(app)
        await app.db
          .insert(referrals)
          .values({ referrerUserId: ada.id, referredUserId: friend.id, referredEmail: friend.email })
        const { url } = await app.as(friend).memberships.subscribe({ tierId: tier('builder').id })
        await pay(app, url)
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
        await app.runtime.stripe.refunds.create({ charge: charge.id, amount: isPart ? Math.ceil(left / 3) : left })
        await untilQuiet(app)
        // Tokens that were refunded go back; what the house took is what it had given for them.
        known.tokens -= before - (await balanceOf(house))
      },
    ),
  ),
  fc.nat(20).map(which =>
    step(`payment ${which} is disputed`, knowsCustomer, async (known, house) => {
      const charge = await chargeOf(house, which)
      if (!charge) return
      await control(app, { dispute: charge.payment_intent })
      const { data } = await app.runtime.stripe.disputes.list({ charge: charge.id })
      known.openDisputes.push(data[0]!.id)
    }),
  ),
  fc.constantFrom('disputeWon', 'disputeLost').map(how =>
    step(
      how,
      ({ openDisputes }) => openDisputes.length > 0,
      async (known, house) => {
        const before = await balanceOf(house)
        await control(app, { [how]: known.openDisputes.pop() })
        await untilQuiet(app)
        known.tokens -= before - (await balanceOf(house))
      },
    ),
  ),
]

/** The clock follows the month that has begun. */
async function goTo(subscription: string): Promise<void> {
  const { items } = await app.runtime.stripe.subscriptions.retrieve(subscription)
  const begun = (items.data[0]!.current_period_start + 3_600) * 1_000
  app.clock.set(new Date(Math.max(begun, app.clock.now().getTime())))
}

/** A day on which rooms are open, more than a week ahead. */
function wednesdayAhead(): string {
  const day = new Date(app.clock.now().getTime() + 8 * 86_400_000)
  day.setUTCDate(day.getUTCDate() + ((10 - day.getUTCDay()) % 7))
  return day.toISOString().slice(0, 10)
}

const one = async <Row extends object>(text: string, values: unknown[]) =>
  (await app.sql<Row & { [column: string]: unknown }>(text, values))[0]!
const balanceOf = async ({ ada }: House) =>
  (
    await one<{ left: number }>('select coalesce(sum(amount - used), 0)::int as left from tokens where user_id = $1', [
      ada.id,
    ])
  ).left
const customerOf = async ({ ada }: House) =>
  (
    await app.sql<{ id: string }>('select stripe_customer_id as id from payment_customers where user_id = $1', [ada.id])
  )[0]?.id

/** One of the payments with anything left that nobody disputes. */
async function chargeOf(house: House, which: number) {
  const customer = await customerOf(house)
  if (!customer) return undefined
  const { data } = await app.runtime.stripe.charges.list({ customer, limit: 100 })
  const open = data.filter(({ paid, disputed, amount, amount_refunded: back }) => paid && !disputed && amount > back)
  return open[which % Math.max(1, open.length)] as
    | { id: string; payment_intent: string; amount: number; amount_refunded: number }
    | undefined
}

/** What the provider has, what the house says it has, and what the member was told. */
async function agree(known: Known, house: House): Promise<void> {
  const { ada } = house
  const mine = known.hold ? null : await as(house).memberships.mine()
  const customer = await customerOf(house)
  const { stripe } = app.runtime
  const charges = customer ? (await stripe.charges.list({ customer, limit: 100 })).data : []
  const disputes = (await stripe.disputes.list({ limit: 100 })).data.filter(
    ({ charge, status }) => status !== 'won' && charges.some(({ id }) => id === charge),
  )
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const takenPence = sum(disputes.map(({ amount }) => amount))
  const heldPence =
    sum(charges.filter(({ paid }) => paid).map(({ amount, amount_refunded }) => amount - amount_refunded)) - takenPence

  const { pence } = await one<{ pence: number }>(
    'select coalesce(sum(amount_pence), 0)::int as pence from ledger_entries where user_id = $1',
    [ada.id],
  )
  expect(pence, 'the ledger and the provider’s books').toBe(heldPence)

  const running = customer ? (await stripe.subscriptions.list({ customer, expand: ['data.latest_invoice'] })).data : []
  expect(running.length, 'subscriptions').toBeLessThanOrEqual(known.hold === 'blocked' ? 0 : 1)
  const [subscription] = running
  const has = await one<{ slug: string; pence: number; paymentStatus: string; isWaiting: boolean }>(
    `select t.slug, t.price_pence as pence, m.payment_status as "paymentStatus", next_tier_id is not null as "isWaiting"
     from user_memberships m join membership_tiers t on t.id = m.tier_id where m.user_id = $1 and m.status = 'active'`,
    [ada.id],
  )
  if (subscription) {
    const { unit_amount } = subscription.items.data[0]!.price
    // Where the invoice was let go of, nothing is to pay for this month.
    const isVoid = (subscription.latest_invoice as { status: string }).status === 'void'
    const isOverdue = subscription.status === 'past_due' && !isVoid
    if (has.isWaiting) {
      if (mine) expect(mine.next!.monthlyPence, 'the plan to come').toBe(unit_amount)
      expect([has.slug, has.paymentStatus]).toEqual(['explorer', isOverdue ? 'overdue' : 'waived'])
      expect(subscription.status).not.toBe('active')
    } else {
      expect(has.pence, 'the plan').toBe(unit_amount)
      const ofMonth = isVoid || subscription.pause_collection ? 'waived' : 'paid'
      expect(has.paymentStatus, 'the month').toBe(isOverdue ? 'overdue' : ofMonth)
      if (mine) expect(mine.renews).toBe(!subscription.cancel_at_period_end)
      // Nobody on hold is charged any more.
      if (known.hold) expect(subscription.pause_collection, 'the pause').not.toBeNull()
    }
  } else expect(has.slug).toBe('explorer')

  // Every sum that a mail names: charged, given back, and to and from the credit.
  const mails = await app.sql<{ template: string; props: Record<string, number> & { isPaidBack?: boolean } }>(
    'select template, props from mails where to_address = $1',
    [ada.email],
  )
  const told = sum(
    mails.map(({ template, props }) => {
      if (template === 'memberships.started' || template === 'memberships.charged') return props.paidPence!
      if (template === 'bookings.confirmed') return props.pence!
      if (template === 'bookings.cancelled') return props.isPaidBack ? 0 : -props.pence!
      return template === 'payments.refunded' || template === 'payments.order-gone' ? -props.amountPence! : 0
    }),
  )
  expect(told + known.tokenPence - takenPence, 'what the mails say').toBe(heldPence)
  const credit = customer ? await stripe.customers.retrieve(customer) : null
  const open = customer ? (await stripe.invoices.list({ customer, status: 'open', limit: 100 })).data : []
  // What an open invoice has used is told once it is paid, and is credit again once it is void.
  const usedPence = sum(open.map(each => (each.ending_balance ?? 0) - each.starting_balance))
  const creditPence = (credit && !credit.deleted ? -credit.balance : 0) + usedPence
  expect(known.givenPence - sum(mails.map(({ props }) => props.creditPence ?? 0)), 'the credit').toBe(creditPence + 0)

  const given = await one<{ tokens: number }>(
    `select coalesce(sum(amount), 0)::int as tokens from tokens where user_id = $1 and type in ('weekly', 'loyalty', 'bonus', 'referral')`,
    [ada.id],
  )
  expect(await balanceOf(house), 'the tokens').toBe(given.tokens + known.tokens)
  await expectInvariants(app)
  Object.assign(known, {
    can: mine?.can ?? nothingCan,
    isOverdue: has.paymentStatus === 'overdue',
    isWaiting: has.isWaiting,
    isRunning: subscription !== undefined && !has.isWaiting,
  })
}

const nothingCan = { subscribe: false, change: false, cancel: false, keep: false, startNow: false }

/** A step that is possible, and how it went; the others of a sequence are passed over. */
const year = fc.array(fc.oneof(...steps), { minLength: isLong ? 1 : 110, maxLength: isLong ? 150 : 110, size: 'max' })

test('a year of money: paid, had and told agree after every step', { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(year, async list => {
      app.clock.set('2026-11-18T10:00:00Z')
      const ada = await member(app)
      const { can } = await app.as(ada).memberships.mine()
      const known: Known = {
        ...{ can, isOverdue: false, isWaiting: false, isRunning: false, bookings: [], openDisputes: [] },
        ...{ tokens: 0, tokenPence: 0, rooms: 0, hold: null, givenPence: 0, friends: 0 },
      }
      const subscription = async () =>
        (
          await one<{ id: string }>(
            `select stripe_subscription_id as id from user_memberships where user_id = $1 and status = 'active'`,
            [ada.id],
          )
        ).id
      const done: string[] = []
      for (const each of list) {
        if (!each.may(known)) continue
        done.push(each.name)
        try {
          await each.act(known, { ada, subscription })
          await untilQuiet(app)
          await agree(known, { ada, subscription })
        } catch (error) {
          throw new Error(done.join(' → '), { cause: error })
        }
      }
      // A sequence of which nothing was possible would prove nothing.
      if (!isLong) expect(done.length).toBeGreaterThan(20)
    }),
    { numRuns: isLong ? 40 : 1, seed: isLong ? seed : 17, verbose: 1, endOnFailure: !isLong },
  )
})
