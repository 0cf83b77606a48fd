import { z } from 'zod'
import type {
  ProductDraft,
  StorefrontFailure,
  StorefrontOrder,
  StorefrontOrderStatus,
  StorefrontProduct,
  StorefrontVariantOfProduct,
} from './inputs.ts'

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

  /** Whether the storefront as a whole does not answer now: then there is no use in asking it about something else. */
  get isAway(): boolean {
    const isTheirs = this.failure === 'http' && (this.status ?? 0) >= 500
    return isTheirs || ['late', 'away', 'paymentRequired', 'notConnected'].includes(this.failure)
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

const marks: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The words of a description, with its paragraphs and lines, which the storefront's own plain text runs together. */
export const textOf = (html: string): string =>
  html
    .replace(/\s+/g, ' ')
    .replace(/<li\b[^>]*>/gi, '\n• ')
    .replace(/<br\b[^>]*>/gi, '\n')
    .replace(/<\/(p|div|ul|ol|h\d|blockquote|tr)>/gi, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,6})|(\w+));/g, (mark, code, name) =>
      code ? String.fromCodePoint(Number(code)) : (marks[name] ?? mark),
    )
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** An address of a picture without the version that is written behind it. */
export const bare = (url: string) => url.split('?')[0] ?? url

/** A product as the storefront takes it; `pictures`: what it calls those that it has, by their bare address. */
export function productInput(draft: ProductDraft, pictures: Map<string, string>) {
  // A product without options has the storefront's own one, which its pages do not show.
  const names = draft.options.length > 0 ? draft.options : [onlyForm.name]
  const values = draft.options.length > 0 ? draft.variants.map(variant => variant.values) : [[onlyForm.value]]
  return {
    handle: draft.handle,
    title: draft.title,
    ...(draft.description !== null && { descriptionHtml: htmlOf(draft.description) }),
    productType: draft.productType,
    vendor: draft.vendor,
    tags: draft.tags,
    status: 'ACTIVE',
    productOptions: names.map((name, at) => ({
      name,
      position: at + 1,
      values: [...new Set(values.map(each => each[at] ?? ''))].map(value => ({ name: value })),
    })),
    variants: draft.variants.map((variant, row) => ({
      ...(variant.id && { id: variant.id }),
      optionValues: names.map((optionName, at) => ({ optionName, name: values[row]?.[at] ?? '' })),
      price: poundsOf(variant.pricePence),
      sku: variant.sku,
      ...(variant.weightKg !== null && {
        inventoryItem: { measurement: { weight: { value: variant.weightKg, unit: 'KILOGRAMS' } } },
      }),
    })),
    files: draft.images.map(({ url, alt }) => {
      const known = pictures.get(bare(url))
      return known ? { id: known, alt } : { originalSource: url, alt, contentType: 'IMAGE' }
    }),
  }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Paragraphs and lines of plain text, in the markup that the storefront keeps. */
function htmlOf(text: string): string {
  const safe = text.replace(/[&<>"]/g, mark => escapes[mark] ?? '')
  const paragraphs = safe.split(/\n{2,}/).filter(each => each.trim() !== '')
  return paragraphs.map(each => `<p>${each.trim().replaceAll('\n', '<br>')}</p>`).join('')
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

/** What the storefront says of a thing that comes in one form only, where it wants an option and a value: nobody chose it, and nobody sees it. */
export const onlyForm = { name: 'Title', value: 'Default Title' } as const
const isOnlyForm = ({ name, value }: { name: string; value: string }) =>
  name === onlyForm.name && value === onlyForm.value

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
  const selectedOptions = rest.selectedOptions.filter(option => !isOnlyForm(option))
  const title = selectedOptions.length < rest.selectedOptions.length ? '' : rest.title
  const weightKg = weight ? Math.round(weight * (kilograms[weightUnit] ?? 1) * 1000) / 1000 : null
  // What sells with nothing left is not counted, or may be sold beyond it.
  const quantityAvailable = rest.availableForSale && left !== null && left <= 0 ? null : left
  return { ...rest, title, selectedOptions, quantityAvailable, pricePence: price, sku: sku || null, weightKg }
}

/** A product in an answer of the Storefront API (`productSelection`). */
export const productAnswer = z
  .object({
    id: z.string(),
    handle: z.string(),
    title: z.string(),
    descriptionHtml: z.string(),
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
    variantsCount: z.object({ count: z.number().int() }).nullable(),
  })
  .transform(
    ({ priceRange, descriptionHtml, variantsCount, ...rest }): StorefrontProduct => ({
      ...rest,
      options: rest.options.filter(({ name, values }) => !isOnlyForm({ name, value: values.join() })),
      variantsCount: variantsCount?.count ?? rest.variants.length,
      description: textOf(descriptionHtml),
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
  .transform((read): StorefrontVariantOfProduct => variantOf(read))

const statuses: Record<string, StorefrontOrderStatus> = {
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
  .transform((read): StorefrontOrder => {
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

/** What of a message's body is read: the order by its number. */
export const messageBody = z.object({
  id: z.number().int().optional(),
  order_id: z.number().int().optional(),
})

// What is asked, beside how its answers are read; marked as `raw`, since nobody reads it as a sentence.
const { raw } = String

const imageSelection = 'url altText width height'
const variantSelection =
  'id title availableForSale quantityAvailable sku weight weightUnit price { amount currencyCode } selectedOptions { name value }'
const productSelection = ({ variants, images }: { variants: number; images: number }) => raw`fragment P on Product {
  id handle title descriptionHtml productType vendor tags createdAt availableForSale
  priceRange { minVariantPrice { amount currencyCode } maxVariantPrice { amount currencyCode } }
  images(first: ${images}) { nodes { ${imageSelection} } }
  options(first: 3) { name optionValues { name } }
  variants(first: ${variants}) { nodes { ${variantSelection} } }
  variantsCount { count }
}`

const inLists = { variants: 10, images: 20 }
// More than the office may edit: what is not read would be taken away by saving.
const whole = { variants: 250, images: 250 }

export const productsQuery = raw`query Products($first: Int!, $after: String) {
  products(first: $first, after: $after, sortKey: CREATED_AT, reverse: true) { nodes { ...P } pageInfo { hasNextPage endCursor } }
} ${productSelection(inLists)}`
export const productQuery = raw`query Product($handle: String!) { product(handle: $handle) { ...P } } ${productSelection(whole)}`
export const cartMutation = raw`mutation Cart($input: CartInput!) {
  cartCreate(input: $input) { cart { id checkoutUrl totalQuantity } userErrors { message } warnings { message } }
}`
export const cartQuery = raw`query CartLines($id: ID!) { cart(id: $id) { lines(first: 250) { nodes { id } } } }`
export const emptyMutation = raw`mutation Empty($cartId: ID!, $lineIds: [ID!]!) {
  cartLinesRemove(cartId: $cartId, lineIds: $lineIds) { userErrors { message } }
}`
export const findQuery = raw`query Find($byCart: String!, $latest: String!) {
  byCart: orders(first: 5, query: $byCart) { nodes { id customAttributes { key value } } }
  latest: orders(first: 100, query: $latest, sortKey: CREATED_AT, reverse: true) {
    nodes { id customAttributes { key value } }
  }
}`
const moneyBag = '{ shopMoney { amount currencyCode } }'
export const orderQuery = raw`query Order($id: ID!) { order(id: $id) {
  id name createdAt processedAt cancelledAt displayFinancialStatus customAttributes { key value }
  totalPriceSet ${moneyBag} totalRefundedSet ${moneyBag}
  lineItems(first: 100) {
    nodes { title quantity currentQuantity originalUnitPriceSet ${moneyBag} variant { id } product { id } }
  }
} }`
export const mediaQuery = raw`query Media($id: ID!) {
  product(id: $id) { media(first: 250) { nodes { ... on MediaImage { id image { url } } } } }
}`
export const saveMutation = raw`mutation Save($identifier: ProductSetIdentifiers, $input: ProductSetInput!) {
  productSet(identifier: $identifier, input: $input, synchronous: true) { product { id } userErrors { message } }
}`
export const publishMutation = raw`mutation Publish($id: ID!) {
  publishablePublishToCurrentChannel(id: $id) { userErrors { message } }
}`
export const deleteMutation = raw`mutation Delete($input: ProductDeleteInput!) {
  productDelete(input: $input) { deletedProductId userErrors { message } }
}`
export const productsByIdQuery = raw`query Products($ids: [ID!]!) { nodes(ids: $ids) { ... on Product { ...P } } } ${productSelection(inLists)}`
export const variantsByIdQuery = raw`query Variants($ids: [ID!]!) { nodes(ids: $ids) { ... on ProductVariant {
  ${variantSelection} product { id handle title featuredImage { ${imageSelection} } }
} } }`
