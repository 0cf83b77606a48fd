import { Group } from '@mantine/core'
import type { FormEvent } from 'react'
import { formatCount } from '#platform/words.ts'
import { confirm } from '#ui/confirm.ts'
import { TextAreaField, TextField } from '#ui/form/fields.tsx'
import { type Field, Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Section } from '#ui/plain/section.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { approval, longestReason, messages, rejection } from '../inputs.ts'
import type { Application } from './review-dialog.tsx'

/** A yes, with how many may come and what it brings, or a no with its reason (EVA-04, EVA-09). */
export function Decide({ application, onDone }: { application: Application; onDone: () => void }) {
  return (
    <Section
      title="Your decision"
      lead={application.can.approve ? undefined : 'This draft is not finished, so it cannot be approved yet.'}
    >
      {application.can.approve ? <Approve key={application.version} application={application} onDone={onDone} /> : null}
      <Reject key={`reject ${application.version}`} application={application} onDone={onDone} />
    </Section>
  )
}

function Approve({ application, onDone }: { application: Application; onDone: () => void }) {
  const { id, version, name, tokensCost, draft, pointsAtMost, roomPeople } = application
  const { expectedAttendance } = draft
  // As many as the host asks for, unless the room holds fewer.
  const capacity = Math.min(expectedAttendance ?? application.capacity, roomPeople ?? application.capacity)
  const form = useSchemaForm({
    schema: approval,
    initial: {
      ...{ id, version, capacity: String(capacity) },
      ...{ pointsReward: String(Math.min(draft.pointsReward, pointsAtMost)), tokensCost: String(tokensCost) },
    },
    submit: (values, { idempotencyKey }) => rpc.hosting.approve(values, { context: { idempotencyKey } }),
    onDone: () => {
      toast.success('Event approved', `${name} is in the programme, and its host is told.`)
      onDone()
    },
    onFailed: () => toast.error('The event was not approved'),
  })
  // What is wrong with a field is said before anything is asked.
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    const isAsked = approval.safeParse(form.values).success && !form.isSubmitting
    try {
      if (!isAsked || (await confirm(publishing(name)))) form.onSubmit()
    } catch {
      // Without a network nothing is asked.
      toast.error('The event was not approved')
    }
  }
  const field = (key: 'capacity' | 'pointsReward' | 'tokensCost') => form.field(key) as unknown as Field<string>
  return (
    <Form
      of={{ ...form, onSubmit: event => void submit(event) }}
      label="Approve"
      actions={
        <Submit of={form} busy="Approving…">
          Approve
        </Submit>
      }
    >
      <Row>
        <TextField
          of={field('capacity')}
          label="People who may come"
          hint={[
            expectedAttendance && `The host expects ${formatCount(expectedAttendance, 'person', 'people')}.`,
            roomPeople && `${draft.spacePreference} is for ${formatCount(roomPeople, 'person', 'people')}.`,
          ]
            .filter(Boolean)
            .join(' ')}
          inputMode="numeric"
          maxLength={4}
        />
        <TextField
          of={field('pointsReward')}
          label="Points for coming"
          hint={`The host asks for ${formatCount(draft.pointsReward, 'point')}. At most ${pointsAtMost}.`}
          inputMode="numeric"
          maxLength={4}
        />
        <TextField of={field('tokensCost')} label="Tokens for coming" inputMode="numeric" maxLength={4} />
      </Row>
    </Form>
  )
}

const publishing = (name: string) => ({
  title: `Approve ${name}?`,
  body: 'It stands in the programme at once, where members register, and its host is told. Only cancelling the event takes it back.',
  action: 'Approve and publish',
  keep: 'Not yet',
})

function Reject({ application: { id, version, name }, onDone }: { application: Application; onDone: () => void }) {
  const form = useSchemaForm({
    schema: rejection,
    initial: { id, version, reason: '' },
    keep: `reject-event:${id}`,
    notKept: ['version'],
    submit: (values, { idempotencyKey }) => rpc.hosting.reject(values, { context: { idempotencyKey } }),
    onDone: () => {
      toast.success('Event rejected', `The host of ${name.trim() || 'this draft'} reads why.`)
      onDone()
    },
    onFailed: () => toast.error('The event was not rejected'),
  })
  const submit = (event?: FormEvent) => {
    if (form.values.reason.trim() === '') {
      event?.preventDefault()
      toast.error(messages.reasonTitle, messages.reason)
      form.tell('reason', messages.reason)
      return
    }
    form.onSubmit(event)
  }
  return (
    <Form
      of={{ ...form, onSubmit: submit }}
      label="Reject"
      actions={
        <Group>
          <Submit of={form} busy="Rejecting…" variant="default">
            Reject
          </Submit>
        </Group>
      }
    >
      <TextAreaField
        of={form.field('reason')}
        label="Reason for rejection"
        hint="The host reads it."
        maxLength={longestReason}
        minRows={2}
      />
    </Form>
  )
}
