import { cancelLine } from '#features/money/refunds/rules.ts'
import { sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { moneyGone } from '#features/spaces/facilities/rules.ts'
import { formatDateTime, formatMoney, formatTime } from '#platform/words.ts'
import type { Booking } from './booking-row.tsx'

/** What was paid for it, or is to be paid. */
export const paidOf = (booking: Pick<Booking, 'tokensUsed' | 'pricePence'>) => ({
  tokens: booking.tokensUsed,
  pence: booking.pricePence,
})

/** What a list says of a booking besides its time, its price and its state: only what is out of the ordinary. */
export function noteWords(booking: Booking): string | null {
  const { status, heldUntil, pricePence, leftPence } = booking
  if (status === 'cancelled')
    return `${asSentence(booking.cancelReason ?? 'Cancelled by you.')} ${backWords(booking)}`.trim()
  if (status === 'pending') return heldUntil ? `Held for you until ${formatTime(heldUntil)}.` : null
  if (booking.isOver || !booking.can.cancel) return null
  const gonePence = pricePence - Math.min(pricePence, leftPence ?? pricePence)
  const takenPence = Math.min(gonePence, booking.disputedPence)
  if (takenPence > 0) return `Your bank took ${formatMoney(takenPence)} of it back.`
  return gonePence > 0 ? `${formatMoney(gonePence)} of it went back already.` : null
}

/** What comes back and until when, beside the way to cancel in a list; the question says it in full. */
export function cancelHint({ status, refund, refundableUntil, tokensUsed, pricePence }: Booking): string | null {
  if (status === 'pending') return 'Nothing has been charged'
  if (refund.tokens > 0 || refund.pence > 0)
    return `You get ${sumWords(refund)} back${refundableUntil ? ` until ${formatDateTime(refundableUntil)}` : ''}`
  return tokensUsed > 0 || pricePence > 0 ? 'Nothing comes back' : null
}

/** What came back of a cancelled booking; an unpaid one was never charged. */
function backWords(booking: Booking): string {
  const gone = goneWords(booking)
  if (gone !== null) return gone
  return `Given back: ${sumWords({ tokens: booking.returnedTokens, pence: booking.returnedPence })}.`
}

/**
 * Where the money of a cancelled booking is that the cancellation did not give back: at the bank, or given back by the office or
 * at the provider. Empty where its reason says so already; null: nowhere else.
 */
function goneWords(booking: Booking): string | null {
  const { isPaid, leftPence, disputedPence, returnedTokens, returnedPence, cancelReason } = booking
  if (!isPaid || leftPence === null || leftPence > 0 || returnedTokens > 0 || returnedPence > 0) return null
  if (cancelReason === moneyGone.back || cancelReason === moneyGone.taken) return ''
  return disputedPence > 0 ? 'Your bank took the payment back.' : 'The payment was given back.'
}

/** What cancelling does, before it is done. */
export function cancelWords(booking: Booking): string {
  if (booking.status === 'pending')
    return booking.refund.tokens > 0
      ? 'Everything that was held together is let go, and the tokens reserved for it come back. Nothing has been charged.'
      : 'Everything that was held together is let go. Nothing has been charged.'
  const paid = paidOf(booking)
  const isAtBank =
    booking.disputedPence > 0 && booking.refundableUntil !== null && booking.refund.pence < booking.pricePence
  const back = comesBack(booking.refund, isAtBank)
  if (back) return `${back} Somebody else may take the time.`
  if (paid.tokens === 0 && paid.pence === 0) return 'There is nothing to give back. Somebody else may take the time.'
  if (booking.leftPence === 0 && paid.pence > 0)
    return 'What you paid went back already: nothing more comes back. Somebody else may take the time.'
  return `It is too close to the start: nothing of the ${sumWords(paid)} comes back.`
}

/** What cancelling gives back, at once and later when the payer's bank has some of it; null: nothing. */
export function comesBack(refund: { tokens: number; pence: number }, isAtBank: boolean): string | null {
  const isAny = refund.tokens > 0 || refund.pence > 0
  if (!isAtBank) return isAny ? `You get ${sumWords(refund)} back.` : null
  const now = isAny ? `You get ${sumWords(refund)} back. Your bank has the rest` : 'Your bank has what you paid'
  return `${now}: it comes to you once the bank returns it to us.`
}

/** The state of a booking in a sentence or two, on its page. */
export function stateSentence(booking: Booking & { person?: string | null }): string {
  const { status, heldUntil, isOver, hasBegun } = booking
  if (status === 'pending')
    return heldUntil
      ? `Held for you until ${formatTime(heldUntil)}. It is yours once it is paid.`
      : 'Held for you. It is yours once it is paid.'
  if (status === 'cancelled') {
    const back = { tokens: booking.returnedTokens, pence: booking.returnedPence }
    const why = asSentence(booking.cancelReason ?? (booking.person ? 'Cancelled by them.' : 'Cancelled by you.'))
    if (back.tokens > 0 || back.pence > 0) return `${why} You got ${sumWords(back)} back.`
    // What nobody had paid for yet, and what cost nothing, has nothing that could come back.
    const isCharged = booking.paidWith === 'tokens' ? booking.tokensUsed > 0 : booking.isPaid
    const gone = goneWords(booking)
    if (gone !== null) return `${why} ${gone}`.trim()
    return isCharged ? `${why} Nothing came back.` : `${why} Nothing was charged.`
  }
  if (isOver) return 'It is over. We hope it went well.'
  if (booking.person) return hasBegun ? 'It has begun.' : 'It is confirmed.'
  return hasBegun ? 'It has begun. The place is yours until the end.' : 'The place is yours.'
}

const asSentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`)

/** What cancelling gives back and until when; null once there is nothing to cancel. */
export function refundSentence({ can, status, refundableUntil, refund }: Booking): string | null {
  if (!can.cancel || status !== 'confirmed') return null
  const isNothing = refund.tokens === 0 && refund.pence === 0
  if (isNothing && refundableUntil) return cancelLine({ back: '', until: null })
  return cancelLine({ back: sumWords(refund), until: refundableUntil })
}

/** How often a series comes round. */
export const rhythmWords = (weeks: number) => (weeks === 1 ? 'Every week' : 'Every two weeks')
