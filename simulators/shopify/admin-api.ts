import { GraphQLError } from 'graphql'
import { onlyValues, readProduct, type SetInput } from './admin-products.ts'
import {
  addressOf,
  type Product,
  productByNumber,
  removeProduct,
  selectProducts,
  storeProduct,
  titleOf,
} from './goods.ts'
import { type Asked, connection, type Resolvers, schemaOf } from './graphql-http.ts'
import { type Order, type OrderLine, refundedOf, selectOrders, statusOf, totalOf } from './orders.ts'
import { searchOrders } from './search.ts'
import { gid, money, nextNumber, numberIn } from './store.ts'

type Page = Parameters<typeof connection>[1]
interface Listed extends Page {
  sortKey: string
  reverse: boolean
  query?: string
}

const resolvers: Resolvers = {
  QueryRoot: {
    order: async (_, { id }: { id: string }, asked) => {
      const [order] = await selectOrders(asked.work, 'id = $1', [numberIn('Order', id)])
      return order ? orderView(order, asked) : null
    },
    orders: async (_, { query, reverse, sortKey: _by, ...page }: Listed, asked) => {
      const { where, values } = searchOrders(query ?? '')
      const all = await selectOrders(asked.work, where, values, 'limit 1000')
      return connection(
        (reverse ? all : all.reverse()).map(order => orderView(order, asked)),
        page,
      )
    },
    product: async (_, { id }: { id: string }, { work, pagesUrl }) => {
      const product = await productByNumber(work, numberIn('Product', id))
      return product && productView(product, pagesUrl)
    },
    products: async (_, { query, reverse, sortKey: _by, ...page }: Listed, { work, pagesUrl }) => {
      if (query) throw new GraphQLError('The simulator searches no products.')
      const all = await selectProducts(work, 'true', [])
      return connection(
        (reverse ? all : all.reverse()).map(product => productView(product, pagesUrl)),
        page,
      )
    },
  },
  Mutation: {
    productSet: async (_, { identifier, input, synchronous }: SetArguments, { work, pagesUrl }) => {
      const refusal = (message: string, field: string[] = ['input']) => ({
        product: null,
        userErrors: [{ code: 'INVALID', field, message }],
      })
      if (!synchronous) throw new GraphQLError('The simulator sets products synchronously only.')
      const problem = onlyValues(input)
      if (problem) return refusal(problem)
      // Two who set the same handle at once: the second finds what the first has made.
      await work.client.query(`select pg_advisory_xact_lock(hashtextextended('simulator_shopify/products', 0))`)
      const found = identifier?.id
        ? await productByNumber(work, numberIn('Product', identifier.id), true)
        : ((await selectProducts(work, 'handle = $1', [identifier?.handle ?? null]))[0] ?? null)
      if (identifier?.id && !found) return refusal('Product does not exist', ['identifier', 'id'])
      const read = await readProduct(work, found, { ...input, handle: input.handle ?? identifier?.handle })
      if ('refused' in read) return refusal(read.refused)
      const [same] = await selectProducts(work, 'handle = $1', [read.handle])
      if (same && same.number !== found?.number)
        return refusal(`Handle '${read.handle}' already in use. Please provide a new handle.`, ['input', 'handle'])
      const number = found?.number ?? (await nextNumber(work))
      const product = {
        ...read,
        number,
        isPublished: found?.isPublished ?? false,
        createdAt: found?.createdAt ?? work.now,
      }
      await storeProduct(work, product)
      return { product: productView({ ...product, updatedAt: work.now }, pagesUrl), userErrors: [] }
    },
    productDelete: async (_, { input }: { input: { id: string } }, { work }) =>
      (await removeProduct(work, numberIn('Product', input.id)))
        ? { deletedProductId: input.id, userErrors: [] }
        : { deletedProductId: null, userErrors: [{ field: ['id'], message: 'Product does not exist' }] },
    publishablePublishToCurrentChannel: async (_, { id }: { id: string }, { work }) => {
      const product = await productByNumber(work, numberIn('Product', id), true)
      if (!product) return { userErrors: [{ field: ['id'], message: 'Resource does not exist' }] }
      await storeProduct(work, { ...product, isPublished: true })
      return { userErrors: [] }
    },
  },
}

/** The Admin API, as far as a house uses it that sells through its storefront: orders are read, products written. */
export const adminSchema = schemaOf('admin-2025-07.graphql', resolvers)

interface SetArguments {
  identifier?: { id?: string; handle?: string }
  input: SetInput
  synchronous: boolean
}

const bag = (pence: number) => ({ shopMoney: money(pence), presentmentMoney: money(pence) })

function orderView(order: Order, asked: Asked): object {
  const { work, pagesUrl } = asked
  const at = order.createdAt.toISOString()
  return {
    id: gid('Order', order.id),
    name: order.name,
    createdAt: at,
    processedAt: at,
    updatedAt: order.refunds.at(-1)?.at ?? at,
    cancelledAt: null,
    customAttributes: order.attributes,
    displayFinancialStatus: statusOf(order),
    note: null,
    tags: [],
    test: true,
    totalPriceSet: bag(totalOf(order)),
    totalRefundedSet: bag(refundedOf(order)),
    lineItems: async (page: Page) => {
      // What was deleted since is named by the order, and there no longer.
      const numbers = order.lines.map(({ product }) => product)
      const products = await selectProducts(work, 'id = any($1)', [numbers])
      return connection(
        order.lines.map(line => lineView(line, products, pagesUrl)),
        page,
      )
    },
  }
}

function lineView(line: OrderLine, products: Product[], pagesUrl: string): object {
  const product = products.find(({ number }) => number === line.product)
  const variant = product?.variants.find(({ number }) => number === line.variant)
  return {
    id: gid('LineItem', line.number),
    name: line.variantTitle === 'Default Title' ? line.title : `${line.title} - ${line.variantTitle}`,
    title: line.title,
    sku: line.sku,
    quantity: line.quantity,
    currentQuantity: line.quantity - line.refunded,
    originalUnitPriceSet: bag(line.pricePence),
    product: product ? productView(product, pagesUrl) : null,
    variant: variant ? variantView(variant) : null,
  }
}

const variantView = (variant: Product['variants'][number]) => ({
  id: gid('ProductVariant', variant.number),
  title: titleOf(variant),
  sku: variant.sku,
  price: (variant.pricePence / 100).toFixed(2),
  inventoryQuantity: variant.stock ?? 0,
})

function productView(product: Product, pagesUrl: string): object {
  const pictures = product.pictures.map(({ number, url, alt, width, height }) => ({
    __typename: 'MediaImage',
    id: gid('MediaImage', number),
    alt,
    image: { id: gid('ImageSource', number), url: addressOf(url, pagesUrl), altText: alt, width, height },
  }))
  return {
    id: gid('Product', product.number),
    handle: product.handle,
    title: product.title,
    descriptionHtml: product.descriptionHtml,
    productType: product.productType,
    vendor: product.vendor,
    tags: product.tags,
    status: product.status,
    createdAt: product.createdAt.toISOString(),
    updatedAt: product.updatedAt.toISOString(),
    media: (page: Page) => connection(pictures, page),
    variants: (page: Page) => connection(product.variants.map(variantView), page),
  }
}
