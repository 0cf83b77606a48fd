import { useState } from 'react'
import { useBatch } from '#features/admissions/applications/parts/batch.tsx'
import { useReject } from '#features/admissions/applications/parts/decide.ts'
import { type ChosenReason, RejectForm } from '#features/admissions/applications/parts/reject-form.tsx'
import { formatCount } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import type { BulkAction, Chosen } from '#ui/table/data-table.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'

/** The applications that the open dialog rejects; `finish` says whether anything was done, otherwise they stay selected. */
interface Rejecting {
  chosen: readonly Chosen[]
  finish: (isDone: boolean) => void
}

/** Deciding several applications together, and rejecting one with a reason; the selection goes beyond the open page. */
export function useDeciding() {
  const batch = useBatch((id, reason: ChosenReason | null) =>
    reason ? rpc.applications.reject({ id, ...reason }) : rpc.applications.approve({ id }),
  )
  const rejectOne = useReject('Error rejecting application')
  const [rejecting, setRejecting] = useState<Rejecting>()

  const many = async (items: readonly Chosen[], reason: ChosenReason | null) => {
    const words = reason ? rejections : approvals
    const { done, failed } = await batch.start({ label: words.label, items: [...items], how: reason })
    if (failed > 0) toast.error(words.failed, `${done} of ${items.length} done, ${failed} failed.`)
    else toast.success(`${formatCount(done, 'application')} ${words.done}`)
  }
  const close = (isDone: boolean) => {
    rejecting?.finish(isDone)
    setRejecting(undefined)
  }
  const reject = async (reason: ChosenReason) => {
    const chosen = rejecting?.chosen ?? []
    const [only, ...others] = chosen
    if (!only) return
    if (others.length > 0) {
      close(true)
      return many(chosen, reason)
    }
    if (await rejectOne.run({ id: only.id, ...reason })) close(true)
  }
  const bulk: BulkAction[] = [
    {
      label: count => `Approve ${formatCount(count, 'application')}`,
      confirm: ({ length, 0: first }) => ({
        title: `Approve ${length === 1 && first ? first.name : formatCount(length, 'application')} without the committee?`,
        body: `${length === 1 ? 'The applicant is' : 'Every applicant is'} told at once. The override is recorded under your name.`,
        action: 'Approve',
      }),
      run: chosen => many(chosen, null),
    },
    {
      label: count => `Reject ${formatCount(count, 'application')}`,
      danger: true,
      // Its dialog names them and asks for the reason.
      confirm: () => null,
      run: chosen => new Promise(finish => setRejecting({ chosen, finish })),
    },
  ]
  const title =
    rejecting?.chosen.length === 1
      ? `Reject ${rejecting.chosen[0]?.name}?`
      : `Reject ${rejecting?.chosen.length ?? 0} applications?`
  const dialog = (
    <Dialog isOpen={rejecting !== undefined} onClose={() => close(false)} title={title}>
      <RejectForm onReject={reject} />
    </Dialog>
  )
  return {
    batch,
    bulk,
    dialog,
    reject: ({ id, name }: Chosen) => setRejecting({ chosen: [{ id, name }], finish: () => {} }),
  }
}

const approvals = { label: 'Approving applications', done: 'approved', failed: 'Error in batch approval' }
const rejections = { label: 'Rejecting applications', done: 'rejected', failed: 'Error in batch rejection' }
