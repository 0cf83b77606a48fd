import { formatTokens } from '#platform/words.ts'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { historyList } from '../inputs.ts'

type Row = Awaited<ReturnType<typeof rpc.tokens.history>>['rows'][number]

const columns: Column<Row>[] = [
  { key: 'description', header: 'What', kind: 'text', of: row => row.description },
  { key: 'createdAt', header: 'When', kind: 'date', of: row => row.createdAt },
  {
    key: 'amount',
    header: 'Tokens',
    kind: 'number',
    width: 8,
    of: row => `${row.amount > 0 ? '+' : '−'}${formatTokens(Math.abs(row.amount))}`,
  },
  { key: 'balanceAfter', header: 'Then', kind: 'number', width: 7, of: row => formatTokens(row.balanceAfter) },
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
