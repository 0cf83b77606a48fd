import { bankDays, type OrderStatus } from '../inputs.ts'

/**
 * What an order's state says to whoever pays it. `wasLeft`: they came back without paying, and nothing is awaited until they
 * go on. `heldUntil`: until when what it is for is held, where it is. Of a paid one its kind has the words.
 */
export function orderWords(status: OrderStatus, wasLeft: boolean, heldUntil: string | null = null) {
  const state = status === 'pending' && wasLeft ? 'left' : status
  const explanation =
    heldUntil === null
      ? explanations[state]
      : state === 'left'
        ? `We have no payment yet. What you chose is held for you until ${heldUntil}.`
        : `${explanations[state]} It is held until ${heldUntil}.`
  return { heading: headings[state], explanation, tone: tones[status] }
}

const tones: Record<OrderStatus, 'good' | 'plain' | 'bad'> = {
  pending: 'plain',
  arranged: 'good',
  paid: 'good',
  failed: 'bad',
  expired: 'bad',
  refunded: 'bad',
}

const headings = {
  paid: 'Paid.',
  pending: 'Waiting for your payment.',
  arranged: 'Your card is kept for the day.',
  left: 'You left the payment page.',
  failed: 'The payment failed.',
  expired: 'The payment was not completed.',
  refunded: 'The payment was given back.',
}

const explanations = {
  paid: 'What you paid for is yours.',
  pending: 'This takes a few seconds after you have paid. You can leave this page; nothing gets lost.',
  arranged: 'Nothing was charged yet; it is charged on the day it begins.',
  left: 'We have no payment yet. What you chose is held for you for a short while.',
  failed: 'Nothing was bought; a payment that arrived all the same goes back to you.',
  expired: 'Nothing was bought; a payment that arrives all the same goes back to you.',
  refunded: `What a card paid can take ${bankDays} until your bank shows it.`,
}
