import { nextNumber, numberIn, type Work } from './store.ts'

export interface Variant {
  number: number
  /** One for each option, in their order. */
  values: string[]
  pricePence: number
  sku: string
  weightKg: number | null
  /** What is left; null where nobody counts. */
  stock: number | null
}

export interface Picture {
  number: number
  /** Of one that the simulator serves itself the path: it is reached wherever the house is. */
  url: string
  alt: string
  width: number | null
  height: number | null
}

export interface Product {
  number: number
  handle: string
  isPublished: boolean
  createdAt: Date
  updatedAt: Date
  title: string
  descriptionHtml: string
  productType: string
  vendor: string
  tags: string[]
  status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT'
  options: { name: string; values: string[] }[]
  variants: Variant[]
  pictures: Picture[]
}

export const mostVariants = 100
export const mostOptions = 3

interface Row {
  id: string
  handle: string
  body: Omit<Product, 'number' | 'handle' | 'isPublished' | 'createdAt' | 'updatedAt'>
  is_published: boolean
  created_at: Date
  updated_at: Date
}

/** Products, newest first, that this holds for: SQL over the table with `$1`… for `values`. */
export async function selectProducts(work: Work, where: string, values: unknown[], more = ''): Promise<Product[]> {
  const { rows } = await work.client.query<Row>(
    `select * from simulator_shopify.products where ${where} order by created_at desc, id desc ${more}`,
    values,
  )
  return rows.map(({ id, handle, body, is_published, created_at, updated_at }) => ({
    ...body,
    number: Number(id),
    handle,
    isPublished: is_published,
    createdAt: created_at,
    updatedAt: updated_at,
  }))
}

/** What customers can see: on sale and published to the storefront. */
export const onSale = `is_published and body->>'status' = 'ACTIVE'`

export async function productByNumber(work: Work, number: number | null, lock = false): Promise<Product | null> {
  if (number === null) return null
  const [found] = await selectProducts(work, 'id = $1', [number], lock ? 'for update' : '')
  return found ?? null
}

/** Products that have one of these variants. */
export const productsOfVariants = (work: Work, numbers: number[], lock = false) =>
  selectProducts(
    work,
    `exists (select from jsonb_array_elements(body->'variants') v where (v->>'number')::bigint = any($1))`,
    [numbers],
    lock ? 'for update' : '',
  )

export async function storeProduct(work: Work, product: Omit<Product, 'updatedAt'>): Promise<void> {
  const { number, handle, isPublished, createdAt, ...body } = product
  await work.client.query(
    `insert into simulator_shopify.products (id, handle, body, is_published, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (id) do update set handle = excluded.handle, body = excluded.body,
     is_published = excluded.is_published, updated_at = excluded.updated_at`,
    [number, handle, body, isPublished, createdAt, work.now],
  )
}

/** False when there is none. */
export async function removeProduct(work: Work, number: number | null): Promise<boolean> {
  const { rowCount } = await work.client.query('delete from simulator_shopify.products where id = $1', [number])
  return rowCount === 1
}

export interface Goods extends Pick<Product, 'handle' | 'title' | 'descriptionHtml'> {
  productType?: string
  vendor?: string
  tags?: string[]
  options?: Product['options']
  variants: (Partial<Omit<Variant, 'number'>> & { pricePence: number })[]
  pictures?: Omit<Picture, 'number'>[]
  createdAt?: Date
}

/** Puts a product into the shop and on sale, as its owner would by hand. Answers its name and those of its variants. */
export async function stock(work: Work, goods: Goods) {
  const number = await nextNumber(work)
  const variants: Variant[] = []
  for (const variant of goods.variants)
    variants.push({
      number: await nextNumber(work),
      values: variant.values ?? ['Default Title'],
      pricePence: variant.pricePence,
      sku: variant.sku ?? '',
      weightKg: variant.weightKg ?? null,
      stock: variant.stock ?? null,
    })
  const pictures: Picture[] = []
  for (const picture of goods.pictures ?? []) pictures.push({ number: await nextNumber(work), ...picture })
  await storeProduct(work, {
    number,
    handle: goods.handle,
    isPublished: true,
    createdAt: goods.createdAt ?? work.now,
    title: goods.title,
    descriptionHtml: goods.descriptionHtml,
    productType: goods.productType ?? '',
    vendor: goods.vendor ?? '',
    tags: goods.tags ?? [],
    status: 'ACTIVE',
    options: goods.options ?? [{ name: 'Title', values: ['Default Title'] }],
    variants,
    pictures,
  })
  return {
    id: `gid://shopify/Product/${number}`,
    variantIds: variants.map(variant => `gid://shopify/ProductVariant/${variant.number}`),
  }
}

export const titleOf = (variant: Variant) => variant.values.join(' / ')
export const isAvailable = (variant: Variant) => variant.stock === null || variant.stock > 0

/** A variant among products, with its own. */
export function findVariant(products: Product[], id: string): { product: Product; variant: Variant } | null {
  const number = numberIn('ProductVariant', id)
  for (const product of products) {
    const variant = product.variants.find(each => each.number === number)
    if (variant) return { product, variant }
  }
  return null
}

/** The whole address of a picture. */
export const addressOf = (url: string, pagesUrl: string) => (url.startsWith('/') ? new URL(url, pagesUrl).href : url)
