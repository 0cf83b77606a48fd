import { Button, Checkbox } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CancelEventDialog } from '#features/events/guests/parts/cancel-event.tsx'
import { WhatFields } from '#features/events/hosting/parts/what-fields.tsx'
import { EventPicture } from '#features/events/pictures/parts/event-picture.tsx'
import { formatCount } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useEditForm } from '#ui/form/edit-form.ts'
import { type Field, Form, Submit } from '#ui/form/form.tsx'
import { useDialog } from '#ui/in-address.ts'
import { MoreMenu } from '#ui/more-menu.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { changeFields } from '../inputs.ts'
import { ComingFields } from './coming-fields.tsx'

type Plan = Awaited<ReturnType<typeof rpc.events.plan>>

/** What the office does with an event of the programme, in the head of its page: change it, and behind three dots the rest. */
export function ManageEvent({ id, event }: { id: string; event: Plan }) {
  const { isOpen, open, close } = useDialog('edit-event')
  const [isCancelling, setCancelling] = useState(false)
  const navigate = useNavigate()
  const hide = useHide(event)
  return (
    <>
      {event.can.change ? (
        <Button variant="default" onClick={open}>
          Edit event
        </Button>
      ) : null}
      <MoreMenu
        of={event.name}
        items={[
          { label: 'As members see it', run: () => void navigate({ to: '/event/$id', params: { id } }) },
          event.can.hide && {
            label: event.isHidden ? 'Show in the programme' : 'Hide from the programme',
            run: () => void hide.run({ id, isHidden: !event.isHidden }),
          },
          event.can.cancel && { label: 'Cancel event', isDanger: true, run: () => setCancelling(true) },
        ]}
      />
      {isCancelling ? (
        <CancelEventDialog
          id={id}
          name={event.name}
          seen={event.registrations}
          isStaff
          onClose={() => setCancelling(false)}
        />
      ) : null}
      <Dialog isOpen={isOpen && event.can.change} onClose={close} title={`Edit ${event.name}`} size="46rem" keepsInput>
        <EventPicture id={id} kind={event.eventType} isStaff />
        <EditEvent event={event} onDone={close} />
      </Dialog>
    </>
  )
}

function useHide({ name, registrations }: Plan) {
  return useAction(rpc.events.hide, {
    confirm: input =>
      input.isHidden
        ? {
            title: `Hide ${name}?`,
            body: `It is no longer in the programme, and nobody can register or is offered a place. ${
              registrations > 0
                ? `The ${formatCount(registrations, 'registration')} stay${registrations === 1 ? 's' : ''} as ${registrations === 1 ? 'it is' : 'they are'}, and who comes still sees it.`
                : 'Nobody is registered.'
            } It keeps its room, and can be shown again.`,
            action: 'Hide event',
          }
        : null,
    undo: (_, input) => sending => rpc.events.hide({ ...input, isHidden: !input.isHidden }, sending),
    done: ({ isHidden: isGone }) => (isGone ? 'The event is hidden' : 'The event is in the programme again'),
    failed: 'This was not changed',
  })
}

/** What is typed into it is text. */
const numbers = ['capacity', 'plusOnesAllowed', 'tokensCost', 'pointsReward'] as const

function EditEvent({ event, onDone }: { event: Plan; onDone: () => void }) {
  const { id, name, eventType, description, later, taken, registrations } = event
  const [isForLater, setForLater] = useState(false)
  const form = useEditForm({
    schema: changeFields,
    present: {
      ...{ name, eventType, description, capacity: String(event.capacity) },
      ...{ plusOnesAllowed: String(event.plusOnesAllowed), tokensCost: String(event.tokensCost) },
      pointsReward: String(event.pointsReward),
    },
    submit: ({ was, ...edit }, sending) => {
      for (const key of numbers) if (was[key] !== undefined) was[key] = Number(was[key])
      return rpc.events.change({ id, ...edit, was, isForLater }, { context: sending })
    },
    onDone: ({ dates }) => {
      toast.success('Event changed', dates > 1 ? `On ${formatCount(dates, 'date')}.` : undefined)
      onDone()
    },
    onFailed: () => toast.error('The event was not changed'),
  })
  const field = (key: keyof typeof form.values) => form.field(key) as unknown as Field<string>
  return (
    <Form
      of={form}
      label="Edit event"
      isLong
      actions={
        <Submit of={form} busy="Saving…">
          Save changes
        </Submit>
      }
    >
      <WhatFields field={field} />
      <p>
        {taken > 0 ? `${formatCount(taken, 'place')} given away so far. ` : ''}
        {registrations > 0 ? 'Whoever is registered keeps what they paid. ' : ''}
        Its day, times and room stay: to change them, cancel it and add it anew.
      </p>
      <ComingFields field={field} />
      {later > 0 ? (
        <Checkbox
          label={`Change the ${formatCount(later, 'later date')} as well`}
          checked={isForLater}
          onChange={pressed => setForLater(pressed.currentTarget.checked)}
        />
      ) : null}
    </Form>
  )
}
