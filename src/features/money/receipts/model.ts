import type { Reader } from '#platform/db/pool.ts'

/** Something that an order holds or has paid for, by the page where it is. */
export type OrderThing = {
  label: string
  /** What is said of its payment while the person has it; left out once they have not. */
  paid?: string
} & ({ to: '/bookings/$id'; params: { id: string } } | { to: '/account'; search: { tab: 'membership' } })

/** What orders of one kind lead to from their page: an export of the `object.ts` of whoever sells it, and a line in src/orders.ts. */
export interface OrderThings {
  kind: string
  /** At most one statement. */
  of(db: Reader, orderId: string): Promise<OrderThing[]>
}
