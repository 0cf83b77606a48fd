import { z } from 'zod'
import { contentLine, contentText, linkTo, optionalLink } from '#features/home/pages/inputs.ts'
import { imageAddress } from '#features/house/images/inputs.ts'
import { editOf } from '#platform/edit.ts'

/** Section "hero" (CNT-05…08). */
export const heroContent = z.object({
  title: contentLine('Title', 200),
  subtitle: contentText('Subtitle', 500),
  buttonText: contentLine('Button text', 50).default('Learn More'),
  buttonLink: linkTo('Button link').default('/membership'),
  imageUrl: imageAddress.default(''),
})
export type HeroContent = z.output<typeof heroContent>

/** What the house comes with. */
export const heroStart: HeroContent = heroContent.parse({
  title: 'A house for people who make things',
  subtitle: 'Studios, desks, a stage and a market under one roof in Marylebone. Come to work, stay for the others.',
  buttonText: 'Apply for membership',
  buttonLink: '/join',
})

export const heroSection = { key: 'hero', name: 'Hero', schema: heroContent, start: () => heroStart } as const

/** Pictures that a card may carry; drawn in parts/feature-icon.tsx. */
export const featureIcons = [
  'Star',
  'Users',
  'Building',
  'Calendar',
  'Store',
  'Camera',
  'Mic',
  'Coffee',
  'Ticket',
  'Heart',
] as const
export type FeatureIconName = (typeof featureIcons)[number]

/** A card of the landing page (CNT-24, CNT-25). */
export const featureFields = z.strictObject({
  title: contentLine('Title', 100),
  description: contentText('Description', 500),
  iconName: z.enum(featureIcons).default('Star'),
  linkUrl: optionalLink().default(''),
  linkText: contentLine('Link text', 50).default('Learn More →'),
  isActive: z.boolean().default(true),
})

/** A tile of Our Spaces (CNT-29); which one it is, its picture says, and does not change. */
export const spaceFields = z.strictObject({
  title: contentLine('Title', 100),
  description: contentText('Description', 500),
  linkUrl: optionalLink().default(''),
  isActive: z.boolean().default(true),
})

export const featureEdit = z.strictObject({ id: z.uuid(), ...editOf(featureFields) })
export const spaceEdit = z.strictObject({ id: z.uuid(), ...editOf(spaceFields) })
export const rowRef = z.strictObject({ id: z.uuid() })

/** Every row of the list, in the order that it is to have. */
export const rowOrder = z.strictObject({ ids: z.array(z.uuid()).min(1).max(200) })

export const messages = {
  featuresLoad: 'Failed to load landing features',
  featureAdd: 'Failed to add feature',
  featureChange: 'Failed to update feature',
  featureDelete: 'Failed to delete feature',
  spacesLoad: 'Failed to load spaces',
  spaceChange: 'Failed to update space',
  order: 'Failed to update order',
  ordered: 'Somebody else has added or deleted one meanwhile.',
  tooMany: 'There are as many cards as the page can hold. Delete one first.',
} as const

/** So many cards the landing page has at most. */
export const mostFeatures = 24
