import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { eventColumns, isInTime, isListed, isPublic } from '#features/events/events/model.ts'
import { events } from '#features/events/events/table.ts'
import { picturesFact } from '#features/house/images/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { hall } from '#features/spaces/rooms/rules.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { user } from '#platform/db/tables.ts'
import type { Head, Heads } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { formatDate, formatTimeRange } from '#platform/words.ts'

export const heads: Heads = { '/events': eventsHead, '/event/$id': eventHead }

/** So many of the next events are named to search engines and link previews. */
const named = 20

/** Only while visitors may read events at all (decision 4). */
const isOpen = async ({ facts }: Runtime) => (await facts.get(settingsFact)).pagesOpenToVisitors.includes('/events')

async function eventsHead(runtime: Runtime): Promise<Head | null> {
  if (!(await isOpen(runtime))) return null
  const rows = await runtime.db
    .select({ id: events.id, name: events.name, eventDate: eventColumns.eventDate })
    .from(events)
    .where(and(isListed, isInTime('upcoming', runtime.clock.now())))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(named)
  const { renderToStaticMarkup } = await import('react-dom/server')
  const next = rows.slice(0, 3).map(({ name, eventDate }) => `${name}, ${formatDate(eventDate)}`)
  return {
    title: 'Events · Exchange',
    description: next.length > 0 ? `Next in the house: ${next.join('; ')}.` : 'Workshops, talks and evenings.',
    html: renderToStaticMarkup(
      <main id="content">
        <h1>Events</h1>
        <ul>
          {rows.map(({ id, name, eventDate }) => (
            <li key={id}>
              <a href={`/event/${id}`}>
                {name}, {formatDate(eventDate, { year: true })}
              </a>
            </li>
          ))}
        </ul>
      </main>,
    ),
  }
}

/** Title, picture and structured data of an event, for those with whom it is shared. */
async function eventHead(runtime: Runtime, params: Record<string, string>): Promise<Head | null> {
  const id = z.uuid().safeParse(params.id).data
  if (!id || !(await isOpen(runtime))) return null
  const [event] = await runtime.db
    .select({ ...eventColumns, description: events.description, cancelledAt: events.cancelledAt })
    .from(events)
    .leftJoin(spaces, eq(spaces.id, events.spaceId))
    .leftJoin(user, eq(user.id, events.hostUserId))
    .where(and(isPublic, eq(events.id, id)))
  if (!event) return null
  const { publicUrl } = runtime.env
  const [{ venueAddress }, pictures] = [await runtime.facts.get(settingsFact), await runtime.facts.get(picturesFact)]
  const picture = (event.image && pictures[event.image]) || pictures[hall]
  const image = picture && `${publicUrl}${picture.src}`
  const when = `${formatDate(event.eventDate, { year: true })}, ${formatTimeRange(event.startTime, event.endTime)}`
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    description: event.description,
    startDate: event.startsAt.toISOString(),
    endDate: event.endsAt.toISOString(),
    eventStatus: `https://schema.org/${event.cancelledAt ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: event.place || 'Exchange', address: venueAddress },
    organizer: { '@type': event.hostName ? 'Person' : 'Organization', name: event.hostName ?? 'Exchange' },
    url: `${publicUrl}/event/${id}`,
    ...(image && { image }),
  }
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    title: `${event.name} · Exchange`,
    description: `${when}${event.place ? `, ${event.place}` : ''}. ${event.description.slice(0, 160)}`,
    ...(image && { image }),
    html: renderToStaticMarkup(
      <main id="content">
        <h1>{event.name}</h1>
        <p>{when}</p>
        <p>{event.description}</p>
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no tag can begin
          dangerouslySetInnerHTML={{ __html: JSON.stringify(facts).replaceAll('<', '\\u003c') }}
        />
      </main>,
    ),
  }
}
