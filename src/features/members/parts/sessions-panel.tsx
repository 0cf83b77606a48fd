import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { confirm } from '#ui/confirm.tsx'
import { When } from '#ui/dates.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Query } from '#ui/query.tsx'
import { Section } from '#ui/section.tsx'
import { LoadingRows } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import { authClient } from '#web/auth-client.ts'
import { useSignOut } from '#web/session.tsx'
import { deviceName } from '../rules.ts'
import { ask } from './ask.tsx'
import classes from './lists.module.css'

const queryKey = ['own-sessions']

/** Where one is signed in; each device, or all of them, can be signed out. */
export function SessionsPanel() {
  const cache = useQueryClient()
  const signOut = useSignOut()
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const [list, here] = await Promise.all([ask(authClient.listSessions()), ask(authClient.getSession())])
      return list.map(session => ({ ...session, isHere: session.token === here?.session.token }))
    },
  })
  const end = async (deed: Promise<{ data: unknown; error: never }>, success: string) => {
    try {
      await ask(deed)
      toast.success(success)
    } catch (error) {
      toast.error('Error signing out', describeProblem(error).message)
    }
    await cache.invalidateQueries({ queryKey })
  }
  const everywhere = async () => {
    const isSure = await confirm({
      title: 'Sign out everywhere?',
      body: 'Every device is signed out at once, this one too.',
      action: 'Sign out everywhere',
      keep: 'Stay signed in',
    })
    if (!isSure) return
    try {
      await ask(authClient.revokeSessions())
      await signOut()
    } catch (error) {
      toast.error('Error signing out', describeProblem(error).message)
    }
  }
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
                      onClick={() => void end(authClient.revokeSession({ token }) as never, 'Device signed out')}
                    >
                      Sign out
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            <Button variant="default" mt="md" onClick={() => void everywhere()}>
              Sign out everywhere
            </Button>
          </>
        )}
      </Query>
    </Section>
  )
}
