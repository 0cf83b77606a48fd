import { Button, NativeSelect } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { formatCount } from '#platform/words.ts'
import { useQuietWrite } from '#ui/action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { type Attempt, attemptFor } from '#ui/form/form-rules.ts'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { type Bucket, buckets, bucketWords, messages, type newImage } from '../inputs.ts'
import { type Added, AddedImages } from './added-images.tsx'
import { ImageDrop } from './image-drop.tsx'
import classes from './images.module.css'

const mostAtOnce = 12

/** Several pictures at once: each is sent with its progress, described, moved or left out, and then kept one after another. */
export function AddImages({ bucket: first, onClose }: { bucket: Bucket; onClose: () => void }) {
  const [bucket, setBucket] = useState(first)
  const [entries, setEntries] = useState<Added[]>([])
  const [under, setUnder] = useState<number>()
  const attempts = useRef(new Map<string, Attempt>())
  const send = useQuietWrite(({ input, key }: { input: z.input<typeof newImage>; key: string }) =>
    rpc.images.add(input, { context: { idempotencyKey: key } }),
  )
  // Said once more after an answer that never came, it is the same wish.
  const add = (input: z.input<typeof newImage>) => {
    const attempt = attemptFor(input, attempts.current.get(input.fileId), () => crypto.randomUUID())
    attempts.current.set(input.fileId, attempt)
    return send({ input, key: attempt.key })
  }
  const change = (id: string, next: Partial<Added>) =>
    setEntries(all => all.map(entry => (entry.file.id === id ? { ...entry, ...next } : entry)))

  const keep = async (event: FormEvent) => {
    event.preventDefault()
    if (under !== undefined) return
    const bare = entries.filter(({ alt }) => alt.trim() === '')
    for (const { file } of bare) change(file.id, { problem: messages.describe })
    if (bare[0]) return document.getElementById(`alt-${bare[0].file.id}`)?.focus()
    let kept = 0
    for (const [index, { file, alt }] of entries.entries()) {
      setUnder(index + 1)
      try {
        await add({ fileId: file.id, bucket, alt })
        kept++
        setEntries(all => all.filter(entry => entry.file.id !== file.id))
      } catch (error) {
        change(file.id, { problem: describeProblem(error).message })
      }
    }
    setUnder(undefined)
    if (kept < entries.length) return toast.error(messages.uploadFailed, messages.uploadFailedText)
    toast.success(kept === 1 ? 'Picture saved' : `${formatCount(kept, 'picture')} saved`)
    onClose()
  }
  return (
    <Dialog title="Add pictures" onClose={onClose} size="lg" keepsInput>
      <form onSubmit={event => void keep(event)} noValidate className={classes.adding} aria-label="Add pictures">
        <NativeSelect
          label="Folder"
          description="The home page has its own; everything else goes to admin uploads."
          value={bucket}
          disabled={entries.length > 0}
          data={buckets.map(value => ({ value, label: bucketWords[value] }))}
          onChange={event => setBucket(event.currentTarget.value as Bucket)}
        />
        <ImageDrop
          label="Pictures"
          bucket={bucket}
          max={mostAtOnce - entries.length}
          onChange={files => setEntries(all => [...all, ...files.map(file => ({ file, alt: '' }))])}
        />
        <AddedImages entries={entries} isFixed={under !== undefined} onChange={change} onOrder={setEntries} />
        <Button type="submit" disabled={entries.length === 0} aria-disabled={under !== undefined}>
          {under === undefined
            ? `Save ${entries.length > 1 ? formatCount(entries.length, 'picture') : 'picture'}`
            : `Saving ${under}…`}
        </Button>
        <span role="status" className="visually-hidden">
          {under === undefined ? '' : `Saving picture ${under}`}
        </span>
      </form>
    </Dialog>
  )
}
