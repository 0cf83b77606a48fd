import { useQuery } from '@tanstack/react-query'
import { formatMoney, formatTokens } from '#platform/words.ts'
import { Chart } from '#ui/figures/chart.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api } from '#web/client.ts'

/** Tokens that are out, by age and by how they came: what the house still owes. */
export function Liability() {
  const query = useQuery(api.tokens.liability.queryOptions())
  return (
    <Query of={query} failed="Failed to load what is out">
      {({ rows, tokens, bought, returned, tokenPricePence, boughtPence }) => (
        <Section title="Tokens that are out" lead="What members have and have not spent.">
          <Facts
            facts={[
              { label: 'Tokens out', value: formatTokens(tokens) },
              {
                label: 'Bought',
                value: `${formatTokens(bought)}, ${formatMoney(boughtPence)} at ${formatMoney(tokenPricePence)} each`,
              },
              {
                label: 'Given back',
                value: `${formatTokens(returned)}, of cancelled bookings, whatever they came from`,
              },
              { label: 'Weekly and bonuses', value: formatTokens(tokens - bought - returned) },
            ]}
          />
          <Chart
            title="Tokens out, by age"
            unit="tokens"
            definition="Tokens that members have and have not spent, by how long ago they came. The oldest are spent first, and none expires. “Given back” are those of cancelled bookings."
            kind="stacked"
            by={{ key: 'age', label: 'Age' }}
            series={[
              { key: 'bought', label: 'Bought' },
              { key: 'weekly', label: 'Weekly' },
              { key: 'bonus', label: 'Bonuses' },
              { key: 'returned', label: 'Given back' },
            ]}
            rows={rows.map(({ people: _, ...row }) => row)}
          />
        </Section>
      )}
    </Query>
  )
}
