import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatCount, formatDate, formatTimeRange } from '#platform/words.ts'
import { useEditForm } from '#ui/form/edit-form.ts'
import { TextField } from '#ui/form/fields.tsx'
import { Form, Row, Submit } from '#ui/form/form.tsx'
import { ListField } from '#ui/form/list-field.tsx'
import { WholeField } from '#ui/form/whole-field.tsx'
import { AnchorLink } from '#ui/link.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { featureLength, hoursInput, messages, roomFields } from '../inputs.ts'
import classes from './room-editor.module.css'

type Rooms = Awaited<ReturnType<typeof rpc.rooms.list>>
export type OfficeRoom = Rooms['rows'][number]

/** What staff say of a room; of other hours it is said before they are saved which coming bookings they leave outside. */
export function RoomEditor({ room, venue }: { room: OfficeRoom; venue: Rooms['venue'] }) {
  const { name, opensAt, closesAt, turnaroundMinutes, units, people, features } = room
  const form = useEditForm({
    schema: roomFields,
    present: { name, opensAt, closesAt, turnaroundMinutes, units, people, features },
    submit: (edit, sending) => rpc.rooms.change({ id: room.id, ...edit }, { context: sending }),
    onFailed: () => toast.error(messages.changeFailed),
    onDone: () => toast.success('Room saved', form.values.name),
  })
  const isOtherHours = form.changes.some(({ name: field }) => field === 'opensAt' || field === 'closesAt')
  return (
    <Form
      of={form}
      label={room.name}
      actions={
        <Submit of={form} busy="Saving…">
          Save
        </Submit>
      }
    >
      <TextField of={form.field('name')} label="Name" maxLength={80} />
      <Row>
        <TextField
          of={form.field('opensAt')}
          label="Opens at"
          hint={`Empty: ${venue.opensAt}, as the venue`}
          optional
        />
        <TextField
          of={form.field('closesAt')}
          label="Closes at"
          hint={
            venue.slotsMayRunPastClosing
              ? `Empty: ${venue.closesAt}, as the venue, with bookings that begin until ${venue.lastSlotAt}. At a time of its own none begins any more`
              : `Empty: ${venue.closesAt}, as the venue. Bookings end by then`
          }
          optional
        />
      </Row>
      {isOtherHours ? <Outside id={room.id} opensAt={form.values.opensAt} closesAt={form.values.closesAt} /> : null}
      <WholeField
        of={form.field('turnaroundMinutes')}
        label="Minutes to make it ready"
        hint="After each booking made from now on"
      />
      <Row>
        <WholeField of={form.field('people')} label="People" hint="That one booking is for" />
        {room.isLeaf ? (
          <WholeField of={form.field('units')} label="Bookings at a time" hint="Desks or benches; 1: all of it" />
        ) : null}
      </Row>
      <ListField
        lines={form.values.features}
        of={index => form.nested(`features.${index}`)}
        onAdd={() => form.inner.insertListItem('features', '')}
        onRemove={index => form.inner.removeListItem('features', index)}
        legend="What is in it"
        item="Feature"
        maxLength={featureLength}
      />
    </Form>
  )
}

/** The dry run: coming bookings that are outside of these hours. */
function Outside(hours: { id: string; opensAt: string; closesAt: string }) {
  const input = hoursInput.safeParse(hours)
  const query = useQuery(
    api.rooms.outside.queryOptions({
      input: hours,
      enabled: input.success,
      placeholderData: keepPreviousData,
      retry: false,
    }),
  )
  const rows = query.data
  if (query.isError)
    return (
      <p role="status" className={classes.outside}>
        {describeProblem(query.error).message}
      </p>
    )
  if (!input.success || rows === undefined) return null
  return (
    <div role="status" className={classes.outside}>
      {rows.length === 0 ? (
        <p>Every coming booking is within these hours.</p>
      ) : (
        <>
          <p>
            {formatCount(rows.length, 'coming booking')} would not be allowed.{' '}
            {rows.length === 1 ? 'It stays as it is' : 'They stay as they are'} until somebody moves or cancels{' '}
            {rows.length === 1 ? 'it' : 'them'}.
          </p>
          <ul>
            {rows.slice(0, shown).map(row => (
              <li key={row.id}>
                <AnchorLink to="/admin/house-calendar" search={{ on: row.on }}>
                  {formatDate(row.startedAt)}, {formatTimeRange(row.startsAt, row.endsAt)}
                </AnchorLink>
                , {row.facility}
              </li>
            ))}
          </ul>
          {rows.length > shown ? <p>And {rows.length - shown} more.</p> : null}
        </>
      )}
    </div>
  )
}

const shown = 20
