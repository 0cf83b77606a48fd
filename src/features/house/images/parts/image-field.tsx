import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Field } from '#ui/form/form.tsx'
import { Picture, type PictureFiles } from '#ui/plain/picture.tsx'
import { api } from '#web/client.ts'
import type { Bucket } from '../inputs.ts'
import { ImagePicker } from './image-picker.tsx'
import classes from './images.module.css'

/** The picture of a piece of content: one of the house's, by its address, or none, for which `usual` stands or a poster is drawn. */
export function ImageField(props: {
  of: Field<string>
  label: string
  seed: string
  bucket: Bucket
  isSmall?: boolean
  /** what is shown while none is chosen; a poster unless told */
  usual?: PictureFiles | null
}) {
  const { of, label, seed, bucket, isSmall = false, usual = null } = props
  const [isPicking, setPicking] = useState(false)
  const address = of.value
  const query = useQuery({ ...api.images.one.queryOptions({ input: { address } }), enabled: address !== '' })
  const picture = address === '' ? usual : (query.data?.picture ?? null)
  return (
    <div>
      <p className={classes.label}>{label}</p>
      <div className={classes.field}>
        <Picture
          of={picture}
          seed={seed}
          alt={picture?.alt ?? 'The poster that we draw while there is no picture'}
          sizes="9rem"
          ratio={isSmall ? 'square' : 'card'}
        />
        <div className={classes.ways}>
          <Button variant="default" data-path={of['data-path']} onClick={() => setPicking(true)}>
            {address === '' ? 'Choose a picture' : 'Change picture'}
            <span className="visually-hidden">: {label}</span>
          </Button>
          {address === '' ? null : (
            <Button variant="subtle" onClick={() => of.onChange('')}>
              No picture<span className="visually-hidden">: {label}</span>
            </Button>
          )}
        </div>
      </div>
      {of.error ? (
        <p role="alert" className={classes.error}>
          {of.error}
        </p>
      ) : null}
      {isPicking ? (
        <ImagePicker
          bucket={bucket}
          isSmall={isSmall}
          onClose={() => setPicking(false)}
          onPick={next => {
            of.onChange(next)
            setPicking(false)
          }}
        />
      ) : null}
    </div>
  )
}
