import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { toPayment } from '#features/money/orders/parts/to-payment.ts'
import { messages } from '#features/spaces/calendar/inputs.ts'
import { askWords, durationWords, sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { TermsConsent } from '#features/spaces/facilities/parts/terms.tsx'
import { formatCount, formatDate } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Composer } from '#ui/composer/composer.tsx'
import { Stepper } from '#ui/composer/stepper.tsx'
import { Form, useSchemaForm } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { BookButtons } from './book-buttons.tsx'
import classes from './booking-form.module.css'
import { DateChoice } from './date-choice.tsx'
import type { Instead, Wanted } from './nearest.tsx'
import { PayChoice } from './pay-choice.tsx'
import { PricePanel, Sum } from './price-panel.tsx'
import { refundBrief } from './refund-words.ts'
import { inBookingWords, isRefusedTime } from './refusals.ts'
import { RepeatChoice, RepeatPrice } from './repeat-choice.tsx'
import { once, repeatedInput, useRepeating, withPlace } from './repeating.ts'
import { firstFree, goneOf, lengthHint, Times, whyNone, wordsOf } from './times.tsx'
import { WaitButton, WaitPanel } from './wait-panel.tsx'
import { type Asked, inAddress, nearestFree, windowFrom } from './windows.ts'

export type Facility = Awaited<ReturnType<typeof rpc.bookings.facility>>
export type Slot = Awaited<ReturnType<typeof rpc.bookings.slots>>[number]

/** Day, time, length, terms and price of one booking; "Add to Cart" and "Book Now" (BOOK-14 … BOOK-20, BOOK-30, BOOK-31). */
export function BookingForm(props: {
  facility: Facility
  /** what to begin with */
  asked: Asked
  /** the person chose something else */
  onChosen: (chosen: ReturnType<typeof inAddress>) => void
}) {
  const { facility } = props
  const navigate = useNavigate()
  const here = useLocation({ select: location => location.href })
  const isDone = useRef(false)
  const isSignedOut = facility.whyNotBook?.code === 'UNAUTHORIZED'
  const asked = props.asked.on && props.asked.on >= facility.today ? props.asked.on : ''
  const [from, setFrom] = useState(() => windowFrom(facility.today, asked))
  // The price that was on screen when the button was pressed is the one that is agreed to.
  const shown = useRef<{ tokens: number; pence: number }>(undefined)
  const form = useSchemaForm({
    schema: repeatedInput,
    initial: {
      facilityId: facility.id,
      on: asked,
      startsAt: '',
      lengths: Math.min(props.asked.lengths || 1, facility.mostLengths),
      payWith: props.asked.pay ?? 'auto',
      termsAccepted: false as unknown as true,
      ...once,
    },
    submit: async ({ repeat: _, until: __, skipped, moved, ...wish }, context) => {
      try {
        const placed = repeating.isOn
          ? await rpc.repeats.book({ ...repeating.asked(), termsAccepted: true }, { context })
          : await rpc.bookings.place({ ...wish, seen: shown.current }, { context })
        isDone.current = true
        return placed
      } catch (error) {
        if (!repeating.isOn && isRefusedTime(error)) setRefused({ facilityId: facility.id, on: day, startsAt, lengths })
        throw inBookingWords(repeating.isOn ? withPlace(error) : error)
      }
    },
    onDone: placed => {
      if (placed.outcome === 'pay') return toPayment(placed)
      const ids = 'bookingIds' in placed ? placed.bookingIds : [placed.bookingId]
      toast.success('Booking Confirmed')
      void navigate({ to: '/bookings/$id', params: { id: ids[0]! } })
    },
  })
  const { values } = form
  const { on: day, startsAt } = values
  const repeating = useRepeating(facility, values)
  const lengths = Number(values.lengths)
  const days = useQuery(api.bookings.days.queryOptions({ input: { facilityId: facility.id, from } }))
  const slots = useQuery(
    api.bookings.slots.queryOptions({ input: { facilityId: facility.id, on: day }, enabled: day !== '' }),
  )
  const chosen = slots.data?.find(slot => slot.startsAt === startsAt)
  const most = chosen ? chosen.mostLengths : startsAt === '' || !slots.data ? facility.mostLengths : 0
  // What the person asked for last: another day begins with it, and says so where it cannot be had then.
  const wished = useRef({ startsAt: '', lengths })
  const isCarried = useRef(false)
  // A time that cannot be had: it is taken, and has a waiting list, or a rule is against it.
  const [waitAt, setWaitAt] = useState('')
  const picked = waitAt === '' ? undefined : slots.data?.find(slot => slot.startsAt === waitAt)
  const waited = picked && (picked.why === null || picked.line) ? picked : undefined
  // What the server refused, or what went while it was chosen.
  const [refused, setRefused] = useState<Wanted | null>(null)
  const payWith = values.payWith ?? 'auto'
  const quote = useQuery(
    api.bookings.quote.queryOptions({
      input: { facilityId: facility.id, on: day, startsAt, lengths, payWith },
      enabled: most > 0 && startsAt !== '' && slots.data !== undefined && !isSignedOut,
      placeholderData: keepPreviousData,
    }),
  )
  const isPriced = startsAt !== '' && quote.data !== undefined && !quote.isPlaceholderData
  useEffect(() => {
    shown.current = isPriced ? { tokens: quote.data.tokens, pence: quote.data.pence } : undefined
  })

  // Whoever comes without a day begins with the nearest one that has a time left.
  const next = day === '' ? nearestFree(days.data, from, facility.today) : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once it is known, and never over a choice
  useEffect(() => {
    if (next?.on) form.set({ on: next.on })
    else if (next) setFrom(next.from)
  }, [next?.on, next?.from])

  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when the time goes
  useEffect(() => {
    // One's own booking takes the time as well.
    if (startsAt === '' || isDone.current) return
    if (most > 0) return lengths > most ? form.set({ lengths: most }) : undefined
    const gone = goneOf(startsAt, day, chosen, facility, isCarried.current)
    if (!gone.isOwn) setRefused({ facilityId: facility.id, on: day, startsAt, lengths })
    form.set({ startsAt: '' })
    keep({ at: undefined })
    form.tell('startsAt', gone.words)
  }, [most, lengths])
  const led = useRef(props.asked.at)
  // Whoever named no time begins with the first that is free: one press books. Not again once they chose, or what they had went.
  const beginsFree = useRef(props.asked.at === undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the times are known, and when the one that is waited for comes free
  useEffect(() => {
    const at = led.current
    if (slots.data && at !== undefined) {
      led.current = undefined
      if (slots.data.some(slot => slot.startsAt === at && !wordsOf(slot, facility).unavailable)) chooseStart(at)
    }
    if (picked?.isAvailable) chooseStart(picked.startsAt)
    if (slots.data && beginsFree.current) {
      beginsFree.current = false
      const first = firstFree(slots.data, facility, lengths)
      if (first && startsAt === '')
        form.set({ startsAt: first.startsAt, lengths: Math.min(lengths, first.mostLengths) })
    }
  }, [slots.data])

  const add = useAction(rpc.bookings.addToCart, {
    atOnce: 'a cart holds and costs nothing',
    done: ({ cartCount }) => ({
      title: 'Added to your cart',
      message: `${formatCount(cartCount, 'booking')} in it`,
      next: { label: 'Open cart', run: () => void navigate({ to: '/cart' }) },
    }),
    failed: 'Not added to your cart',
  })
  const addToCart = () => {
    const problem = day === '' ? 'on' : startsAt === '' ? 'startsAt' : null
    const wish = { facilityId: facility.id, on: day, startsAt, lengths, payWith }
    if (!problem) return void add.run(wish)
    const words = problem === 'on' ? messages.chooseDate : messages.chooseTime
    // The times are above the bar with the button, on a phone out of sight.
    form.check([problem])
    toast.error(words)
  }
  const signIn = () => {
    toast.error(messages.signIn)
    void navigate({ to: '/auth', search: { return: here } })
  }
  const keep = (chosen: Asked) =>
    props.onChosen(inAddress({ on: day, at: startsAt || waitAt || undefined, lengths, pay: payWith, ...chosen }))
  const chooseDay = (on: string) => {
    const { startsAt: at, lengths } = wished.current
    isCarried.current = true
    beginsFree.current = at === ''
    form.set({ on, startsAt: at, lengths, skipped: [], moved: [] })
    setWaitAt('')
    setRefused(null)
    form.inner.clearErrors()
    keep({ on, at: at || undefined, lengths })
  }
  const takeInstead = ({ on, startsAt }: Instead) => {
    if (on !== day) setFrom(windowFrom(facility.today, on))
    setWaitAt('')
    setRefused(null)
    const length = Number(wanted?.lengths ?? lengths)
    wished.current = { startsAt, lengths: length }
    isCarried.current = false
    form.set({ on, startsAt, lengths: length, skipped: [], moved: [] })
    form.inner.clearErrors()
    keep({ on, at: startsAt, lengths: length })
  }
  const chooseLengths = (count: number) => {
    wished.current.lengths = count
    form.set({ lengths: count })
    keep({ lengths: count })
  }
  const chooseStart = (at: string) => {
    const slot = slots.data?.find(({ startsAt }) => startsAt === at)
    const isFree = slot?.isAvailable ?? false
    wished.current.startsAt = isFree ? at : ''
    isCarried.current = false
    setWaitAt(isFree ? '' : at)
    setRefused(null)
    // What is offered is taken as long as it is.
    const longest = slot?.line?.heldUntil ? slot.line.lengths : Math.min(wished.current.lengths, slot?.mostLengths ?? 1)
    form.set(
      isFree
        ? { startsAt: at, lengths: longest, skipped: [], moved: [] }
        : { startsAt: '', lengths: slot?.line?.lengths ?? lengths },
    )
    form.inner.clearFieldError('startsAt')
    keep({ at, ...(isFree && { lengths: longest }) })
  }
  const dayField = form.field('on')
  const startField = form.field('startsAt')
  const termsField = form.field('termsAccepted')
  const lengthWords = (count: number) => durationWords(facility.durationMinutes * count)
  const price = isPriced ? (quote.data.tokens + quote.data.pence > 0 ? sumWords(quote.data) : 'Free') : undefined
  const sum = repeating.isOn ? repeating.words?.sum : price
  const length = chosen && !waited ? lengthHint(facility, chosen, lengths, wished.current.lengths) : null
  const when = `${formatDate(day || facility.today)}, ${startsAt}${isPriced ? `–${quote.data.endsAt}` : ''}`
  const free = slots.data?.filter(({ isAvailable }) => isAvailable).length ?? 0
  const wantedAt = waitAt || (slots.data && free === 0 ? (slots.data[0]?.startsAt ?? '12:00') : '')
  const wanted =
    refused ??
    (wantedAt === '' || startsAt !== ''
      ? null
      : { facilityId: facility.id, on: day, startsAt: wantedAt, lengths: waited?.line?.lengths ?? lengths })
  return (
    <Form of={form} label={`Book ${facility.name}`}>
      <Composer
        choices={
          <>
            <DateChoice {...{ facility, days, from, day }} onDay={chooseDay} onFrom={setFrom} error={dayField.error} />
            <div className={classes.few}>
              {facility.mostLengths > 1 && !chosen?.line?.heldUntil && !waited?.line ? (
                <Stepper
                  label="Length"
                  words={lengthWords}
                  value={lengths}
                  max={most || 1}
                  onChange={chooseLengths}
                  {...length}
                />
              ) : null}
              {startsAt !== '' && quote.data?.whyNotTokens === null && !isSignedOut && !repeating.isOn && !waited ? (
                <PayChoice
                  of={quote.data.prices}
                  value={payWith}
                  onChange={way => {
                    form.set({ payWith: way })
                    keep({ pay: way })
                  }}
                />
              ) : null}
            </div>
            <Times
              facility={facility}
              day={day}
              slots={slots}
              at={startsAt || waitAt}
              lengths={wished.current.lengths}
              error={startField.error ?? picked?.why ?? whyNone(days.data, day)}
              onStart={chooseStart}
              wanted={wanted}
              onInstead={takeInstead}
            />
            {isSignedOut || waited ? null : <RepeatChoice form={form} repeating={repeating} />}
          </>
        }
        price={
          waited ? (
            <WaitPanel slot={waited} length={lengthWords(waited.line?.lengths ?? lengths)} />
          ) : repeating.isOn && repeating.preview.data && startsAt !== '' ? (
            <RepeatPrice facility={facility} form={form} preview={repeating.preview.data} />
          ) : (
            <PricePanel
              facility={facility}
              lengths={lengths}
              quote={quote}
              isChosen={startsAt !== '' && !isSignedOut}
            />
          )
        }
        chosen={
          waited
            ? `${formatDate(day)}, ${waitAt}`
            : day === ''
              ? 'Choose a date and a time'
              : startsAt === ''
                ? `${formatDate(day)}: choose a time`
                : repeating.words
                  ? `${repeating.words.times} from ${when}`
                  : when
        }
        sum={sum ? <Sum of={sum} /> : null}
        back={repeating.isOn || !isPriced ? null : refundBrief(quote.data, quote.data.refundableUntil)}
        consent={
          isSignedOut || waited ? null : (
            <TermsConsent
              terms={facility.terms}
              isAccepted={termsField.value ?? false}
              onChange={isAccepted => termsField.onChange(isAccepted as true)}
              error={termsField.error}
              isEarly={startsAt === ''}
              data-path="termsAccepted"
            />
          )
        }
        actions={
          isSignedOut ? (
            <Button onClick={signIn}>Sign In to Book</Button>
          ) : waited ? (
            <WaitButton slot={waited} wish={{ facilityId: facility.id, on: day, startsAt: waitAt, lengths }} />
          ) : (
            <BookButtons
              of={form}
              repeating={repeating}
              ask={isPriced ? askWords(quote.data) : undefined}
              onAdd={addToCart}
              isAdding={add.isRunning}
            />
          )
        }
        said={
          repeating.words
            ? `${repeating.words.times}: ${repeating.words.sum}`
            : price
              ? [`${when}: ${price}`, length?.isLess && length.hint].filter(Boolean).join('. ')
              : slots.data
                ? `${formatCount(free, 'time')} free on ${formatDate(day)}`
                : ''
        }
      />
    </Form>
  )
}
