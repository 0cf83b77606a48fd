import { cashDetail, cashWords, durationWords, tokenWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { formatTokens } from '#platform/words.ts'
import { Query, type QueryLike } from '#ui/plain/query.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import type { rpc } from '#web/client.ts'
import type { Facility } from './booking-form.tsx'
import classes from './price-panel.module.css'
import { refundWords } from './refund-words.ts'

type Quote = Awaited<ReturnType<typeof rpc.bookings.quote>>

/**
 * Why tokens cannot pay for the chosen place, how its price came about, and what cancelling gives back; all of it the server's (BOOK-28). The
 * sum itself stands once, in the foot right above the button.
 */
export function PricePanel(props: {
  facility: Facility
  lengths: number
  quote: QueryLike<Quote>
  /** a time is chosen; until then it tells what one costs */
  isChosen: boolean
}) {
  const { facility } = props
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
            {quote.whyNotTokens === null ? null : <p className={classes.why}>{quote.whyNotTokens}</p>}
            <p className={classes.words}>
              <strong>{isTokens ? durationWords(taken.durationMinutes) : cashDetail(taken)}.</strong>{' '}
              {isTokens
                ? `You have ${formatTokens(quote.tokenBalance)}; ${formatTokens(quote.tokenBalance - quote.tokens)} would be left. `
                : null}
              {`In that week you have ${quote.hoursUsed === 1 ? '1 hour' : `${quote.hoursUsed} hours`} here so far.`}
            </p>
            <p className={classes.words} data-apart>
              <strong>If you cancel</strong> {refundWords(quote, quote.refundableUntil)}
            </p>
          </div>
        )
      }}
    </Query>
  )
}

/** The sum, which the foot says once. */
export const Sum = ({ of }: { of: string }) => <span className={classes.sum}>{of}</span>
