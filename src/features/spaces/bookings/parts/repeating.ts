import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { askWords, sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { rhythms, type Series } from '#features/spaces/series/inputs.ts'
import { daysOf, lastUntil, whyNot } from '#features/spaces/series/rules.ts'
import { addDays } from '#platform/dates.ts'
import { formatCount, formatDate } from '#platform/words.ts'
import { api, type rpc } from '#web/client.ts'
import { messages, placeInput } from '../inputs.ts'
import type { Facility } from './booking-form.tsx'

/** What is typed to book a place: once, or every so many weeks until a day, with what was chosen for single days of it. */
export const repeatedInput = placeInput.extend({
  repeat: z.enum(['', ...rhythms.map(String)]),
  /** Empty: four weeks on. */
  until: z.string(),
  skipped: z.array(z.string()),
  moved: z.array(z.object({ on: z.string(), startsAt: z.string() })),
})
export const once: Pick<Typed, 'repeat' | 'until' | 'skipped' | 'moved'> = {
  repeat: '',
  until: '',
  skipped: [],
  moved: [],
}

type Typed = z.input<typeof repeatedInput>
export type Preview = Awaited<ReturnType<typeof rpc.repeats.preview>>
export type Repeating = ReturnType<typeof useRepeating>

/** The series that the form asks for, and what it would come to; `isOn` is false while nothing is repeated. */
export function useRepeating(facility: Facility, values: Typed) {
  const { facilityId, on, startsAt, repeat } = values
  const everyWeeks = (repeat === '2' ? 2 : 1) as Series['everyWeeks']
  const isOn = repeat !== ''
  const latest = on === '' ? facility.lastDay : lastUntil({ on, everyWeeks }, facility.today)
  const until = values.until || (on === '' ? '' : [addDays(on, 28), latest].sort()[0]!)
  const problem = isOn && on !== '' ? whyNot.repeat({ on, everyWeeks, until }, facility.today) : null
  const series = {
    ...{ facilityId, on, startsAt, until, everyWeeks },
    ...{ lengths: Number(values.lengths), payWith: values.payWith ?? 'auto' },
  }
  // What was chosen for days that are no longer of it waits for their coming back.
  const days = isOn && on !== '' ? daysOf(series) : []
  const skipped = values.skipped.filter(day => days.includes(day))
  const moved = values.moved.filter(each => days.includes(each.on))
  const preview = useQuery(
    api.repeats.preview.queryOptions({
      input: { ...series, skipped, moved },
      enabled: isOn && startsAt !== '' && problem === null,
      placeholderData: keepPreviousData,
    }),
  )
  const isKnown = isOn && problem === null && preview.data !== undefined && !preview.isPlaceholderData
  // What was on screen when the button was pressed is what is asked for.
  const seen = useRef<Preview>(undefined)
  useEffect(() => {
    seen.current = isKnown ? preview.data : undefined
  })
  return {
    ...{ isOn, until, latest, preview, everyWeeks },
    earliest: on === '' ? facility.today : addDays(on, 7 * everyWeeks),
    problem: problem?.message,
    /** What is asked for and how much it comes to; null while that is not known. */
    words: isKnown ? seriesWords(preview.data) : null,
    /** What was shown, to book it; throws while nothing of it can be booked. */
    asked() {
      const { current } = seen
      if (!current || current.count === 0) throw new Error('None of these times can be booked. Choose other ones.')
      const { tokens, pence } = current
      const occurrences = current.occurrences.flatMap(each =>
        each.canBook ? [{ on: each.on, startsAt: each.startsAt }] : [],
      )
      return { ...series, occurrences, total: { tokens, pence } }
    },
  }
}

/** `6 times`, the sum, and how the button goes on that asks for it. */
function seriesWords({ count, tokens, pence }: Preview) {
  const times = formatCount(count, 'time')
  return {
    times,
    sum: count === 0 ? '' : tokens + pence === 0 ? 'Free' : sumWords({ tokens, pence }),
    ask: askWords({ tokens, pence }),
  }
}

/** A refusal that says in its words which of the times it is about: it belongs to no field of the form. */
export function withPlace(error: unknown): unknown {
  const { message, data } = error as Error & { data?: { place?: { on: string; startsAt: string } } }
  if (!data?.place) return error
  const { place, ...rest } = data
  const words = `${formatDate(place.on)}, ${place.startsAt}: ${message || messages.bookingFailed}`
  return Object.assign(new Error(words), { data: { ...rest, field: undefined } })
}
