import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount, formatDate, formatTimeRange } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Answer } from '#ui/answer.tsx'
import { type Field, Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { ButtonLink } from '#ui/link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { changedParty } from '../inputs.ts'
import { cancelWords } from '../rules.ts'
import { PartySize, TourPicker } from './tour-picker.tsx'
import classes from './tours.module.css'

type Booked = Awaited<ReturnType<typeof rpc.tours.one>>

/** A party's booking, to which its mails lead: what is booked, its calendar file, another time, fewer or more, cancel. */
export function BookedTour({ tour }: { tour: Booked }) {
  const { id, guestName, partySize, status, tourDate, startTime, endTime, venueAddress, can } = tour
  const [isChanging, setChanging] = useState(false)
  const cancel = useAction(rpc.tours.cancel, {
    confirm: () => ({
      title: 'Cancel this tour?',
      body: 'Your places go to somebody else. We confirm it by email.',
      action: 'Cancel tour',
      keep: 'Keep it',
      danger: true,
    }),
    done: 'Your tour is cancelled',
    failed: 'The tour was not cancelled',
  })
  return (
    <Page
      title="Your tour"
      kicker="Tour of the house"
      lead={
        status === 'confirmed' && !tour.isOver ? (
          <Answer to={booked}>{booked}. Everything about it is in your mail.</Answer>
        ) : null
      }
      heading={headings[tour.isOver && status === 'confirmed' ? 'attended' : status]}
    >
      <Section title="Your tour" aside>
        <Facts
          facts={[
            { label: 'Day', value: formatDate(tourDate, { year: true }) },
            { label: 'Time', value: formatTimeRange(startTime, endTime) },
            { label: 'Who comes', value: `${guestName}, ${formatCount(partySize, 'person', 'people')}` },
            { label: 'Where', value: venueAddress },
          ]}
        />
        <div className={classes.deeds}>
          {status === 'confirmed' && !tour.isOver ? (
            <Button
              component="a"
              href={`/api/tours/calendarFile?id=${id}`}
              download
              leftSection={<IconCalendarPlus size={18} aria-hidden />}
            >
              Add to calendar
            </Button>
          ) : null}
          {can.change && !isChanging ? (
            <Button variant="default" onClick={() => setChanging(true)}>
              Change
            </Button>
          ) : null}
          {can.change ? (
            <Button variant="default" onClick={() => void cancel.run({ id })} loading={cancel.isRunning}>
              Cancel tour
            </Button>
          ) : null}
          {status === 'cancelled' ? <ButtonLink to="/tour-booking">Book another tour</ButtonLink> : null}
        </div>
        {can.change ? <p>If you cancel, {cancelWords(tour)}</p> : null}
      </Section>
      {can.change && isChanging ? (
        <Section title="Change it" aside>
          <ChangeForm tour={tour} onDone={() => setChanging(false)} />
        </Section>
      ) : null}
    </Page>
  )
}

/** How it is told when it was booked. */
export const booked = 'Tour booked'

const headings = {
  confirmed: 'We look forward to seeing you',
  cancelled: 'This tour was cancelled',
  attended: 'Thank you for coming',
  no_show: 'We missed you',
} as const

function ChangeForm({ tour, onDone }: { tour: Booked; onDone: () => void }) {
  const { id, slotId, partySize, tourDate, startTime, endTime } = tour
  const form = useSchemaForm({
    schema: changedParty,
    initial: { id, slotId, partySize },
    submit: (values, { idempotencyKey }) => rpc.tours.change(values, { context: { idempotencyKey } }),
    onDone: () => {
      toast.success('Tour changed', 'We have sent you an email with the new time.')
      onDone()
    },
  })
  return (
    <Form
      of={form}
      label="Change the tour"
      actions={
        <>
          <Submit of={form} busy="Changing…">
            Change tour
          </Submit>
          <Button variant="subtle" onClick={onDone}>
            Keep it as it is
          </Button>
        </>
      }
    >
      <PartySize of={form.field('partySize') as Field<number>} />
      <TourPicker
        of={form.field('slotId')}
        partySize={Number(form.values.partySize)}
        own={{ id: slotId, tourDate, startTime, endTime }}
      />
    </Form>
  )
}
