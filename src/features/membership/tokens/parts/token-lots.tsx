import { useQuery } from '@tanstack/react-query'
import { formatDate, formatTokens } from '#platform/words.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api } from '#web/client.ts'
import type { LotType } from '../inputs.ts'

const lotWords: Record<LotType, string> = {
  weekly: 'Weekly tokens',
  bonus: 'Bonus',
  purchase: 'Bought',
  loyalty: 'Loyalty bonus',
  referral: 'For bringing a friend',
  refund: 'Given back',
}

/** What the balance is made of, in the order in which it is spent; nothing while there is nothing. */
export function TokenLots() {
  const query = useQuery(api.tokens.lots.queryOptions())
  return (
    <Query of={query} failed="Failed to load what your tokens are from" loading={null}>
      {lots =>
        lots.length === 0 ? null : (
          <Section title="What you have" lead="The oldest are spent first. None of them expires.">
            <Facts
              facts={lots.map(({ type, amount, left, allocatedAt }) => ({
                label: `${lotWords[type]}, ${formatDate(allocatedAt, { year: true })}`,
                value: left === amount ? formatTokens(left) : `${formatTokens(left)} left of ${amount}`,
              }))}
            />
          </Section>
        )
      }
    </Query>
  )
}
