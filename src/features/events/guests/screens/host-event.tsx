import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Conversation } from '#features/events/conversation/parts/conversation.tsx'
import { messages } from '#features/events/hosting/inputs.ts'
import { HostForm } from '#features/events/hosting/parts/host-form.tsx'
import { HostClock, HostState } from '#features/events/hosting/parts/host-state.tsx'
import { valuesOf } from '#features/events/hosting/parts/host-values.ts'
import { EventPicture } from '#features/events/pictures/parts/event-picture.tsx'
import { formatCount, formatDate, formatTimeRange, formatTokens, stateWords } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { isMissing } from '#ui/plain/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { api, rpc } from '#web/client.ts'
import { CancelEvent } from '../parts/cancel-event.tsx'
import { GuestList } from '../parts/guest-list.tsx'

type Event = Awaited<ReturnType<typeof rpc.hosting.one>>

/** /host/ID: one event of a host: what it says, where it stands, and what was written about it. */
export function HostEvent() {
  const { id } = useParams({ from: '/host/$id' })
  const event = useQuery({ ...api.hosting.one.queryOptions({ input: { id } }), retry: false })
  if (event.data) return <Hosted key={event.data.id} event={event.data} />
  const isWrong = isMissing(event.error)
  return (
    <Page title={isWrong ? 'No such event' : 'Your event'} kicker="Your events">
      {isWrong ? (
        <Empty
          what="There is no such event of yours"
          why="Perhaps it was begun with another account, or thrown away."
          next={<ButtonLink to="/events">Open the programme</ButtonLink>}
        />
      ) : (
        <Query of={event} failed="Failed to load this event">
          {() => null}
        </Query>
      )}
    </Page>
  )
}

function Hosted({ event }: { event: Event }) {
  const { id, applicationStatus, can } = event
  const [isEditing, setEditing] = useState(applicationStatus === 'draft')
  return (
    <Page
      title={event.name.trim() || 'Your event'}
      kicker="Your events"
      lead={
        <>
          <HostState event={event} /> <HostClock event={event} />
        </>
      }
      actions={<Deeds event={event} isEditing={isEditing} onEdit={() => setEditing(true)} />}
    >
      {isEditing && can.edit ? (
        <Section title={applicationStatus === 'draft' ? 'Your application' : 'Change your application'} aside>
          <Edit event={event} onDone={() => setEditing(false)} />
        </Section>
      ) : (
        <>
          <Said event={event} />
          <Section title="Picture" aside>
            <EventPicture id={id} kind={event.draft.eventType} />
          </Section>
        </>
      )}
      {applicationStatus === 'approved' && !event.isCancelled ? (
        <GuestList eventId={id} canWrite={can.write} isOver={event.isOver} />
      ) : null}
      {applicationStatus === 'draft' && event.messages.length === 0 ? null : (
        <Section title="You and the committee" lead="You get their messages by email as well." aside>
          <Conversation
            eventId={id}
            messages={event.messages
              .filter(({ addressee }) => addressee !== 'guests')
              .map(({ addressee, ...message }) => ({
                ...message,
                isOwn: addressee === 'house',
                author: addressee === 'house' ? 'You' : 'The committee',
              }))}
            label="Message to the committee"
            hint="Whoever asked you gets it by email."
            send={can.write ? rpc.hosting.writeToHouse : undefined}
          />
        </Section>
      )}
    </Page>
  )
}

function Edit({ event, onDone }: { event: Event; onDone: () => void }) {
  const terms = useQuery(api.hosting.terms.queryOptions())
  const isWaiting = event.applicationStatus === 'pending'
  return (
    <Query of={terms} failed={messages.load}>
      {found => (
        <HostForm
          terms={found}
          initial={valuesOf(event.draft)}
          isWaiting={isWaiting}
          onDone={onDone}
          {...(isWaiting && { onLater: onDone })}
        />
      )}
    </Query>
  )
}

/** What it says, as it was submitted. */
function Said({ event }: { event: Event }) {
  const { draft, applicationStatus, rejectionReason, cancelReason } = event
  return (
    <Section title="The event" aside>
      <Facts
        facts={[
          { label: 'Why not', value: rejectionReason },
          { label: 'Why cancelled', value: cancelReason },
          { label: 'What', value: stateWords(draft.eventType) },
          { label: 'Day', value: draft.eventDate && formatDate(draft.eventDate, { year: true }) },
          { label: 'Time', value: draft.startTime && draft.endTime && formatTimeRange(draft.startTime, draft.endTime) },
          { label: 'Where', value: draft.spacePreference },
          { label: 'Setting up and clearing', value: `${draft.setUpMinutes} and ${draft.clearMinutes} minutes` },
          {
            label: 'Expected',
            value: draft.expectedAttendance && formatCount(draft.expectedAttendance, 'person', 'people'),
          },
          applicationStatus === 'approved' && {
            label: 'Registered',
            value: `${formatCount(event.registeredCount, 'person', 'people')} of ${event.capacity}`,
          },
          { label: 'Points for coming', value: String(draft.pointsReward) },
          event.tokensCost > 0 && { label: 'Coming costs', value: formatTokens(event.tokensCost) },
          { label: 'Description', value: draft.description },
          { label: 'Your notes', value: draft.applicationNotes },
        ]}
      />
    </Section>
  )
}

/** What the host can do with it as a whole. */
function Deeds({ event, isEditing, onEdit }: { event: Event; isEditing: boolean; onEdit: () => void }) {
  const { id, name, applicationStatus, can } = event
  const navigate = useNavigate()
  const withdraw = useAction(rpc.hosting.withdraw, {
    confirm: () => ({
      title: `Withdraw ${name}?`,
      body: 'The committee no longer decides on it, and the room is free for others. What you wrote is kept.',
      action: 'Withdraw application',
      danger: true,
    }),
    done: 'Your application is withdrawn',
    failed: 'The application was not withdrawn',
  })
  const discard = useAction(rpc.hosting.discard, {
    confirm: () => ({
      title: name.trim() ? `Delete the draft of ${name}?` : 'Delete this draft?',
      body: 'What you wrote is gone for good.',
      action: 'Delete draft',
      danger: true,
    }),
    done: 'The draft is deleted',
    onDone: () => void navigate({ to: '/host' }),
    failed: 'The draft was not deleted',
  })
  const copy = useAction(rpc.hosting.copy, {
    atOnce: 'makes a draft, which can be deleted',
    done: 'A draft with the same words is made',
    onDone: ({ id: draft }) => void navigate({ to: '/host/$id', params: { id: draft } }),
    failed: 'The draft was not made',
  })
  return (
    <Group gap="sm">
      {applicationStatus === 'pending' && !isEditing ? (
        <Button variant="default" onClick={onEdit}>
          Change
        </Button>
      ) : null}
      {can.withdraw ? (
        <Button variant="default" loading={withdraw.isRunning} onClick={() => void withdraw.run({ id })}>
          Withdraw
        </Button>
      ) : null}
      {can.cancel ? <CancelEvent id={id} name={name} seen={event.registrations} /> : null}
      {applicationStatus === 'approved' && !event.isCancelled ? (
        <ButtonLink to="/event/$id" params={{ id }} variant="default">
          See its page
        </ButtonLink>
      ) : null}
      {can.discard ? (
        <Button variant="default" loading={discard.isRunning} onClick={() => void discard.run({ id })}>
          Delete draft
        </Button>
      ) : (
        <Button variant="default" loading={copy.isRunning} onClick={() => void copy.run({ id })}>
          Use it again
        </Button>
      )}
    </Group>
  )
}
