import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { api, rpc } from '#web/client.ts'
import { type ByName, isTypedCode, mayBeName, type PassRules, type Picked } from '../../passes/rules.ts'
import classes from './code-or-name.module.css'
import page from './scanner-page.module.css'

interface CodeOrNameProps {
  field: RefObject<HTMLInputElement | null>
  pass: PassRules
  scanner: { findHere(q: string): Promise<ByName[]>; closed: string | null }
  onCode: (code: string) => Promise<unknown>
  onPicked: (picked: Picked) => Promise<unknown>
}

/**
 * For hand-held readers, pasted codes, the characters that a member reads out, and names of people whose telephone is empty;
 * there also when the camera is not. A name is looked for, and never checked as if it were a code.
 */
export function CodeOrName({ field, pass, scanner, onCode, onPicked }: CodeOrNameProps) {
  const [text, setText] = useState('')
  // What Enter or Check was pressed for, until something else is typed: its answer stays, though the pause after typing is not over.
  const [pressed, setPressed] = useState(nothing)
  const answered = useRef(pressed)
  const list = useRef<HTMLUListElement>(null)
  const typed = text.trim()
  const [paused] = useDebouncedValue(typed, 250)
  const asked = pressed.text === typed ? typed : paused
  const isName = mayBeName(asked) && asked === typed
  const { data } = useQuery({
    queryKey: api.door.find.queryKey({ input: { kind: pass.name, q: asked } }),
    // Where the server does not answer, this device's own list does.
    queryFn: ({ signal }) =>
      navigator.onLine
        ? rpc.door.find({ kind: pass.name, q: asked }, { signal }).catch(() => scanner.findHere(asked))
        : scanner.findHere(asked),
    enabled: isName,
    networkMode: 'always',
    retry: false,
  })
  const found = isName ? data : undefined
  const check = (code: string) => {
    setText('')
    void onCode(code)
  }
  const answer = useEffectEvent((people: ByName[]) => {
    if (people.length === 0 && isTypedCode(typed)) return check(typed)
    // One person is one more Enter away; of several nobody is let in by it.
    const next = people.length === 1 ? list.current?.querySelector('button') : list.current
    next?.focus()
  })
  useEffect(() => {
    if (pressed === answered.current || !found) return
    answered.current = pressed
    answer(found)
  }, [pressed, found])
  return (
    <div className={classes.place}>
      <form
        className={page.line}
        onSubmit={event => {
          event.preventDefault()
          field.current?.focus()
          if (typed === '') return
          if (mayBeName(typed)) setPressed({ text: typed })
          else check(typed)
        }}
      >
        <TextInput
          ref={field}
          label="Ticket code or name"
          value={text}
          onChange={event => {
            setText(event.currentTarget.value)
            answered.current = nothing
            setPressed(nothing)
          }}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={4_000}
        />
        <Button type="submit">Check</Button>
      </form>
      <div className={classes.found}>
        {found && found.length > 0 ? (
          <ul ref={list} tabIndex={-1} aria-label="Found by name">
            {found.map(person => (
              <Person
                key={`${person.passId}${person.personId}`}
                of={person}
                onPicked={picked => {
                  setText('')
                  void onPicked(picked)
                }}
              />
            ))}
          </ul>
        ) : null}
        <p role="status">{found?.length === 0 ? (scanner.closed ?? nobody) : null}</p>
      </div>
    </div>
  )
}

const nothing = { text: '' }
const nobody = 'Nobody of this name may come in here today.'

function Person({ of, onPicked }: { of: ByName; onPicked: (picked: Picked) => void }) {
  const { passId, personId, name, ticketType, entries, note } = of
  return (
    <li>
      <span>
        {name}
        <small>
          {[ticketType === 'member' ? 'Member' : 'Guest', entries > 0 && 'came in before', note]
            .filter(Boolean)
            .join(', ')}
        </small>
      </span>
      <Button variant="default" aria-label={`Let in ${name}`} onClick={() => onPicked({ passId, personId })}>
        Let in
      </Button>
    </li>
  )
}
