import { z } from 'zod'
import { imageFocuses } from '#features/events/events/inputs.ts'
import { neededText } from '#platform/inputs.ts'

export const messages = { notFound: 'There is no such event.', chooseFile: 'Choose a picture' } as const

/** Where pictures of events are uploaded, and how large they may be. */
export const pictureUpload = {
  purpose: 'event-image',
  maxBytes: 5 * 1_048_576,
  accept: ['image/jpeg', 'image/png', 'image/webp'],
} as const

/** `id` is that of the event; `fileId` an upload, empty: the picture that is there stays, and its words change. */
export const pictureInput = z.strictObject({
  id: z.uuid(),
  fileId: z.union([z.literal(''), z.uuid()]).default(''),
  alt: neededText('Say what is to be seen on it', 200),
  focus: z.enum(imageFocuses).default('middle'),
  /** The later dates of its series as well. */
  isForLater: z.boolean().default(false),
})
