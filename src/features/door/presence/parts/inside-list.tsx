import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount, formatDate, formatNumber, formatTime } from '#platform/words.ts'
import { useInAddress } from '#ui/in-address.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { LoadingRows } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { api } from '#web/client.ts'
import { useOnline } from '#web/offline/use-online.ts'
import { beneathHosts, messages, methodWords } from '../rules.ts'
import { type Inside as Answer, readInside, withCame } from './kept-inside.ts'
import classes from './presence.module.css'
import { useCheckIn, useCheckOut } from './visits.ts'

type Inside = Answer['people'][number]

const orders = {
  surname: { label: 'Surname', by: (a: Inside, b: Inside) => a.surname.localeCompare(b.surname) || byName(a, b) },
  name: { label: 'First name', by: byName },
  came: { label: 'Came in', by: (a: Inside, b: Inside) => a.checkInTime.getTime() - b.checkInTime.getTime() },
}
type Order = keyof typeof orders

/**
 * Everybody who is in the house, by name: to check out, to check in by hand, and to print for a fire officer. It goes on being
 * asked for, and without a network is what this device knows.
 */
export function InsideList() {
  const inside = useQuery(api.door.inside.queryOptions({ refetchInterval: 30_000 }))
  const { value: named } = useInAddress('name')
  const [text, setText] = useState(named ?? '')
  const [order, setOrder] = useState<Order>('surname')
  // Without a network the list that the door's device keeps, with whom it let in since: an emergency does not wait for one.
  const isOnline = useOnline()
  const isAlone =
    !isOnline ||
    inside.fetchStatus === 'paused' ||
    (inside.error !== null && describeProblem(inside.error).isUnreachable)
  const kept = isAlone ? readInside() : null
  const last = kept && !(inside.data && inside.data.at > kept.at) ? kept : inside.data
  const shown = { ...inside, data: last && withCame(last) }
  return (
    <div className={classes.sheet}>
      <p className={classes.heading}>Who is in the building</p>
      {shown.data ? <Summary of={shown.data} isAlone={isAlone} /> : null}
      <div className={classes.tools}>
        <TextInput
          label="Name"
          description="Of somebody inside, or a member who comes in now"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          maxLength={100}
          autoComplete="off"
        />
        <NativeSelect
          label="Order"
          value={order}
          data={Object.entries(orders).map(([value, { label }]) => ({ value, label }))}
          onChange={event => setOrder(event.currentTarget.value as Order)}
        />
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
          Print
        </Button>
      </div>
      {text.trim().length > 1 && !isAlone ? <ToCheckIn name={text.trim()} onDone={() => setText('')} /> : null}
      <Query of={shown} failed={messages.peopleLoad} loading={<LoadingRows rows={6} />}>
        {data => <People of={data.people} text={text} order={order} isAlone={isAlone} />}
      </Query>
    </div>
  )
}

/** How many, and as of when: what is read first, from an arm's length. */
function Summary({ of: { at, limit, people }, isAlone }: { of: Answer; isAlone: boolean }) {
  const members = people.filter(({ isMember }) => isMember).length
  return (
    <>
      <p className={classes.state}>
        <strong>{formatNumber(people.length)}</strong> of {formatNumber(limit)} inside
        <small>
          {formatCount(members, 'member')}, {formatCount(people.length - members, 'guest')}, at {formatTime(at)},{' '}
          {formatDate(at)}
        </small>
      </p>
      {isAlone ? (
        <p role="status" className={classes.alone}>
          <strong>
            No network. The list is from {formatTime(at)}, {formatMinutesAgo(Date.now() - at.getTime())}.
          </strong>{' '}
          Entries on this device are added. Who left or came in elsewhere since is not.
        </p>
      ) : null}
    </>
  )
}

function People({ of: people, text, order, isAlone }: { of: Inside[]; text: string; order: Order; isAlone: boolean }) {
  const out = useCheckOut()
  const shown = people.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  const sorted = beneathHosts(shown.toSorted(orders[order].by))
  return (
    <>
      <table className={classes.people}>
        <caption className="visually-hidden">People in the building</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.here}>
              Seen
            </th>
            <th scope="col">Name</th>
            <th scope="col">Came in</th>
            <th scope="col">Entry</th>
            {isAlone ? null : (
              <th scope="col" className={classes.deed}>
                Check out
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ person: { id, userId, name, checkInTime, entryMethod, ...person }, isBeneath }) => (
            <tr key={id} data-beneath={isBeneath || undefined} data-member={person.isMember || undefined}>
              <td className={classes.here}>
                <span className={classes.box} />
              </td>
              <th scope="row">
                {userId ? (
                  <ObjectLink noun="person" id={userId}>
                    {name}
                  </ObjectLink>
                ) : (
                  name || 'Guest'
                )}
                <small>{[kindOf(name, person.isMember), person.notes].filter(Boolean).join('. ')}</small>
              </th>
              <td>
                {formatTime(checkInTime)}
                {person.isFromEarlierDay ? <Status tone="warn">Since {formatDate(checkInTime)}</Status> : null}
              </td>
              <td className={classes.how}>
                {methodWords(entryMethod)}
                {person.through ? <small>{person.through}</small> : null}
              </td>
              {isAlone ? null : (
                <td className={classes.deed}>
                  <Button
                    size="compact-md"
                    variant="default"
                    aria-label={`Check out ${name || 'this guest'}`}
                    onClick={() => void out.run({ id, name: name || 'Guest' })}
                  >
                    Check out
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length === 0 ? <p>{people.length === 0 ? 'Nobody is inside.' : 'Nobody inside has this name.'}</p> : null}
    </>
  )
}

/** Of somebody without a name it stands in place of that. */
const kindOf = (name: string, isMember: boolean) => (isMember ? 'Member' : name && 'Guest')

/** `12 minutes ago`; of a clock that is behind, just now. */
function formatMinutesAgo(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  return minutes < 1 ? 'less than a minute ago' : `${formatCount(minutes, 'minute')} ago`
}

function byName(a: Inside, b: Inside) {
  return (a.name || 'Guest').localeCompare(b.name || 'Guest')
}

/** Half a name is somebody who is looked for: it must not stand on the list that a fire officer reads. */
const isWholeName = (name: string) => /\S{2,}\s+\S{2,}/.test(name)

/** Members of this name who are outside, and whoever else it may be as a guest. */
function ToCheckIn({ name, onDone }: { name: string; onDone: () => void }) {
  const found = useQuery(api.door.people.queryOptions({ input: { q: name } }))
  const checkIn = useCheckIn(onDone)
  const outside = (found.data ?? []).filter(({ visitId }) => visitId === null)
  return (
    <ul className={classes.found} aria-label="Check in">
      {outside.map(({ userId, name: called, problem }) => (
        <li key={userId}>
          <span>
            {called} <small>{problem ?? 'Member'}</small>
          </span>
          <Button
            disabled={problem !== null}
            aria-label={`Check in ${called}`}
            onClick={() => void checkIn.run({ id: crypto.randomUUID(), name: called, userId })}
          >
            Check in
          </Button>
        </li>
      ))}
      {found.isSuccess && outside.length === 0 && !isWholeName(name) ? (
        <li>
          <small>No member outside has this name. A guest without a pass needs a first name and a surname.</small>
        </li>
      ) : null}
      {isWholeName(name) ? (
        <li>
          <span>
            {name} <small>Somebody else: a guest without a pass</small>
          </span>
          <Button
            variant="default"
            aria-label={`Check in ${name} as a guest`}
            onClick={() => void checkIn.run({ id: crypto.randomUUID(), name, guestName: name })}
          >
            Check in
          </Button>
        </li>
      ) : null}
    </ul>
  )
}
