import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PayWith } from '#features/facilities/inputs.ts'
import { cashDetail, durationWords, refundWords } from '#features/facilities/parts/fare-words.tsx'
import { formatMoney } from '#ui/money.tsx'
import { PriceBreakdown } from '#ui/price-breakdown.tsx'
import { Query } from '#ui/query.tsx'
import { LoadingText } from '#ui/states.tsx'
import { formatTokens } from '#ui/tokens.tsx'
import { api } from '#web/client.ts'
import type { Facility } from './booking-form.tsx'
import classes from './price-panel.module.css'

/** What the chosen place costs, how it is paid, and what cancelling gives back; all of it the server's (BOOK-28). */
export function PricePanel(props: {
  facility: Facility
  on: string
  startsAt: string
  payWith: PayWith
  onPayWith: (payWith: PayWith) => void
}) {
  const { facility, on, startsAt, payWith } = props
  const input = { facilityId: facility.id, on, startsAt, payWith }
  const query = useQuery(api.bookings.quote.queryOptions({ input, placeholderData: keepPreviousData }))
  return (
    <Query of={query} failed="Failed to load the price" loading={<LoadingText lines={4} />}>
      {quote => {
        const isTokens = quote.paidWith === 'tokens'
        return (
          <div className={classes.panel}>
            {quote.whyNotTokens === null ? (
              <SegmentedControl
                aria-label="Pay with"
                data={[
                  { value: 'auto', label: `Tokens (${formatTokens(facility.tokenCost)})` },
                  { value: 'card', label: `Card (${formatMoney(facility.cashTotalPence)})` },
                ]}
                value={payWith === 'card' ? 'card' : 'auto'}
                onChange={value => props.onPayWith(value as PayWith)}
              />
            ) : (
              <p className={classes.why}>{quote.whyNotTokens}</p>
            )}
            <PriceBreakdown
              unit={isTokens ? 'tokens' : 'pence'}
              parts={[
                {
                  label: facility.name,
                  detail: isTokens ? durationWords(facility.durationMinutes) : cashDetail(facility),
                  amount: isTokens ? quote.tokens : quote.pence,
                },
              ]}
              total={isTokens ? quote.tokens : quote.pence}
              after={
                <>
                  {isTokens
                    ? `You have ${formatTokens(quote.tokenBalance)}; ${formatTokens(quote.tokenBalance - quote.tokens)} would be left. `
                    : null}
                  {`In that week you have ${quote.hoursUsed === 1 ? '1 hour' : `${quote.hoursUsed} hours`} here so far.`}
                </>
              }
              refund={refundWords(quote, quote.refundableUntil, facility.cancellationHours)}
            />
          </div>
        )
      }}
    </Query>
  )
}
