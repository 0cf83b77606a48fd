import { sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { formatDate, formatDateTime } from '#platform/words.ts'

interface Item {
  facilityName: string
  bookingDate: string
  startTime: string
  tokens: number
  pence: number
  /** null: it begins too soon */
  refundableUntil: Date | null
}

/** What cancelling will give back of what is booked together, to follow "If you cancel" (BOOK-34, decision 23). */
export function cancelTerms(items: readonly Item[], hours: number): string[] {
  const paid = items.filter(({ tokens, pence }) => tokens + pence > 0)
  if (paid.length === 0) return ['There is nothing to give back.']
  const open = paid
    .filter(({ refundableUntil }) => refundableUntil !== null)
    .toSorted((one, other) => one.refundableUntil!.getTime() - other.refundableUntil!.getTime())
  const [first] = open
  const until = first && formatDateTime(first.refundableUntil!)
  return [
    ...(!first
      ? []
      : open.length === 1
        ? [`You get ${sumWords(first)} back until ${until}, and nothing after that.`]
        : [`Until ${hours} hours before each begins you get back what it cost; the first of them until ${until}.`]),
    ...paid
      .filter(({ refundableUntil }) => refundableUntil === null)
      .map(
        item =>
          `Nothing comes back for ${item.facilityName}, ${formatDate(item.bookingDate)}, ${item.startTime}: it starts in less than ${hours} hours.`,
      ),
  ]
}
