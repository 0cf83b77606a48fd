import type { TestApp } from './app.ts'
import { outboxOf } from './mailbox.ts'
import { control, pay, tiers, untilQuiet } from './payments.ts'

type Who = { id: string; email: string }

/** Memberships as their owners pay for them, seen from all sides: here, at the provider, in the ledger and in the mails. */
export function subscribing(app: TestApp) {
  let catalogue: ReturnType<typeof tiers> | undefined
  const tier = async (slug: string) => {
    catalogue ??= tiers(app)
    return (await catalogue)(slug)
  }
  const mine = (who: Who) => app.as(who).memberships.mine()
  const subscribe = async (who: Who, slug: string, begin: { startOn?: string; isProRata?: boolean } = {}) =>
    app.as(who).memberships.subscribe({ tierId: (await tier(slug)).id, ...begin })
  const subscriptionOf = async (who: Who) =>
    (
      await app.sql<{ id: string }>(
        `select stripe_subscription_id as id from user_memberships where user_id = $1 and status = 'active'`,
        [who.id],
      )
    )[0]!.id
  const customerOf = async (who: Who) =>
    (
      await app.sql<{ id: string }>('select stripe_customer_id as id from payment_customers where user_id = $1', [
        who.id,
      ])
    )[0]!.id
  /** What was entered about this person, in pence, smallest first. */
  const ledgerOf = async (who: Who) =>
    (
      await app.sql<{ pence: number }>(
        'select amount_pence as pence from ledger_entries where user_id = $1 order by amount_pence',
        [who.id],
      )
    ).map(({ pence }) => pence)
  return {
    tier,
    mine,
    subscribe,
    subscriptionOf,
    customerOf,
    ledgerOf,
    ledgerSum: async (who: Who) => (await ledgerOf(who)).reduce((sum, pence) => sum + pence, 0),
    /** Chooses a plan and pays for its first month. */
    async join(who: Who, slug: string, begin: { startOn?: string; isProRata?: boolean } = {}): Promise<string> {
      const { orderId, url } = await subscribe(who, slug, begin)
      await pay(app, url)
      return orderId
    },
    /** Changes the plan at the price that is quoted. */
    async changeTo(who: Who, slug: string) {
      const { id: tierId } = await tier(slug)
      const { nowPence, at } = await app.as(who).memberships.changeQuote({ tierId })
      return app.as(who).memberships.change({ tierId, quote: { nowPence, at } })
    },
    /** The end of the period that is paid, or of the wait for the first one. */
    async nextPeriod(who: Who): Promise<void> {
      await control(app, { advanceSubscription: await subscriptionOf(who) })
      await untilQuiet(app)
    },
    subscriptionsOf: async (who: Who) =>
      (await app.runtime.stripe.subscriptions.list({ customer: await customerOf(who), status: 'all' })).data,
    creditOf: async (who: Who) => {
      const customer = await app.runtime.stripe.customers.retrieve(await customerOf(who))
      return customer.deleted ? 0 : 0 - customer.balance
    },
    /** What the provider has of this person's money: charged less given back. */
    heldOf: async (who: Who) => {
      const { data } = await app.runtime.stripe.charges.list({ customer: await customerOf(who), limit: 100 })
      return data
        .filter(({ paid }) => paid)
        .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0)
    },
    /** The names of the mails to this person. */
    templatesTo: async (who: Who) => (await outboxOf(app, who.email)).map(({ template }) => template),
    /** What mails of this template told this person. */
    told: async (who: Who, template: string) =>
      (await outboxOf(app, who.email)).filter(mail => mail.template === template).map(({ props }) => props),
  }
}
