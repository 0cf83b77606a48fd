import type { Stripe } from 'stripe'
import { z } from 'zod'
import { activePrice, createPrice, priceData } from './catalogue.ts'
import { reduce } from './discounts.ts'
import { metadata, natural, text } from './params.ts'
import { idOf, make } from './samples.ts'
import { load, type Work } from './store.ts'
import { invalidRequest } from './wire.ts'

export const lineItemParams = z
  .array(
    z.strictObject({
      metadata: metadata.optional(),
      price: text.optional(),
      price_data: priceData.optional(),
      quantity: natural.refine(value => value >= 1).optional(),
    }),
  )
  .min(1)
  .max(100)

/** What a person is about to buy. */
export interface Basket {
  items: Stripe.LineItem[]
  currency: string
  subtotal: number
  discount: number
  total: number
  isRecurring: boolean
}

/** Turns line items into priced items; every price has one currency. */
export async function readLineItems(work: Work, given: z.output<typeof lineItemParams>): Promise<Stripe.LineItem[]> {
  const items: Stripe.LineItem[] = []
  for (const [index, line] of given.entries()) {
    const param = `line_items[${index}]`
    if (!line.price === !line.price_data) {
      throw invalidRequest('You must specify either `price` or `price_data` when creating a line item.', param)
    }
    const price = line.price
      ? await activePrice(work, line.price, `${param}[price]`)
      : await createPrice(work, { ...line.price_data!, active: false })
    if (line.quantity === undefined) {
      throw invalidRequest(`Missing required param: ${param}[quantity].`, `${param}[quantity]`, 'parameter_missing')
    }
    const product = await load(work, 'product', idOf(price.product))
    const amount = (price.unit_amount ?? 0) * line.quantity
    items.push(
      make('item', {
        amount_discount: 0,
        amount_subtotal: amount,
        amount_tax: 0,
        amount_total: amount,
        currency: price.currency,
        description: product.name,
        metadata: line.metadata ?? {},
        price,
        quantity: line.quantity,
      }),
    )
  }
  if (new Set(items.map(item => item.currency)).size > 1) {
    throw invalidRequest('All line items must have the same currency.', 'line_items')
  }
  return items
}

/** Adds up, and spreads the coupons' reduction over the items so that it comes out to the penny. */
export function total(items: Stripe.LineItem[], coupons: Stripe.Coupon[]): Basket {
  const currency = items[0]?.currency ?? 'gbp'
  const subtotal = items.reduce((sum, item) => sum + item.amount_subtotal, 0)
  const discount = reduce(subtotal, currency, coupons).reduce((sum, off) => sum + off, 0)
  const shares = spread(
    discount,
    items.map(item => item.amount_subtotal),
  )
  return {
    items: items.map((item, index) => ({
      ...item,
      amount_discount: shares[index]!,
      amount_total: item.amount_subtotal - shares[index]!,
    })),
    currency,
    subtotal,
    discount,
    total: subtotal - discount,
    isRecurring: items.some(item => item.price?.recurring),
  }
}

/** Splits `amount` in proportion to `weights`; the parts add up to it exactly. */
export function spread(amount: number, weights: number[]): number[] {
  let leftAmount = amount
  let leftWeight = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map(weight => {
    const part = leftWeight === 0 ? 0 : Math.round((leftAmount * weight) / leftWeight)
    leftAmount -= part
    leftWeight -= weight
    return part
  })
}
