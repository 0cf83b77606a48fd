import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { nameOf } from '#platform/words.ts'
import { EmailField, PhoneField, TextField } from '#ui/form/fields.tsx'
import { type Field, Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { WholeField } from '#ui/form/whole-field.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { LoadingText } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { largestParty, newParty } from '../inputs.ts'
import { messages } from '../rules.ts'
import { booked } from './booked-tour.tsx'
import { NoTour, TourPicker } from './tour-picker.tsx'

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
      toast.success(booked, 'We have sent you a mail with everything about it.')
      form.startAgain()
      void navigate({ to: '/tour-booking', search: { booking: id } })
    },
    onFailed: error => toast.error(messages.bookingFailed, describeProblem(error).message),
  })
  const offer = useQuery(api.tours.offer.queryOptions({ input: { partySize: 1 } }))
  if (offer.data?.slots.length === 0) return <NoTour partySize={1} />
  return (
    <Form
      of={form}
      label="Book a tour"
      actions={
        <Submit of={form} busy="Booking…">
          Book tour
        </Submit>
      }
    >
      <WholeField
        of={form.field('partySize') as Field<number>}
        label="How many of you?"
        hint={`From 1 to ${largestParty}`}
      />
      <TourPicker of={form.field('slotId')} partySize={Number(form.values.partySize)} />
      <TextField of={form.field('guestName')} label="Name" autoComplete="name" maxLength={100} />
      <Row>
        <EmailField of={form.field('guestEmail')} label="Email" maxLength={255} />
        <PhoneField of={form.field('guestPhone')} label="Phone" optional maxLength={20} />
      </Row>
    </Form>
  )
}
