import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api, rpc } from '#web/client.ts'
import { ExportOwn } from './person-export.tsx'

/** A person's own data: to take along, or to have erased (decision 47). For the account page. */
export function OwnDataPanel() {
  const query = useQuery(api.privacy.myErasure.queryOptions())
  const failed = 'That did not work'
  const request = useAction(rpc.privacy.requestErasure, {
    confirm: () => ({
      title: 'Ask us to erase your data?',
      body: 'Once an admin has done it your account is closed and nothing brings it back. Credit of your membership goes back to the cards that paid for it; what no card paid for ends. Payments are kept without your name, as tax law asks.',
      action: 'Ask for erasure',
      danger: true,
    }),
    failed,
  })
  const withdraw = useAction(rpc.privacy.withdrawErasure, {
    atOnce: 'it keeps everything, and one may ask again',
    failed,
  })
  return (
    <>
      <Section title="Your data" lead="Everything we hold about you in one file." aside>
        <ExportOwn />
      </Section>
      <Section title="Erasure" lead="We take you out of our records and close your account." aside>
        <Query of={query} failed="Your request could not be loaded">
          {mine =>
            mine?.status === 'pending' ? (
              <>
                <p>You asked for erasure on {formatDay(mine.createdAt)}. An admin looks at it within a month.</p>
                <Button variant="default" disabled={withdraw.isRunning} onClick={() => void withdraw.run(undefined)}>
                  Take the request back
                </Button>
              </>
            ) : (
              <>
                {mine?.status === 'declined' ? <p>Your last request was declined: {mine.note}</p> : null}
                <Button color="red" variant="outline" disabled={request.isRunning} onClick={() => void request.run({})}>
                  Ask for erasure
                </Button>
              </>
            )
          }
        </Query>
      </Section>
    </>
  )
}
