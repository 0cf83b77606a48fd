import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatTime } from '#platform/words.ts'
import { api } from '#web/client.ts'

/** A line for the head of every page: what is held runs out, and where it is paid. Draws nothing while there is none. */
export function HeldNotice({ className }: { className?: string | undefined }) {
  const { data } = useQuery(
    api.bookings.holds.queryOptions({ refetchInterval: query => (query.state.data?.length ? 60_000 : false) }),
  )
  const first = data?.[0]
  return first ? (
    <p className={className}>
      <strong>{first.facilityName}</strong> is held for you until {formatTime(first.heldUntil)}.{' '}
      <Link to="/orders/$id" params={{ id: first.orderId }}>
        Pay now
      </Link>
    </p>
  ) : null
}
