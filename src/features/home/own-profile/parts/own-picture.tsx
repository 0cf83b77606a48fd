import { Button } from '@mantine/core'
import { useState } from 'react'
import { creativeUpload, pictureInput } from '#features/home/creatives/inputs.ts'
import { useAction } from '#ui/action.ts'
import { FileDrop, type UploadedFile } from '#ui/form/file-drop.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import classes from './creative-tab.module.css'

/** The picture of oneself: giving one, another, or taking it away. */
export function OwnPicture({ has }: { has: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const remove = useAction((_: null, sending) => rpc.creatives.removePicture(undefined, sending), {
    confirm: () => ({
      title: 'Remove the picture of you?',
      body: 'It is deleted, and a drawn face stands in its place.',
      action: 'Remove picture',
      danger: true,
    }),
    done: 'Picture removed',
    failed: 'The picture was not removed',
  })
  if (isOpen) return <Choose onDone={() => setOpen(false)} />
  return (
    <p className={classes.line}>
      <Button variant="default" onClick={() => setOpen(true)}>
        {has ? 'Change the picture of you' : 'Add a picture of you'}
      </Button>
      {has ? (
        <Button variant="subtle" loading={remove.isRunning} onClick={() => void remove.run(null)}>
          Remove it
        </Button>
      ) : null}
    </p>
  )
}

function Choose({ onDone }: { onDone: () => void }) {
  const [files, setFiles] = useState<UploadedFile[]>([])
  const form = useSchemaForm({
    schema: pictureInput,
    initial: { fileId: '' },
    submit: (values, sending) => rpc.creatives.setPicture(values, { context: sending }),
    onDone: () => {
      toast.success('Picture saved')
      onDone()
    },
    onFailed: () => toast.error('The picture was not saved'),
  })
  return (
    <Form
      of={form}
      label="Picture of you"
      actions={
        <>
          <Submit of={form} busy="Saving…">
            Save picture
          </Submit>
          <Button variant="subtle" onClick={onDone}>
            Leave it as it was
          </Button>
        </>
      }
    >
      <FileDrop
        label="Picture of you"
        hint="JPG, PNG or WebP, up to 5 MB. It is cut to a square."
        {...creativeUpload}
        kinds="a JPG, PNG or WebP picture"
        value={files}
        onChange={next => {
          setFiles(next)
          form.set({ fileId: next[0]?.id ?? '' })
        }}
        error={form.field('fileId').error}
        data-path="fileId"
      />
    </Form>
  )
}
