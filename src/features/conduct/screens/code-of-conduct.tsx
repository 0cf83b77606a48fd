import { Accordion, Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ownPath } from '#access.ts'
import { When } from '#ui/dates.tsx'
import { Page } from '#ui/page.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Query } from '#ui/query.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { useMe } from '#web/session.tsx'
import { messages } from '../inputs.ts'
import { keepPendingVersion } from '../parts/code-prompt.tsx'

type Code = NonNullable<Awaited<ReturnType<typeof rpc.conduct.active>>>

/** /code-of-conduct: the active code, to read and accept, signed in or not (JOIN-35…40). */
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
  const search = useSearch({ strict: false }) as { return?: string }
  const [isRead, setRead] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const accept = async () => {
    if (!isRead) return toast.error(messages.confirmTitle, messages.confirm)
    if (!me) {
      keepPendingVersion(code.version)
      return navigate({
        to: '/auth' as string,
        search: { return: ownPath(search.return, '/membership') } as never,
      })
    }
    setBusy(true)
    try {
      await rpc.conduct.accept({ version: code.version })
      toast.success('Code of conduct accepted')
      await navigate({ href: ownPath(search.return, '/membership') })
    } catch (error) {
      toast.error('Error', describeProblem(error).message)
      setBusy(false)
    }
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
      <Accordion multiple defaultValue={['1']} order={2}>
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
      <div style={{ display: 'grid', gap: '1.25rem', marginTop: '2rem' }}>
        <Checkbox
          label="I have read and accept the Code of Conduct"
          checked={isRead}
          onChange={event => setRead(event.currentTarget.checked)}
        />
        <span style={{ display: 'flex', flexWrap: 'wrap', gap: '0.75rem' }}>
          <Button loading={isBusy} onClick={() => void accept()}>
            Accept and Continue
          </Button>
          <Button component={Link} to={'/' as string} variant="default">
            Decline
          </Button>
        </span>
      </div>
    </Page>
  )
}

function NotAvailable() {
  return (
    <Page title="Code of Conduct Not Available" width="text">
      <p>No code of conduct is published at the moment. Please come back later.</p>
    </Page>
  )
}
