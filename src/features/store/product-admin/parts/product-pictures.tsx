import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { TextField } from '#ui/form/fields.tsx'
import { Group } from '#ui/form/form.tsx'
import { refusal, upload } from '#ui/form/upload.ts'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import { messages, mostPictures, pictureUpload } from '../inputs.ts'
import type { ProductFormOf } from './product-form.tsx'
import classes from './products.module.css'
import { NotShrunk, shrink } from './shrink.ts'

const addressOf = ({ url, fileId }: { url: string | null; fileId: string | null }) =>
  fileId ? `/files/${fileId}` : (url ?? '')

/** The pictures of a product: the first is the one that lists show. */
export function ProductPictures({ form }: { form: ProductFormOf }) {
  const { images } = form.values
  const [busy, setBusy] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const picker = useRef<HTMLInputElement>(null)
  const latest = useRef(images)
  latest.current = images

  const take = async (picked: File[]) => {
    setRefused(undefined)
    const room = mostPictures - latest.current.length
    if (picked.length > room) setRefused(`There can be ${mostPictures} pictures at most`)
    for (const file of picked.slice(0, room)) {
      const why = refusal(file, pictureUpload)
      if (why) {
        setRefused(why)
        toast.error(messages.uploadFailed, why)
        continue
      }
      setBusy(file.name)
      try {
        const kept = await upload('product-images', await shrink(file))
        latest.current = [...latest.current, { url: null, fileId: kept.id, alt: '' }]
        form.set({ images: latest.current })
      } catch (error) {
        const words = error instanceof NotShrunk ? error.message : describeProblem(error).message
        setRefused(`${file.name}: ${words}`)
        if (error instanceof NotShrunk) toast.error(words)
        else toast.error(messages.uploadFailed, words)
      }
    }
    setBusy(undefined)
  }
  return (
    <Group
      legend="Pictures"
      hint="JPG, PNG, WebP or GIF, up to 5 MB each. Each is made a JPG of 1200 pixels at most: what moves stands still, what is see-through becomes white."
    >
      {images.length > 0 ? (
        <ol className={classes.pictures}>
          {images.map((image, at) => (
            <li key={addressOf(image)}>
              <img src={addressOf(image)} alt="" width={120} height={120} />
              <div>
                <TextField
                  of={form.nested(`images.${at}.alt`)}
                  label={`What picture ${at + 1} shows`}
                  maxLength={300}
                  optional
                />
                <div className={classes.moves}>
                  <ActionIcon
                    variant="default"
                    size={44}
                    aria-label={`Move picture ${at + 1} forward`}
                    aria-disabled={at === 0}
                    onClick={() => at > 0 && form.inner.reorderListItem('images', { from: at, to: at - 1 })}
                  >
                    <IconArrowLeft size={18} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    size={44}
                    aria-label={`Move picture ${at + 1} back`}
                    aria-disabled={at === images.length - 1}
                    onClick={() =>
                      at < images.length - 1 && form.inner.reorderListItem('images', { from: at, to: at + 1 })
                    }
                  >
                    <IconArrowRight size={18} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    size={44}
                    aria-label={`Remove picture ${at + 1}`}
                    onClick={() => {
                      form.inner.removeListItem('images', at)
                      picker.current?.focus()
                    }}
                  >
                    <IconTrash size={18} aria-hidden />
                  </ActionIcon>
                </div>
              </div>
            </li>
          ))}
        </ol>
      ) : null}
      <input
        ref={picker}
        id="product-pictures"
        className="visually-hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-label="Choose pictures"
        accept={pictureUpload.accept.join(',')}
        onChange={event => {
          const picked = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          void take(picked)
        }}
      />
      <Button variant="default" aria-disabled={busy !== undefined} onClick={() => !busy && picker.current?.click()}>
        {busy ? `Sending ${busy}…` : 'Add pictures'}
      </Button>
      <span role="status" className="visually-hidden">
        {busy ? `Sending ${busy}` : ''}
      </span>
      {refused ? (
        <p role="alert" className={classes.refused}>
          {refused}
        </p>
      ) : null}
    </Group>
  )
}
