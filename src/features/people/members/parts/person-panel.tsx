import { useQuery } from '@tanstack/react-query'
import { FactValue } from '#features/house/objects/parts/fact-value.tsx'
import { History } from '#features/house/objects/parts/history.tsx'
import { usePanelTitle } from '#ui/panel-title.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import { AccountActions, AccountRoles, type AccountRow, Deeds, FirstFacts, shownName } from './account-panel.tsx'
import { PersonLinks } from './person-links.tsx'

/** Everything of one person: how they are reached, where they stand and what they have, roles, what can be done with the account, and what happened, the latest first. */
export function PersonPanel({ id }: { id: string }) {
  const account = useQuery(api.members.find.queryOptions({ input: { id } }))
  return (
    <Query of={account} failed="Failed to load members">
      {({ rows: [row] }) => (row ? <Known account={row} /> : <p>This person has no account any more.</p>)}
    </Query>
  )
}

function Known({ account }: { account: AccountRow }) {
  const id = account.userId
  const known = useQuery(api.objects.person.queryOptions({ input: { id } }))
  usePanelTitle(shownName(account))
  return (
    <>
      <PersonLinks account={account} />
      <FirstFacts account={account} />
      <AccountActions account={account} />
      <Query of={known} failed="What this person has could not be loaded">
        {({ facts }) => (
          <Facts facts={facts.map(({ label, value }) => ({ label, value: value && <FactValue value={value} /> }))} />
        )}
      </Query>
      <AccountRoles account={account} />
      <Deeds account={account} />
      <History noun="person" id={id} />
    </>
  )
}
