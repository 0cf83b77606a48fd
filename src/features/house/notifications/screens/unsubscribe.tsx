import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '#ui/action.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api, rpc } from '#web/client.ts'

/** /unsubscribe/TOKEN: where the link of a mail leads. It ends them with one press, and nobody signs in for it. */
export function Unsubscribe() {
  const { token } = useParams({ from: '/unsubscribe/$token' })
  const query = useQuery(api.notifications.leaving.queryOptions({ input: { token } }))
  const [isDone, setDone] = useState(false)
  const leave = useAction(rpc.notifications.leave, {
    atOnce: 'whoever pressed it by mistake signs in and chooses again',
    onDone: () => setDone(true),
    failed: 'This was not changed',
  })
  return (
    <Page title="Fewer emails" width="form">
      <Query of={query} failed="This link is not complete. Copy all of it from the email.">
        {({ of, can }) => (
          <div role="status">
            {isDone ? (
              <p>Done. You no longer get {of}. To get them again, sign in and choose.</p>
            ) : can.leave ? (
              <p>Press once, and you no longer get {of}.</p>
            ) : (
              <p>This link has ended. Sign in and choose whether you get {of}.</p>
            )}
            {isDone || !can.leave ? (
              <ButtonLink to="/notifications" search={{ view: 'choices' }} variant="default" mt="md">
                Choose what you are told
              </ButtonLink>
            ) : (
              <Button mt="md" loading={leave.isRunning} onClick={() => void leave.run({ token })}>
                Stop {of}
              </Button>
            )}
          </div>
        )}
      </Query>
    </Page>
  )
}
