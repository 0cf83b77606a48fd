import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { refusal } from '#platform/rpc/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import {
  type CartDraft,
  mostOfId,
  mostOfReference,
  type OrderSought,
  type ProductDraft,
  type StorefrontCart,
  type StorefrontMessage,
  type StorefrontOrder,
  type StorefrontProduct,
  type StorefrontVariantOfProduct,
} from './inputs.ts'
import {
  bare,
  cartMutation,
  cartQuery,
  deleteMutation,
  emptyMutation,
  findQuery,
  foundOrders,
  mediaQuery,
  messageBody,
  orderAnswer,
  orderQuery,
  productAnswer,
  productInput,
  productQuery,
  productsByIdQuery,
  productsQuery,
  publishMutation,
  StorefrontError,
  saveMutation,
  variantAnswer,
  variantsByIdQuery,
} from './rules.ts'

type Shop = Pick<Runtime, 'shopify'>

/** Where the storefront sends its messages: `orders/paid` and `refunds/create` at least. */
export const webhookPath = '/webhooks/shopify'

const apiVersion = '2025-07'
const answerWithinMs = 3_000

interface Logged {
  log: { warn(about: object, what: string): void }
}

/** For `catch`: notes a failure of the storefront and goes on as told. Whatever else went wrong is thrown on. */
export const onFailure =
  <T>({ log }: Logged, what: string, then: (failure: StorefrontError) => T, about: object = {}) =>
  (error: unknown): T => {
    if (!(error instanceof StorefrontError)) throw error
    log.warn({ err: error, ...about }, what)
    return then(error)
  }

/** For `catch`: a failure of the storefront is refused (424), in the words of whoever asked. */
export const refusedAs = (logged: Logged, code: string, words: string, about?: object) => {
  const refuse = (): never => {
    throw refusal(code, words, { status: 424 })
  }
  return onFailure(logged, `the storefront failed: ${words}`, refuse, about)
}

/** The first products, newest first, and whether there are more. Everything here throws a StorefrontError. */
export async function products(shop: Shop, first = 50): Promise<{ products: StorefrontProduct[]; hasMore: boolean }> {
  const { nodes, pageInfo } = await pageOf(shop, first, null)
  return { products: nodes, hasMore: pageInfo.hasNextPage }
}

/** All products, newest first, read one page after the other; no more than `most`, and whether there are more than these. */
export async function allProducts(
  shop: Shop,
  most: number,
): Promise<{ products: StorefrontProduct[]; hasMore: boolean }> {
  const products: StorefrontProduct[] = []
  for (let after: string | null = null; ; ) {
    const { nodes, pageInfo } = await pageOf(shop, Math.min(pageSize, most - products.length), after)
    products.push(...nodes)
    if (!pageInfo.hasNextPage || products.length >= most) return { products, hasMore: pageInfo.hasNextPage }
    after = pageInfo.endCursor
  }
}

/** The storefront gives up to 250 at once; each with its variants and pictures, fewer come quicker. */
const pageSize = 100

async function pageOf(shop: Shop, first: number, after: string | null) {
  const shape = z.object({ products: z.object({ nodes: z.array(productAnswer), pageInfo }) })
  return (await askStorefrontApi(shop, shape, productsQuery, { first, after })).products
}

/** Null when there is no such product in the storefront. */
export async function productByHandle(shop: Shop, handle: string): Promise<StorefrontProduct | null> {
  const shape = z.object({ product: productAnswer.nullable() })
  return (await askStorefrontApi(shop, shape, productQuery, { handle })).product
}

/** Those of these products that there are, in no particular order; 250 at most. */
export async function productsByIds(shop: Shop, ids: string[]): Promise<StorefrontProduct[]> {
  return ofThese(shop, ids, productAnswer, productsByIdQuery)
}

/** Those of these variants that there are, each with its product; 250 at most. */
export async function variantsByIds(shop: Shop, ids: string[]): Promise<StorefrontVariantOfProduct[]> {
  return ofThese(shop, ids, variantAnswer, variantsByIdQuery)
}

/**
 * A cart of its own for one checkout, and the address of the page that sells it. Making it takes nothing and promises nothing, so
 * that one that is made twice does no harm. Throws `noCart` with the storefront's words, `noCheckoutUrl`.
 */
export async function createCart(shop: Shop, { lines, attributes }: CartDraft): Promise<StorefrontCart> {
  const shape = z.object({
    cartCreate: z.object({
      cart: z.object({ id: z.string(), checkoutUrl: z.string().nullish(), totalQuantity: z.number() }).nullable(),
      userErrors,
      warnings: userErrors,
    }),
  })
  const input = {
    lines: lines.map(({ variantId, quantity }) => ({ merchandiseId: variantId, quantity })),
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
  }
  const {
    cart,
    userErrors: errors,
    warnings,
  } = (await askStorefrontApi(shop, shape, cartMutation, { input })).cartCreate
  // What is sold out it leaves out of the cart, and says so beside it.
  const wanted = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (cart && cart.totalQuantity !== wanted)
    throw new StorefrontError('noCart', `Cart creation failed: ${wordsOf(warnings)}`)
  if (!cart || errors.length > 0) throw new StorefrontError('noCart', `Cart creation failed: ${wordsOf(errors)}`)
  if (!cart.checkoutUrl) throw new StorefrontError('noCheckoutUrl', 'No checkout URL returned')
  return { id: cart.id, checkoutUrl: cart.checkoutUrl }
}

/** Takes everything out of a cart, which nobody can pay then. */
export async function emptyCart(shop: Shop, cartId: string): Promise<void> {
  const cart = z.object({ lines: z.object({ nodes: z.array(z.object({ id: z.string() })) }) })
  const found = await askStorefrontApi(shop, z.object({ cart: cart.nullable() }), cartQuery, { id: cartId })
  const lineIds = found.cart?.lines.nodes.map(({ id }) => id) ?? []
  if (lineIds.length === 0) return
  const shape = z.object({ cartLinesRemove: z.object({ userErrors }) })
  const { userErrors: errors } = (await askStorefrontApi(shop, shape, emptyMutation, { cartId, lineIds }))
    .cartLinesRemove
  if (errors.length > 0) throw new StorefrontError('refused', wordsOf(errors))
}

/**
 * The orders that name a reference, as they are now, that of its cart first.
 * Several, where somebody wrote it into a cart of their own. The storefront's
 * search knows a new order some seconds late, and carts change their token when
 * somebody signs in there: the latest are looked through as well.
 */
export async function storefrontOrdersOf(
  shop: Shop,
  { cartId, reference, since }: OrderSought,
): Promise<StorefrontOrder[]> {
  const token = /\/Cart\/([\w-]+)/.exec(cartId)?.[1] ?? 'none'
  const variables = {
    byCart: `cart_token:${token}`,
    latest: `created_at:>='${since.toISOString()}'`,
  }
  const found = await askAdminApi(shop, z.object({ byCart: foundOrders, latest: foundOrders }), findQuery, variables)
  const mine = [...found.byCart, ...found.latest].filter(order => order.customAttributes === reference)
  const ids = [...new Set(mine.map(({ id }) => id))].slice(0, mostOfReference)
  const orders = await Promise.all(ids.map(id => storefrontOrderById(shop, id)))
  return orders.filter(order => order !== null)
}

/** An order as it is now; null when there is none. */
export async function storefrontOrderById(shop: Shop, id: string): Promise<StorefrontOrder | null> {
  return (await askAdminApi(shop, z.object({ order: orderAnswer.nullable() }), orderQuery, { id })).order
}

/**
 * Creates or changes a product, variants, options and pictures with it, and puts it on sale in the storefront; answers its id. The
 * lists are as given afterwards. Repeating it changes nothing. Throws `refused` with the storefront's words.
 */
export async function saveProduct(shop: Shop, draft: ProductDraft): Promise<{ id: string }> {
  const set = z.object({ productSet: z.object({ product: z.object({ id: z.string() }).nullable(), userErrors }) })
  const input = productInput(draft, await picturesOf(shop, draft))
  const variables = { identifier: draft.id ? { id: draft.id } : { handle: draft.handle }, input }
  const { product, userErrors: errors } = (await askAdminApi(shop, set, saveMutation, variables)).productSet
  if (!product || errors.length > 0) throw new StorefrontError('refused', wordsOf(errors))
  const shown = z.object({ publishablePublishToCurrentChannel: z.object({ userErrors }) })
  const { publishablePublishToCurrentChannel } = await askAdminApi(shop, shown, publishMutation, { id: product.id })
  const problems = publishablePublishToCurrentChannel.userErrors
  if (problems.length > 0) throw new StorefrontError('refused', wordsOf(problems))
  return product
}

/** Deletes a product with all that belongs to it. One that is gone already is as good as deleted. */
export async function deleteProduct(shop: Shop, id: string): Promise<void> {
  const shape = z.object({ productDelete: z.object({ deletedProductId: z.string().nullable(), userErrors }) })
  const { deletedProductId, userErrors: errors } = (await askAdminApi(shop, shape, deleteMutation, { input: { id } }))
    .productDelete
  const isGone = errors.length > 0 && errors.every(({ message }) => message === 'Product does not exist')
  if (!deletedProductId && !isGone) throw new StorefrontError('refused', wordsOf(errors))
}

/** What a message of the storefront is about, or null when it is not signed by it. `raw` is the body as it came. */
export function verifyWebhook(shop: Shop, raw: string, headers: Headers): StorefrontMessage | null {
  const secret = shop.shopify?.webhookSecret
  if (!secret) return null
  const wanted = createHmac('sha256', secret).update(raw, 'utf8').digest()
  const given = Buffer.from(headers.get('x-shopify-hmac-sha256') ?? '', 'base64')
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
  const body = messageBody.safeParse(parsed(raw)).data
  const topic = headers.get('x-shopify-topic') ?? ''
  const id = headers.get('x-shopify-webhook-id') ?? headers.get('x-shopify-event-id') ?? ''
  if (!body || !topic || !id || id.length > mostOfId) return null
  const order = topic.startsWith('orders/') ? body.id : body.order_id
  return {
    id,
    topic,
    orderId: order === undefined ? null : `gid://shopify/Order/${order}`,
  }
}

/** Pictures that the storefront has of a product, by their address: named by their id, since it would copy them again by that. */
async function picturesOf(shop: Shop, { id, images }: ProductDraft): Promise<Map<string, string>> {
  if (!id || images.length === 0) return new Map()
  const picture = z.object({ id: z.string().optional(), image: z.object({ url: z.string() }).nullish() })
  const shape = z.object({ product: z.object({ media: z.object({ nodes: z.array(picture) }) }).nullable() })
  const { product } = await askAdminApi(shop, shape, mediaQuery, { id })
  const pairs = product?.media.nodes.flatMap(({ id, image }) => (id && image ? [[bare(image.url), id] as const] : []))
  return new Map(pairs)
}

async function ofThese<T extends z.ZodType<{ id: string }>>(
  shop: Shop,
  ids: string[],
  of: T,
  query: string,
): Promise<z.output<T>[]> {
  if (ids.length === 0) return []
  const shape = z.object({ nodes: z.array(z.unknown()) })
  const { nodes } = await askStorefrontApi(shop, shape, query, { ids: [...new Set(ids)].slice(0, 250) })
  // Nothing stands for what is not there, and something empty for what is of another kind.
  const found = nodes.filter(node => node instanceof Object && 'id' in node)
  return read(z.array(of), found)
}

function askStorefrontApi<T extends z.ZodType>(shop: Shop, shape: T, query: string, variables: object) {
  const { origin, storefrontToken } = connected(shop)
  const address = `${origin}/api/${apiVersion}/graphql.json`
  return ask(address, { 'x-shopify-storefront-access-token': storefrontToken }, shape, query, variables)
}

function askAdminApi<T extends z.ZodType>(shop: Shop, shape: T, query: string, variables: object) {
  const { origin, adminToken } = connected(shop)
  const address = `${origin}/admin/api/${apiVersion}/graphql.json`
  return ask(address, { 'x-shopify-access-token': adminToken }, shape, query, variables)
}

function connected({ shopify }: Shop) {
  if (!shopify) throw new StorefrontError('notConnected', 'No storefront is connected.')
  return shopify
}

/** One query, answered within three seconds and read by its shape. Nothing is tried again here: whoever asks knows what it is worth. */
async function ask<T extends z.ZodType>(
  address: string,
  headers: Record<string, string>,
  shape: T,
  query: string,
  variables: object,
): Promise<z.output<T>> {
  const { status, text } = await send(address, { ...headers, 'content-type': 'application/json' }, { query, variables })
  if (status === 402) throw new StorefrontError('paymentRequired', 'The storefront wants its own bill paid first.', 402)
  if (status < 200 || status > 299) throw new StorefrontError('http', `The storefront answered ${status}.`, status)
  const envelope = z
    .object({ data: z.unknown(), errors: z.array(z.object({ message: z.string() })).optional() })
    .safeParse(parsed(text))
  if (envelope.data?.errors?.length) throw new StorefrontError('graphql', wordsOf(envelope.data.errors))
  return read(shape, envelope.data?.data)
}

function read<T extends z.ZodType>(shape: T, data: unknown): z.output<T> {
  const answer = shape.safeParse(data)
  if (answer.success) return answer.data
  const at = answer.error.issues[0]?.path.join('.')
  throw new StorefrontError('unreadable', `The storefront's answer cannot be read at ${at || 'its beginning'}.`)
}

async function send(address: string, headers: Record<string, string>, body: object) {
  try {
    const signal = AbortSignal.timeout(answerWithinMs)
    const answer = await fetch(address, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    throw isLate
      ? new StorefrontError('late', 'The storefront did not answer within three seconds.')
      : new StorefrontError('away', 'The storefront cannot be reached.')
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const wordsOf = (errors: { message: string }[]) => errors.map(({ message }) => message).join(' ') || 'no reason given'
const userErrors = z.array(z.object({ message: z.string() }))
const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
