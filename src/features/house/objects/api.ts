import { forAdmin } from '#platform/rpc/procedures.ts'
import { findInput, personRef } from './inputs.ts'
import { factsOf, findObjects, historyOf, type ObjectPart } from './model.ts'

/** People, bookings, orders and applications, made of what each noun knows of them. */
export const objectCalls = (parts: readonly ObjectPart[]) => ({
  /** What a text that was typed may mean: names, addresses, telephones, references; a few of each kind, in one statement. */
  find: forAdmin
    .route({ method: 'GET', summary: 'Find people, bookings, orders and applications' })
    .input(findInput)
    .handler(async ({ input: { q }, context: { db } }) => ({ rows: await findObjects(db, parts, q) })),

  /** What a person has now, and what happened to them, the latest first; nothing of somebody unknown. Two statements. */
  person: forAdmin
    .route({ method: 'GET', summary: 'What a person has, and what happened' })
    .input(personRef)
    .handler(async ({ input: { id }, context: { db, now } }) => {
      const [facts, history] = [await factsOf(db, parts, id, now), await historyOf(db, parts, id)]
      return { facts, history }
    }),
})
