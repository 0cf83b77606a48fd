import { answerWithin } from '#features/home/pages/inputs.ts'
import { formatCount } from '#platform/words.ts'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api } from '#web/client.ts'
import { aboutWords, type EnquiryStatus, enquiryList, enquiryStatuses, enquiryTypes } from '../inputs.ts'
import { EnquiryPanel, type EnquiryRow } from '../parts/enquiry-panel.tsx'

const states: Record<EnquiryStatus, string> = { open: 'Waiting', answered: 'Answered' }

const columns: Column<EnquiryRow>[] = [
  {
    key: 'name',
    header: 'From',
    kind: 'person',
    of: row => row.name,
    opens: row => (row.userId ? ['person', row.userId] : null),
  },
  { key: 'message', header: 'Message', kind: 'text', width: 14, of: row => row.message },
  { key: 'about', header: 'About', kind: 'text', width: 8, priority: 4, of: row => aboutWords[row.inquiryType] },
  { key: 'createdAt', header: 'Written', kind: 'date', of: row => row.createdAt },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    of: row => <Status tone={row.status === 'open' ? 'warn' : 'good'}>{states[row.status]}</Status>,
  },
]

/** /admin/enquiries: what people wrote to the house, and answering it (HOME-30…33). */
export function Enquiries() {
  const list = useList(enquiryList, api.contact.list, { canExport: true, usual: { status: 'open' } })
  const open = list.of.data?.open
  return (
    <Page
      title="Enquiries"
      chassis="desk"
      lead={
        open === undefined
          ? undefined
          : open > 0
            ? `${formatCount(open, 'enquiry', 'enquiries')} ${open === 1 ? 'waits' : 'wait'} for an answer. We promise one ${answerWithin}.`
            : 'Everybody who wrote to us has an answer.'
      }
    >
      <DataTable
        {...list}
        label="Enquiries"
        noun={['enquiry', 'enquiries']}
        failed="Failed to load enquiries"
        columns={columns}
        rowId={row => row.id}
        rowName={row => row.name}
        searchFor="Search name, address or message"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: enquiryStatuses.map(value => ({ value, label: states[value] })),
          },
          {
            key: 'inquiryType',
            label: 'About',
            options: enquiryTypes.map(value => ({ value, label: aboutWords[value] })),
          },
        ]}
        panel={{
          title: row => row?.name ?? 'Enquiry',
          body: (id, row) =>
            row ? <EnquiryPanel key={id} enquiry={row} /> : <p>This enquiry is not on this page of the list.</p>,
        }}
        empty={
          <Empty
            what="Nobody waits for an answer"
            why="What people write to the house stands here until it is answered."
          />
        }
      />
    </Page>
  )
}
