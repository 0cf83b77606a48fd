import { GraphQLError } from 'graphql'
import { type Attribute, type Cart, type CartLine, cartById, createCart, lineIdOf, removeLines } from './carts.ts'
import {
  addressOf,
  findVariant,
  isAvailable,
  onSale,
  type Picture,
  type Product,
  productsOfVariants,
  selectProducts,
  titleOf,
  type Variant,
} from './goods.ts'
import { type Asked, connection, type Resolvers, schemaOf } from './graphql-http.ts'
import { gid, money, numberIn } from './store.ts'

type Page = Parameters<typeof connection>[1]

const resolvers: Resolvers = {
  QueryRoot: {
    product: async (_, { handle, id }: { handle?: string; id?: string }, asked) => {
      const number = id ? numberIn('Product', id) : null
      const where = `${onSale} and ${id ? 'id = $1' : 'handle = $1'}`
      const [found] = await selectProducts(asked.work, where, [id ? number : (handle ?? null)])
      return found ? productView(found, asked.pagesUrl) : null
    },
    products: async (_, { sortKey, reverse, query, ...page }: Listed, asked) => {
      if (query) throw new GraphQLError('The simulator searches no products.')
      const all = await selectProducts(asked.work, onSale, [])
      return connection(
        sorted(all, sortKey, reverse).map(product => productView(product, asked.pagesUrl)),
        page,
      )
    },
    nodes: async (_, { ids }: { ids: string[] }, asked) => nodes(ids, asked),
    node: async (_, { id }: { id: string }, asked) => (await nodes([id], asked))[0],
    cart: async (_, { id }: { id: string }, { work, pagesUrl }) => {
      const cart = await cartById(work, id)
      return cart && cartView(cart, pagesUrl)
    },
    shop: () => ({ __typename: 'Shop', id: gid('Shop', 1), name: 'Simulated shop' }),
  },
  Mutation: {
    cartCreate: async (_, { input }: { input?: CartInput }, { work, pagesUrl, refuseCarts }) => {
      const refusal = (message: string, field: string[]) => ({
        cart: null,
        userErrors: [{ code: 'INVALID', field, message }],
        warnings: [],
      })
      if (refuseCarts) return refusal('The simulator refuses carts.', ['input'])
      const made = await createCart(work, input?.lines ?? [], input?.attributes ?? [])
      if ('refused' in made) return refusal(made.refused, ['input', 'lines', String(made.at), 'merchandiseId'])
      const { token, key, lines, warnings } = made
      const cart = cartView({ token, key, lines, attributes: input?.attributes ?? [], createdAt: work.now }, pagesUrl)
      return { cart, userErrors: [], warnings: warnings.map(warning => ({ ...warning, target: cart.id })) }
    },
    cartLinesRemove: async (_, { cartId, lineIds }: { cartId: string; lineIds: string[] }, { work, pagesUrl }) => {
      const cart = await cartById(work, cartId, true)
      const left = cart && (await removeLines(work, cart, lineIds))
      const message = 'The specified cart does not exist.'
      return {
        cart: left && cartView(left, pagesUrl),
        userErrors: left ? [] : [{ code: 'INVALID', field: ['cartId'], message }],
        warnings: [],
      }
    },
  },
}

function cartView({ token, key, lines, attributes, createdAt }: Shown, pagesUrl: string) {
  const total = money(lines.reduce((sum, line) => sum + line.pricePence * line.quantity, 0))
  return {
    __typename: 'Cart',
    id: `${gid('Cart', token)}?key=${key}`,
    checkoutUrl: `${pagesUrl}/cart/c/${token}?key=${key}`,
    attributes,
    attribute: ({ key }: { key: string }) => attributes.find(each => each.key === key) ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: createdAt.toISOString(),
    note: null,
    totalQuantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    cost: { subtotalAmount: total, totalAmount: total, checkoutChargeAmount: total, ...notEstimated },
    lines: (page: Page) =>
      connection(
        lines.map(line => lineView(line, pagesUrl)),
        page,
      ),
  }
}

type Shown = Pick<Cart, 'token' | 'key' | 'lines' | 'createdAt'> & { attributes: Attribute[] }

/** The Storefront API, against the schema that Shopify publishes: what it does not know is refused. */
export const storefrontSchema = schemaOf('storefront-2025-07.graphql', resolvers)

interface CartInput {
  lines?: { merchandiseId: string; quantity: number }[]
  attributes?: { key: string; value: string }[]
}

interface Listed extends Page {
  sortKey: string
  reverse: boolean
  query?: string
}

const notEstimated = { subtotalAmountEstimated: false, totalAmountEstimated: false }

async function nodes(ids: string[], { work, pagesUrl }: Asked) {
  if (ids.length > 250) throw new GraphQLError('The input array size of nodes is greater than the maximum of 250.')
  const numbers = (kind: string) => ids.flatMap(id => numberIn(kind, id) ?? [])
  const products = await selectProducts(work, `${onSale} and id = any($1)`, [numbers('Product')])
  const ofVariants = (await productsOfVariants(work, numbers('ProductVariant'))).filter(
    ({ isPublished, status }) => isPublished && status === 'ACTIVE',
  )
  return ids.map(id => {
    const product = products.find(({ number }) => gid('Product', number) === id)
    if (product) return productView(product, pagesUrl)
    const found = findVariant(ofVariants, id)
    return found && variantView(found.product, found.variant, pagesUrl)
  })
}

function sorted(products: Product[], by: string, isReversed: boolean): Product[] {
  const price = (product: Product) => Math.min(...product.variants.map(({ pricePence }) => pricePence))
  const order: Record<string, (a: Product, b: Product) => number> = {
    CREATED_AT: (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.number - b.number,
    UPDATED_AT: (a, b) => a.updatedAt.getTime() - b.updatedAt.getTime() || a.number - b.number,
    PRICE: (a, b) => price(a) - price(b) || a.number - b.number,
    TITLE: (a, b) => a.title.localeCompare(b.title, 'en') || a.number - b.number,
  }
  const all = products.sort(order[by] ?? ((a, b) => a.number - b.number))
  return isReversed ? all.reverse() : all
}

function productView(product: Product, pagesUrl: string): object {
  const pictures = product.pictures.map(picture => imageView(picture, pagesUrl))
  const prices = product.variants.map(({ pricePence }) => pricePence)
  const optionValue = (name: string, value: string) => ({
    __typename: 'ProductOptionValue',
    id: gid('ProductOptionValue', `${product.number}-${name}-${value}`),
    name: value,
    swatch: null,
  })
  return {
    __typename: 'Product',
    id: gid('Product', product.number),
    handle: product.handle,
    title: product.title,
    description: ({ truncateAt }: { truncateAt?: number }) => plain(product.descriptionHtml).slice(0, truncateAt),
    descriptionHtml: product.descriptionHtml,
    productType: product.productType,
    vendor: product.vendor,
    tags: product.tags,
    createdAt: product.createdAt.toISOString(),
    updatedAt: product.updatedAt.toISOString(),
    publishedAt: product.createdAt.toISOString(),
    availableForSale: product.variants.some(isAvailable),
    isGiftCard: false,
    requiresSellingPlan: false,
    totalInventory: product.variants.reduce((sum, { stock }) => sum + (stock ?? 0), 0),
    priceRange: { minVariantPrice: money(Math.min(...prices)), maxVariantPrice: money(Math.max(...prices)) },
    featuredImage: pictures[0] ?? null,
    images: (page: Page) => connection(pictures, page),
    options: ({ first }: { first?: number }) =>
      product.options.slice(0, first).map(({ name, values }) => ({
        __typename: 'ProductOption',
        id: gid('ProductOption', `${product.number}-${name}`),
        name,
        optionValues: values.map(value => optionValue(name, value)),
        values,
      })),
    variants: (page: Page) =>
      connection(
        product.variants.map(variant => variantView(product, variant, pagesUrl)),
        page,
      ),
    variantsCount: { __typename: 'Count', count: product.variants.length, precision: 'EXACT' },
  }
}

function variantView(product: Product, variant: Variant, pagesUrl: string): object {
  return {
    __typename: 'ProductVariant',
    id: gid('ProductVariant', variant.number),
    title: titleOf(variant),
    sku: variant.sku || null,
    availableForSale: isAvailable(variant),
    currentlyNotInStock: false,
    quantityAvailable: variant.stock ?? 0,
    price: money(variant.pricePence),
    compareAtPrice: null,
    weight: variant.weightKg ?? 0,
    weightUnit: 'KILOGRAMS',
    requiresShipping: true,
    taxable: true,
    selectedOptions: product.options.map(({ name }, at) => ({ name, value: variant.values[at] ?? '' })),
    image: product.pictures[0] ? imageView(product.pictures[0], pagesUrl) : null,
    product: () => productView(product, pagesUrl),
  }
}

const imageView = ({ number, url, alt, width, height }: Picture, pagesUrl: string) => ({
  id: gid('ProductImage', number),
  url: addressOf(url, pagesUrl),
  altText: alt || null,
  width,
  height,
})

const lineView = (line: CartLine, pagesUrl: string) => ({
  __typename: 'CartLine',
  id: lineIdOf(line),
  quantity: line.quantity,
  attributes: [],
  attribute: () => null,
  discountAllocations: [],
  cost: {
    amountPerQuantity: money(line.pricePence),
    subtotalAmount: money(line.pricePence * line.quantity),
    totalAmount: money(line.pricePence * line.quantity),
    compareAtAmountPerQuantity: null,
  },
  merchandise: variantView(line.of.product, line.of.variant, pagesUrl),
})

const marks: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/** The text of a description, as Shopify answers it. */
const plain = (html: string) =>
  html
    .replace(/<\/p>\s*<p>|<br\s*\/?>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, mark => marks[mark] ?? mark)
    .trim()
