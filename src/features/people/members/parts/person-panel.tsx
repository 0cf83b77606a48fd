import { useQuery } from '@tanstack/react-query'
import { History } from '#features/house/objects/parts/history.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import { AccountPanel, shownName } from './account-panel.tsx'

/** Everything of one person: what they need and have, the account with what can be done, and what happened, the latest first. */
export function PersonPanel({ id }: { id: string }) {
  const account = useQuery(api.members.find.queryOptions({ input: { id } }))
  const known = useQuery(api.objects.person.queryOptions({ input: { id } }))
  return (
    <Query of={account} failed="Failed to load members">
      {({ rows: [row] }) =>
        row ? (
          <>
            <Query of={known} failed="What this person has could not be loaded">
              {({ facts }) => <Facts facts={[{ label: 'Name', value: shownName(row) }, ...facts]} />}
            </Query>
            <AccountPanel account={row} />
            <History noun="person" id={id} />
          </>
        ) : (
          <p>This person has no account any more.</p>
        )
      }
    </Query>
  )
}
