import { useAction } from '#ui/action.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { messages } from '../inputs.ts'

type Saved = Awaited<ReturnType<typeof rpc.products.saveAccess>>

/** Says that what a product asks for was saved, and offers to put back what stood there before. */
export function useSaidSaved(): (saved: Saved) => void {
  const back = useAction(putBack, {
    atOnce: 'puts back what stood there a moment ago',
    done: 'Undone',
    failed: messages.accessFailed,
  })
  return saved =>
    toast.success('Access requirement saved', saved.productTitle, {
      action: { label: 'Undo', run: () => void back.run(saved) },
    })
}

type Before = Pick<Saved, 'shopifyProductId' | 'before'>
type Sending = { context: { idempotencyKey: string } }

/** Without a rule before, there is none again. */
export function putBack({ shopifyProductId, before }: Before, sending: Sending): Promise<unknown> {
  return before === null
    ? rpc.products.removeAccess({ shopifyProductId }, sending)
    : rpc.products.saveAccess({ shopifyProductId, ...before }, sending)
}
