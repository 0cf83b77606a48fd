import { settingsFact } from '#features/house/settings/model.ts'
import { cancelBrief, cancelLine } from '#features/money/refunds/rules.ts'
import { addDays } from '#platform/dates.ts'
import type { Head, Heads } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { formatDate, formatMoney, formatTimeRange } from '#platform/words.ts'
import { Empty } from '#ui/plain/empty.tsx'
import { Page } from '#ui/plain/page.tsx'
import { PriceBreakdown } from '#ui/plain/price-breakdown.tsx'
import { Section } from '#ui/plain/section.tsx'
import { PlainButton, PlainOpener } from '#ui/plain/visitor-frame.tsx'
import { comingOf, marketDaysFact } from '../days/model.ts'
import { planFact } from '../pitches/model.ts'
import { onOffer } from '../pitches/rules.ts'
import { MarketFacts, nextWords } from '../tickets/parts/market-facts.tsx'
import { MarketLead, marketWords } from '../tickets/parts/market-lead.tsx'
import { aboutMarket, messages } from '../tickets/rules.ts'
import { backUntil, daysOnSale } from './rules.ts'

export const heads: Heads = { '/market-tickets': marketHead }

/** The next market: when, what entry costs, and how one gets in. */
async function marketHead({ facts, clock, env }: Runtime): Promise<Head> {
  const now = clock.now()
  const settings = await facts.get(settingsFact)
  const { venueAddress, venueEmail } = settings
  const coming = comingOf(await facts.get(marketDaysFact), now)
  const shown = coming && { ...coming, stalls: onOffer(coming, await facts.get(planFact)) }
  const about = aboutMarket(shown, settings, now)
  const { day, guestEntryPence } = about
  const when = day && `${formatDate(day.on, { year: true })}, ${formatTimeRange(day.opensAt, day.closesAt)}`
  const [sold] = daysOnSale(await facts.get(marketDaysFact), now)
  const back = {
    ...{ back: formatMoney(guestEntryPence), until: sold ? backUntil(sold, settings, now) : null },
    hasBegun: sold !== undefined && instantOf(sold.on, sold.opensAt) <= now,
  }
  const price = guestEntryPence === 0 ? 'Free entry' : `${formatMoney(guestEntryPence)} entry for guests`
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    freshUntil: untilAnother(day, now),
    title: 'Market tickets · Exchange',
    description: `The makers’ market at Exchange, ${venueAddress}. ${when ? `Next: ${when}. ` : ''}${price}.`,
    preview: {
      kicker: 'The makers’ market',
      title: when ? formatDate(day!.on) : 'Market',
      lines: [...(when ? [when] : []), price],
    },
    jsonLd: day
      ? [
          {
            '@type': 'Event',
            name: 'The makers’ market at Exchange',
            description: marketWords,
            startDate: instantOf(day.on, day.opensAt).toISOString(),
            endDate: instantOf(day.on, day.closesAt).toISOString(),
            eventStatus: 'https://schema.org/EventScheduled',
            eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
            location: { '@type': 'Place', name: 'Exchange', address: venueAddress },
            organizer: { '@type': 'Organization', name: 'Exchange', url: `${env.publicUrl}/` },
            image: `${env.publicUrl}/icon-512.png`,
            offers: {
              '@type': 'Offer',
              price: (guestEntryPence / 100).toFixed(2),
              priceCurrency: 'GBP',
              availability: 'https://schema.org/InStock',
              url: `${env.publicUrl}/market-tickets`,
            },
          },
        ]
      : [],
    html: renderToStaticMarkup(
      <Page title="Market tickets" kicker="Market" lead={<MarketLead about={about} />}>
        <Section title="Buy tickets" aside id="buy">
          {day && guestEntryPence > 0 ? (
            <PlainOpener
              to="buy"
              stands="tickets"
              fields={[
                {
                  label: 'Market day',
                  kind: 'choice',
                  value: `${formatDate(day.on)}, ${formatTimeRange(day.opensAt, day.closesAt)}`,
                },
                { label: 'Tickets', kind: 'count', value: '1 ticket' },
                { label: 'Name', autoComplete: 'name', maxLength: 100 },
                {
                  ...{ label: 'Email', kind: 'email', autoComplete: 'email', maxLength: 255 },
                  hint: 'Your tickets come to this address.',
                },
              ]}
              price={
                <PriceBreakdown
                  unit="pence"
                  parts={[
                    {
                      ...{ label: 'Market entry for guests', amount: guestEntryPence },
                      detail: `1 ticket × ${formatMoney(guestEntryPence)}`,
                    },
                  ]}
                  total={guestEntryPence}
                  refund={cancelLine(back)}
                />
              }
              chosen={
                <>
                  <p>
                    <span>{formatDate(day.on)}, 1 ticket</span> <strong>{formatMoney(guestEntryPence)}</strong>
                  </p>
                  <p>{cancelBrief(back)}</p>
                </>
              }
              words={<HowToBuy email={venueEmail} />}
            >
              Pay {formatMoney(guestEntryPence)} by card
            </PlainOpener>
          ) : (
            <p>
              <HowToBuy email={venueEmail} />
            </p>
          )}
        </Section>
        <Section title={nextWords(about)} aside>
          <MarketFacts about={{ ...about, can: { ticket: false } }} />
        </Section>
        <Section title="Your ticket" aside>
          <Empty
            what={messages.signIn}
            why="Members show a code of their own at the door."
            next={<PlainButton to="/auth?return=%2Fmarket-tickets">Sign In</PlainButton>}
          />
        </Section>
        <Section title="A stall of your own" aside>
          <p>
            Members sell what they make, on every plan. You choose the day, the size and the extras, and pay by card.
          </p>
          <PlainButton to="/market-booking" isQuiet>
            Book a stall
          </PlainButton>
        </Section>
      </Page>,
    ),
  }
}

const HowToBuy = ({ email }: { email: string }) => (
  <>
    Guests buy tickets on this page by card, or pay at the door. Questions: <a href={`mailto:${email}`}>{email}</a>.
  </>
)

/** It shows another market when this one has closed, and what is said of today is written anew each midnight. */
function untilAnother(day: { on: string; closesAt: string } | null, now: Date): Date {
  const midnight = instantOf(addDays(calendarDate(now), 1), '00:00')
  const closing = day && instantOf(day.on, day.closesAt)
  return closing && closing > now && closing < midnight ? closing : midnight
}
