import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { typeWords } from '#features/people/incidents/inputs.ts'
import { formatDateTime, stateWords } from '#platform/words.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { toast } from '#ui/toast.ts'
import { api, type rpc } from '#web/client.ts'
import { type IncidentLink, messages } from '../inputs.ts'
import { AnswerForm } from '../parts/answer-form.tsx'
import { Answered } from '../parts/answered.tsx'
import { InvalidLink } from '../parts/invalid-link.tsx'
import { responsePage } from '../parts/response-page.ts'
import { recordedWords } from '../rules.ts'

type Shown = Awaited<ReturnType<typeof rpc.incidents.open>>

/** /incident-response?id&email&uid&token: what an incident is about, for whoever got its link, and their answer (INC-01…05). */
export function IncidentResponse() {
  const { id = '', email = '', uid = '', token = '' } = useSearch({ from: '/incident-response' })
  return id === '' ? <NotThere /> : <Opened key={`${id} ${token}`} link={{ id, email, uid, token }} />
}

function NotThere({ why }: { why?: string | undefined }) {
  const { data } = useQuery(api.content.contact.queryOptions())
  return <InvalidLink reach={data} why={why} />
}

function Opened({ link }: { link: IncidentLink }) {
  // One opening, however often it is read again meanwhile.
  const [opening] = useState(() => crypto.randomUUID())
  const query = useQuery({
    ...api.incidents.open.queryOptions({ input: { ...link, opening } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { code, message } = (query.error ?? {}) as { code?: string; message?: string }
  const isInvalid = code === 'INVALID_LINK' || code === 'INVALID_INPUT'
  const hasFailed = query.isError && !isInvalid
  useEffect(() => {
    if (hasFailed) toast.error(messages.loadToast)
  }, [hasFailed])
  if (isInvalid) return <NotThere why={code === 'INVALID_LINK' ? message : undefined} />
  return (
    <Page {...responsePage}>
      <Section title="The incident" aside id="incident">
        <Query of={query} failed={messages.loadFailed}>
          {shown => <About shown={shown} />}
        </Query>
      </Section>
      {query.data ? <Yours link={link} shown={query.data} /> : null}
    </Page>
  )
}

function About({ shown }: { shown: Shown }) {
  return (
    <>
      <Facts
        facts={[
          { label: 'What', value: typeWords[shown.incidentType] },
          { label: 'Severity', value: stateWords(shown.severity) },
          { label: 'When', value: formatDateTime(new Date(shown.incidentAt)) },
          { label: 'Where', value: shown.location },
        ]}
      />
      <p>{recordedWords(shown.linkViewMonths, { isOpened: true })}</p>
    </>
  )
}

function Yours({ link, shown }: { link: IncidentLink; shown: Shown }) {
  const [isAdding, setAdding] = useState(false)
  const [isSent, setSent] = useState(false)
  const hasAnswered = shown.answers > 0 && !isAdding
  return (
    <Section title="Your answer" aside>
      {hasAnswered || shown.problem ? (
        <Answered shown={shown} isSent={isSent} onAdd={() => setAdding(true)} />
      ) : (
        <AnswerForm
          link={link}
          shown={shown}
          isAdded={isAdding}
          onDone={isDone => {
            setAdding(false)
            setSent(isDone)
          }}
        />
      )}
    </Section>
  )
}
