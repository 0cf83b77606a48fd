import { z } from 'zod'
import { deliveryOrders } from '../frame/webhooks.ts'
import { webhooks } from './delivery.ts'
import { answerDispute, closeDispute, endInquiry, openDispute } from './disputes.ts'
import { idOf } from './samples.ts'
import { type Settings, settings } from './settings.ts'
import { load, type Simulator, transact } from './store.ts'
import { renewSubscription } from './subscriptions.ts'
import { upkeep } from './upkeep.ts'

export const controlParams = z.strictObject({
  /** An id of a subscription: ends its current period now, with invoice.paid or invoice.payment_failed. */
  advanceSubscription: z.string().optional(),
  /** The invoice of that period stays a draft for its hour, as at Stripe. */
  leavesDraft: z.boolean().optional(),
  declineNext: z.boolean().optional(),
  /** The next card payment that the payer is not there for waits until they confirm it. */
  confirmNext: z.boolean().optional(),
  /** An id of a payment: its payer objects at the bank. */
  dispute: z.string().optional(),
  /** Of a part of it, in the smallest unit. */
  disputePart: z.int().positive().optional(),
  /** An id of a payment: its payer's bank asks about it and takes nothing. */
  inquiry: z.string().optional(),
  /** Ids of inquiries that end, or become disputes. */
  inquiryClosed: z.string().optional(),
  inquiryDisputed: z.string().optional(),
  /** An id of a dispute or inquiry that the house has answered. */
  disputeAnswered: z.string().optional(),
  /** Ids of disputes that the bank decides: for the house, or for the payer. */
  disputeWon: z.string().optional(),
  disputeLost: z.string().optional(),
  delaySeconds: z.number().int().min(0).max(3600).optional(),
  down: z.boolean().optional(),
  hold: z.boolean().optional(),
  /** Delivers now what is held: in order, the last first, or mixed up. */
  deliver: z.enum(deliveryOrders).optional(),
  /** Does now what has become due: ends periods, lets sessions expire, tries refused payments again. */
  upkeep: z.literal(true).optional(),
  /** An id of an event whose webhook is to be sent once more. */
  repeatEvent: z.string().optional(),
})

export interface ControlState extends Settings {
  pendingDeliveries: number
  failedDeliveries: number
}

/** Does what the control page or a test asks for. Unknown ids fail as Stripe's resource_missing. */
export async function control(simulator: Simulator, order: z.output<typeof controlParams>): Promise<ControlState> {
  await settings.change(simulator.pool, order)
  const { repeatEvent, advanceSubscription, dispute, inquiry, inquiryClosed, inquiryDisputed } = order
  const { disputeAnswered, disputeWon, disputeLost } = order
  if (repeatEvent) {
    await transact(simulator, async work => {
      const event = await load(work, 'event', repeatEvent)
      await work.client.query('insert into simulator_stripe.deliveries (event_id, due_at) values ($1, now())', [
        idOf(event),
      ])
    })
  }
  if (advanceSubscription)
    await transact(simulator, work =>
      renewSubscription(work, advanceSubscription, { staysDraft: order.leavesDraft ?? false }),
    )
  if (dispute) await transact(simulator, work => openDispute(work, dispute, 'dispute', order.disputePart))
  if (inquiry) await transact(simulator, work => openDispute(work, inquiry, 'inquiry'))
  if (inquiryClosed) await transact(simulator, work => endInquiry(work, inquiryClosed, 'closed'))
  if (inquiryDisputed) await transact(simulator, work => endInquiry(work, inquiryDisputed, 'disputed'))
  if (disputeAnswered) await transact(simulator, work => answerDispute(work, disputeAnswered))
  if (disputeWon) await transact(simulator, work => closeDispute(work, disputeWon, 'won'))
  if (disputeLost) await transact(simulator, work => closeDispute(work, disputeLost, 'lost'))
  if (order.upkeep) await upkeep(simulator)
  if (order.deliver) await simulator.deliverHeld(order.deliver)
  simulator.wake()
  return controlState(simulator)
}

export async function controlState(simulator: Simulator): Promise<ControlState> {
  return { ...(await settings.read(simulator.pool)), ...(await webhooks.counts(simulator.pool)) }
}
