import { useQuery } from '@tanstack/react-query'
import { api } from '#web/client.ts'
import { useKept } from './kept-check-ins.ts'

/** Today's visitors at a glance; without a connection those known last. */
export function DoorCounts() {
  const { data } = useKept('attendance', useQuery(api.market.attendance.queryOptions({ refetchInterval: 30_000 })))
  if (!data) return null
  return (
    <span className="tabular">
      <strong>{data.used}</strong> in · <strong>{data.expected}</strong> expected · <strong>{data.guests}</strong>{' '}
      {data.guests === 1 ? 'guest' : 'guests'}
    </span>
  )
}
