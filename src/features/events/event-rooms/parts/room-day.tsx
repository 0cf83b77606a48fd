import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SpacePreference } from '#features/events/events/inputs.ts'
import { formatCount, formatDate, formatTimeRange } from '#platform/words.ts'
import { ChoiceField } from '#ui/form/fields.tsx'
import type { Field } from '#ui/form/form.tsx'
import { Status } from '#ui/plain/status.tsx'
import { api, type rpc } from '#web/client.ts'
import { inTheWay, neededOf, type Planned, spanOf, type TimeOfDay, timesInWords } from '../rules.ts'
import classes from './room-day.module.css'

type Room = Awaited<ReturnType<typeof rpc.bookings.roomsOn>>[number]

/** Every room for events; `on` may be anything that was typed: without a day nothing is known of them. */
export const useRooms = (on: string, eventId?: string) =>
  useQuery({
    ...api.bookings.roomsOn.queryOptions({ input: { on, ...(eventId !== undefined && { eventId }) } }),
    enabled: /^\d{4}-\d\d-\d\d$/.test(on),
    placeholderData: keepPreviousData,
  })

/** Where an event is: each room with what it is on that day, and a picture of the day of the one that is chosen (EVT-32). */
export function RoomField({
  of,
  preferences,
  on,
  eventId,
  planned,
}: {
  of: Field<string>
  preferences: readonly SpacePreference[]
  on: string
  /** of the event that is planned, if it has been kept already */
  eventId?: string
  planned: Planned
}) {
  const rooms = useRooms(on, eventId).data
  const needed = neededOf(planned)
  const chosen = rooms?.find(({ preference }) => preference === of.value)
  return (
    <>
      <ChoiceField
        of={of}
        label="Where"
        options={preferences.map(preference => {
          const room = rooms?.find(each => each.preference === preference)
          return { value: preference, label: preference, hint: room && <RoomHint room={room} needed={needed} /> }
        })}
      />
      {chosen ? <RoomDay on={on} room={chosen} needed={needed} /> : null}
    </>
  )
}

function RoomHint({ room: { people, taken }, needed }: { room: Room; needed: TimeOfDay }) {
  const clash = inTheWay(taken, needed)
  return clash.length > 0 ? (
    <>
      <Status tone="bad">Taken</Status> {timesInWords(clash)}
    </>
  ) : (
    <>
      <Status tone="good">Free</Status> {people > 1 ? `Room for ${formatCount(people, 'person', 'people')}` : null}
    </>
  )
}

const [first, last] = [8, 24]
const place = (at: number) => `${Math.min(100, Math.max(0, ((at / 60 - first) / (last - first)) * 100))}%`
const stretch = (time: TimeOfDay) => {
  const { from, until } = spanOf(time)
  return { insetInlineStart: place(from), insetInlineEnd: `calc(100% - ${place(until)})` }
}

/** The day of one room as a picture, and the same in words; with `isAsked` for whoever decides. */
export function RoomDay({
  on,
  room,
  needed,
  isAsked = false,
}: {
  on: string
  room: Room
  needed: TimeOfDay
  isAsked?: boolean
}) {
  const { preference, taken } = room
  const clash = inTheWay(taken, needed)
  return (
    <div>
      <p role="status">
        {preference} on {formatDate(on)}: {isAsked ? 'asked for' : 'you need it'}{' '}
        {formatTimeRange(needed.startsAt, needed.endsAt)}, with setting up and clearing.{' '}
        {clash.length > 0
          ? `It is taken ${timesInWords(clash)}.`
          : taken.length > 0
            ? `It is free then, and taken ${timesInWords(taken)}.`
            : 'It is free all day.'}
      </p>
      <div className={classes.day} aria-hidden="true">
        {taken.map(time => (
          <span key={`${time.startsAt} ${time.endsAt}`} className={classes.taken} style={stretch(time)} />
        ))}
        <span className={classes.wanted} style={stretch(needed)} data-clashes={clash.length > 0} />
        {[8, 12, 16, 20, 24].map(hour => (
          <span key={hour} className={classes.hour} style={{ insetInlineStart: place(hour * 60) }}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
    </div>
  )
}
