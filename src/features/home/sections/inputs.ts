import { z } from 'zod'
import type { Settings } from '#features/house/settings/inputs.ts'
import { isWallTime } from '#platform/dates.ts'
import { calendarDay, fullTime } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** A section of the pages as its noun hands it down: the row of `homepage_content`, what fits into it and what stands there at first. */
export interface SectionKind {
  key: string
  /** as people call it: the heading of its editor */
  name: string
  schema: z.ZodType<unknown>
  start: (settings: Settings) => unknown
  /** It need not stand there: `start` is what its form begins with, nothing is shown until it is published, and it can be taken off again. */
  isOptional?: true
  /** Its pictures are fitted as the directory shows them (CNT-22). */
  hasSmallPictures?: true
}

/** What a version of a section is: worked on, waiting for its time, what visitors read, or what a later one took the place of. */
export const versionStates = ['draft', 'scheduled', 'published', 'replaced'] as const
export type VersionState = (typeof versionStates)[number]

/** What saving does: keeps it for the office, shows it now, or at a time. */
export const savings = ['draft', 'publish', 'schedule'] as const
export type Saving = (typeof savings)[number]

export const sectionRef = z.strictObject({ section: z.string().max(40) })

/** `basedOn` is the number of the newest version that the editor had read, 0 for none; the time is the venue's. */
export const sectionSave = sectionRef.extend({
  content: z.unknown(),
  basedOn: z.int().min(0),
  saving: z.enum(savings),
  publishOn: z.union([z.literal(''), calendarDay()]).default(''),
  publishTime: z
    .string()
    .max(5)
    .transform(fullTime)
    .refine(value => value === '' || isWallTime(value), 'Enter a time like 09:00')
    .default(''),
})

export const versionRef = sectionRef.extend({ version: z.int().min(1) })
/** Shown again at once, or as a draft to go on from. */
export const bringBackInput = versionRef.extend({
  basedOn: z.int().min(0),
  saving: z.enum(['publish', 'draft']).default('publish'),
})
export const takeOffInput = sectionRef.extend({ basedOn: z.int().min(0) })

export const versionList = listInput(['version'], '-version', {
  section: z.string().max(40),
  state: z.enum(versionStates),
})

export const messages = {
  load: 'Failed to load content',
  save: 'Failed to save',
  invalid: 'Validation Error',
  noVersion: 'There is no such version.',
  noPicture: 'This picture is no longer there. Please choose another.',
  noSmallPicture: 'There is no such picture that fits 400 by 400. Please choose another, or add it here.',
} as const
