import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ClosedPanel, UpgradePanel } from '#features/spaces/facilities/parts/upgrade-panel.tsx'
import { studioRoom } from '#features/spaces/rooms/rules.ts'
import { formatCount, formatTokens } from '#platform/words.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { HeadPicture } from '#ui/plain/head-picture.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { Sessions } from '../parts/sessions.tsx'
import classes from '../parts/studio.module.css'
import { StudioForm } from '../parts/studio-form.tsx'
import { StudioPrices } from '../parts/studio-prices.tsx'
import { tokenHours } from '../rules.ts'

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
      lead={data ? <StudioPrices of={data} /> : <LoadingText lines={4} />}
      actions={<HeadPicture of={data && { picture: data.picture, seed: studioRoom }} isSmall />}
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
