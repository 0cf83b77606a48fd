import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
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
  const erase = useAction(rpc.privacy.erase, {
    confirm: () => ({
      title: `Erase ${request.name} for good?`,
      body: 'Name, addresses, documents and messages are removed and the account is closed. Credit of their membership goes back to the cards that paid for it; what no card paid for ends. This cannot be undone.',
      action: 'Erase this person',
      danger: true,
    }),
    done: { title: 'Person erased', message: 'What bookkeeping needs is kept without the name.' },
    failed: 'Not erased',
  })
  return (
    <li className={classes.request}>
      <p>
        <strong>{request.name}</strong> asked on {formatDay(request.createdAt)}
      </p>
      {request.reason ? <p>{request.reason}</p> : null}
      {request.blockedBy ? <p>{request.blockedBy}</p> : null}
      {isDeclining ? (
        <Decline request={request} />
      ) : (
        <div className={classes.ways}>
          <Button
            color="red"
            disabled={!request.can.erase || erase.isRunning}
            onClick={() => void erase.run({ id: request.id })}
          >
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

function Decline({ request }: { request: Request }) {
  const form = useSchemaForm({
    schema: declineInput,
    initial: { id: request.id, note: '' },
    submit: (values, { idempotencyKey }) => rpc.privacy.declineErasure(values, { context: { idempotencyKey } }),
    onDone: () => toast.success('Request declined', 'The person gets your reason by email.'),
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
