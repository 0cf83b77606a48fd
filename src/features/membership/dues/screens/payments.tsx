import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { LeavingTable } from '#features/membership/memberships/parts/leaving-table.tsx'
import { DisputesTable } from '#features/money/disputes/parts/disputes-table.tsx'
import { LedgerTable } from '#features/money/ledger/parts/ledger-table.tsx'
import { OrdersTable } from '#features/money/orders/parts/orders-table.tsx'
import { FailedEventsTable } from '#features/money/provider/parts/failed-events-table.tsx'
import { OpenRefundsTable } from '#features/money/refunds/parts/open-refunds-table.tsx'
import { TakingsTable } from '#features/money/takings/parts/takings-table.tsx'
import { Page } from '#ui/plain/page.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { DuesTable } from '../parts/dues-table.tsx'

const tabs = [
  { key: 'memberships', label: 'Memberships', Table: DuesTable },
  { key: 'leaving', label: 'Leaving', Table: LeavingTable },
  { key: 'orders', label: 'Orders', Table: OrdersTable },
  { key: 'ledger', label: 'Ledger', Table: LedgerTable },
  { key: 'takings', label: 'Takings', Table: TakingsTable },
  { key: 'refunds', label: 'Refunds under way', Table: OpenRefundsTable },
  { key: 'disputes', label: 'Disputes', Table: DisputesTable },
  { key: 'webhooks', label: 'Failed payment messages', Table: FailedEventsTable },
]
const [first] = tabs

/** /admin/payments: who is to pay for a membership, what was asked for, what came in and went back, and what needs a hand (PAY-01). */
export function Payments() {
  const search = useSearch({ from: '/admin/payments' })
  const navigate = useNavigate()
  const { key: shown } = tabs.find(({ key }) => key === search.tab) ?? first!
  const open = (tab: string | null) =>
    void navigate({ to: '/admin/payments', search: tab && tab !== first!.key ? { tab } : {} })
  return (
    <Page title="Payments and gifts" chassis="desk">
      <Tabs value={shown} onChange={open} keepMounted={false}>
        <TabBar shown={shown} tabs={tabs.map(({ key, label }) => ({ value: key, label }))} />
        {tabs.map(({ key, Table }) => (
          <Tabs.Panel key={key} value={key}>
            <Table />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
