import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAction } from '#ui/action.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingText } from '#ui/plain/states.tsx'
import { api, rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { ToSignIn } from '#web/session/to-sign-in.tsx'
import { CreativeBody } from '../parts/creative-body.tsx'
import { isReached, whatOf } from '../parts/creative-drawing.tsx'

/**
 * /creative/{id}: a creative and their work (HOME-26). Whoever is open to everyone is read without a session as well; of all others
 * visitors are asked to sign in.
 */
export function CreativePage() {
  const { id } = useParams({ from: '/creative/$id' })
  const me = useMe()
  const navigate = useNavigate()
  const query = useQuery(api.creatives.one.queryOptions({ input: { id }, retry: false }))
  const code = (query.error as { code?: string } | null)?.code
  const takeDown = useAction(rpc.creatives.takeDown, {
    confirm: () => ({
      title: `Take down the profile of ${query.data?.name}?`,
      body: 'Nobody but they will see it, and they are told. They can change it and show it again.',
      action: 'Take profile down',
      danger: true,
    }),
    done: 'Profile taken down',
    failed: 'The profile was not taken down',
  })
  const present = query.data?.id
  useEffect(() => {
    // It was asked for at an address that it had under another name.
    if (present && present !== id) void navigate({ to: '/creative/$id', params: { id: present }, replace: true })
  }, [present, id, navigate])
  if (code === 'UNAUTHORIZED' && !me) return <ToSignIn />
  if (code === 'NOT_FOUND' || code === 'INVALID_INPUT')
    return (
      <Page title="Profile Not Found">
        <Empty
          what="There is nobody at this address"
          why="They may have hidden their profile, or the link may have been cut short."
          next={<ButtonLink to="/home">Go home</ButtonLink>}
        />
      </Page>
    )
  const creative = query.data
  const what = creative && whatOf(creative)
  return (
    <Page
      title={creative?.name ?? 'Creative'}
      kicker={me ? <Link to="/creatives">Creative Directory</Link> : 'A member of the house'}
      lead={what || undefined}
      actions={
        creative?.isOwn ? (
          <ButtonLink to="/account" search={{ tab: 'creative' }} variant="default">
            Change your profile
          </ButtonLink>
        ) : creative?.can.takeDown ? (
          <Button variant="subtle" color="red" loading={takeDown.isRunning} onClick={() => void takeDown.run({ id })}>
            Take profile down
          </Button>
        ) : undefined
      }
    >
      <Query of={query} failed="Failed to load this profile" loading={<LoadingText lines={8} />}>
        {found => (
          <>
            <CreativeBody creative={found} />
            {!isReached(found) && !found.isOwn ? (
              <p>
                <ButtonLink to="/contact" search={{ about: found.name }} variant="default">
                  Write through the house
                </ButtonLink>
              </p>
            ) : null}
          </>
        )}
      </Query>
    </Page>
  )
}
