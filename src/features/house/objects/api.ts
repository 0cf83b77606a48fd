import { forAdmin } from '#platform/rpc/procedures.ts'
import { findInput, historyInput, personRef } from './inputs.ts'
import { factsOf, findObjects, historyOf, type ObjectPart } from './model.ts'

/** People, bookings, orders and applications, made of what each noun knows of them. */
export const objectCalls = (parts: readonly ObjectPart[]) => ({
  /** What a text that was typed may mean: names, addresses, telephones, references; a few of each kind, in one statement. */
  find: forAdmin
    .route({ method: 'GET', summary: 'Find people, bookings, orders and applications' })
    .input(findInput)
    .handler(async ({ input: { q }, context: { db, now } }) => ({ rows: await findObjects(db, parts, q, now) })),

  /** What a person has now: plan, balance and what comes next, whom to call last; nothing of somebody unknown. One statement. */
  person: forAdmin
    .route({ method: 'GET', summary: 'What a person has' })
    .input(personRef)
    .handler(async ({ input: { id }, context: { db, now, actor } }) => ({
      facts: await factsOf(db, parts, id, now, actor.userId),
    })),

  /**
   * What happened to a person, a booking, an order or an application, the latest first, and where the next page begins;
   * nothing of what is not there. One statement.
   */
  history: forAdmin
    .route({ method: 'GET', summary: 'What happened to a person, a booking, an order or an application' })
    .input(historyInput)
    .handler(({ input, context: { db, actor } }) => historyOf(db, parts, input, actor.userId)),
})
