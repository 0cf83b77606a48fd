import { settingsFact } from '#features/house/settings/model.ts'
import { activeTiersFact } from '#features/membership/tiers/model.ts'
import { Questions, questionsOf } from '#features/membership/tiers/parts/questions.tsx'
import type { Head, Heads } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { formatCount, formatMoney, formatTokens } from '#platform/words.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { PlainButton } from '#ui/plain/visitor-frame.tsx'
import { facilitiesFact, factsOf } from './model.ts'
import { dayWords, durationWords, priceWords } from './parts/fare-words.tsx'

export const heads: Heads = { '/membership-info': membershipInfoHead, '/bookings': bookingsHead }

/** What membership is and costs: plans, rooms by the hour, what is in the house, and what people ask. */
async function membershipInfoHead({ facts }: Runtime): Promise<Head> {
  const [tiers, rooms] = [await facts.get(activeTiersFact), (await facts.get(facilitiesFact)).map(factsOf)]
  const { tokenPricePence, amenities } = await facts.get(settingsFact)
  const freeName = tiers.find(({ pricePence }) => pricePence === 0)?.name ?? null
  const questions = questionsOf({ freeName, tokenPricePence })
  const priceOf = (pence: number) => (pence === 0 ? 'free' : `${formatMoney(pence)} a month`)
  const words = tiers.map(({ name, pricePence }) => `${name}, ${priceOf(pricePence)}`)
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    freshUntil: 'changed',
    title: 'Membership · Exchange',
    description: `Join Exchange in Marylebone: ${words.join('; ')}.`,
    preview: { kicker: 'Join the house', title: 'Membership', lines: words.slice(0, 3) },
    jsonLd: [
      {
        '@type': 'FAQPage',
        mainEntity: questions.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
    html: renderToStaticMarkup(
      <Page
        title="Membership"
        kicker="Join the house"
        lead="One house, several ways in. Start free, and take more room when your work needs it."
        actions={
          <>
            <PlainButton to="/code-of-conduct?return=%2Fjoin">Get Started</PlainButton>
            <PlainButton to="/tour-booking" isQuiet>
              Book a Tour
            </PlainButton>
          </>
        }
      >
        <Section title="Plans" lead="Monthly, change or end it any time.">
          <Facts
            facts={tiers.map(tier => ({
              label: tier.name,
              value: (
                <>
                  {tier.pricePence === 0 ? 'Free' : `${formatMoney(tier.pricePence)} a month`}
                  {tier.weeklyTokens > 0 ? `, ${formatTokens(tier.weeklyTokens)} a week` : ''}
                  {tier.description ? <p>{tier.description}</p> : null}
                  <ul>
                    {tier.features.map(feature => (
                      <li key={feature}>{feature}</li>
                    ))}
                  </ul>
                </>
              ),
            }))}
          />
        </Section>
        <Section title="Studios and facilities" lead="What an hour costs, in tokens or by card.">
          <Facts facts={rooms.map(room => ({ label: room.name, value: priceWords(room) }))} />
        </Section>
        <Section title="In the house">
          <ul>
            {amenities
              .split('\n')
              .filter(line => line.trim() !== '')
              .map(line => (
                <li key={line}>{line}</li>
              ))}
          </ul>
        </Section>
        <Section title="Questions">
          <Questions of={questions} />
        </Section>
      </Page>,
    ),
  }
}

/** The rooms and what they cost, while visitors may read that page (decision 4). */
async function bookingsHead({ facts }: Runtime): Promise<Head | null> {
  if (!(await facts.get(settingsFact)).pagesOpenToVisitors.includes('/bookings')) return null
  const rooms = (await facts.get(facilitiesFact)).map(factsOf)
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    freshUntil: 'changed',
    title: 'Book Your Space · Exchange',
    description: `Rooms by the hour in Marylebone: ${rooms.map(({ name }) => name).join(', ')}.`.slice(0, 300),
    preview: {
      kicker: 'Book a space',
      title: 'Book Your Space',
      lines: ['Studios, a sauna, desks and rooms to make things in'],
    },
    html: renderToStaticMarkup(
      <Page
        title="Book Your Space"
        kicker="Book a space"
        lead="Studios, a sauna, desks and rooms to make things in. Choose one, a day and a time."
      >
        <Section title="Rooms and prices" lead="Members book; what membership is and costs stands below.">
          <Facts
            facts={rooms.map(room => ({
              label: room.name,
              value: (
                <>
                  {priceWords(room)}
                  <p>
                    {room.description}{' '}
                    {`${durationWords(room.durationMinutes)}; ${formatCount(room.people, 'person', 'people')}.`}
                    {room.tokenAvailableDays.length > 0 ? ` Tokens: ${dayWords(room.tokenAvailableDays)}.` : ''}
                  </p>
                </>
              ),
            }))}
          />
          <p>
            <a href="/membership-info">Membership</a> · <a href="/auth?return=%2Fbookings">Sign In</a>
          </p>
        </Section>
      </Page>,
    ),
  }
}
