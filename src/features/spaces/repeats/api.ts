import { asc, eq, sql } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import { leftOf, promisedOf } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import { heldOn } from '#features/spaces/availability/model.ts'
import { bookingId, messages } from '#features/spaces/bookings/inputs.ts'
import { bookPlaces, sellPlaces } from '#features/spaces/bookings/model.ts'
import { refundsOf, sumOf, whyNot as whyNotBooking } from '#features/spaces/bookings/rules.ts'
import { bookings } from '#features/spaces/bookings/table.ts'
import { knowOf } from '#features/spaces/calendar/model.ts'
import { offersOf, placeOf, type Stretch, startsOf } from '#features/spaces/calendar/rules.ts'
import { cancelFrom } from '#features/spaces/cancelling/model.ts'
import { messages as facilityMessages } from '#features/spaces/facilities/inputs.ts'
import { slotsOf } from '#features/spaces/facilities/rules.ts'
import { whyNotFair } from '#features/spaces/fair-use/rules.ts'
import { daysOf, nearestTo, whyNot } from '#features/spaces/series/rules.ts'
import { bookingSeries } from '#features/spaces/series/table.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forMember, forSignedIn } from '#platform/rpc/procedures.ts'
import { calendarDate } from '#platform/time.ts'
import { bookInput, cancelFromInput, previewInput } from './inputs.ts'
import { restOf } from './rules.ts'

/** Bookings that are repeated every week or every second one (issue 11). */
export const repeats = {
  /**
   * Every occurrence of a series as it would be booked now: what it costs in tokens or pence, why it cannot be booked, and
   * where that is so, or something else was chosen, up to three other free starts of its day (null: none). The sums are of
   * those that can be booked and are not skipped. Throws NOT_FOUND, CANNOT_REPEAT.
   */
  preview: forSignedIn
    .route({ method: 'GET', summary: 'What repeating a booking would come to' })
    .input(previewInput)
    .handler(async ({ input, context: { db, actor, now } }) => {
      demand(whyNot.repeat(input, calendarDate(now)))
      const { facilityId, startsAt, lengths, payWith, skipped, moved } = input
      const days = daysOf(input)
      const wishOn = (on: string) => {
        const to = moved.find(each => each.on === on)
        return { facilityId, on, startsAt: to?.startsAt ?? startsAt, lengths, payWith }
      }
      const all = days.map(wishOn)
      const known = await knowOf(db, actor.userId, all, now)
      const facility = known?.facilities[0]
      if (!known || !facility?.isActive) throw notFound(facilityMessages.notFound)
      const { settings } = known
      const wanted = all.filter(({ on }) => !skipped.includes(on))
      const offers = offersOf(wanted, { ...known, actor, now })
      const offerOn = (on: string) => offers.find(({ wish }) => wish.on === on)
      // Of these days other times are told as well; of the others nobody needs them.
      const open = days.filter(on => {
        const offer = offerOn(on)
        return !offer || offer.problem !== null || offer.wish.startsAt !== startsAt
      })
      const taken = offers.flatMap(({ wish: { on }, slot, problem }) =>
        slot && !problem ? [{ id: null, facilityId, ...placeOf(facility, on, slot) }] : [],
      )
      /** A slot of a day beside all other occurrences is against no rule of fair use. */
      const isFair = (on: string, slot: Stretch) => {
        const booked = [...known.fairUse.booked, ...taken.filter(other => other.on !== on)]
        return whyNotFair(placeOf(facility, on, slot), { ...known.fairUse, booked }, actor, now) === null
      }
      const held = open.length > 0 ? await heldOn(db, facility, open, now) : []
      const occurrences = all.map(wish => {
        const { on } = wish
        const offer = offerOn(on)
        const free = open.includes(on)
          ? startsOf(facility, { on, held, venue: settings, now }).filter(each => each.mostLengths >= lengths)
          : null
        const fair = free ? slotsOf(facility, on, settings, now, lengths).filter(slot => isFair(on, slot)) : []
        const ends = new Map(fair.map(slot => [slot.startsAtTime, slot.endsAtTime]))
        const starts = free?.map(({ slot }) => slot.startsAtTime).filter(at => ends.has(at)) ?? []
        const others = nearestTo(
          startsAt,
          starts.filter(at => at !== startsAt),
        )
        return {
          on,
          startsAt: wish.startsAt,
          endsAt: offer?.slot?.endsAtTime ?? null,
          isSkipped: !offer,
          tokens: offer && !offer.problem ? offer.payment.tokens : 0,
          pence: offer && !offer.problem ? offer.payment.pence : 0,
          canBook: offer !== undefined && offer.problem === null,
          problem: offer?.problem?.message ?? null,
          /** The time that all of them have is free on this day. */
          isUsualFree: free === null || starts.includes(startsAt),
          others: others.length > 0 ? others.map(at => ({ startsAt: at, endsAt: ends.get(at)! })) : null,
        }
      })
      const booked = occurrences.filter(({ canBook }) => canBook)
      return { occurrences, ...sumOf(booked), count: booked.length, tokenBalance: known.balance }
    }),

  /**
   * Books these times of a series, all of them or none: with tokens at once, otherwise all are paid by one order at `url`.
   * Repeating it with the same idempotency key books once. Throws CANNOT_REPEAT, NOT_IN_SERIES, PRICE_CHANGED when all of
   * them cost something else than the person was told, and whatever booking one place throws, with the place.
   */
  book: forMember
    .meta({ spends: ['places', 'tokens', 'money'] })
    .route({ summary: 'Book a series' })
    .input(bookInput)
    .handler(({ input, context }) => {
      const { facilityId, on, startsAt, lengths, payWith, everyWeeks, until, occurrences, total } = input
      const { userId } = context.actor
      return sellPlaces(context, messages.bookingFailed, (tx, open) => {
        demand(whyNot.repeat(input, calendarDate(tx.now)))
        demand(whyNot.choose(input, occurrences))
        const wishes = occurrences
          .map(chosen => ({ ...chosen, facilityId, lengths, payWith }))
          .sort((a, b) => (a.on < b.on ? -1 : 1))
        const asked = { firstOn: on, untilOn: until, startsAtTime: startsAt, lengths, everyWeeks }
        const makeSeries = async () => {
          const row = { userId, bookingTypeId: facilityId, ...asked, createdAt: tx.now }
          const [made] = await tx.insert(bookingSeries).values(row).returning({ id: bookingSeries.id })
          return made!.id
        }
        return bookPlaces(tx, context.actor, wishes, open, { seen: total, makeSeries })
      })
    }),

  /**
   * The series of a booking, for its person and admins: all its bookings in time order, those that would be cancelled from
   * this one on with what each gives back, and the sum of that. NOT_FOUND for everybody else and for what is not repeated.
   */
  rest: forSignedIn
    .route({ method: 'GET', summary: 'The series of a booking, from this one on' })
    .input(bookingId)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      const { cancellationHours } = await fact(settingsFact)
      const rows = await db
        .select({
          id: bookings.id,
          userId: bookings.userId,
          on: bookings.bookingOn,
          startsAtTime: bookings.startsAtTime,
          endsAtTime: bookings.endsAtTime,
          startsAt: bookings.startsAt,
          endsAt: bookings.endsAt,
          status: bookings.status,
          tokensUsed: bookings.tokensUsed,
          pricePence: bookings.pricePence,
          orderId: bookings.orderId,
          everyWeeks: bookingSeries.everyWeeks,
          order: orders,
        })
        .from(bookings)
        .innerJoin(bookingSeries, eq(bookingSeries.id, bookings.seriesId))
        .leftJoin(orders, eq(orders.id, bookings.orderId))
        .where(eq(bookings.seriesId, seriesOf(input.id)))
        .orderBy(asc(bookings.startsAt), asc(bookings.id))
      const own = rows.find(({ id }) => id === input.id)
      if (!own || whyNotBooking.read(actor, own)) throw notFound(messages.notFound)
      const rest = restOf(own, rows, now)
      /** What comes back of each when so much is left of its order. */
      const goneWith = (left: typeof leftOf | typeof promisedOf) => {
        const paid = rest.map(row => ({ ...row, leftPence: row.order?.paidAt ? left(row.order) : null }))
        return refundsOf(paid, now, cancellationHours)
      }
      const gone = goneWith(leftOf)
      const promised = goneWith(promisedOf)
      const sums = { refund: sumOf(gone.map(({ back }) => back)), promised: sumOf(promised.map(({ back }) => back)) }
      return {
        everyWeeks: own.everyWeeks,
        bookings: rows.map(({ id, on, startsAtTime, endsAtTime, endsAt, status }) => ({
          ...{ id, on, status, startsAt: startsAtTime, endsAt: endsAtTime },
          isOver: endsAt <= now,
        })),
        rest: gone.map(({ id, on, back }) => ({ id, on, ...back })),
        refund: sums.refund,
        /** What of it a bank has at present: it goes back once the bank returns it. */
        owedPence: sums.promised.pence - sums.refund.pence,
        can: { cancelFrom: own.userId === actor.userId && gone.length > 0 },
      }
    }),

  /**
   * Cancels an own booking and all later ones of its series that can be cancelled, in one go; the answer says what came back,
   * to the card as one refund. Throws NOT_FOUND, CANNOT_CANCEL, and REFUND_CHANGED when something else comes back than the
   * person was shown.
   */
  cancelFrom: forSignedIn
    .route({ summary: 'Cancel an own booking and the later ones of its series' })
    .input(cancelFromInput)
    .handler(({ input, context: { actor, write } }) =>
      write(tx => cancelFrom(tx, input.id, { userId: actor.userId, reason: null, isStaff: false, seen: input.refund })),
    ),
}

const seriesOf = (id: string) => sql`(select here.series_id from ${bookings} here where here.id = ${id})`
