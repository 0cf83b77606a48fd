import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, Fragment, lazy, Suspense, useState } from 'react'
import { cashPriceWords, dayWords, priceWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { TokenLine } from '#features/spaces/facilities/parts/token-line.tsx'
import { windowOf } from '#platform/dates.ts'
import { formatCount, formatDate } from '#platform/words.ts'
import { DayStrip } from '#ui/composer/day-strip.tsx'
import { Picture } from '#ui/plain/picture.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty, LoadingTiles } from '#ui/plain/states.tsx'
import { api, type rpc } from '#web/client.ts'
import { type FacilityFilter, featuresIn, hoursBetween, isWhatIsWanted } from './facility-filter.ts'
import { FacilityFilters } from './facility-filters.tsx'
import classes from './facility-groups.module.css'

// Most who come may book.
const UpgradePanel = lazy(async () => ({
  default: (await import('#features/spaces/facilities/parts/upgrade-panel.tsx')).UpgradePanel,
}))

type Facility = Awaited<ReturnType<typeof rpc.bookings.facilities>>['rows'][number]

// In the order of the page. Not from inputs.ts: this page needs no schema.
const groups: [Facility['group'], string][] = [
  ['photography', 'Photography'],
  ['wellness', 'Wellness'],
  ['other', 'Other'],
]

/** Active facilities in their groups; free members see them behind the way to a paid tier (BOOK-01 … BOOK-04). */
export function FacilityGroups({
  filter,
  onFilter,
}: {
  filter: FacilityFilter
  onFilter: (filter: FacilityFilter) => void
}) {
  const { on = null, from: hour } = filter
  const query = useQuery(api.bookings.facilities.queryOptions())
  const openings = useQuery(
    api.bookings.openings.queryOptions({
      input: { ...(on && { on }), ...(hour && { from: hour }) },
      placeholderData: keepPreviousData,
    }),
  )
  const [from, setFrom] = useState<string | null>(null)
  return (
    <Query of={query} failed="Failed to load facilities" loading={<LoadingTiles tiles={6} pictureHeight={90} />}>
      {({ rows, whyNotBook, paysWithTokens, tokenBalance, today, lastDay, firstSlotAt, lastSlotAt }) => {
        const wanted = rows.filter(facility => isWhatIsWanted(facility, filter))
        const isUpgrade = whyNotBook?.code === 'UPGRADE_REQUIRED'
        return rows.length === 0 ? (
          <Empty what="No facilities are open at the moment" why="They appear here as soon as they can be booked." />
        ) : (
          <>
            {isUpgrade ? null : (
              <div className={classes.filter}>
                <DayStrip
                  legend="Free on"
                  // The days stay where they are when one of them is chosen.
                  from={from ?? (on ? windowOf(today, on, 7) : today)}
                  count={7}
                  days={null}
                  min={today}
                  max={lastDay}
                  value={on}
                  onChange={day => onFilter({ ...filter, on: day })}
                  onFrom={setFrom}
                />
                <div className={classes.beside}>
                  {tokenBalance === null ? null : <TokenLine balance={tokenBalance} />}
                  {on ? (
                    <button
                      type="button"
                      className={classes.every}
                      onClick={() => onFilter({ ...filter, on: undefined })}
                    >
                      Show any day
                    </button>
                  ) : null}
                </div>
                <FacilityFilters
                  filter={filter}
                  onFilter={onFilter}
                  rows={rows}
                  hours={hoursBetween(firstSlotAt, lastSlotAt)}
                  found={wanted.length}
                />
              </div>
            )}
            {isUpgrade ? (
              <div className={classes.banner}>
                <Suspense>
                  <UpgradePanel />
                </Suspense>
              </div>
            ) : null}
            <div className={classes.stage}>
              {isUpgrade ? <div className={classes.overlay} aria-hidden /> : null}
              <div inert={isUpgrade}>
                {wanted.length === 0 ? <Empty what={noneWords(filter)} why="Ask for one thing less." /> : null}
                <div className={classes.groups}>
                  {groups.map(([group, title]) => {
                    const list = wanted.filter(facility => facility.group === group)
                    return list.length === 0 ? null : (
                      <div key={group} className={classes.group} style={{ '--cards': list.length } as CSSProperties}>
                        <Section title={title}>
                          <ul className={classes.grid}>
                            {list.map(facility => (
                              <FacilityCard
                                key={facility.id}
                                facility={facility}
                                paysWithTokens={paysWithTokens}
                                day={on}
                                from={hour ?? null}
                                opening={openings.data?.find(({ facilityId }) => facilityId === facility.id)}
                              />
                            ))}
                          </ul>
                        </Section>
                      </div>
                    )
                  })}
                </div>
              </div>
            </div>
          </>
        )
      }}
    </Query>
  )
}

/** What no facility is, in the words of what was asked for. */
function noneWords(filter: FacilityFilter): string {
  const asked = featuresIn(filter)
  const what = asked.length > 1 ? 'all of that' : (asked[0] ?? '')
  if (filter.people === undefined) return `No space has ${what}`
  return asked.length === 0
    ? `No space is for ${formatCount(filter.people, 'person', 'people')}`
    : `No space for ${formatCount(filter.people, 'person', 'people')} has ${what}`
}

type Opening = Awaited<ReturnType<typeof rpc.bookings.openings>>[number]

function FacilityCard(props: {
  facility: Facility
  paysWithTokens: boolean
  day: string | null
  from: string | null
  opening: Opening | undefined
}) {
  const { facility, paysWithTokens, day, from, opening } = props
  return (
    <li>
      <Link
        to="/facility-booking"
        search={{ id: facility.id, ...(day && { on: day }), ...timeOf(opening) }}
        className={classes.card}
        data-group={facility.group}
      >
        <Picture
          of={facility.picture}
          seed={facility.slug}
          alt=""
          sizes="(min-width: 62em) 19rem, 100vw"
          className={classes.picture}
        />
        <h3 className={classes.name}>{facility.name}</h3>
        <p className={classes.about}>{facility.description}</p>
        {facility.people > 1 || facility.features.length > 0 ? (
          <p className={classes.has}>
            {[...(facility.people > 1 ? [`Up to ${facility.people} people`] : []), ...facility.features].map(
              (each, at) => (
                <Fragment key={each}>
                  {at > 0 ? ' · ' : null}
                  <span>{each}</span>
                </Fragment>
              ),
            )}
          </p>
        ) : null}
        <p className={classes.price}>
          {paysWithTokens || facility.cashPricePence === 0 ? priceWords(facility) : cashPriceWords(facility)}
          {paysWithTokens && facility.tokenAvailableDays.length > 0 ? (
            <small>Tokens: {dayWords(facility.tokenAvailableDays)}</small>
          ) : null}
        </p>
        <p className={classes.next} data-full={opening !== undefined && opening.on === null}>
          {opening === undefined ? ' ' : openingWords(opening, day, from)}
        </p>
      </Link>
    </li>
  )
}

function openingWords({ on, startsAt, free }: Opening, day: string | null, from: string | null): string {
  const then = from ? ` from ${from} on` : ''
  if (on === null) return day ? `Nothing free on this day${then}` : `Nothing free in the next two weeks${then}`
  return day ? `${formatCount(free, 'time')} free, from ${startsAt}` : `Next free ${formatDate(on)}, ${startsAt}`
}

/** The page of the facility begins at the time that its card names. */
const timeOf = (opening: Opening | undefined) => opening?.on && { on: opening.on, at: opening.startsAt }
