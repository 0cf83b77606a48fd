import type { Stripe } from 'stripe'
import { z } from 'zod'
import { type Endpoint, endpoint, list, retrieve } from './endpoint.ts'
import { currency, flag, mergeMetadata, metadata, natural, text, unset, whole } from './params.ts'
import { idOf, make, nowSeconds } from './samples.ts'
import { find, load, save, select, type Work } from './store.ts'
import { invalidRequest } from './wire.ts'

const productFields = {
  active: flag.optional(),
  description: z.union([unset, text]).optional(),
  images: z.union([z.array(text), unset]).optional(),
  metadata: metadata.optional(),
  statement_descriptor: text.optional(),
  tax_code: text.optional(),
  unit_label: text.optional(),
  url: z.union([unset, text]).optional(),
}

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: natural.refine(value => value >= 1).optional(),
  usage_type: z.literal('licensed').optional(),
})

const productData = z.strictObject({
  name: text,
  description: text.optional(),
  images: z.array(text).optional(),
  metadata: metadata.optional(),
  tax_code: text.optional(),
  unit_label: text.optional(),
})

/** A price described in place, as line items and subscription items may. */
export const priceData = z.strictObject({
  currency,
  product: text.optional(),
  product_data: productData.optional(),
  recurring: recurring.optional(),
  tax_behavior: text.optional(),
  unit_amount: natural,
})

const priceCreate = z.strictObject({
  ...priceData.shape,
  active: flag.optional(),
  lookup_key: text.optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
  transfer_lookup_key: flag.optional(),
})

const couponCreate = z.strictObject({
  id: text.optional(),
  amount_off: natural.refine(value => value > 0).optional(),
  currency: currency.optional(),
  duration: z.enum(['forever', 'once', 'repeating']).default('once'),
  duration_in_months: natural.optional(),
  max_redemptions: natural.optional(),
  metadata: metadata.optional(),
  name: z.string().max(40).optional(),
  percent_off: z
    .string()
    .regex(/^\d{1,3}(\.\d+)?$/)
    .transform(Number)
    .optional(),
  redeem_by: whole.optional(),
})

const promotionCodeCreate = z.strictObject({
  active: flag.optional(),
  code: text.optional(),
  customer: text.optional(),
  expires_at: whole.optional(),
  max_redemptions: natural.optional(),
  metadata: metadata.optional(),
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
})

export const catalogueEndpoints: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/products',
    z.strictObject({ ...productFields, id: text.optional(), name: text }),
    createProduct,
  ),
  retrieve('/v1/products', 'product'),
  endpoint(
    'POST',
    '/v1/products/:id',
    z.strictObject({ ...productFields, default_price: text.optional(), name: text.optional() }),
    async (work, params, ids) => {
      const product = await load(work, 'product', ids.id!, 'lock')
      const changed = mergeMetadata(product.metadata, params.metadata)
      return save(work, {
        ...product,
        ...params,
        images: params.images ?? product.images,
        metadata: changed,
        updated: nowSeconds(),
      })
    },
  ),
  list('/v1/products', 'product', { active: "body->>'active' = $", ids: 'id = any($)' }),

  endpoint('POST', '/v1/prices', priceCreate, createPrice),
  retrieve('/v1/prices', 'price'),
  endpoint(
    'POST',
    '/v1/prices/:id',
    z.strictObject({
      active: flag.optional(),
      lookup_key: text.optional(),
      metadata: metadata.optional(),
      nickname: z.union([unset, text]).optional(),
      tax_behavior: text.optional(),
      transfer_lookup_key: flag.optional(),
    }),
    async (work, { transfer_lookup_key, ...params }, ids) => {
      const price = await load(work, 'price', ids.id!, 'lock')
      if (params.lookup_key) await claimLookupKey(work, params.lookup_key, transfer_lookup_key ?? false, price.id)
      return save(work, { ...price, ...params, metadata: mergeMetadata(price.metadata, params.metadata) })
    },
  ),
  list('/v1/prices', 'price', {
    active: "body->>'active' = $",
    currency: "body->>'currency' = lower($)",
    lookup_keys: "body->>'lookup_key' = any($)",
    product: "body->>'product' = $",
    type: "body->>'type' = $",
  }),

  endpoint('POST', '/v1/coupons', couponCreate, createCoupon),
  retrieve('/v1/coupons', 'coupon'),
  list('/v1/coupons', 'coupon', {}),

  endpoint('POST', '/v1/promotion_codes', promotionCodeCreate, async (work, { promotion, ...params }) => {
    await load(work, 'coupon', promotion.coupon, 'look', 'promotion[coupon]')
    const code = params.code ?? make('coupon', {}).id.toUpperCase()
    return save(work, make('promotion_code', { ...params, code, metadata: params.metadata ?? {}, promotion }))
  }),
  retrieve('/v1/promotion_codes', 'promotion_code'),
  endpoint(
    'POST',
    '/v1/promotion_codes/:id',
    z.strictObject({ active: flag.optional(), metadata: metadata.optional() }),
    async (work, params, ids) => {
      const code = await load(work, 'promotion_code', ids.id!, 'lock')
      return save(work, { ...code, ...params, metadata: mergeMetadata(code.metadata, params.metadata) })
    },
  ),
  list('/v1/promotion_codes', 'promotion_code', {
    active: "body->>'active' = $",
    code: "lower(body->>'code') = lower($)",
    coupon: "body#>>'{promotion,coupon}' = $",
  }),
]

/** Creates a price, with its product when that is described in place. */
export async function createPrice(work: Work, params: z.output<typeof priceCreate>): Promise<Stripe.Price> {
  const { product_data, transfer_lookup_key, ...fields } = params
  if (!fields.product === !product_data) {
    throw invalidRequest('You must specify exactly one of `product` or `product_data`.', 'product', 'parameter_missing')
  }
  if (fields.product) await load(work, 'product', fields.product, 'look', 'product')
  const product = fields.product ?? (await createProduct(work, product_data!)).id
  const price = make('price', {
    active: true,
    ...fields,
    metadata: fields.metadata ?? {},
    product,
    recurring: fields.recurring
      ? {
          interval_count: 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
          ...fields.recurring,
        }
      : null,
    type: fields.recurring ? 'recurring' : 'one_time',
    unit_amount_decimal: String(fields.unit_amount),
  })
  if (fields.lookup_key) await claimLookupKey(work, fields.lookup_key, transfer_lookup_key ?? false, price.id)
  return save(work, price)
}

/** A price by its id, usable in a new purchase. */
export async function activePrice(work: Work, id: string, param: string): Promise<Stripe.Price> {
  const price = await load(work, 'price', id, 'look', param)
  if (!price.active) {
    throw invalidRequest(
      'The price specified is inactive. This field only accepts active prices.',
      param,
      'price_inactive',
    )
  }
  return price
}

async function createProduct(
  work: Work,
  params: { name: string; id?: string; metadata?: Record<string, string> | null },
) {
  if (params.id && (await find(work, 'product', params.id))) throw alreadyExists('Product', params.id)
  return save(work, make('product', { ...params, metadata: params.metadata ?? {}, updated: nowSeconds() }))
}

async function createCoupon(work: Work, params: z.output<typeof couponCreate>) {
  if (!params.percent_off === !params.amount_off) {
    throw invalidRequest('You must pass exactly one of `percent_off` or `amount_off`.', 'percent_off')
  }
  if (params.percent_off && params.percent_off > 100) {
    throw invalidRequest('Invalid percent_off: must be between 0 and 100.', 'percent_off')
  }
  if (params.amount_off && !params.currency)
    throw invalidRequest('Missing required param: currency.', 'currency', 'parameter_missing')
  if (params.duration === 'repeating' && !params.duration_in_months) {
    throw invalidRequest('Missing required param: duration_in_months.', 'duration_in_months', 'parameter_missing')
  }
  if (params.id && (await find(work, 'coupon', params.id))) throw alreadyExists('Coupon', params.id)
  const fields = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
  return save(work, make('coupon', { ...fields, metadata: params.metadata ?? {} }))
}

/** One price holds a lookup key at a time. */
async function claimLookupKey(work: Work, key: string, isTransfer: boolean, id: string): Promise<void> {
  const [holder] = await select(work, 'price', "body->>'lookup_key' = $1", [key])
  if (!holder || holder.id === id) return
  if (!isTransfer) {
    throw invalidRequest(`A price (\`${idOf(holder)}\`) already uses that lookup key.`, 'lookup_key')
  }
  await save(work, { ...holder, lookup_key: null })
}

function alreadyExists(name: string, id: string) {
  return invalidRequest(`${name} already exists with ID: ${id}`, 'id', 'resource_already_exists')
}
