import { randomUUID } from 'node:crypto'
import { mostChargedTokens } from '#features/membership/bonuses/inputs.ts'
import { bonusWords, chargeWords } from '#features/membership/bonuses/rules.ts'
import { loyaltySteps } from '#features/membership/memberships/rules.ts'
import { referralTokens } from '#features/membership/referrals/rules.ts'
import { weekRef } from '#features/membership/tokens/rules.ts'
import { tokenLots, tokenTransactions } from '#features/membership/tokens/table.ts'
import { ledgerEntries, refs } from '#features/money/ledger/table.ts'
import { orders } from '#features/money/orders/table.ts'
import { causes, refunds } from '#features/money/refunds/table.ts'
import { bookings } from '#features/spaces/bookings/table.ts'
import { reservations } from '#features/spaces/calendar/table.ts'
import { allFacilities, type Facility } from '#features/spaces/facilities/model.ts'
import { cashTotal } from '#features/spaces/facilities/rules.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { bookingSeries } from '#features/spaces/series/table.ts'
import { weeklyBookingUsage } from '#features/spaces/usage/table.ts'
import { addDays, addMonths, mondayOf, timeOfMinutes, weekdayOf } from '#platform/dates.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate, instantOf, wallTime } from '#platform/time.ts'
import { formatDate } from '#platform/words.ts'
import type { Lots } from './lot.ts'
import type { PaidTime } from './memberships.ts'
import type { Provider } from './provider.ts'
import type { Invitation } from './referrals.ts'
import { insertAll } from './rows.ts'
import { Purse } from './tokens.ts'
import { vat } from './words.ts'

type Booking = typeof bookings.$inferInsert

const daysBack = 365
const daysAhead = 21
const hour = 3_600_000

/** How sought-after a place is; the rooms most, a single desk least. */
const demand: Record<string, number> = { sauna: 0.3, ice_bath: 0.25, coworking: 0.16 }

/**
 * A year of bookings and three weeks of them ahead, with the tokens that were granted, bought and spent and the cards that
 * paid: evenings and Saturdays full, Monday mornings quiet, fewer a year ago than today.
 */
export async function insertWeeks(
  tx: Tx,
  draw: Lots,
  {
    times,
    invitations,
    provider,
    isSimulated,
  }: { times: PaidTime[]; invitations: Invitation[]; provider: Provider; isSimulated: boolean },
) {
  const today = calendarDate(tx.now)
  const books = new Books({ now: tx.now, draw, provider, isSimulated, invitations })
  const facilities = await allFacilities(tx).orderBy(bookingTypes.sortOrder)
  const wishes = new Map<string, Wish[]>(times.map(({ membershipId }) => [membershipId, []]))
  // What is booked already stays, and nobody is in two places at once.
  const taken = new Diary()
  for (const row of await tx.select().from(reservations))
    taken.enter(`${row.spaceId} ${row.unit}`, row.startsAt, row.endsAt)
  const persons = new Diary()
  const repeated = new Map<string, Repeated>()
  const wish = (time: PaidTime, facility: Facility, unit: number, on: string, startsAt: Date) => {
    const endsAt = new Date(startsAt.getTime() + facility.durationMinutes * 60_000)
    const place = `${facility.spaceId} ${unit}`
    if (taken.has(place, startsAt, endsAt) || persons.has(time.membershipId, startsAt, endsAt)) return
    taken.enter(place, startsAt, endsAt)
    persons.enter(time.membershipId, startsAt, endsAt)
    wishes.get(time.membershipId)!.push({ facility, unit, on, startsAt })
  }
  // Two come again and again at the same time, and asked for all of it at once, three weeks ago.
  const steady = times.filter(time => time.fromOn < addDays(today, -60) && time.untilOn === null && canBook(time, 0))
  const [ada] = steady.filter(({ resident: { isKnown, role } }) => isKnown && !role)
  const [other] = steady.filter(({ resident: { isKnown } }) => !isKnown)
  for (const [time, slug, start, everyWeeks] of [
    [ada, 'ice_bath', '12:30', 1],
    [other, 'sauna', '19:00', 2],
  ] as const) {
    const facility = facilities.find(each => each.slug === slug)
    if (!time || !facility) continue
    const days = Array.from({ length: 7 }, (_, n) => addDays(today, -18 + 7 * everyWeeks * n)).filter(on => {
      const startsAt = instantOf(on, start)
      const endsAt = new Date(startsAt.getTime() + facility.durationMinutes * 60_000)
      const place = `${facility.spaceId} 1`
      if (taken.has(place, startsAt, endsAt) || persons.has(time.membershipId, startsAt, endsAt)) return false
      taken.enter(place, startsAt, endsAt)
      persons.enter(time.membershipId, startsAt, endsAt)
      return true
    })
    if (days.length > 1) repeated.set(time.membershipId, { facility, days, start, everyWeeks })
  }
  for (let day = -daysBack; day <= daysAhead; day++) {
    const on = addDays(today, day)
    const present = times.filter(
      time => time.fromOn <= addDays(on, -1) && (time.untilOn ?? '9999') > on && canBook(time, day),
    )
    if (present.length === 0) continue
    const [ada] = present.filter(({ resident: { isKnown, role } }) => isKnown && !role)
    if (ada && day <= 12)
      for (const [slug, start, unit] of routine[weekdayOf(on)] ?? []) {
        const facility = facilities.find(each => each.slug === slug)
        if (facility && draw.chance(0.93)) wish(ada, facility, unit, on, instantOf(on, start))
      }
    const growth = 0.55 + 0.45 * ((day + daysBack) / daysBack)
    const ahead = day > 0 ? 1 - day / (daysAhead + 6) : 1
    for (const facility of facilities)
      for (let unit = 1; unit <= facility.units; unit++)
        for (const minutes of startsOf(facility)) {
          const wanted = pressure(on, minutes) * growth * ahead * (demand[facility.slug] ?? 1)
          if (!draw.chance(wanted)) continue
          wish(draw.pick(present), facility, unit, on, instantOf(on, timeOfMinutes(minutes)))
        }
  }
  for (const time of times) await books.fill(time, wishes.get(time.membershipId)!, repeated.get(time.membershipId))
  await books.write(tx)
}

/** The week of the member who signs in: she works here. Desk, studios, and the sauna when it is done. */
const routine: Partial<Record<ReturnType<typeof weekdayOf>, [slug: string, start: string, unit: number][]>> = {
  monday: [
    ['coworking', '09:00', 3],
    ['meeting_room', '18:00', 1],
  ],
  tuesday: [
    ['podcast_studio', '10:00', 1],
    ['podcast_studio', '11:00', 1],
  ],
  wednesday: [
    ['coworking', '09:00', 3],
    ['sauna', '18:00', 1],
  ],
  thursday: [
    ['photography_studio', '14:00', 1],
    ['photography_studio', '15:00', 1],
  ],
  friday: [
    ['coworking', '09:00', 3],
    ['music_studio', '18:00', 1],
  ],
  saturday: [
    ['sauna', '17:00', 1],
    ['ice_bath', '18:00', 1],
  ],
}

/** What is taken when, by place or by person. */
class Diary {
  private readonly entries = new Map<string, [from: number, until: number][]>()

  enter(whose: string, from: Date, until: Date): void {
    const mine = this.entries.get(whose) ?? []
    mine.push([from.getTime(), until.getTime()])
    this.entries.set(whose, mine)
  }

  has(whose: string, from: Date, until: Date): boolean {
    return (this.entries.get(whose) ?? []).some(([begin, end]) => begin < until.getTime() && end > from.getTime())
  }
}

interface Wish {
  facility: Facility
  unit: number
  on: string
  startsAt: Date
}

/** The same time on several days, booked at once and paid by one order. */
interface Repeated {
  facility: Facility
  days: string[]
  start: string
  everyWeeks: 1 | 2
}

/** Who was kept out or pauses books nothing ahead. */
const canBook = ({ resident: { kind } }: PaidTime, day: number) =>
  day < -10 || !['blocked', 'suspended', 'paused', 'overdue'].includes(kind)

/** The share of slots taken at this time of the week. */
function pressure(on: string, minutes: number): number {
  const weekday = weekdayOf(on)
  const isMorning = minutes < 720
  const isEvening = minutes >= 1_020
  if (weekday === 'saturday') return isMorning ? 0.7 : 0.85
  if (weekday === 'sunday') return isEvening ? 0.2 : 0.4
  if (isEvening) return weekday === 'friday' ? 0.55 : 0.8
  if (weekday === 'monday' && isMorning) return 0.02
  return isMorning ? 0.1 : 0.16
}

/** The house closes at eight: what may begin later still, nobody here begins. */
const closes = 1_200

/** Starts that follow one another from nine on, so that no two touch. */
function startsOf({ durationMinutes, lastSlotAt }: Facility): number[] {
  if (lastSlotAt) return [540]
  // A short session leaves the place free for a while.
  const step = Math.max(60, durationMinutes)
  return Array.from({ length: 12 }, (_, n) => 540 + n * step).filter(start => start < closes)
}

type Happening = { at: Date; act: () => Promise<void> | void }

/** Why a provider makes no refund while it has paid everything out to the house. */
const noBalance = 'Your account has too little available balance to cover this refund.'

class Books {
  private readonly rows = {
    series: [] as (typeof bookingSeries.$inferInsert)[],
    bookings: [] as Booking[],
    orders: [] as (typeof orders.$inferInsert)[],
    ledger: [] as (typeof ledgerEntries.$inferInsert)[],
    refunds: [] as (typeof refunds.$inferInsert)[],
    lots: [] as (typeof tokenLots.$inferInsert)[],
    moves: [] as (typeof tokenTransactions.$inferInsert)[],
  }
  private readonly refunded: { row: typeof refunds.$inferInsert; at: Date; make: () => Promise<string> }[] = []
  private readonly used = new Map<string, typeof weeklyBookingUsage.$inferInsert>()
  private readonly now: Date
  private readonly draw: Lots
  private readonly provider: Provider
  private readonly isSimulated: boolean
  private readonly invitations: Invitation[]

  constructor(given: { now: Date; draw: Lots; provider: Provider; isSimulated: boolean; invitations: Invitation[] }) {
    this.now = given.now
    this.draw = given.draw
    this.provider = given.provider
    this.isSimulated = given.isSimulated
    this.invitations = given.invitations
  }

  /** Plays one person's time in the house, in the order in which it happened. */
  async fill(time: PaidTime, wishes: Wish[], repeated: Repeated | undefined): Promise<void> {
    const purse = new Purse(time.resident.id)
    const happenings = [...this.grants(time, purse), ...wishes.flatMap(wish => this.booking(time, purse, wish))]
    if (repeated) happenings.push(this.repeat(time, repeated))
    happenings.sort((a, b) => a.at.getTime() - b.at.getTime())
    for (const { act } of happenings) await act()
    this.rows.lots.push(...purse.lots)
    this.rows.moves.push(...purse.moves)
  }

  /** The provider made every refund but the last, which is still under way: the office can ask for it again. */
  private async makeRefunds(): Promise<void> {
    if (!this.isSimulated) return
    const byTime = this.refunded.toSorted((a, b) => a.at.getTime() - b.at.getTime())
    for (const { row, make } of byTime.slice(0, -1)) row.stripeRefundId = await make()
    const last = byTime.at(-1)
    if (last) Object.assign(last.row, { status: 'failed', doneAt: null, lastError: noBalance })
  }

  async write(tx: Tx): Promise<void> {
    await this.makeRefunds()
    const { rows } = this
    await insertAll(tx, orders, rows.orders)
    const byTime = rows.ledger.sort((a, b) => a.createdAt!.getTime() - b.createdAt!.getTime())
    await insertAll(
      tx,
      ledgerEntries,
      byTime.map(entry => ({ ...entry, ...vat })),
    )
    await insertAll(tx, refunds, rows.refunds)
    await insertAll(tx, bookingSeries, rows.series)
    await insertAll(tx, bookings, rows.bookings)
    await insertAll(tx, tokenLots, rows.lots)
    await insertAll(tx, tokenTransactions, rows.moves)
    await insertAll(tx, weeklyBookingUsage, [...this.used.values()])
  }

  private grants({ membershipId, resident, tier, fromOn, untilOn, isPaidNow }: PaidTime, purse: Purse): Happening[] {
    const today = calendarDate(this.now)
    const until = untilOn ?? (isPaidNow ? today : addDays(today, -30))
    const all: Happening[] = []
    // Not everybody on one day, and by the person, so that it is nothing that is drawn.
    let week = Number(fromOn.slice(8))
    for (let monday = mondayOf(fromOn); monday <= until; monday = addDays(monday, 7)) {
      const at = monday < fromOn ? instantOf(fromOn, '12:05') : instantOf(monday, '06:00')
      if (at > this.now) break
      const ref = weekRef(resident.id, monday)
      all.push({ at, act: () => purse.grant(tier.weeklyTokens, 'weekly', `Weekly tokens, ${tier.name}`, ref, at) })
      const friday = instantOf(addDays(monday, 4), '15:20')
      if (++week % 4 === 0 && friday < this.now && addDays(monday, 4) < until)
        all.push({ at: friday, act: () => this.arrange(purse, tier.weeklyTokens, friday) })
    }
    for (let step = 1; step <= loyaltySteps(fromOn, until); step++) {
      const at = instantOf(addMonths(fromOn, step * 3), '06:30')
      if (at > this.now) break
      const ref = `loyalty:${resident.id}:${fromOn}:${step}`
      all.push({ at, act: () => purse.grant(25, 'loyalty', `Loyalty tokens, ${step * 3} months`, ref, at) })
    }
    for (const { id, referrer, completedAt: at } of this.invitations)
      if (referrer.id === resident.id)
        all.push({ at, act: () => purse.grant(referralTokens, 'referral', 'A friend joined', `referral:${id}`, at) })
    // Some helped, and the office thanked them.
    const helpedOn = addDays(fromOn, 40)
    if (Number(helpedOn.slice(8)) % 6 === 0 && helpedOn < until) {
      const at = instantOf(helpedOn, '17:20')
      all.push({ at, act: () => purse.grant(10, 'bonus', bonusWords, `given:${membershipId}`, at) })
    }
    // Some top up before a busy month.
    for (let back = 20; back < 360; back += 55) {
      const on = addDays(today, -back)
      if (tier.slug !== 'builder' || on <= fromOn || on >= until || !this.draw.chance(0.35)) continue
      const at = instantOf(on, '19:15')
      const quantity = this.draw.pick([5, 10, 10, 20])
      const unitPence = 1_000
      const description = `${quantity} tokens`
      all.push({
        at,
        act: async () => {
          const lines = [{ name: 'Token', quantity, unitPence }]
          const { id } = await this.pay(resident, 'tokens', quantity * unitPence, description, lines, at)
          purse.grant(quantity, 'purchase', `Bought ${description}`, `order:${id}`, at)
        },
      })
    }
    return all
  }

  /**
   * Days in the event space and the market hall that the office arranges with a member once a month (TOK-14): what nobody has sat out
   * in studios by then, but for two weeks' worth. Of late less, so that a month's use stays below what suggests a larger plan (BI-10).
   */
  private arrange(purse: Purse, weekly: number, at: Date): void {
    const isLate = at.getTime() > this.now.getTime() - 91 * 24 * hour
    const most = isLate ? 1.5 * weekly : purse.balance - 2 * weekly
    const amount = Math.floor(Math.min(most, mostChargedTokens) / 10) * 10
    if (amount > 0) purse.spend(amount, chargeWords, `arranged:${randomUUID()}`, at)
  }

  private booking(time: PaidTime, purse: Purse, wish: Wish): Happening[] {
    const { draw, now } = this
    const { facility, on, startsAt } = wish
    const began = instantOf(time.fromOn, '12:10').getTime()
    const early = startsAt.getTime() - draw.between(4, 240) * hour - draw.below(59) * 60_000
    const at = new Date(Math.max(began, Math.min(early, now.getTime() - draw.between(5, 4_000) * 60_000)))
    if (at >= startsAt || at >= now) return []
    const id = randomUUID()
    const endsAt = new Date(startsAt.getTime() + facility.durationMinutes * 60_000)
    const isByCard = draw.chance(0.1)
    const cancelledAt = draw.chance(0.06)
      ? new Date(at.getTime() + draw.next() * (Math.min(startsAt.getTime(), now.getTime()) - at.getTime()))
      : null
    const { resident } = time
    const row: Booking = {
      ...{
        id,
        bookingTypeId: facility.id,
        spaceId: facility.spaceId,
        bookingOn: on,
        userId: resident.id,
        startsAt,
        endsAt,
      },
      ...{ startsAtTime: wallTime(startsAt), endsAtTime: wallTime(endsAt), createdAt: at, confirmedAt: at },
      status: cancelledAt ? 'cancelled' : 'confirmed',
      paidWith: 'tokens',
      ...(cancelledAt && { cancelledAt, cancelledBy: resident.id }),
    }
    const description = `${facility.name}, ${formatDate(on)}, ${row.startsAtTime}`
    const isInTime = cancelledAt !== null && startsAt.getTime() - cancelledAt.getTime() >= 24 * hour
    let spent: string | null = null
    let paid: { id: string; intent: string } | null = null
    const happenings: Happening[] = [
      {
        at,
        act: async () => {
          if (!isByCard) spent = purse.spend(facility.tokenCost, description, `booking:${id}`, at)
          if (spent) row.tokensUsed = facility.tokenCost
          else {
            row.paidWith = 'card'
            row.pricePence = cashTotal(facility)
            const lines = [{ name: description, quantity: 1, unitPence: row.pricePence }]
            paid = await this.pay(resident, 'booking', row.pricePence, description, lines, at)
            row.orderId = paid.id
          }
          this.rows.bookings.push(row)
          if (!cancelledAt) this.use(resident.id, facility, on)
        },
      },
    ]
    if (isInTime)
      happenings.push({
        at: cancelledAt,
        act: async () => {
          if (spent) purse.giveBack(facility.tokenCost, `booking:${id}`, spent, cancelledAt)
          else if (paid) await this.refund(paid, id, cancelledAt)
        },
      })
    return happenings
  }

  private repeat({ resident }: PaidTime, { facility, days, start, everyWeeks }: Repeated): Happening {
    const at = instantOf(addDays(calendarDate(this.now), -21), '20:10')
    const asked = { firstOn: days[0]!, untilOn: days.at(-1)!, startsAtTime: start, lengths: 1, everyWeeks }
    const act = async () => {
      const seriesId = randomUUID()
      this.rows.series.push({ id: seriesId, userId: resident.id, bookingTypeId: facility.id, ...asked, createdAt: at })
      const unitPence = cashTotal(facility)
      const lines = days.map(on => ({ name: `${facility.name}, ${formatDate(on)}, ${start}`, quantity: 1, unitPence }))
      const sum = unitPence * days.length
      const order = await this.pay(resident, 'booking', sum, `${days.length} facility bookings`, lines, at)
      for (const on of days) {
        const startsAt = instantOf(on, start)
        const endsAt = new Date(startsAt.getTime() + facility.durationMinutes * 60_000)
        this.rows.bookings.push({
          ...{
            bookingTypeId: facility.id,
            spaceId: facility.spaceId,
            userId: resident.id,
            orderId: order.id,
            seriesId,
          },
          ...{ bookingOn: on, startsAt, endsAt, startsAtTime: start, endsAtTime: wallTime(endsAt) },
          ...{ status: 'confirmed', paidWith: 'card', pricePence: unitPence, createdAt: at, confirmedAt: at },
        })
        this.use(resident.id, facility, on)
      }
    }
    return { at, act }
  }

  private use(userId: string, facility: Facility, on: string): void {
    const weekStartOn = mondayOf(on)
    const key = `${userId} ${facility.slug} ${weekStartOn}`
    const week = this.used.get(key) ?? { userId, bookingTypeSlug: facility.slug, weekStartOn, minutesUsed: 0 }
    week.minutesUsed += facility.durationMinutes
    this.used.set(key, week)
  }

  /** An order that was paid by card within two minutes. */
  private async pay(
    resident: PaidTime['resident'],
    kind: string,
    amountPence: number,
    description: string,
    lines: { name: string; quantity: number; unitPence: number }[],
    at: Date,
  ) {
    const id = randomUUID()
    const intent = await this.provider.charge(resident, amountPence, at, description)
    this.rows.orders.push({
      ...{ id, userId: resident.id, kind, status: 'paid', amountPence, description, lines },
      ...{ createdAt: at, paidAt: at, expiresAt: new Date(at.getTime() + hour / 2) },
      stripePaymentIntentId: this.isSimulated ? intent : null,
    })
    const entry = { userId: resident.id, orderId: id, kind, amountPence, description }
    this.rows.ledger.push({ ...entry, externalRef: intent, createdAt: at })
    return { id, intent }
  }

  private async refund(paid: { id: string; intent: string }, bookingId: string, at: Date): Promise<void> {
    const order = this.rows.orders.find(({ id }) => id === paid.id)!
    const id = randomUUID()
    const ref = causes.booking(bookingId)
    const reason = 'Booking cancelled'
    order.status = 'refunded'
    order.refundedPence = order.amountPence
    const row: typeof refunds.$inferInsert = {
      ...{ id, userId: order.userId, orderId: paid.id, amountPence: order.amountPence, reason, ref, createdAt: at },
      ...{ status: 'done', doneAt: at },
    }
    this.rows.refunds.push(row)
    this.refunded.push({ row, at, make: () => this.provider.refund(paid.intent, id, at) })
    this.rows.ledger.push({
      ...{ userId: order.userId, orderId: paid.id, kind: order.kind, amountPence: -order.amountPence },
      ...{ description: reason, externalRef: refs.refund(ref), createdAt: at },
    })
  }
}
