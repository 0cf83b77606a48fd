import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { windowFrom } from '#features/spaces/bookings/parts/windows.ts'
import { daysShown } from '#features/spaces/calendar/inputs.ts'
import { addDays } from '#platform/dates.ts'
import { formatCount, formatDate, formatNumber } from '#platform/words.ts'
import { AnotherDate } from '#ui/composer/another-date.tsx'
import { DayStrip } from '#ui/composer/day-strip.tsx'
import { StartPicker } from '#ui/composer/start-picker.tsx'
import { NumberStepper } from '#ui/composer/stepper.tsx'
import type { Field } from '#ui/form/form.tsx'
import { ButtonLink } from '#ui/link.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingText } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { api, type rpc } from '#web/client.ts'
import { largestParty } from '../inputs.ts'
import { messages, placeOf } from '../rules.ts'
import classes from './tours.module.css'

type Offer = Awaited<ReturnType<typeof rpc.tours.offer>>
type Slot = Pick<Offer['slots'][number], 'id' | 'tourDate' | 'startTime' | 'endTime'>

/** The tours in which a party fits; while another number is asked for, those of the last one stand. */
export function useOffer(partySize: number) {
  const fits = Number.isInteger(partySize) && partySize >= 1 && partySize <= largestParty
  return useQuery({
    ...api.tours.offer.queryOptions({ input: { partySize: fits ? partySize : 1 } }),
    placeholderData: keepPreviousData,
  })
}

/**
 * A day and a time for a party: only tours in which it fits are there to choose (TOUR-01, TOUR-02), the next one chosen already.
 * `own` is the tour that the party has.
 */
export function TourPicker(props: { of: Field<string>; partySize: number; own?: Slot }) {
  const { partySize, own } = props
  return (
    <Query of={useOffer(partySize)} failed={messages.offerLoad} loading={<LoadingText lines={8} />}>
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
  const [day, setDay] = useState(own?.tourDate ?? slots[0]?.tourDate ?? today)
  const [from, setFrom] = useState(() => windowFrom(today, day))
  const days = Map.groupBy(slots, ({ tourDate }) => tourDate)
  const shown = days.get(day) ?? []
  // Another day keeps the time, where it has a tour then.
  const wished = useRef(own?.startTime)
  const usual = (shown.find(({ startTime }) => startTime === wished.current) ?? shown[0])?.id ?? ''
  // Nobody books a time that is not in sight.
  useEffect(() => {
    if (!shown.some(({ id }) => id === of.value) && of.value !== usual) of.onChange(usual)
  })
  const show = (on: string) => {
    setDay(on)
    if (on < from || on >= addDays(from, daysShown)) setFrom(windowFrom(today, on))
  }
  const choose = ({ id, tourDate, startTime }: Slot) => {
    wished.current = startTime
    show(tourDate)
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
  const last = slots.at(-1)?.tourDate
  if (last === undefined) return <NoTour partySize={partySize} />
  const nearest = slots.find(({ tourDate }) => tourDate > day) ?? slots.findLast(({ tourDate }) => tourDate < day)
  return (
    <>
      <div>
        <DayStrip
          legend="Day"
          words={{ unit: 'place', closed: 'no tour', mark: '–' }}
          from={from}
          count={daysShown}
          days={Array.from({ length: daysShown }, (_, ahead) => {
            const on = addDays(from, ahead)
            return { on, isOpen: days.has(on), free: (days.get(on) ?? []).reduce((sum, { left }) => sum + left, 0) }
          })}
          min={today}
          max={last}
          value={day}
          onChange={show}
          onFrom={setFrom}
        />
        <AnotherDate
          value={day}
          onChange={show}
          min={today}
          max={last}
          isClosed={each => !days.has(each)}
          note={each => (days.has(each) ? formatCount(days.get(each)!.length, 'tour') : 'no tour')}
          hasMark={each => days.has(each)}
        />
      </div>
      {shown.length > 0 ? (
        <StartPicker
          legend={`Tours on ${formatDate(day)}`}
          value={of.value}
          onChange={id => choose(shown.find(slot => slot.id === id)!)}
          error={of.error}
          data-path={of['data-path']}
          starts={shown.map(slot => ({
            at: slot.startTime,
            id: slot.id,
            note: slot.id === own?.id ? 'Your tour' : leftWords(slot),
          }))}
        />
      ) : (
        <div className={classes.none} data-path={of['data-path']} tabIndex={-1} role="status">
          <p>
            {formatDate(day)} has no tour{partySize > 1 ? ` with room for ${formatNumber(partySize)}` : ''}.
          </p>
          {nearest ? (
            <Button variant="default" onClick={() => choose(nearest)}>
              Take {formatDate(nearest.tourDate)}, {nearest.startTime}
            </Button>
          ) : null}
        </div>
      )}
    </>
  )
}

export const partyWords = (count: number) => formatCount(count, 'person', 'people')

/** How many come: first of all, since it decides which tours have room. */
export const PartySize = ({ of }: { of: Field<number> }) => (
  <NumberStepper of={of} label="How many of you?" words={partyWords} steps={['Fewer', 'More']} max={largestParty} />
)

/** Nothing can be booked, so nothing more is asked. */
export const NoTour = ({ partySize }: { partySize: number }) => (
  <Empty
    what={partySize > 1 ? `No tour has room for ${partySize} at present` : 'No tour is planned at present'}
    why="Look again in a few days, or write to us."
    next={<ButtonLink to="/contact">Write to us</ButtonLink>}
  />
)

const leftWords = ({ left, availability }: Offer['slots'][number]) =>
  availability === 'Limited' ? `Limited: ${left} left` : `${left} left`

/** How a tour stands (TRA-09), by word and tone. */
export const Availability = ({ is }: { is: 'Full' | 'Limited' | 'Available' }) => (
  <Status tone={is === 'Full' ? 'bad' : is === 'Limited' ? 'warn' : 'good'}>{is}</Status>
)
