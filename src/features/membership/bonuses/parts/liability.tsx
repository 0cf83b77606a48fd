import { useQuery } from '@tanstack/react-query'
import { formatMoney, formatNumber, formatTokens } from '#platform/words.ts'
import { Chart } from '#ui/figures/chart.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api, type rpc } from '#web/client.ts'
import classes from './liability.module.css'

type Account = Awaited<ReturnType<typeof rpc.tokens.liability>>['account']

const wayWords: Record<Account[number]['way'], string> = {
  weekly: 'Weekly, with a plan',
  bonus: 'Bonuses',
  bought: 'Bought',
  returned: 'Given back',
}

/** The account of all tokens: what came, what was spent, and what is out, which the house still owes. */
export function Liability() {
  const query = useQuery(api.tokens.liability.queryOptions())
  return (
    <Query of={query} failed="Failed to load what is out">
      {({ account, rows, bought, tokenPricePence, boughtPence }) => (
        <Section
          title="All tokens"
          lead={`What came, less what was spent, is what members have. None expires. Of what they have ${formatTokens(bought)} were bought: ${formatMoney(boughtPence)} at the price of now, ${formatMoney(tokenPricePence)} each.`}
        >
          <Books of={account} />
          <Chart
            title="Tokens that members have, by age"
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

/** How they came in lines, which add up in each column, as the columns do in each line. */
function Books({ of: account }: { of: Account }) {
  const sum = (what: 'came' | 'spent' | 'left') => account.reduce((all, each) => all + each[what], 0)
  return (
    <table className={classes.books} aria-label="All tokens">
      <thead>
        <tr>
          <th scope="col">How they came</th>
          <th scope="col">Came</th>
          <th scope="col">Spent</th>
          <th scope="col">Members have</th>
        </tr>
      </thead>
      <tbody>
        {account.map(({ way, came, spent, left }) => (
          <Line key={way} label={wayWords[way]} of={[came, spent, left]} />
        ))}
      </tbody>
      <tfoot>
        <Line label="All" of={[sum('came'), sum('spent'), sum('left')]} />
      </tfoot>
    </table>
  )
}

function Line({ label, of: [came, spent, left] }: { label: string; of: [came: number, spent: number, left: number] }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{formatNumber(came)}</td>
      <td>{formatNumber(spent)}</td>
      <td>{formatNumber(left)}</td>
    </tr>
  )
}
