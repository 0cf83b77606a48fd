import { and, eq } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import { tokenBalance } from '#features/membership/tokens/model.ts'
import { bookPlaces, sellPlaces } from '#features/spaces/bookings/model.ts'
import { messages as calendarMessages, type Wish } from '#features/spaces/calendar/inputs.ts'
import { demandGood, type Known, knowOf, offersTo } from '#features/spaces/calendar/model.ts'
import { offersOf, termsOf, untilOrNull } from '#features/spaces/calendar/rules.ts'
import { cashTotal, fareFor } from '#features/spaces/facilities/rules.ts'
import type { ReadFact } from '#platform/db/facts.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand } from '#platform/rpc/errors.ts'
import { forMember, forSignedIn } from '#platform/rpc/procedures.ts'
import { cartItemInput, checkoutInput, messages, ownItemInput } from './inputs.ts'
import { emptyCart, lockCart, ownCart } from './model.ts'
import { whyNot } from './rules.ts'
import { cartItems } from './table.ts'

/** Places that are booked together; mounted under `bookings` in src/api.ts. */
export const cart = {
  /** The person's cart as it would be charged now; items that cannot be booked say why and are not summed (BOOK-09, BOOK-41). */
  cart: forSignedIn
    .route({ method: 'GET', summary: 'The cart' })
    .handler(async ({ context: { db, fact, actor, now } }) => {
      const wishes = await ownCart(db, actor.userId)
      const known = await knowOfCart({ db, fact, now }, actor.userId, wishes)
      const { cancellationHours } = known.settings
      const items = offersOf(wishes, { ...known, actor, now }).map(({ facility, slot, payment, problem }, i) => {
        const { id, on, startsAt, lengths, payWith } = wishes[i]!
        const fare = fareFor(facility!, lengths)
        return {
          id,
          facilityId: facility!.id,
          facilityName: facility!.name,
          bookingDate: on,
          startTime: startsAt,
          lengths,
          payWith,
          endTime: slot?.endsAtTime ?? null,
          tokenCost: fare.tokenCost,
          cashPricePence: cashTotal(fare),
          durationHours: fare.durationMinutes / 60,
          useTokens: payment.paidWith === 'tokens',
          tokens: payment.tokens,
          pence: payment.pence,
          whyNotTokens: payment.whyNotTokens,
          problem: slot && facility!.isActive ? (problem?.message ?? null) : calendarMessages.slotNotOffered,
          refundableUntil: slot ? untilOrNull(slot.startsAt, cancellationHours, now) : null,
        }
      })
      const bookable = items.filter(({ problem }) => problem === null)
      return {
        items,
        tokens: bookable.reduce((sum, { tokens }) => sum + tokens, 0),
        pence: bookable.reduce((sum, { pence }) => sum + pence, 0),
        tokenBalance: known.balance,
        cancellationHours,
        terms: termsOf(cancellationHours),
      }
    }),

  /** Puts a place in the cart; it is held from the checkout on. The same place twice stays one item. */
  addToCart: forMember
    .route({ summary: 'Put a place in the cart' })
    .input(cartItemInput)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        const { offers } = await offersTo(tx, actor, [input])
        demandGood(offers)
        await lockCart(tx, actor.userId)
        const { userId, bookingTypeId, bookingOn, startsAtTime } = cartItems
        await tx
          .insert(cartItems)
          .values({
            userId: actor.userId,
            bookingTypeId: input.facilityId,
            bookingOn: input.on,
            startsAtTime: input.startsAt,
            lengths: input.lengths,
            payWith: input.payWith,
            createdAt: tx.now,
          })
          .onConflictDoUpdate({
            target: [userId, bookingTypeId, bookingOn, startsAtTime],
            set: { lengths: input.lengths, payWith: input.payWith },
          })
        return tellCart(tx, actor.userId)
      }),
    ),

  /** Takes an item out of the person's own cart. */
  removeFromCart: forSignedIn
    .route({ summary: 'Take a place out of the cart' })
    .input(ownItemInput)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        await tx.delete(cartItems).where(and(eq(cartItems.id, input.id), eq(cartItems.userId, actor.userId)))
        return tellCart(tx, actor.userId)
      }),
    ),

  /**
   * Books everything in the cart or nothing: tokens are reserved, the rest is paid at `url`, and all are confirmed
   * together; a cart that needs no card is confirmed at once (decision 22, BOOK-40, BOOK-41). PRICE_CHANGED when it costs
   * something else than the person was shown.
   */
  checkout: forMember
    .meta({ spends: ['places', 'tokens', 'money'] })
    .route({ summary: 'Book everything in the cart' })
    .input(checkoutInput)
    .handler(({ input: { seen }, context }) =>
      sellPlaces(context, messages.checkoutFailed, async (tx, open) => {
        const wishes = await emptyCart(tx, context.actor.userId)
        demand(whyNot.checkOut(wishes.length))
        return bookPlaces(tx, context.actor, wishes, open, { seen })
      }),
    ),
}

/** As `knowOf`, also of an empty cart. Facilities do not disappear while they are in carts. */
async function knowOfCart(
  { db, fact, now }: { db: Reader; fact: ReadFact; now: Date },
  userId: string,
  wishes: Wish[],
): Promise<Known> {
  const known = await knowOf(db, userId, wishes, now)
  if (known) return known
  const [settings, balance] = [await fact(settingsFact), await tokenBalance(db, userId)]
  return {
    ...{ settings, balance, facilities: [], unpaidHolds: 0, ownOrderId: null },
    fairUse: { rules: [], since: null, booked: [] },
    ...{ expiredOrderIds: [], expiredOfferIds: [], ownEntryIds: [], hasOwn: false },
  }
}

async function tellCart(tx: Tx, userId: string): Promise<{ cartCount: number }> {
  const items = await tx.$count(cartItems, eq(cartItems.userId, userId))
  demand(whyNot.keep(items))
  await tx.announce({ to: { userId }, kind: 'cart.changed' })
  return { cartCount: items }
}
