import { Accordion, Box, Button, Checkbox, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ownPath } from '#access.ts'
import { ChosenPlan } from '#features/people/members/parts/chosen-plan.tsx'
import { leadsToForm, wishOf } from '#features/people/members/rules.ts'
import { useAction } from '#ui/action.ts'
import { AnchorLink, ButtonLink } from '#ui/link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { type Step, Steps } from '#ui/steps.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { acceptance, messages } from '../inputs.ts'
import { keepPendingVersion } from '../parts/code-prompt.tsx'

type Code = NonNullable<Awaited<ReturnType<typeof rpc.conduct.active>>>

/**
 * /code-of-conduct: the active code, all of it on one page, accepted where it is read, signed in or not (JOIN-35…40). A
 * visitor who accepts goes on to create an account, with everything that the way back carries (decision 52).
 */
export function CodeOfConduct() {
  const code = useQuery(api.conduct.active.queryOptions())
  return (
    <Query of={code} failed={messages.failed}>
      {active => (active ? <Acceptance code={active} /> : <NotAvailable />)}
    </Query>
  )
}

function Acceptance({ code }: { code: Code }) {
  const me = useMe()
  const navigate = useNavigate()
  const search = useSearch({ from: '/code-of-conduct' })
  const [isRead, setRead] = useState(false)
  const back = ownPath(search.return, '/membership')
  const isJoining = me === null && leadsToForm(back)
  const standing = useQuery({ ...api.conduct.standing.queryOptions(), enabled: me !== null })
  const accepted = standing.data?.accepted?.version === code.version ? standing.data.accepted : null
  const accept = useAction(rpc.conduct.accept, {
    atOnce: 'a tick before it says what is accepted',
    done: 'Code of conduct accepted',
    failed: 'Error',
  })
  const goOn = async () => {
    if (!isRead) return toast.error(messages.confirmTitle, messages.confirm)
    if (me) {
      if (await accept.run({ version: code.version })) await navigate({ href: back })
      return
    }
    keepPendingVersion(code.version)
    await navigate({ to: '/auth', search: { mode: 'signup', return: back } })
  }
  return (
    <Page
      title="Code of Conduct"
      heading={code.title}
      kicker={`Version ${code.version}`}
      lead={
        <>
          How we treat each other and the house. Published on <When at={code.publishedAt} as="date" year />.
        </>
      }
      width="text"
    >
      {isJoining ? (
        <>
          <Steps label="Joining" steps={joining} />
          <ChosenPlan wish={wishOf(back)} />
        </>
      ) : null}
      <Accordion multiple defaultValue={code.sections.map(({ number }) => String(number))} order={2}>
        {code.sections.map(({ number, title, rules }) => (
          <Accordion.Item key={number} value={String(number)}>
            <Accordion.Control>
              {number}. {title}
            </Accordion.Control>
            <Accordion.Panel>
              <ul>
                {rules.map(rule => (
                  <li key={rule}>{rule}</li>
                ))}
              </ul>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <Box component="section" id="accept" aria-label="Acceptance" mt="xl">
        {accepted ? (
          <Stack>
            <p role="status">
              You accepted this version on <When at={accepted.acceptedAt} as="date" year />.
            </p>
            <Group gap="sm">
              <Button onClick={() => void navigate({ href: back })}>Continue</Button>
            </Group>
          </Stack>
        ) : (
          <Stack
            component="form"
            onSubmit={(event: FormEvent) => {
              event.preventDefault()
              void goOn()
            }}
          >
            <Checkbox
              label={acceptance.tick}
              checked={isRead}
              onChange={event => setRead(event.currentTarget.checked)}
            />
            <Group gap="sm">
              <Button type="submit" loading={accept.isRunning}>
                {acceptance.button}
              </Button>
              <ButtonLink to="/" variant="default">
                Decline
              </ButtonLink>
            </Group>
            {me ? null : (
              <p>
                You go on to create an account.{' '}
                <AnchorLink to="/auth" search={{ return: back }}>
                  Sign in
                </AnchorLink>{' '}
                if you have one.
              </p>
            )}
          </Stack>
        )}
      </Box>
    </Page>
  )
}

/** The way to the application form for somebody without an account (decision 52). */
const joining: Step[] = [
  { label: 'Code of conduct', state: 'now' },
  { label: 'Create an account', state: 'next' },
  { label: 'Confirm your email', state: 'next' },
  { label: 'Apply for membership', state: 'next' },
]

function NotAvailable() {
  return (
    <Page title="Code of Conduct Not Available" width="text">
      <p>No code of conduct is published at the moment. Please come back later.</p>
    </Page>
  )
}
