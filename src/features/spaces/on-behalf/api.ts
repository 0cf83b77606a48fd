import { settingsFact } from '#features/house/settings/model.ts'
import { slotsTo } from '#features/spaces/availability/model.ts'
import { bookPlaces } from '#features/spaces/bookings/model.ts'
import { knowOf } from '#features/spaces/calendar/model.ts'
import { offersOf, whyNot } from '#features/spaces/calendar/rules.ts'
import { messages as facilityMessages } from '#features/spaces/facilities/inputs.ts'
import { facilitiesFact } from '#features/spaces/facilities/model.ts'
import { fareFor } from '#features/spaces/facilities/rules.ts'
import { notFound } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import type { Runtime } from '#platform/runtime.ts'
import { bookForInput, messages, quoteForInput, slotsForInput } from './inputs.ts'

/** Staff book for a member; mounted under `bookings` in src/api.ts. */
export const onBehalf = {
  /**
   * Every start of a day as the rules offer it to the member: their tier, their limits and the notice that is asked of them, never
   * those of whoever books (BOOK-21 … BOOK-24). `problem` says why they cannot book at all, `why` of a start by which rule it is
   * not theirs. Throws NOT_FOUND.
   */
  slotsFor: forAdmin
    .route({ method: 'GET', summary: 'Slots of a facility for a member' })
    .input(slotsForInput)
    .handler(async ({ input: { userId, facilityId, on }, context: { db, fact, runtime, now } }) => {
      const person = await personOf(runtime, userId)
      const settings = await fact(settingsFact)
      const facility = (await fact(facilitiesFact)).find(({ id }) => id === facilityId)
      if (!facility) throw notFound(facilityMessages.notFound)
      const slots = await slotsTo({ db, fact, actor: person, now }, { facility, on, settings })
      return {
        problem: whyNot.book(person, settings)?.message ?? null,
        slots: slots.map(({ startsAt, endsAt, isAvailable, mostLengths, why, own }) => ({
          ...{ startsAt, endsAt, isAvailable, mostLengths, why },
          isTheirs: own !== null,
        })),
      }
    }),

  /**
   * What a place would cost the member in tokens, how many they have, and why it cannot be booked at all (`problem`), or not
   * with their tokens (`whyNotTokens`). Throws NOT_FOUND.
   */
  quoteFor: forAdmin
    .route({ method: 'GET', summary: 'Price of a place for a member' })
    .input(quoteForInput)
    .handler(async ({ input: { userId, ...place }, context: { db, runtime, now } }) => {
      const person = await personOf(runtime, userId)
      const wish = { ...place, payWith: 'auto' as const }
      const known = await knowOf(db, userId, [wish], now)
      const offer = known && offersOf([wish], { ...known, actor: person, now })[0]
      if (!known || !offer?.facility) throw notFound(facilityMessages.notFound)
      const problem = whyNot.book(person, known.settings) ?? offer.problem
      return {
        tokens: fareFor(offer.facility, place.lengths).tokenCost,
        tokenBalance: known.balance,
        endsAt: offer.slot?.endsAtTime ?? null,
        problem: problem?.message ?? null,
        whyNotTokens: offer.payment.whyNotTokens,
      }
    }),

  /**
   * Books one place for a member, confirmed at once: with their tokens, or without charge for a reason, which is kept. It is
   * theirs like any other; they get its mail, which says who booked it. What keeps them from booking keeps staff as well.
   * Throws NOT_FOUND, SLOT_TAKEN, WAITED_FOR, TOKENS_NOT_AVAILABLE and what else the rules refuse.
   */
  bookFor: forAdmin
    .meta({ spends: ['places', 'tokens'] })
    .route({ summary: 'Book a place for a member' })
    .input(bookForInput)
    .handler(async ({ input: { userId, payer, reason, ...place }, context: { actor, runtime, write } }) => {
      const person = await personOf(runtime, userId)
      const isFree = payer === 'nobody'
      // What costs nothing asks for no tokens; what tokens cannot pay is refused and never asked of a card.
      const wish = { ...place, payWith: isFree ? ('card' as const) : ('tokens' as const) }
      const { bookingIds } = await write(tx =>
        bookPlaces(tx, person, [wish], noCard, {
          byStaff: { bookedBy: actor.userId, freeReason: isFree ? reason : null },
        }),
      )
      return { id: bookingIds[0]! }
    }),
}

const noCard = () => {
  throw new Error('what staff book for somebody is never paid by card')
}

async function personOf(runtime: Pick<Runtime, 'loadActor'>, userId: string) {
  const person = await runtime.loadActor(userId)
  if (!person) throw notFound(messages.notFound)
  return person
}
