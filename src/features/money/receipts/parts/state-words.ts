import { bankDays, type OrderStatus } from '#features/money/orders/inputs.ts'
import { formatDate, formatMoney } from '#platform/words.ts'
import { type GivenBack, type Outcome, wasNever } from '../rules.ts'

/** What of a payment decides the words for its state. */
interface Paid {
  status: OrderStatus
  /** Something is kept for the payer until it is paid. */
  isHeld: boolean
  amountPence: number
  refundedPence: number
  disputedPence: number
  /** In the order in which it was begun. */
  givenBack: Pick<GivenBack, 'outcome' | 'at'>[]
  /** Of other payments that arrived for it and were refused. */
  refusedBack: readonly unknown[]
}

/** Where the words of a state would not be true. */
export function exceptionWords(
  { status, isHeld, amountPence, givenBack, refusedBack }: Omit<Paid, 'refundedPence' | 'disputedPence'>,
  wasLeft: boolean,
): string | null {
  const outcome = allCameTo(givenBack)
  if (status === 'refunded' && outcome && goneWords[outcome]) return goneWords[outcome]
  if (status === 'pending' && wasLeft && !isHeld)
    return 'We have no payment yet. What you booked is yours all the same.'
  if (status === 'refunded' && amountPence === 0) return 'What your credit had paid for it is credit again.'
  const isOver = status === 'expired' || status === 'failed'
  return isOver && refusedBack.length > 0 ? 'A payment arrived that did not pay it, and goes back to you.' : null
}

const goneWords: { [of in Outcome]?: string } = {
  never: 'It was entered by mistake; nothing was taken.',
  atDesk: 'You have it from the desk.',
  settled: 'It went to you another way.',
}

/** Above that, where there was nothing to give back. */
export const headingOf = (heading: string, { givenBack }: Pick<Paid, 'givenBack'>): string =>
  wasNever(givenBack) ? 'There was no payment.' : heading

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
}: Pick<Paid, 'refundedPence' | 'disputedPence' | 'givenBack'>): string {
  const sentences = [
    disputedPence > 0 ? `Your bank took ${formatMoney(disputedPence)} of it back.` : '',
    refundedPence > 0 ? backSentence(refundedPence, givenBack) : '',
  ].filter(Boolean)
  return sentences.length > 0 ? sentences.join(' ') : 'Thank you. Below is what it is for.'
}

/** What all of it has come to; undefined where one part went another way than the next. */
function allCameTo(givenBack: Paid['givenBack']): Outcome | undefined {
  const [first] = givenBack
  return givenBack.every(({ outcome }) => outcome === first?.outcome) ? first?.outcome : undefined
}

function backSentence(pence: number, givenBack: Paid['givenBack']): string {
  const sum = formatMoney(pence)
  const outcome = allCameTo(givenBack)
  if (outcome === 'atDesk') return `${sum} of it went back to you at the desk.`
  if (outcome === 'settled') return `${sum} of it went to you another way.`
  const isUnderWay = givenBack.some(each => each.outcome === 'pending' || each.outcome === 'failed')
  const last = givenBack.findLast(each => each.outcome === 'done')
  if (isUnderWay || !last) return `${sum} of it goes back to you. It can take ${bankDays} until your bank shows it.`
  return `${sum} of it went back to you, last on ${formatDate(last.at, { year: true })}. From then it can take ${bankDays} until your bank shows it.`
}
