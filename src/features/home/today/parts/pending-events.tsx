import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import type { Fact } from '#ui/plain/facts.tsx'
import { api } from '#web/client.ts'

/** How many events wait for a decision, as a figure of Committee Home that leads to them (ADM-25). */
export function usePendingEvents(): Fact[] {
  const { data } = useQuery(api.hosting.applications.queryOptions({ input: { pageSize: 1 } }))
  const value = data ? (
    <AnchorLink to="/admin/events" inherit c="inherit" underline="always">
      {formatNumber(data.counts.pending)}
    </AnchorLink>
  ) : null
  return [{ label: 'Pending events', value }]
}
