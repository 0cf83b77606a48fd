import type { Stripe } from 'stripe'
import { z } from 'zod'
import { liveCustomer } from './customer-records.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { currency, metadata, natural, text, whole } from './params.ts'
import { idOf, listOf, make } from './samples.ts'
import { save, select, type Work } from './store.ts'

/** A customer's credit (negative) or debt (positive), with every movement of it. */
export const balanceEndpoints: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/customers/:id/balance_transactions',
    z.strictObject({ amount: whole, currency, description: text.optional(), metadata: metadata.optional() }),
    async (work, params, ids) => {
      const customer = await liveCustomer(work, ids.id!, 'customer')
      return moveBalance(work, customer, { ...params, type: 'adjustment' })
    },
  ),
  endpoint(
    'GET',
    '/v1/customers/:id/balance_transactions',
    z.strictObject({ limit: natural.optional() }),
    async (work, _, ids) => {
      const moved = await select(work, 'customer_balance_transaction', "body->>'customer' = $1", [ids.id])
      return listOf(`/v1/customers/${ids.id}/balance_transactions`, moved)
    },
  ),
]

/** Moves a customer's balance and keeps the movement. */
export async function moveBalance(
  work: Work,
  customer: Stripe.Customer,
  move: {
    amount: number
    currency: string
    type: Stripe.CustomerBalanceTransaction.Type
    invoice?: string
    description?: string | undefined
    metadata?: Record<string, string> | null | undefined
  },
): Promise<Stripe.CustomerBalanceTransaction> {
  const balance = customer.balance + move.amount
  await save(work, { ...customer, balance, currency: move.currency })
  const given = Object.fromEntries(Object.entries(move).filter(([, value]) => value !== undefined))
  return save(
    work,
    make('customer_balance_transaction', {
      ...given,
      customer: idOf(customer),
      ending_balance: balance,
    }),
  )
}
