import { useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { formatCount, formatNumber } from '#platform/words.ts'
import { AnchorLink, ButtonLink } from '#ui/link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { type Fact, Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Status } from '#ui/plain/status.tsx'
import { api, type rpc } from '#web/client.ts'
import { durationWords } from '../rules.ts'
import classes from './committee-home.module.css'

type Figures = Awaited<ReturnType<typeof rpc.applications.home>>

/** Committee Home: what waits, one's role, and how voting works (ADM-23…27). `more` are figures of what else the committee decides. */
export function CommitteeHome({ more }: { more: readonly Fact[] }) {
  const home = useQuery(api.applications.home.queryOptions())
  return (
    <Page title="Committee Home" chassis="desk" lead="Who wants to join the house, and what waits for you.">
      <Query of={home} failed="Failed to load Committee Home">
        {figures => (
          <CommitteeFigures figures={figures} more={more} toVoteOn={figures.isAdmin ? null : figures.toVoteOn} />
        )}
      </Query>
    </Page>
  )
}

/** The figures of the committee with the way to vote, the reader's role, and the rules of voting. */
export function CommitteeFigures(props: {
  figures: Omit<Figures, 'toVoteOn'>
  more: readonly Fact[]
  /** how many are open to the reader's vote, voted on or not; null where it is not said */
  toVoteOn?: number | null
}) {
  const { figures, more, toVoteOn = null } = props
  const { pendingApplications, waitingForAdmin, waitingForMe, medianHours, decisions } = figures
  const { isVotingMember, isAdmin } = figures
  return (
    <>
      {isVotingMember && waitingForMe > 0 ? <Waiting count={waitingForMe} /> : null}
      <p className={classes.vote}>
        <ButtonLink size="sm" to="/admin/committee-applications" {...(!isVotingMember && { variant: 'default' })}>
          {isVotingMember && waitingForMe > 0 ? 'Vote now' : 'Open Committee Voting'}
        </ButtonLink>
      </p>
      <Facts
        columns
        facts={[
          {
            label: 'Pending membership applications',
            value: isAdmin ? (
              <AnchorLink {...links.all} {...asText}>
                {String(pendingApplications)}
              </AnchorLink>
            ) : (
              String(pendingApplications)
            ),
          },
          ...more,
          isVotingMember && {
            label: 'Waiting for your vote',
            value: (
              <>
                <AnchorLink {...links.mine} {...asText}>
                  {String(waitingForMe)}
                </AnchorLink>
                {toVoteOn === null ? null : (
                  <>
                    {' of '}
                    <AnchorLink {...links.voting} {...asText}>
                      {`${formatNumber(toVoteOn)} to vote on`}
                    </AnchorLink>
                  </>
                )}
              </>
            ),
          },
          isAdmin && {
            label: 'Declined by the committee, waiting for a decision',
            value: (
              <AnchorLink {...links.declined} {...asText}>
                {String(waitingForAdmin)}
              </AnchorLink>
            ),
          },
          {
            label:
              decisions > 0 ? `Median time to a decision (last 12 months, ${decisions})` : 'Median time to a decision',
            value: medianHours === null ? 'No decision yet' : durationWords(medianHours),
          },
        ]}
      />
      {isVotingMember ? <Voting /> : <p>You do not vote; you can override the committee.</p>}
    </>
  )
}

const asText = { inherit: true, c: 'inherit', underline: 'always' } as const
const links = {
  voting: linkOptions({ to: '/admin/committee-applications' }),
  mine: linkOptions({ to: '/admin/committee-applications', search: { waitsFor: 'me' } }),
  all: linkOptions({ to: '/admin/admin-applications', search: { status: 'pending' } }),
  declined: linkOptions({ to: '/admin/admin-applications', search: { status: 'pending', waitsFor: 'admin' } }),
}

const namedHere = 8

/** Who waits for one's vote, those who wait longest first, as a voter may see them; each name opens the review. */
function Waiting({ count }: { count: number }) {
  const { data } = useQuery(
    api.applications.list.queryOptions({
      input: { view: 'voting', waitsFor: 'me', sort: 'submittedAt', pageSize: namedHere },
    }),
  )
  if (!data || data.rows.length === 0) return null
  return (
    <ul className={classes.waiting} aria-label="Waiting for your vote">
      {data.rows.map(({ id, name, tierName, dueAt }) => (
        <li key={id}>
          <AnchorLink to="/admin/committee-applications" search={{ open: id }}>
            {name}
          </AnchorLink>
          <small>{tierName}</small>
          {dueAt < new Date() ? <Status tone="bad">Overdue</Status> : null}
          <small>
            vote by <When at={dueAt} />
          </small>
        </li>
      ))}
      {count > data.rows.length ? <li>and {formatCount(count - data.rows.length, 'other')}</li> : null}
    </ul>
  )
}

/** For whoever votes. */
function Voting() {
  return (
    <>
      <Section title="Your role" aside>
        <p>
          <strong>Committee</strong>
          <br />
          Voting member
        </p>
      </Section>
      <Section title="How voting works" aside>
        <ul>
          <li>A membership application is approved by more than 50% of committee votes.</li>
          <li>One vote per member. A vote cannot be taken back.</li>
          <li>The required votes come from the application; they are fixed when it is submitted.</li>
          <li>Nobody votes on their own application, or on that of somebody they referred.</li>
          <li>
            When an approval can no longer be reached, the vote closes and an admin sends the decision with a reason.
          </li>
        </ul>
      </Section>
    </>
  )
}
