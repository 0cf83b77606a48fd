import { ActionIcon, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { UploadedFile } from '#ui/form/file-drop.tsx'
import classes from './images.module.css'

/** A picture that was sent and is not kept yet. */
export interface Added {
  file: UploadedFile
  alt: string
  problem?: string | undefined
}

/**
 * Pictures that are about to be kept, in the order in which they will be: each is described, moved or left out. Alt and an arrow key
 * move the one whose words are being typed.
 */
export function AddedImages({
  entries,
  isFixed,
  onChange,
  onOrder,
}: {
  entries: readonly Added[]
  /** while they are being kept */
  isFixed: boolean
  onChange: (id: string, next: Partial<Added>) => void
  onOrder: (next: Added[]) => void
}) {
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  // What was pressed is somewhere else by then, or gone.
  const [focus, setFocus] = useState<string>()
  useEffect(() => {
    if (focus === undefined) return
    const found = list.current?.querySelector<HTMLElement>(`[data-at="${focus}"]`)
    ;(found && !(found as HTMLButtonElement).disabled ? found : list.current)?.focus()
    setFocus(undefined)
  }, [focus])
  const move = (index: number, by: 1 | -1, from: 'up' | 'down' | 'alt') => {
    const [to, moved] = [index + by, entries[index]!]
    if (isFixed || to < 0 || to >= entries.length) return
    onOrder(entries.toSpliced(index, 1).toSpliced(to, 0, moved))
    setSaid(`Picture ${index + 1} is number ${to + 1} now`)
    const isAtEnd = to === (by < 0 ? 0 : entries.length - 1)
    const way = from === 'alt' || !isAtEnd ? from : by < 0 ? 'down' : 'up'
    setFocus(`${way} ${moved.file.id}`)
  }
  const remove = (index: number) => {
    onOrder(entries.toSpliced(index, 1))
    setSaid(`Picture ${index + 1} is left out`)
    const next = entries[index + 1] ?? entries[index - 1]
    setFocus(next ? `remove ${next.file.id}` : 'none')
  }
  const onKey = (index: number) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(index, event.key === 'ArrowUp' ? -1 : 1, 'alt')
  }
  return (
    <>
      <ol className={classes.entries} ref={list} tabIndex={-1} aria-label="Pictures to save, in this order">
        {entries.map(({ file, alt, problem }, index) => {
          const which = `picture ${index + 1}`
          return (
            <li key={file.id}>
              <img src={`/files/${file.id}`} alt="" />
              <div>
                <TextInput
                  id={`alt-${file.id}`}
                  data-at={`alt ${file.id}`}
                  label="What is to be seen on it"
                  description="Read to people who do not see it."
                  maxLength={200}
                  required
                  value={alt}
                  error={problem}
                  aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                  onKeyDown={onKey(index)}
                  onChange={event => onChange(file.id, { alt: event.currentTarget.value, problem: undefined })}
                />
                <div className={classes.moves}>
                  <ActionIcon
                    variant="default"
                    size={44}
                    data-at={`up ${file.id}`}
                    aria-label={`Move ${which} up`}
                    disabled={isFixed || index === 0}
                    onClick={() => move(index, -1, 'up')}
                  >
                    <IconArrowUp size={18} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    size={44}
                    data-at={`down ${file.id}`}
                    aria-label={`Move ${which} down`}
                    disabled={isFixed || index === entries.length - 1}
                    onClick={() => move(index, 1, 'down')}
                  >
                    <IconArrowDown size={18} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    size={44}
                    data-at={`remove ${file.id}`}
                    aria-label={`Leave ${which} out`}
                    disabled={isFixed}
                    onClick={() => remove(index)}
                  >
                    <IconTrash size={18} aria-hidden />
                  </ActionIcon>
                </div>
              </div>
            </li>
          )
        })}
      </ol>
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  )
}
