import type { rpc } from '#web/client.ts'
import { variantOf } from '../rules.ts'

export type Shown = Awaited<ReturnType<typeof rpc.products.one>>
export type Product = Shown['product']

/** Why the chosen form cannot be had; null where it can. */
export function whyNotChosen({ variants }: Pick<Product, 'variants'>, choice: Readonly<Record<string, string>>) {
  const variant = variantOf(variants, choice)
  const wanted = Object.values(choice).join(', ')
  if (!variant) return `It is not made in ${wanted}. Choose something else above.`
  if (variant.availableForSale) return null
  return variants.some(({ availableForSale }) => availableForSale)
    ? `In ${wanted} it is sold out. Choose something else above.`
    : 'It is sold out at the moment.'
}
