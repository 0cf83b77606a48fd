import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RoomField } from '#features/events/event-rooms/parts/room-day.tsx'
import { spacePreferences } from '#features/events/events/inputs.ts'
import { aroundOptions } from '#features/events/hosting/parts/host-form.tsx'
import { timesToChoose } from '#features/events/hosting/parts/host-values.ts'
import { WhatFields } from '#features/events/hosting/parts/what-fields.tsx'
import { isCalendarDate } from '#platform/dates.ts'
import { formatCount } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DateField, SelectField } from '#ui/form/fields.tsx'
import { type Field, Form, Group, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { useDialog } from '#ui/in-address.ts'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { daysOf, mostDates, type NewEvent, newEvent } from '../inputs.ts'
import { daysInWords } from '../rules.ts'
import { ComingFields } from './coming-fields.tsx'

/** The button and dialog that put an event of the house into the programme, once or again and again. */
export function AddEvent() {
  const { isOpen, open, close } = useDialog('new-event')
  const terms = useQuery({ ...api.hosting.terms.queryOptions(), enabled: isOpen })
  return (
    <>
      <Button onClick={open}>Add event</Button>
      <Dialog isOpen={isOpen} onClose={close} title="Add an event" size="46rem" keepsInput>
        <Query of={terms} failed="Failed to load what an event asks for">
          {({ today, capacity }) => <AddEventForm today={today} capacity={capacity} onDone={close} />}
        </Query>
      </Dialog>
    </>
  )
}

/** The form as its fields hold it: what is typed is text. */
type Values = Record<Exclude<keyof NewEvent, 'leftOut' | 'repeat'>, string> & Pick<NewEvent, 'repeat'>

function AddEventForm({ today, capacity, onDone }: { today: string; capacity: number; onDone: () => void }) {
  const form = useSchemaForm({
    schema: newEvent,
    initial: {
      ...{
        name: '',
        eventType: 'workshop' as const,
        description: '',
        eventDate: '',
        startTime: '18:00',
        endTime: '20:00',
      },
      ...{ setUpMinutes: '30', clearMinutes: '30', spacePreference: '', repeat: 'once' as const, until: '' },
      ...{ capacity: String(capacity), pointsReward: '1', tokensCost: '0', plusOnesAllowed: '0' },
      leftOut: [] as string[],
    },
    keep: 'new-event',
    notKept: ['leftOut'],
    submit: (values, { idempotencyKey }) => rpc.events.add(values, { context: { idempotencyKey } }),
    onDone: ({ ids }) => {
      toast.success(
        ids.length === 1 ? 'Event added' : `${formatCount(ids.length, 'date')} added`,
        'It is in the programme, and its room is taken.',
      )
      onDone()
    },
    onFailed: () => toast.error('The event was not added'),
  })
  const values = form.values as unknown as Values
  const field = (name: keyof Values) => form.field(name) as unknown as Field<string>
  const times = timesToChoose(values.startTime, values.endTime)
  const planned = {
    ...{ startTime: values.startTime, endTime: values.endTime },
    ...{ setUpMinutes: Number(values.setUpMinutes), clearMinutes: Number(values.clearMinutes) },
  }
  const isRepeated = values.repeat !== 'once'
  const days = isCalendarDate(values.eventDate) && (!isRepeated || isCalendarDate(values.until)) ? daysOf(values) : []
  const clashes = useQuery({
    ...api.events.clashes.queryOptions({ input: { ...planned, spacePreference: values.spacePreference, days } }),
    enabled: isRepeated && values.spacePreference !== '' && days.length > 0 && days.length <= mostDates,
    placeholderData: keepPreviousData,
  })
  // What stood there for another room or time says nothing of this one.
  const known = isRepeated && !clashes.isPlaceholderData ? (clashes.data ?? []) : []
  const taken = known.filter(day => days.includes(day))
  // Part of what is sent, so that sending it again after they changed is another sending.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days by what they are, not by the list that holds them
  useEffect(() => form.set({ leftOut: taken }), [taken.join()])
  return (
    <Form
      of={form}
      label="Add an event"
      isLong
      actions={
        <Submit of={form} busy="Adding…">
          {days.length - taken.length > 1 ? `Add ${formatCount(days.length - taken.length, 'date')}` : 'Add event'}
        </Submit>
      }
    >
      <Group legend="What">
        <WhatFields field={field} />
      </Group>
      <Group legend="When and where">
        <Row>
          <DateField of={field('eventDate')} label="Day" min={today} />
          <SelectField of={field('startTime')} label="Starts" options={times} />
          <SelectField
            of={field('endTime')}
            label="Ends"
            options={times.filter(time => time > values.startTime || time === values.endTime)}
          />
        </Row>
        <Row>
          <SelectField
            of={field('repeat')}
            label="Repeat"
            options={[
              { value: 'once', label: 'Once' },
              { value: 'weekly', label: 'Every week' },
              { value: 'fortnightly', label: 'Every two weeks' },
              { value: 'fourWeekly', label: 'Every four weeks' },
            ]}
          />
          {isRepeated ? <DateField of={field('until')} label="Last day" min={values.eventDate || today} /> : null}
        </Row>
        <Row>
          <SelectField of={field('setUpMinutes')} label="Setting up before" options={aroundOptions} />
          <SelectField of={field('clearMinutes')} label="Clearing after" options={aroundOptions} />
        </Row>
        <RoomField
          of={field('spacePreference')}
          preferences={spacePreferences}
          on={values.eventDate}
          planned={planned}
        />
        <p role="status">{isRepeated ? datesInWords(days, taken) : ''}</p>
      </Group>
      <Group legend="Who comes">
        <ComingFields field={field} />
      </Group>
    </Form>
  )
}

/** Which dates there will be, and which are left out because the room is taken. */
function datesInWords(days: readonly string[], taken: readonly string[]): string {
  if (days.length === 0) return 'Choose the first and the last day to see its dates.'
  if (days.length > mostDates) return `At most ${mostDates} dates are planned at once.`
  const free = days.filter(day => !taken.includes(day))
  const dates = free.length > 0 ? `${formatCount(free.length, 'date')}: ${daysInWords(free)}.` : 'No date is free.'
  return taken.length > 0 ? `${dates} The room is taken on ${daysInWords(taken)}: left out.` : dates
}
