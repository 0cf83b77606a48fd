import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { confirm } from '#ui/confirm.tsx'
import { formatDay } from '#ui/dates.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Query } from '#ui/query.tsx'
import { Section } from '#ui/section.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { ExportOwn } from './person-export.tsx'

/** A person's own data: to take along, or to have erased (decision 47). For the account page. */
export function OwnDataPanel() {
  const cache = useQueryClient()
  const query = useQuery(api.privacy.myErasure.queryOptions())
  const options = {
    onError: (error: unknown) => toast.error('That did not work', describeProblem(error).message),
    onSettled: () => void cache.invalidateQueries({ queryKey: api.privacy.key() }),
  }
  const request = useMutation({ mutationFn: () => rpc.privacy.requestErasure({}), ...options })
  const withdraw = useMutation({ mutationFn: () => rpc.privacy.withdrawErasure(), ...options })
  const ask = async () => {
    const isSure = await confirm({
      title: 'Ask us to erase your data?',
      body: 'Once an admin has done it your account is closed and nothing brings it back. Payments are kept without your name, as tax law asks.',
      action: 'Ask for erasure',
      danger: true,
    })
    if (isSure) request.mutate()
  }
  return (
    <>
      <Section title="Your data" lead="Everything we hold about you in one file." aside>
        <ExportOwn />
      </Section>
      <Section title="Erasure" lead="We take you out of our records and close your account." aside>
        <Query of={query} failed="Your request could not be loaded">
          {mine =>
            mine?.status === 'pending' ? (
              <>
                <p>You asked for erasure on {formatDay(mine.createdAt)}. An admin looks at it within a month.</p>
                <Button variant="default" disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
                  Take the request back
                </Button>
              </>
            ) : (
              <>
                {mine?.status === 'declined' ? <p>Your last request was declined: {mine.note}</p> : null}
                <Button color="red" variant="outline" disabled={request.isPending} onClick={() => void ask()}>
                  Ask for erasure
                </Button>
              </>
            )
          }
        </Query>
      </Section>
    </>
  )
}
