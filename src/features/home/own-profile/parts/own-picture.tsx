import { Button } from '@mantine/core'
import { useState } from 'react'
import { creativeUpload, pictureInput } from '#features/home/creatives/inputs.ts'
import { useAction } from '#ui/action.ts'
import { PictureForm } from '#ui/form/picture-form.tsx'
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
  const close = () => setOpen(false)
  if (isOpen)
    return (
      <PictureForm
        label="Picture of you"
        hint="JPG, PNG or WebP, up to 5 MB. It is cut to a square."
        schema={pictureInput}
        initial={{ fileId: '' }}
        upload={creativeUpload}
        submit={(values, sending) => rpc.creatives.setPicture(values, { context: sending })}
        saved="Picture saved"
        failed="The picture was not saved"
        leave="Leave it as it was"
        onDone={close}
        onLeave={close}
      />
    )
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
