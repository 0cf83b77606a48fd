import { picturesFact } from '#features/house/images/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { activeTiersFact } from '#features/membership/tiers/model.ts'
import { Questions, questionsOf } from '#features/membership/tiers/parts/questions.tsx'
import { TierDrawing } from '#features/membership/tiers/parts/tier-drawing.tsx'
import { isFree, tierFacts } from '#features/membership/tiers/rules.ts'
import { unitPricePence } from '#features/membership/tokens/rules.ts'
import { joinPath } from '#features/people/members/rules.ts'
import type { Head, Heads } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { formatCount, formatMoney, formatNumber, formatTokens } from '#platform/words.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { PlainCards } from '#ui/plain/plain-cards.tsx'
import { Section } from '#ui/plain/section.tsx'
import { PlainButton } from '#ui/plain/visitor-frame.tsx'
import { facilitiesFact, factsOf, pictureOf } from './model.ts'
import { dayWords, durationWords, priceWords } from './parts/fare-words.ts'

export const heads: Heads = { '/membership-info': membershipInfoHead, '/bookings': bookingsHead }

/** What membership is and costs: plans, rooms by the hour, what is in the house, and what people ask. */
async function membershipInfoHead({ facts }: Runtime): Promise<Head> {
  const [tiers, rooms] = [await facts.get(activeTiersFact), (await facts.get(facilitiesFact)).map(factsOf)]
  const settings = await facts.get(settingsFact)
  const { tokenPricePence, loyaltyTokens, amenities } = settings
  const freeName = tiers.find(isFree)?.name ?? null
  const drawn = tiers.map(tier => ({
    ...tierFacts(tier),
    tokenPricePence: unitPricePence(tokenPricePence, tier.tokenDiscountPercent),
  }))
  const questions = questionsOf({ freeName, tokenPricePence })
  const priceOf = (pence: number) => (pence === 0 ? 'free' : `${formatMoney(pence)} a month`)
  const words = tiers.map(({ name, pricePence }) => `${name}, ${priceOf(pricePence)}`)
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    freshUntil: 'changed',
    stylesOf: 'tier-card',
    title: 'Membership · Exchange',
    description: `Join Exchange: ${words.join('; ')}.`,
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
        <Section
          title="Plans"
          lead={`Monthly, change or end it any time.${tiers.some(({ weeklyTokens }) => weeklyTokens > 0) ? ' Tokens come every Monday and never expire.' : ''}`}
        >
          <ul className="plan-tiers">
            {drawn.map((tier, at) => (
              <TierDrawing
                key={tier.id}
                tier={tier}
                before={drawn[at - 1]}
                isCurrent={tier.isFree}
                mark={tier.isFree ? <strong>Start here</strong> : null}
                tokenPricePence={tier.tokenPricePence}
                hasStalls
                way={
                  <PlainButton
                    to={`/code-of-conduct?${new URLSearchParams({ return: joinPath({ tierSlug: tier.slug }) })}`}
                    isQuiet={!tier.isFree}
                  >
                    Apply for {tier.name}
                  </PlainButton>
                }
              />
            ))}
          </ul>
          {loyaltyTokens > 0 ? (
            <p className="plan-soft">
              {`Paid members get ${formatTokens(loyaltyTokens)} as a bonus every 3 months. Further tokens cost ${formatMoney(tokenPricePence)} each, less the discount of your plan.`}
            </p>
          ) : null}
        </Section>
        <Section id="rooms" title="Studios and facilities" lead="What an hour costs, in tokens or by card.">
          <Facts facts={rooms.map(room => ({ key: room.id, label: room.name, value: priceWords(room) }))} />
          <h3 className="plan-by-day">By the day, as arranged with the house</h3>
          <Facts
            facts={[
              {
                label: 'Market hall',
                value: `${tokenRange(settings.marketHireLeastTokens, settings.marketHireMostTokens)} a day`,
              },
              {
                label: 'Event space',
                value: `${tokenRange(settings.eventSpaceLeastTokens, settings.eventSpaceMostTokens)} a day`,
              },
            ]}
          />
        </Section>
        <Section title="In the house">
          <ul className="plan-features">
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

/** The rooms and what they cost. */
async function bookingsHead({ facts }: Runtime): Promise<Head> {
  const [all, pictures] = [await facts.get(facilitiesFact), await facts.get(picturesFact)]
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    freshUntil: 'changed',
    title: 'Book Your Space · Exchange',
    description: `Rooms by the hour: ${all.map(({ name }) => name).join(', ')}.`.slice(0, 300),
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
        <Section
          title="Rooms and prices"
          lead="Members book. Look around first: every room shows its free times."
          actions={
            <>
              <PlainButton to="/membership-info">Membership</PlainButton>
              <PlainButton to="/auth?return=%2Fbookings" isQuiet>
                Sign In
              </PlainButton>
            </>
          }
        >
          <PlainCards
            of={all.map(facility => {
              const room = factsOf(facility)
              const people = formatCount(room.people, 'person', 'people')
              return {
                ...{ key: room.id, title: room.name, seed: room.slug, picture: pictureOf(pictures, facility) },
                to: `/facility-booking?id=${room.id}`,
                above: priceWords(room),
                facts: `${durationWords(room.durationMinutes)}, ${people}${room.tokenAvailableDays.length > 0 ? `. Tokens: ${dayWords(room.tokenAvailableDays)}` : ''}`,
                about: room.description,
              }
            })}
          />
        </Section>
      </Page>,
    ),
  }
}

const tokenRange = (one: number, other: number) =>
  one === other ? formatTokens(one) : `${formatNumber(Math.min(one, other))}–${formatTokens(Math.max(one, other))}`
