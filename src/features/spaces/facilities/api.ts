import { asc, eq } from 'drizzle-orm'
import { missingOf, picturesFact } from '#features/house/images/model.ts'
import { facilityImages } from '#features/house/images/table.ts'
import { whyNotEdit } from '#platform/edit.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forAdmin, forVisitor } from '#platform/rpc/procedures.ts'
import { facilityChange, facilityImageChange, messages } from './inputs.ts'
import { allFacilities, facilitiesFact, factsOf } from './model.ts'
import { whyNot } from './rules.ts'
import { bookingTypes } from './table.ts'

/** Facilities as things with a price. What a person may book of them is in bookings/api.ts. */
export const facilities = {
  /** What facilities cost, for the public membership page (TOK-14, STU-15): no availability, no person. */
  prices: forVisitor
    .route({ method: 'GET', summary: 'Active facilities with their costs' })
    .handler(async ({ context: { fact } }) => (await fact(facilitiesFact)).map(factsOf)),

  /** Every facility, also inactive ones, by name (CNT-59). */
  list: forAdmin.route({ method: 'GET', summary: 'Facilities for staff' }).handler(async ({ context: { db } }) => {
    const rows = await allFacilities(db).orderBy(asc(bookingTypes.name))
    return rows.map(facility => ({ ...factsOf(facility), isActive: facility.isActive }))
  }),

  /**
   * Changes of description, costs, token days and whether it can be booked what is given; nothing else (CNT-59). Throws
   * CHANGED_MEANWHILE with what is there when that is no longer what the caller read, and PRICE_TOO_LOW.
   */
  change: forAdmin
    .route({ summary: 'Change a facility' })
    .input(facilityChange)
    .handler(({ input: { id, was, ...change }, context: { write } }) =>
      write(async tx => {
        const [row] = await tx.select().from(bookingTypes).where(eq(bookingTypes.id, id)).for('update')
        if (!row) throw notFound(messages.notFound)
        demand(whyNotEdit({ ...change, was }, row))
        if (change.tokenCost !== undefined || change.cashPricePence !== undefined)
          demand(whyNot.price({ ...row, ...change }))
        if (Object.keys(change).length > 0) await tx.update(bookingTypes).set(change).where(eq(bookingTypes.id, id))
        for (const topic of ['facilities', 'bookings'])
          await tx.announce({ to: 'everyone', topic, kind: 'facilities.changed' })
        return { id }
      }),
    ),

  /** The picture of each place of the house, by its name, as visitors see it (CNT-55). */
  images: forAdmin.route({ method: 'GET', summary: 'Facility images' }).handler(async ({ context: { db, fact } }) => {
    const rows = await db.select().from(facilityImages).orderBy(asc(facilityImages.facilityName))
    const pictures = await fact(picturesFact)
    return rows.map(row => ({ ...row, picture: pictures[row.facilityKey] ?? null }))
  }),

  /**
   * Shows another picture of the house for a place, from now on; empty: the one that the house came with. Only the picture changes (CNT-55).
   * CHANGED_MEANWHILE with what is there when that is no longer what the caller read, NO_IMAGE, NOT_FOUND.
   */
  changeImage: forAdmin
    .route({ summary: 'Change a facility image' })
    .input(facilityImageChange)
    .handler(({ input: { id, was, ...change }, context: { write } }) =>
      write(async tx => {
        const [row] = await tx.select().from(facilityImages).where(eq(facilityImages.id, id)).for('update')
        if (!row) throw notFound(messages.notFound)
        demand(whyNotEdit({ ...change, was }, row))
        demand(whyNot.picture(await missingOf(tx, [change.imageUrl])))
        await tx.update(facilityImages).set(change).where(eq(facilityImages.id, id))
        for (const topic of ['bookings', 'content', 'facilities', 'studio'])
          await tx.announce({ to: 'everyone', topic, kind: 'facilities.changed' })
        return { id }
      }),
    ),
}
