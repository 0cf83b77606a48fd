import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { messages } from '#features/spaces/calendar/inputs.ts'
import { bookableDays } from '#features/spaces/facilities/inputs.ts'
import { isTokenDay } from '#features/spaces/facilities/rules.ts'
import { addDays } from '#platform/time.ts'
import { formatCount } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Calendar } from '#ui/form/calendar.tsx'
import { CheckField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Query } from '#ui/plain/query.tsx'
import { SlotPicker } from '#ui/plain/slot-picker.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { messages as bookingMessages, placeInput } from '../inputs.ts'
import classes from './booking-form.module.css'
import { PricePanel } from './price-panel.tsx'

export type Facility = Awaited<ReturnType<typeof rpc.bookings.facility>>

/** Day, time, terms and price of one booking; "Add to Cart" and "Book Now" (BOOK-14 … BOOK-20, BOOK-30, BOOK-31). */
export function BookingForm(props: { facility: Facility; on: string | null; onDay: (day: string | null) => void }) {
  const { facility, on, onDay } = props
  const navigate = useNavigate()
  const here = useLocation({ select: location => location.href })
  const isDone = useRef(false)
  const isSignedOut = facility.whyNotBook?.code === 'UNAUTHORIZED'
  const form = useSchemaForm({
    schema: placeInput,
    initial: {
      facilityId: facility.id,
      on: on && on >= facility.today ? on : '',
      startsAt: '',
      payWith: 'auto',
      termsAccepted: false as unknown as true,
    },
    submit: async (wish, { idempotencyKey }) => {
      try {
        const placed = await rpc.bookings.place(wish, { context: { idempotencyKey } })
        isDone.current = true
        return placed
      } catch (error) {
        throw inBookingWords(error)
      }
    },
    onDone: placed => {
      if (placed.outcome === 'pay') return window.location.assign(placed.url)
      toast.success('Booking Confirmed')
      void navigate({ to: '/bookings', search: { view: 'mine' } })
    },
  })
  const { values } = form
  const day = values.on
  const slots = useQuery(
    api.bookings.slots.queryOptions({ input: { facilityId: facility.id, on: day }, enabled: day !== '' }),
  )
  const isLeft = slots.data?.some(slot => slot.startsAt === values.startsAt && slot.isAvailable) ?? true
  const isGone = values.startsAt !== '' && !isLeft
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when the time goes
  useEffect(() => {
    // One's own booking takes the time as well.
    if (!isGone || isDone.current) return
    form.set({ startsAt: '' })
    form.tell('startsAt', messages.slotTaken)
  }, [isGone])
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
    const problem = day === '' ? 'on' : values.startsAt === '' ? 'startsAt' : null
    const { termsAccepted: _, ...wish } = values
    if (!problem) return void add.run(wish)
    const words = problem === 'on' ? messages.chooseDate : messages.chooseTime
    form.tell(problem, words)
    toast.error(words)
  }
  const signIn = () => {
    toast.error(messages.signIn)
    void navigate({ to: '/auth', search: { return: here } })
  }
  const dayField = form.field('on')
  const slotField = form.field('startsAt')
  return (
    <Form
      of={form}
      label={`Book ${facility.name}`}
      actions={
        isSignedOut ? (
          <Button onClick={signIn}>Sign In to Book</Button>
        ) : (
          <>
            <Submit of={form} busy="Booking…">
              Book Now
            </Submit>
            <Button variant="default" onClick={addToCart} loading={add.isRunning}>
              Add to Cart
            </Button>
          </>
        )
      }
    >
      <div className={classes.choose}>
        <div data-path="on" tabIndex={-1}>
          <Calendar
            label="Date"
            value={day || null}
            onChange={next => {
              form.set({ on: next ?? '', startsAt: '' })
              form.inner.clearErrors()
              onDay(next)
            }}
            min={facility.today}
            max={addDays(facility.today, bookableDays)}
            note={date => (isTokenDay(facility.tokenAvailableDays, date) ? undefined : 'card only')}
          />
          {dayField.error ? <p className={classes.error}>{dayField.error}</p> : null}
        </div>
        <div data-path="startsAt" tabIndex={-1}>
          {day === '' ? (
            <p className={classes.hint}>Choose a date to see its times.</p>
          ) : (
            <Query of={slots} failed={messages.slotsFailed} loading={<LoadingText lines={6} />}>
              {list =>
                list.length === 0 ? (
                  <p className={classes.hint}>No time is left on this day. Choose another date.</p>
                ) : (
                  <SlotPicker
                    legend="Time"
                    value={values.startsAt}
                    onChange={startsAt => {
                      form.set({ startsAt })
                      form.inner.clearFieldError('startsAt')
                    }}
                    error={slotField.error}
                    slots={list.map(slot => ({
                      value: slot.startsAt,
                      label: `${slot.startsAt}–${slot.endsAt}`,
                      ...(facility.units > 1 && { note: `${slot.unitsLeft} left` }),
                      ...(!slot.isAvailable && { unavailable: 'Taken' }),
                    }))}
                  />
                )
              }
            </Query>
          )}
          {day === '' && slotField.error ? <p className={classes.error}>{slotField.error}</p> : null}
        </div>
      </div>
      {day !== '' && values.startsAt !== '' && !isSignedOut ? (
        <PricePanel
          facility={facility}
          on={day}
          startsAt={values.startsAt}
          payWith={values.payWith ?? 'auto'}
          onPayWith={payWith => form.set({ payWith })}
        />
      ) : null}
      {isSignedOut ? null : (
        <CheckField
          of={form.field('termsAccepted')}
          label="I accept the booking terms"
          hint={facility.terms.slice(0, 2).join(' ')}
        />
      )}
    </Form>
  )
}

// An unexpected failure is told in the words of booking, keeping the reference to quote (BOOK-31).
function inBookingWords(error: unknown): unknown {
  const { code, data } = error as { code?: string; data?: unknown }
  return code === 'INTERNAL_SERVER_ERROR' ? Object.assign(new Error(bookingMessages.bookingFailed), { data }) : error
}
