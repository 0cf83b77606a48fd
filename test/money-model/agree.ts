import type Stripe from 'stripe'
import { expect } from 'vitest'
import { brokenBooks } from '#test/invariants.ts'
import { as, customerOf, type House, type Known, one } from './house.ts'

/** What the provider has, what the house says it has, and what the member was told. */
export async function agree(known: Known, house: House): Promise<void> {
  const { ada, app } = house
  const mine = known.hold ? null : await as(house).memberships.mine()
  const customer = await customerOf(house)
  const { charges, disputes, subscriptions, invoices, credit } = await booksOf(house, customer)
  const takenPence = sum(disputes.filter(({ status }) => status !== 'won').map(({ amount }) => amount))
  const heldPence =
    sum(charges.filter(({ paid }) => paid).map(({ amount, amount_refunded }) => amount - amount_refunded)) - takenPence

  const { pence } = await one<{ pence: number }>(
    house,
    'select coalesce(sum(amount_pence), 0)::int as pence from ledger_entries where user_id = $1',
    [ada.id],
  )
  expect(pence, 'the ledger and the provider’s books').toBe(heldPence)

  const running = subscriptions.filter(({ status }) => !['canceled', 'incomplete_expired'].includes(status))
  expect(running.length, 'subscriptions').toBeLessThanOrEqual(known.hold === 'blocked' ? 0 : 1)
  const [subscription] = running
  let isTakenBack = false
  const has = await one<Had>(
    house,
    `select t.slug, t.price_pence as "tierPence", coalesce(m.monthly_pence, t.price_pence) as pence, m.free_until as "freeUntil", m.paused_from as "pausedFrom",
       m.payment_status as "paymentStatus", next_tier_id is not null as "isWaiting", limited_at is not null as "isLimited"
     from user_memberships m join membership_tiers t on t.id = m.tier_id where m.user_id = $1 and m.status = 'active'`,
    [ada.id],
  )
  const now = app.clock.now()
  // What was agreed and given is for the membership that it was given to.
  if (!subscription) known.customPence = null
  const isElse = (known.free?.slug === null) !== Boolean(subscription)
  // What rested to its end did so, however it ended.
  if (known.free && known.pausedFrom && known.free.until <= now)
    known.rests.push({ from: known.pausedFrom, until: known.free.until })
  if (known.free && (known.free.until <= now || known.hold === 'blocked' || isElse)) known.free = null
  const { free, pausedFrom } = known
  if (pausedFrom && (!free || free.slug !== null)) known.pausedFrom = null
  if (subscription) {
    const { unit_amount } = subscription.items.data[0]!.price
    // Where the invoice was let go of, nothing is to pay for this month.
    const isVoid = invoices.find(({ id }) => id === subscription.latest_invoice)?.status === 'void'
    const isOverdue = subscription.status === 'past_due' && !isVoid
    if (has.isWaiting) {
      if (mine) expect(mine.next!.monthlyPence, 'the plan to come').toBe(unit_amount)
      expect([has.slug, has.paymentStatus]).toEqual(['explorer', isOverdue ? 'overdue' : 'waived'])
      expect(subscription.status).not.toBe('active')
    } else {
      expect(unit_amount, 'the price at the provider').toBe(known.customPence ?? has.tierPence)
      expect(has.pence, 'the price of the month').toBe(unit_amount)
      const isFree = subscription.status === 'trialing'
      expect(isFree, 'free time at the provider').toBe(known.free !== null)
      const [gone] = await app.sql<{ is: boolean; isLost: boolean }>(
        `select coalesce(sum(paid_pence) > 0 and sum(greatest(0, paid_pence - given_back_pence - disputed_pence)) = 0, false) as is,
           coalesce(bool_or(exists (select from disputes d where d.status = 'lost'
             and (d.order_id = h.order_id or d.invoice_id = h.external_ref))), false) as "isLost"
         from held_payments h where user_id = $1 and kind = 'membership'
           and created_at >= to_timestamp($2)`,
        [ada.id, subscription.items.data[0]!.current_period_start],
      )
      const ofMonth = isFree || isVoid || subscription.pause_collection || gone!.is ? 'waived' : 'paid'
      expect(has.paymentStatus, 'the month').toBe(isOverdue ? 'overdue' : ofMonth)
      const isElsewise = isFree || isVoid || subscription.pause_collection || isOverdue
      isTakenBack = !isElsewise && gone!.is && gone!.isLost
      if (mine) expect(mine.renews).toBe(!subscription.cancel_at_period_end)
      // Nobody on hold is charged any more.
      if (known.hold) expect(subscription.pause_collection, 'the pause').not.toBeNull()
    }
  } else expect(has.slug, 'the plan without a subscription').toBe(known.free?.slug ?? 'explorer')
  expect(has.freeUntil, 'free until').toEqual(known.free?.until ?? null)
  expect(has.pausedFrom, 'paused from').toEqual(known.pausedFrom)
  const isResting = known.pausedFrom !== null && known.pausedFrom <= now
  if (isResting && mine) expect((await as(house).members.me())!.can.buyTokens).toBe(false)
  const isOverdue = has.paymentStatus === 'overdue'
  if (!isOverdue) known.isLimited = false
  expect(has.isLimited, 'what rests until it is paid').toBe(known.isLimited || isTakenBack)
  if (has.isLimited && mine) expect((await as(house).members.me())!.can.buyTokens).toBe(false)

  // Every sum that a mail names: charged, given back, and to and from the credit.
  const mails = await app.sql<{ template: string; props: Record<string, number> & { isPaidBack?: boolean } }>(
    'select template, props from mails where to_address = $1',
    [ada.email],
  )
  const told = sum(
    mails.map(({ template, props }) => {
      if (template === 'memberships.started' || template === 'memberships.charged') return props.paidPence!
      if (template.startsWith('bookings.confirmed')) return props.pence!
      if (template.startsWith('bookings.cancelled')) return props.isPaidBack ? 0 : -props.pence!
      return template === 'payments.refunded' || template === 'payments.order-gone' ? -props.amountPence! : 0
    }),
  )
  expect(told + known.tokenPence - takenPence, 'what the mails say').toBe(heldPence)
  const open = invoices.filter(({ status }) => status === 'open')
  // What an open invoice has used is told once it is paid, and is credit again once it is void.
  const usedPence = sum(open.map(each => (each.ending_balance ?? 0) - each.starting_balance))
  const creditPence = usedPence - (credit?.balance ?? 0)
  expect(known.givenPence - sum(mails.map(({ props }) => props.creditPence ?? 0)), 'the credit').toBe(creditPence + 0)

  const [lots] = await app.sql<Lots>(
    `select coalesce(sum(amount) filter (where type in ('weekly', 'loyalty', 'bonus', 'referral')), 0)::int as given,
       coalesce(sum(amount) filter (where type = 'bonus'), 0)::int as bonus,
       coalesce(sum(amount) filter (where type = 'referral'), 0)::int as referral,
       coalesce(sum(amount - used), 0)::int as left,
       (select coalesce(sum(amount), 0)::int from token_transactions where user_id = $1) as moved
     from tokens where user_id = $1`,
    [ada.id],
  )
  expect(lots, 'the tokens').toEqual({
    ...{ given: lots!.given, bonus: known.bonus, referral: known.friends * tokensForFriend },
    ...{ left: lots!.given + known.tokens, moved: lots!.given + known.tokens },
  })
  if (mine) expect((await as(house).tokens.history({})).balance, 'the tokens that the member sees').toBe(lots!.left)
  expect(await withoutCause(house), 'a movement without a cause').toEqual([])
  expect(await brokenBooks(app)).toEqual([])
  Object.assign(known, {
    can: mine?.can ?? nothingCan,
    ...{ isOverdue, overdueAt: isOverdue ? (known.overdueAt ?? now) : null },
    isWaiting: has.isWaiting,
    isRunning: subscription !== undefined && !has.isWaiting,
    hasPlan: has.tierPence > 0,
  })
}

/** Decision 18. */
const tokensForFriend = 5
const nothingCan = {
  ...{ subscribe: false, change: false, cancel: false, keep: false, startNow: false, pause: false, resume: false },
}
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

interface Had {
  slug: string
  tierPence: number
  pence: number
  freeUntil: Date | null
  pausedFrom: Date | null
  paymentStatus: string
  isWaiting: boolean
  isLimited: boolean
}
interface Lots {
  [column: string]: unknown
  given: number
  left: number
}

/** Everything that the provider keeps about this member, read where it keeps it: the comparison asks after every step. */
async function booksOf({ app }: House, customer: string | undefined) {
  const rows = customer
    ? await app.sql<{ kind: string; body: unknown }>(
        `select kind, body from simulator_stripe.objects
         where kind in ('charge', 'subscription', 'invoice') and body->>'customer' = $1 or id = $1
         union all
         select d.kind, d.body from simulator_stripe.objects d join simulator_stripe.objects c on c.id = d.body->>'charge'
         where d.kind = 'dispute' and c.body->>'customer' = $1`,
        [customer],
      )
    : []
  const of = <Kind>(kind: string) => rows.filter(row => row.kind === kind).map(({ body }) => body as Kind)
  return {
    charges: of<Stripe.Charge>('charge'),
    disputes: of<Stripe.Dispute>('dispute'),
    subscriptions: of<Stripe.Subscription>('subscription'),
    invoices: of<Stripe.Invoice>('invoice'),
    credit: of<Stripe.Customer>('customer')[0],
  }
}

/** Movements of tokens and money for which nothing is kept that caused them. */
async function withoutCause({ app, ada }: House): Promise<string[]> {
  const rows = await app.sql<{ what: string }>(
    `select 'tokens ' || t.ref as what from (select *, regexp_replace(ref, '^grant:', '') as cause from token_transactions) t
     where t.user_id = $1 and not case
       when t.type = 'reversal' then exists (select 1 from token_transactions r where r.id = t.reverses_id and r.amount = -t.amount)
       else case split_part(t.cause, ':', 1)
         when 'weekly' then split_part(t.cause, ':', 2) = $1
         when 'loyalty' then split_part(t.cause, ':', 2) = $1
         when 'referral' then exists (select 1 from referrals r
           where r.referrer_user_id = $1 and r.status = 'completed' and r.id::text = split_part(t.cause, ':', 2))
         when 'given' then t.amount > 0
         when 'order' then exists (select 1 from orders o
           where o.user_id = $1 and o.paid_at is not null and o.id::text = split_part(t.cause, ':', 2))
         when 'back' then exists (select 1 from orders o
           where o.user_id = $1 and o.refunded_pence + o.disputed_pence > 0 and o.id::text = split_part(t.cause, ':', 2))
         when 'booking' then exists (select 1 from bookings b where b.user_id = $1 and b.id::text = split_part(t.cause, ':', 2))
         else false end
     end
     union all
     select 'money ' || l.external_ref from ledger_entries l where l.user_id = $1 and not case split_part(l.external_ref, ':', 1)
       when 'refund' then exists (select 1 from refunds r where r.user_id = $1 and 'refund:' || r.ref = l.external_ref)
       when 'dispute' then exists (select 1 from simulator_stripe.objects o where o.id = split_part(l.external_ref, ':', 2))
       when 'dispute-won' then exists (select 1 from simulator_stripe.objects o
         where o.id = split_part(l.external_ref, ':', 2) and o.body->>'status' = 'won')
       else exists (select 1 from simulator_stripe.objects o where o.id = l.external_ref and o.kind in ('invoice', 'payment_intent'))
     end`,
    [ada.id],
  )
  return rows.map(({ what }) => what)
}
