import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Conversation } from '#features/events/conversation/parts/conversation.tsx'
import { RoomDay, useRooms } from '#features/events/event-rooms/parts/room-day.tsx'
import { neededOf } from '#features/events/event-rooms/rules.ts'
import { CancelEvent } from '#features/events/guests/parts/cancel-event.tsx'
import { EventPicture } from '#features/events/pictures/parts/event-picture.tsx'
import { formatCount, formatDate, formatTimeRange, stateWords } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api, rpc } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { ApplicationState } from './application-card.tsx'
import { Decide } from './decide.tsx'
import classes from './review-dialog.module.css'

export type Application = Awaited<ReturnType<typeof rpc.hosting.application>>

/** One application to read and decide on (EVA-04). */
export function ReviewDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const decision = useRef<HTMLDivElement>(null)
  const application = useQuery(api.hosting.application.queryOptions({ input: { id } }))
  return (
    <Dialog title={application.data?.name.trim() || 'Event application'} onClose={onClose} size="64rem" keepsInput>
      <Query of={application} failed={messages.load}>
        {found => (
          <>
            <div className={classes.states}>
              <ApplicationState application={found} />
            </div>
            <div className={classes.columns}>
              <div className={classes.about}>
                <EventPicture id={id} kind={found.draft.eventType} isFixed />
                <h3>Description</h3>
                <p className={classes.text}>{found.draft.description || 'Nothing yet.'}</p>
                <h3>Notes to the committee</h3>
                <p className={classes.text}>{found.draft.applicationNotes || 'Nothing yet.'}</p>
                <Room application={found} />
              </div>
              <div className={classes.figures}>
                <Figures application={found} />
              </div>
              <div className={classes.talk}>
                <Section title="You and the host" lead="The host does not learn who of you writes.">
                  <Conversation
                    eventId={id}
                    messages={found.messages.map(({ addressee, author, ...message }) => ({
                      ...message,
                      isOwn: addressee === 'host',
                      author: author ?? (addressee === 'host' ? 'A former member of the committee' : 'The host'),
                    }))}
                    label="Message to the host"
                    hint="It goes by email, and stands on their page."
                    send={found.can.write ? rpc.hosting.writeToHost : undefined}
                  />
                </Section>
              </div>
              <div ref={decision} className={classes.decision} tabIndex={-1}>
                {found.can.cancel ? <CancelEvent id={id} name={found.name} seen={found.registrations} isStaff /> : null}
                {found.can.decide ? <Decide application={found} onDone={onClose} /> : null}
              </div>
            </div>
            {found.can.decide ? (
              <div className={classes.jump}>
                <Button
                  fullWidth
                  variant="default"
                  onClick={() => {
                    decision.current?.scrollIntoView({ block: 'start' })
                    decision.current?.focus({ preventScroll: true })
                  }}
                >
                  To your decision
                </Button>
              </div>
            ) : null}
          </>
        )}
      </Query>
    </Dialog>
  )
}

function Figures({ application }: { application: Application }) {
  const { draft, host, record, appliedAt, applicationStatus, reviewedAt, reviewer, rejectionReason, capacity } =
    application
  return (
    <Facts
      facts={[
        { label: 'Host', value: host },
        {
          label: 'Hosted before',
          value:
            record.events === 0
              ? 'Nothing yet'
              : `${formatCount(record.events, 'event')}, ${formatCount(record.people, 'person', 'people')}`,
        },
        record.cancelled > 0 && { label: 'Cancelled before', value: formatCount(record.cancelled, 'event') },
        { label: 'What', value: stateWords(draft.eventType) },
        { label: 'Day', value: draft.eventDate && formatDate(draft.eventDate, { year: true }) },
        { label: 'Time', value: draft.startTime && draft.endTime && formatTimeRange(draft.startTime, draft.endTime) },
        { label: 'Where', value: draft.spacePreference },
        { label: 'To set up', value: minutesWords(draft.setUpMinutes) },
        { label: 'To clear up', value: minutesWords(draft.clearMinutes) },
        {
          label: 'Host expects',
          value: draft.expectedAttendance && formatCount(draft.expectedAttendance, 'person', 'people'),
        },
        { label: 'Room for', value: `${formatCount(capacity, 'person', 'people')} at most` },
        {
          label: 'Host asks for',
          value: draft.pointsReward > 0 ? `${formatCount(draft.pointsReward, 'point')} for whoever comes` : 'No points',
        },
        { label: applicationStatus === 'draft' ? 'Begun' : 'Applied', value: appliedAt && <When at={appliedAt} /> },
        { label: 'Decided', value: reviewedAt && <When at={reviewedAt} /> },
        { label: 'By', value: reviewer },
        { label: 'Reason', value: rejectionReason },
      ]}
    />
  )
}

const minutesWords = (minutes: number) => (minutes > 0 ? formatCount(minutes, 'minute') : 'No time')

/** What else the room has on that day. */
function Room({ application: { id, draft } }: { application: Application }) {
  const { eventDate, startTime, endTime, spacePreference } = draft
  const rooms = useRooms(eventDate ?? '', id)
  const room = rooms.data?.find(({ preference }) => preference === spacePreference)
  if (!room || !eventDate || !startTime || !endTime) return null
  return <RoomDay on={eventDate} room={room} needed={neededOf({ ...draft, startTime, endTime })} isAsked />
}
