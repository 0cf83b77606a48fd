import type { Problem } from '#platform/problem.ts'
import { formatDateTime, formatMoney } from '#platform/words.ts'
import type { RefundStatus } from './inputs.ts'

/** A sum in the smallest unit of its currency: `£90`, `US$90.00`, `JP¥9,000`. What is no currency's code is said as it is. */
export function formatSum(amount: number, currency: string): string {
  if (currency === 'gbp') return formatMoney(amount)
  if (!/^[a-z]{3}$/i.test(currency)) return `${amount} ${currency}`
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/**
 * Until when something can be cancelled and what that gives back, to follow "If you cancel": every screen and every mail about it says
 * this (decision 23). `back`: what comes back, in words, empty where it cost nothing; `until`: the last moment of it, null once that has
 * passed; `hasBegun`: it is not only near.
 */
export function ifCancelled({
  back,
  until,
  hasBegun = false,
}: {
  back: string
  until: Date | string | null
  hasBegun?: boolean
}): string {
  if (back === '')
    return until
      ? `it costs you nothing, and you can until ${formatDateTime(until)}.`
      : 'there is nothing to give back.'
  return until
    ? `you get ${back} back until ${formatDateTime(until)}, and nothing after that.`
    : `nothing comes back: ${hasBegun ? 'it has begun' : 'it is too close to the start'}.`
}

/** The same as a sentence of its own, below "If you cancel". */
export const cancelLine = (of: Parameters<typeof ifCancelled>[0]): string => {
  const words = ifCancelled(of)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The same in a few words, where there is room for no more: on a phone's bar, beside the button. Empty: nothing is at stake. */
export function cancelBrief({ back, until, hasBegun = false }: Parameters<typeof ifCancelled>[0]): string {
  if (back === '') return until ? `You can cancel until ${formatDateTime(until)}` : ''
  if (until) return `${back} back until ${formatDateTime(until)}`
  return `${hasBegun ? 'It has begun' : 'Too close to the start'}: nothing comes back`
}

/** Whether a refund at the provider came to nothing: the money has stayed with the house. */
export const isDead = ({ status }: { status: string | null }): boolean => status === 'failed' || status === 'canceled'

/** What of the payment of an order has moved back, in pence; of a payment that pays no order nothing is known. */
interface Moved {
  amountPence: number
  refundedPence: number
  disputedPence: number
}

export const whyNot = {
  /** The provider is asked again only for a refund that failed there. */
  retry: (refund: { status: RefundStatus }): Problem | null =>
    refund.status === 'failed' ? null : { code: 'NOT_FAILED', message: 'This refund has not failed.' },

  /**
   * Money goes back another way only while nobody asks the provider for it, and only as far as it is with the house: what a bank
   * has taken of the order meanwhile may be the same money.
   */
  settle: (refund: { status: RefundStatus }, order: Moved | null): Problem | null =>
    whyNot.retry(refund) ??
    (order && order.refundedPence + order.disputedPence > order.amountPence
      ? {
          code: 'BANK_HAS_IT',
          message: 'The payer’s bank has taken this money back already. Given again, they would have it twice.',
        }
      : null),
}
