import { and, asc, eq, lt } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import type { Asked, Head, Heads } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { formatCount, formatDate, formatTimeRange } from '#platform/words.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Phone } from '#ui/plain/phone.tsx'
import { Section } from '#ui/plain/section.tsx'
import { PlainOpener } from '#ui/plain/visitor-frame.tsx'
import { isAhead } from './model.ts'
import { Where } from './parts/where.tsx'
import { leftOf, named, placeOf } from './rules.ts'
import { tourSlots } from './table.ts'

export const heads: Heads = { '/tour-booking': toursHead }

/** What somebody booked, or how the house is visited and the next tours that have room. */
async function toursHead(runtime: Runtime, _: object, { hasBooking }: Asked): Promise<Head> {
  return hasBooking ? bookedHead() : offerHead(runtime)
}

/** One that is booked is told by the application to whoever has its link; until that has come the page says what it will be. */
async function bookedHead(): Promise<Head> {
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    freshUntil: 'changed',
    isUnlisted: true,
    needsApp: true,
    title: 'Your tour · Exchange',
    description: 'When it is, who comes, and how it is changed or cancelled.',
    html: renderToStaticMarkup(
      <Page title="Your tour" kicker="Tour of the house">
        <p role="status" aria-busy="true">
          Loading your tour…
        </p>
      </Page>,
    ),
  }
}

async function offerHead({ db, facts, clock }: Runtime): Promise<Head> {
  const { venueAddress, venueEmail, venuePhone, opensAt, closesAt } = await facts.get(settingsFact)
  const { id, tourDate, startTime, endTime, capacity, bookedCount, status } = tourSlots
  const rows = await db
    .select({ id, tourDate, startTime, endTime, capacity, bookedCount })
    .from(tourSlots)
    .where(and(eq(status, 'active'), isAhead(clock.now()), lt(bookedCount, capacity)))
    .orderBy(asc(tourDate), asc(startTime))
    .limit(named)
  const [next] = rows
  const lead = 'An hour through studios, desks and the hall with somebody who works here. It costs nothing.'
  const howElse = (
    <>
      You book a place on this page. Or write to <a href={`mailto:${venueEmail}`}>{venueEmail}</a> or call{' '}
      <Phone of={venuePhone} /> with a day and how many you are.
    </>
  )
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    title: 'Book a tour · Exchange',
    description: `See the house: ${lead.charAt(0).toLowerCase()}${lead.slice(1)} ${venueAddress}.${next ? ` Next tour: ${formatDate(next.tourDate)}, ${formatTimeRange(next.startTime, next.endTime)}.` : ''}`,
    preview: { title: 'See the house', lines: ['An hour, and it costs nothing', venueAddress] },
    html: renderToStaticMarkup(
      <Page title="Book a tour" heading="See the house" lead={lead}>
        <Section title="Your visit" id="visit">
          {rows.length > 0 ? (
            <div className="plain-stands" data-stands="tour">
              <Facts
                facts={rows.map(slot => ({
                  key: slot.id,
                  label: formatDate(slot.tourDate),
                  value: (
                    <a href={`#${placeOf(slot.id)}`} data-opens>
                      {formatTimeRange(slot.startTime, slot.endTime)}, {formatCount(leftOf(slot), 'place')} free
                    </a>
                  ),
                }))}
              />
              <PlainOpener
                to="visit"
                fields={[
                  { label: 'How many of you?', value: '1', autoComplete: 'off', maxLength: 3 },
                  { label: 'Name', autoComplete: 'name', maxLength: 100 },
                  { label: 'Email', kind: 'email', autoComplete: 'email', maxLength: 255 },
                  { label: 'Phone', kind: 'tel', autoComplete: 'tel', maxLength: 20, isOptional: true },
                ]}
                words={howElse}
              >
                Book tour
              </PlainOpener>
            </div>
          ) : (
            <>
              <p>No tour is offered at the moment. Ask us for one.</p>
              <p>{howElse}</p>
            </>
          )}
        </Section>
        <Where address={venueAddress} opensAt={opensAt} closesAt={closesAt} />
      </Page>,
    ),
  }
}
