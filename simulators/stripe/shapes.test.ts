import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Kind, sampleOf } from './samples.ts'
import { type Bench, openBench } from './testbench.ts'

let bench: Bench
const objects = new Map<string, object>()
beforeAll(async () => {
  bench = await openBench()
  const { stripe } = bench
  const price = await stripe.prices.create({
    currency: 'gbp',
    product_data: { name: 'Builder' },
    recurring: { interval: 'month' },
    unit_amount: 4000,
  })
  const coupon = await stripe.coupons.create({ duration: 'forever', percent_off: 10 })
  await stripe.promotionCodes.create({ promotion: { coupon: coupon.id, type: 'coupon' } })
  const line_items = [{ price: price.id, quantity: 1 }]
  const success_url = 'https://venue.example/done'
  const discounts = [{ coupon: coupon.id }]
  const monthly = await stripe.checkout.sessions.create({
    discounts,
    line_items,
    mode: 'subscription',
    success_url,
  })
  await bench.pay(monthly)
  const { customer, subscription } = await stripe.checkout.sessions.retrieve(monthly.id)
  await stripe.subscriptions.update(subscription as string, {
    items: [
      {
        id: (await stripe.subscriptions.retrieve(subscription as string)).items.data[0]!.id,
        price_data: {
          currency: 'gbp',
          product: price.product as string,
          recurring: { interval: 'month' },
          unit_amount: 9000,
        },
      },
    ],
  })
  await stripe.billingPortal.sessions.create({ customer: customer as string, return_url: success_url })
  await stripe.paymentLinks.create({ line_items })
  const [intent] = (await stripe.paymentIntents.list()).data
  await stripe.refunds.create({ amount: 100, payment_intent: intent!.id })
  await stripe.checkout.sessions.create({
    line_items: [{ price_data: { currency: 'gbp', product_data: { name: 'Desk' }, unit_amount: 900 }, quantity: 1 }],
    mode: 'payment',
    success_url,
  })
  const { rows } = await bench.pool.query<{ body: { object: string } }>('select body from simulator_stripe.objects')
  for (const { body } of rows) objects.set(body.object, body)
  const { data: invoices } = await stripe.invoices.list()
  objects.set('line_item', invoices[0]!.lines.data[0]!)
  objects.set('item', (await stripe.checkout.sessions.listLineItems(monthly.id)).data[0]!)
  objects.set('subscription_item', (await stripe.subscriptions.retrieve(subscription as string)).items.data[0]!)
})
afterAll(() => bench.close())

const kinds = [
  'balance_transaction',
  'billing_portal.configuration',
  'billing_portal.session',
  'charge',
  'checkout.session',
  'coupon',
  'customer',
  'discount',
  'event',
  'invoice',
  'invoice_payment',
  'invoiceitem',
  'item',
  'line_item',
  'payment_intent',
  'payment_link',
  'payment_method',
  'price',
  'product',
  'promotion_code',
  'refund',
  'subscription',
  'subscription_item',
] as const satisfies readonly Kind[]

test.each(kinds)('%s has the fields and types of the sample that Stripe publishes', kind => {
  const object = JSON.parse(JSON.stringify(objects.get(kind))) as Record<string, unknown>
  expect(differences(object, sampleOf(kind), kind)).toEqual([])
})

test('the comparison finds a missing field, an unknown one and one of another type', () => {
  const sample = { amount: 1, card: { last4: '4242' }, note: null, tags: ['a'] }
  expect(differences({ amount: '1', card: {}, extra: 1, note: 'x', tags: [1] }, sample, 'x')).toEqual([
    'x.extra is not in the sample',
    'x.amount is string, in the sample number',
    'x.card.last4 is missing',
    'x.tags[0] is number, in the sample string',
  ])
})

/** Parts that Stripe fills according to a type: the sample shows only one of their forms. */
const variable = new Set(['metadata', 'data.object', 'destination_details.card'])

/** Fields that the SDK's types have as optional and the samples leave out. */
const optional = new Set([
  'event.data.previous_attributes',
  'invoice.lines.data[0].pricing.price_details',
  'invoice_payment.payment.payment_intent',
  'invoiceitem.parent.subscription_details.subscription_item',
  'invoiceitem.pricing.price_details',
  'line_item.pricing.price_details',
])

function differences(given: unknown, sample: unknown, path: string): string[] {
  if (given === null || sample === null) return []
  const isVariable = [...variable].some(part => path.endsWith(`.${part}`))
  const [mine, theirs] = [kindOf(given), kindOf(sample)]
  if (mine !== theirs) return [`${path} is ${mine}, in the sample ${theirs}`]
  if (isVariable) return []
  if (Array.isArray(given)) {
    const first = (sample as unknown[])[0]
    return first === undefined ? [] : given.flatMap((each, index) => differences(each, first, `${path}[${index}]`))
  }
  if (mine !== 'object') return []
  const [own, shown] = [given as Record<string, unknown>, sample as Record<string, unknown>]
  if (Object.keys(shown).length === 0) return []
  return [
    ...Object.keys(own)
      .filter(key => !(key in shown) && !optional.has(`${path}.${key}`))
      .map(key => `${path}.${key} is not in the sample`),
    ...Object.keys(shown).flatMap(key =>
      key in own ? differences(own[key], shown[key], `${path}.${key}`) : [`${path}.${key} is missing`],
    ),
  ]
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}
