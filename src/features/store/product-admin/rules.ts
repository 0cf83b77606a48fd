import type { z } from 'zod'
import type { ProductDraft, StorefrontProduct } from '#features/store/storefront/inputs.ts'
import type { Problem } from '#platform/problem.ts'
import { slugOf } from '#platform/slug.ts'
import { messages, type productFields, type productList } from './inputs.ts'

export type ProductFields = z.output<typeof productFields>

/** What of a product the office edits. */
export function fieldsOf(product: StorefrontProduct): ProductFields {
  const { title, description, productType, vendor, tags } = product
  return {
    ...{ title, description, productType, vendor, tags },
    options: product.options.map(({ name }) => name),
    variants: product.variants.map(({ id, selectedOptions, pricePence, sku, weightKg }) => ({
      ...{ id, pricePence, weightKg },
      values: selectedOptions.map(({ value }) => value),
      sku: sku ?? '',
    })),
    images: product.images.map(({ url, alt }) => ({ url, alt, fileId: null })),
  }
}

/** The address of a new product: its title in small letters, and something of its own, since another one may be called the same. */
export function handleFor(title: string, key: string): string {
  return `${slugOf(title, 80) || 'product'}-${key.slice(0, 8)}`
}

/** What is sent to the storefront; a description that nobody changed keeps its markup there. `addressOf` says where it can fetch an upload. */
export function draftFor(
  fields: ProductFields,
  of: { id: string | null; handle: string; description: string | null },
  addressOf: (fileId: string) => string,
): ProductDraft {
  const images = fields.images.flatMap(({ url, fileId, alt }) => {
    const address = fileId ? addressOf(fileId) : url
    return address ? [{ url: address, alt }] : []
  })
  const description = fields.description === of.description ? null : fields.description
  return { ...fields, ...of, description, images }
}

export const whyNot = {
  /** A product is written over only as it was read, with pictures that it has. */
  change: (
    present: { version: string; images: { url: string }[] },
    read: string,
    fields: ProductFields,
  ): Problem | null => {
    if (present.version !== read) return { code: 'CHANGED_MEANWHILE', message: messages.changed }
    const isOther = fields.images.some(({ url }) => url !== null && !present.images.some(image => image.url === url))
    return isOther ? { code: 'NOT_FOUND', message: messages.pictureGone, status: 404 } : null
  },
}

/** What is left of a product in all its variants; null where the storefront does not count, or did not say it of each. */
export function stockOf({
  variants,
  variantsCount,
}: Pick<StorefrontProduct, 'variants' | 'variantsCount'>): number | null {
  if (variants.length < variantsCount || variants.some(({ quantityAvailable }) => quantityAvailable === null))
    return null
  return variants.reduce((sum, { quantityAvailable }) => sum + Math.max(0, quantityAvailable ?? 0), 0)
}

const words = new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true })
const sorts = {
  title: (one: StorefrontProduct, other: StorefrontProduct) => words.compare(one.title, other.title),
  productType: (one: StorefrontProduct, other: StorefrontProduct) => words.compare(one.productType, other.productType),
  minPence: (one: StorefrontProduct, other: StorefrontProduct) => one.minPence - other.minPence,
  createdAt: (one: StorefrontProduct, other: StorefrontProduct) => one.createdAt.getTime() - other.createdAt.getTime(),
}

/** A page of these products, as a list asks for one: the storefront's, which the database knows nothing of. */
export function pageOf(
  products: readonly StorefrontProduct[],
  { q, state, sort, page, pageSize }: z.output<typeof productList>,
) {
  const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const asked = plain(q ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const key = sort.replace('-', '') as keyof typeof sorts
  const found = products
    .filter(product => state === undefined || product.availableForSale === (state === 'available'))
    .filter(product => {
      const text = plain([product.title, product.productType, product.vendor, ...product.tags].join(' '))
      return asked.every(word => text.includes(word))
    })
    .toSorted((one, other) => (sort.startsWith('-') ? sorts[key](other, one) : sorts[key](one, other)))
  return { rows: found.slice((page - 1) * pageSize, page * pageSize), total: found.length }
}
