import { asc, count, eq } from 'drizzle-orm'
import type { Wish } from '#features/facilities/model.ts'
import type { Reader } from '#platform/db.ts'
import { cartItems } from './table.ts'

/** How many places a person has in the cart. */
export async function cartCount(db: Reader, userId: string): Promise<number> {
  const [row] = await db.select({ items: count() }).from(cartItems).where(eq(cartItems.userId, userId))
  return row!.items
}

/** A person's cart in the order in which it was filled. */
export const ownCart = (db: Reader, userId: string): Promise<(Wish & { id: string })[]> =>
  db
    .select({
      id: cartItems.id,
      facilityId: cartItems.bookingTypeId,
      on: cartItems.bookingOn,
      startsAt: cartItems.startsAtTime,
      payWith: cartItems.payWith,
    })
    .from(cartItems)
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(cartItems.createdAt), asc(cartItems.id))
