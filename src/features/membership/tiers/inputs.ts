import { z } from 'zod'
import { editOf } from '#platform/edit.ts'

/** The sets of tiers that ship with the house (decision 10). */
export const catalogueNames = ['information', 'application'] as const
export type CatalogueName = (typeof catalogueNames)[number]
/** Which set a tier is from; `own` is one that the venue made. */
export const tierOrigins = [...catalogueNames, 'both', 'own'] as const

export const catalogueChoice = z.strictObject({ catalogue: z.enum(catalogueNames) })

const whole = (max: number, message: string) =>
  z.number({ error: message }).int(message).min(0, message).max(max, message)

/** A tier as admins edit it (TIER-07): whole numbers only; blank features are dropped; the slug never changes. */
export const tierFields = z.strictObject({
  name: z.string().trim().min(1, 'Give the tier a name').max(60),
  description: z.string().trim().max(500),
  priceMonthly: whole(10_000, 'Whole pounds, without pence'),
  weeklyTokens: whole(10_000, 'A whole number, 0 or more'),
  /** A token is never free: what costs nothing cannot be paid for. */
  tokenDiscountPercent: whole(90, 'A whole number from 0 to 90'),
  marketDiscountPercent: whole(100, 'A whole number from 0 to 100'),
  guestPassesPerMonth: whole(100, 'A whole number from 0 to 100'),
  stripePriceId: z
    .string()
    .trim()
    .max(255)
    .regex(/^(price_\w+)?$/, 'A price id starts with price_'),
  features: z
    .array(z.string().trim().max(120))
    .max(30)
    .transform(list => list.filter(feature => feature !== '')),
  isActive: z.boolean(),
})
export const tierEdit = z.strictObject({ id: z.uuid(), ...editOf(tierFields) })
