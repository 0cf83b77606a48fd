import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cashWords, dayWords, durationWords, tokenWords } from '#features/spaces/facilities/parts/fare-words.tsx'
import { TokenLine } from '#features/spaces/facilities/parts/token-line.tsx'
import { UpgradePanel } from '#features/spaces/facilities/parts/upgrade-panel.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty, LoadingTiles } from '#ui/plain/states.tsx'
import { api, type rpc } from '#web/client.ts'
import classes from './facility-groups.module.css'

type Facility = Awaited<ReturnType<typeof rpc.bookings.facilities>>['rows'][number]

// In the order of the page. Not from inputs.ts: this page needs no schema.
const groups: [Facility['group'], string][] = [
  ['photography', 'Photography'],
  ['wellness', 'Wellness'],
  ['other', 'Other'],
]

/** Active facilities in their groups; free members see them behind the way to a paid tier (BOOK-01 … BOOK-04). */
export function FacilityGroups() {
  const query = useQuery(api.bookings.facilities.queryOptions())
  return (
    <Query of={query} failed="Failed to load facilities" loading={<LoadingTiles tiles={6} pictureHeight={90} />}>
      {({ rows, whyNotBook, tokenBalance }) => {
        const isUpgrade = whyNotBook?.code === 'UPGRADE_REQUIRED'
        return rows.length === 0 ? (
          <Empty what="No facilities are open at the moment" why="They appear here as soon as they can be booked." />
        ) : (
          <>
            {tokenBalance !== null && !isUpgrade ? <TokenLine balance={tokenBalance} /> : null}
            <div className={classes.stage}>
              {isUpgrade ? (
                <div className={classes.overlay}>
                  <UpgradePanel />
                </div>
              ) : null}
              <div inert={isUpgrade} className={isUpgrade ? classes.behind : undefined}>
                {groups.map(([group, title]) => {
                  const list = rows.filter(facility => facility.group === group)
                  return list.length === 0 ? null : (
                    <Section key={group} title={title} aside>
                      <ul className={classes.grid}>
                        {list.map(facility => (
                          <FacilityCard key={facility.id} facility={facility} />
                        ))}
                      </ul>
                    </Section>
                  )
                })}
              </div>
            </div>
          </>
        )
      }}
    </Query>
  )
}

function FacilityCard({ facility }: { facility: Facility }) {
  return (
    <li>
      <Link to="/facility-booking" search={{ id: facility.id }} className={classes.card} data-group={facility.group}>
        <h3 className={classes.name}>{facility.name}</h3>
        <p className={classes.about}>{facility.description}</p>
        <dl className={classes.facts}>
          <div>
            <dt>Tokens</dt>
            <dd>{tokenWords(facility)}</dd>
          </div>
          <div>
            <dt>Card</dt>
            <dd>{cashWords(facility)}</dd>
          </div>
          <div>
            <dt>Length</dt>
            <dd>{durationWords(facility.durationMinutes)}</dd>
          </div>
          {facility.tokenAvailableDays.length > 0 ? (
            <div>
              <dt>Token days</dt>
              <dd>{dayWords(facility.tokenAvailableDays)}</dd>
            </div>
          ) : null}
        </dl>
      </Link>
    </li>
  )
}
