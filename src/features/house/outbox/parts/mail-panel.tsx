import { useQuery } from '@tanstack/react-query'
import { ObjectLink } from '#ui/object-link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Address } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import { failureOf } from '../rules.ts'
import classes from './mail-panel.module.css'
import { MailState } from './mail-state.tsx'
import { ResendButton } from './resend-button.tsx'

/** One mail: to whom, how it fared and why, and its text as it was sent. */
export function MailPanel({ id }: { id: string }) {
  const found = useQuery(api.mailings.read.queryOptions({ input: { id } }))
  return (
    <Query of={found} failed="Failed to load the email">
      {mail => {
        const failure = failureOf(mail.lastError)
        return (
          <>
            <Facts
              facts={[
                { label: 'Subject', value: mail.subject },
                {
                  label: 'To',
                  value: mail.userId ? (
                    <>
                      <ObjectLink noun="person" id={mail.userId}>
                        {mail.name ?? mail.toAddress}
                      </ObjectLink>
                      {mail.name ? (
                        <>
                          , <Address of={mail.toAddress} />
                        </>
                      ) : null}
                    </>
                  ) : (
                    <Address of={mail.toAddress} />
                  ),
                },
                { label: 'Status', value: <MailState status={mail.status} /> },
                { label: 'Written', value: <When at={mail.createdAt} year /> },
                { label: 'Sent', value: mail.sentAt && <When at={mail.sentAt} year /> },
                { label: 'Why', value: failure?.why },
                { label: 'The mail server said', value: failure?.said },
                { label: 'Tried', value: mail.status === 'failed' ? timesWords(mail.attempts) : null },
              ]}
            />
            {mail.can.resend ? <ResendButton id={mail.id} subject={mail.subject} /> : null}
            {mail.text === null ? (
              <p className={`${classes.text} ${classes.withheld}`}>
                Its text is only for whom it was written to: it has a link or a code that lets them in, or is no longer
                kept.
              </p>
            ) : (
              <section aria-label="Text" className={classes.text}>
                {mail.text}
              </section>
            )}
          </>
        )
      }}
    </Query>
  )
}

const timesWords = (attempts: number) => (attempts === 1 ? 'Once' : `${attempts} times`)
