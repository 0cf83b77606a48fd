import { z } from 'zod'
import { editOf } from '#platform/edit.ts'
import { isStorable, unstorable } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

export const messages = {
  loadFailed: 'Failed to load store data',
  productFailed: 'Failed to load product',
  productNotFound: 'There is no such product.',
  insufficient: 'Insufficient points',
  soldOut: 'This is sold out.',
  wholeNumber: 'Enter a whole number',
  accessLoadFailed: 'Failed to load access requirements',
  accessFailed: 'Failed to save access requirement',
  accessRemoveFailed: 'Failed to remove access requirement',
} as const

/** The most products that are read of the storefront, the newest; and the related ones of a product's page (SHOP-06). */
export const mostRead = 500
export const mostRelated = 4
/** Stock is told when fewer than this are left, never made up (decision 42, SHOP-07). */
export const fewLeft = 10
export const mostPoints = 1_000_000

/** What the storefront calls a thing: its id or its place in an address. */
export const storefrontId = z.string().min(1).max(255).refine(isStorable, unstorable)
export const productRef = z.strictObject({ handle: storefrontId })

/** What a product asks of whoever buys it (PRD-15, PRD-16); one without a rule asks nothing. */
export const accessFields = z.strictObject({
  requiredPoints: z
    .number({ error: messages.wholeNumber })
    .int(messages.wholeNumber)
    .min(0, 'Use 0 or more')
    .max(mostPoints, 'Use 1,000,000 or less'),
  isExclusive: z.boolean(),
})
export const accessChange = z.strictObject({ shopifyProductId: storefrontId, ...editOf(accessFields) })
/** A rule as its form makes it, for a product that is chosen. */
export const ruleInput = accessFields.extend({ shopifyProductId: storefrontId.min(1, 'Choose a product') })
export const accessRef = z.strictObject({ shopifyProductId: storefrontId })
export const accessList = listInput(['productTitle', 'requiredPoints', 'createdAt'], 'productTitle', {
  kind: z.enum(['points', 'open', 'exclusive']),
})
