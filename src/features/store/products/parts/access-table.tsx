import type { ReactNode } from 'react'
import { formatCount } from '#platform/words.ts'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api } from '#web/client.ts'
import { accessList, messages } from '../inputs.ts'
import { AccessPanel, type AccessRow } from './access-panel.tsx'

const columns: Column<AccessRow>[] = [
  { key: 'productTitle', header: 'Product', kind: 'text', width: 9, priority: 1, of: row => row.productTitle },
  {
    key: 'requiredPoints',
    header: 'Required points',
    kind: 'number',
    width: 9.5,
    priority: 1,
    of: row => row.requiredPoints,
    short: row => (row.requiredPoints === 0 ? 'Open to all' : formatCount(row.requiredPoints, 'point')),
  },
  {
    key: 'isExclusive',
    header: 'Access',
    kind: 'status',
    width: 7,
    priority: 1,
    of: row =>
      row.isExclusive ? (
        <Status tone="accent">Exclusive</Status>
      ) : (
        <Status tone={row.requiredPoints > 0 ? 'info' : 'plain'}>
          {row.requiredPoints > 0 ? 'By points' : 'Open'}
        </Status>
      ),
  },
  { key: 'createdAt', header: 'Since', kind: 'date', priority: 4, of: row => row.createdAt },
]

/** The rules, one for a product; what has none is open to all. */
export function AccessTable({ onAdd }: { onAdd: ReactNode }) {
  const list = useList(accessList, api.products.access, { canExport: true })
  return (
    <DataTable
      {...list}
      label="Access requirements"
      noun={['rule', 'rules']}
      failed={messages.accessLoadFailed}
      columns={columns}
      rowId={row => row.shopifyProductId}
      rowName={row => row.productTitle}
      searchFor="Search product"
      filters={[
        {
          key: 'kind',
          label: 'Asks for',
          options: [
            { value: 'points', label: 'Points' },
            { value: 'open', label: 'No points' },
            { value: 'exclusive', label: 'Exclusive' },
          ],
        },
      ]}
      panel={{
        title: row => row?.productTitle ?? 'Rule',
        body: (id, row, leave) =>
          row ? <AccessPanel key={id} rule={row} onGone={leave} /> : <p>This rule is not on this page of the list.</p>,
      }}
      empty={<Empty what="No rule" why="Every product is open to all, whatever points they have." next={onAdd} />}
    />
  )
}
