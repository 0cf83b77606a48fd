import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, personId } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'

/** The provider's record of a person, made once and kept through every change of membership. */
export const paymentCustomers = pgTable('payment_customers', {
  userId: personId()
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  stripeCustomerId: text().notNull().unique(),
  createdAt: createdAt(),
})

export const data: DataMap = {
  payment_customers: {
    purpose: 'Your record at the payment provider',
    retention: retention.account,
    owner: 'user_id',
    given: 'stripe_customer_id created_at',
    held: 'user_id',
    erasure: 'remove',
  },
}
