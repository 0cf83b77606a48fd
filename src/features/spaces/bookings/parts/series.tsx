import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { formatCount, formatDate, formatTimeRange } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ChoiceField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { useDialog } from '#ui/in-address.ts'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import type { Booking } from './booking-row.tsx'
import { BookingStatus } from './booking-row.tsx'
import { cancelWords, comesBack, rhythmWords } from './booking-words.ts'
import classes from './series.module.css'

type Rest = Awaited<ReturnType<typeof rpc.repeats.rest>>

/** The series of a booking, if it has one. */
export const useSeries = ({ id, seriesId }: { id: string; seriesId: string | null }) =>
  useQuery(api.repeats.rest.queryOptions({ input: { id }, enabled: seriesId !== null }))

/** The other bookings of the same series. */
export function SeriesSection({ booking }: { booking: Pick<Booking, 'id' | 'seriesId'> }) {
  const query = useSeries(booking)
  return (
    <Section title="Series" aside>
      <Query of={query} failed="Failed to load the series" loading={<LoadingText lines={3} />}>
        {({ bookings, everyWeeks }) => (
          <>
            <p>
              Part of a series of {bookings.length}, {rhythmWords(everyWeeks).toLowerCase()}.
            </p>
            <ol className={classes.list} aria-label="Bookings of the series">
              {bookings.map(each => (
                <li key={each.id} aria-current={each.id === booking.id ? 'true' : undefined}>
                  {each.id === booking.id ? (
                    <strong>{timeOf(each)}</strong>
                  ) : (
                    <Link to="/bookings/$id" params={{ id: each.id }}>
                      {timeOf(each)}
                    </Link>
                  )}{' '}
                  {each.status === 'confirmed' && !each.isOver ? null : <BookingStatus booking={each} />}
                </li>
              ))}
            </ol>
          </>
        )}
      </Query>
    </Section>
  )
}

const timeOf = ({ on, startsAt, endsAt }: Rest['bookings'][number]) =>
  `${formatDate(on, { year: true })}, ${formatTimeRange(startsAt, endsAt)}`

/** Cancelling a booking of a series: it alone, or with those after it, each said with what comes back. */
export function CancelOfSeries({ booking, series }: { booking: Booking; series: Rest }) {
  const { isOpen, open, close } = useDialog('cancel')
  return (
    <>
      <Button variant="default" onClick={open}>
        Cancel booking
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={`Cancel ${booking.facilityName}?`}>
        <CancelForm booking={booking} series={series} onDone={close} />
      </Dialog>
    </>
  )
}

const which = z.object({ which: z.enum(['one', 'rest']) })

function CancelForm({ booking, series, onDone }: { booking: Booking; series: Rest; onDone: () => void }) {
  const { id } = booking
  const later = series.rest.length - 1
  const form = useSchemaForm({
    schema: which,
    initial: { which: 'one' },
    submit: (values, context) =>
      values.which === 'rest'
        ? rpc.repeats.cancelFrom({ id, refund: series.refund }, { context })
        : rpc.bookings.cancel({ id, refund: booking.refund }, { context }),
    onDone: (back, values) => {
      const words = values.which === 'rest' ? `${formatCount(later + 1, 'booking')} cancelled` : 'Booking cancelled'
      toast.success(words, back.tokens + back.pence > 0 ? `You get ${sumWords(back)} back.` : undefined)
      onDone()
    },
    onFailed: () => toast.error('Nothing was cancelled'),
  })
  const count = form.values.which === 'rest' ? later + 1 : 1
  return (
    <Form
      of={form}
      label="Cancel this booking"
      actions={
        <>
          <Submit of={form} busy="Cancelling…" color="red">
            Cancel {count === 1 ? 'booking' : formatCount(count, 'booking')}
          </Submit>
          <Button variant="default" onClick={onDone}>
            Keep {count === 1 ? 'the booking' : 'them'}
          </Button>
        </>
      }
    >
      <ChoiceField
        of={form.field('which')}
        label="Which of the series?"
        options={[
          { value: 'one', label: `This one, ${formatDate(booking.bookingOn)}`, hint: cancelWords(booking) },
          { value: 'rest', label: `This and the ${later === 1 ? 'one' : later} after it`, hint: allWords(series) },
        ]}
      />
    </Form>
  )
}

const allWords = ({ refund, owedPence }: Rest) => comesBack(refund, owedPence > 0) ?? 'Nothing comes back.'
