import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { formatTime } from '#platform/words.ts'
import { api, rpc } from '#web/client.ts'
import {
  type ByName,
  isTypedCode,
  mayBeName,
  mayBePicked,
  type PassRules,
  type Picked,
  whyWait,
} from '../../passes/rules.ts'
import { useCheckOut } from '../../presence/parts/visits.ts'
import classes from './code-or-name.module.css'
import page from './scanner-page.module.css'

interface CodeOrNameProps {
  field: RefObject<HTMLInputElement | null>
  pass: PassRules
  scanner: { findHere(q: string): Promise<ByName[] | null>; now(): number; turn: string }
  /** Nobody is let in today: the verdict's place says why. */
  isClosed: boolean
  onCode: (code: string) => Promise<unknown>
  onPicked: (picked: Picked) => Promise<unknown>
  /** Check was pressed, and there is nothing to check; true where that was for what was decided, to make room. */
  onNothing: () => boolean
  /** Something else is typed: what was decided before makes room, so that one result is in sight at a time. */
  onType: () => void
}

/**
 * For hand-held readers, pasted codes, the characters that a member reads out, and names of people whose telephone is empty;
 * there also when the camera is not. A name is looked for, and never checked as if it were a code.
 */
export function CodeOrName({ field, pass, scanner, isClosed, onCode, onPicked, onNothing, onType }: CodeOrNameProps) {
  const [isMissing, setMissing] = useState(false)
  const said = useId()
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
    // Whoever was let in or taken back since is asked for anew, with and without a server.
    queryKey: [...api.door.find.queryKey({ input: { kind: pass.name, q: asked } }), scanner.turn],
    staleTime: 0,
    // Where the server does not answer, this device's own list does, as far as it goes.
    queryFn: async ({ signal }): Promise<Found> => {
      const everybody = navigator.onLine
        ? await rpc.door.find({ kind: pass.name, q: asked }, { signal }).catch(() => null)
        : null
      if (everybody) return { people: everybody, of: 'everybody' }
      const known = await scanner.findHere(asked)
      return known ? { people: known, of: 'device' } : { people: [], of: 'nothing' }
    },
    enabled: isName,
    networkMode: 'always',
    refetchOnReconnect: true,
    retry: false,
  })
  const found = isName ? data : undefined
  // Over the camera it may stand above what is seen of the page.
  const answers = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (found || isMissing) answers.current?.scrollIntoView({ block: 'nearest' })
  }, [found, isMissing])
  const check = (code: string) => {
    setText('')
    void onCode(code)
  }
  const answer = useEffectEvent(({ people }: Found) => {
    if (!people.some(mayBePicked) && isTypedCode(typed)) return check(typed)
    // One person who is let in is one more Enter away; of several nobody is let in by it.
    const letIn = people.length === 1 ? list.current?.querySelector<HTMLElement>('[data-lets-in]') : null
    ;(letIn ?? list.current)?.focus()
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
          if (typed === '') {
            setMissing(!onNothing())
          } else if (mayBeName(typed)) setPressed({ text: typed })
          else check(typed)
        }}
      >
        <TextInput
          ref={field}
          label="Ticket code or name"
          value={text}
          error={isMissing}
          aria-describedby={said}
          onChange={event => {
            setMissing(false)
            setText(event.currentTarget.value)
            onType()
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
      <div ref={answers} className={classes.found}>
        {found && found.people.length > 0 ? (
          <ul ref={list} tabIndex={-1} aria-label="Found by name">
            {found.people.map(person => (
              <Person
                key={`${person.passId}${person.personId}${person.visit?.id}`}
                of={person}
                now={scanner.now()}
                onPicked={picked => {
                  setText('')
                  void onPicked(picked)
                }}
              />
            ))}
          </ul>
        ) : null}
        <p id={said} role="status">
          {isMissing ? missing : found && saidOf(found, isClosed, pass)}
        </p>
        {found?.of === 'everybody' && found.people.length === 0 ? (
          <FindMember name={typed} onGone={() => setText('')} />
        ) : null}
      </div>
    </div>
  )
}

const nothing = { text: '' }
const missing = 'Type or scan a code first, or type a name.'
const nobodyKnown = 'Nobody is let in here today.'

/** Who was found, and where it was looked: only the server knows everybody who may come in. */
interface Found {
  people: ByName[]
  of: 'everybody' | 'device' | 'nothing'
}

const ofNobody = {
  everybody: ({ called }) => `No ${called} for today in this name.`,
  device: () =>
    'Not among the names on this device: without a network it knows only some. Scan their QR code, or note the name and check them in later.',
  nothing: () =>
    'Without a network names cannot be searched here. Scan their QR code, or note the name and check them in later.',
} satisfies { [Of in Found['of']]: (pass: PassRules) => string }

/** What stands below whom was found; never that somebody may not come in where it is only that they are not known. */
function saidOf({ people, of }: Found, isClosed: boolean, pass: PassRules): string | null {
  if (people.length === 0) return isClosed ? nobodyKnown : ofNobody[of](pass)
  return of === 'device' ? 'Without a network others of this name may be missing here.' : null
}

function Person({ of, now, onPicked }: { of: ByName; now: number; onPicked: (picked: Picked) => void }) {
  const { passId, personId, name, ticketType, entries, note, visit } = of
  const wait = whyWait(of, now)
  const since = visit && `in the building since ${formatTime(visit.since)}`
  return (
    <li>
      <span>
        {name}
        <small>
          {[ticketType === 'member' ? 'Member' : 'Guest', since ?? (entries > 0 && 'came in before'), note]
            .filter(Boolean)
            .join(', ')}
        </small>
        {wait ? <strong>{wait}</strong> : null}
      </span>
      {mayBePicked(of) && wait === null ? (
        <Button
          variant="default"
          data-lets-in
          aria-label={`Let in ${name}`}
          onClick={() => onPicked({ passId, personId })}
        >
          Let in
        </Button>
      ) : visit ? (
        <CheckOut id={visit.id} name={name} />
      ) : null}
    </li>
  )
}

/** Who comes to work in the house has no pass of this kind: they are checked in by name where everybody is. */
function FindMember({ name, onGone }: { name: string; onGone: () => void }) {
  const navigate = useNavigate()
  const open = () => {
    onGone()
    void navigate({ to: '.', search: before => ({ ...before, dialog: 'inside', name }) })
  }
  return (
    <Button variant="default" onClick={open}>
      Find a member
    </Button>
  )
}

function CheckOut({ id, name }: { id: string; name: string }) {
  const out = useCheckOut()
  return (
    <Button
      variant="default"
      loading={out.isRunning}
      aria-label={`Check out ${name}`}
      onClick={() => void out.run({ id, name })}
    >
      Check out
    </Button>
  )
}
