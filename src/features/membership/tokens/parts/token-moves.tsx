import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
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
  { key: 'cause', header: 'For', kind: 'action', width: 7, of: row => <Cause of={row} /> },
]

/** The person's movements of tokens, newest first, each with the way to what caused it. */
export function TokenMoves() {
  const list = useList(historyList, api.tokens.history, { canExport: true })
  return (
    // Two bookings of one room differ by their day, which stands last.
    <div style={{ '--line-clamp': 'none' } as CSSProperties}>
      <DataTable
        {...list}
        label="Your tokens"
        failed="Failed to load your tokens"
        columns={columns}
        rowId={row => row.id}
        rowName={row => row.description}
        empty={<Empty what="No tokens yet" why="Weekly tokens of your plan, bonuses and what you buy appear here." />}
      />
    </div>
  )
}

function Cause({ of: { cause, description } }: { of: Row }) {
  if (!cause) return null
  return cause.noun === 'booking' ? (
    <Link to="/bookings/$id" params={{ id: cause.id }} aria-label={`Open the booking: ${description}`}>
      Booking
    </Link>
  ) : (
    <Link to="/orders/$id" params={{ id: cause.id }} aria-label={`Open the payment: ${description}`}>
      Payment
    </Link>
  )
}
