import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { kindWords } from '#features/spaces/schedule/rules.ts'
import { calendarDate } from '#platform/time.ts'
import { formatCount, formatDate, formatTimeRange } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DateField, SelectField, TextField } from '#ui/form/fields.tsx'
import { type Field, Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { lookInput, type MovableKind, messages, shiftInput } from '../inputs.ts'

/** What is put to another time, and to where at first. */
export interface Shifting {
  kind: MovableKind
  id: string
  /** whose it is, or why a room is closed */
  title: string
  on: string
  startsAt: string
  /** the room of a closure, which can be another one */
  spaceId?: string | undefined
}

type Rooms = readonly { id: string; name: string }[]

/** Puts something in the calendar to another time, after saying what that changes. */
export function ShiftDialog({ shifting, rooms, onClose }: { shifting: Shifting; rooms: Rooms; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={`Move ${shifting.title || kindWords[shifting.kind]!.toLowerCase()}`}>
      <ShiftForm shifting={shifting} rooms={rooms} onDone={onClose} />
    </Dialog>
  )
}

function ShiftForm({ shifting, rooms, onDone }: { shifting: Shifting; rooms: Rooms; onDone: () => void }) {
  const { kind, id, on, startsAt, spaceId = '' } = shifting
  // So many bookings were shown to give way when the button was pressed.
  const seen = useRef(0)
  const form = useSchemaForm({
    schema: shiftInput,
    initial: { kind, id, on, startsAt, spaceId, cancels: 0 },
    ask: () =>
      seen.current > 0
        ? {
            title: `Move it, and cancel ${formatCount(seen.current, 'booking')}?`,
            body: 'Everybody who booked is told by email, and gets back everything they paid. This cannot be undone.',
            action: 'Move and cancel',
            keep: 'Keep the bookings',
            danger: true,
          }
        : null,
    submit: (values, { idempotencyKey }) =>
      rpc.schedule.shift({ ...values, cancels: seen.current }, { context: { idempotencyKey } }),
    onDone: ({ cancelled }, to) => {
      const told = cancelled > 0 ? ` ${formatCount(cancelled, 'booking')} cancelled; their people have an email.` : ''
      toast.success('Moved', `It is on ${formatDate(to.on)} at ${to.startsAt} now.${told}`)
      onDone()
    },
    onFailed: () => toast.error(messages.moveFailed),
  })
  const { on: day, startsAt: at, spaceId: room } = form.values
  const asked = lookInput.safeParse({ kind, id, on: day, startsAt: at, spaceId: room })
  const look = useQuery({
    ...api.schedule.lookAhead.queryOptions({ input: asked.data ?? { kind, id, on, startsAt, spaceId } }),
    enabled: asked.success,
  })
  const cancels = look.data?.cancels ?? 0
  const isHopeless = !asked.success || Boolean(look.data?.whyNot)
  useEffect(() => {
    seen.current = cancels
  }, [cancels])
  return (
    <Form
      of={form}
      label="Move it"
      actions={
        isHopeless ? (
          <Button disabled>Move</Button>
        ) : (
          <Submit of={form} busy="Moving…" {...(cancels > 0 && { color: 'red' })}>
            {cancels > 0 ? `Move, and cancel ${formatCount(cancels, 'booking')}` : 'Move'}
          </Submit>
        )
      }
    >
      <Row>
        <DateField of={form.field('on')} label="Day" min={calendarDate(new Date())} />
        <TextField of={form.field('startsAt')} label="From" hint="Like 09:30" maxLength={5} />
      </Row>
      {kind === 'closure' ? (
        <SelectField
          of={form.field('spaceId') as Field<string>}
          label="Room"
          hint="With all its parts"
          options={rooms.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
      {asked.success ? (
        <Query of={look} failed={messages.lookFailed}>
          {found => <Look found={found} />}
        </Query>
      ) : null}
    </Form>
  )
}

function Look({ found }: { found: Awaited<ReturnType<typeof rpc.schedule.lookAhead>> }) {
  const { on, startsAt, endsAt, room, inTheWay, cancels, notes, whyNot } = found
  const shown = inTheWay.slice(0, 10)
  return (
    <div role="status">
      {on ? (
        <p>
          <strong>
            {formatDate(on, { year: true })}, {formatTimeRange(startsAt, endsAt)}, {room}
          </strong>
        </p>
      ) : null}
      {whyNot ? <p>{whyNot}</p> : null}
      {cancels > 0 && !whyNot ? (
        <p>{formatCount(cancels, 'booking')} will be cancelled, with everything paid given back:</p>
      ) : null}
      {shown.length > 0 ? (
        <ul>
          {shown.map(({ kind, ref, title, room: where, on: then, startsAt: from, endsAt: until }) => (
            <li key={ref}>
              {formatDate(then)}, {formatTimeRange(from, until)}: {where},{' '}
              {kind === 'booking' ? title : kindWords[kind]}
            </li>
          ))}
          {inTheWay.length > shown.length ? <li>and {inTheWay.length - shown.length} more</li> : null}
        </ul>
      ) : null}
      {whyNot ? null : (
        <>
          {inTheWay.length === 0 ? <p>Nothing is in the way then.</p> : null}
          {notes.map(note => (
            <p key={note}>{note}</p>
          ))}
        </>
      )}
    </div>
  )
}
