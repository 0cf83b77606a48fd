import { Button, Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { WaitsTable } from '#features/market/stall-waiting/parts/waits-table.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useDialog } from '#ui/in-address.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { DaysTable } from '../parts/days-table.tsx'
import { PapersTable } from '../parts/papers-table.tsx'
import { PlanTab } from '../parts/plan-tab.tsx'
import { StallsTable } from '../parts/stalls-table.tsx'

const tabs = [
  { key: 'stalls', label: 'Stalls', Part: StallsTable },
  { key: 'plan', label: 'Plan', Part: PlanTab },
  { key: 'waiting', label: 'Waiting list', Part: WaitsTable },
  { key: 'documents', label: 'Documents', Part: PapersTable },
  { key: 'days', label: 'Income by day', Part: DaysTable },
]
const [first] = tabs

/** /admin/markets: stall bookings, who stands where, documents, and what each day comes to (MKA-01, MKA-02). */
export function Markets() {
  const search = useSearch({ from: '/admin/markets' })
  const navigate = useNavigate()
  const { key: shown } = tabs.find(({ key }) => key === search.tab) ?? first!
  const open = (tab: string | null) =>
    void navigate({ to: '/admin/markets', search: tab && tab !== first!.key ? { tab } : {} })
  return (
    <Page
      title="Market stalls"
      heading="Market Stall Bookings"
      chassis="desk"
      actions={
        <>
          <AddBooking />
          <ButtonLink to="/admin/market-days" variant="default">
            Market days
          </ButtonLink>
        </>
      }
    >
      <Tabs value={shown} onChange={open} keepMounted={false}>
        <TabBar shown={shown} tabs={tabs.map(({ key, label }) => ({ value: key, label }))} />
        {tabs.map(({ key, Part }) => (
          <Tabs.Panel key={key} value={key}>
            <Part />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}

/** It has no form of its own: stalls are booked, and paid, where members do it (MKA-03). */
function AddBooking() {
  const { isOpen, open, close } = useDialog('new-stall')
  return (
    <>
      <Button variant="default" onClick={open}>
        Add Booking
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title="Add a booking">
        <p>Whoever sells books and pays on the public booking page. Send them there, or book there yourself.</p>
        <ButtonLink to="/market-booking">Open the booking page</ButtonLink>
      </Dialog>
    </>
  )
}
