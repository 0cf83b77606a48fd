import { type AnyColumn, asc, count, eq, max, sql } from 'drizzle-orm'
import { picturesFact } from '#features/house/images/model.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { whyNotEdit } from '#platform/edit.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forAdmin, forVisitor } from '#platform/rpc/procedures.ts'
import { featureEdit, featureFields, rowOrder, rowRef, spaceEdit } from './inputs.ts'
import { readLanding } from './model.ts'
import { whyNot } from './rules.ts'
import { landingFeatures, ourSpaces } from './table.ts'

/** The visitors' first page and its editing; mounted under `content` in src/api.ts. */
export const landing = {
  /** What the landing page shows to everybody (HOME-01…05, HOME-12). */
  landing: forVisitor
    .route({ method: 'GET', summary: 'The landing page' })
    .handler(({ context: { fact, db, now } }) => readLanding(fact, db, now)),

  /** Every card of the landing page in its order, also those that are off (CNT-24, CNT-26). */
  features: forAdmin
    .route({ method: 'GET', summary: 'Cards of the landing page' })
    .handler(({ context: { db } }) =>
      db.select().from(landingFeatures).orderBy(asc(landingFeatures.displayOrder), asc(landingFeatures.title)),
    ),

  /** A new card at the end (CNT-25, CNT-26). TOO_MANY beyond 24. */
  addFeature: forAdmin
    .route({ summary: 'Add a card to the landing page' })
    .input(featureFields)
    .handler(({ input, context: { write } }) =>
      write(async tx => {
        await lockRows(tx, 'landing_features')
        const [there] = await tx
          .select({ count: count(), last: max(landingFeatures.displayOrder) })
          .from(landingFeatures)
        demand(whyNot.add(there!.count))
        const [row] = await tx
          .insert(landingFeatures)
          .values({ ...input, displayOrder: (there!.last ?? -1) + 1 })
          .returning({ id: landingFeatures.id })
        await tell(tx)
        return { id: row!.id }
      }),
    ),

  /** Changes a card, or turns it on or off. CHANGED_MEANWHILE with what is there, NOT_FOUND. */
  changeFeature: forAdmin
    .route({ summary: 'Change a card of the landing page' })
    .input(featureEdit)
    .handler(({ input, context: { write } }) =>
      write(async tx => {
        const { id, was: _, ...changed } = input
        const [row] = await tx.select().from(landingFeatures).where(eq(landingFeatures.id, id)).for('update')
        if (!row) throw notFound()
        demand(whyNotEdit(input, row))
        await tx
          .update(landingFeatures)
          .set({ ...row, ...changed })
          .where(eq(landingFeatures.id, id))
        await tell(tx)
        return { id }
      }),
    ),

  /** Deletes a card for good. NOT_FOUND. */
  deleteFeature: forAdmin
    .route({ summary: 'Delete a card of the landing page' })
    .input(rowRef)
    .handler(({ input: { id }, context: { write } }) =>
      write(async tx => {
        const gone = await tx.delete(landingFeatures).where(eq(landingFeatures.id, id)).returning()
        if (gone.length === 0) throw notFound()
        await tell(tx)
        return { id }
      }),
    ),

  /** The order of the cards, all of them. CHANGED_MEANWHILE when they are no longer the same ones. */
  orderFeatures: forAdmin
    .route({ summary: 'Order the cards of the landing page' })
    .input(rowOrder)
    .handler(({ input: { ids }, context: { write } }) =>
      write(async tx => {
        await lockRows(tx, 'landing_features')
        const rows = await tx.select({ id: landingFeatures.id }).from(landingFeatures)
        demand(whyNot.order(ids, idsOf(rows)))
        await tx.update(landingFeatures).set({ displayOrder: placeOf(landingFeatures.id, ids) })
        await tell(tx)
        return { ids }
      }),
    ),

  /** Every tile of Our Spaces in its order, with its picture, also those that are off (CNT-29, CNT-30). */
  tiles: forAdmin
    .route({ method: 'GET', summary: 'Tiles of Our Spaces' })
    .handler(async ({ context: { db, fact } }) => {
      const rows = await db.select().from(ourSpaces).orderBy(asc(ourSpaces.displayOrder), asc(ourSpaces.title))
      const pictures = await fact(picturesFact)
      return rows.map(row => ({ ...row, picture: pictures[row.imageKey] ?? null }))
    }),

  /** Changes a tile, or turns it on or off (CNT-30). CHANGED_MEANWHILE with what is there, NOT_FOUND. */
  changeTile: forAdmin
    .route({ summary: 'Change a tile of Our Spaces' })
    .input(spaceEdit)
    .handler(({ input, context: { write } }) =>
      write(async tx => {
        const { id, was: _, ...changed } = input
        const [row] = await tx.select().from(ourSpaces).where(eq(ourSpaces.id, id)).for('update')
        if (!row) throw notFound()
        demand(whyNotEdit(input, row))
        await tx
          .update(ourSpaces)
          .set({ ...row, ...changed })
          .where(eq(ourSpaces.id, id))
        await tell(tx)
        return { id }
      }),
    ),

  /** The order of the tiles, all of them (CNT-31). CHANGED_MEANWHILE when they are no longer the same ones. */
  orderTiles: forAdmin
    .route({ summary: 'Order the tiles of Our Spaces' })
    .input(rowOrder)
    .handler(({ input: { ids }, context: { write } }) =>
      write(async tx => {
        await lockRows(tx, 'our_spaces')
        const rows = await tx.select({ id: ourSpaces.id }).from(ourSpaces)
        demand(whyNot.order(ids, idsOf(rows)))
        await tx.update(ourSpaces).set({ displayOrder: placeOf(ourSpaces.id, ids) })
        await tell(tx)
        return { ids }
      }),
    ),
}

/** Of one list one change of its rows or their order at a time. */
const lockRows = (tx: Tx, table: 'landing_features' | 'our_spaces') =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`rows of ${table}`}, 0))`)

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** The place of a row among these, from 1. */
const placeOf = (id: AnyColumn, ids: string[]) => sql<number>`array_position(${sql.param(ids)}::uuid[], ${id})`

const tell = (tx: Tx) => tx.announce({ to: 'everyone', topic: 'content', kind: 'content.published' })
