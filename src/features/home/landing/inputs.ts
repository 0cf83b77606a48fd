import { z } from 'zod'
import { contentLine, contentText, linkTo } from '#features/home/pages/inputs.ts'
import { imageAddress } from '#features/house/images/inputs.ts'

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
