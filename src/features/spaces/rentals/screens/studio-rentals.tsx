import { formatMoney } from '#platform/words.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api } from '#web/client.ts'
import { type MigrationStatus, messages, migrationStatuses, rentalList } from '../inputs.ts'
import { AddRental } from '../parts/add-rental.tsx'
import { GenerateLink, RentalPanel, type RentalRow } from '../parts/rental-panel.tsx'

const states: Record<MigrationStatus, { tone: StatusTone; words: string }> = {
  pending: { tone: 'warn', words: 'Pending' },
  link_sent: { tone: 'info', words: 'Link sent' },
  activated: { tone: 'good', words: 'Activated' },
  ended: { tone: 'plain', words: 'Ended' },
}

/** /admin/studio-rentals: who rents which studio, and how far their payments are (STA-08, STA-09). */
export function StudioRentals() {
  const list = useList(rentalList, api.rentals.list, { canExport: true })
  return (
    <Page
      title="Studio rentals"
      heading="Studio Rental Members"
      chassis="desk"
      lead="Studios that members rent by the month. A rental begins with the first payment by its link."
      actions={<AddRental />}
    >
      <DataTable
        {...list}
        label="Studio rentals"
        noun={['rental', 'rentals']}
        failed={messages.load}
        columns={columns}
        rowId={row => row.id}
        rowName={nameOf}
        searchFor="Member, email or studio"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: migrationStatuses.map(value => ({ value, label: states[value].words })),
          },
        ]}
        panel={{
          title: row => (row ? nameOf(row) : 'Studio rental'),
          body: (id, row) => (row ? <RentalPanel key={id} rental={row} /> : <p>It is not on this page of the list.</p>),
        }}
        empty={<Empty what="No studio is rented yet" why="Add the first rental with the button above." />}
      />
    </Page>
  )
}

const nameOf = ({ fullName, studioName }: RentalRow) => `${fullName}, ${studioName}`

const columns: Column<RentalRow>[] = [
  { key: 'fullName', header: 'Member', kind: 'person', priority: 1, of: row => row.fullName },
  { key: 'studioName', header: 'Studio', kind: 'text', of: row => row.studioName },
  {
    key: 'monthlyRentAmount',
    header: 'Rent',
    kind: 'money',
    of: row => row.monthlyRentAmount,
    short: row => `rent ${formatMoney(row.monthlyRentAmount)}`,
  },
  {
    key: 'depositAmount',
    header: 'Deposit',
    kind: 'money',
    priority: 4,
    of: row => row.depositAmount,
    short: row => `deposit ${formatMoney(row.depositAmount)}`,
  },
  {
    key: 'rentalStartDate',
    header: 'From',
    kind: 'date',
    as: 'date',
    year: true,
    priority: 3,
    of: row => row.rentalStartDate,
  },
  {
    key: 'migrationStatus',
    header: 'Status',
    kind: 'status',
    width: 8,
    of: ({ migrationStatus: status, unpaidPence }) =>
      unpaidPence === null ? (
        <Status tone={states[status].tone}>{states[status].words}</Status>
      ) : (
        <Status tone="bad">Rent not paid</Status>
      ),
  },
  {
    key: 'link',
    header: 'Payment link',
    kind: 'action',
    of: row =>
      row.can.link ? (
        <GenerateLink rental={row} />
      ) : row.link ? (
        <CopyButton value={row.link} label="Copy link" />
      ) : null,
  },
]
