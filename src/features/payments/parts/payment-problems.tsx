import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { When } from '#ui/dates.tsx'
import { Facts } from '#ui/facts.tsx'
import { formatMoney } from '#ui/money.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Query } from '#ui/query.tsx'
import { Section } from '#ui/section.tsx'
import { Empty } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'

/** Messages of the provider that could not be handled, and refunds that did not get through; each can be tried again. */
export function PaymentProblems() {
  const cache = useQueryClient()
  const events = useQuery(api.payments.failedEvents.queryOptions({ input: { pageSize: 50 } }))
  const refunds = useQuery(api.payments.openRefunds.queryOptions({ input: { pageSize: 50 } }))
  const [busy, setBusy] = useState<string | null>(null)
  const again = async (id: string, act: () => Promise<unknown>) => {
    setBusy(id)
    try {
      await act()
      toast.success('Trying again', 'The result shows here in a moment.')
      await cache.invalidateQueries({ queryKey: api.payments.key() })
    } catch (error) {
      toast.error(describeProblem(error).message)
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      <Section
        title="Failed webhooks"
        lead="“Refused” contradicts our own order: nothing was granted. Look at it before you try again."
      >
        <Query of={events} failed="Failed to load webhooks">
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty what="Everything was handled" />
            ) : (
              rows.map(event => (
                <Problem
                  key={event.id}
                  title={event.type}
                  isBusy={busy === event.id}
                  onRetry={() => again(event.id, () => rpc.payments.retryEvent({ id: event.id }))}
                  facts={[
                    {
                      label: 'Status',
                      value: <Status tone={event.status === 'refused' ? 'bad' : 'warn'}>{event.status}</Status>,
                    },
                    { label: 'Why', value: event.lastError },
                    { label: 'Object', value: event.objectId },
                    { label: 'Arrived', value: <When at={event.receivedAt} /> },
                    { label: 'Tries', value: String(event.attempts) },
                  ]}
                />
              ))
            )
          }
        </Query>
      </Section>
      <Section title="Refunds under way" lead="Booked here already; the provider is asked until it agrees.">
        <Query of={refunds} failed="Failed to load refunds">
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty what="No refunds are waiting" />
            ) : (
              rows.map(refund => (
                <Problem
                  key={refund.id}
                  title={`${formatMoney(refund.amountPence)} to ${refund.person}`}
                  isBusy={busy === refund.id}
                  {...(refund.status === 'failed' && {
                    onRetry: () => again(refund.id, () => rpc.payments.retryRefund({ id: refund.id })),
                  })}
                  facts={[
                    {
                      label: 'Status',
                      value: <Status tone={refund.status === 'failed' ? 'bad' : 'info'}>{refund.status}</Status>,
                    },
                    { label: 'Why', value: refund.reason },
                    { label: 'Problem', value: refund.lastError },
                    { label: 'Asked', value: <When at={refund.createdAt} /> },
                  ]}
                />
              ))
            )
          }
        </Query>
      </Section>
    </>
  )
}

function Problem(props: {
  title: string
  facts: Parameters<typeof Facts>[0]['facts']
  isBusy: boolean
  onRetry?: () => void
}) {
  return (
    <article>
      <h3>{props.title}</h3>
      <Facts facts={props.facts} />
      {props.onRetry ? (
        <Button
          variant="default"
          mt="sm"
          mb="lg"
          loading={props.isBusy}
          onClick={props.onRetry}
          aria-label={`Try again: ${props.title}`}
        >
          Try again
        </Button>
      ) : null}
    </article>
  )
}
