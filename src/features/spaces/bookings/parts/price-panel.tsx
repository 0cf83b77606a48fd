import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PaymentChoice } from '#features/spaces/calendar/inputs.ts'
import { cashDetail, durationWords, refundWords } from '#features/spaces/facilities/parts/fare-words.tsx'
import { formatMoney, formatTokens } from '#platform/words.ts'
import { PriceBreakdown } from '#ui/plain/price-breakdown.tsx'
import { Query } from '#ui/plain/query.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import type { Facility } from './booking-form.tsx'
import classes from './price-panel.module.css'

/** What the chosen place costs, how it is paid, and what cancelling gives back; all of it the server's (BOOK-28). */
export function PricePanel(props: {
  facility: Facility
  on: string
  startsAt: string
  payWith: PaymentChoice
  onPayWith: (payWith: PaymentChoice) => void
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
                onChange={value => props.onPayWith(value as PaymentChoice)}
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
