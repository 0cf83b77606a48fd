import { type AnyJob, defineJob, type JobContext } from '#platform/jobs/define.ts'
import { changeCredit, ifMissing, knownCustomer, payOutCredit } from './model.ts'
import { removeCustomer } from './table.ts'

const payOut = defineJob({
  ...payOutCredit,
  retries: 10,
  mustBeDone: true,
  async run({ userId, pence, cause }, { runtime }) {
    const customer = await knownCustomer(runtime, userId)
    const change = { amount: -pence, currency: 'gbp', cause, description: 'Credit paid out' }
    if (customer) await changeCredit(runtime, customer, change)
  },
})

/** Pays out what the provider keeps as the credit of somebody who was erased, to the cards that paid; once. */
export type PayOutErased = (context: JobContext, erased: { userId: string; customerId: string }) => Promise<void>

/** `payOutErased`: what knows which payments the credit came from. */
export function jobs(payOutErased: PayOutErased): AnyJob[] {
  /**
   * The provider ends with the record whatever it still pays for; what was paid stays in its books without the person. Credit
   * would be gone with it: that is paid out first.
   */
  const remove = defineJob({
    ...removeCustomer,
    retries: 10,
    mustBeDone: true,
    async run({ id }, context) {
      const { stripe } = context.runtime
      const customer = await stripe.customers.retrieve(id).catch(ifMissing(null))
      if (!customer || customer.deleted) return
      const { userId } = customer.metadata
      if (userId && customer.balance < 0) await payOutErased(context, { userId, customerId: id })
      await stripe.customers.del(id).catch(ifMissing(null))
    },
  })

  return [remove, payOut]
}
