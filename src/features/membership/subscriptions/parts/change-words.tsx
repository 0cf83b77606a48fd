import { formatDay, formatMoney } from '#platform/words.ts'
import { Facts } from '#ui/plain/facts.tsx'
import type { Quote } from './plan-actions.tsx'

/** What changing the plan costs now and from then on, and what else comes of it, before the button that does it. */
export function ChangeWords(props: { from: string; quote: Quote; endsPence: number | null }) {
  const { from, quote, endsPence } = props
  const { nowPence, creditPence, monthlyPence, countsFrom } = quote
  const notes = [
    nowPence < 0 ? `${formatMoney(-nowPence)} of what you have paid is taken off your next invoices.` : '',
    countsFrom
      ? `Your plan changes at once. You have had the weekly tokens of ${from}, so it counts as used until ${formatDay(countsFrom)}.`
      : quote.bringsTokens
        ? 'Of this week you get the difference in tokens for the days that are left.'
        : '',
    endsPence === null ? '' : `The ${formatMoney(endsPence)} a month that was agreed with you ends with this change.`,
    quote.endsNoMore ? 'You had cancelled. With this change you stay, and your membership renews again.' : '',
  ].filter(Boolean)
  return (
    <>
      <Facts
        facts={[
          {
            label: 'To pay now',
            value: nowPence > 0 ? `${formatMoney(nowPence)}, for the rest of this month` : 'Nothing',
          },
          creditPence > 0 ? { label: 'Of that', value: `${formatMoney(creditPence)} from your credit` } : null,
          { label: 'Then', value: `${formatMoney(monthlyPence)} a month` },
        ]}
      />
      {notes.map(note => (
        <p key={note}>{note}</p>
      ))}
    </>
  )
}
