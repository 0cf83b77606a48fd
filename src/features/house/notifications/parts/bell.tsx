import { isStillHere, useOnDemand } from '#ui/use-on-demand.ts'
import { BellButton } from './bell-button.tsx'

const loadPanel = async () => (await import('./bell-panel.tsx')).BellPanel

/** How much is unread, and the newest of it in a panel that the first press fetches. */
export function Bell({ unread }: { unread: number }) {
  const { Piece: Panel, fetchIt, intent } = useOnDemand(loadPanel)
  if (Panel) return <Panel unread={unread} />
  return (
    <BellButton
      unread={unread}
      aria-haspopup="dialog"
      aria-expanded={false}
      {...intent}
      onClick={() => void fetchIt(isStillHere)}
    />
  )
}
