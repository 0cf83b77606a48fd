import type { z } from 'zod'
import type { ProductDraft, StorefrontProduct } from '#features/store/storefront/inputs.ts'
import type { Problem } from '#platform/problem.ts'
import { slugOf } from '#platform/slug.ts'
import { messages, type productFields } from './inputs.ts'

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
