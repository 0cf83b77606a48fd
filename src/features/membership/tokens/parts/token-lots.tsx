import { useQuery } from '@tanstack/react-query'
import { formatDate, formatTokens } from '#platform/words.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api, type rpc } from '#web/client.ts'
import type { LotType } from '../inputs.ts'

type Lot = Awaited<ReturnType<typeof rpc.tokens.lots>>[number]

const lotWords: Record<LotType, string> = {
  weekly: 'weekly',
  bonus: 'bonus',
  purchase: 'bought',
  loyalty: 'for loyalty',
  referral: 'for bringing a friend',
  refund: 'given back',
}

/** So many are shown at once: those that are spent next. */
const next = 5

/** What the balance is made of, in the order in which it is spent; nothing while there is nothing. */
export function TokenLots() {
  const query = useQuery(api.tokens.lots.queryOptions())
  return (
    <Query of={query} failed="Failed to load what your tokens are from" loading={null}>
      {lots =>
        lots.length === 0 ? null : (
          <Section title="What you have" lead="The oldest are spent first. None of them expires.">
            <Lots of={lots.slice(0, next)} />
            {lots.length > next ? (
              <details>
                <summary>{lots.length - next} more, spent after these</summary>
                <Lots of={lots.slice(next)} />
              </details>
            ) : null}
          </Section>
        )
      }
    </Query>
  )
}

const Lots = ({ of }: { of: Lot[] }) => (
  <Facts
    facts={of.map(({ type, amount, left, allocatedAt }) => ({
      label: formatDate(allocatedAt, { year: true }),
      value: `${left === amount ? '' : `${left} of `}${formatTokens(amount)}, ${lotWords[type]}`,
    }))}
  />
)
