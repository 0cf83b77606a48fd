import { Button } from '@mantine/core'
import { useState } from 'react'
import { creativeUpload, mostWorks, workInput } from '#features/home/creatives/inputs.ts'
import { useAction } from '#ui/action.ts'
import { TextField } from '#ui/form/fields.tsx'
import { PictureForm } from '#ui/form/picture-form.tsx'
import { Picture, type PictureFiles } from '#ui/plain/picture.tsx'
import { Section } from '#ui/plain/section.tsx'
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
  const close = () => setOpen(false)
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
        <PictureForm
          label="A work"
          picture="Picture of the work"
          hint="JPG, PNG or WebP, up to 5 MB"
          schema={workInput}
          initial={{ fileId: '', title: '' }}
          upload={creativeUpload}
          submit={(values, sending) => rpc.creatives.addWork(values, { context: sending })}
          saved="Work saved"
          failed="The work was not saved"
          save="Save work"
          leave="Not now"
          onDone={close}
          onLeave={close}
        >
          {form => (
            <TextField
              of={form.field('title')}
              label="What it is"
              hint="Such as “Night market, linocut, 2026”"
              maxLength={120}
            />
          )}
        </PictureForm>
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
