import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TableSearch } from '#ui/data-table.tsx'
import { Page } from '#ui/page.tsx'
import { LedgerTable } from '../parts/ledger-table.tsx'
import { OrdersTable } from '../parts/orders-table.tsx'
import { PaymentProblems } from '../parts/payment-problems.tsx'

const tabs = { orders: 'Orders', ledger: 'Ledger', problems: 'Problems' } as const
type Tab = keyof typeof tabs

/** /admin/payments: what was asked for, what came in and went back, and what needs a hand. */
export function Payments() {
  const search = useSearch({ strict: false }) as TableSearch & { tab?: string }
  const navigate = useNavigate()
  const tab: Tab = search.tab !== undefined && search.tab in tabs ? (search.tab as Tab) : 'orders'
  const go = (next: object) => void navigate({ to: '/admin/payments' as string, search: next as never })
  const onSearch = (next: Record<string, string | number | undefined>) => go({ ...search, ...next })
  return (
    <Page
      title="Payments"
      kicker="People"
      lead="Card payments count only once the payment provider has confirmed them."
    >
      <Tabs value={tab} onChange={next => go(next === 'orders' ? {} : { tab: next })} keepMounted={false}>
        <Tabs.List mb="lg">
          {Object.entries(tabs).map(([key, label]) => (
            <Tabs.Tab key={key} value={key}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="orders">
          <OrdersTable search={search} onSearch={onSearch} />
        </Tabs.Panel>
        <Tabs.Panel value="ledger">
          <LedgerTable search={search} onSearch={onSearch} />
        </Tabs.Panel>
        <Tabs.Panel value="problems">
          <PaymentProblems />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
