import type { ReactNode } from 'react'
import { FileDrop, type UploadedFile } from '#ui/form/file-drop.tsx'
import type { WhyNotTaken } from '#ui/form/upload.ts'
import { toast } from '#ui/toast.ts'
import { type Bucket, imageUpload, messages } from '../inputs.ts'

const titles = { large: messages.tooLarge, kind: messages.wrongType, failed: messages.uploadFailed }

export const imageHint = 'JPG, PNG or WebP, up to 5 MB each'

/** What is not taken is said beside it and, in the specified words, in a toast (CNT-48…50). */
export const tellRefusal = (why: WhyNotTaken, words: string) =>
  toast.error(titles[why], why === 'failed' ? messages.uploadFailedText : words)

/** Several pictures to be handed in to a bucket. */
export const ImageDrop = (props: {
  label: ReactNode
  bucket: Bucket
  max: number
  onChange: (files: UploadedFile[]) => void
}) => {
  const { bucket, ...rest } = props
  return <FileDrop {...rest} {...imageUpload} hint={imageHint} purpose={bucket} value={[]} onRefused={tellRefusal} />
}
