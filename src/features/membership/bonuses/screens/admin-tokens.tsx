import { Button, Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDialog, useInAddress } from '#ui/in-address.ts'
import { Page } from '#ui/plain/page.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { BalancesTable } from '../parts/balances-table.tsx'
import { BonusDialog, BonusTo } from '../parts/bonus-dialog.tsx'
import { ChargeDialog } from '../parts/charge-dialog.tsx'
import { Liability } from '../parts/liability.tsx'

const tabs = [
  { value: 'members', label: 'Who has tokens' },
  { value: 'out', label: 'Given and spent' },
]

/** /admin/tokens: who has how many, bonus tokens for members (CNT-62), and what the house owes in tokens. */
export function AdminTokens() {
  const { tab } = useSearch({ from: '/admin/tokens' })
  const navigate = useNavigate()
  const giving = useDialog('bonus-tokens', 'member')
  // Whoever comes from a person gives to them.
  const member = useInAddress('member').value
  const charging = useDialog('take-tokens')
  const shown = tab === 'out' ? 'out' : 'members'
  return (
    <Page
      title="Bonus Tokens"
      chassis="desk"
      actions={
        <>
          <Button onClick={giving.open}>Give bonus tokens</Button>
          <Button variant="default" onClick={charging.open}>
            Take tokens
          </Button>
        </>
      }
    >
      <Tabs
        value={shown}
        onChange={next => void navigate({ to: '/admin/tokens', search: next === 'out' ? { tab: next } : {} })}
        keepMounted={false}
      >
        <TabBar shown={shown} tabs={tabs} />
        <Tabs.Panel value="members">
          <BalancesTable />
        </Tabs.Panel>
        <Tabs.Panel value="out">
          <Liability />
        </Tabs.Panel>
      </Tabs>
      {!giving.isOpen ? null : member ? (
        <BonusTo userId={member} onClose={giving.close} />
      ) : (
        <BonusDialog to={null} onClose={giving.close} />
      )}
      {charging.isOpen ? <ChargeDialog from={null} onClose={charging.close} /> : null}
    </Page>
  )
}
