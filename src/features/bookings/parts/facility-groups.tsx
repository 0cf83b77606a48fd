import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cashWords, dayWords, durationWords, tokenWords } from '#features/facilities/parts/fare-words.tsx'
import { TokenLine } from '#features/facilities/parts/token-line.tsx'
import { UpgradePanel } from '#features/facilities/parts/upgrade-panel.tsx'
import { Query } from '#ui/query.tsx'
import { Section } from '#ui/section.tsx'
import { Empty, LoadingTiles } from '#ui/states.tsx'
import { api, type rpc } from '#web/client.ts'
import classes from './facility-groups.module.css'

type Facility = Awaited<ReturnType<typeof rpc.bookings.facilities>>['rows'][number]

const groupTitles = { photography: 'Photography', wellness: 'Wellness', other: 'Other' } as const

/** Active facilities in their groups; free members see them behind the way to a paid tier (BOOK-01 … BOOK-04). */
export function FacilityGroups() {
  const query = useQuery(api.bookings.facilities.queryOptions())
  return (
    <Query of={query} failed="Failed to load facilities" loading={<LoadingTiles tiles={6} pictureHeight={90} />}>
      {({ rows, right, tokenBalance }) =>
        rows.length === 0 ? (
          <Empty what="No facilities are open at the moment" why="They appear here as soon as they can be booked." />
        ) : (
          <>
            {tokenBalance !== null && right !== 'upgrade' ? <TokenLine balance={tokenBalance} /> : null}
            <div className={classes.stage}>
              {right === 'upgrade' ? (
                <div className={classes.overlay}>
                  <UpgradePanel />
                </div>
              ) : null}
              <div inert={right === 'upgrade'} className={right === 'upgrade' ? classes.behind : undefined}>
                {(['photography', 'wellness', 'other'] as const).map(group => {
                  const list = rows.filter(facility => facility.group === group)
                  return list.length === 0 ? null : (
                    <Section key={group} title={groupTitles[group]} aside>
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
      }
    </Query>
  )
}

function FacilityCard({ facility }: { facility: Facility }) {
  return (
    <li>
      <Link
        to={'/facility-booking' as string}
        search={{ id: facility.id } as never}
        className={classes.card}
        data-group={facility.group}
      >
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
