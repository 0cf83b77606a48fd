import { z } from 'zod'
import { deliveryOrders, type WebhookTarget } from '../frame/webhooks.ts'
import { productsOfVariants, storeProduct } from './goods.ts'
import { repeatMessage, webhooks } from './messages.ts'
import { payCart, refundOrder } from './orders.ts'
import { type Settings, settings } from './settings.ts'
import { numberIn, type Simulator, transact } from './store.ts'

const text = z
  .string()
  .max(300)
  .refine(value => !value.includes('\0'))

export const controlParams = z.strictObject({
  delaySeconds: z.number().int().min(0).max(3600).optional(),
  hold: z.boolean().optional(),
  down: z.boolean().optional(),
  paymentRequired: z.boolean().optional(),
  slowMs: z.number().int().min(0).max(30_000).optional(),
  refuseCarts: z.boolean().optional(),
  garbled: z.boolean().optional(),
  /** An id of a cart, or its token: somebody pays for it. */
  pay: text.optional(),
  /** An id of an order, or its name (#1001): what is left of it is refunded, or one piece. */
  refund: text.optional(),
  refundPiece: text.optional(),
  /** An id of a variant, and how many of it there are now; null: nobody counts. */
  stock: z.strictObject({ variant: text, left: z.number().int().min(0).nullable() }).optional(),
  /** The number of a message that is to be sent once more. */
  repeat: text.optional(),
  /** Delivers now what is held. */
  deliver: z.enum(deliveryOrders).optional(),
})

export interface ControlState extends Settings {
  pendingDeliveries: number
  failedDeliveries: number
}

/** What the control page or a test asked for cannot be done. */
export class ControlFailure extends Error {}

/** Does what the control page or a test asks for. */
export async function control(
  simulator: Simulator,
  target: WebhookTarget,
  order: z.output<typeof controlParams>,
): Promise<ControlState> {
  const { pay, refund, refundPiece, stock, repeat, deliver, ...change } = order
  await settings.change(simulator.pool, change)
  const demand = (isDone: unknown, words: string) => {
    if (!isDone) throw new ControlFailure(words)
  }
  if (pay) {
    const token = /\/Cart\/([^/?]+)/.exec(pay)?.[1] ?? pay
    const paid = await transact(simulator, work => payCart(work, token))
    demand(paid && !('refused' in paid), 'This cart cannot be paid.')
  }
  for (const [which, name] of [
    ['rest', refund],
    ['piece', refundPiece],
  ] as const)
    if (name) {
      const refunded = await transact(simulator, work => refundOrder(work, name, which))
      demand(refunded, 'There is nothing left of this order to refund.')
    }
  if (stock) demand(await setStock(simulator, stock), 'There is no such variant.')
  if (repeat) demand(await transact(simulator, work => repeatMessage(work, repeat)), 'There is no such message.')
  if (deliver) await webhooks.deliverHeld(target, deliver)
  simulator.wake()
  return controlState(simulator)
}

export async function controlState(simulator: Simulator): Promise<ControlState> {
  return { ...(await settings.read(simulator.pool)), ...(await webhooks.counts(simulator.pool)) }
}

function setStock(simulator: Simulator, { variant, left }: { variant: string; left: number | null }) {
  return transact(simulator, async work => {
    const number = numberIn('ProductVariant', variant)
    const [product] = number === null ? [] : await productsOfVariants(work, [number], true)
    if (!product) return false
    const variants = product.variants.map(each => (each.number === number ? { ...each, stock: left } : each))
    await storeProduct(work, { ...product, variants })
    return true
  })
}
