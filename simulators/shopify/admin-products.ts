import { mostOptions, mostVariants, type Picture, type Product, type Variant } from './goods.ts'
import { gid, nextNumber, numberIn, type Work } from './store.ts'

export interface SetInput {
  handle?: string
  title?: string
  descriptionHtml?: string
  productType?: string
  vendor?: string
  tags?: string[]
  status?: Product['status']
  productOptions?: { name?: string; position?: number; values?: { name?: string }[] }[]
  variants?: SetVariant[]
  files?: { id?: string; originalSource?: string; alt?: string }[]
}

interface SetVariant {
  id?: string
  optionValues: { optionName?: string; name?: string }[]
  price?: string
  sku?: string
  inventoryItem?: { sku?: string; measurement?: { weight?: { unit: string; value: number } } }
}

type Read = Omit<Product, 'number' | 'isPublished' | 'createdAt' | 'updatedAt'>

/** What of an input speaks against it whatever product it is for; null when nothing does. */
export function onlyValues(input: SetInput): string | null {
  const { productOptions, variants } = input
  if (!productOptions !== !variants) return 'Product options input and variants input are both required together'
  if (productOptions && productOptions.length > mostOptions)
    return `Can only specify a maximum of ${mostOptions} options`
  if (variants && variants.length > mostVariants) return `Product variants are limited to ${mostVariants}`
  if (variants?.length === 0) return 'At least one variant is required'
  if (variants?.some(({ price }) => price !== undefined && !/^\d+(\.\d{1,2})?$/.test(price)))
    return 'Price must be greater than or equal to 0'
  const values = variants?.map(variant => variant.optionValues.map(({ name }) => name).join(' / '))
  const twice = values?.find((each, at) => values.indexOf(each) !== at)
  return twice === undefined ? null : `The variant '${twice}' already exists`
}

/** A product as it is after a set: fields that are not given stay, lists are as given. */
export async function readProduct(
  work: Work,
  found: Product | null,
  input: SetInput,
): Promise<Read | { refused: string }> {
  const title = input.title ?? found?.title ?? ''
  if (title.trim() === '') return { refused: "Title can't be blank" }
  const options = input.productOptions
    ? [...input.productOptions]
        .sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
        .map(({ name = '', values = [] }) => ({ name, values: values.map(value => value.name ?? '') }))
    : (found?.options ?? [{ name: 'Title', values: ['Default Title'] }])
  const variants = input.variants
    ? await readVariants(work, found, input.variants, options)
    : (found?.variants ?? [
        {
          number: await nextNumber(work),
          values: ['Default Title'],
          pricePence: 0,
          sku: '',
          weightKg: null,
          stock: null,
        },
      ])
  if ('refused' in variants) return variants
  const pictures = input.files ? await readFiles(work, found, input.files) : (found?.pictures ?? [])
  if ('refused' in pictures) return pictures
  return {
    handle: input.handle ?? found?.handle ?? handleOf(title),
    title,
    descriptionHtml: input.descriptionHtml ?? found?.descriptionHtml ?? '',
    productType: input.productType ?? found?.productType ?? '',
    vendor: input.vendor ?? found?.vendor ?? 'Simulated shop',
    tags: input.tags ?? found?.tags ?? [],
    status: input.status ?? found?.status ?? 'ACTIVE',
    options,
    variants,
    pictures,
  }
}

/** A variant is changed where its id is given or its values are there already, and made anew otherwise. */
async function readVariants(
  work: Work,
  found: Product | null,
  given: SetVariant[],
  options: Product['options'],
): Promise<Variant[] | { refused: string }> {
  const variants: Variant[] = []
  for (const { id, optionValues, price, sku, inventoryItem } of given) {
    const values = options.map(({ name }) => optionValues.find(each => each.optionName === name)?.name ?? '')
    if (values.some((value, at) => !options[at]?.values.includes(value)))
      return { refused: `Option value does not exist: ${values.join(' / ')}` }
    const number = id ? numberIn('ProductVariant', id) : null
    const isSame = (variant: Variant) =>
      id ? variant.number === number : variant.values.join('/') === values.join('/')
    const before = found?.variants.find(isSame)
    if (id && !before) return { refused: `Product variant does not exist: ${id}` }
    const weight = inventoryItem?.measurement?.weight
    variants.push({
      number: before?.number ?? (await nextNumber(work)),
      values,
      pricePence: price === undefined ? (before?.pricePence ?? 0) : Math.round(Number(price) * 100),
      sku: sku ?? inventoryItem?.sku ?? before?.sku ?? '',
      weightKg: weight ? weight.value * (inKilograms[weight.unit] ?? 1) : (before?.weightKg ?? null),
      stock: before?.stock ?? null,
    })
  }
  return variants
}

const inKilograms: Record<string, number> = { KILOGRAMS: 1, GRAMS: 0.001, POUNDS: 0.453_592_37, OUNCES: 0.028_349_523 }

/** A picture that is there already is named by its id; of another one the address is kept, where Shopify would take a copy. */
async function readFiles(
  work: Work,
  found: Product | null,
  given: NonNullable<SetInput['files']>,
): Promise<Picture[] | { refused: string }> {
  const pictures: Picture[] = []
  for (const { id, originalSource, alt } of given) {
    const before = found?.pictures.find(({ number }) => gid('MediaImage', number) === id)
    if (id && !before) return { refused: `File does not exist: ${id}` }
    if (before) pictures.push({ ...before, alt: alt ?? before.alt })
    else if (!originalSource || !/^https?:\/\//.test(originalSource)) return { refused: 'Image URL is invalid' }
    else
      pictures.push({ number: await nextNumber(work), url: originalSource, alt: alt ?? '', width: null, height: null })
  }
  return pictures
}

const handleOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
