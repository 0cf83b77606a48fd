import type { Stripe } from 'stripe'
import { z } from 'zod'
import { emit } from './events.ts'
import { metadata, text, unset, whole } from './params.ts'
import { make, randomText } from './samples.ts'
import { load, save, type Work } from './store.ts'
import { resourceMissing } from './wire.ts'

const address = z.strictObject({
  city: text.optional(),
  country: text.optional(),
  line1: text.optional(),
  line2: text.optional(),
  postal_code: text.optional(),
  state: text.optional(),
})

export const customerParams = z.strictObject({
  address: z.union([address, unset]).optional(),
  balance: whole.optional(),
  description: z.union([text, unset]).optional(),
  email: z.union([text.max(512), unset]).optional(),
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
  metadata: metadata.optional(),
  name: z.union([text, unset]).optional(),
  phone: z.union([text, unset]).optional(),
  preferred_locales: z.array(text).optional(),
})

export async function createCustomer(
  work: Work,
  params: z.input<typeof customerParams> | z.output<typeof customerParams>,
): Promise<Stripe.Customer> {
  const { address: given, ...rest } = params
  const customer = make('customer', {
    ...rest,
    address: given ? fullAddress(given) : null,
    invoice_prefix: randomText(8).toUpperCase(),
    metadata: params.metadata || {},
  })
  customer.invoice_settings = { ...make('customer', {}).invoice_settings, ...params.invoice_settings }
  await save(work, customer)
  await emit(work, 'customer.created', customer)
  return customer
}

/** The customer, locked; a deleted one counts as missing. */
export async function liveCustomer(work: Work, id: string, param: string): Promise<Stripe.Customer> {
  const customer = await load(work, 'customer', id, 'lock', param)
  if ('deleted' in customer) throw resourceMissing('customer', id, param)
  return customer
}

/** An address with all its parts, given or not. */
export function fullAddress(given: object) {
  return { city: null, country: null, line1: null, line2: null, postal_code: null, state: null, ...given }
}
