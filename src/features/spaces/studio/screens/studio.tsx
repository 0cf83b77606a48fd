import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cashWords, tokenWords as hourWords } from '#features/spaces/facilities/parts/fare-words.tsx'
import { ClosedPanel, UpgradePanel } from '#features/spaces/facilities/parts/upgrade-panel.tsx'
import { studioRoom } from '#features/spaces/rooms/rules.ts'
import { formatCount, formatMoney, formatTokens } from '#platform/words.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { HeadPicture } from '#ui/plain/head-picture.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { Sessions, type StudioPage } from '../parts/sessions.tsx'
import classes from '../parts/studio.module.css'
import { StudioForm } from '../parts/studio-form.tsx'
import { dayFrom, halfDayFrom, hoursAllowed, tokenHours, tokenWords } from '../rules.ts'

const features = [
  'Infinity cove, four metres wide',
  'Colorama in ten colours',
  'Continuous light and three flash heads',
  'Tripods, stands and reflectors in the room',
  'A make-up table with good light',
  'Step-free from the street',
]

/** /studio: the photography studio, what it costs, the tokens of those who have any, and the form that books it (STU-01). */
export function Studio() {
  const page = useQuery(api.studio.page.queryOptions())
  const { data } = page
  const me = useMe()
  return (
    <Page
      title="Photography Studio"
      kicker={<Link to="/bookings">Book Your Space</Link>}
      lead={
        <>
          {data ? (
            <strong className={classes.price}>
              {formatMoney(data.prices.studioHalfDayPence)} half a day, {formatMoney(data.prices.studioDayPence)} a day
            </strong>
          ) : null}{' '}
          The studio for half a day or a whole one.{' '}
          {data?.byTheHour ? (
            <>
              For an hour or two it is{' '}
              <Link to="/facility-booking" search={{ id: data.byTheHour.id }}>
                {cashWords(data.byTheHour)} or {hourWords(data.byTheHour)}
              </Link>
              .
            </>
          ) : null}
        </>
      }
      actions={<HeadPicture of={data && { picture: data.picture, seed: studioRoom }} />}
    >
      <Query of={page} failed="Failed to load the studio">
        {found => (
          <>
            {found.sessions.length > 0 ? (
              <Section title="Your sessions" aside>
                <Sessions of={found.sessions} />
              </Section>
            ) : null}
            <Section title="Book the studio" aside>
              {found.whyNotBook?.code === 'UPGRADE_REQUIRED' ? (
                <UpgradePanel />
              ) : found.whyNotBook && me ? (
                <ClosedPanel next={me.standing.next} why={found.whyNotBook} />
              ) : (
                <StudioForm of={found} />
              )}
            </Section>
            {found.whyNotTokens === null ? (
              <Section title="Your tokens" aside>
                <Facts
                  facts={[
                    { label: 'Balance', value: formatTokens(found.tokenBalance) },
                    {
                      label: 'This week',
                      value: `${formatCount(found.tokenHoursThisWeek, 'hour')} of ${tokenHours.aWeek} with tokens; weeks begin on Sunday`,
                    },
                    { label: 'On a day', value: `${tokenHours.aDay} hours at most, on Tuesdays` },
                  ]}
                />
                <ButtonLink to="/account" search={{ tab: 'membership' }} variant="default" mt="md">
                  Top Up
                </ButtonLink>
              </Section>
            ) : null}
            <Section title="What it costs" aside>
              <Facts facts={pricesOf(found)} />
            </Section>
            <Section title="What is there" aside>
              <ul className={classes.features}>
                {features.map(each => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            </Section>
          </>
        )}
      </Query>
    </Page>
  )
}

/** Only what can be booked is advertised (STU-19): an hour is no length that a card pays for while half a day is the least. */
const pricesOf = ({ prices }: StudioPage) => [
  hoursAllowed.card.least < halfDayFrom && { label: 'An hour', value: formatMoney(prices.studioHourPence) },
  { label: `Half day, ${halfDayFrom} to ${dayFrom - 1} hours`, value: formatMoney(prices.studioHalfDayPence) },
  { label: `Day, ${dayFrom} to ${hoursAllowed.card.most} hours`, value: formatMoney(prices.studioDayPence) },
  { label: 'With tokens', value: `${tokenWords(prices)}, on Tuesdays` },
]
