import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { api, rpc } from '#web/client.ts'
import type { ByName, PassRules, Picked } from '../../passes/rules.ts'
import classes from './scanner-page.module.css'

/** Names have no digits and are no longer than this; a code that is pasted is. */
const mayBeName = (text: string) => /^[^\d]{2,40}$/u.test(text)

interface CodeOrNameProps {
  field: RefObject<HTMLInputElement | null>
  pass: PassRules
  scanner: { findHere(q: string): Promise<ByName[]> }
  onCode: (code: string) => Promise<unknown>
  onPicked: (picked: Picked) => Promise<unknown>
}

/**
 * For hand-held readers, pasted codes, the characters that a member reads out, and names of people whose telephone is empty;
 * there also when the camera is not.
 */
export function CodeOrName({ field, pass, scanner, onCode, onPicked }: CodeOrNameProps) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), 250)
  const isName = mayBeName(asked) && asked === text.trim()
  const found = useQuery({
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
  return (
    <>
      <form
        className={classes.line}
        onSubmit={event => {
          event.preventDefault()
          field.current?.focus()
          if (text.trim() === '') return
          void onCode(text.trim())
          setText('')
        }}
      >
        <TextInput
          ref={field}
          label="Ticket code or name"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={4_000}
        />
        <Button type="submit">Check</Button>
      </form>
      {isName && found.data ? (
        <ul className={classes.found} aria-label="Found by name">
          {found.data.map(({ passId, personId, name, ticketType, entries, note }) => (
            <li key={`${passId}${personId}`}>
              <span>
                {name}
                <small>
                  {[ticketType === 'member' ? 'Member' : 'Guest', entries > 0 && 'came in before', note]
                    .filter(Boolean)
                    .join(', ')}
                </small>
              </span>
              <Button
                variant="default"
                aria-label={`Let in ${name}`}
                onClick={() => {
                  setText('')
                  void onPicked({ passId, personId })
                }}
              >
                Let in
              </Button>
            </li>
          ))}
          {found.data.length === 0 ? <li>Nobody of this name may come in here today.</li> : null}
        </ul>
      ) : null}
    </>
  )
}
