import { Button, Progress } from '@mantine/core'
import { IconCamera, IconFile, IconX } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { describeProblem } from '#ui/plain/problem.ts'
import classes from './file-drop.module.css'
import { formatBytes, isTooLarge, refusal, type UploadedFile, upload, type WhyNotTaken, whyRefused } from './upload.ts'

export type { UploadedFile } from './upload.ts'

interface Running {
  name: string
  share: number
  stop: AbortController
}

/**
 * Files to be handed in: dropped, picked or photographed, sent at once with progress, and named with a way to take them
 * back. The server checks the content again.
 */
export function FileDrop(props: {
  label: ReactNode
  hint?: ReactNode
  /** where they belong: `POST /files/:purpose` */
  purpose: string
  value: readonly UploadedFile[]
  onChange: (files: UploadedFile[]) => void
  accept: readonly string[]
  /** how `accept` reads in a refusal: `a JPG, PNG or WebP picture` */
  kinds: string
  maxBytes: number
  /** how many at most, 1 unless told */
  max?: number
  camera?: boolean
  /** the specified heading of an upload that failed */
  failed?: string
  /** hears of each file that is not taken as well, and why, for what the specification says of it elsewhere */
  onRefused?: (why: WhyNotTaken, words: string) => void
  error?: ReactNode
  'data-path'?: string
}) {
  const { value, onChange, max = 1 } = props
  const id = useId()
  const [running, setRunning] = useState<Running>()
  const [refused, setRefused] = useState<string>()
  const [isOver, setOver] = useState(false)
  const latest = useRef(value)
  latest.current = value
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const take = async (list: FileList | null) => {
    setRefused(undefined)
    const room = max === 1 ? 1 : max - latest.current.length
    const files = [...(list ?? [])]
    if (files.length > room) setRefused(room > 0 ? `You can add ${room} more` : `You can add up to ${max} files`)
    for (const file of files.slice(0, Math.max(0, room))) {
      const reason = refusal(file, props)
      if (reason !== undefined) {
        setRefused(reason)
        props.onRefused?.(isTooLarge(file, props) ? 'large' : 'kind', reason)
        continue
      }
      stop.current = new AbortController()
      const started = { name: file.name, stop: stop.current }
      setRunning({ ...started, share: 0 })
      try {
        const kept = await upload(props.purpose, file, {
          signal: started.stop.signal,
          onProgress: share => setRunning({ ...started, share }),
        })
        onChange(max === 1 ? [kept] : [...latest.current, kept])
      } catch (error) {
        const { message } = describeProblem(error)
        if (started.stop.signal.aborted) continue
        setRefused(props.failed ? `${props.failed}: ${message}` : message)
        props.onRefused?.(whyRefused(error), message)
      }
    }
    setRunning(undefined)
  }
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over)
  }
  // What the form misses is on its way.
  const missed = props.error && running ? 'It is still being sent. Try again once it is here.' : props.error
  const message = refused ?? missed
  return (
    <div className={classes.field}>
      <p className={classes.label} id={`${id}-label`}>
        {props.label}
      </p>
      {props.hint ? (
        <p className={classes.hint} id={`${id}-hint`}>
          {props.hint}
        </p>
      ) : null}
      {value.length > 0 ? (
        <ul className={classes.files}>
          {value.map(file => (
            <li key={file.id}>
              <IconFile size={20} aria-hidden />
              <span className={classes.name}>{file.name}</span>
              <span className={classes.size}>{formatBytes(file.bytes)}</span>
              <Button
                variant="subtle"
                color="gray"
                size="sm"
                onClick={() => onChange(value.filter(other => other.id !== file.id))}
              >
                Remove<span className="visually-hidden"> {file.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {running ? (
        <div className={classes.running}>
          <span className={classes.name}>Sending {running.name}</span>
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => running.stop.abort()}
          >
            Stop
          </Button>
          <Progress value={running.share * 100} aria-label={`Sending ${running.name}`} size={8} radius={0} />
        </div>
      ) : value.length < max || max === 1 ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside serves every keyboard
        <div
          className={classes.place}
          data-over={isOver}
          onDragOver={drag(true)}
          onDragLeave={drag(false)}
          onDrop={event => {
            drag(false)(event)
            void take(event.dataTransfer.files)
          }}
        >
          <Picker
            {...props}
            id={id}
            words={value.length > 0 && max === 1 ? 'Replace file' : 'Choose a file'}
            take={take}
          />
          {props.camera ? <Picker {...props} id={`${id}-camera`} words="Take a photo" take={take} isCamera /> : null}
          <span className={classes.drop}>or drop it here</span>
        </div>
      ) : null}
      <p className={classes.error} role="alert">
        {message}
      </p>
    </div>
  )
}

function Picker(props: {
  id: string
  words: string
  accept: readonly string[]
  max?: number
  label: ReactNode
  isCamera?: boolean
  'data-path'?: string
  take: (list: FileList | null) => Promise<void>
}) {
  const { isCamera = false } = props
  return (
    <span className={classes.picker} data-camera={isCamera}>
      <input
        type="file"
        id={props.id}
        data-path={isCamera ? undefined : props['data-path']}
        accept={props.accept.join(',')}
        multiple={(props.max ?? 1) > 1}
        {...(isCamera && { capture: 'environment' as const })}
        onChange={event => {
          const { files } = event.currentTarget
          void props.take(files)
          event.currentTarget.value = ''
        }}
      />
      <label htmlFor={props.id}>
        {isCamera ? <IconCamera size={18} aria-hidden /> : null}
        {props.words}
        <span className="visually-hidden">: {props.label}</span>
      </label>
    </span>
  )
}
