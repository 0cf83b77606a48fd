import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { mailList, mailStatuses } from '../inputs.ts'
import { MailPanel } from '../parts/mail-panel.tsx'
import { MailState, mailStates } from '../parts/mail-state.tsx'
import { ResendButton } from '../parts/resend-button.tsx'
import { failureOf } from '../rules.ts'

type Row = Awaited<ReturnType<typeof rpc.mailings.list>>['rows'][number]

const columns: Column<Row>[] = [
  { key: 'subject', header: 'Subject', kind: 'text', width: 16, of: row => row.subject },
  {
    key: 'to',
    header: 'To',
    kind: 'text',
    of: row => row.toAddress,
    opens: row => (row.userId ? ['person', row.userId] : null),
  },
  { key: 'createdAt', header: 'Written', kind: 'date', of: row => row.createdAt },
  { key: 'status', header: 'Status', kind: 'status', of: row => <MailState status={row.status} /> },
]

/** Stands in the list while any of its rows has something to say there. */
const why: Column<Row> = {
  key: 'error',
  header: 'Why',
  kind: 'text',
  of: row => failureOf(row.lastError)?.why,
}

const again: Column<Row> = {
  key: 'again',
  header: 'Again',
  kind: 'action',
  of: row => (row.can.resend ? <ResendButton id={row.id} subject={row.subject} /> : null),
}

/** /admin/mails: what the house wrote to whom, each to be read beside the list, what failed, and sending it again. */
export function Mails() {
  const list = useList(mailList, api.mailings.list, {
    canExport: true,
    // What waits goes out within seconds; the list follows it.
    refetchMs: answer => (answer?.rows.some(row => row.status === 'queued') ? 3_000 : false),
  })
  const { rows = [], failed = 0 } = list.of.data ?? {}
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
        noun={['email', 'emails']}
        failed="Failed to load emails"
        columns={[
          ...columns,
          ...(rows.some(row => row.lastError) ? [why] : []),
          ...(rows.some(row => row.can.resend) ? [again] : []),
        ]}
        rowId={row => row.id}
        rowName={row => row.subject}
        searchFor="Search address or subject"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: mailStatuses.map(value => ({ value, label: mailStates[value].label })),
          },
        ]}
        panel={{ title: row => row?.subject ?? 'Email', body: id => <MailPanel key={id} id={id} /> }}
        empty={<Empty what="No email was written yet" />}
      />
    </Page>
  )
}
