import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import type { Person } from '#seed/factories/people.ts'
import type { DeliveryOrder } from '#simulators/frame/webhooks.ts'
import type { TestApp } from '#test/app.ts'
import { control, goodCard, pressPay, type tiers } from '#test/payments.ts'

/** What the sequence knows of the member; the rest is read. */
export interface Known {
  can: Record<'subscribe' | 'change' | 'cancel' | 'keep' | 'startNow' | 'pause' | 'resume', boolean>
  /** A membership waits for its first day, or for its first payment. */
  isWaiting: boolean
  isOverdue: boolean
  /** Since when, by the clock of the house. */
  overdueAt: Date | null
  /** After the days of grace: bookings and tokens rest until it is paid. */
  isLimited: boolean
  /** A subscription runs, and its first day is over. */
  isRunning: boolean
  /** A plan that costs something is had, paid or given. */
  hasPlan: boolean
  /** What the office gave: nothing is charged before `until`. With `slug`, a plan without a subscription. */
  free: { until: Date; slug: string | null } | null
  /** From when the plan rests until `free.until`, by the member's own wish; the same instant: they took it back. */
  pausedFrom: Date | null
  /** When it rested before. */
  rests: { from: Date; until: Date }[]
  /** What the office agreed with the member instead of the plan's price. */
  customPence: number | null
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
  /** Tokens that the office gave. */
  bonus: number
  /** Paid for tokens by card; the page says it, no mail does. */
  tokenPence: number
  rooms: number
}

export const unknown = (can: Known['can']): Known => ({
  ...{ can, isOverdue: false, overdueAt: null, isLimited: false, isWaiting: false, isRunning: false, hasPlan: false },
  ...{
    free: null,
    pausedFrom: null,
    rests: [],
    customPence: null,
    hold: null,
    givenPence: 0,
    friends: 0,
    bookings: [],
    openDisputes: [],
  },
  ...{ tokens: 0, bonus: 0, tokenPence: 0, rooms: 0 },
})

export interface House {
  app: TestApp
  ada: Person
  boss: Person
  tier: Awaited<ReturnType<typeof tiers>>
  /** In which order the provider's messages come, all of them held until what happens is over. */
  order: DeliveryOrder
}

/** A step of the member, the office or the bank; everything that follows from it is let happen, then all is compared. */
export interface Step {
  name: string
  may(known: Known): boolean
  act(known: Known, house: House): Promise<void>
}
export const step = (name: string, may: Step['may'], act: Step['act']): Step =>
  // A counterexample is printed by the names of its steps.
  Object.assign({ name, may, act }, { [fc.toStringMethod]: () => name })

/** A step that is drawn more often than others: without it little else becomes possible. */
export const often = (step: fc.Arbitrary<Step>, weight: number): fc.Arbitrary<Step>[] =>
  Array.from({ length: weight }, () => step)

export const as = ({ app, ada }: House) => app.as(ada)
export const office = ({ app, boss }: House) => app.as(boss)

/** Lets every message of the provider arrive in the order of this sequence, and every job run, until nothing moves any more. */
export async function settle({ app, order }: House): Promise<void> {
  for (;;) {
    const done = await app.runJobs()
    const { pendingDeliveries } = await control(app, {})
    if (pendingDeliveries > 0) {
      // One that is refused comes again after a pause.
      if ((await control(app, { deliver: order })).pendingDeliveries > 0) await pause(10)
    } else if (done === 0) return
  }
}

/** Pays on the provider's page and lets everything happen that follows. */
export async function pay(house: House, url: string, card = goodCard): Promise<void> {
  await pressPay(url, card)
  await settle(house)
}

export const one = async <Row extends object>({ app }: House, text: string, values: unknown[]) =>
  (await app.sql<Row & { [column: string]: unknown }>(text, values))[0]!

/** The id of the subscription that carries the membership. */
export const subscriptionOf = async (house: House) =>
  (
    await one<{ id: string }>(
      house,
      `select stripe_subscription_id as id from user_memberships where user_id = $1 and status = 'active'`,
      [house.ada.id],
    )
  ).id

export const balanceOf = async (house: House) =>
  (
    await one<{ left: number }>(
      house,
      'select coalesce(sum(amount - used), 0)::int as left from tokens where user_id = $1',
      [house.ada.id],
    )
  ).left

export const customerOf = async ({ app, ada }: House) =>
  (
    await app.sql<{ id: string }>('select stripe_customer_id as id from payment_customers where user_id = $1', [ada.id])
  )[0]?.id

/** The clock follows the month that has begun; it never goes back. */
export async function goTo({ app }: House, subscription: string): Promise<void> {
  const { items } = await app.runtime.stripe.subscriptions.retrieve(subscription)
  const begun = (items.data[0]!.current_period_start + 3_600) * 1_000
  app.clock.set(new Date(Math.max(begun, app.clock.now().getTime())))
}

/** A cancellation takes a pause back that has not begun. */
export function takeBackPause(known: Known, { app }: House): void {
  const from = known.pausedFrom
  if (from && from > app.clock.now()) known.free = { until: from, slug: null }
}
