import { Button, Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { AccessTable } from '#features/store/products/parts/access-table.tsx'
import { NewRule } from '#features/store/products/parts/new-rule.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useDialog } from '#ui/in-address.ts'
import { Page } from '#ui/plain/page.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { PurchasesTable } from '../parts/purchases-table.tsx'

const tabs = [
  { value: 'rules', label: 'Rules' },
  { value: 'purchases', label: 'Purchases' },
]

/** /admin/product-access: what products ask for in points (PRD-14 … PRD-18), and what was bought with them. */
export function ProductAccess() {
  const { tab } = useSearch({ from: '/admin/product-access' })
  const navigate = useNavigate()
  const { isOpen, open, close } = useDialog('new-rule')
  const shown = tab === 'purchases' ? 'purchases' : 'rules'
  return (
    <Page title="Product access" chassis="desk" actions={<Button onClick={open}>Add a rule</Button>}>
      <Tabs
        value={shown}
        onChange={next =>
          void navigate({ to: '/admin/product-access', search: next === 'purchases' ? { tab: next } : {} })
        }
        keepMounted={false}
      >
        <TabBar shown={shown} tabs={tabs} />
        <Tabs.Panel value="rules">
          <AccessTable
            onAdd={
              <Button variant="default" onClick={open}>
                Add a rule
              </Button>
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="purchases">
          <PurchasesTable />
        </Tabs.Panel>
      </Tabs>
      {isOpen ? (
        <Dialog title="Add a rule" onClose={close} keepsInput>
          <NewRule onDone={close} />
        </Dialog>
      ) : null}
    </Page>
  )
}
