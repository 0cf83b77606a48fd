import { Button, Modal } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Column, DataTable, readTableSearch, type TableSearch } from '#ui/data-table.tsx'
import { When } from '#ui/dates.tsx'
import { Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { formatCount } from '#ui/tokens.tsx'
import { api, rpc } from '#web/client.ts'
import { BatchProgress, useBatch } from '../parts/batch.tsx'
import { failureMessage, type ListedApplication, tellApproved } from '../parts/listed.tsx'
import { type ChosenReason, RejectForm } from '../parts/reject-form.tsx'

/** /admin/approvals: the pending list, decided one by one or together (APPL-27…30, APPL-43…45). */
export function Approvals() {
  const search = useSearch({ strict: false }) as TableSearch
  const navigate = useNavigate()
  const cache = useQueryClient()
  const batch = useBatch()
  const [rejecting, setRejecting] = useState<ListedApplication[]>()
  const view = readTableSearch(search)
  const query = useQuery(
    api.applications.list.queryOptions({
      input: { status: 'pending', page: view.page, pageSize: view.size, ...(view.q && { q: view.q }) },
      placeholderData: keepPreviousData,
    }),
  )
  const refresh = () => cache.invalidateQueries({ queryKey: api.applications.key() })
  const rowsOf = (ids: string[]) => (query.data?.rows ?? []).filter(({ id }) => ids.includes(id))

  const approve = async (row: ListedApplication) => {
    try {
      tellApproved(await rpc.applications.approve({ id: row.id }))
    } catch (error) {
      toast.error('Error approving application', failureMessage(error))
    }
    await refresh()
  }
  const many = async (
    label: string,
    rows: ListedApplication[],
    act: (id: string) => Promise<unknown>,
    failed: string,
    done: string,
  ) => {
    const items = rows.map(({ id, fullName }) => ({ id, name: fullName }))
    const result = await batch.start(label, items, act)
    if (result.failed > 0) toast.error(failed, `${result.done} of ${items.length} done, ${result.failed} failed.`)
    else toast.success(`${formatCount(result.done, 'application')} ${done}`)
    await refresh()
  }
  const reject = async (reason: ChosenReason) => {
    const [first, ...others] = rejecting ?? []
    if (!first) return
    if (others.length > 0) {
      setRejecting(undefined)
      return many(
        'Rejecting applications',
        [first, ...others],
        id => rpc.applications.reject({ id, ...reason }),
        'Error in batch rejection',
        'rejected',
      )
    }
    try {
      await rpc.applications.reject({ id: first.id, ...reason })
      toast.success('Application rejected')
      setRejecting(undefined)
    } catch (error) {
      toast.error('Error rejecting application', failureMessage(error))
    }
    await refresh()
  }

  const columns: Column<ListedApplication>[] = [
    { key: 'fullName', header: 'Applicant', cell: row => row.fullName },
    { key: 'email', header: 'E-mail', cell: row => row.email },
    { key: 'tier', header: 'Membership', cell: row => row.tierName },
    { key: 'votes', header: 'Votes', cell: row => `${row.currentVotes}/${row.requiredVotes}` },
    { key: 'submittedAt', header: 'Sent', cell: row => <When at={row.submittedAt} /> },
    {
      key: 'decide',
      header: 'Decide',
      cell: row => (
        <span style={{ display: 'flex', gap: '0.5rem' }}>
          <Button size="sm" disabled={!row.can.approve} onClick={() => void approve(row)}>
            Approve<span className="visually-hidden"> {row.fullName}</span>
          </Button>
          <Button
            size="sm"
            color="red"
            variant="outline"
            disabled={!row.can.reject}
            onClick={() => setRejecting([row])}
          >
            Reject<span className="visually-hidden"> {row.fullName}</span>
          </Button>
        </span>
      ),
    },
  ]
  return (
    <Page title="Pending Applications" kicker="People" lead="Approving here does not wait for the committee.">
      <BatchProgress batch={batch} />
      <DataTable
        label="Pending applications"
        of={query}
        failed="Error fetching applications"
        columns={columns}
        rowId={row => row.id}
        rowName={row => row.fullName}
        search={search}
        onSearch={next => void navigate({ to: '/admin/approvals' as string, search: { ...search, ...next } as never })}
        searchFor="Search applicants"
        actions={
          <Button
            variant="default"
            size="sm"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => void refresh()}
          >
            Refresh
          </Button>
        }
        bulk={[
          {
            label: count => `Approve ${formatCount(count, 'application')}`,
            run: ids =>
              many(
                'Approving applications',
                rowsOf(ids),
                id => rpc.applications.approve({ id }),
                'Error in batch approval',
                'approved',
              ),
          },
          {
            label: count => `Reject ${formatCount(count, 'application')}`,
            danger: true,
            run: async ids => setRejecting(rowsOf(ids)),
          },
        ]}
        empty={<Empty what="No pending applications" />}
      />
      <Modal
        opened={rejecting !== undefined}
        onClose={() => setRejecting(undefined)}
        title={
          rejecting?.length === 1
            ? `Reject ${rejecting[0]?.fullName}?`
            : `Reject ${rejecting?.length ?? 0} applications?`
        }
      >
        <RejectForm onReject={reject} />
      </Modal>
    </Page>
  )
}
