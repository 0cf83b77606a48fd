import { formatCount } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type BulkAction, type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, rpc } from '#web/client.ts'
import { mailList, mailStatuses } from '../inputs.ts'
import { MailPanel } from '../parts/mail-panel.tsx'
import { MailState, mailStates } from '../parts/mail-state.tsx'
import { inPortions } from '../parts/portions.ts'
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
  {
    ...{ key: 'status', header: 'Status', kind: 'status' },
    of: row => <MailState status={row.status} />,
    isUsual: row => row.status === 'sent',
  },
]

/** Stands in the list while any of its rows has something to say there: then it is what one came for, whole before all others. */
const why: Column<Row> = {
  ...{ key: 'error', header: 'Why', kind: 'text', width: 14, lines: 2, priority: 2 },
  of: row => failureOf(row.lastError)?.why,
}

const againOne: Column<Row> = {
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
  const canResend = rows.some(row => row.can.resend)
  const again = useSendAgain()
  return (
    <Page
      title="Emails"
      chassis="desk"
      lead={
        failed > 0 ? (
          <>
            <AnchorLink to="/admin/mails" search={{ status: 'failed' }} inherit>
              {failed} could not be sent
            </AnchorLink>
            . Send them again when the cause is gone.
          </>
        ) : null
      }
    >
      <DataTable
        {...list}
        label="Emails"
        noun={['email', 'emails']}
        failed="Failed to load emails"
        columns={[...columns, ...(rows.some(row => row.lastError) ? [why] : []), ...(canResend ? [againOne] : [])]}
        rowId={row => row.id}
        rowName={row => row.subject}
        searchFor="Search name, address or subject"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: mailStatuses.map(value => ({ value, label: mailStates[value].label })),
          },
        ]}
        bulk={canResend ? again : []}
        whyNotChoose={row => (row.can.resend ? null : 'cannot be sent again')}
        panel={{ title: row => row?.subject ?? 'Email', body: id => <MailPanel key={id} id={id} /> }}
        empty={<Empty what="No email was written yet" />}
      />
    </Page>
  )
}

/** Those that are named of what was refused; the list shows the rest. */
const mostNamed = 3

type Resent = Awaited<ReturnType<typeof rpc.mailings.resendMany>>

/** Sending several again together: says how many are on their way, and which are not. */
function useSendAgain(): readonly BulkAction[] {
  const resend = useAction(
    (ids: readonly string[], sending) => inPortions(ids, sending, (input, own) => rpc.mailings.resendMany(input, own)),
    {
      atOnce: 'it sends what was to be sent before',
      done: ({ queued, refused }) => ({
        title: queued > 0 ? `${formatCount(queued, 'email')} queued` : 'No email was queued',
        message: [queued > 0 ? 'They are sent in a moment.' : '', refusedWords(refused)].filter(Boolean).join(' '),
      }),
      failed: 'The emails were not sent again',
    },
  )
  return [
    {
      label: count => `Send ${formatCount(count, 'email')} again`,
      confirm: () => null,
      run: async chosen => (await resend.run(chosen.map(({ id }) => id))) ?? false,
    },
  ]
}

function refusedWords(refused: Resent['refused']): string {
  if (refused.length === 0) return ''
  const named = refused.slice(0, mostNamed).map(({ subject, toAddress }) => `“${subject}” to ${toAddress}`)
  const more = refused.length - named.length
  return `Not sent again, as only an email that failed can be: ${[...named, ...(more > 0 ? [formatCount(more, 'other')] : [])].join(', ')}.`
}
