import { SegmentedControl } from '@mantine/core'
import type { PaymentChoice } from '#features/spaces/calendar/inputs.ts'
import {
  cashDetail,
  cashWords,
  durationWords,
  refundWords,
  tokenWords,
} from '#features/spaces/facilities/parts/fare-words.tsx'
import { formatMoney, formatTokens } from '#platform/words.ts'
import { PriceBreakdown } from '#ui/plain/price-breakdown.tsx'
import { Query, type QueryLike } from '#ui/plain/query.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import type { rpc } from '#web/client.ts'
import type { Facility } from './booking-form.tsx'
import classes from './price-panel.module.css'

type Quote = Awaited<ReturnType<typeof rpc.bookings.quote>>

/** What the chosen place costs, how it is paid, and what cancelling gives back; all of it the server's (BOOK-28). */
export function PricePanel(props: {
  facility: Facility
  lengths: number
  quote: QueryLike<Quote>
  /** a time is chosen; until then it tells what one costs */
  isChosen: boolean
  payWith: PaymentChoice
  onPayWith: (payWith: PaymentChoice) => void
}) {
  const { facility, payWith } = props
  if (!props.isChosen)
    return (
      <p className={classes.from}>
        <strong>{tokenWords(facility)}</strong> or <strong>{cashWords(facility)}</strong>
      </p>
    )
  const taken = { ...facility, durationMinutes: facility.durationMinutes * props.lengths }
  return (
    <Query of={props.quote} failed="Failed to load the price" loading={<LoadingText lines={4} />}>
      {quote => {
        const isTokens = quote.paidWith === 'tokens'
        return (
          <div className={classes.panel}>
            {quote.whyNotTokens === null ? (
              <SegmentedControl
                aria-label="Pay with"
                data={[
                  { value: 'auto', label: `Tokens (${formatTokens(quote.prices.tokens)})` },
                  { value: 'card', label: `Card (${formatMoney(quote.prices.pence)})` },
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
                  detail: isTokens ? durationWords(taken.durationMinutes) : cashDetail(taken),
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
              refund={refundWords(quote, quote.refundableUntil)}
            />
          </div>
        )
      }}
    </Query>
  )
}

/** The sum, and how the button goes on that asks for it. */
export function priceWords({ tokens, pence }: Pick<Quote, 'tokens' | 'pence'>): { sum: string; ask: string } {
  if (tokens > 0) return { sum: formatTokens(tokens), ask: ` for ${formatTokens(tokens)}` }
  return pence > 0 ? { sum: formatMoney(pence), ask: `, pay ${formatMoney(pence)}` } : { sum: 'Free', ask: '' }
}
