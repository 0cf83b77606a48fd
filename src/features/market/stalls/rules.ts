import type { Settings } from '#features/house/settings/inputs.ts'
import type { StallSize } from '#features/market/pitches/inputs.ts'
import { widthOf } from '#features/market/pitches/inputs.ts'
import { leftOf, type promisedOf as promisedOfOrder } from '#features/money/orders/rules.ts'
import { refundableUntil } from '#features/spaces/calendar/rules.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Problem } from '#platform/problem.ts'
import { formatDate } from '#platform/words.ts'
import { type DiscountKind, messages, type StallStatus, type StallType } from './inputs.ts'

/** What of the house's settings makes the price of a stall. */
export type StallPrices = Pick<
  Settings,
  'stallSinglePence' | 'stallDoublePence' | 'stallCarParkPence' | 'stallElectricityPence' | 'stallTablePence'
>

interface Wish {
  stallSize: StallSize
  carParkAccess: boolean
  electricityAccess: boolean
  tableRental: boolean
}

export interface Discount {
  discountKind: DiscountKind
  /** Whole percent of the stall with its extras. */
  discountPercent: number
}

/** Percent that may be taken off: of the plan, and of residents whose proof is accepted. */
export interface Entitled {
  tierPercent: number
  /** 0 for whoever is none, or has no accepted proof. */
  residentPercent: number
}

/** The one discount that applies: the larger (decision 34); the plan's where they are equal. */
export function discountOf({ tierPercent, residentPercent }: Entitled): Discount {
  if (Math.max(tierPercent, residentPercent) === 0) return { discountKind: 'none', discountPercent: 0 }
  return residentPercent > tierPercent
    ? { discountKind: 'westminster', discountPercent: residentPercent }
    : { discountKind: 'tier', discountPercent: tierPercent }
}

/** The plan's percent off market tables, while what the plan brings does not rest. */
export const tierPercentOf = ({ membership }: Pick<Actor, 'membership'>): number =>
  membership && !membership.isLimited ? membership.marketDiscountPercent : 0

/** The price of a stall in its parts, in pence (MKT-10, MKT-11): base = stall + extras, final = base − discount. */
export function priceOf(wish: Wish, prices: StallPrices, discount: Discount) {
  const parts = {
    price: wish.stallSize === 'double' ? prices.stallDoublePence : prices.stallSinglePence,
    carParkPrice: wish.carParkAccess ? prices.stallCarParkPence : 0,
    electricityPrice: wish.electricityAccess ? prices.stallElectricityPence : 0,
    tablePrice: wish.tableRental ? prices.stallTablePence : 0,
  }
  const basePrice = parts.price + parts.carParkPrice + parts.electricityPrice + parts.tablePrice
  return { ...parts, basePrice, ...discounted(basePrice, discount) }
}

/** What a discount takes off a sum and what is left of it, in pence; half a penny is the person's. */
export function discounted(basePrice: number, { discountKind, discountPercent }: Discount) {
  const discountAmount = Math.floor((basePrice * discountPercent + 50) / 100)
  return { discountKind, discountPercent, discountAmount, finalPrice: basePrice - discountAmount }
}

/** What is known of a day for whoever wants a stall there. */
export interface DayFacts {
  isCancelled: boolean
  /** When its set-up begins: from then on nobody books, moves or cancels. */
  startsAt: Date
  pitches: number
  taken: number
  /** Live stalls and offers of the kind that is wanted. */
  ofKind: number
  /** For so many more stalls of each size the plan has a pitch; null: none is drawn, and the number of the day alone counts. */
  places: Record<StallSize, number> | null
  /** Others who wait for this day, in the order in which they joined: what fits one of them is offered in a moment. */
  due: { stallType: string; stallSize: StallSize; ofKind: number }[]
}

interface Stall {
  status: StallStatus
  startsAt: Date
  /** When the house last put it, or its market, to another time; null: never. */
  rescheduledAt: Date | null
}

type CancelledUntil = Pick<Stall, 'startsAt' | 'rescheduledAt'>

/** Until when a stall is cancelled with everything given back (decision 23): whom the house gave another time, until it begins. */
export const cancelUntil = ({ startsAt, rescheduledAt }: CancelledUntil, cancellationHours: number): Date =>
  rescheduledAt ? startsAt : refundableUntil(startsAt, cancellationHours)

/** What a mail says of cancelling it. */
export function cancelFacts(stall: CancelledUntil & { settings: { cancellationHours: number } }, now: Date) {
  const until = cancelUntil(stall, stall.settings.cancellationHours)
  return { cancelUntil: until > now ? until.toISOString() : null }
}

/** What may not be done with stalls, and why. */
export const whyNot = {
  /** A stall on this day at all. */
  bookOn: (day: Pick<DayFacts, 'isCancelled' | 'startsAt'> | undefined, now: Date): Problem | null =>
    day && !day.isCancelled && day.startsAt > now
      ? null
      : { code: 'NO_MARKET', message: messages.notBookable, field: 'marketDate' },

  /** One more stall of this kind and size on this day; a pitch of one's own that one was offered is free already. */
  take(
    day: DayFacts,
    { stallType, stallSize }: { stallType: StallType; stallSize: StallSize },
    { perKind }: { perKind: number },
  ): Problem | null {
    const refuse = (code: string, message: string): Problem => ({ code, message, field: 'marketDate' })
    const left = day.pitches - day.taken
    if (left < widthOf(stallSize) || (day.places?.[stallSize] ?? 1) < 1)
      return refuse('NO_PITCH_LEFT', 'There is no pitch of this size left on this day.')
    if (day.ofKind >= perKind) return refuse('KIND_FULL', messages.kindFull)
    const promised = promisedOf(day, perKind)
    const ofSame = promised.filter(entry => entry.stallType === stallType).length
    const ofSize = promised.filter(entry => entry.stallSize === stallSize).length
    const isPlaced = day.places === null || day.places[stallSize] > ofSize
    if (left - sumOf(promised) < widthOf(stallSize) || !isPlaced || (ofSame > 0 && day.ofKind + ofSame >= perKind))
      return refuse('WAITED_FOR', messages.waitedFor)
    return null
  },

  /** Waiting for a pitch: only while there is none. `taking` is why a stall cannot be had. */
  wait: (taking: Problem | null): Problem | null =>
    taking ? null : { code: 'PITCH_FREE', message: 'There is a pitch free on this day: book it.', field: 'marketDate' },

  /** A resident hands in a proof, or has one that is accepted or being looked at (MKT-09). */
  claimResidence: (isResident: boolean, hasProof: boolean): Problem | null =>
    isResident && !hasProof ? { code: 'PROOF_REQUIRED', message: messages.proof, field: 'proofFileId' } : null,

  /** Booking while it costs what the person was shown. */
  bookAsSeen: (finalPrice: number, seen: number | undefined): Problem | null =>
    seen === undefined || seen === finalPrice
      ? null
      : { code: 'PRICE_CHANGED', message: 'What this costs has changed meanwhile. Please look again.' },

  /** Cancelling an own stall: before its set-up begins; an unpaid one whenever it is. */
  cancel(stall: Omit<Stall, 'rescheduledAt'>, now: Date): Problem | null {
    if (stall.status === 'confirmed' && stall.startsAt <= now)
      return { code: 'CANNOT_CANCEL', message: 'This market has begun: the stall can no longer be cancelled.' }
    return whyNot.remove(stall)
  },

  /** Staff cancel whatever is not cancelled. */
  remove: ({ status }: Pick<Stall, 'status'>): Problem | null =>
    status === 'cancelled' ? { code: 'CANNOT_CANCEL', message: 'This stall is cancelled already.' } : null,

  cancelAsSeen: (back: number, seen: number): Problem | null =>
    back === seen
      ? null
      : { code: 'REFUND_CHANGED', message: 'What comes back has changed meanwhile. Please look again.' },

  /**
   * Another day: as long as cancelling gives everything back, so that nobody moves what they can no longer cancel and then
   * cancels it. Another pitch of the same day, and whatever staff move, until set-up begins.
   */
  move(
    { status, startsAt, rescheduledAt }: Stall,
    { now, cancellationHours, isOtherDay }: { now: Date; cancellationHours: number; isOtherDay: boolean },
  ): Problem | null {
    const refuse = (message: string): Problem => ({ code: 'CANNOT_MOVE', message })
    if (status !== 'confirmed') return refuse('Only a stall that is paid can be moved.')
    if (startsAt <= now) return refuse('This market has begun: the stall can no longer be moved.')
    return !isOtherDay || now <= cancelUntil({ startsAt, rescheduledAt }, cancellationHours)
      ? null
      : refuse(`Stalls can be moved to another day until ${cancellationHours} hours before set-up.`)
  },

  /** What stands of a stall: by whoever has it as long as its market is not to begin within hours, by the office until it is over. */
  changeFacts(
    { status, startsAt, endsAt }: Omit<Stall, 'rescheduledAt'> & { endsAt: Date },
    { now, cancellationHours, isStaff }: { now: Date; cancellationHours: number; isStaff: boolean },
  ): Problem | null {
    const refuse = (message: string): Problem => ({ code: 'CANNOT_CHANGE', message })
    if (status === 'cancelled') return refuse('This stall is cancelled.')
    if (isStaff) return endsAt > now ? null : refuse('This market is over.')
    return now <= refundableUntil(startsAt, cancellationHours)
      ? null
      : refuse(`A stall can be changed until ${cancellationHours} hours before set-up. Write to us.`)
  },

  /** Another kind: as long as there may be one more of it, ahead of whoever waits for that kind. */
  changeKind(day: Pick<DayFacts, 'ofKind' | 'due'>, stallType: StallType, perKind: number): Problem | null {
    const refuse = (code: string, message: string): Problem => ({ code, message, field: 'stallType' })
    if (day.ofKind >= perKind) return refuse('KIND_FULL', messages.kindFull)
    return day.ofKind + day.due.filter(entry => entry.stallType === stallType).length >= perKind
      ? refuse('WAITED_FOR', messages.waitedFor)
      : null
  },

  assign: ({ status }: Pick<Stall, 'status'>): Problem | null =>
    status === 'cancelled' ? { code: 'CANNOT_MOVE', message: 'This stall is cancelled.' } : null,
}

/** Of those who wait, whoever fits into what is free and into what there may be of their kind, one after another. */
function promisedOf(day: DayFacts, perKind: number) {
  let left = day.pitches - day.taken
  const more = new Map<string, number>()
  const places = { single: Number.POSITIVE_INFINITY, double: Number.POSITIVE_INFINITY, ...day.places }
  return day.due.filter(({ stallType, stallSize, ofKind }) => {
    const ofSame = more.get(stallType) ?? 0
    const fits = widthOf(stallSize) <= left && places[stallSize] > 0 && ofKind + ofSame < perKind
    if (fits) {
      places[stallSize] -= 1
      left -= widthOf(stallSize)
      more.set(stallType, ofSame + 1)
    }
    return fits
  })
}

const sumOf = (entries: DayFacts['due']) => entries.reduce((sum, { stallSize }) => sum + widthOf(stallSize), 0)

interface Paid {
  finalPrice: number
  /** What of its order's money went back, is with a bank or is owed; null without an order. */
  order: {
    amountPence: number
    refundedPence: number
    disputedPence: number
    lostPence: number
    owedPence: number
    status: string
  } | null
}

/** What was paid for a stall and is still with the house, or would be if no bank had any of it (`promisedOf`), in pence. */
export const paidFor = ({ order }: Paid, left: typeof leftOf | typeof promisedOfOrder = leftOf): number =>
  order?.status === 'paid' ? left(order) : 0

/** What comes back when the person cancels at `now`, in pence (decision 23). */
export function backOf(
  stall: Stall & Paid,
  now: Date,
  cancellationHours: number,
  left: typeof leftOf | typeof promisedOfOrder = leftOf,
): number {
  const isInTime = stall.status === 'confirmed' && now <= cancelUntil(stall, cancellationHours)
  return isInTime ? paidFor(stall, left) : 0
}

/** What a card is asked to pay for a stall: one line, since a discount is no line of its own at the provider. */
export function goodsOf(stall: Wish & { marketDate: string; finalPrice: number; discountPercent: number }): {
  description: string
  lines: { name: string; quantity: number; unitPence: number }[]
} {
  const extras = extrasOf(stall)
  const name = [
    `${sizeWords[stall.stallSize]} at the market, ${formatDate(stall.marketDate, { year: true })}`,
    extras.length > 0 && `with ${extras.join(', ').toLowerCase()}`,
    stall.discountPercent > 0 && `${stall.discountPercent}% off`,
  ]
    .filter(Boolean)
    .join(', ')
  return { description: name, lines: [{ name, quantity: 1, unitPence: stall.finalPrice }] }
}

export const sizeWords: Record<StallSize, string> = { single: 'Single stall', double: 'Double stall' }

/** The extras of a stall in words. */
export const extrasOf = ({ carParkAccess, electricityAccess, tableRental }: Omit<Wish, 'stallSize'>): string[] => [
  ...(carParkAccess ? ['Car park'] : []),
  ...(electricityAccess ? ['Electricity'] : []),
  ...(tableRental ? ['Table and chairs'] : []),
]
