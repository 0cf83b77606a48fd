import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CommitteeFigures } from '#features/admissions/committee/parts/committee-home.tsx'
import { durationWords } from '#features/admissions/committee/rules.ts'
import { Opening } from '#features/home/opening/parts/opening.tsx'
import { wallTime } from '#platform/time.ts'
import { formatCount, formatDate, formatNumber, formatTimeRange } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { ObjectLink } from '#ui/object-link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { LoadingRows } from '#ui/plain/states.tsx'
import { api, type rpc } from '#web/client.ts'
import { needWords } from './needs.ts'
import { usePendingEvents } from './pending-events.tsx'
import classes from './today.module.css'

type Answer = Awaited<ReturnType<typeof rpc.venue.today>>

/** What is announced changes it at once; the clock alone makes payments overdue and bookings begin. */
const refreshEveryMs = 60_000
const hourMs = 3_600_000

/** What needs somebody now, each line with its number and the way to where it is settled, open there where it is one, and what is on (decision 57). */
export function Today() {
  const pendingEvents = usePendingEvents()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const today = useQuery(api.venue.today.queryOptions({ refetchInterval: refreshEveryMs }))
  return (
    <Page
      title="Today"
      chassis="desk"
      lead={today.data ? formatDate(today.data.on, { year: true }) : 'What needs somebody, and what is on.'}
    >
      <Opening />
      <Query of={today} failed="Failed to load Today" loading={<LoadingRows rows={6} />}>
        {answer => (
          <>
            <div className={classes.sides}>
              <Section title="Needs somebody">
                <Needs answer={answer} />
              </Section>
              <Section title="In the house today">
                <House answer={answer} />
              </Section>
            </div>
            {/* Of it what waits stands above: on a phone the rest is folded. */}
            {isPhone ? (
              <details className={classes.fold}>
                <summary>
                  <h2>The committee</h2>
                </summary>
                <CommitteeFigures figures={answer.committee} more={pendingEvents} />
              </details>
            ) : (
              <Section title="The committee">
                <CommitteeFigures figures={answer.committee} more={pendingEvents} />
              </Section>
            )}
          </>
        )}
      </Query>
    </Page>
  )
}

function Needs({ answer: { needs, who, opens, at, lateVotes, lateDecisions, overduePeople } }: { answer: Answer }) {
  if (needs.length === 0) return <p role="status">Nothing waits for anybody.</p>
  return (
    <ul className={classes.lines} aria-label="Needs somebody">
      {needs.map(({ need, count, since }) => {
        const { one, many, link } = needWords[need]
        const open = opens[need]
        const waited = since && (at.getTime() - since.getTime()) / hourMs
        const details = [
          need === 'votes' && lateVotes > 0 && `${formatNumber(lateVotes)} past the day to vote by`,
          need === 'incidents' && lateDecisions > 0 && `${formatCount(lateDecisions, 'promised decision')} late`,
          waited !== null &&
            waited >= 0 &&
            (count === 1 ? `for ${durationWords(waited)}` : `the first for ${durationWords(waited)}`),
        ].filter(Boolean)
        return (
          <li key={need}>
            <Link {...link} search={{ ...link.search, ...(open && { open }) }} className={classes.line}>
              <strong>{formatNumber(count)}</strong>
              <span>
                {count === 1 ? one : many}
                {who[need] ? `: ${who[need]}` : null}
              </span>
              {details.length > 0 ? <small>{details.join(', ')}</small> : null}
            </Link>
            {need === 'overdue' ? <Overdue people={overduePeople} count={count} /> : null}
          </li>
        )
      })}
    </ul>
  )
}

/** Whose payment it is: each name leads to the person. */
function Overdue({ people, count }: { people: Answer['overduePeople']; count: number }) {
  return (
    <p className={classes.people}>
      {people.map(({ userId, name, email }) => (
        <ObjectLink key={userId} noun="person" id={userId}>
          {name || email}
        </ObjectLink>
      ))}
      {count > people.length ? <span>and {formatCount(count - people.length, 'other')}</span> : null}
    </p>
  )
}

/** Of today's bookings those that are not over, the first of which are named below. */
function comingWords({ at, bookings, coming, stillToCome }: Answer): string {
  const [first] = coming
  if (!first) return 'nobody is still to come'
  const how = first.startsAt > at ? 'still to come' : 'here now or still to come'
  const of = stillToCome === bookings ? (bookings > 1 ? 'all ' : '') : `${formatNumber(stillToCome)} `
  return coming.length < stillToCome ? `${of}${how}, the next ${formatNumber(coming.length)}:` : `${of}${how}:`
}

/** Who comes to what is on from one time to another of today, or came. */
function comeWords(people: number, { at, startTime, endTime }: { at: Date; startTime: string; endTime: string }) {
  if (startTime < endTime && endTime <= wallTime(at)) return people === 1 ? 'person came' : 'people came'
  return people === 1 ? 'person comes' : 'people come'
}

function House({ answer }: { answer: Answer }) {
  const { at, on, bookings, coming, sessions, tours, events, market, inBuilding } = answer
  const ofToday = { on, status: 'confirmed', sort: 'startsAt' } as const
  // What nothing is of stands last, all of it in one line.
  const quiet = [
    inBuilding === 0 && (
      <AnchorLink key="inside" to="/admin/occupancy">
        Nobody in the building
      </AnchorLink>
    ),
    bookings === 0 && (
      <AnchorLink key="bookings" to="/admin/bookings" search={ofToday}>
        No bookings today
      </AnchorLink>
    ),
  ].filter(Boolean)
  return (
    <ul className={`${classes.lines} ${classes.house}`} aria-label="In the house today">
      {inBuilding > 0 ? (
        <li>
          <Link to="/admin/occupancy" className={classes.line}>
            <strong>{formatNumber(inBuilding)}</strong>
            <span>{inBuilding === 1 ? 'person is in the building' : 'people are in the building'}</span>
          </Link>
        </li>
      ) : null}
      {bookings > 0 ? (
        <li>
          <Link to="/admin/bookings" search={ofToday} className={classes.line}>
            <strong>{formatNumber(bookings)}</strong>
            <span>{bookings === 1 ? 'booking today' : 'bookings today'}</span>
            <small>{comingWords(answer)}</small>
          </Link>
          {coming.length > 0 ? (
            <ul className={classes.coming} aria-label="Here now or still to come">
              {coming.map(({ id, startsAt, endsAt, facility, person }) => (
                <li key={id}>
                  <ObjectLink noun="booking" id={id}>
                    <span>{formatTimeRange(startsAt, endsAt)}</span>{' '}
                    <span>
                      {person}, {facility}
                    </span>
                  </ObjectLink>
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ) : null}
      {sessions.map(({ id, startTime, endTime, person }) => (
        <li key={id}>
          <Link to="/admin/studio" search={{ id }} className={classes.line}>
            <strong>1</strong>
            <span>
              session in the photography studio, {formatTimeRange(startTime, endTime)}: {person}
            </span>
          </Link>
        </li>
      ))}
      {tours.map(({ id, startTime, endTime, people }) => (
        <li key={id}>
          <Link to="/admin/tours" search={{ open: id, when: 'all' }} className={classes.line}>
            <strong>{formatNumber(people)}</strong>
            <span>
              {comeWords(people, { at, startTime, endTime })} to the tour, {formatTimeRange(startTime, endTime)}
            </span>
          </Link>
        </li>
      ))}
      {events.map(({ id, name, startTime, endTime, people }) => (
        <li key={id}>
          <Link to="/admin/registrations" search={{ event: id }} className={classes.line}>
            <strong>{formatNumber(people)}</strong>
            <span>
              {comeWords(people, { at, startTime, endTime })} to {name}, {formatTimeRange(startTime, endTime)}
            </span>
          </Link>
        </li>
      ))}
      {market ? (
        <li>
          <Link to="/admin/market-checkins" className={classes.line}>
            <strong>{formatNumber(market.inside)}</strong>
            <span>
              came to the market, {market.opensAt}–{market.closesAt}
            </span>
            <small>{formatCount(market.tickets, 'ticket')} opened</small>
          </Link>
        </li>
      ) : null}
      {quiet.length > 0 ? (
        <li>
          <p className={classes.quiet}>{quiet}</p>
        </li>
      ) : null}
    </ul>
  )
}
