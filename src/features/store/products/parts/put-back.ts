import { useAction } from '#ui/action.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { messages } from '../inputs.ts'

type Saved = Awaited<ReturnType<typeof rpc.products.saveAccess>>

/** Says that what a product asks for was saved, and offers to put back what stood there before; no rule, where there was none. */
export function useSaidSaved(): (saved: Saved) => void {
  const back = useAction(
    ({ shopifyProductId, before }: Saved, sending): Promise<unknown> =>
      before === null
        ? rpc.products.removeAccess({ shopifyProductId }, sending)
        : rpc.products.saveAccess({ shopifyProductId, ...before }, sending),
    { atOnce: 'puts back what stood there a moment ago', done: 'Undone', failed: messages.accessFailed },
  )
  return saved => toast.success('Access requirement saved', saved.productTitle, { undo: () => void back.run(saved) })
}
