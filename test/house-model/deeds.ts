import fc from 'fast-check'
import { addDays } from '#platform/dates.ts'
import type { Caller } from '#test/app.ts'
import { pressPay } from '#test/payments.ts'
import { type Ended, type House, london } from './house.ts'

/** One thing that one person does; several are done at once. A counterexample is printed by their names. */
export interface Deed {
  name: string
  act(house: House): Promise<void>
}

const deed = (name: string, act: Deed['act']): Deed => Object.assign({ name, act }, { [fc.toStringMethod]: () => name })

const termsAccepted = true as const
const which = fc.nat(20)
const who = fc.nat(4)
const payWith = fc.constantFrom('auto' as const, 'tokens' as const, 'card' as const)
/** Few enough that people meet, and the hours of the night that a clock change skips or has twice. */
const times = ['00:00', '00:30', '01:00', '01:30', '02:00', '10:00', '10:30', '23:30'] as const
const place = fc.record({
  facility: fc.nat(5),
  // Most of it on the day of the change itself.
  day: fc.constantFrom(0, 1, 1, 1, 2),
  startsAt: fc.constantFrom(...times),
  lengths: fc.constantFrom(1, 1, 2),
})
type Place = typeof place extends fc.Arbitrary<infer Drawn> ? Drawn : never
const words = ({ facility, day, startsAt, lengths }: Place) => `${facility} on ${day} at ${startsAt} × ${lengths}`
const wishOf = ({ facilities, days }: House, { facility, day, ...wish }: Place) => ({
  ...wish,
  facilityId: facilities[facility]!.id,
  on: days[day]!,
})

/** Every second person comes by the other server. */
const by = ({ app, beside, people }: House, at: number): Caller => (at % 2 ? beside : app).as(people[at]!)
const office = ({ app, beside, boss }: House, at: number): Caller => (at % 2 ? beside : app).as(boss)

type Sold = { outcome: string; bookingId?: string; bookingIds?: string[]; orderId?: string }
const tell = ({ known }: House, sold: Sold) => {
  for (const id of sold.bookingIds ?? (sold.bookingId ? [sold.bookingId] : [])) known.made.add(id)
  if (sold.orderId) known.orders.add(sold.orderId)
}

const ended = ({ app }: House, by: Ended['by']): Ended => ({ by, at: app.clock.now() })

const pick = <Row>(rows: readonly Row[], at: number): Row | undefined => rows[at % Math.max(1, rows.length)]

/** An own booking that is still to come, or one of anybody's. */
async function coming(house: House, at: number, person?: number) {
  const { rows } = await (person === undefined
    ? office(house, at).bookings.list({ sort: 'startsAt', pageSize: 100, when: 'coming' })
    : by(house, person).bookings.mine({ pageSize: 100 }))
  const ids = house.facilities.map(({ id }) => id)
  return pick(
    rows.filter(row => row.status !== 'cancelled' && ids.includes(row.facilityId)),
    at,
  )
}

const booking = [
  fc.tuple(who, place, payWith, fc.boolean()).map(([at, wish, payWith, pays]) =>
    deed(`${at} books ${words(wish)} by ${payWith}${pays ? ' and pays' : ''}`, async house => {
      const sold = await by(house, at).bookings.place({ ...wishOf(house, wish), payWith, termsAccepted })
      tell(house, sold)
      if (sold.outcome === 'pay' && pays) await press(house, sold)
    }),
  ),
  fc.tuple(who, place, place, payWith).map(([at, one, two, payWith]) =>
    deed(`${at} checks out ${words(one)} by ${payWith} and ${words(two)}`, async house => {
      const { bookings } = by(house, at)
      await bookings.addToCart({ ...wishOf(house, one), payWith })
      await bookings.addToCart(wishOf(house, two)).catch(() => {})
      tell(house, await bookings.checkout({ termsAccepted }))
    }),
  ),
  fc.tuple(who, place, payWith).map(([at, wish, payWith]) =>
    deed(`${at} repeats ${words(wish)} by ${payWith}`, async house => {
      const { repeats } = by(house, at)
      const wanted = wishOf(house, wish)
      const series = { ...wanted, payWith, everyWeeks: 1, until: addDays(wanted.on, 14) }
      const seen = await repeats.preview(series)
      const occurrences = seen.occurrences.flatMap(({ canBook, on, startsAt }) => (canBook ? [{ on, startsAt }] : []))
      if (occurrences.length === 0) return
      const total = { tokens: seen.tokens, pence: seen.pence }
      tell(house, await repeats.book({ ...series, occurrences, total, termsAccepted }))
    }),
  ),
]

const changes = [
  fc.tuple(who, which).map(([at, nth]) =>
    deed(`${at} pays for hold ${nth}`, async house => {
      const hold = pick(await by(house, at).bookings.holds(), nth)
      if (hold) await payOrder(house, at, hold.orderId)
    }),
  ),
  fc.tuple(who, which).map(([at, nth]) =>
    deed(`${at} cancels ${nth}`, async house => {
      const own = await coming(house, nth, at)
      if (!own) return
      await by(house, at).bookings.cancel({ id: own.id })
      house.known.cancelled.set(own.id, ended(house, 'own'))
    }),
  ),
  fc.tuple(who, which).map(([at, nth]) =>
    deed(`${at} cancels from ${nth} on`, async house => {
      const { repeats } = by(house, at)
      const own = await coming(house, nth, at)
      if (!own) return
      const { rest, refund } = await repeats.rest({ id: own.id })
      await repeats.cancelFrom({ id: own.id, refund })
      for (const { id } of rest) house.known.cancelled.set(id, ended(house, 'own'))
    }),
  ),
  fc.tuple(who, which, place).map(([at, nth, wish]) =>
    deed(`${at} moves ${nth} to ${words(wish)}`, async house => {
      const own = await coming(house, nth, at)
      if (own) await moveTo(house, by(house, at), own.id, wish)
    }),
  ),
]

const waiting = [
  fc.tuple(who, place).map(([at, wish]) =>
    deed(`${at} waits for ${words(wish)}`, async house => {
      await by(house, at).waiting.join(wishOf(house, wish))
    }),
  ),
  fc.tuple(who, payWith).map(([at, payWith]) =>
    deed(`${at} takes what is offered by ${payWith}`, async house => {
      const { waiting, bookings } = by(house, at)
      const offered = (await waiting.mine()).find(({ status }) => status === 'offered')
      if (!offered) return
      const { facilityId, on, startsAt, lengths } = offered
      tell(house, await bookings.place({ facilityId, on, startsAt, lengths, payWith, termsAccepted }))
    }),
  ),
  fc.tuple(who, which).map(([at, nth]) =>
    deed(`${at} leaves line ${nth}`, async house => {
      const { waiting } = by(house, at)
      const entry = pick(await waiting.mine(), nth)
      if (entry) await waiting.leave({ id: entry.id })
    }),
  ),
]

const studio = [
  fc
    .tuple(who, fc.nat(2), fc.constantFrom('00:00', '09:00', '11:00'), fc.constantFrom(1, 2, 4))
    .map(([at, day, startTime, hours]) =>
      deed(`${at} has the studio on ${day} from ${startTime} for ${hours}`, async house => {
        const endTime = `${String(Number(startTime.slice(0, 2)) + hours).padStart(2, '0')}:00`
        const paidWith = hours < 4 ? ('tokens' as const) : ('card' as const)
        // Tokens pay on Tuesdays only.
        const bookingDate = hours < 4 ? addDays(house.days[1]!, 2) : house.days[day]!
        const client = { clientName: 'Ada', email: 'ada@client.example', projectType: 'other' as const }
        const { id } = await by(house, at).studio.book({ bookingDate, startTime, endTime, ...client, paidWith })
        house.known.sessions.set(id, null)
      }),
    ),
  fc.tuple(who, which).map(([at, nth]) =>
    deed(`${at} pays for studio session ${nth}`, async house => {
      const session = pick(
        (await by(house, at).studio.page()).sessions.filter(({ can }) => can.pay),
        nth,
      )
      if (!session) return
      const { url } = await by(house, at).studio.pay({ id: session.id })
      await pressPay(url)
    }),
  ),
  fc.tuple(who, which).map(([at, nth]) =>
    deed(`${at} ends studio session ${nth}`, async house => {
      const session = pick(
        (await by(house, at).studio.page()).sessions.filter(({ can }) => can.cancel),
        nth,
      )
      if (!session) return
      await by(house, at).studio.cancel({ id: session.id, refund: session.refund })
      house.known.sessions.set(session.id, ended(house, 'own'))
    }),
  ),
]

const staff = [
  fc.tuple(who, place, fc.constantFrom('tokens' as const, 'nobody' as const)).map(([at, wish, payer]) =>
    deed(`the house books ${words(wish)} for ${at}, paid by ${payer}`, async house => {
      const userId = house.people[at]!.id
      const { id } = await office(house, at).bookings.bookFor({
        ...wishOf(house, wish),
        ...{ userId, payer, reason: 'A kindness' },
      })
      house.known.made.add(id)
    }),
  ),
  fc.tuple(which, place).map(([nth, wish]) =>
    deed(`the house moves ${nth} to ${words(wish)}`, async house => {
      const any = await coming(house, nth)
      if (any) await moveTo(house, office(house, nth), any.id, wish)
    }),
  ),
  which.map(nth =>
    deed(`the house cancels ${nth}`, async house => {
      const any = await coming(house, nth)
      if (!any) return
      await office(house, nth).bookings.cancelByStaff({ id: any.id, reason: 'The pipes burst' })
      house.known.cancelled.set(any.id, ended(house, 'staff'))
    }),
  ),
  fc
    .tuple(fc.nat(5), fc.nat(2), fc.constantFrom('00:00', '01:00', '10:00'), fc.constantFrom(1, 3), which)
    .map(([room, day, fromAt, hours, nth]) =>
      deed(`room ${room} is closed on ${day} from ${fromAt} for ${hours}`, async house => {
        const on = house.days[day]!
        const { schedule } = office(house, nth)
        const untilAt = `${String(Number(fromAt.slice(0, 2)) + hours).padStart(2, '0')}:00`
        const stretch = { spaceId: house.rooms[room]!.id, fromOn: on, fromAt, untilOn: on, untilAt }
        const { bookings } = await schedule.inTheWay(stretch)
        const { id } = await schedule.close({ ...stretch, reason: 'The floor is sanded', cancels: bookings })
        house.known.closures.add(id)
        house.known.closing.push({
          leaves: house.rooms[room]!.leaves,
          from: london(house.summer, on, fromAt),
          until: london(house.summer, on, untilAt),
        })
      }),
    ),
  which.map(nth =>
    deed(`closure ${nth} is lifted`, async house => {
      const id = pick([...house.known.closures], nth)
      if (id === undefined) return
      await office(house, nth).schedule.lift({ id })
      house.known.lifted.add(id)
    }),
  ),
  which.map(nth =>
    deed(`the house ends studio session ${nth}`, async house => {
      const id = pick([...house.known.sessions.keys()], nth)
      if (id === undefined) return
      await office(house, nth).studio.cancelByStaff({ id, reason: 'The pipes burst' })
      house.known.sessions.set(id, ended(house, 'staff'))
    }),
  ),
  fc.tuple(who, fc.nat(5), fc.nat(2), fc.nat(1)).map(([at, room, day, more]) =>
    deed(`${at} rents room ${room} from ${day} for ${more + 1} days`, async house => {
      const on = house.days[day]!
      const { id } = await office(house, at).rentals.add({
        ...{ userId: house.people[at]!.id, spaceId: house.rooms[room]!.id, studioName: 'Studio', depositAmount: 0 },
        ...{ monthlyRentAmount: 50_000, rentalStartDate: on, rentalEndDate: addDays(on, more) },
      })
      house.known.rentals.set(id, 'runs')
    }),
  ),
  which.map(nth =>
    deed(`rental ${nth} ends`, async house => {
      const id = pick([...house.known.rentals.keys()], nth)
      if (id === undefined) return
      await office(house, nth).rentals.end({ rentalMemberId: id, reason: 'They move out' })
      house.known.rentals.set(id, 'ended')
    }),
  ),
  fc.nat(1).map(day =>
    deed(`there is a market on ${day}`, async house => {
      const { id } = await office(house, day).market.addDay({ on: house.days[day]! })
      house.known.markets.set(id, 'on')
    }),
  ),
  which.map(nth =>
    deed(`market ${nth} is cancelled`, async house => {
      const id = pick([...house.known.markets.keys()], nth)
      if (id === undefined) return
      await office(house, nth).market.cancelDay({ id })
      house.known.markets.set(id, 'cancelled')
    }),
  ),
]

/** Members do most of it. */
export const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 8, arbitrary: fc.oneof(...booking) },
  { weight: 5, arbitrary: fc.oneof(...changes) },
  { weight: 3, arbitrary: fc.oneof(...waiting) },
  { weight: 2, arbitrary: fc.oneof(...studio) },
  { weight: 5, arbitrary: fc.oneof(...staff) },
)

/** Presses Pay: from here on the provider may have it, whatever is heard of it. */
async function press({ known }: House, { orderId, url }: { orderId: string; url: string }): Promise<void> {
  known.pressed.add(orderId)
  await pressPay(url)
}

async function payOrder(house: House, at: number, orderId: string): Promise<void> {
  const { url } = await by(house, at).payments.retry({ id: orderId })
  await press(house, { orderId, url })
}

async function moveTo(house: House, caller: Caller, id: string, { day, startsAt }: Place): Promise<void> {
  const to = { on: house.days[day]!, startsAt }
  await caller.bookings.move({ id, ...to })
  house.known.moved.set(id, [...(house.known.moved.get(id) ?? []), to])
}
