import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { aboutEvent, eventColumns, isInTime, isListed, isPublic, pictureOf } from '#features/events/events/model.ts'
import { typeWords } from '#features/events/events/rules.ts'
import { events } from '#features/events/events/table.ts'
import { picturesFact } from '#features/house/images/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { user } from '#platform/db/tables.ts'
import type { Head, Heads, PublicAddresses } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { formatCount, formatDate, formatTimeRange, formatTokens } from '#platform/words.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { HeadPicture } from '#ui/plain/head-picture.tsx'
import { Page } from '#ui/plain/page.tsx'
import { PlainCards } from '#ui/plain/plain-cards.tsx'
import { posterOf } from '#ui/plain/poster-kinds.tsx'
import { Section } from '#ui/plain/section.tsx'
import { PlainButton } from '#ui/plain/visitor-frame.tsx'

export const heads: Heads = { '/events': eventsHead, '/event/$id': eventHead }

/** So many of the next events are named to search engines and link previews. */
const named = 20
/** More than a house plans. */
const mostAddresses = 1_000

/** Events to come, each with a page of its own. */
export const addresses: PublicAddresses = async runtime => {
  if (!(await runtime.facts.get(settingsFact)).pagesOpenToVisitors.includes('/events')) return []
  const rows = await upcoming(runtime, mostAddresses)
  return rows.map(({ id, changedAt }) => ({ path: `/event/${id}`, changedAt }))
}

const columns = {
  ...eventColumns,
  description: events.description,
  about: aboutEvent,
  cancelledAt: events.cancelledAt,
  changedAt: events.changedAt,
}

const selectEvents = ({ db }: Runtime) =>
  db
    .select(columns)
    .from(events)
    .leftJoin(spaces, eq(spaces.id, events.spaceId))
    .leftJoin(user, eq(user.id, events.hostUserId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectEvents>>[number]

const upcoming = (runtime: Runtime, most: number): Promise<Row[]> =>
  selectEvents(runtime)
    .where(and(isListed, isInTime('upcoming', runtime.clock.now())))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(most)

async function eventsHead(runtime: Runtime): Promise<Head> {
  const rows = await upcoming(runtime, named)
  const [{ venueAddress }, pictures] = [await runtime.facts.get(settingsFact), await runtime.facts.get(picturesFact)]
  const next = rows.slice(0, 3).map(({ name, eventDate }) => `${name}, ${formatDate(eventDate)}`)
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    title: 'Events · Exchange',
    description: next.length > 0 ? `Next in the house: ${next.join('; ')}.` : 'Workshops, talks and evenings.',
    preview: { kicker: 'What’s on', title: 'Events', lines: next.slice(0, 2) },
    jsonLd: rows.map(row => eventData(row, runtime.env.publicUrl, venueAddress)),
    html: renderToStaticMarkup(
      <Page
        title="Events"
        kicker="What’s on"
        lead="Workshops, talks and evenings, most of them by members for members."
      >
        <Section title="Events to come">
          {rows.length > 0 ? (
            <PlainCards
              of={rows.map(row => ({
                ...{ key: row.id, to: `/event/${row.id}`, title: row.name, seed: posterOf(row) },
                picture: pictureOf(row, pictures),
                above: `${formatDate(row.eventDate)}, ${formatTimeRange(row.startTime, row.endTime)}`,
                facts: [typeWords[row.eventType], row.place, priceOf(row), placesOf(row)].filter(Boolean).join(' · '),
                about: row.about,
              }))}
            />
          ) : (
            <p>Nothing is planned yet. Events appear here as soon as they are approved.</p>
          )}
        </Section>
      </Page>,
    ),
  }
}

/** Title, picture and structured data of an event, for those with whom it is shared. */
async function eventHead(runtime: Runtime, params: Record<string, string>): Promise<Head | null> {
  const id = z.uuid().safeParse(params.id).data
  if (!id) return null
  const [event] = await selectEvents(runtime).where(and(isPublic, eq(events.id, id)))
  if (!event) return null
  const { publicUrl } = runtime.env
  const [{ venueAddress }, pictures] = [await runtime.facts.get(settingsFact), await runtime.facts.get(picturesFact)]
  const picture = pictureOf(event, pictures)
  const when = `${formatDate(event.eventDate, { year: true })}, ${formatTimeRange(event.startTime, event.endTime)}`
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    title: `${event.name} · Exchange`,
    description: `${when}${event.place ? `, ${event.place}` : ''}. ${event.description.slice(0, 160)}`,
    preview: {
      kicker: typeWords[event.eventType],
      lines: [when, event.place],
      seed: posterOf(event),
      fileId: picture?.src.split('/').at(-1) ?? null,
    },
    jsonLd: [{ ...eventData(event, publicUrl, venueAddress), ...(picture && { image: publicUrl + picture.src }) }],
    above: { name: 'Events', path: '/events' },
    changedAt: event.changedAt,
    html: renderToStaticMarkup(
      <Page
        title={event.name}
        kicker={
          <>
            <a href="/events">Events</a> · {typeWords[event.eventType]}
          </>
        }
        lead={
          <>
            <strong>{when}</strong>
            {event.place ? ` · ${event.place}` : null}
          </>
        }
        actions={<HeadPicture of={{ picture, seed: posterOf(event) }} />}
      >
        {event.cancelledAt ? (
          <p>This event was cancelled.</p>
        ) : (
          <>
            <p>{`${priceOf(event)} · ${placesOf(event)}`}</p>
            <PlainButton to={`/auth?return=${encodeURIComponent(`/event/${id}`)}`}>Sign In to register</PlainButton>
          </>
        )}
        <p>{event.description}</p>
        <Section title="Details">
          <Facts
            facts={[
              { label: 'Host', value: event.hostName ?? 'The house' },
              { label: 'Where', value: [event.place, venueAddress].filter(Boolean).join(', ') },
              { label: 'Price', value: priceOf(event) },
              { label: 'Availability', value: placesOf(event) },
            ]}
          />
        </Section>
      </Page>,
    ),
  }
}

const priceOf = ({ tokensCost }: Pick<Row, 'tokensCost'>) => (tokensCost > 0 ? formatTokens(tokensCost) : 'Free')

const placesOf = ({ capacity, registeredCount, offeredCount }: Row) => {
  const left = capacity - registeredCount - offeredCount
  return left > 0 ? `${formatCount(left, 'place')} left`.replaceAll(' ', '\u00a0') : 'Fully booked'
}

/** An event as search engines have words for it. */
const eventData = (event: Row, publicUrl: string, address: string) => ({
  '@type': 'Event',
  name: event.name,
  description: event.description,
  startDate: event.startsAt.toISOString(),
  endDate: event.endsAt.toISOString(),
  eventStatus: `https://schema.org/${event.cancelledAt ? 'EventCancelled' : 'EventScheduled'}`,
  eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
  location: { '@type': 'Place', name: event.place || 'Exchange', address },
  organizer: { '@type': event.hostName ? 'Person' : 'Organization', name: event.hostName ?? 'Exchange' },
  url: `${publicUrl}/event/${event.id}`,
})
