import { asc, eq } from 'drizzle-orm'
import type { Wish } from '#features/spaces/calendar/inputs.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { cartItems } from './table.ts'

export interface CartItem extends Wish {
  id: string
}

/** A person's cart in the order in which it was filled. */
export const ownCart = (db: Reader, userId: string): Promise<CartItem[]> =>
  db
    .select(itemColumns)
    .from(cartItems)
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(cartItems.createdAt), asc(cartItems.id))

/** Whoever fills a cart waits here for the others who fill the same one: of all of them together it holds no more than it may. */
export const lockCart = (tx: Tx, userId: string) =>
  tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update')

/**
 * Takes everything out of a person's cart, in the same order. Of several checkouts at once the first one gets the items; the
 * others wait here for its end and find nothing.
 */
export async function emptyCart(tx: Tx, userId: string): Promise<CartItem[]> {
  const rows = await tx
    .delete(cartItems)
    .where(eq(cartItems.userId, userId))
    .returning({ ...itemColumns, createdAt: cartItems.createdAt })
  return rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
}

const itemColumns = {
  id: cartItems.id,
  facilityId: cartItems.bookingTypeId,
  on: cartItems.bookingOn,
  startsAt: cartItems.startsAtTime,
  lengths: cartItems.lengths,
  payWith: cartItems.payWith,
}
