import { useQuery } from '@tanstack/react-query'
import { paymentStatuses } from '#features/membership/memberships/inputs.ts'
import { PaymentState, paymentWords } from '#features/membership/memberships/parts/payment-state.tsx'
import { formatCount, formatDay, formatMoney } from '#platform/words.ts'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, type rpc } from '#web/client.ts'
import { dueList } from '../inputs.ts'
import { DuePanel } from './due-panel.tsx'
import classes from './dues.module.css'

export type DueRow = Awaited<ReturnType<typeof rpc.memberships.dues>>['rows'][number]
type OpenPayments = Awaited<ReturnType<typeof rpc.memberships.openPayments>>

/** Memberships by what is to pay for them, what is overdue longest first, with what comes next, reminders and gifts (PAY-02, PAY-03). */
export function DuesTable() {
  const list = useList(dueList, api.memberships.dues, {
    canExport: true,
    usual: { plans: 'paid', sort: 'overdueSince' },
  })
  const tiers = useQuery(api.memberships.allTiers.queryOptions())
  const open = useQuery(api.memberships.openPayments.queryOptions())
  const columns: Column<DueRow>[] = [
    { key: 'name', header: 'Person', kind: 'person', of: row => row.name },
    { key: 'tier', header: 'Plan', kind: 'text', width: 6.5, of: row => row.tier },
    { key: 'monthlyPence', header: 'A month', kind: 'money', of: row => row.monthlyPence },
    {
      key: 'paymentStatus',
      header: 'Payment',
      kind: 'status',
      width: 11,
      of: row => <PaymentState of={row.shown} />,
    },
    { key: 'next', header: 'What comes next', kind: 'text', width: 15, of: row => nextOf(row, open.data) },
    {
      key: 'lastReminderAt',
      header: 'Last reminder',
      kind: 'date',
      as: 'date',
      year: true,
      priority: 4,
      of: row => row.lastReminderAt,
    },
  ]
  return (
    <DataTable
      {...list}
      label="Memberships"
      noun={['membership', 'memberships']}
      totals={<Counts open={open.data} />}
      failed="Failed to load memberships"
      columns={columns}
      rowId={row => row.id}
      rowName={row => row.name}
      searchFor="Name or email"
      filters={[
        {
          key: 'status',
          label: 'Payment',
          options: paymentStatuses.map(value => ({ value, label: paymentWords(value) })),
        },
        {
          key: 'tier',
          label: 'Plan',
          options: (tiers.data ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
        },
        {
          key: 'plans',
          label: 'Plans',
          options: [{ value: 'paid', label: 'Paid' }],
        },
      ]}
      panel={{
        title: row => row?.name ?? 'Membership',
        body: (id, row) =>
          row ? (
            <DuePanel key={id} due={row} next={nextOf(row, open.data)} />
          ) : (
            <p>It is not on this page of the list.</p>
          ),
      }}
      empty={<Empty what="Nobody is on a paid plan yet" why="Memberships and their payments appear here." />}
    />
  )
}

/** How many memberships stand how, at a glance. */
function Counts({ open }: { open: OpenPayments | undefined }) {
  const { data } = useQuery(api.memberships.dueCounts.queryOptions())
  const openPence = (open ?? []).reduce((sum, { pence }) => sum + pence, 0)
  const of = (status: string) => data?.find(row => row.status === status)
  return (
    <dl className={classes.counts}>
      {paymentStatuses.map(status => (
        <div key={status}>
          <dt>{paymentWords(status)}</dt>
          <dd className="tabular">
            {of(status)?.count ?? 0}
            {status === 'overdue' && openPence > 0 ? `, ${formatMoney(openPence)} open` : ''}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What happens by itself, and when; for what is overdue, the ladder. */
function nextOf(row: DueRow, open: OpenPayments | undefined): string | null {
  const until = row.currentPeriodEnd && formatDay(row.currentPeriodEnd)
  if (row.paymentStatus === 'overdue') {
    const due = open?.find(({ id }) => id === row.id)
    const parts = [
      due && `${formatMoney(due.pence)} open after ${formatCount(due.attempts, 'try', 'tries')}`,
      due?.triesAgainAt && `next try ${formatDay(due.triesAgainAt)}`,
      row.steps?.remindsAt && `reminder ${formatDay(row.steps.remindsAt)}`,
      row.limitedAt
        ? `no new bookings since ${formatDay(row.limitedAt)}`
        : row.steps?.restsAt &&
          `no new bookings ${row.steps.restsAt <= new Date() ? 'since' : 'from'} ${formatDay(row.steps.restsAt)}`,
    ]
    return sentence(parts.filter(part => typeof part === 'string').join(', '))
  }
  if (!until) return null
  if (row.isWaiting) return `Begins ${until}`
  return row.hasSubscription && !row.cancelsAtPeriodEnd ? `Charged ${until}` : `Ends ${until}`
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
