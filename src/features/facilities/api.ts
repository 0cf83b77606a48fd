import { asc, eq } from 'drizzle-orm'
import { tokenBalance } from '#features/tokens/model.ts'
import type { Reader } from '#platform/db.ts'
import { notFound } from '#platform/errors.ts'
import { admin, visitor } from '#platform/rpc.ts'
import { messages, typeChange } from './inputs.ts'
import { admitToBookings, factsOf, rightOf } from './model.ts'
import { bookingTypes } from './table.ts'

/** Facilities as things with a price; mounted under `bookings` in src/api.ts. */
export const facilities = {
  /** What facilities cost, for the public membership page (TOK-14, STU-15): no availability, no person. */
  prices: visitor
    .route({ method: 'GET', summary: 'Active facilities with their costs' })
    .handler(({ context: { db } }) => activeTypes(db)),

  /** Active facilities in their groups, and what the person may do with them (BOOK-01, BOOK-04). */
  facilities: visitor
    .route({ method: 'GET', summary: 'Facilities that can be booked' })
    .handler(async ({ context: { db, actor } }) => {
      const settings = await admitToBookings(db, actor)
      return {
        rows: await activeTypes(db),
        right: rightOf(actor, settings.freeMembersFacilities),
        tokenBalance: actor ? await tokenBalance(db, actor.userId) : null,
      }
    }),

  /** Every facility, also inactive ones, by name (CNT-59). */
  typesForStaff: admin
    .route({ method: 'GET', summary: 'Facilities for staff' })
    .handler(async ({ context: { db } }) => {
      const rows = await db.select().from(bookingTypes).orderBy(asc(bookingTypes.name))
      return rows.map(type => ({ ...factsOf(type), isActive: type.isActive }))
    }),

  /** Changes description, costs, token days and whether it can be booked; nothing else (CNT-59). */
  changeType: admin
    .route({ summary: 'Change a facility' })
    .input(typeChange)
    .handler(({ input: { id, ...change }, context: { write } }) =>
      write(async tx => {
        const [row] = await tx
          .update(bookingTypes)
          .set(change)
          .where(eq(bookingTypes.id, id))
          .returning({ id: bookingTypes.id })
        if (!row) throw notFound(messages.notFound)
        await tx.announce({ to: 'everyone', kind: 'facilities.changed', refresh: ['bookings'] })
        return row
      }),
    ),
}

async function activeTypes(db: Reader) {
  const rows = await db
    .select()
    .from(bookingTypes)
    .where(eq(bookingTypes.isActive, true))
    .orderBy(asc(bookingTypes.sortOrder), asc(bookingTypes.name))
  return rows.map(factsOf)
}
