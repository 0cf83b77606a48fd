import { formatNumber } from '#platform/words.ts'
import { When } from '#ui/plain/dates.tsx'
import { Email } from '#ui/plain/email.tsx'
import type { Incident } from './incident-panel.tsx'
import classes from './incidents.module.css'
import { Part } from './part.tsx'

/** What was answered, the first answer first (INCA-04). */
export function Responses({ of }: { of: Incident['responses'] }) {
  return (
    <Part title="Answers">
      {of.length === 0 ? (
        <p>Nobody has answered yet.</p>
      ) : (
        <ol className={classes.lines} aria-label="Answers">
          {of.map(one => (
            <li key={one.id}>
              <strong>{one.respondentName}</strong>, <When at={one.submittedAt} year />
              <p className={classes.words}>{one.responseText}</p>
              <p className={classes.soft}>
                There because: {one.reasonForVisit}
                <br />
                <Email of={one.respondentEmail} />
                {one.respondentPhone ? `, ${one.respondentPhone}` : ''}
                {one.linkEmail === one.respondentEmail ? '' : `, by the link sent to ${one.linkEmail}`}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Part>
  )
}

/** To whom the report went, and when (INCA-14). */
export function Sendings({ of }: { of: Incident['emailSentTo'] }) {
  return (
    <Part title="Sent to">
      {of.length === 0 ? (
        <p>The report was sent to nobody yet.</p>
      ) : (
        <ol className={classes.lines} aria-label="Sent to">
          {of.map(({ email, sentAt }) => (
            <li key={`${email} ${sentAt.getTime()}`}>
              {email}, <When at={sentAt} year />
            </li>
          ))}
        </ol>
      )}
    </Part>
  )
}

/** Who opened the link, the latest first (INCA-05). */
export function Views({ of, count }: { of: Incident['views']; count: number }) {
  return (
    <Part title="Link opened">
      {of.length === 0 ? (
        <p>Nobody has opened the link.</p>
      ) : (
        <ol className={classes.lines} aria-label="Link opened">
          {of.map(({ id, email, viewedAt, ipAddress, userAgent }) => (
            <li key={id}>
              {email}, <When at={viewedAt} year />
              <p className={classes.soft}>
                {ipAddress}
                {userAgent ? `, ${userAgent}` : ''}
              </p>
            </li>
          ))}
        </ol>
      )}
      {count > of.length ? <p className={classes.soft}>These are the last of {formatNumber(count)}.</p> : null}
    </Part>
  )
}
