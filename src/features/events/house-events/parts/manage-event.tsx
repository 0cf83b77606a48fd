import { Button, Group as Line } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CancelEvent } from '#features/events/guests/parts/cancel-event.tsx'
import { WhatFields } from '#features/events/hosting/parts/what-fields.tsx'
import { formatCount } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { CheckField } from '#ui/form/fields.tsx'
import { type Field, Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { useDialog } from '#ui/in-address.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { eventChange } from '../inputs.ts'
import { ComingFields } from './coming-fields.tsx'

type Plan = Awaited<ReturnType<typeof rpc.events.plan>>

/** What the office does with an event of the programme: change it, call it off, look at its page. */
export function ManageEvent({ id }: { id: string }) {
  const plan = useQuery(api.events.plan.queryOptions({ input: { id } }))
  const { isOpen, open, close } = useDialog('edit-event')
  return (
    <Query of={plan} failed="Failed to load this event">
      {event => (
        <Line>
          {event.can.change ? (
            <Button variant="default" onClick={open}>
              Edit event
            </Button>
          ) : null}
          {event.can.cancel ? <CancelEvent id={id} name={event.name} seen={event.registrations} isStaff /> : null}
          <ButtonLink variant="subtle" to="/event/$id" params={{ id }}>
            As members see it
          </ButtonLink>
          <Dialog
            isOpen={isOpen && event.can.change}
            onClose={close}
            title={`Edit ${event.name}`}
            size="46rem"
            keepsInput
          >
            <EditEvent event={event} onDone={close} />
          </Dialog>
        </Line>
      )}
    </Query>
  )
}

function EditEvent({ event, onDone }: { event: Plan; onDone: () => void }) {
  const { id, version, name, eventType, description, later, taken, registrations } = event
  const form = useSchemaForm({
    schema: eventChange,
    initial: {
      ...{ id, version, name, eventType, description, isForLater: false },
      ...{ capacity: String(event.capacity), plusOnesAllowed: String(event.plusOnesAllowed) },
      ...{ tokensCost: String(event.tokensCost), pointsReward: String(event.pointsReward) },
    },
    submit: (values, { idempotencyKey }) => rpc.events.change(values, { context: { idempotencyKey } }),
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
        <CheckField
          of={form.field('isForLater') as unknown as Field<boolean>}
          label={`Change the ${formatCount(later, 'later date')} as well`}
        />
      ) : null}
    </Form>
  )
}
