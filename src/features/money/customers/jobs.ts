import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { ifMissing } from './model.ts'
import { removeCustomer } from './table.ts'

/** The provider ends with the record whatever it still pays for; what was paid stays in its books without the person. */
const remove = defineJob({
  ...removeCustomer,
  retries: 10,
  async run({ id }, { runtime: { stripe } }) {
    await stripe.customers.del(id).catch(ifMissing(null))
  },
})

export const jobs: AnyJob[] = [remove]
