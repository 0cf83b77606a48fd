import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatCount, formatDate, formatTimeRange } from '#platform/words.ts'
import { Calendar } from '#ui/form/calendar.tsx'
import { ChoiceField } from '#ui/form/fields.tsx'
import type { Field } from '#ui/form/form.tsx'
import { ButtonLink } from '#ui/link.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { api, type rpc } from '#web/client.ts'
import { messages, placeOf } from '../rules.ts'
import classes from './tours.module.css'

type Offer = Awaited<ReturnType<typeof rpc.tours.offer>>
type Slot = Pick<Offer['slots'][number], 'id' | 'tourDate' | 'startTime' | 'endTime'>

/**
 * A day and a time for a party: only tours in which it fits are there to choose (TOUR-01, TOUR-02), the next one chosen already.
 * `own` is the tour that the party has.
 */
export function TourPicker(props: { of: Field<string>; partySize: number; own?: Slot }) {
  const { partySize, own } = props
  const fits = Number.isInteger(partySize) && partySize >= 1 && partySize <= 50
  const offer = useQuery({
    ...api.tours.offer.queryOptions({ input: { partySize: fits ? partySize : 1 } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Query of={offer} failed={messages.offerLoad}>
      {({ today, slots }) => <Picker {...props} today={today} slots={withOwn(slots, own)} />}
    </Query>
  )
}

/** A party may keep its tour, also where nobody else would fit. */
const withOwn = (slots: Offer['slots'], own: Slot | undefined) =>
  !own || slots.some(({ id }) => id === own.id)
    ? slots
    : [...slots, { ...own, left: 0, availability: 'Full' as const }].sort((a, b) =>
        a.tourDate + a.startTime < b.tourDate + b.startTime ? -1 : 1,
      )

function Picker({
  of,
  own,
  partySize,
  today,
  slots,
}: {
  of: Field<string>
  own?: Slot
  partySize: number
  today: string
  slots: Offer['slots']
}) {
  const [day, setDay] = useState(own?.tourDate ?? null)
  const days = Map.groupBy(slots, ({ tourDate }) => tourDate)
  const on = day !== null && days.has(day) ? day : (slots[0]?.tourDate ?? null)
  const shown = (on !== null && days.get(on)) || []
  const isThere = shown.some(({ id }) => id === of.value)
  const first = shown[0]?.id ?? ''
  // Nobody books a time that is not in sight.
  useEffect(() => {
    if (!isThere && of.value !== first) of.onChange(first)
  })
  const choose = ({ id, tourDate }: Slot) => {
    setDay(tourDate)
    of.onChange(id)
  }
  // One that was pressed where the server listed them, also while this was on its way.
  const asked = useRef('')
  useEffect(() => {
    const take = () => {
      const { hash } = window.location
      const slot = hash === asked.current ? undefined : slots.find(({ id }) => hash === `#${placeOf(id)}`)
      asked.current = hash
      if (slot) choose(slot)
    }
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  })
  if (on === null) return <NoTour partySize={partySize} />
  return (
    <div className={classes.picker}>
      <Calendar
        label="Day"
        value={on}
        onChange={chosen => chosen !== null && setDay(chosen)}
        min={today}
        {...(slots.at(-1) && { max: slots.at(-1)!.tourDate })}
        isClosed={each => !days.has(each)}
        note={each => (days.has(each) ? formatCount(days.get(each)!.length, 'tour') : 'no tour')}
        hasMark={each => days.has(each)}
      />
      <ChoiceField
        of={of}
        label={`Tours on ${formatDate(on)}`}
        options={shown.map(slot => ({
          value: slot.id,
          label: formatTimeRange(slot.startTime, slot.endTime),
          hint: slot.id === own?.id ? 'Your tour' : <Left slot={slot} />,
        }))}
      />
    </div>
  )
}

/** Nothing can be booked, so nothing more is asked. */
export const NoTour = ({ partySize }: { partySize: number }) => (
  <Empty
    what={partySize > 1 ? `No tour has room for ${partySize} at present` : 'No tour is planned at present'}
    why="Look again in a few days, or write to us."
    next={<ButtonLink to="/contact">Write to us</ButtonLink>}
  />
)

const Left = ({ slot: { left, availability } }: { slot: Offer['slots'][number] }) => (
  <>
    <Availability is={availability} /> {formatCount(left, 'place')} left
  </>
)

/** How a tour stands (TRA-09), by word and tone. */
export const Availability = ({ is }: { is: 'Full' | 'Limited' | 'Available' }) => (
  <Status tone={is === 'Full' ? 'bad' : is === 'Limited' ? 'warn' : 'good'}>{is}</Status>
)
