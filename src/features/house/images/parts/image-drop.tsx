import type { ReactNode } from 'react'
import { FileDrop, type UploadedFile } from '#ui/form/file-drop.tsx'
import { toast } from '#ui/toast.ts'
import { type Bucket, imageUpload, messages } from '../inputs.ts'

const titles = { large: messages.tooLarge, kind: messages.wrongType, failed: messages.uploadFailed }

/** Pictures to be handed in to a bucket. What is not taken is said beside it and, in the specified words, in a toast (CNT-48…50). */
export const ImageDrop = (props: {
  label: ReactNode
  bucket: Bucket
  max?: number
  value?: readonly UploadedFile[]
  onChange: (files: UploadedFile[]) => void
  error?: ReactNode
  'data-path'?: string
}) => {
  const { bucket, value = [], ...rest } = props
  return (
    <FileDrop
      {...rest}
      {...imageUpload}
      hint="JPG, PNG or WebP, up to 5 MB each"
      purpose={bucket}
      value={value}
      onRefused={(why, words) => toast.error(titles[why], why === 'failed' ? messages.uploadFailedText : words)}
    />
  )
}
