import { pgTable, text } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { createdAt, personId } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import type { QueuedJob } from '#platform/jobs/define.ts'

/** Removes an erased person's record at the provider, with what is still paid by it; run in jobs.ts. */
export const removeCustomer: QueuedJob<{ id: string }> = {
  name: 'payments.remove-customer',
  payload: z.object({ id: z.string().max(255) }),
}

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
    outside: { job: removeCustomer, id: 'stripe_customer_id' },
  },
}
