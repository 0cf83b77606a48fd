import { Button, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/form/fields.tsx'
import type { UploadedFile } from '#ui/form/file-drop.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Query } from '#ui/plain/query.tsx'
import { LoadingTiles } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { type Bucket, messages, newImage } from '../inputs.ts'
import { ImageDrop } from './image-drop.tsx'
import { ImageGrid } from './image-grid.tsx'
import classes from './images.module.css'

interface Picking {
  /** where a new one goes */
  bucket: Bucket
  /** fitted as the directory shows it (CNT-22) */
  isSmall?: boolean
  onPick: (address: string) => void
}

/** Choosing one of the pictures of the house, or adding one to them. */
export function ImagePicker(props: Picking & { onClose: () => void }) {
  const [isNew, setNew] = useState(false)
  return (
    <Dialog title={isNew ? 'Add a picture' : 'Choose a picture'} onClose={props.onClose} size="xl" keepsInput={isNew}>
      {isNew ? <NewImage {...props} onBack={() => setNew(false)} /> : <Library {...props} onNew={() => setNew(true)} />}
    </Dialog>
  )
}

function Library({ isSmall = false, onPick, onNew }: Picking & { onNew: () => void }) {
  const [q, setQ] = useState('')
  const [page, setPage] = useState(1)
  const query = useQuery(
    api.images.list.queryOptions({
      input: { page, ...(q && { q }), ...(isSmall && { size: 'small' }) },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <>
      <TextInput
        label="Search what is to be seen"
        type="search"
        value={q}
        maxLength={100}
        onChange={event => {
          setQ(event.currentTarget.value)
          setPage(1)
        }}
      />
      <Query of={query} failed={messages.loadFailed} loading={<LoadingTiles tiles={6} pictureHeight={110} />}>
        {({ rows, total }) => (
          <>
            {rows.length > 0 ? null : (
              <p>
                {q
                  ? 'No picture is like that.'
                  : isSmall
                    ? 'No picture is fitted for the directory yet. Add the first one.'
                    : 'There are no pictures yet. Add the first one.'}
              </p>
            )}
            <ImageGrid images={rows} onOpen={image => onPick(image.address)} does="Choose" />
            <div className={classes.ways}>
              <Button onClick={onNew}>Add a picture</Button>
              {page > 1 ? (
                <Button variant="default" onClick={() => setPage(page - 1)}>
                  Previous
                </Button>
              ) : null}
              {page * 24 < total ? (
                <Button variant="default" onClick={() => setPage(page + 1)}>
                  Next
                </Button>
              ) : null}
            </div>
          </>
        )}
      </Query>
    </>
  )
}

function NewImage({ bucket, isSmall = false, onPick, onBack }: Picking & { onBack: () => void }) {
  const [files, setFiles] = useState<UploadedFile[]>([])
  const form = useSchemaForm({
    schema: newImage,
    initial: { fileId: '', bucket, isSmall, alt: '' },
    submit: (values, sending) => rpc.images.add(values, { context: sending }),
    onDone: ({ address }) => {
      toast.success('Picture saved')
      onPick(address)
    },
    onFailed: () => toast.error(messages.uploadFailed, messages.uploadFailedText),
  })
  return (
    <Form
      of={form}
      label="Add a picture"
      actions={
        <>
          <Submit of={form} busy="Saving…">
            Save picture
          </Submit>
          <Button variant="subtle" onClick={onBack}>
            Choose another instead
          </Button>
        </>
      }
    >
      <ImageDrop
        label="Picture"
        bucket={bucket}
        value={files}
        onChange={next => {
          setFiles(next)
          form.set({ fileId: next[0]?.id ?? '' })
        }}
        error={form.field('fileId').error}
        data-path="fileId"
      />
      <TextField
        of={form.field('alt')}
        label="What is to be seen on it"
        hint="Read to people who do not see it. Its focal point and crop are set under Images."
        maxLength={200}
      />
    </Form>
  )
}
