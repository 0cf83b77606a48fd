import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatNumber, formatTime } from '#platform/words.ts'
import { useDialog } from '#ui/in-address.ts'
import { api, type rpc } from '#web/client.ts'
import { keepOwnForDay, readOwnOfDay } from '#web/offline/own-storage.ts'
import { fullness, headsOf } from '../rules.ts'
import { InsideDialog } from './inside-dialog.tsx'
import { readCameSince } from './kept-inside.ts'
import classes from './presence.module.css'

type Count = Awaited<ReturnType<typeof rpc.door.headCount>>

// Named as the door's: it is forgotten with the right to it.
const kept = 'door-head-count'

/** How many are in the house over all entrances against what it holds; opens who they are. At the limit it says to stop. */
export function HeadCount({ isOnline }: { isOnline: boolean }) {
  const { data } = useQuery(api.door.headCount.queryOptions({ refetchInterval: 30_000 }))
  const dialog = useDialog('inside', 'name')
  useEffect(() => {
    if (data) keepOwnForDay(kept, data)
  }, [data])
  const known = data ?? readOwnOfDay<Count>(kept)
  if (!known) return null
  const { limit } = known
  const at = new Date(known.at)
  const count = known.count + headsOf(readCameSince(at))
  const full = fullness(count, limit)
  return (
    <>
      <button type="button" className={classes.count} data-full={full} onClick={dialog.open}>
        {formatNumber(count)} of {formatNumber(limit)} inside{isOnline ? '' : ` at ${formatTime(at)}`}
        {/* It is the way to check somebody in or out as well, which needs a network. */}
        {isOnline ? <span> · find a member</span> : null}
      </button>
      {full === 'full' ? (
        <p role="alert" className={classes.stop}>
          The building is full: stop entry
        </p>
      ) : null}
      {full === 'nearly' ? <p role="status">Nearly full: room for {formatNumber(limit - count)} more</p> : null}
      {dialog.isOpen ? <InsideDialog isToFind={isOnline} onClose={dialog.close} /> : null}
    </>
  )
}
