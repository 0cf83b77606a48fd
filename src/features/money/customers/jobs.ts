import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { changeCredit, ifMissing, knownCustomer, payOutCredit } from './model.ts'
import { removeCustomer } from './table.ts'

/** The provider ends with the record whatever it still pays for; what was paid stays in its books without the person. */
const remove = defineJob({
  ...removeCustomer,
  retries: 10,
  mustBeDone: true,
  async run({ id }, { runtime: { stripe } }) {
    await stripe.customers.del(id).catch(ifMissing(null))
  },
})

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

export const jobs: AnyJob[] = [remove, payOut]
