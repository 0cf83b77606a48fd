import { formatTokens } from '#platform/words.ts'
import { When } from '#ui/plain/dates.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { historyList } from '../inputs.ts'

type Row = Awaited<ReturnType<typeof rpc.tokens.history>>['rows'][number]

const columns: Column<Row>[] = [
  { key: 'description', header: 'What', cell: row => row.description },
  { key: 'createdAt', header: 'When', cell: row => <When at={row.createdAt} /> },
  {
    key: 'amount',
    header: 'Tokens',
    cell: row => `${row.amount > 0 ? '+' : '−'}${formatTokens(Math.abs(row.amount))}`,
    align: 'right',
  },
  { key: 'balanceAfter', header: 'Then', cell: row => formatTokens(row.balanceAfter), align: 'right' },
]

/** The person's movements of tokens, newest first. */
export function TokenMoves() {
  const list = useList(historyList, api.tokens.history)
  return (
    <DataTable
      {...list}
      label="Your tokens"
      failed="Failed to load your tokens"
      columns={columns}
      rowId={row => row.id}
      rowName={row => row.description}
      empty={<Empty what="No tokens yet" why="Weekly tokens of your plan, bonuses and what you buy appear here." />}
    />
  )
}
