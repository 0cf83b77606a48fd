import { Button } from '@mantine/core'
import { RoomField } from '#features/events/event-rooms/parts/room-day.tsx'
import { spacePreferences } from '#features/events/events/inputs.ts'
import { EventPicture } from '#features/events/pictures/parts/event-picture.tsx'
import { formatCount, formatDate } from '#platform/words.ts'
import { DateField, SelectField, TextAreaField, TextField } from '#ui/form/fields.tsx'
import { type Field, Form, Group, Row, type SchemaForm, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { aroundMinutes, hostApplication, limits, messages } from '../inputs.ts'
import { useAutosave } from './autosave.ts'
import classes from './host-form.module.css'
import { type HostValues, timesToChoose } from './host-values.ts'
import { WhatFields } from './what-fields.tsx'

/** Under this, with its number, what is typed of an application stands in the browser until the house has it. */
const keptAs = 'host-event'

/** The number of a new application: that of one whose words stand in this browser alone, so that they are found again. */
export function newNumber(drafts: readonly { id: string }[]): string {
  const start = `draft:${keptAs}:`
  const kept = Object.keys(localStorage)
    .find(key => key.startsWith(start))
    ?.slice(start.length)
  return kept !== undefined && !drafts.some(({ id }) => id === kept) ? kept : crypto.randomUUID()
}

export type Terms = Awaited<ReturnType<typeof rpc.hosting.terms>>

/** How long before and after a room may be had, to choose from. */
export const aroundOptions = aroundMinutes.map(minutes => ({
  value: String(minutes),
  label: minutes === 0 ? 'None' : minutes < 60 ? `${minutes} minutes` : formatCount(minutes / 60, 'hour'),
}))

/**
 * The application to host an event (EVT-25 … EVT-38): kept as a draft while it is written, submitted when it is whole. With
 * `isWaiting` one that is before the house is changed.
 */
export function HostForm(props: {
  terms: Terms
  initial: HostValues
  isWaiting?: boolean
  /** nothing of it is at the house yet */
  isNew?: boolean
  onDone: (id: string) => void
  onLater?: () => void
}) {
  const { terms, initial, isWaiting = false, isNew = false } = props
  const form = useSchemaForm({
    schema: hostApplication,
    initial,
    keep: `${isWaiting ? 'host-change' : keptAs}:${initial.id}`,
    submit: (values, { idempotencyKey }) => rpc.hosting.submit(values, { context: { idempotencyKey } }),
    onDone: ({ id }) => {
      if (isWaiting) toast.success('Your application is changed')
      else toast.success('Application submitted', `You hear from us within ${terms.decisionHours} hours.`)
      props.onDone(id)
    },
    onFailed: error => {
      const { code } = error as { code?: string }
      const { message } = describeProblem(error)
      if (code === 'UNAUTHORIZED') toast.error(messages.signInTitle, messages.signIn)
      else toast.error(messages.failed, message)
    },
  })
  const values = form.values as unknown as HostValues
  const field = (name: keyof HostValues) => form.field(name) as unknown as Field<string>
  const { state: kept, keepNow } = useAutosave(form as unknown as SchemaForm<HostValues>, !isWaiting)
  const times = timesToChoose(values.startTime, values.endTime)
  return (
    <>
      {isWaiting ? null : (
        <p className={classes.terms}>
          Members host without a fee. The committee decides within {terms.decisionHours} hours; then your event stands
          in the programme. What you type is kept as a draft.
        </p>
      )}
      <details className={classes.picture}>
        <summary>Picture (optional)</summary>
        <p>Until there is one we draw a poster.</p>
        <EventPicture
          id={values.id}
          kind={values.eventType}
          isNew={isNew}
          {...(!isWaiting && { makeDraft: keepNow })}
        />
      </details>
      <Form
        of={form}
        label="Host an event"
        isLong
        actions={
          <>
            <Submit of={form} busy="Submitting…">
              {isWaiting ? 'Save changes' : 'Submit application'}
            </Submit>
            {props.onLater ? (
              <Button variant="subtle" onClick={props.onLater}>
                {isWaiting ? 'Leave it as it was' : 'Finish later'}
              </Button>
            ) : null}
            <span role="status">
              {kept === 'kept' ? 'Draft saved' : kept === 'failed' ? 'Kept in this browser until we can save it' : ''}
            </span>
          </>
        }
      >
        <Group legend="What">
          <WhatFields field={field} />
        </Group>
        <Group legend="When and where">
          <DateField
            of={field('eventDate')}
            label="Day"
            min={terms.firstDay}
            hint={`At least ${formatCount(terms.noticeMonths, 'month')} ahead: ${formatDate(terms.firstDay, { year: true })} or later`}
          />
          <Row>
            <SelectField of={field('startTime')} label="Starts" options={times} />
            <SelectField
              of={field('endTime')}
              label="Ends"
              options={times.filter(time => time > values.startTime || time === values.endTime)}
            />
          </Row>
          <Row>
            <SelectField of={field('setUpMinutes')} label="Setting up before" options={aroundOptions} />
            <SelectField of={field('clearMinutes')} label="Clearing after" options={aroundOptions} />
          </Row>
          <RoomField
            of={field('spacePreference')}
            preferences={spacePreferences}
            on={values.eventDate}
            eventId={values.id}
            planned={{
              ...values,
              setUpMinutes: Number(values.setUpMinutes),
              clearMinutes: Number(values.clearMinutes),
            }}
          />
        </Group>
        <Group legend="Who comes">
          <Row>
            <TextField
              of={field('expectedAttendance')}
              label="Expected attendance"
              hint={`${limits.expectedAttendance.least} people or more. Events are for ${terms.capacity} unless we agree otherwise.`}
              inputMode="numeric"
              maxLength={4}
            />
            <TextField
              of={field('pointsReward')}
              label="Points for coming"
              hint={`From 1 to ${terms.pointsAtMost}. The committee decides.`}
              inputMode="numeric"
              maxLength={4}
            />
          </Row>
        </Group>
        <Group legend="For the committee">
          <TextAreaField
            of={field('applicationNotes')}
            label="Notes to your application"
            hint="Who you are, what you bring, and what you need from us. Only the committee reads it."
            maxLength={limits.applicationNotes.most}
            minRows={4}
          />
        </Group>
      </Form>
    </>
  )
}
