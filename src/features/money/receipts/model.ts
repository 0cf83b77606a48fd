import type { Reader } from '#platform/db/pool.ts'

/** Something that an order holds or has paid for, by the page where it is. */
export type OrderThing =
  | { label: string; to: '/bookings/$id'; params: { id: string } }
  | { label: string; to: '/account'; search: { tab: 'membership' } }

/** What orders of one kind lead to from their page: an export of the `object.ts` of whoever sells it, and a line in src/orders.ts. */
export interface OrderThings {
  kind: string
  /** At most one statement. */
  of(db: Reader, orderId: string): Promise<OrderThing[]>
}
