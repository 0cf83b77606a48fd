import { formatCount, formatTokens } from '#platform/words.ts'
import { PriceBreakdown } from '#ui/plain/price-breakdown.tsx'
import { dayFrom, halfDayFrom, type priceOf } from '../rules.ts'
import type { StudioPage } from './sessions.tsx'

/** What the chosen hours cost, and what cancelling gives back. Nothing while they cannot be had. */
export function StudioPrice(props: { price: ReturnType<typeof priceOf> | null; hours: number; page: StudioPage }) {
  const { price, hours, page } = props
  const back = `${page.cancellationHours} or more hours ahead`
  if (price === null) return <p>Cancel {back} and what you paid comes back.</p>
  const isTokens = price.tokens > 0
  return (
    <PriceBreakdown
      unit={isTokens ? 'tokens' : 'pence'}
      parts={[
        {
          label: isTokens
            ? 'Photography Studio'
            : hours >= dayFrom
              ? 'A day'
              : hours >= halfDayFrom
                ? 'Half a day'
                : 'By the hour',
          detail: formatCount(hours, 'hour'),
          amount: isTokens ? price.tokens : price.pence,
        },
      ]}
      total={isTokens ? price.tokens : price.pence}
      after={isTokens ? `You have ${formatTokens(page.tokenBalance)}.` : null}
      refund={`${back}, what you paid comes back.`}
    />
  )
}
