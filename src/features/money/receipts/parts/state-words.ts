import { bankDays, enteredByMistake, type OrderStatus, type Way } from '#features/money/orders/inputs.ts'
import type { RefundStatus } from '#features/money/refunds/inputs.ts'
import { formatDate, formatMoney } from '#platform/words.ts'

/** What of a payment decides the words for its state. */
interface Paid {
  status: OrderStatus
  way: Way
  /** Something is kept for the payer until it is paid. */
  isHeld: boolean
  amountPence: number
  refundedPence: number
  disputedPence: number
  /** In the order in which it was begun. */
  givenBack: { status: RefundStatus; at: Date; reason: string }[]
}

/** Where the words of a state would not be true. */
export function exceptionWords({ status, way, isHeld, amountPence, givenBack }: Paid, wasLeft: boolean): string | null {
  if (status === 'refunded' && way === 'desk')
    return givenBack.some(({ reason }) => reason === enteredByMistake)
      ? 'It was entered by mistake; nothing was taken.'
      : 'You have it from the desk.'
  if (status === 'refunded' && wentOtherwise(givenBack)) return 'It went to you another way.'
  if (status === 'pending' && wasLeft && !isHeld)
    return 'We have no payment yet. What you booked is yours all the same.'
  if (status === 'refunded' && amountPence === 0) return 'What your credit had paid for it is credit again.'
  const isOver = status === 'expired' || status === 'failed'
  return isOver && givenBack.length > 0 ? 'A payment arrived that did not pay it, and goes back to you.' : null
}

/** In the words of what was bought, as long as the person has any of it. */
export const paidHeading = ({
  refundedPence,
  disputedPence,
  things,
}: {
  refundedPence: number
  disputedPence: number
  things: { paid?: string }[]
}) =>
  disputedPence > 0
    ? 'Paid, and taken back by your bank'
    : refundedPence > 0
      ? 'Paid, and given back in part'
      : (things.find(({ paid }) => paid)?.paid ?? 'Paid')

/** What a paid order says: whole, given back in part, taken back by the bank, or both. */
export function paidSentence({
  refundedPence,
  disputedPence,
  givenBack,
  way,
}: Omit<Paid, 'status' | 'amountPence' | 'isHeld'>): string {
  const sentences = [
    disputedPence > 0 ? `Your bank took ${formatMoney(disputedPence)} of it back.` : '',
    refundedPence > 0 ? backSentence(refundedPence, givenBack, way) : '',
  ].filter(Boolean)
  return sentences.length > 0 ? sentences.join(' ') : 'Thank you. Below is what it is for.'
}

/** None of it could go back to the card. */
const wentOtherwise = (givenBack: Paid['givenBack']) =>
  givenBack.length > 0 && givenBack.every(({ status }) => status === 'settled')

function backSentence(pence: number, givenBack: Paid['givenBack'], way: Way): string {
  if (way === 'desk') return `${formatMoney(pence)} of it went back to you at the desk.`
  const isUnderWay = givenBack.some(({ status }) => status === 'pending' || status === 'failed')
  if (wentOtherwise(givenBack)) return `${formatMoney(pence)} of it went to you another way.`
  const last = givenBack.findLast(({ status }) => status !== 'settled')
  if (isUnderWay || !last)
    return `${formatMoney(pence)} of it goes back to you. It can take ${bankDays} until your bank shows it.`
  return `${formatMoney(pence)} of it went back to you, last on ${formatDate(last.at, { year: true })}. From then it can take ${bankDays} until your bank shows it.`
}
