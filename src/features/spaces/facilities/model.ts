import { asc, eq } from 'drizzle-orm'
import { fact } from '#platform/db/facts.ts'
import { systemCause, type Tx, transact } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import type { PictureFiles } from '#ui/plain/picture.tsx'
import { standardFacilities } from './inputs.ts'
import { cashTotal, lengthsOf } from './rules.ts'
import { bookingTypes } from './table.ts'

export type Facility = typeof bookingTypes.$inferSelect

/** What people may know of a facility. */
export const factsOf = (facility: Facility) => ({
  id: facility.id,
  slug: facility.slug,
  name: facility.name,
  description: facility.description,
  group: facility.group,
  tokenCost: facility.tokenCost,
  tokenAvailableDays: facility.tokenAvailableDays,
  cashPricePence: facility.cashPricePence,
  cashTotalPence: cashTotal(facility),
  isPricedPerSession: facility.isPricedPerSession,
  durationMinutes: facility.durationMinutes,
  /** So many of them one booking may take. */
  mostLengths: lengthsOf(facility),
  units: facility.units,
})

/** The picture of a facility among those of the house: the one that the public pages show of the same room. */
export const pictureOf = (pictures: Record<string, PictureFiles>, { slug }: Pick<Facility, 'slug'>) =>
  pictures[roomOf[slug] ?? slug.replaceAll('_', '-')] ?? null

/** Where the public pages call a room by another name. */
const roomOf: Record<string, string> = { photo_studio: 'photography-studio', coworking: 'coworking-space' }

/** Active facilities in their order, for whatever only shows them (BOOK-01, BOOK-06). */
export const facilitiesFact = fact({
  tables: [bookingTypes],
  read: db =>
    db
      .select()
      .from(bookingTypes)
      .where(eq(bookingTypes.isActive, true))
      .orderBy(asc(bookingTypes.sortOrder), asc(bookingTypes.name)),
})

/** Makes the standard facilities that are not there yet; existing ones stay as staff left them. */
export async function installFacilities(tx: Tx): Promise<void> {
  const rows = standardFacilities.map((facility, sortOrder) => ({ ...facility, sortOrder }))
  await tx.insert(bookingTypes).values(rows).onConflictDoNothing({ target: bookingTypes.slug })
}

/** A house without any facility gets the standard ones, for its admins to price; so at its very first start. */
export async function installFirstFacilities(runtime: Runtime): Promise<void> {
  const [any] = await runtime.db.select({ id: bookingTypes.id }).from(bookingTypes).limit(1)
  if (!any) await transact(runtime, systemCause(runtime.clock.now(), { requestId: 'first start' }), installFacilities)
}
