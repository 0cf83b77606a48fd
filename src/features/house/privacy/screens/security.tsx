import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { EventTable } from '#features/house/security/parts/event-table.tsx'
import { Page } from '#ui/plain/page.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { AuditTable } from '../parts/audit-table.tsx'
import { ErasureList } from '../parts/erasure-list.tsx'
import { PersonExport } from '../parts/person-export.tsx'
import { SecurityFacts } from '../parts/security-facts.tsx'

const tabs = [
  { id: 'audit', label: 'Audit Logs' },
  { id: 'settings', label: 'Security Settings' },
  { id: 'export', label: 'GDPR Export' },
  { id: 'events', label: 'Events' },
]

/** Security & Compliance (OPS-14), with what happened to ways in and rights beside the three specified tabs. The address holds the tab and what the table shows. */
export function Security() {
  const search = useSearch({ from: '/admin/security' })
  const navigate = useNavigate()
  const tab = tabs.find(({ id }) => id === search.tab)?.id ?? 'audit'
  return (
    <Page title="Security & Compliance" chassis="desk">
      <Tabs
        value={tab}
        onChange={id =>
          void navigate({ to: '/admin/security', search: { tab: id && id !== 'audit' ? id : undefined } })
        }
        keepMounted={false}
      >
        <TabBar shown={tab} tabs={tabs.map(({ id, label }) => ({ value: id, label }))} />
        <Tabs.Panel value="audit">
          <AuditTable />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <SecurityFacts />
        </Tabs.Panel>
        <Tabs.Panel value="export">
          <PersonExport />
          <ErasureList />
        </Tabs.Panel>
        <Tabs.Panel value="events">
          <EventTable />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
