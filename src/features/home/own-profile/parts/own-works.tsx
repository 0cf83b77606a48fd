import { Button } from '@mantine/core'
import { useState } from 'react'
import { creativeUpload, mostWorks, workInput } from '#features/home/creatives/inputs.ts'
import { useAction } from '#ui/action.ts'
import { TextField } from '#ui/form/fields.tsx'
import { FileDrop, type UploadedFile } from '#ui/form/file-drop.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Picture, type PictureFiles } from '#ui/plain/picture.tsx'
import { Section } from '#ui/plain/section.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import classes from './creative-tab.module.css'

interface Work {
  id: string
  title: string
  picture: PictureFiles | null
}

/** The works that one's profile shows. */
export function OwnWorks({ works, can }: { works: readonly Work[]; can: { addWork: boolean } }) {
  const [isOpen, setOpen] = useState(false)
  const remove = useAction(({ id }: Work, sending) => rpc.creatives.removeWork({ id }, sending), {
    confirm: ({ title }) => ({
      title: `Remove “${title}”?`,
      body: 'Its picture is deleted.',
      action: 'Remove work',
      danger: true,
    }),
    done: 'Work removed',
    failed: 'The work was not removed',
  })
  return (
    <Section title="Your works" lead={`Up to ${mostWorks}, each with a picture.`}>
      {works.length > 0 ? (
        <ul className={classes.works}>
          {works.map(work => (
            <li key={work.id}>
              <Picture of={work.picture} seed={work.id} alt="" sizes="5rem" ratio="square" />
              <span>{work.title}</span>
              <Button variant="subtle" loading={remove.running?.id === work.id} onClick={() => void remove.run(work)}>
                Remove<span className="visually-hidden"> {work.title}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {isOpen ? (
        <Add onDone={() => setOpen(false)} />
      ) : can.addWork ? (
        <Button variant="default" onClick={() => setOpen(true)}>
          Add a work
        </Button>
      ) : (
        <p>Your profile shows {mostWorks} works. Remove one to add another.</p>
      )}
    </Section>
  )
}

function Add({ onDone }: { onDone: () => void }) {
  const [files, setFiles] = useState<UploadedFile[]>([])
  const form = useSchemaForm({
    schema: workInput,
    initial: { fileId: '', title: '' },
    submit: (values, sending) => rpc.creatives.addWork(values, { context: sending }),
    onDone: () => {
      toast.success('Work saved')
      onDone()
    },
    onFailed: () => toast.error('The work was not saved'),
  })
  return (
    <Form
      of={form}
      label="A work"
      actions={
        <>
          <Submit of={form} busy="Saving…">
            Save work
          </Submit>
          <Button variant="subtle" onClick={onDone}>
            Not now
          </Button>
        </>
      }
    >
      <FileDrop
        label="Picture of the work"
        hint="JPG, PNG or WebP, up to 5 MB"
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
      <TextField
        of={form.field('title')}
        label="What it is"
        hint="Such as “Night market, linocut, 2026”"
        maxLength={120}
      />
    </Form>
  )
}
