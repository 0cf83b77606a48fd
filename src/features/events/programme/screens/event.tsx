import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { messages, typeWords } from '#features/events/events/rules.ts'
import { formatDate, formatTimeRange } from '#platform/words.ts'
import { HeadPicture } from '#ui/plain/head-picture.tsx'
import { Page } from '#ui/plain/page.tsx'
import { posterOf } from '#ui/plain/poster-kinds.tsx'
import { Query } from '#ui/plain/query.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { api, type rpc } from '#web/client.ts'
import { EventBody } from '../parts/event-body.tsx'

export type Event = Awaited<ReturnType<typeof rpc.events.one>>

/** /event/{id}: an event, and going to it (EVT-10, EVT-11). One that is not there leads back to all of them (EVT-12). */
export function EventPage() {
  const { id } = useParams({ from: '/event/$id' })
  const navigate = useNavigate()
  const query = useQuery(api.events.one.queryOptions({ input: { id }, retry: false }))
  const code = (query.error as { code?: string } | null)?.code
  const isMissing = code === 'NOT_FOUND' || code === 'INVALID_INPUT'
  useEffect(() => {
    if (!isMissing) return
    toast.error(messages.notFound)
    void navigate({ to: '/events', replace: true })
  }, [isMissing, navigate])
  if (isMissing) return null
  const event = query.data
  return (
    <Page
      title={event?.name ?? 'Event'}
      kicker={
        <>
          <Link to="/events">Events</Link>
          {event ? ` · ${typeWords[event.eventType]}` : null}
        </>
      }
      lead={
        event ? (
          <>
            <strong>
              {formatDate(event.eventDate, { year: true })}, {formatTimeRange(event.startTime, event.endTime)}
            </strong>
            {event.place ? ` · ${event.place}` : null}
          </>
        ) : null
      }
      actions={<HeadPicture of={event && { picture: event.picture, seed: posterOf(event) }} />}
    >
      <Query of={query} failed="Failed to load this event" loading={<LoadingText lines={8} />}>
        {found => <EventBody event={found} />}
      </Query>
    </Page>
  )
}
