import { Alert, Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { formatDateTime } from '#platform/words.ts'
import { Form } from '#ui/form/form.tsx'
import { Page } from '#ui/plain/page.tsx'
import { toast } from '#ui/toast.ts'
import { messages } from '../inputs.ts'
import { saverOf } from '../rules.ts'
import { Preview } from './preview.tsx'
import { PublishLater } from './publish-later.tsx'
import type { SectionEditorProps } from './section-editor.tsx'
import classes from './section-form.module.css'
import { SectionNote } from './section-note.tsx'
import { type SectionInHand, useSectionForm } from './use-section-form.ts'
import { ViewLink } from './view-link.tsx'

/** Drawn as what cannot be pressed now, yet it keeps the focus, and says why when it is pressed. */
const restingUnless = (canBePressed: boolean) => (canBePressed ? {} : { 'aria-disabled': true, 'data-disabled': true })

/** The form of a section beside its preview; on a phone one of the two at a time. */
export function SectionForm<S extends z.ZodType<unknown, object>>(
  props: SectionEditorProps<S> & { section: SectionInHand },
) {
  const { kind, section, fields, preview, failed = messages } = props
  const { form, press, mayWait, saveFor, busy, isChanged, isBehind, takeTheirs, takeOff } = useSectionForm(props)
  const [shown, setShown] = useState<'form' | 'preview'>('form')
  const [isLater, setLater] = useState(false)
  // A draft that nobody has typed into is still to be published; what is published already is not.
  const isNews = isChanged || section.state !== 'published'
  const nothing = () => toast.info('Nothing was changed', `${kind.name} stands as you see it.`)
  const publish = () => (isNews ? press('publish') : nothing())
  const draft = () => (isChanged ? press('draft') : nothing())
  // Return in a field keeps what was typed; nobody publishes by it.
  const onSubmit = (event?: FormEvent) => {
    event?.preventDefault()
    draft()
  }
  return (
    <Page title={kind.name} chassis="desk" lead={props.lead} actions={<ViewLink to="history">History</ViewLink>}>
      <SectionNote section={section} kind={kind} takeOff={takeOff} />
      <fieldset className={classes.switch}>
        <legend className="visually-hidden">What is shown</legend>
        {(['form', 'preview'] as const).map(view => (
          <Button
            key={view}
            variant={shown === view ? 'filled' : 'default'}
            aria-pressed={shown === view}
            onClick={() => setShown(view)}
          >
            {view === 'form' ? 'Edit' : 'Preview'}
          </Button>
        ))}
      </fieldset>
      <div className={classes.sides} data-shown={shown}>
        <div className={classes.form}>
          <Form
            of={{ ...form, onSubmit }}
            label={kind.name}
            isLong
            actions={
              <>
                <Button {...restingUnless(isNews)} loading={busy('publish')} onClick={publish}>
                  Publish
                </Button>
                <Button variant="default" {...restingUnless(isChanged)} loading={busy('draft')} onClick={draft}>
                  Save draft
                </Button>
                <Button
                  variant="default"
                  {...restingUnless(isNews)}
                  onClick={() => (isNews ? setLater(mayWait()) : nothing())}
                >
                  Publish later
                </Button>
              </>
            }
          >
            {isBehind ? (
              <Alert color="yellow" variant="light" role="status" title="Somebody else saved this meanwhile">
                <p>
                  {saverOf(section.savedByName)} saved a version at {formatDateTime(section.savedAt!)}. What you typed
                  is still here.
                </p>
                <Button variant="default" size="sm" onClick={takeTheirs}>
                  Take theirs instead
                </Button>
              </Alert>
            ) : null}
            {fields(form)}
          </Form>
        </div>
        <Preview note={isChanged ? 'With what you have typed and not saved yet.' : null}>
          {preview(form.values)}
        </Preview>
      </div>
      {isLater ? (
        <PublishLater
          failed={failed.save}
          name={kind.name}
          first={section.later}
          save={saveFor}
          onClose={() => setLater(false)}
        />
      ) : null}
    </Page>
  )
}
