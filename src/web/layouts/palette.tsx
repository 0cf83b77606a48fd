import { getDefaultZIndex, Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { leastTyped, messages } from '#features/home/search/inputs.ts'
import type { Part } from '#features/home/search/rules.ts'
import { formatCount } from '#platform/words.ts'
import { Face } from '#ui/plain/face.tsx'
import { Picture } from '#ui/plain/picture.tsx'
import { type Group, inOrder, type Line } from './found-order.ts'
import classes from './palette.module.css'
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts'
import type { FinderProps } from './search-button.tsx'
import { type Finds, findable, useFound } from './use-found.tsx'

/**
 * The search over a page: its pages and actions by their names, and whatever the server finds, in one list that a field in it
 * goes through (the combobox pattern): the focus stays in the field, arrows choose a line, Enter opens it.
 */
export function Palette(
  props: FinderProps & { label: string; groups: Group[]; elsewhere: (typed: string) => Line[]; finds: Finds },
) {
  const { isOpen, onClose, label } = props
  // Closed when it appears: only what opens later gives the focus back to where it came from.
  const [isShown, setShown] = useState(false)
  // Opened anew it begins anew, also while it is still closing.
  const [round, setRound] = useState(0)
  useEffect(() => {
    setShown(isOpen)
    if (isOpen) setRound(before => before + 1)
  }, [isOpen])
  return (
    <Modal
      opened={isShown}
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={620}
      yOffset="min(10vh, 5rem)"
      zIndex={getDefaultZIndex('max')}
      classNames={{ content: classes.dialog, inner: classes.around }}
      attributes={{ content: { 'aria-label': label, 'data-covers': 'on a phone' } }}
    >
      <Search key={round} {...props} />
    </Modal>
  )
}

function Search({ isOpen, onClose, label, groups, elsewhere, finds }: Parameters<typeof Palette>[0]) {
  const [typed, setTyped] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const found = useFound(typed, finds)
  const [recent, setRecent] = useState(recentSearches)
  const listId = useId()
  const offered =
    typed.trim() === '' ? [...recentGroup(recent), ...groups] : inOrder(typed, [...found.groups, ...groups])
  const count = offered.reduce((sum, group) => sum + group.lines.length, 0)
  const isNothing = count === 0 && !found.isLooking && !found.hasFailed && !found.isOffline
  const isShort = typed.trim().length < leastTyped
  const shown = isNothing && !isShort ? [{ title: 'Where else to look', lines: elsewhere(typed.trim()) }] : offered
  const lines = shown.flatMap(group => group.lines)
  const choices = lines.filter(({ choose }) => choose !== null)
  // Enter takes what stands first, also of what came a moment after the typing; never what was not looked for.
  const chosen = choices.find(({ id }) => id === chosenId) ?? (isNothing ? undefined : choices[0])
  const idOf = (line: Line) => `${listId}-${lines.indexOf(line)}`
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // A moment later: the dialog first notes where the focus was, to give it back there.
  useEffect(() => {
    const timer = setTimeout(() => field.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every line that is chosen
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen?.id, typed])

  function recentGroup(searches: string[]): Group[] {
    if (searches.length === 0) return []
    const again = searches.map(q => ({ id: `recent:${q}`, label: q, choose: () => setTyped(q) }))
    const forget = () => {
      forgetSearches()
      setRecent([])
    }
    return [{ title: recentTitle, lines: [...again, { id: 'forget', label: 'Clear recent searches', choose: forget }] }]
  }
  const take = (line: Line) => {
    const isWithin = shown.some(({ title, lines }) => title === recentTitle && lines.includes(line))
    if (!isWithin) {
      if (line.isFound) rememberSearch(typed)
      onClose()
    }
    line.choose?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const at = chosen ? choices.indexOf(chosen) : -1
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && choices.length > 0) {
      event.preventDefault()
      const from = at < 0 && step < 0 ? 0 : at
      setChosenId(choices[(from + step + choices.length) % choices.length]?.id)
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      take(chosen)
    }
  }
  const nothing = isShort ? 'Type two letters or more' : messages.nothing
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={20} aria-hidden />
        <input
          ref={field}
          role="combobox"
          type="text"
          aria-label={label}
          aria-expanded={lines.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(chosen && { 'aria-activedescendant': idOf(chosen) })}
          placeholder={label}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          data-autofocus
          value={typed}
          onChange={event => {
            setTyped(event.currentTarget.value)
            setChosenId(undefined)
          }}
          onKeyDown={onKeyDown}
          // A page that comes late takes the focus to its top: not from somebody who types.
          onBlur={event => {
            if (isOpen && event.relatedTarget?.id === 'content') event.currentTarget.focus()
          }}
        />
        <button type="button" className={classes.close} onClick={onClose}>
          Close
        </button>
      </div>
      {found.hasFailed ? (
        <p className={classes.word} role="alert">
          {messages.failed}{' '}
          <button type="button" onClick={found.retry}>
            Try again
          </button>
        </p>
      ) : null}
      {found.isOffline ? (
        <p className={classes.word} role="status">
          You’re offline. The house is searched as soon as you are connected again.
        </p>
      ) : null}
      {isNothing ? (
        <p className={classes.word}>
          {nothing}
          {isShort ? null : <small>{findable(finds)}</small>}
        </p>
      ) : null}
      {lines.length === 0 && found.isLooking ? <p className={classes.word}>Looking…</p> : null}
      <div className={classes.list} id={listId} ref={list} role="listbox" aria-label="Results" tabIndex={-1}>
        {shown.map(({ title, lines }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
          <div key={title} role="group" aria-label={title}>
            <div className={classes.title} aria-hidden>
              {title}
            </div>
            {lines.map(line => (
              <Option
                key={line.id}
                id={idOf(line)}
                line={line}
                isChosen={line === chosen}
                onPoint={() => setChosenId(line.id)}
                onTake={() => take(line)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {typed.trim() === '' || found.isLooking || (count === 0 && !isNothing)
          ? ''
          : isNothing
            ? nothing
            : formatCount(count, 'result')}
      </p>
    </>
  )
}

const recentTitle = 'Recent searches'

function Option(props: { id: string; line: Line; isChosen: boolean; onPoint: () => void; onTake: () => void }) {
  const { id, line, isChosen, onPoint, onTake } = props
  const isMute = line.choose === null
  return (
    // The field has the focus and its keys; a press is a second way.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
    <div
      className={classes.line}
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-disabled={isMute || undefined}
      tabIndex={-1}
      onMouseMove={isMute || isChosen ? undefined : onPoint}
      onMouseDown={event => event.preventDefault()}
      onClick={isMute ? undefined : onTake}
    >
      {line.faceId ? <Face id={line.faceId} /> : null}
      {line.picture ? (
        <Picture {...line.picture} alt="" sizes="2.5rem" ratio="square" className={classes.picture ?? ''} />
      ) : null}
      <span className={classes.words}>
        <span className={classes.label}>{line.parts ? <Marked parts={line.parts} /> : line.label}</span>
        {line.detail ? (
          <span className={classes.detail}>
            <Marked parts={line.detail} />
          </span>
        ) : null}
      </span>
    </div>
  )
}

function Marked({ parts }: { parts: Part[] }) {
  return parts.map(({ text, isHit }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have nothing else
    isHit ? <mark key={index}>{text}</mark> : text,
  )
}
