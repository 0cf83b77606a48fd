import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Status } from '#ui/plain/status.tsx'
import { api } from '#web/client.ts'

/** The way to the own studio, for whoever rents one, and whether something is to pay; nothing for everybody else. */
export function StudioNote() {
  const { data } = useQuery(api.rentals.mine.queryOptions())
  const rentals = data?.rentals.filter(({ state }) => state !== 'ended') ?? []
  return rentals.map(({ id, state, studioName, unpaidPence }) => (
    <p key={id}>
      Your studio: <AnchorLink to="/your-studio">{studioName}</AnchorLink>{' '}
      {state === 'unpaid' ? <Status tone="bad">{`${formatMoney(unpaidPence ?? 0)} of rent not paid`}</Status> : null}
      {state === 'toBegin' ? <Status tone="warn">First payment to make</Status> : null}
    </p>
  ))
}
