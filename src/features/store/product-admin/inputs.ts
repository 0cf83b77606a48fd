import { z } from 'zod'
import { line, neededLine, neededText } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** The form of a product (PRD-04), its limits and words. Prices in pence, weights in kilograms. */
export const productDeeds = ['created', 'changed', 'deleted'] as const
export const deedWords = { created: 'Created', changed: 'Changed', deleted: 'Deleted' } as const

/** PRD-02; that the storefront has more is said. */
export const mostListed = 50
/** The newest first; those that have no date here are sorted by it all the same. */
export const productList = listInput(
  ['title', 'productType', 'minPence', 'createdAt'],
  '-createdAt',
  { state: z.enum(['available', 'soldOut']) },
  { pageSize: mostListed },
)
export const mostOptions = 3
export const mostVariants = 100
export const mostPictures = 50
/** Pixels that a picture is wide at most, and the quality of the JPEG that is made of it (PRD-09). */
export const pictureRules = { width: 1200, quality: 0.85 } as const

/** What may be picked (PRD-08); each is made a JPEG before it is sent. */
export const pictureUpload = {
  maxBytes: 5 * 1_048_576,
  accept: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  kinds: 'a JPG, PNG, WebP or GIF picture',
} as const

export const messages = {
  required: 'Please fill in required fields',
  optionsFull: 'Maximum 3 options allowed',
  loadFailed: 'Failed to load products',
  saveFailed: 'Failed to save product',
  deleteFailed: 'Failed to delete product',
  uploadFailed: 'Failed to upload images',
  pictureUnread: 'Failed to load image',
  pictureNotMade: 'Failed to optimize image',
  notFound: 'There is no such product any more.',
  priceNeeded: 'Enter a price',
  noNegative: 'A price is never below 0',
  changed: 'Somebody else has changed this product meanwhile. Load it again before you save.',
  pictureGone: 'This picture is no longer there. Please add it again.',
} as const

const variant = z.strictObject({
  /** Null for a new one. */
  id: z.string().max(100).nullable(),
  values: z.array(neededLine('Enter a value', 60)).max(mostOptions, messages.optionsFull),
  pricePence: z
    .number(messages.priceNeeded)
    .int('Whole pence only')
    .min(0, messages.noNegative)
    .max(100_000_00, 'At most £100,000'),
  sku: line(60),
  weightKg: z
    .number('Enter a weight in kilograms')
    .min(0, 'A weight is never below 0')
    .max(1_000, 'At most 1,000')
    .nullable(),
})

/** `url` of one that is there already, `fileId` of one that was uploaded. */
const picture = z.strictObject({
  url: z.string().max(2_000).nullable(),
  fileId: z.uuid().nullable(),
  alt: line(300),
})

const fields = {
  title: neededLine(messages.required, 255),
  description: z.union([z.literal(''), neededText('', 10_000)]),
  productType: line(100),
  vendor: line(100),
  tags: z.array(neededLine('Enter a tag', 60)).max(50, 'At most 50 tags'),
  options: z.array(neededLine('Name this option', 60)).max(mostOptions, messages.optionsFull),
  variants: z.array(variant).min(1, messages.required).max(mostVariants, 'At most 100 variants'),
  images: z.array(picture).max(mostPictures, 'At most 50 pictures'),
}

interface Shaped {
  options: string[]
  variants: { values: string[] }[]
}

/** What must fit together: each variant has a value for each option, and no two have the same ones. */
function fitsTogether({ options, variants }: Shaped, context: z.RefinementCtx): void {
  const say = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
  const lower = options.map(name => name.toLowerCase())
  for (const [at, name] of lower.entries())
    if (lower.indexOf(name) !== at) say(['options', at], 'This option is there already')
  if (options.length === 0 && variants.length > 1)
    say(['variants'], 'Several variants need an option to tell them apart')
  const seen = new Set<string>()
  for (const [at, { values }] of variants.entries()) {
    if (values.length !== options.length) say(['variants', at, 'values', 0], 'Enter a value for each option')
    const key = values.join('\n').toLowerCase()
    if (options.length > 0 && seen.has(key)) say(['variants', at, 'values', 0], 'This variant is there already')
    seen.add(key)
  }
}

export const productFields = z.strictObject(fields).superRefine(fitsTogether)

/** The same as it is typed: tags with commas between, weights as text. */
export const productForm = z
  .strictObject({
    ...fields,
    tags: z
      .string()
      .max(2_000)
      .transform(typed => [...new Set(typed.split(',').map(tag => tag.trim()))].filter(tag => tag !== ''))
      .pipe(fields.tags),
    variants: z
      .array(
        variant.extend({
          weightKg: z
            .string()
            .trim()
            .regex(/^(\d{1,4}([.,]\d{1,3})?)?$/, 'Enter a weight like 0.25')
            .transform(typed => (typed === '' ? null : Number(typed.replace(',', '.')))),
        }),
      )
      .min(1, messages.required)
      .max(mostVariants, 'At most 100 variants'),
  })
  .superRefine(fitsTogether)

export const productAsked = z.strictObject({ handle: z.string().min(1).max(255) })

/**
 * `key`: made when the form of a new product is opened, so that one that is sent twice is made once. `version`: what was read of
 * one that is there.
 */
export const productSave = z.strictObject({
  product: z.union([
    z.strictObject({ key: z.uuid() }),
    z.strictObject({ handle: z.string().min(1).max(255), version: z.string().max(100) }),
  ]),
  fields: productFields,
})

export const productRemoval = z.strictObject({ id: z.string().regex(/^gid:\/\/shopify\/Product\/\d+$/) })
