import { Button, Checkbox } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ResendButton } from '#features/mailings/parts/resend-button.tsx'
import { type Column, DataTable, readTableSearch, type TableSearch } from '#ui/data-table.tsx'
import { When } from '#ui/dates.tsx'
import { Page } from '#ui/page.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Empty } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { TableCheck } from '#ui/table-check.tsx'
import { toast } from '#ui/toast.tsx'
import { formatCount } from '#ui/tokens.tsx'
import { api, rpc } from '#web/client.ts'
import { messages, registrationStatuses } from '../inputs.ts'

type Row = Awaited<ReturnType<typeof rpc.registrations.list>>['rows'][number]

const tones = { pending: 'warn', approved: 'good', rejected: 'bad' } as const
const words = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const

/** /admin/member-approvals: people who registered at /launch, approved or rejected together (APPL-18…26). */
export function Registrations() {
  const search = useSearch({ strict: false }) as TableSearch
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const view = readTableSearch(search, ['status'], 100)
  const status = registrationStatuses.find(each => each === view.filters.status)
  const query = useQuery(
    api.registrations.list.queryOptions({
      input: {
        page: view.page,
        pageSize: view.size,
        ...(status && { status }),
        ...(view.q && { q: view.q }),
      },
      placeholderData: keepPreviousData,
    }),
  )
  const pending = (query.data?.rows ?? []).filter(row => row.can.decide)
  const refresh = () => cache.invalidateQueries({ queryKey: api.registrations.key() })
  const select = (id: string, on: boolean) => {
    const next = new Set(selected)
    if (on) next.add(id)
    else next.delete(id)
    setSelected(next)
  }
  const decide = async (to: 'approved' | 'rejected') => {
    if (selected.size === 0) return toast.error(messages.noneSelectedTitle, messages.noneSelected)
    setBusy(true)
    try {
      const { changed } = await rpc.registrations.decide({ ids: [...selected], status: to })
      toast.success(`${formatCount(changed, 'registration')} ${to}`)
      setSelected(new Set())
    } catch (error) {
      toast.error(
        to === 'approved' ? 'Failed to approve application' : 'Failed to reject application',
        describeProblem(error).message,
      )
    }
    setBusy(false)
    await refresh()
  }
  const columns: Column<Row>[] = [
    { key: 'name', header: 'Name', cell: row => `${row.firstName} ${row.lastName}` },
    {
      key: 'select',
      header: 'Select',
      cell: row =>
        row.can.decide ? (
          <TableCheck
            name={`Select ${row.firstName} ${row.lastName}`}
            isOn={selected.has(row.id)}
            onChange={on => select(row.id, on)}
          />
        ) : (
          <Checkbox size="sm" disabled aria-label={`${row.firstName} ${row.lastName} is decided`} />
        ),
    },
    { key: 'email', header: 'E-mail', cell: row => row.email },
    { key: 'city', header: 'City', cell: row => row.city },
    { key: 'phone', header: 'Phone', cell: row => row.phoneNumber },
    {
      key: 'status',
      header: 'Status',
      cell: row => <Status tone={tones[row.status]}>{words[row.status]}</Status>,
    },
    { key: 'mail', header: 'Approval mail', cell: row => <ApprovalMail row={row} /> },
    { key: 'createdAt', header: 'Registered', cell: row => <When at={row.createdAt} />, isWideOnly: true },
  ]
  return (
    <Page
      title="Registrations"
      kicker="People"
      lead={
        <>People who registered for the launch show. {formatCount(query.data?.pending ?? 0, 'registration')} pending.</>
      }
    >
      <DataTable
        label="Registrations"
        of={query}
        failed="Failed to load applications"
        columns={columns}
        rowId={row => row.id}
        rowName={row => `${row.firstName} ${row.lastName}`}
        search={search}
        onSearch={next =>
          void navigate({ to: '/admin/member-approvals' as string, search: { ...search, ...next } as never })
        }
        searchFor="Search registrations"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: registrationStatuses.map(value => ({ value, label: words[value] })),
          },
        ]}
        size={100}
        actions={
          <span style={{ display: 'flex', flexWrap: 'wrap', gap: '0.5rem' }}>
            <Button size="sm" variant="default" onClick={() => setSelected(new Set(pending.map(({ id }) => id)))}>
              Select All Pending
            </Button>
            <Button size="sm" loading={isBusy} onClick={() => void decide('approved')}>
              Approve Selected
            </Button>
            <Button size="sm" color="red" variant="outline" loading={isBusy} onClick={() => void decide('rejected')}>
              Reject Selected
            </Button>
            <Button size="sm" variant="default" onClick={() => setSelected(new Set())}>
              Clear
            </Button>
            <Button size="sm" variant="default" onClick={() => void refresh()}>
              Refresh
            </Button>
          </span>
        }
        empty={<Empty what="No registrations yet" why="People register at /launch." />}
      />
      <p role="status">{selected.size > 0 ? `${selected.size} selected` : ''}</p>
    </Page>
  )
}

function ApprovalMail({ row }: { row: Row }) {
  if (!row.approvalMail) return null
  const { id, status } = row.approvalMail
  if (status !== 'failed') return <span>{status === 'sent' ? 'Sent' : 'On its way'}</span>
  return (
    <>
      <Status tone="bad">Not sent</Status> <ResendButton id={id} subject={row.email} />
    </>
  )
}
