import type { Stripe } from 'stripe'
import { z } from 'zod'
import { text } from './params.ts'
import { idOf, make, nowSeconds } from './samples.ts'
import { load, save, select, type Work } from './store.ts'
import { invalidRequest } from './wire.ts'

export const discountParams = z.array(
  z.strictObject({ coupon: text.optional(), promotion_code: text.optional(), discount: text.optional() }),
)

/** A coupon that was asked for, directly or by a promotion code. */
export interface Reduction {
  coupon: Stripe.Coupon
  promotionCode: string | null
}

/** Looks the asked coupons up and refuses those that can no longer be redeemed. */
export async function readReductions(work: Work, given: z.output<typeof discountParams>): Promise<Reduction[]> {
  const reductions: Reduction[] = []
  for (const [index, { coupon, promotion_code, discount }] of given.entries()) {
    const param = `discounts[${index}]`
    if (discount) {
      const kept = await load(work, 'discount', discount, 'look', `${param}[discount]`)
      reductions.push(await reductionOf(work, kept))
      continue
    }
    const code = promotion_code
      ? await load(work, 'promotion_code', promotion_code, 'look', `${param}[promotion_code]`)
      : null
    if (code && (!code.active || isOver(code.expires_at, code.times_redeemed, code.max_redemptions))) {
      throw invalidRequest('This promotion code is no longer valid.', `${param}[promotion_code]`)
    }
    const id = coupon ?? idOf(code?.promotion.coupon ?? null)
    if (!id) throw invalidRequest(`Missing required param: ${param}[coupon].`, `${param}[coupon]`, 'parameter_missing')
    const found = await load(work, 'coupon', id, 'look', `${param}[coupon]`)
    if (!found.valid || isOver(found.redeem_by, found.times_redeemed, found.max_redemptions)) {
      throw invalidRequest(`Coupon expired: ${found.id}`, `${param}[coupon]`, 'coupon_expired')
    }
    reductions.push({ coupon: found, promotionCode: code?.id ?? null })
  }
  return reductions
}

/** What the coupons take off an amount, one after the other, each in the currency's smallest unit. */
export function reduce(amount: number, currency: string, coupons: Stripe.Coupon[]): number[] {
  let left = Math.max(0, amount)
  return coupons.map(coupon => {
    const fixed = coupon.currency === currency ? (coupon.amount_off ?? 0) : 0
    const off = Math.min(left, coupon.percent_off ? Math.round((left * coupon.percent_off) / 100) : fixed)
    left -= off
    return off
  })
}

/** Makes a discount of a coupon and counts the redemption. */
export async function redeem(
  work: Work,
  { coupon, promotionCode }: Reduction,
  place: { customer: string | null; subscription?: string | null; checkout_session?: string | null },
): Promise<Stripe.Discount> {
  const counted = await load(work, 'coupon', coupon.id, 'lock')
  await save(work, { ...counted, times_redeemed: counted.times_redeemed + 1 })
  if (promotionCode) {
    const code = await load(work, 'promotion_code', promotionCode, 'lock')
    await save(work, { ...code, times_redeemed: code.times_redeemed + 1 })
  }
  const months = coupon.duration === 'repeating' ? (coupon.duration_in_months ?? 0) : null
  const end = new Date(nowSeconds() * 1000)
  end.setUTCMonth(end.getUTCMonth() + (months ?? 0))
  return save(
    work,
    make('discount', {
      ...place,
      end: months === null ? null : Math.floor(end.getTime() / 1000),
      promotion_code: promotionCode,
      source: { coupon: coupon.id, type: 'coupon' },
      start: nowSeconds(),
    }),
  )
}

/** The discounts of these ids, with their coupons. */
export async function loadDiscounts(work: Work, ids: string[]) {
  const loaded: { discount: Stripe.Discount; coupon: Stripe.Coupon }[] = []
  for (const discount of (await select(work, 'discount', 'id = any($1)', [ids])).reverse()) {
    loaded.push({ discount, coupon: (await reductionOf(work, discount)).coupon })
  }
  return loaded
}

async function reductionOf(work: Work, discount: Stripe.Discount): Promise<Reduction> {
  const coupon = await load(work, 'coupon', idOf(discount.source.coupon ?? '')!)
  return { coupon, promotionCode: idOf(discount.promotion_code) }
}

function isOver(endsAt: number | null, redeemed: number, most: number | null): boolean {
  return (endsAt !== null && endsAt <= nowSeconds()) || (most !== null && redeemed >= most)
}
