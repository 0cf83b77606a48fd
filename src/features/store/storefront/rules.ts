import { z } from 'zod'
import type { ShopOrder, ShopOrderStatus, ShopProduct, ShopVariantOfProduct, StorefrontFailure } from './inputs.ts'

/** Whatever went wrong at the storefront, as one kind of error. */
export class StorefrontError extends Error {
  readonly failure: StorefrontFailure
  /** HTTP status, where there was one. */
  readonly status: number | null
  constructor(failure: StorefrontFailure, message: string, status: number | null = null) {
    super(message)
    this.name = 'StorefrontError'
    this.failure = failure
    this.status = status
  }

  /** Whether the same call may work a little later. */
  get passes(): boolean {
    const isTheirs = this.failure === 'http' && (this.status === 429 || (this.status ?? 0) >= 500)
    return isTheirs || ['late', 'away', 'graphql'].includes(this.failure)
  }
}

/** The attribute of a cart, and of its order, by which the house knows it again. */
export const referenceKey = 'reference'

/** Pence of an amount as the storefront writes it, in pounds. Throws for anything else than GBP. */
export function penceOf({ amount, currencyCode }: { amount: string; currencyCode: string }): number {
  const [, pounds, pence = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  if (currencyCode !== 'GBP')
    throw new StorefrontError('unreadable', `The storefront sells in ${currencyCode}, not GBP.`)
  if (pounds === undefined) throw new StorefrontError('unreadable', `"${amount}" is no price.`)
  return Number(pounds) * 100 + Math.round(Number(`0.${pence || 0}`) * 100)
}

/** Pounds of pence, as the storefront reads prices. */
export const poundsOf = (pence: number): string => `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, '0')}`

/** A query at the end of an address that may have one already. */
export function withQuery(address: string, name: string, value: string): string {
  const url = new URL(address)
  url.searchParams.set(name, value)
  return url.href
}

const money = z.object({ amount: z.string(), currencyCode: z.string() }).transform(penceOf)
const nodes = <T extends z.ZodType>(of: T) => z.object({ nodes: z.array(of) }).transform(({ nodes }) => nodes)
const bag = z.object({ shopMoney: money }).transform(({ shopMoney }) => shopMoney)

const image = z
  .object({
    url: z.string(),
    altText: z.string().nullable(),
    width: z.number().nullable(),
    height: z.number().nullable(),
  })
  .transform(({ altText, ...rest }) => ({ ...rest, alt: altText ?? '' }))

const kilograms: Record<string, number> = { KILOGRAMS: 1, GRAMS: 0.001, POUNDS: 0.453_592_37, OUNCES: 0.028_349_523 }

const variantFields = {
  id: z.string(),
  title: z.string(),
  price: money,
  availableForSale: z.boolean(),
  quantityAvailable: z.number().int().nullable(),
  selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
  sku: z.string().nullable(),
  weight: z.number().nullable(),
  weightUnit: z.string(),
}

function variantOf<T extends z.output<z.ZodObject<typeof variantFields>>>(read: T) {
  const { price, weight, weightUnit, sku, quantityAvailable: left, ...rest } = read
  const weightKg = weight ? Math.round(weight * (kilograms[weightUnit] ?? 1) * 1000) / 1000 : null
  // What sells with nothing left is not counted, or may be sold beyond it.
  const quantityAvailable = rest.availableForSale && left !== null && left <= 0 ? null : left
  return { ...rest, quantityAvailable, pricePence: price, sku: sku || null, weightKg }
}

/** A product in an answer of the Storefront API (`productFields` in model.ts). */
export const productAnswer = z
  .object({
    id: z.string(),
    handle: z.string(),
    title: z.string(),
    description: z.string(),
    productType: z.string(),
    vendor: z.string(),
    tags: z.array(z.string()),
    createdAt: z.coerce.date(),
    availableForSale: z.boolean(),
    priceRange: z.object({ minVariantPrice: money, maxVariantPrice: money }),
    images: nodes(image),
    options: z.array(
      z
        .object({ name: z.string(), optionValues: z.array(z.object({ name: z.string() })) })
        .transform(({ name, optionValues }) => ({ name, values: optionValues.map(value => value.name) })),
    ),
    variants: nodes(z.object(variantFields).transform(variantOf)),
  })
  .transform(
    ({ priceRange, ...rest }): ShopProduct => ({
      ...rest,
      minPence: priceRange.minVariantPrice,
      maxPence: priceRange.maxVariantPrice,
    }),
  )

export const variantAnswer = z
  .object({
    ...variantFields,
    product: z
      .object({ id: z.string(), handle: z.string(), title: z.string(), featuredImage: image.nullable() })
      .transform(({ featuredImage, ...rest }) => ({ ...rest, image: featuredImage })),
  })
  .transform((read): ShopVariantOfProduct => variantOf(read))

const statuses: Record<string, ShopOrderStatus> = {
  PAID: 'paid',
  PARTIALLY_REFUNDED: 'partlyRefunded',
  REFUNDED: 'refunded',
  VOIDED: 'void',
  EXPIRED: 'void',
}

const attributes = z
  .array(z.object({ key: z.string(), value: z.string().nullable() }))
  .transform(all => all.find(({ key }) => key === referenceKey)?.value ?? null)

/** An order in an answer of the Admin API. A cancelled one that was never paid is void. */
export const orderAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.coerce.date(),
    processedAt: z.coerce.date(),
    cancelledAt: z.coerce.date().nullable(),
    displayFinancialStatus: z.string().nullable(),
    customAttributes: attributes,
    totalPriceSet: bag,
    totalRefundedSet: bag,
    lineItems: nodes(
      z
        .object({
          title: z.string(),
          quantity: z.number().int(),
          currentQuantity: z.number().int(),
          originalUnitPriceSet: bag,
          variant: z.object({ id: z.string() }).nullable(),
          product: z.object({ id: z.string() }).nullable(),
        })
        .transform(({ variant, product, originalUnitPriceSet, ...rest }) => ({
          ...rest,
          variantId: variant?.id ?? null,
          productId: product?.id ?? null,
          pricePence: originalUnitPriceSet,
        })),
    ),
  })
  .transform((read): ShopOrder => {
    const told = statuses[read.displayFinancialStatus ?? ''] ?? 'pending'
    const status = told === 'pending' && read.cancelledAt ? 'void' : told
    return {
      id: read.id,
      name: read.name,
      status,
      reference: read.customAttributes,
      totalPence: read.totalPriceSet,
      refundedPence: read.totalRefundedSet,
      createdAt: read.createdAt,
      paidAt: status === 'pending' || status === 'void' ? null : read.processedAt,
      lines: read.lineItems,
    }
  })

export const foundOrders = nodes(z.object({ id: z.string(), customAttributes: attributes }))

/** What of a message's body is read: the order by its number, and the reference among its attributes. */
export const messageBody = z.object({
  id: z.number().int().optional(),
  order_id: z.number().int().optional(),
  note_attributes: z.array(z.object({ name: z.string(), value: z.unknown() })).optional(),
})
