import { isStillHere, useOnDemand } from '#ui/use-on-demand.ts'
import type { HeadPerson } from '#web/session/session.tsx'
import { AccountButton } from './account-button.tsx'

const loadAccountEntries = async () => (await import('./account-entries.tsx')).AccountEntries

/** The person's own menu, with the ways into the back office that are theirs; fetched by the first press on its button. */
export function AccountMenu({ me, isClosed = false }: { me: HeadPerson; isClosed?: boolean }) {
  const { Piece: Entries, fetchIt, intent } = useOnDemand(loadAccountEntries)
  if (Entries) return <Entries me={me} isClosed={isClosed} />
  return (
    <AccountButton
      me={me}
      aria-haspopup="menu"
      aria-expanded={false}
      {...intent}
      onClick={() => void fetchIt(isStillHere)}
    />
  )
}
