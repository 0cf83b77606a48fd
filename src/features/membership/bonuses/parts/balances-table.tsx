import { formatNumber, formatTokens } from '#platform/words.ts'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { balanceList } from '../inputs.ts'
import { BalancePanel } from './balance-panel.tsx'

export type Balance = Awaited<ReturnType<typeof rpc.tokens.balances>>['rows'][number]

const columns: Column<Balance>[] = [
  { key: 'name', header: 'Person', kind: 'person', of: row => row.name },
  { key: 'tier', header: 'Plan', kind: 'text', width: 7, of: row => row.tier ?? 'No membership' },
  {
    key: 'balance',
    header: 'Tokens',
    kind: 'number',
    width: 7,
    priority: 1,
    of: row => formatNumber(row.balance),
    short: row => formatTokens(row.balance),
  },
  {
    key: 'bought',
    header: 'Bought',
    kind: 'number',
    width: 7,
    of: row => (row.bought > 0 ? formatNumber(row.bought) : null),
    short: row => (row.bought > 0 ? `${formatNumber(row.bought)} bought` : null),
  },
  { key: 'oldestAt', header: 'Oldest from', kind: 'date', as: 'date', year: true, of: row => row.oldestAt },
]

/** Members with what they have; what can be done for one is beside the list, where the line opens. */
export function BalancesTable() {
  const list = useList(balanceList, api.tokens.balances, { canExport: true, usual: { sort: 'name' } })
  return (
    <DataTable
      {...list}
      label="Who has tokens"
      noun={['person', 'people']}
      failed="Failed to load tokens"
      columns={columns}
      rowId={row => row.userId}
      rowName={row => row.name}
      searchFor="Name or email"
      filters={[
        {
          key: 'has',
          label: 'Tokens',
          options: [
            { value: 'tokens', label: 'Has some' },
            { value: 'none', label: 'Has none' },
          ],
        },
      ]}
      panel={{
        title: row => row?.name ?? 'Tokens',
        when: row => formatTokens(row.balance),
        body: (_, row) => (row ? <BalancePanel of={row} /> : <p>They are not among the people shown here.</p>),
      }}
      empty={<Empty what="Nobody has tokens yet" why="Members and their tokens appear here." />}
    />
  )
}
