import { formatDateTime } from '#platform/words.ts'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { type MailStatus, mailList, mailStatuses } from '../inputs.ts'
import { ResendButton } from '../parts/resend-button.tsx'

type Row = Awaited<ReturnType<typeof rpc.mailings.list>>['rows'][number]

const states: Record<MailStatus, { label: string; tone: StatusTone }> = {
  queued: { label: 'Waiting', tone: 'plain' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  suppressed: { label: 'Not wanted', tone: 'warn' },
}

const columns: Column<Row>[] = [
  { key: 'subject', header: 'Subject', kind: 'text', width: 12, of: row => row.subject },
  {
    key: 'to',
    header: 'To',
    kind: 'text',
    of: row => row.toAddress,
    opens: row => (row.userId ? ['person', row.userId] : null),
  },
  { key: 'createdAt', header: 'Written', kind: 'date', of: row => row.createdAt },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    of: row => <Status tone={states[row.status].tone}>{states[row.status].label}</Status>,
  },
  {
    key: 'error',
    header: 'What happened',
    kind: 'text',
    of: row => row.lastError ?? (row.sentAt ? formatDateTime(row.sentAt) : null),
  },
  {
    key: 'again',
    header: 'Again',
    kind: 'action',
    of: row => (row.can.resend ? <ResendButton id={row.id} subject={row.subject} /> : null),
  },
]

/** /admin/mails: what the house wrote to whom, what failed, and sending it again. */
export function Mails() {
  const list = useList(mailList, api.mailings.list, {
    canExport: true,
    // What waits goes out within seconds; the list follows it.
    refetchMs: answer => (answer?.rows.some(row => row.status === 'queued') ? 3_000 : false),
  })
  const failed = list.of.data?.failed ?? 0
  return (
    <Page
      title="Emails"
      chassis="desk"
      lead={
        failed > 0
          ? `${failed} could not be sent. Nothing else waits for them; send them again when the cause is gone.`
          : null
      }
    >
      <DataTable
        {...list}
        label="Emails"
        failed="Failed to load emails"
        columns={columns}
        rowId={row => row.id}
        rowName={row => row.subject}
        searchFor="Search address or subject"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: mailStatuses.map(value => ({ value, label: states[value].label })),
          },
        ]}
        empty={<Empty what="No email was written yet" />}
      />
    </Page>
  )
}
