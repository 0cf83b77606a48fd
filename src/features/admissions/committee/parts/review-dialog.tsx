import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Documents } from '#features/admissions/documents/parts/documents.tsx'
import { formatNumber } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Status } from '#ui/plain/status.tsx'
import { api, type rpc } from '#web/client.ts'
import { Ballot } from './ballot.tsx'
import { Discussion } from './discussion.tsx'
import classes from './review.module.css'

export type Review = Awaited<ReturnType<typeof rpc.applications.review>>

/**
 * One application to judge (APPL-03): the pitch and the work first, small facts and the documents beside it, what colleagues
 * say, and the vote in view all the time. Which is next, and how many are left, the server says: the list shows only a page.
 */
export function ReviewDialog(props: { id: string; open: (id: string) => void; onClose: () => void }) {
  const { id, open, onClose } = props
  const review = useQuery(api.applications.review.queryOptions({ input: { id } }))
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <Dialog
      onClose={onClose}
      size="72rem"
      isRead
      rowId={id}
      isFullScreen={isPhone}
      title={
        <>
          {review.data?.name ?? 'Review'} <span className={classes.left}>{review.data && leftWords(review.data)}</span>
        </>
      }
    >
      <Query of={review} failed="Failed to load applications">
        {application => {
          const isWordless = isWithoutWords(application)
          return (
            <>
              <Decision application={application} />
              <div className={classes.review}>
                <div>
                  <Pitch application={application} />
                  {isWordless ? <Discussion application={application} isNarrow /> : null}
                </div>
                <div className={classes.aside}>
                  <Answers application={application} />
                  <Documents documents={application.documents} />
                </div>
              </div>
              {isWordless ? null : <Discussion application={application} />}
              <Ballot
                key={application.id}
                application={application}
                onVoted={() => (application.queue?.next ? open(application.queue.next) : onClose())}
                step={way => {
                  const to = application.queue?.[way]
                  if (to) open(to)
                }}
              />
            </>
          )
        }}
      </Query>
      <Button variant="subtle" color="gray" onClick={onClose}>
        Back to the list
      </Button>
    </Dialog>
  )
}

/** A plan may ask for no words and no work: what can be asked stands in their place. */
const isWithoutWords = ({ whyJoin, socialMediaLinks }: Review) => !whyJoin && socialMediaLinks.length === 0

function leftWords({ queue, can }: Review): string | null {
  if (!queue) return null
  if (queue.left > 0) return `${formatNumber(queue.left)}${can.vote ? ' more' : ''} to vote on`
  return can.vote ? 'The last one' : 'None left to vote on'
}

/** What the applicant does and why they come: what is judged. */
function Pitch({ application }: { application: Review }) {
  const { creativeDiscipline, whyJoin, socialMediaLinks, can } = application
  const mayAsk = isWithoutWords(application) && can.ask
  return (
    <div className={classes.pitch}>
      {creativeDiscipline ? <p className={classes.discipline}>{creativeDiscipline}</p> : null}
      {whyJoin ? (
        <p className={classes.why}>{whyJoin}</p>
      ) : (
        <p className={classes.none}>
          This plan does not ask why they want to join.
          {mayAsk ? ' There is nothing to read: ask them a question below.' : null}
        </p>
      )}
      {socialMediaLinks.length > 0 ? (
        <>
          <h3>Work</h3>
          <Links links={socialMediaLinks} />
        </>
      ) : null}
    </div>
  )
}

/** That there is nothing to vote on any more, and how it came out; also while somebody is reading. */
function Decision({ application: { status, declinedAt, reviewedAt } }: { application: Review }) {
  const on = reviewedAt ? (
    <>
      {' '}
      on <When at={reviewedAt} as="date" />
    </>
  ) : null
  return (
    <div role="status">
      {status === 'approved' ? (
        <p>
          <Status tone="good">Decided</Status> This application was approved{on}.
        </p>
      ) : status === 'rejected' ? (
        <p>
          <Status tone="bad">Decided</Status> This application was rejected{on}.
        </p>
      ) : declinedAt ? (
        <p>
          <Status tone="warn">Vote closed</Status> The votes cannot approve it any more; an admin decides.
        </p>
      ) : null}
    </div>
  )
}

function Answers({ application }: { application: Review }) {
  return (
    <div>
      {application.isBlind ? (
        <p>
          <Status tone="info">Blind read</Status> Name, contact and documents show once you have voted.
        </p>
      ) : null}
      <Facts
        facts={[
          { label: 'Membership', value: application.tierName },
          { label: 'Votes', value: `${application.currentVotes}/${application.requiredVotes}` },
          { label: 'Sent', value: <When at={application.submittedAt} /> },
          { label: 'Vote by', value: <When at={application.dueAt} /> },
          { label: 'Email', value: application.email && <Email of={application.email} /> },
          { label: 'Phone', value: application.phoneNumber },
          { label: 'Address', value: application.address },
          { label: 'Westminster resident', value: application.isWestminsterResident ? 'Yes' : null },
          { label: 'Start date', value: application.startOn && <When at={application.startOn} year /> },
        ]}
      />
    </div>
  )
}

/** Plain external links: nothing of the other site is loaded, and it does not learn where the reader came from. */
function Links({ links }: { links: readonly string[] }) {
  return (
    <ul className={classes.links}>
      {links.map(link => (
        <li key={link}>
          <a href={link} target="_blank" rel="noopener noreferrer nofollow">
            {link}
          </a>
        </li>
      ))}
    </ul>
  )
}
