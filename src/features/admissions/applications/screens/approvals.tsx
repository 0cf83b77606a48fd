import { Button, Group, Modal } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '#platform/words.ts'
import { When } from '#ui/plain/dates.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { applicationList } from '../inputs.ts'
import type { ApplicationRow } from '../parts/application-state.tsx'
import { BatchProgress, useBatch } from '../parts/batch.tsx'
import { useApprove, useReject } from '../parts/decide.ts'
import { type ChosenReason, RejectForm } from '../parts/reject-form.tsx'

/** The applications that the open dialog rejects; `finish` says whether anything was done, otherwise they stay selected. */
interface Rejecting {
  ids: string[]
  finish: (isDone: boolean) => void
}

/** /admin/approvals: the pending list, decided one by one or together (APPL-27…30, APPL-43…45). */
export function Approvals() {
  const list = useList(applicationList, api.applications.list, { always: { status: 'pending' }, canExport: true })
  const nameOf = useNames(list.of.data?.rows)
  const batch = useBatch()
  const approve = useApprove('Error approving application')
  const rejectOne = useReject('Error rejecting application')
  const [rejecting, setRejecting] = useState<Rejecting>()

  const many = async (ids: string[], act: (id: string) => Promise<unknown>, words: BatchWords) => {
    const items = ids.map(id => ({ id, name: nameOf(id) }))
    const { done, failed } = await batch.start({ label: words.label, items, act })
    if (failed > 0) toast.error(words.failed, `${done} of ${ids.length} done, ${failed} failed.`)
    else toast.success(`${formatCount(done, 'application')} ${words.done}`)
  }
  const close = (isDone: boolean) => {
    rejecting?.finish(isDone)
    setRejecting(undefined)
  }
  const reject = async (reason: ChosenReason) => {
    const ids = rejecting?.ids ?? []
    const [only, ...others] = ids
    if (!only) return
    if (others.length > 0) {
      close(true)
      return many(ids, id => rpc.applications.reject({ id, ...reason }), rejections)
    }
    if (await rejectOne.run({ id: only, ...reason })) close(true)
  }

  const columns: Column<ApplicationRow>[] = [
    { key: 'fullName', header: 'Applicant', cell: row => row.fullName },
    { key: 'email', header: 'E-mail', cell: row => row.email },
    { key: 'tier', header: 'Membership', cell: row => row.tierName },
    { key: 'votes', header: 'Votes', cell: row => `${row.currentVotes}/${row.requiredVotes}` },
    { key: 'submittedAt', header: 'Sent', cell: row => <When at={row.submittedAt} /> },
    {
      key: 'decide',
      header: 'Decide',
      cell: row => (
        <Group gap="xs" wrap="nowrap">
          <Button size="sm" disabled={!row.can.approve} onClick={() => void approve.run({ id: row.id })}>
            Approve<span className="visually-hidden"> {row.fullName}</span>
          </Button>
          <Button
            size="sm"
            color="red"
            variant="outline"
            disabled={!row.can.reject}
            onClick={() => setRejecting({ ids: [row.id], finish: () => {} })}
          >
            Reject<span className="visually-hidden"> {row.fullName}</span>
          </Button>
        </Group>
      ),
    },
  ]
  return (
    <Page title="Pending Applications" kicker="People" lead="Approving here does not wait for the committee.">
      <BatchProgress batch={batch} />
      <DataTable
        {...list}
        label="Pending applications"
        failed="Error fetching applications"
        columns={columns}
        rowId={row => row.id}
        rowName={row => row.fullName}
        searchFor="Search applicants"
        actions={
          <Button
            variant="default"
            size="sm"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => void list.of.refetch()}
          >
            Refresh
          </Button>
        }
        bulk={[
          {
            label: count => `Approve ${formatCount(count, 'application')}`,
            run: ids => many(ids, id => rpc.applications.approve({ id }), approvals),
          },
          {
            label: count => `Reject ${formatCount(count, 'application')}`,
            danger: true,
            run: ids => new Promise(finish => setRejecting({ ids, finish })),
          },
        ]}
        empty={<Empty what="No pending applications" />}
      />
      <Modal
        opened={rejecting !== undefined}
        onClose={() => close(false)}
        title={
          rejecting?.ids.length === 1
            ? `Reject ${nameOf(rejecting.ids[0] ?? '')}?`
            : `Reject ${rejecting?.ids.length ?? 0} applications?`
        }
      >
        <RejectForm onReject={reject} />
      </Modal>
    </Page>
  )
}

interface BatchWords {
  label: string
  done: string
  failed: string
}

const approvals = { label: 'Approving applications', done: 'approved', failed: 'Error in batch approval' }
const rejections = { label: 'Rejecting applications', done: 'rejected', failed: 'Error in batch rejection' }

/** The names of all rows that were on screen: a selection goes beyond the open page. */
function useNames(rows: readonly ApplicationRow[] | undefined): (id: string) => string {
  const names = useRef(new Map<string, string>())
  useEffect(() => {
    for (const { id, fullName } of rows ?? []) names.current.set(id, fullName)
  }, [rows])
  return id => names.current.get(id) ?? 'An applicant'
}
