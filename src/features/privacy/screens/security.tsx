import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Page } from '#ui/page.tsx'
import type { TableSearch } from '#ui/table-search.ts'
import { AuditTable } from '../parts/audit-table.tsx'
import { ErasureList } from '../parts/erasure-list.tsx'
import { PersonExport } from '../parts/person-export.tsx'
import { SecurityFacts } from '../parts/security-facts.tsx'

const tabs = [
  { id: 'audit', label: 'Audit Logs' },
  { id: 'settings', label: 'Security Settings' },
  { id: 'export', label: 'GDPR Export' },
]

/** Security & Compliance (OPS-14). The address holds the tab and what the table shows. */
export function Security() {
  const search = useSearch({ strict: false }) as TableSearch
  const navigate = useNavigate()
  const tab = tabs.find(({ id }) => id === search.tab)?.id ?? 'audit'
  const change = (next: Record<string, string | number | undefined>) =>
    void navigate({ to: '.', search: (old: TableSearch) => ({ ...old, ...next }) as never, replace: true })
  return (
    <Page title="Security & Compliance" kicker="House">
      <Tabs
        value={tab}
        onChange={id => void navigate({ to: '.', search: { tab: id === 'audit' ? undefined : id } as never })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {tabs.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="audit">
          <AuditTable search={search} onSearch={change} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <SecurityFacts />
        </Tabs.Panel>
        <Tabs.Panel value="export">
          <PersonExport />
          <ErasureList />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
