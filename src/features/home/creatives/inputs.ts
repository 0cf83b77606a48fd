import { z } from 'zod'
import { isSecure } from '#features/home/pages/inputs.ts'
import { imageAddress } from '#features/house/images/inputs.ts'
import { editOf } from '#platform/edit.ts'
import { emailLine, isStorable, line, neededLine, unstorable } from '#platform/inputs.ts'

/** Who may see what a member says of their work. */
export const visibilities = ['nobody', 'members', 'everyone'] as const
export type Visibility = (typeof visibilities)[number]
export const visibilityWords: Record<Visibility, string> = {
  nobody: 'Nobody but you',
  members: 'Members of the house',
  everyone: 'Everyone, also without an account',
}

export const messages = {
  notFound: 'There is no such profile.',
  loadFailed: 'Failed to load the creative directory',
  saveFailed: 'Your profile was not saved',
  chooseFile: 'Choose a picture',
} as const

/** Where members put pictures of themselves and of their work, and how large they may be. */
export const creativeUpload = {
  purpose: 'creative-image',
  maxBytes: 5 * 1_048_576,
  accept: ['image/jpeg', 'image/png', 'image/webp'],
} as const

export const mostLinks = 6
export const mostWorks = 8

const several = (max: number) =>
  z.string().trim().max(max, `Use at most ${max} characters`).refine(isStorable, unstorable)

/** A link to somebody's work elsewhere: nobody reads along, and nothing but a page opens. */
const secureLink = line(300).refine(link => link === '' || isSecure(link), 'Links begin with https://')

/** What a member says of themselves and of their work. */
export const profileFields = z.strictObject({
  role: line(80).default(''),
  specialty: line(120).default(''),
  bio: several(2000).default(''),
  portfolioLinks: z
    .array(secureLink)
    .max(mostLinks)
    .transform(links => links.filter(link => link !== ''))
    .default([]),
  showsEmail: z.boolean().default(false),
  isOpen: z.boolean().default(false),
  visibility: z.enum(visibilities).default('nobody'),
})
export const profileChange = z.strictObject(editOf(profileFields))

export const pictureInput = z.strictObject({ fileId: z.uuid(messages.chooseFile) })
export const workInput = pictureInput.extend({ title: neededLine('Say what it is', 120) })
export const workRef = z.strictObject({ id: z.uuid() })

/** What `/creative/{id}` names: an entry of the directory, or a member by their slug. */
export const creativeRef = z.strictObject({ id: z.string().min(1).max(120) })

/** The directory, searched by name, role and specialty (HOME-19). */
export const directoryInput = z.strictObject({
  q: line(100).optional(),
  isOpen: z.boolean().default(false),
  page: z.number().int().min(1).max(1_000).default(1),
})
export const directoryPage = 12

/** Icons that an entry of the directory may carry, drawn where it has no picture. */
export const creativeIcons = ['Star', 'Camera', 'Mic', 'Store', 'Heart', 'Building', 'Users', 'Coffee'] as const

const creative = z.strictObject({
  id: line(120).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Give it a name first'),
  name: neededLine('Name is required', 100),
  role: line(80).default(''),
  specialty: line(120).default(''),
  icon: z.enum(creativeIcons).default('Star'),
  bio: several(2000).default(''),
  portfolio: secureLink.default(''),
  email: z.union([z.literal(''), emailLine('Enter a valid email address')]).default(''),
  imageUrl: imageAddress.default(''),
})

/** Section "creative_directory" (CNT-20): the creatives of the house's choice. Two of one name do not share an id (CNT-21). */
export const directoryContent = z.strictObject({
  title: neededLine('Title is required', 120),
  subtitle: line(300).default(''),
  creatives: z
    .array(creative)
    .max(100, 'The directory has at most 100 creatives')
    .refine(all => new Set(all.map(({ id }) => id)).size === all.length, 'Two creatives have the same address'),
})
export type DirectoryContent = z.output<typeof directoryContent>

/** What stands there before anybody wrote it. */
export const directoryStart: DirectoryContent = {
  title: 'Creative Directory',
  subtitle: 'The people who work in the house, and what they make.',
  creatives: [],
}

export const directorySection = {
  key: 'creative_directory',
  name: 'Creative Directory',
  schema: directoryContent,
  start: () => directoryStart,
  hasSmallPictures: true,
} as const
