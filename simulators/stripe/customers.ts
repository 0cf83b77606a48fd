import { createCustomer, customerParams, fullAddress, liveCustomer } from './customer-records.ts'
import { type Endpoint, endpoint, list, nothing, retrieve } from './endpoint.ts'
import { emit } from './events.ts'
import { mergeMetadata } from './params.ts'
import { load, save, select } from './store.ts'
import { cancelSubscription } from './subscription-end.ts'

export const customerEndpoints: Endpoint[] = [
  endpoint('POST', '/v1/customers', customerParams, createCustomer),
  {
    method: 'GET',
    path: '/v1/customers/:id',
    run: async (work, _, ids) => {
      const customer = await load(work, 'customer', ids.id!)
      return 'deleted' in customer ? { id: ids.id!, object: 'customer', deleted: true } : customer
    },
  },
  endpoint('POST', '/v1/customers/:id', customerParams, async (work, { address, ...params }, ids) => {
    const customer = await liveCustomer(work, ids.id!, 'id')
    const changed = {
      ...customer,
      ...params,
      ...(address !== undefined && { address: address && fullAddress(address) }),
      invoice_settings: { ...customer.invoice_settings, ...params.invoice_settings },
      metadata: mergeMetadata(customer.metadata, params.metadata),
    }
    await emit(work, 'customer.updated', changed, customer)
    return save(work, changed)
  }),
  endpoint('DELETE', '/v1/customers/:id', nothing, async (work, _, ids) => {
    const customer = await liveCustomer(work, ids.id!, 'id')
    const open = await select(work, 'subscription', "body->>'customer' = $1 and body->>'status' <> 'canceled'", [
      customer.id,
    ])
    for (const subscription of open) await cancelSubscription(work, subscription.id)
    await emit(work, 'customer.deleted', customer)
    const gone = { id: customer.id, object: 'customer' as const, deleted: true as const }
    await save(work, gone)
    return gone
  }),
  list('/v1/customers', 'customer', { email: "body->>'email' = $" }, { deleted: "not body ? 'deleted'" }),
  retrieve('/v1/payment_methods', 'payment_method'),
  list('/v1/payment_methods', 'payment_method', {
    customer: "body->>'customer' = $",
    type: "body->>'type' = $",
  }),
]
