import { Button, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { PictureForm } from '#ui/form/picture-form.tsx'
import { Query } from '#ui/plain/query.tsx'
import { LoadingTiles } from '#ui/plain/states.tsx'
import { api, rpc } from '#web/client.ts'
import { type Bucket, imageUpload, messages, newImage } from '../inputs.ts'
import { imageHint, tellRefusal } from './image-drop.tsx'
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

const NewImage = ({ bucket, isSmall = false, onPick, onBack }: Picking & { onBack: () => void }) => (
  <PictureForm
    label="Add a picture"
    picture="Picture"
    hint={imageHint}
    schema={newImage}
    initial={{ fileId: '', bucket, isSmall, alt: '' }}
    upload={{ ...imageUpload, purpose: bucket }}
    onRefused={tellRefusal}
    submit={(values, sending) => rpc.images.add(values, { context: sending })}
    saved="Picture saved"
    failed={[messages.uploadFailed, messages.uploadFailedText]}
    leave="Choose another instead"
    onDone={({ address }) => onPick(address)}
    onLeave={onBack}
  >
    {form => (
      <TextField
        of={form.field('alt')}
        label="What is to be seen on it"
        hint="Read to people who do not see it. Its focal point and crop are set under Images."
        maxLength={200}
      />
    )}
  </PictureForm>
)
