import fc from 'fast-check'
import { control } from '#test/payments.ts'
import { as, customerOf, goTo, type House, step, subscriptionOf, takeBackPause } from './house.ts'

/** What goes wrong on the way between the provider and the house: messages that come twice, and all at once in another order. */
export const messageSteps = [
  fc.nat(60).map(which =>
    step(
      `message ${which} comes once more`,
      ({ can }) => !can.subscribe,
      async (_, house) => {
        const events = await eventsOf(house)
        if (events.length > 0) await control(house.app, { repeatEvent: events[which % events.length] })
      },
    ),
  ),
  fc.constant(
    step(
      'the last twelve messages come once more',
      ({ can }) => !can.subscribe,
      async (_, house) => {
        for (const repeatEvent of (await eventsOf(house)).slice(-12)) await control(house.app, { repeatEvent })
      },
    ),
  ),
  fc.constant(
    step(
      'cancel, keep and cancel before any message arrives',
      ({ can, isOverdue, isRunning }) => can.cancel && isRunning && !isOverdue,
      async (known, house) => {
        const { memberships } = as(house)
        await memberships.backToExplorer()
        takeBackPause(known, house)
        await memberships.keep()
        await memberships.backToExplorer()
      },
    ),
  ),
  fc.constant(
    step(
      'next month, declined and paid before any message arrives',
      ({ isRunning, isOverdue }) => isRunning && !isOverdue,
      async (_, house) => {
        const { app } = house
        const subscription = await subscriptionOf(house)
        await control(app, { declineNext: true })
        await control(app, { advanceSubscription: subscription })
        await control(app, { declineNext: false })
        await goTo(house, subscription)
        const { invoices } = app.runtime.stripe
        for (const { id } of (await invoices.list({ subscription, status: 'open' })).data) await invoices.pay(id!)
      },
    ),
  ),
]

/** The messages about one member that have been sent so far, oldest first. */
async function eventsOf(house: House): Promise<string[]> {
  const rows = await house.app.sql<{ id: string }>(
    `select id from simulator_stripe.objects where kind = 'event'
     and coalesce(body#>>'{data,object,customer}', body#>>'{data,object,id}') = $1 order by seq`,
    [await customerOf(house)],
  )
  return rows.map(({ id }) => id)
}
