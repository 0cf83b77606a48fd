import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { deviceName } from '#features/house/push/rules.ts'
import { answerOf } from '#features/people/members/parts/sign-in-answer.ts'
import { useAction } from '#ui/action.ts'
import { When } from '#ui/plain/dates.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { LoadingRows } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { authClient } from '#web/session/auth-client.ts'
import { useSignOut } from '#web/session/session.tsx'
import classes from './lists.module.css'

/** Where one is signed in; each device, or all of them, can be signed out. */
export function SessionsPanel() {
  const signOut = useSignOut()
  const query = useQuery({
    queryKey: ['own-sessions'],
    queryFn: async () => {
      const [list, here] = await Promise.all([answerOf(authClient.listSessions()), answerOf(authClient.getSession())])
      return list.map(session => ({ ...session, isHere: session.token === here?.session.token }))
    },
  })
  const end = useAction((token: string) => answerOf(authClient.revokeSession({ token })), {
    atOnce: 'signing in there again takes it back',
    done: 'Device signed out',
    failed: 'Error signing out',
  })
  const everywhere = useAction(
    async () => {
      await answerOf(authClient.revokeSessions())
      await signOut()
    },
    {
      confirm: () => ({
        title: 'Sign out everywhere?',
        body: 'Every device is signed out at once, this one too, and your API keys end.',
        action: 'Sign out everywhere',
        keep: 'Stay signed in',
      }),
      failed: 'Error signing out',
    },
  )
  return (
    <Section title="Where you are signed in" aside>
      <Query of={query} failed="Failed to load your devices" loading={<LoadingRows rows={2} />}>
        {sessions => (
          <>
            <ul className={classes.list}>
              {sessions.map(({ id, token, userAgent, ipAddress, createdAt, isHere }) => (
                <li key={id}>
                  <div>
                    <strong>{deviceName(userAgent)}</strong>
                    <p>
                      Since <When at={createdAt} year />
                      {ipAddress ? ` · ${ipAddress}` : ''}
                    </p>
                  </div>
                  {isHere ? (
                    <Status tone="good">This device</Status>
                  ) : (
                    <Button
                      variant="default"
                      size="sm"
                      aria-label={`Sign out ${deviceName(userAgent)}`}
                      onClick={() => void end.run(token)}
                    >
                      Sign out
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            <Button variant="default" mt="md" onClick={() => void everywhere.run(undefined)}>
              Sign out everywhere
            </Button>
          </>
        )}
      </Query>
    </Section>
  )
}
