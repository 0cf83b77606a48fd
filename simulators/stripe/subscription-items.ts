import type { Stripe } from 'stripe'
import { z } from 'zod'
import { activePrice, createPrice, priceData } from './catalogue.ts'
import { flag, mergeMetadata, metadata, natural, text } from './params.ts'
import { idOf, make, nowSeconds } from './samples.ts'
import { save, type Work } from './store.ts'
import { shareLeft } from './subscription-periods.ts'
import { newItem, planOf } from './subscriptions.ts'
import { invalidRequest } from './wire.ts'

export const itemParams = z.strictObject({
  deleted: flag.optional(),
  id: text.optional(),
  metadata: metadata.optional(),
  price: text.optional(),
  price_data: priceData.optional(),
  quantity: natural.optional(),
})

/** Applies item changes with their prorations; true when a new interval starts a new period. */
export async function changeItems(
  work: Work,
  next: Stripe.Subscription,
  params: { items?: z.output<typeof itemParams>[]; proration_behavior: string; proration_date?: number },
): Promise<boolean> {
  let isReset = false
  const at = params.proration_date ?? nowSeconds()
  for (const [index, change] of (params.items ?? []).entries()) {
    const param = `items[${index}]`
    const current = next.items.data.find(item => item.id === change.id)
    if (change.id && !current)
      throw invalidRequest(`No such subscription item: '${change.id}'`, `${param}[id]`, 'resource_missing')
    const isNewPrice = Boolean(change.price || change.price_data)
    const isOther = isNewPrice || change.quantity !== undefined || change.deleted
    const isProrated = isOther && params.proration_behavior !== 'none' && next.status !== 'trialing'
    if (current && isProrated) await prorate(work, next, current, { sign: -1, at })
    if (change.deleted) {
      next.items.data = next.items.data.filter(item => item !== current)
      continue
    }
    const price = !isNewPrice && current ? current.price : await recurringPrice(work, change, param)
    if (price.currency !== next.currency)
      throw invalidRequest('The price has another currency than the subscription.', param)
    const first = next.items.data[0]!
    const item =
      current ??
      newItem(next.id, { price, quantity: 1 }, { start: first.current_period_start, end: first.current_period_end })
    isReset ||= next.status !== 'trialing' && intervalOf(price) !== intervalOf(current?.price ?? first.price)
    Object.assign(item, {
      metadata: mergeMetadata(item.metadata, change.metadata),
      plan: planOf(price),
      price,
      quantity: change.quantity ?? item.quantity,
    })
    if (!current) next.items.data.push(item)
    if (isProrated && !isReset) await prorate(work, next, item, { sign: 1, at })
  }
  if (next.items.data.length === 0) throw invalidRequest('A subscription must have at least one item.', 'items')
  return isReset
}

/** Charges (1) or credits (-1) what is left of the current period as a pending invoice item. */
async function prorate(
  work: Work,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  { sign, at: now }: { sign: 1 | -1; at: number },
) {
  const { current_period_start: start, current_period_end: end, price, quantity = 1 } = item
  const share = shareLeft({ start, end, price }, subscription.billing_cycle_anchor, now)
  const amount = sign * Math.round(quantity * (price.unit_amount ?? 0) * share)
  if (amount === 0) return
  await save(
    work,
    make('invoiceitem', {
      amount,
      currency: price.currency,
      customer: idOf(subscription.customer),
      date: now,
      description: sign < 0 ? 'Unused time on the previous plan' : 'Remaining time on the new plan',
      discountable: false,
      net_amount: amount,
      parent: {
        subscription_details: { subscription: subscription.id, subscription_item: item.id },
        type: 'subscription_details',
      },
      period: { start: now, end },
      pricing: {
        price_details: { price: price.id, product: idOf(price.product) },
        type: 'price_details',
        unit_amount_decimal: String(price.unit_amount ?? 0),
      },
      proration: true,
      quantity,
      quantity_decimal: String(quantity),
    }),
  )
}

/** The price that an item asks for, which must be a recurring one. */
export async function recurringPrice(
  work: Work,
  item: z.output<typeof itemParams>,
  param: string,
): Promise<Stripe.Price> {
  if (!item.price === !item.price_data) {
    throw invalidRequest(`Missing required param: ${param}[price].`, `${param}[price]`, 'parameter_missing')
  }
  const price = item.price
    ? await activePrice(work, item.price, `${param}[price]`)
    : await createPrice(work, { ...item.price_data!, active: false })
  if (price.recurring) return price
  throw invalidRequest(
    `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
    `${param}[price]`,
  )
}

function intervalOf(price: Stripe.Price): string {
  return `${price.recurring?.interval_count} ${price.recurring?.interval}`
}
