import { z } from 'zod'
import { editOf } from '#platform/edit.ts'
import { line, neededLine } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

/** Where the house keeps its pictures (CNT-64): those of its front pages, and everything else that an admin puts in. */
export const buckets = ['homepage-images', 'admin-uploads'] as const
export type Bucket = (typeof buckets)[number]
export const bucketWords: Record<Bucket, string> = { 'homepage-images': 'Home page', 'admin-uploads': 'Admin uploads' }

/** What may be uploaded (CNT-48, CNT-49); the server looks at the content again. */
export const imageUpload = {
  maxBytes: 5 * 1_048_576,
  accept: ['image/jpeg', 'image/png', 'image/webp'],
  kinds: 'a JPG, PNG or WebP picture',
} as const

/** Which part of a picture is shown: all of it, or one of these shapes around its focal point. Width : height. */
export const cropRatios = { whole: null, wide: 21 / 9, card: 3 / 2, square: 1, tall: 2 / 3 } as const
export type CropShape = keyof typeof cropRatios
export const cropShapes = Object.keys(cropRatios) as [CropShape, ...CropShape[]]

/** Pictures of the directory fit into a square of so many pixels, as JPEG of this quality (CNT-22). */
export const smallImage = { side: 400, quality: 90 } as const

export const messages = {
  notFound: 'There is no such picture.',
  chooseFile: 'Choose a picture',
  describe: 'Say what is to be seen on it',
  tooLarge: 'File too large',
  wrongType: 'Invalid file type',
  uploadFailed: 'Upload failed',
  uploadFailedText: 'Failed to upload image',
  loadFailed: 'Failed to load images',
  saveFailed: 'Failed to save',
  deleteFailed: 'Failed to delete',
} as const

const percent = z.number().int('Use a whole number').min(0, 'Use 0 to 100').max(100, 'Use 0 to 100')

/** What is said of a picture and how it is cut. The focal point is in percent of the whole picture, from the left and the top. */
export const imageFields = z.strictObject({
  alt: neededLine(messages.describe, 200),
  focusLeft: percent.default(50),
  focusTop: percent.default(50),
  cropShape: z.enum(cropShapes).default('whole'),
  /** How much of what fits the shape is shown; less is nearer. */
  cropPercent: z.number().int().min(20, 'Use 20 to 100').max(100, 'Use 20 to 100').default(100),
})

/** `fileId` is an upload to the bucket; `isSmall`: fitted as the directory shows it (CNT-22). */
export const newImage = imageFields.extend({
  fileId: z.uuid(messages.chooseFile),
  bucket: z.enum(buckets),
  isSmall: z.boolean().default(false),
})
export const imageChange = z.strictObject({ id: z.uuid(), ...editOf(imageFields) })

/** `known`: where whoever removes it was told that it is shown. */
export const imageRemoval = z.strictObject({ id: z.uuid(), known: z.array(line(300)).max(500).default([]) })

export const imageList = listInput(
  ['createdAt', 'alt'],
  '-createdAt',
  { bucket: z.enum(buckets), use: z.enum(['used', 'unused']), size: z.enum(['small']) },
  { pageSize: 24 },
)

/** Where a picture of the house is, as content and facilities name it; empty: none. */
export const imageAddress = z
  .string()
  .regex(/^(\/files\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/, 'Choose one of the pictures of the house')
export const imageRef = z.strictObject({ address: imageAddress })
