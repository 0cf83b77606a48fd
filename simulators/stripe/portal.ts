import type { Stripe } from 'stripe'
import { z } from 'zod'
import { liveCustomer } from './customer-records.ts'
import { type Endpoint, endpoint, list, retrieve } from './endpoint.ts'
import { flag, link, metadata, text } from './params.ts'
import { make, nowSeconds } from './samples.ts'
import { load, save, select, type Work } from './store.ts'
import { invalidRequest } from './wire.ts'

const toggle = z.strictObject({ enabled: flag })
const features = z.strictObject({
  customer_update: z.strictObject({ allowed_updates: z.array(text).optional(), enabled: flag }).optional(),
  invoice_history: toggle.optional(),
  payment_method_update: toggle.optional(),
  subscription_cancel: z.strictObject({ enabled: flag, mode: z.literal('at_period_end').optional() }).optional(),
})

const configurationParams = z.strictObject({
  active: flag.optional(),
  business_profile: z
    .strictObject({
      headline: text.optional(),
      privacy_policy_url: link.optional(),
      terms_of_service_url: link.optional(),
    })
    .optional(),
  default_return_url: link.optional(),
  features: features.optional(),
  metadata: metadata.optional(),
})

const sessionParams = z.strictObject({
  configuration: text.optional(),
  customer: text,
  locale: text.optional(),
  return_url: link.optional(),
})

export const portalEndpoints: Endpoint[] = [
  endpoint('POST', '/v1/billing_portal/configurations', configurationParams, (work, params) =>
    configure(work, params, false),
  ),
  retrieve('/v1/billing_portal/configurations', 'billing_portal.configuration'),
  endpoint('POST', '/v1/billing_portal/configurations/:id', configurationParams, async (work, params, ids) => {
    const current = await load(work, 'billing_portal.configuration', ids.id!, 'lock')
    const merged = merge(current, params)
    return save(work, { ...merged, updated: nowSeconds() })
  }),
  list('/v1/billing_portal/configurations', 'billing_portal.configuration', {
    active: "body->>'active' = $",
    is_default: "body->>'is_default' = $",
  }),
  endpoint('POST', '/v1/billing_portal/sessions', sessionParams, async (work, params) => {
    const customer = await liveCustomer(work, params.customer, 'customer')
    const configuration = params.configuration
      ? await load(work, 'billing_portal.configuration', params.configuration, 'look', 'configuration')
      : await defaultConfiguration(work)
    const returnUrl = params.return_url ?? configuration.default_return_url
    if (!returnUrl) throw invalidRequest('Missing required param: return_url.', 'return_url', 'parameter_missing')
    const session = make('billing_portal.session', {
      configuration: configuration.id,
      customer: customer.id,
      locale: params.locale ?? null,
      return_url: returnUrl,
    })
    session.url = `${work.publicUrl}/dev/stripe/portal/${session.id}`
    return save(work, session)
  }),
]

/** The account's default configuration, made when it is first needed: everything is allowed. */
async function defaultConfiguration(work: Work): Promise<Stripe.BillingPortal.Configuration> {
  const [existing] = await select(work, 'billing_portal.configuration', "body->>'is_default' = 'true'")
  return (
    existing ??
    configure(
      work,
      {
        features: {
          customer_update: { allowed_updates: [], enabled: false },
          invoice_history: { enabled: true },
          payment_method_update: { enabled: true },
          subscription_cancel: { enabled: true, mode: 'at_period_end' },
        },
      },
      true,
    )
  )
}

async function configure(work: Work, params: z.output<typeof configurationParams>, isDefault: boolean) {
  const blank = make('billing_portal.configuration', {
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    is_default: isDefault,
  })
  return save(work, merge(blank, params))
}

function merge(
  current: Stripe.BillingPortal.Configuration,
  { features: given = {}, business_profile, metadata: labels, ...plain }: z.output<typeof configurationParams>,
): Stripe.BillingPortal.Configuration {
  const merged = structuredClone(current)
  Object.assign(merged, plain)
  Object.assign(merged.business_profile, business_profile)
  if (labels !== undefined) merged.metadata = labels ?? {}
  for (const [name, values] of Object.entries(given)) {
    Object.assign(merged.features[name as keyof typeof given], values)
  }
  return merged
}
