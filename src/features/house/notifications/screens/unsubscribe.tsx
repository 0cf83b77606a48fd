import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '#ui/action.ts'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api, rpc } from '#web/client.ts'

/** /unsubscribe/TOKEN: where the link of a mail leads. It ends them with one press, and nobody signs in for it. */
export function Unsubscribe() {
  const { token } = useParams({ from: '/unsubscribe/$token' })
  const query = useQuery(api.notifications.leaving.queryOptions({ input: { token } }))
  const [isOn, setOn] = useState(true)
  const leave = useAction(rpc.notifications.leave, {
    atOnce: 'the button that takes its place takes it back',
    onDone: answer => setOn(answer.isOn),
    failed: 'This was not changed',
  })
  const run = (next: boolean) => void leave.run({ token, isOn: next })
  return (
    <Page title="Fewer emails" width="form">
      <Query of={query} failed="This link is not complete. Copy all of it from the email.">
        {({ of }) => (
          <div role="status">
            {isOn ? <p>Press once, and you no longer get {of}.</p> : <p>Done. You no longer get {of}.</p>}
            <Button mt="md" variant={isOn ? 'filled' : 'default'} loading={leave.isRunning} onClick={() => run(!isOn)}>
              {isOn ? `Stop ${of}` : 'Get them again'}
            </Button>
          </div>
        )}
      </Query>
    </Page>
  )
}
