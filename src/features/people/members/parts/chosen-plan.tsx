import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { api } from '#web/client.ts'
import type { Wish } from '../rules.ts'

/** On the way to the application form: the plan that somebody chose, with a way to choose again. Nothing when they chose none. */
export function ChosenPlan({ wish: { tierSlug, referralCode } }: { wish: Wish }) {
  const { data } = useQuery({ ...api.memberships.tiers.queryOptions(), enabled: tierSlug !== undefined })
  const chosen = data?.find(({ slug }) => slug === tierSlug)
  if (!chosen) return null
  return (
    <p>
      You chose {chosen.name}, {chosen.isFree ? 'free' : `${formatMoney(chosen.pricePence)} a month`}.
      {chosen.isFree ? '' : ' You pay nothing until you are approved.'}{' '}
      <AnchorLink to="/membership-info" search={referralCode ? { ref: referralCode } : {}}>
        Choose another plan
      </AnchorLink>
    </p>
  )
}
