import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { formatDay } from '#ui/dates.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Query } from '#ui/query.tsx'
import { Section } from '#ui/section.tsx'
import { Empty } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { declineInput } from '../inputs.ts'
import classes from './privacy.module.css'

type Request = Awaited<ReturnType<typeof rpc.privacy.erasureRequests>>['rows'][number]

/** Open requests for erasure, each with what stands in its way (decision 47). */
export function ErasureList() {
  const query = useQuery(api.privacy.erasureRequests.queryOptions({ input: { status: 'pending' } }))
  return (
    <Section title="Requests for erasure" lead="People who asked to be forgotten, the longest waiting first." aside>
      <Query of={query} failed="Requests could not be loaded">
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty what="Nobody is waiting" why="People ask for erasure in their account." />
          ) : (
            <ul className={classes.requests}>
              {rows.map(row => (
                <OneRequest key={row.id} request={row} />
              ))}
            </ul>
          )
        }
      </Query>
    </Section>
  )
}

function OneRequest({ request }: { request: Request }) {
  const [isDeclining, setDeclining] = useState(false)
  const cache = useQueryClient()
  const refresh = () => void cache.invalidateQueries({ queryKey: api.privacy.key() })
  const erase = useMutation({
    mutationFn: () => rpc.privacy.erase({ id: request.id }),
    onSuccess: () => toast.success('Person erased', 'What bookkeeping needs is kept without the name.'),
    onError: error => toast.error('Not erased', describeProblem(error).message),
    onSettled: refresh,
  })
  const ask = async () => {
    const isSure = await confirm({
      title: `Erase ${request.name} for good?`,
      body: 'Name, addresses, documents and messages are removed and the account is closed. This cannot be undone.',
      action: 'Erase this person',
      danger: true,
    })
    if (isSure) erase.mutate()
  }
  return (
    <li className={classes.request}>
      <p>
        <strong>{request.name}</strong> asked on {formatDay(request.createdAt)}
      </p>
      {request.reason ? <p>{request.reason}</p> : null}
      {request.blockedBy ? <p>{request.blockedBy}</p> : null}
      {isDeclining ? (
        <Decline request={request} onDone={refresh} />
      ) : (
        <div className={classes.ways}>
          <Button color="red" disabled={!request.can.erase || erase.isPending} onClick={() => void ask()}>
            Erase
          </Button>
          <Button variant="default" onClick={() => setDeclining(true)}>
            Decline
          </Button>
        </div>
      )}
    </li>
  )
}

function Decline({ request, onDone }: { request: Request; onDone: () => void }) {
  const form = useSchemaForm({
    schema: declineInput,
    initial: { id: request.id, note: '' },
    submit: (values, { idempotencyKey }) => rpc.privacy.declineErasure(values, { context: { idempotencyKey } }),
    onDone: () => {
      toast.success('Request declined', 'The person gets your reason by mail.')
      onDone()
    },
  })
  return (
    <Form
      of={form}
      label={`Decline the request of ${request.name}`}
      actions={
        <Submit of={form} busy="Sending…">
          Decline with this reason
        </Submit>
      }
    >
      <TextAreaField of={form.field('note')} label="Reason" maxLength={1000} />
    </Form>
  )
}
