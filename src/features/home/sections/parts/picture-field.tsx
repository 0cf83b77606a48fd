import { Button } from '@mantine/core'
import { type MouseEvent, useState } from 'react'
import { pictureAt } from '#features/home/pages/rules.ts'
import { useQuietWrite } from '#ui/action.ts'
import { TextField } from '#ui/form/fields.tsx'
import { FileDrop, type UploadedFile } from '#ui/form/file-drop.tsx'
import { type Field, Group } from '#ui/form/form.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { messages, sectionPicture } from '../inputs.ts'
import classes from './picture-field.module.css'
import { usePictures } from './pictures.ts'

/**
 * The picture of a piece of content (CNT-18): uploaded with progress, described, and with the part that is never cut off, chosen by
 * a press on it or by two sliders. Inside a `SectionEditor`, which shows it at once.
 */
export function PictureField(props: {
  legend?: string
  hint?: string
  url: Field<string | undefined>
  alt: Field<string | undefined>
  focus: Field<[number, number] | undefined>
}) {
  const { url, alt, focus } = props
  const { pictures, add } = usePictures()
  const [isTaking, setTaking] = useState(false)
  const keep = useQuietWrite((fileId: string) => rpc.content.addPicture({ fileId }))
  const imageUrl = url.value ?? ''
  const at = focus.value ?? [50, 50]
  const shown = pictureAt(pictures, { imageUrl, imageAlt: alt.value ?? '', imageFocus: at })

  const take = async ([file]: UploadedFile[]) => {
    if (!file) return
    setTaking(true)
    try {
      const added = await keep(file.id)
      add(added.picture)
      url.onChange(added.imageUrl)
      // What was said of another picture is not true of this one.
      if (imageUrl !== '') alt.onChange('')
      focus.onChange([50, 50])
    } catch (error) {
      toast.error(messages.upload, describeProblem(error, 'Failed to upload image').message)
    } finally {
      setTaking(false)
    }
  }
  const press = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const box = currentTarget.getBoundingClientRect()
    focus.onChange([share(clientX - box.left, box.width), share(clientY - box.top, box.height)])
  }
  return (
    <Group legend={props.legend ?? 'Picture'} hint={props.hint}>
      {shown ? (
        <div className={classes.chosen}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: pressing is the quick way; the sliders below serve every keyboard */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the sliders below serve every keyboard */}
          <div className={classes.whole} onClick={press}>
            <img src={shown.src} width={shown.width} height={shown.height} alt={shown.alt} />
            <span className={classes.focus} style={{ left: `${at[0]}%`, top: `${at[1]}%` }} aria-hidden />
          </div>
          <Slider label="Keep in sight, from the left" value={at[0]} onChange={left => focus.onChange([left, at[1]])} />
          <Slider label="Keep in sight, from the top" value={at[1]} onChange={top => focus.onChange([at[0], top])} />
          <TextField
            of={alt}
            label="What is to be seen on it"
            hint="Read to people who do not see it."
            maxLength={200}
          />
        </div>
      ) : null}
      <FileDrop
        label={shown ? 'Another picture' : 'A picture'}
        hint="JPG, PNG or WebP, up to 5 MB."
        {...sectionPicture}
        kinds="a JPG, PNG or WebP picture"
        value={[]}
        onChange={files => void take(files)}
        failed={messages.upload}
        isTitled
        error={url.error}
        data-path={url['data-path']}
      />
      <p role="status" className={classes.status}>
        {isTaking ? 'Preparing its sizes…' : ''}
      </p>
      {imageUrl === '' ? null : (
        <Button
          variant="subtle"
          onClick={() => {
            url.onChange('')
            alt.onChange('')
            focus.onChange([50, 50])
          }}
        >
          Show no picture
        </Button>
      )}
    </Group>
  )
}

const share = (part: number, whole: number) => Math.round(Math.min(100, Math.max(0, (part / whole) * 100)))

function Slider(props: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <label className={classes.slider}>
      {props.label}
      <input
        type="range"
        min={0}
        max={100}
        value={props.value}
        onChange={event => props.onChange(Number(event.currentTarget.value))}
      />
    </label>
  )
}
