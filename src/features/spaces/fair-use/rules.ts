import { addDays, type CalendarDate, mondayOf } from '#platform/dates.ts'
import type { Problem } from '#platform/problem.ts'
import { calendarDate } from '#platform/time.ts'
import { formatCount, formatDate, formatDay } from '#platform/words.ts'
import { type FairUseKind, fairUseKinds } from './inputs.ts'

export interface FairUseRule {
  id: string
  kind: FairUseKind
  value: number
  /** Null: every one. */
  facilityId: string | null
  tierId: string | null
}

/** A time that a person has booked, or is about to. */
export interface Booked {
  /** Null: it is about to be booked, together with others. */
  id: string | null
  facilityId: string
  /** The day at the venue on which it begins. */
  on: CalendarDate
  startsAt: Date
  minutes: number
}

/** What the rules need to know of the person who asks. */
export interface FairUse {
  rules: readonly FairUseRule[]
  /** The first day of the person's membership; null: none. */
  since: CalendarDate | null
  /** What they have from this week's Monday on, paid or held. */
  booked: readonly Booked[]
}

/** Who asks; null is a visitor, to whom only the rules of time apply. */
export type Asking = { membership: { tierId: string; tierName: string } | null } | null

/**
 * Of all rules of a kind the one that applies: of facility and tier before the facility's, before the tier's, before the one
 * for everybody everywhere. So a facility or a tier is given more, or less, than the rest by a rule of its own.
 */
export function ruleFor<Rule extends Omit<FairUseRule, 'id'>>(
  rules: readonly Rule[],
  kind: FairUseKind,
  { facilityId, tierId }: { facilityId: string; tierId: string | null },
): Rule | null {
  const fits = (rule: Rule) =>
    rule.kind === kind &&
    (rule.facilityId === null || rule.facilityId === facilityId) &&
    (rule.tierId === null || rule.tierId === tierId)
  const weight = (rule: Rule) => (rule.facilityId === null ? 0 : 2) + (rule.tierId === null ? 0 : 1)
  return rules
    .filter(fits)
    .reduce<Rule | null>((best, rule) => (best && weight(best) >= weight(rule) ? best : rule), null)
}

/** Rules that depend on what the person has booked or since when they are a member; the others on the time alone. */
export const asksForPerson = ({ kind }: Pick<FairUseRule, 'kind'>) => kind !== 'notice_minutes' && kind !== 'ahead_days'

/** A place as far as the rules are concerned. */
export interface Place extends Omit<Booked, 'id' | 'facilityId'> {
  facility: { id: string; name: string }
  /** It is offered to the person, who waited for it: the notice is no longer theirs to give. */
  isOffered?: boolean
}

/**
 * The first rule that is against a place for this person at `now`, in words with its numbers; null when none is. Hours and
 * bookings count what they have booked where the same rule applies: one for every facility counts all those together that
 * have none of their own. Days and weeks (Monday to Sunday) are the venue's, by the day on which a booking begins.
 */
export function whyNotFair(
  place: Place,
  { rules, since, booked }: FairUse,
  who: Asking,
  now: Date,
): FairProblem | null {
  const { facility, on, startsAt } = place
  const tierId = who?.membership?.tierId ?? null
  for (const kind of fairUseKinds) {
    const rule = ruleFor(rules, kind, { facilityId: facility.id, tierId })
    if (!rule || (kind === 'notice_minutes' && place.isOffered) || (!who && asksForPerson(rule))) continue
    const subject = rule.facilityId === null ? 'Facilities' : `The ${facility.name}`
    const plan = rule.tierId === null ? '' : ` on the ${who!.membership!.tierName} plan`
    const counted = () =>
      booked.filter(other => ruleFor(rules, kind, { facilityId: other.facilityId, tierId }) === rule)
    const refuse = (words: string): FairProblem => ({ code: 'FAIR_USE', message: words, field: 'startsAt', rule: kind })
    if (kind === 'member_days') {
      const from = since === null ? null : addDays(since, rule.value)
      if (from !== null && from <= calendarDate(now)) continue
      const rest = from === null ? '' : `; for you that is from ${formatDay(from)} on`
      return refuse(`${subject} can be booked after ${formatCount(rule.value, 'day')} of membership${plan}${rest}.`)
    }
    if (kind === 'notice_minutes') {
      const left = Math.floor((startsAt.getTime() - now.getTime()) / 60_000)
      if (left >= rule.value) continue
      return refuse(
        `${subject} can be booked up to ${lengthWords(rule.value)} before the start${plan}; this begins in ${lengthWords(Math.max(0, left))}.`,
      )
    }
    if (kind === 'ahead_days') {
      const days = daysBetween(calendarDate(now), on)
      if (days <= rule.value) continue
      return refuse(
        `${subject} can be booked up to ${formatCount(rule.value, 'day')} ahead${plan}; this is ${formatCount(days, 'day')} from now.`,
      )
    }
    const together = rule.facilityId === null ? ' in all' : ''
    if (kind === 'coming_bookings') {
      const coming = counted().filter(other => other.startsAt > now).length
      if (coming < rule.value) continue
      const what = rule.facilityId === null ? 'facilities' : `the ${facility.name}`
      return refuse(
        `You can have ${formatCount(rule.value, 'coming booking')} of ${what} at a time${plan}; you have ${coming}.`,
      )
    }
    const isDay = kind === 'hours_per_day'
    const span = (day: CalendarDate) => (isDay ? day : mondayOf(day))
    const used = counted()
      .filter(other => span(other.on) === span(on))
      .reduce((sum, { minutes }) => sum + minutes, 0)
    if (used + place.minutes <= rule.value * 60) continue
    const when = isDay ? `on ${formatDate(on)}` : `in the week from ${formatDate(mondayOf(on))}`
    const most = `${formatCount(rule.value, 'hour')} a ${isDay ? 'day' : 'week'}${together}`
    const has = `${used === 0 ? 'none' : hoursWords(used)} ${when}, and this is ${hoursWords(place.minutes)}`
    return refuse(`${subject} can be booked for up to ${most}${plan}; you have ${has}.`)
  }
  return null
}

export interface FairProblem extends Problem {
  /** Which rule it was; the words have its numbers. */
  rule: FairUseKind
}

/** What a rule says, without where and for whom it does: `At most 14 days ahead`. */
export function limitWords({ kind, value }: Pick<FairUseRule, 'kind' | 'value'>): string {
  switch (kind) {
    case 'member_days':
      return `Only after ${formatCount(value, 'day')} of membership`
    case 'notice_minutes':
      return `At least ${lengthWords(value)} before the start`
    case 'ahead_days':
      return `At most ${formatCount(value, 'day')} ahead`
    case 'coming_bookings':
      return `At most ${formatCount(value, 'coming booking')} at a time`
    case 'hours_per_day':
      return `At most ${formatCount(value, 'hour')} a day`
    case 'hours_per_week':
      return `At most ${formatCount(value, 'hour')} a week, Monday to Sunday`
  }
}

/** The rules that apply to somebody at a facility, one of each kind at most, in words. */
export function limitsOf(rules: readonly FairUseRule[], facilityId: string, who: Asking): string[] {
  const tierId = who?.membership?.tierId ?? null
  return fairUseKinds.flatMap(kind => {
    const rule = ruleFor(rules, kind, { facilityId, tierId })
    if (!rule) return []
    const isTogether = rule.facilityId === null && ['coming_bookings', 'hours_per_day', 'hours_per_week'].includes(kind)
    return [limitWords(rule) + (isTogether ? ', other facilities included' : '')]
  })
}

/** A coming booking of somebody, as a dry run looks at it. */
export interface Made extends Booked {
  id: string
  userId: string
  facilityName: string
  /** When it was booked, or moved last. */
  madeAt: Date
  since: CalendarDate | null
  tierId: string | null
  isComing: boolean
}

/**
 * The coming bookings that a rule would have refused had it stood beside `others` when they were booked: each is judged at
 * that moment, with what its person had booked before. In the order in which they begin.
 */
export function refusedBy(rule: FairUseRule, others: readonly FairUseRule[], made: readonly Made[]): Made[] {
  const isInItsPlace = (other: FairUseRule) =>
    other.id === rule.id || (other.facilityId === rule.facilityId && other.tierId === rule.tierId)
  const rules = [...others.filter(other => other.kind === rule.kind && !isInItsPlace(other)), rule]
  const before = new Map<string, Made[]>()
  return made
    .toSorted((a, b) => a.madeAt.getTime() - b.madeAt.getTime() || (a.id < b.id ? -1 : 1))
    .filter(booking => {
      const { userId, facilityId, facilityName, since, tierId, madeAt } = booking
      const booked = before.get(userId) ?? []
      before.set(userId, [...booked, booking])
      if (!booking.isComing || ruleFor(rules, rule.kind, booking) !== rule) return false
      const who = { membership: tierId === null ? null : { tierId, tierName: '' } }
      const place = { ...booking, facility: { id: facilityId, name: facilityName } }
      return whyNotFair(place, { rules, since, booked }, who, madeAt) !== null
    })
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1))
}

/** These by how near to `at` they begin; of two that are as near, the earlier one first. */
export const byNearness = <Slot extends { startsAt: Date }>(at: Date, slots: readonly Slot[]): Slot[] =>
  slots.toSorted(
    (a, b) => distance(a.startsAt, at) - distance(b.startsAt, at) || a.startsAt.getTime() - b.startsAt.getTime(),
  )

const distance = (one: Date, other: Date) => Math.abs(one.getTime() - other.getTime())
const daysBetween = (from: CalendarDate, until: CalendarDate) =>
  Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000)

/** `45 minutes`, `1 hour`, `1 hour 30 minutes`, and `2 days` of whole ones. */
export const lengthWords = (minutes: number): string =>
  minutes > 0 && minutes % 1_440 === 0 ? formatCount(minutes / 1_440, 'day') : hoursWords(minutes)

function hoursWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [
    hours > 0 ? formatCount(hours, 'hour') : '',
    rest > 0 || hours === 0 ? formatCount(rest, 'minute') : '',
  ]
  return parts.filter(Boolean).join(' ')
}
