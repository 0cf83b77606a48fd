import { Button, Group as Line, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type EventType, type ImageFocus, imageFocuses } from '#features/events/events/inputs.ts'
import { useAction } from '#ui/action.ts'
import { CheckField, SelectField, TextField } from '#ui/form/fields.tsx'
import type { Field } from '#ui/form/form.tsx'
import { PictureForm } from '#ui/form/picture-form.tsx'
import { Picture } from '#ui/plain/picture.tsx'
import { posterOf } from '#ui/plain/poster-kinds.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api, rpc } from '#web/client.ts'
import { pictureInput, pictureUpload } from '../inputs.ts'
import classes from './event-picture.module.css'

type Shown = Awaited<ReturnType<typeof rpc.events.picture>>

const none: Shown = { picture: null, alt: '', focus: 'middle', isInSeries: false, can: { change: true, remove: false } }

/**
 * The picture of an event as its card shows it, and changing it (EVT-08); a poster where there is none. `makeDraft` keeps an
 * application first, which with `isNew` is not there yet. `isStaff`: the later dates of a series may have it as well. `isFixed`: to look at.
 */
export function EventPicture(props: {
  isNew?: boolean
  id: string
  kind: EventType
  makeDraft?: () => Promise<unknown>
  isStaff?: boolean
  isFixed?: boolean
}) {
  const { id, makeDraft, isStaff = false, isFixed = false } = props
  const [isThere, setThere] = useState(!props.isNew)
  const picture = useQuery({ ...api.events.picture.queryOptions({ input: { id } }), enabled: isThere })
  const [isOpen, setOpen] = useState(false)
  return (
    <Query of={isThere ? picture : { ...picture, data: none }} failed="Failed to load the picture">
      {shown => {
        const has = shown.picture !== null
        return (
          <Stack className={classes.all}>
            <Picture
              of={shown.picture}
              seed={posterOf({ id, eventType: props.kind })}
              alt={has ? shown.alt : 'The poster that we draw while there is no picture'}
              sizes="22rem"
              className={classes.picture}
            />
            {!isFixed && !isOpen ? (
              <Line>
                {shown.can.change ? (
                  <Button variant="default" onClick={() => setOpen(true)}>
                    {has ? 'Change picture' : 'Add a picture'}
                  </Button>
                ) : null}
                {shown.can.remove ? <Remove id={id} /> : null}
              </Line>
            ) : null}
            {isOpen ? (
              <Change
                key={shown.picture?.src}
                id={id}
                shown={shown}
                makeDraft={makeDraft}
                isStaff={isStaff}
                onDone={() => {
                  setThere(true)
                  setOpen(false)
                }}
                onLeave={() => setOpen(false)}
              />
            ) : null}
          </Stack>
        )
      }}
    </Query>
  )
}

const focusWords: Record<ImageFocus, string> = {
  middle: 'The middle',
  top: 'The top',
  bottom: 'The bottom',
  left: 'The left side',
  right: 'The right side',
}

function Change(props: {
  id: string
  shown: Shown
  makeDraft: (() => Promise<unknown>) | undefined
  isStaff: boolean
  onDone: () => void
  onLeave: () => void
}) {
  const { id, shown, makeDraft, isStaff, onDone, onLeave } = props
  return (
    <PictureForm
      label="Picture of the event"
      picture={shown.picture ? 'Another picture (optional)' : 'Picture'}
      hint="JPG, PNG or WebP, up to 5 MB. Everybody who sees the programme sees it."
      schema={pictureInput}
      initial={{ id, fileId: '', alt: shown.alt, focus: shown.focus, isForLater: false }}
      upload={pictureUpload}
      submit={async (values, { idempotencyKey }) => {
        await makeDraft?.()
        return rpc.events.setPicture(values, { context: { idempotencyKey } })
      }}
      saved="Picture saved"
      failed="The picture was not saved"
      leave="Leave it as it was"
      onDone={onDone}
      onLeave={onLeave}
    >
      {form => (
        <>
          <TextField
            of={form.field('alt')}
            label="What is to be seen on it"
            hint="Read to people who do not see it."
            maxLength={200}
          />
          <SelectField
            of={form.field('focus') as Field<string>}
            label="Never cut off"
            options={imageFocuses.map(value => ({ value, label: focusWords[value] }))}
          />
          {isStaff && shown.isInSeries ? (
            <CheckField of={form.field('isForLater') as Field<boolean>} label="The later dates of its series as well" />
          ) : null}
        </>
      )}
    </PictureForm>
  )
}

function Remove({ id }: { id: string }) {
  const remove = useAction(rpc.events.removePicture, {
    confirm: () => ({
      title: 'Remove the picture?',
      body: 'It is deleted, and the event has the poster that we draw for it.',
      action: 'Remove picture',
      danger: true,
    }),
    done: 'Picture removed',
    failed: 'The picture was not removed',
  })
  return (
    <Button variant="subtle" loading={remove.isRunning} onClick={() => void remove.run({ id })}>
      Remove picture
    </Button>
  )
}
