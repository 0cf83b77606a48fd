import { Modal } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useBatch } from '#features/admissions/applications/parts/batch.tsx'
import { useReject } from '#features/admissions/applications/parts/decide.ts'
import { type ChosenReason, RejectForm } from '#features/admissions/applications/parts/reject-form.tsx'
import { formatCount } from '#platform/words.ts'
import type { BulkAction } from '#ui/table/data-table.tsx'
import { toast } from '#ui/toast.tsx'
import { rpc } from '#web/client.ts'
import type { ApplicationRow } from './application-list.tsx'

/** The applications that the open dialog rejects; `finish` says whether anything was done, otherwise they stay selected. */
interface Rejecting {
  ids: string[]
  finish: (isDone: boolean) => void
}

/** Deciding several applications together, and rejecting one with a reason; the selection goes beyond the open page. */
export function useDeciding(rows: readonly ApplicationRow[] | undefined) {
  const nameOf = useNames(rows)
  const batch = useBatch()
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
  const bulk: BulkAction[] = [
    {
      label: count => `Approve ${formatCount(count, 'application')}`,
      run: ids => many(ids, id => rpc.applications.approve({ id }), approvals),
    },
    {
      label: count => `Reject ${formatCount(count, 'application')}`,
      danger: true,
      run: ids => new Promise(finish => setRejecting({ ids, finish })),
    },
  ]
  const title =
    rejecting?.ids.length === 1
      ? `Reject ${nameOf(rejecting.ids[0] ?? '')}?`
      : `Reject ${rejecting?.ids.length ?? 0} applications?`
  const dialog = (
    <Modal opened={rejecting !== undefined} onClose={() => close(false)} title={title}>
      <RejectForm onReject={reject} />
    </Modal>
  )
  return { batch, bulk, dialog, reject: (id: string) => setRejecting({ ids: [id], finish: () => {} }) }
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
    for (const { id, name } of rows ?? []) names.current.set(id, name)
  }, [rows])
  return id => names.current.get(id) ?? 'An applicant'
}
