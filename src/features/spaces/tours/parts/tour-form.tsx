import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { cancelBrief, cancelLine } from '#features/money/refunds/rules.ts'
import { formatCount, formatDate, formatTimeRange, nameOf } from '#platform/words.ts'
import { Composer } from '#ui/composer/composer.tsx'
import { EmailField, PhoneField, TextField } from '#ui/form/fields.tsx'
import { type Field, Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { PriceBreakdown } from '#ui/plain/price-breakdown.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { LoadingText } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { newParty } from '../inputs.ts'
import { messages, startOf } from '../rules.ts'
import { booked } from './booked-tour.tsx'
import { NoTour, PartySize, partyWords, TourPicker, useOffer } from './tour-picker.tsx'

/** How many, when, and who (TOUR-01…06). What the house knows of the person is filled in. */
export function TourForm() {
  const me = useMe()
  const profile = useQuery({ ...api.members.profile.queryOptions(), enabled: me !== null })
  if (profile.isLoading) return <LoadingText />
  const known = { guestName: me ? nameOf(me) : '', guestEmail: me?.email ?? '', guestPhone: profile.data?.phone ?? '' }
  return <Fields key={me?.userId} known={known} />
}

function Fields({ known }: { known: { guestName: string; guestEmail: string; guestPhone: string } }) {
  const navigate = useNavigate()
  const form = useSchemaForm({
    schema: newParty,
    initial: { partySize: 1, slotId: '', ...known },
    keep: 'tour',
    notKept: ['slotId'],
    submit: (values, { idempotencyKey }) => rpc.tours.book(values, { context: { idempotencyKey } }),
    onDone: ({ id }) => {
      toast.success(booked, 'We have sent you an email with everything about it.')
      form.startAgain()
      void navigate({ to: '/tour-booking', search: { booking: id } })
    },
    onFailed: error => toast.error(messages.bookingFailed, describeProblem(error).message),
  })
  const partySize = Number(form.values.partySize)
  const offer = useOffer(partySize)
  const all = useQuery(api.tours.offer.queryOptions({ input: { partySize: 1 } }))
  if (all.data?.slots.length === 0) return <NoTour partySize={1} />
  const slot = offer.data?.slots.find(({ id }) => id === form.values.slotId)
  const when = slot && `${formatDate(slot.tourDate)}, ${formatTimeRange(slot.startTime, slot.endTime)}`
  const ends = slot && { back: '', until: startOf(slot) }
  return (
    <Form of={form} label="Book a tour">
      <Composer
        choices={
          <>
            <PartySize of={form.field('partySize') as Field<number>} />
            <TourPicker of={form.field('slotId')} partySize={partySize} />
            <TextField of={form.field('guestName')} label="Name" autoComplete="name" maxLength={100} />
            <Row>
              <EmailField of={form.field('guestEmail')} label="Email" maxLength={255} />
              <PhoneField of={form.field('guestPhone')} label="Phone" optional maxLength={20} />
            </Row>
          </>
        }
        price={
          <PriceBreakdown
            unit="pence"
            parts={[]}
            total={0}
            totalLabel={`Tour for ${partyWords(partySize || 1)}`}
            after="With somebody who works here."
            refund={ends && cancelLine(ends)}
          />
        }
        chosen={when ?? 'Choose a day'}
        sum="Free"
        back={ends && cancelBrief(ends)}
        actions={
          <Submit of={form} busy="Booking…">
            Book tour
          </Submit>
        }
        said={when ? `${when}: ${formatCount(slot.left, 'place')} left` : ''}
      />
    </Form>
  )
}
