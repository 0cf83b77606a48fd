import { z } from 'zod'

/** Section "hero" (CNT-05). */
export const heroContent = z.object({
  title: z.string().max(200).default('A house for people who make things'),
  subtitle: z
    .string()
    .max(500)
    .default('Studios, desks, a stage and a market under one roof in Marylebone. Come to work, stay for the others.'),
  buttonText: z.string().max(50).default('Apply for membership'),
  buttonLink: z.string().max(500).default('/join'),
})
