import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { bookableDays, messages } from '#features/facilities/inputs.ts'
import { isTokenDay } from '#features/facilities/rules.ts'
import { addDays } from '#platform/time.ts'
import { Calendar } from '#ui/calendar.tsx'
import { CheckField } from '#ui/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Query } from '#ui/query.tsx'
import { SlotPicker } from '#ui/slot-picker.tsx'
import { LoadingText } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { placeInput } from '../inputs.ts'
import classes from './booking-form.module.css'
import { PricePanel } from './price-panel.tsx'

export type Facility = Awaited<ReturnType<typeof rpc.bookings.facility>>

/** Day, time, terms and price of one booking; "Add to Cart" and "Book Now" (BOOK-14 … BOOK-20, BOOK-30, BOOK-31). */
export function BookingForm(props: { facility: Facility; on: string | null; onDay: (day: string | null) => void }) {
  const { facility, on, onDay } = props
  const navigate = useNavigate()
  const here = useLocation({ select: location => location.href })
  const cache = useQueryClient()
  const isSignedOut = facility.right === 'signIn'
  const refresh = () => cache.invalidateQueries({ queryKey: api.bookings.key() })
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
        return await rpc.bookings.place(wish, { context: { idempotencyKey } })
      } catch (error) {
        void refresh()
        throw inBookingWords(error)
      }
    },
    onDone: placed => {
      if (placed.outcome === 'pay') return window.location.assign(placed.url)
      void refresh()
      void cache.invalidateQueries({ queryKey: api.members.key() })
      toast.success('Booking Confirmed')
      void navigate({ to: '/bookings' as string, search: { view: 'mine' } as never })
    },
  })
  const { values } = form
  const day = values.on
  const slots = useQuery(
    api.bookings.slots.queryOptions({ input: { facilityId: facility.id, on: day }, enabled: day !== '' }),
  )
  const add = useMutation({
    mutationFn: () => rpc.bookings.addToCart({ ...values, facilityId: facility.id }),
    onSuccess: ({ cartCount }) => {
      void refresh()
      void cache.invalidateQueries({ queryKey: api.members.key() })
      toast.success('Added to your cart', cartCount === 1 ? '1 booking in it' : `${cartCount} bookings in it`, {
        action: { label: 'Open cart', run: () => void navigate({ to: '/cart' as string }) },
      })
    },
    onError: error => {
      void refresh()
      toast.error('Not added to your cart', describeProblem(error).message)
    },
  })
  const addToCart = () => {
    const problem = day === '' ? 'on' : values.startsAt === '' ? 'startsAt' : null
    if (!problem) return add.mutate()
    const words = problem === 'on' ? messages.chooseDate : messages.chooseTime
    form.inner.setFieldError(problem, words)
    toast.error(words)
  }
  const signIn = () => {
    toast.error(messages.signIn)
    void navigate({ to: '/auth' as string, search: { return: here } as never })
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
            <Button variant="default" onClick={addToCart} loading={add.isPending}>
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
  return code === 'INTERNAL_SERVER_ERROR' ? Object.assign(new Error(messages.bookingFailed), { data }) : error
}
