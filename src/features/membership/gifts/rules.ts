import { addDays, addMonths } from '#platform/dates.ts'
import type { Problem } from '#platform/problem.ts'
import { calendarDate, instantOf, wallTime } from '#platform/time.ts'
import { formatDay } from '#platform/words.ts'

const dayMs = 86_400_000
/** The provider counts free time of at most 730 days. */
const daysAheadAtMost = 730
/** Nobody is charged without some days' notice. */
const noticeDays = 3

/** What decides about a gift: the membership as it stands, null without one. */
export interface Standing {
  accountStatus: string
  hasSubscription: boolean
  /** It begins later, with its first charge. */
  isWaiting: boolean
  /** The plan costs something. */
  isPaidPlan: boolean
  periodEnd: Date | null
  /** What has been paid for, or was given and told, so far; null when nothing was. */
  paidUntil: Date | null
  /** What a month costs now, in pence. */
  monthlyPence: number
  hasCustomPrice: boolean
  /** Until when they let it rest, or will; null without a pause. */
  pausedUntil: Date | null
}

/** What is wished for, as the form has it. */
export interface Wish {
  giftMonths: number
  isComplimentary: boolean
  complimentaryUntil: string
  customPence: number | null
  tierId: string
  /** The end of the running period as the form showed it, an ISO instant. */
  seenUntil: string | null
}

/** What saving changes; nothing at all when both are undefined. */
export interface Gift {
  /** Nothing is charged before this instant. */
  freeUntil: Date | undefined
  /** The month's price from the next invoice on, in pence; null: the plan's own again. */
  customPence: number | null | undefined
}

/**
 * Months are added to what is paid or given already (decision 19); an end date counts with its day, to 01:00 of the next one, for
 * in summer midnight is still the day before where the provider counts, in UTC.
 */
export function giftOf(now: Standing | null, wish: Wish, at: Date): Gift {
  const from = monthsFrom(now, at)
  const months = wish.giftMonths > 0 ? monthsAfter(from, wish.giftMonths) : undefined
  const day =
    wish.isComplimentary && wish.complimentaryUntil !== ''
      ? instantOf(addDays(wish.complimentaryUntil, 1), '01:00')
      : undefined
  const freeUntil = day ?? months
  const isSame = freeUntil === undefined || freeUntil.getTime() === now?.periodEnd?.getTime()
  const customWas = now?.hasCustomPrice ? now.monthlyPence : null
  return {
    freeUntil: isSame ? undefined : freeUntil,
    customPence: wish.customPence === customWas ? undefined : wish.customPence,
  }
}

/**
 * Free time lets go of what is asked for and not paid. Of a month that counts as paid nothing is let go of, also while its invoice
 * is a draft.
 */
export const letsGo = ({ paidUntil }: { paidUntil: Date | null }): boolean => paidUntil === null

/** A gift that is on its way to the provider. */
export interface GivenTime {
  giftedMonths: number
  freeUntil: Date | null
  paidUntil: Date | null
  createdAt: Date
}

/**
 * A gift as it is when the provider takes it over, which may have renewed the period that it was reckoned from: months count
 * from the end of the new one, and an end date that lies within what is paid, or is over, gives nothing (`freeUntil` null).
 */
export function reckonedAgain(
  gift: GivenTime,
  period: { start: Date; end: Date; isPaid: boolean; isFree: boolean },
  at: Date,
): Pick<GivenTime, 'freeUntil' | 'paidUntil'> {
  const { giftedMonths, freeUntil, paidUntil, createdAt } = gift
  const { start, end, isPaid, isFree } = period
  if (!freeUntil) return { freeUntil, paidUntil }
  const isOver = giftedMonths === 0 && freeUntil <= at
  const isRenewed = !isFree && (paidUntil ? end > paidUntil : start > createdAt)
  if (!isRenewed) return { freeUntil: isOver ? null : freeUntil, paidUntil }
  const latest = at.getTime() + daysAheadAtMost * dayMs
  const months = new Date(Math.min(monthsAfter(end, giftedMonths).getTime(), latest))
  const isWithinPaid = isPaid && freeUntil < end
  return {
    freeUntil: giftedMonths > 0 ? months : isOver || isWithinPaid ? null : freeUntil,
    paidUntil: isPaid ? end : null,
  }
}

const monthsAfter = (from: Date, months: number): Date =>
  instantOf(addMonths(calendarDate(from), months), wallTime(from))

/** From when on gift months count: the end of what is paid or given already. */
export const monthsFrom = (now: Standing | null, at: Date): Date =>
  now?.isPaidPlan && now.periodEnd && now.periodEnd > at ? now.periodEnd : at

/** Why a gift cannot be given; null when it can. */
export function whyNotGive(now: Standing | null, wish: Wish, at: Date): Problem | null {
  if (!now) return { code: 'NO_MEMBERSHIP', message: 'This person has no membership. They have to be approved first.' }
  if (now.accountStatus !== 'active')
    return { code: 'ON_HOLD', message: 'This account is on hold. Lift that first, then give what you want to give.' }
  if (now.isWaiting)
    return { code: 'NOT_BEGUN', message: 'Their membership begins later, with its first payment. Give it then.' }
  if ((now.periodEnd?.toISOString() ?? null) !== wish.seenUntil)
    return {
      code: 'CHANGED_MEANWHILE',
      message: `Their period has changed while you looked: it runs to ${now.periodEnd ? formatDay(now.periodEnd) : 'no fixed day'} now. Nothing was saved; look again.`,
    }
  const { freeUntil, customPence } = giftOf(now, wish, at)
  if (freeUntil !== undefined && now.pausedUntil)
    return {
      code: 'PAUSED',
      message: `They let their membership rest until ${formatDay(now.pausedUntil)}. Give free time once it goes on.`,
    }
  if (freeUntil === undefined && customPence === undefined)
    return refused('giftMonths', 'There is nothing to save yet.')
  if (customPence !== undefined && !now.hasSubscription)
    return refused('customPence', 'They pay for no plan, so there is no price to change. They choose a plan first.')
  if (freeUntil === undefined) return null
  const field = wish.isComplimentary ? 'complimentaryUntil' : 'giftMonths'
  if (!now.hasSubscription && wish.tierId === '') return refused('tierId', 'Choose the plan that they get.')
  if (freeUntil.getTime() > at.getTime() + daysAheadAtMost * dayMs)
    return refused(field, 'At most two years ahead, for that is as far as the payment provider counts.')
  const earliest = Math.max(at.getTime() + noticeDays * dayMs, now.paidUntil?.getTime() ?? 0)
  if (freeUntil.getTime() < earliest)
    return refused(
      field,
      now.paidUntil && now.paidUntil.getTime() === earliest
        ? `They have paid until ${formatDay(now.paidUntil)}. Choose that day or a later one.`
        : `Choose a day that is at least ${noticeDays} days ahead, so that nobody is charged without notice.`,
    )
  return null
}

const refused = (field: keyof Wish, message: string): Problem => ({
  code: 'INVALID_INPUT',
  message,
  status: 400,
  field,
})
