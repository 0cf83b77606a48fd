import fc from 'fast-check'
import { expect } from 'vitest'
import { climb } from '#features/membership/dues/jobs.ts'
import { endPeriods, grantLoyalty, grantWeekly } from '#features/membership/memberships/jobs.ts'
import type { AnyJob } from '#platform/jobs/define.ts'
import { expireDue, goodCard, pressPay } from '#test/payments.ts'
import { as, type House, type Known, office, often, one, settle, step, subscriptionOf } from './house.ts'

const dayMs = 86_400_000
/** The days of grace as the venue has them at first (PAY-02). */
const graceDays = 7

/** What the office gives, and what the house does by itself as time goes by. */
export const officeSteps = [
  fc.integer({ min: 1, max: 30 }).map(amount =>
    step(
      `the office gives ${amount} bonus tokens`,
      ({ hold, hasPlan }) => hold === null && hasPlan,
      async (known, house) => {
        await office(house).tokens.give({ userId: house.ada.id, amount, reason: 'Helped at the fair' })
        known.bonus += amount
      },
    ),
  ),
  fc
    .record({ months: fc.integer({ min: 1, max: 2 }), slug: fc.constantFrom('builder', 'creator') })
    .map(gift =>
      step(`the office gives ${gift.months} free months`, mayGive, (known, house) =>
        give(known, house, { giftMonths: gift.months, slug: gift.slug }),
      ),
    ),
  fc.record({ days: fc.integer({ min: 4, max: 60 }), slug: fc.constantFrom('builder', 'creator') }).map(gift =>
    step(
      `the office gives free time to a day ${gift.days} days on`,
      known => mayGive(known) && known.hasPlan,
      (known, house) => give(known, house, { days: gift.days, slug: gift.slug }),
    ),
  ),
  fc.integer({ min: 1_000, max: 3_900 }).map(pence =>
    step(
      `the office agrees a price of ${pence}p a month`,
      known => mayGive(known) && known.isRunning,
      (known, house) => give(known, house, { customPence: pence }),
    ),
  ),
  fc.constant(
    step(
      'the office takes the agreed price away',
      known => mayGive(known) && known.isRunning && known.customPence !== null,
      (known, house) => give(known, house, { customPence: null }),
    ),
  ),
  fc.integer({ min: 1, max: 9 }).map(days =>
    step(
      `${days} days pass`,
      ({ hasPlan, isWaiting }) => hasPlan || isWaiting,
      (known, house) => passDays(known, house, days),
    ),
  ),
  ...often(
    fc.integer({ min: 6, max: 9 }).map(days =>
      step(
        `nobody pays for ${days} days`,
        ({ isOverdue }) => isOverdue,
        (known, house) => passDays(known, house, days),
      ),
    ),
    3,
  ),
  fc.integer({ min: 0, max: 8 }).map(days =>
    step(
      `the tokens of the week, ${days} days on`,
      ({ hasPlan, isWaiting }) => hasPlan || isWaiting,
      async (known, house) => {
        await wait(house, days)
        const expected = await dueThisWeek(known, house)
        const before = await grantsOf(house, 'weekly')
        await runOnce(house, grantWeekly)
        const after = await grantsOf(house, 'weekly')
        expect(after.length - before.length, 'the tokens of the week').toBe(expected === null ? 0 : 1)
        if (expected) expect(after).toContainEqual(expected)
        await runOnce(house, grantWeekly)
        expect(await grantsOf(house, 'weekly'), 'the same week again').toEqual(after)
        await runOnce(house, endPeriods)
      },
    ),
  ),
  fc.constant(
    step(
      'the loyalty bonus',
      ({ hasPlan, isWaiting }) => hasPlan || isWaiting,
      async (known, house) => {
        const expected = await dueForLoyalty(known, house)
        await runOnce(house, grantLoyalty)
        const after = await grantsOf(house, 'loyalty')
        if (expected) {
          const { since, steps } = expected
          expect(after.filter(({ ref }) => ref.includes(`:${since}:`)).length, 'the loyalty bonus').toBe(steps)
        }
        await runOnce(house, grantLoyalty)
        expect(await grantsOf(house, 'loyalty'), 'the same months again').toEqual(after)
      },
    ),
  ),
  fc.integer({ min: 1, max: 20 }).map(quantity =>
    step(
      `an order of ${quantity} tokens runs out`,
      ({ can, isOverdue }) => can.change && !isOverdue,
      async (_, house) => {
        const { orderId, url } = await as(house).tokens.buy({ quantity })
        await settle(house)
        await runOut(house, url)
        expect((await as(house).payments.order({ id: orderId })).status).toBe('expired')
      },
    ),
  ),
  fc.constantFrom('builder', 'creator').map(to =>
    step(
      `an order of ${to} runs out`,
      ({ can }) => can.subscribe,
      async (_, house) => {
        const { orderId, url } = await as(house).memberships.subscribe({ tierId: house.tier(to).id })
        await settle(house)
        await runOut(house, url)
        expect((await as(house).payments.order({ id: orderId })).status).toBe('expired')
      },
    ),
  ),
]

function mayGive({ hold, isWaiting, pausedFrom }: Known) {
  return hold === null && !isWaiting && pausedFrom === null
}

/** Gives, and looks at once that nothing was charged and that the time is what was given. */
async function give(
  known: Known,
  house: House,
  wish: { giftMonths?: number; days?: number; customPence?: number | null; slug?: string },
): Promise<void> {
  const { app, ada } = house
  const now = app.clock.now()
  const { memberships } = office(house)
  const { standing } = await memberships.giftsOf({ userId: ada.id })
  const { periodEnd, hasSubscription, isPaidPlan } = standing!
  const from = isPaidPlan && periodEnd && periodEnd > now ? periodEnd : now
  const { giftMonths = 0, days, customPence = known.customPence } = wish
  const lastDay = days === undefined ? '' : dayOf(new Date(from.getTime() + days * dayMs))
  // Two years ahead is as far as the provider counts.
  if (from.getTime() + giftMonths * 31 * dayMs + (days ?? 0) * dayMs > now.getTime() + 700 * dayMs) return
  const before = await paidInvoices(house)
  await memberships.give({
    ...{ userId: ada.id, giftMonths, notes: '', tierId: hasSubscription ? '' : house.tier(wish.slug!).id },
    ...{ isComplimentary: days !== undefined, complimentaryUntil: lastDay, customPence },
    seenUntil: periodEnd?.toISOString() ?? null,
  })
  await settle(house)
  expect(await paidInvoices(house), 'a gift charges nothing').toBe(before)
  known.customPence = customPence
  if (giftMonths === 0 && days === undefined) return
  const until = (await as(house).memberships.mine()).freeUntil!
  const givenDays = Math.round((until.getTime() - from.getTime()) / dayMs)
  if (days === undefined) {
    expect(givenDays, 'free months').toBeGreaterThanOrEqual(giftMonths * 28)
    expect(givenDays, 'free months').toBeLessThanOrEqual(giftMonths * 31)
  } else expect(dayOf(new Date(until.getTime() - 2 * 3_600_000)), 'the last free day').toBe(lastDay)
  known.free = { until, slug: hasSubscription ? null : wish.slug! }
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

const paidInvoices = async (house: House) =>
  (
    await one<{ count: number }>(
      house,
      `select count(*)::int as count from simulator_stripe.objects o
       join payment_customers c on c.stripe_customer_id = o.body->>'customer'
       where c.user_id = $1 and o.kind = 'charge' and (o.body->>'paid')::boolean`,
      [house.ada.id],
    )
  ).count

/** Days pass, with what the house does by itself: plans that were given end, and what is not paid for too long rests. */
async function passDays(known: Known, house: House, days: number): Promise<void> {
  await wait(house, days)
  await runTwice(house, endPeriods)
  await runTwice(house, climb)
  const { overdueAt, isWaiting, hold } = known
  const overdueMs = overdueAt ? house.app.clock.now().getTime() - overdueAt.getTime() : 0
  if (overdueMs >= graceDays * dayMs && !isWaiting && hold === null) known.isLimited = true
}

/** Days pass, but no period ends by itself: that is a step of its own. */
async function wait(house: House, days: number): Promise<void> {
  const { app } = house
  const id = await subscriptionOf(house)
  const end = id
    ? (await app.runtime.stripe.subscriptions.retrieve(id)).items.data[0]!.current_period_end * 1_000
    : null
  const to = app.clock.now().getTime() + days * dayMs
  const latest = end === null ? to : Math.max(app.clock.now().getTime(), end - 2 * 3_600_000)
  app.clock.set(new Date(Math.min(to, latest)))
}

async function runOnce(house: House, job: AnyJob): Promise<void> {
  await house.app.write(tx => tx.enqueue(job, {}))
  await settle(house)
}
async function runTwice(house: House, job: AnyJob): Promise<void> {
  await runOnce(house, job)
  await runOnce(house, job)
}

/** The time of an unpaid order goes by, and its page takes nothing any more. */
async function runOut(house: House, url: string): Promise<void> {
  house.app.clock.set(new Date(house.app.clock.now().getTime() + 31 * 60_000))
  await expireDue(house.app)
  await runOnce(house, endPeriods)
  await settle(house)
  await pressPay(url, goodCard)
}

interface Membership {
  id: string
  slug: string
  weekly: number
  payment: string
  since: string | null
  ends: Date | null
}
const membershipOf = (house: House) =>
  one<Membership>(
    house,
    `select m.id, t.slug, t.weekly_tokens as weekly, m.payment_status as payment, m.paid_since_on::text as since,
       case when m.paused_from > $2 then m.paused_from else m.current_period_end end as ends
     from user_memberships m join membership_tiers t on t.id = m.tier_id where m.user_id = $1 and m.status = 'active'`,
    [house.ada.id, house.app.clock.now()],
  )

/** Whether the plan is paid for, or was given by the office, and nothing stands against its tokens (MEM-08). */
function isEntitled({ hold, free, hasPlan, pausedFrom }: Known, { payment }: Membership, now: Date): boolean {
  if (hold !== null || !hasPlan || (pausedFrom && pausedFrom <= now && free && pausedFrom < free.until)) return false
  return payment === 'paid' || (payment === 'waived' && free !== null && free.until > now)
}

interface Grant {
  ref: string
  amount: number
}
const grantsOf = ({ app, ada }: House, type: 'weekly' | 'loyalty') =>
  app.sql<Grant & { [column: string]: unknown }>(
    'select ref, amount from tokens where user_id = $1 and type = $2 order by ref',
    [ada.id, type],
  )

/** The grant of this week that has to come now; null when none has: not entitled, or it came before. */
async function dueThisWeek(known: Known, house: House): Promise<Grant | null> {
  const now = house.app.clock.now()
  const membership = await membershipOf(house)
  const monday = dayOf(new Date(now.getTime() - ((now.getUTCDay() + 6) % 7) * dayMs))
  const ref = `weekly:${house.ada.id}:${monday}`
  const had = await grantsOf(house, 'weekly')
  if (!isEntitled(known, membership, now) || had.some(each => each.ref.startsWith(ref))) return null
  // A plan that is younger than a week brings what is paid of it; the rest comes with the next month.
  const { weekly, ends } = membership
  const starts = Date.parse(`${monday}T00:00:00Z`)
  const ofLastWeek = `weekly:${house.ada.id}:${dayOf(new Date(starts - 7 * dayMs))}`
  const before = had.filter(each => each.ref.startsWith(ofLastWeek)).reduce((sum, { amount }) => sum + amount, 0)
  const over = starts + 7 * dayMs
  if (!ends || ends <= now || ends.getTime() >= over || before >= weekly) return { ref, amount: weekly }
  const amount = Math.floor((weekly * (ends.getTime() - now.getTime())) / (over - now.getTime()))
  return amount > 0 ? { ref: `${ref}:${weekly}:part`, amount } : null
}

/** How many loyalty bonuses there must be for the unbroken paid months so far (MEM-09); null when none can come now. */
async function dueForLoyalty(known: Known, house: House): Promise<{ since: string; steps: number } | null> {
  const now = house.app.clock.now()
  const membership = await membershipOf(house)
  const { since } = membership
  if (!since || !isEntitled(known, membership, now)) return null
  const { steps } = await one<{ steps: number }>(
    house,
    `select count(*)::int as steps from generate_series(3, 600, 3) months
     where ($1::date + make_interval(months => months))::date <= $2::date`,
    [since, dayOf(new Date(now.getTime() - restedDays(known, since) * dayMs))],
  )
  return { since, steps }
}

/** Days of the unbroken paid time in which the plan rested, each begun one counted. */
const restedDays = ({ rests }: Known, since: string) =>
  rests
    .filter(({ from }) => dayOf(from) >= since)
    .reduce((sum, { from, until }) => sum + Math.ceil((until.getTime() - from.getTime()) / dayMs), 0)
