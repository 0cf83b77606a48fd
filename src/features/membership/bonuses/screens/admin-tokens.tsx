import { Button, Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Page } from '#ui/plain/page.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { BalancesTable } from '../parts/balances-table.tsx'
import { BonusDialog, type Receiver } from '../parts/bonus-dialog.tsx'
import { Liability } from '../parts/liability.tsx'

const tabs = [
  { value: 'members', label: 'Who has tokens' },
  { value: 'out', label: 'What is out' },
]

/** /admin/tokens: who has how many, bonus tokens for members (CNT-62), and what the house owes in tokens. */
export function AdminTokens() {
  const { tab } = useSearch({ from: '/admin/tokens' })
  const navigate = useNavigate()
  const [giving, setGiving] = useState<{ to: Receiver | null } | null>(null)
  const shown = tab === 'out' ? 'out' : 'members'
  return (
    <Page
      title="Bonus Tokens"
      chassis="desk"
      actions={<Button onClick={() => setGiving({ to: null })}>Give bonus tokens</Button>}
    >
      <Tabs
        value={shown}
        onChange={next => void navigate({ to: '/admin/tokens', search: next === 'out' ? { tab: next } : {} })}
        keepMounted={false}
      >
        <TabBar shown={shown} tabs={tabs} />
        <Tabs.Panel value="members">
          <BalancesTable onGive={to => setGiving({ to })} />
        </Tabs.Panel>
        <Tabs.Panel value="out">
          <Liability />
        </Tabs.Panel>
      </Tabs>
      {giving ? <BonusDialog to={giving.to} onClose={() => setGiving(null)} /> : null}
    </Page>
  )
}
