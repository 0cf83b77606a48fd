import type { Stripe } from 'stripe'
import { z } from 'zod'
import { openSession, paymentIntentData, subscriptionData } from './checkout.ts'
import { type Endpoint, endpoint, list, nothing, retrieve } from './endpoint.ts'
import { lineItemParams, readLineItems, total } from './line-items.ts'
import { flag, link, mergeMetadata, metadata, natural, text } from './params.ts'
import { listOf, make } from './samples.ts'
import { extraOf, load, save, type Work } from './store.ts'
import { invalidRequest } from './wire.ts'

const afterCompletion = z.strictObject({
  hosted_confirmation: z.strictObject({ custom_message: text.max(500).optional() }).optional(),
  redirect: z.strictObject({ url: link }).optional(),
  type: z.enum(['hosted_confirmation', 'redirect']),
})

const restrictions = z.strictObject({ completed_sessions: z.strictObject({ limit: natural }) })

const createParams = z.strictObject({
  after_completion: afterCompletion.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  inactive_message: text.max(500).optional(),
  line_items: lineItemParams,
  metadata: metadata.optional(),
  payment_intent_data: paymentIntentData.optional(),
  restrictions: restrictions.optional(),
  subscription_data: subscriptionData.optional(),
})

const updateParams = z.strictObject({
  active: flag.optional(),
  after_completion: afterCompletion.optional(),
  inactive_message: text.max(500).optional(),
  metadata: metadata.optional(),
})

/** The terms of a link that its sessions take over. */
interface LinkExtra {
  items: Stripe.LineItem[]
  intentData?: z.output<typeof paymentIntentData>
  subscriptionData?: z.output<typeof subscriptionData>
}

export const paymentLinkEndpoints: Endpoint[] = [
  endpoint('POST', '/v1/payment_links', createParams, createLink),
  retrieve('/v1/payment_links', 'payment_link'),
  endpoint('POST', '/v1/payment_links/:id', updateParams, async (work, params, ids) => {
    const current = await load(work, 'payment_link', ids.id!, 'lock')
    const after = params.after_completion ? completion(params.after_completion) : current.after_completion
    const labels = mergeMetadata(current.metadata, params.metadata)
    return save(work, { ...current, ...params, after_completion: after, metadata: labels })
  }),
  list('/v1/payment_links', 'payment_link', { active: "body->>'active' = $" }),
  endpoint('GET', '/v1/payment_links/:id/line_items', nothing, async (work, _, ids) => {
    await load(work, 'payment_link', ids.id!)
    return linkItems(work, ids.id!)
  }),
]

/** Opens a checkout for somebody who follows a payment link. */
export async function openLinkSession(
  work: Work,
  id: string,
  person: { email: string | null; reference: string | null },
): Promise<Stripe.Checkout.Session> {
  const found = await load(work, 'payment_link', id)
  if (!found.active) throw invalidRequest(found.inactive_message ?? 'This payment link is no longer active.')
  const { items = [], intentData, subscriptionData: forSubscription } = await extraOf<LinkExtra>(work, id)
  const isRecurring = items.some(item => item.price?.recurring)
  return openSession(
    work,
    {
      mode: isRecurring ? 'subscription' : 'payment',
      metadata: found.metadata,
      payment_link: id,
      success_url: found.after_completion.redirect?.url ?? null,
      ...(person.reference && { client_reference_id: person.reference }),
      ...(person.email && { customer_email: person.email }),
      ...(isRecurring
        ? { subscription_data: forSubscription }
        : {
            customer_creation: found.customer_creation as 'always' | 'if_required',
            payment_intent_data: intentData,
          }),
    },
    items,
    [],
  )
}

export async function linkItems(work: Work, id: string) {
  const { items = [] } = await extraOf<LinkExtra>(work, id)
  return listOf(`/v1/payment_links/${id}/line_items`, items)
}

/** After a payment: counts it, and closes the link when its limit is reached. */
export async function countLinkUse(work: Work, id: string): Promise<void> {
  const found = await load(work, 'payment_link', id, 'lock')
  const uses = found.restrictions?.completed_sessions
  if (!uses) return
  const count = uses.count + 1
  await save(work, {
    ...found,
    active: found.active && count < uses.limit,
    restrictions: { completed_sessions: { count, limit: uses.limit } },
  })
}

async function createLink(work: Work, params: z.output<typeof createParams>): Promise<Stripe.PaymentLink> {
  const items = await readLineItems(work, params.line_items)
  const basket = total(items, [])
  const forPayment = params.payment_intent_data
  const created = make('payment_link', {
    after_completion: completion(params.after_completion),
    currency: basket.currency,
    customer_creation: basket.isRecurring ? 'always' : (params.customer_creation ?? 'if_required'),
    inactive_message: params.inactive_message ?? null,
    metadata: params.metadata ?? {},
    payment_intent_data: forPayment
      ? {
          capture_method: null,
          description: forPayment.description ?? null,
          metadata: forPayment.metadata ?? {},
          setup_future_usage: forPayment.setup_future_usage ?? null,
          statement_descriptor: null,
          statement_descriptor_suffix: null,
          transfer_group: null,
        }
      : null,
    restrictions: params.restrictions
      ? { completed_sessions: { count: 0, limit: params.restrictions.completed_sessions.limit } }
      : null,
    subscription_data: params.subscription_data
      ? {
          description: params.subscription_data.description ?? null,
          invoice_settings: { issuer: { type: 'self' } },
          metadata: params.subscription_data.metadata ?? {},
          trial_period_days: params.subscription_data.trial_period_days ?? null,
          trial_settings: params.subscription_data.trial_settings ?? null,
        }
      : null,
  })
  created.url = `${work.publicUrl}/dev/stripe/link/${created.id}`
  const extra: LinkExtra = {
    intentData: forPayment,
    items: basket.items,
    subscriptionData: params.subscription_data,
  }
  return save(work, created, extra)
}

function completion(given: z.output<typeof afterCompletion> | undefined): Stripe.PaymentLink.AfterCompletion {
  if (given?.type === 'redirect') {
    if (!given.redirect) {
      throw invalidRequest(
        'Missing required param: after_completion[redirect].',
        'after_completion[redirect]',
        'parameter_missing',
      )
    }
    return { redirect: given.redirect, type: 'redirect' }
  }
  return {
    hosted_confirmation: { custom_message: given?.hosted_confirmation?.custom_message ?? null },
    type: 'hosted_confirmation',
  }
}
