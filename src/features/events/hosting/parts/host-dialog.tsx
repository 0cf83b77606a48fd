import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatDateTime } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useDialog, useInAddress } from '#ui/in-address.ts'
import { Query } from '#ui/plain/query.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { api } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { messages } from '../inputs.ts'
import { HostForm, newNumber, type Terms } from './host-form.tsx'
import { newValues, valuesOf } from './host-values.ts'

/** Opens the application to host an event over any page; whoever is not signed in is sent to sign in first (EVT-25). */
export function HostButton({ children, isQuiet = false }: { children: ReactNode; isQuiet?: boolean }) {
  const me = useMe()
  const navigate = useNavigate()
  const { isOpen, open, close } = useDialog('host-event')
  const press = () => {
    if (me) return open()
    toast.error(messages.signInTitle, messages.signIn)
    void navigate({ to: '/auth', search: { return: `${location.pathname}?dialog=host-event` } })
  }
  return (
    <>
      <Button onClick={press} {...(isQuiet && { variant: 'default' })}>
        {children}
      </Button>
      {isOpen && me ? <HostDialog onClose={close} /> : null}
    </>
  )
}

/** The application in a dialog: a new one, or one of the drafts, whose number stands in the address. */
function HostDialog({ onClose }: { onClose: () => void }) {
  const terms = useQuery(api.hosting.terms.queryOptions())
  return (
    <Dialog title="Host a Workshop or Event" onClose={onClose} size="46rem" keepsInput>
      <Query of={terms} failed={messages.load}>
        {found =>
          found.problem === null ? (
            <Application terms={found} onClose={onClose} />
          ) : (
            <Empty what="Hosting is for members" why={found.problem} />
          )
        }
      </Query>
    </Dialog>
  )
}

function Application({ terms, onClose }: { terms: Terms; onClose: () => void }) {
  const { value: draft, change } = useInAddress('draft')
  // What is there when the dialog opens: one that is being written joins the list while it is.
  const [drafts] = useState(terms.drafts)
  const [fresh] = useState(() => newNumber(terms.drafts))
  const id = draft ?? (drafts.length === 0 ? fresh : null)
  if (id !== null) return <Draft id={id} terms={terms} isNew={!drafts.some(each => each.id === id)} onClose={onClose} />
  return (
    <Stack>
      <p>You have begun already. Go on with one of these, or write a new one.</p>
      {drafts.map(({ id: own, name, changedAt }) => (
        <Button key={own} variant="default" onClick={() => change(own)}>
          {name.trim() || 'Without a name'}, {formatDateTime(changedAt)}
        </Button>
      ))}
      <Button onClick={() => change(fresh)}>Write a new one</Button>
    </Stack>
  )
}

function Draft({ id, terms, isNew, onClose }: { id: string; terms: Terms; isNew: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const kept = useQuery({ ...api.hosting.one.queryOptions({ input: { id } }), enabled: !isNew, staleTime: 0 })
  const leave = (to: string) => void navigate({ to: '/host/$id', params: { id: to } })
  if (isNew) return <HostForm terms={terms} initial={newValues(id)} isNew onDone={leave} onLater={onClose} />
  return (
    <Query of={kept} failed={messages.load}>
      {event => <HostForm terms={terms} initial={valuesOf(event.draft)} onDone={leave} onLater={onClose} />}
    </Query>
  )
}
