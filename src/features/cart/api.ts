import { and, eq, inArray } from 'drizzle-orm'
import { bookPlaces, isFree, payPage } from '#features/bookings/model.ts'
import { termsOf, untilOrNull } from '#features/bookings/rules.ts'
import { messages } from '#features/facilities/inputs.ts'
import { demandRight, findType, payFor, rightOf, slotFor } from '#features/facilities/model.ts'
import { cashTotal, paymentFor, slotsOf } from '#features/facilities/rules.ts'
import { bookingTypes } from '#features/facilities/table.ts'
import { tokenBalance } from '#features/tokens/model.ts'
import { readSettings } from '#features/venue/model.ts'
import { refusal } from '#platform/errors.ts'
import { member, signedIn } from '#platform/rpc.ts'
import type { Tx } from '#platform/work.ts'
import { cartItemInput, checkoutInput, maxCartItems, ownItemInput } from './inputs.ts'
import { ownCart } from './model.ts'
import { cartItems } from './table.ts'

/** Places that are booked together; mounted under `bookings` in src/api.ts. */
export const cart = {
  /** The person's cart as it would be charged now; items that became unavailable say so and are not summed (BOOK-09, BOOK-41). */
  cart: signedIn.route({ method: 'GET', summary: 'The cart' }).handler(async ({ context: { db, actor, now } }) => {
    const settings = await readSettings(db)
    const right = rightOf(actor, settings.freeMembersFacilities)
    const balance = await tokenBalance(db, actor.userId)
    const wishes = await ownCart(db, actor.userId)
    const types = await db
      .select()
      .from(bookingTypes)
      .where(
        inArray(
          bookingTypes.id,
          wishes.map(({ facilityId }) => facilityId),
        ),
      )
    let left = balance
    const items = []
    for (const wish of wishes) {
      const type = types.find(({ id }) => id === wish.facilityId)!
      const slot = slotsOf(type, wish.on, settings, now).find(({ startsAtTime }) => startsAtTime === wish.startsAt)
      const problem =
        !slot || !type.isActive
          ? messages.slotNotOffered
          : (await isFree(db, type, slot, now))
            ? null
            : messages.slotTaken
      const payment = paymentFor(type, wish.on, { right, balance: left }, wish.payWith)
      // What cannot be booked takes no tokens from what can.
      if (problem === null) left -= payment.tokens
      items.push({
        id: wish.id,
        facilityId: type.id,
        facilityName: type.name,
        bookingDate: wish.on,
        startTime: wish.startsAt,
        endTime: slot?.endsAtTime ?? null,
        tokenCost: type.tokenCost,
        cashPricePence: cashTotal(type),
        durationHours: type.durationMinutes / 60,
        useTokens: payment.paidWith === 'tokens',
        tokens: payment.tokens,
        pence: payment.pence,
        whyNotTokens: payment.whyNotTokens,
        problem,
        refundableUntil: slot ? untilOrNull(slot.startsAt, settings.cancellationHours, now) : null,
      })
    }
    return {
      items,
      tokens: balance - left,
      pence: items.reduce((sum, item) => (item.problem === null ? sum + item.pence : sum), 0),
      tokenBalance: balance,
      right,
      cancellationHours: settings.cancellationHours,
      terms: termsOf(settings.cancellationHours),
    }
  }),

  /** Puts a place in the cart; it is held from the checkout on. The same place twice stays one item. */
  addToCart: member
    .route({ summary: 'Put a place in the cart' })
    .input(cartItemInput)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        const settings = await readSettings(tx)
        const right = rightOf(actor, settings.freeMembersFacilities)
        demandRight(right)
        const type = await findType(tx, input.facilityId)
        const slot = slotFor(type, input, settings, tx.now)
        payFor(type, input, { right, balance: await tokenBalance(tx, actor.userId) })
        if (!(await isFree(tx, type, slot, tx.now)))
          throw refusal('SLOT_TAKEN', messages.slotTaken, { field: 'startsAt' })
        const { userId, bookingTypeId, bookingOn, startsAtTime } = cartItems
        await tx
          .insert(cartItems)
          .values({
            userId: actor.userId,
            bookingTypeId: type.id,
            bookingOn: input.on,
            startsAtTime: input.startsAt,
            payWith: input.payWith,
            createdAt: tx.now,
          })
          .onConflictDoUpdate({
            target: [userId, bookingTypeId, bookingOn, startsAtTime],
            set: { payWith: input.payWith },
          })
        return tellCart(tx, actor.userId)
      }),
    ),

  /** Takes an item out of the person's own cart. */
  removeFromCart: signedIn
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
   * together; a cart that needs no card is confirmed at once (decision 22, BOOK-40, BOOK-41).
   */
  checkout: member
    .route({ summary: 'Book everything in the cart' })
    .input(checkoutInput)
    .handler(async ({ context }) => {
      const { actor, runtime } = context
      const placed = await context.write(async tx => {
        const items = await ownCart(tx, actor.userId)
        if (items.length === 0) throw refusal('CART_EMPTY', 'Your cart is empty.')
        const done = await bookPlaces(tx, actor, items)
        await tx.delete(cartItems).where(
          inArray(
            cartItems.id,
            items.map(({ id }) => id),
          ),
        )
        return done
      })
      if (!placed.orderId) return { outcome: 'confirmed' as const, bookingIds: placed.bookingIds }
      return payPage(runtime, placed.orderId, messages.checkoutFailed)
    }),
}

async function tellCart(tx: Tx, userId: string): Promise<{ cartCount: number }> {
  const { length } = await ownCart(tx, userId)
  if (length > maxCartItems) throw refusal('CART_FULL', `A cart holds ${maxCartItems} bookings at most.`)
  await tx.announce({ to: { userId }, kind: 'cart.changed', refresh: ['bookings', 'members'] })
  return { cartCount: length }
}
