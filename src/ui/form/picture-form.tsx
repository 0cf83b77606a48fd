import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { toast } from '#ui/toast.ts'
import { FileDrop, type UploadedFile } from './file-drop.tsx'
import { Form, Submit } from './form.tsx'
import { type SchemaForm, useSchemaForm } from './schema-form.ts'
import type { WhyNotTaken } from './upload.ts'

/** Where pictures are uploaded, and which are taken. */
export interface PictureUpload {
  purpose: string
  maxBytes: number
  accept: readonly string[]
}

/**
 * Giving something a picture: it is uploaded at once, and kept with what is said of it when the form is sent. The schema has the
 * upload as `fileId`; further fields are the children.
 */
export function PictureForm<S extends z.ZodType<unknown, { fileId?: string | undefined }>, R>(props: {
  /** what the form is for: “Picture of you” */
  label: string
  schema: S
  initial: z.input<S>
  upload: PictureUpload
  /** what stands above the picture, and below that; the label of the form unless told */
  picture?: string
  hint: string
  submit: (values: z.output<S>, sending: { idempotencyKey: string }) => Promise<R>
  onDone: (answer: R) => void
  /** said once it is kept, and when it was not */
  saved: string
  failed: string | readonly [title: string, message: string]
  save?: string
  leave: string
  onLeave: () => void
  /** hears of a file that is not taken, see `FileDrop` */
  onRefused?: (why: WhyNotTaken, words: string) => void
  children?: (form: SchemaForm<z.input<S>>) => ReactNode
}) {
  const { label, upload, picture = label, hint, save = 'Save picture', leave, onLeave, onRefused, children } = props
  const [files, setFiles] = useState<UploadedFile[]>([])
  const form = useSchemaForm<S, R>({
    schema: props.schema,
    initial: props.initial,
    submit: (values, sending) => props.submit(values, sending),
    onDone: answer => {
      toast.success(props.saved)
      props.onDone(answer)
    },
    onFailed: () => {
      const [title, message] = typeof props.failed === 'string' ? [props.failed] : props.failed
      toast.error(title, message)
    },
  })
  return (
    <Form
      of={form}
      label={label}
      actions={
        <>
          <Submit of={form} busy="Saving…">
            {save}
          </Submit>
          <Button variant="subtle" onClick={onLeave}>
            {leave}
          </Button>
        </>
      }
    >
      <FileDrop
        {...upload}
        label={picture}
        hint={hint}
        kinds="a JPG, PNG or WebP picture"
        value={files}
        onChange={next => {
          setFiles(next)
          form.set({ fileId: next[0]?.id ?? '' } as Partial<z.input<S>>)
        }}
        error={form.field('fileId').error}
        data-path="fileId"
        {...(onRefused && { onRefused })}
      />
      {children?.(form)}
    </Form>
  )
}
