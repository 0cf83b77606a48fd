import { asc, eq, getTableColumns } from 'drizzle-orm'
import { installRooms } from '#features/spaces/rooms/model.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { fact } from '#platform/db/facts.ts'
import type { Reader } from '#platform/db/pool.ts'
import { systemCause, type Tx, transact } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import type { PictureFiles } from '#ui/plain/picture.tsx'
import { standardFacilities } from './inputs.ts'
import { cashTotal, lengthsOf } from './rules.ts'
import { bookingTypes } from './table.ts'

/** A facility with what its room says: how many at once, its hours, its smallest parts. Read with a join of `spaces`. */
export const facilityColumns = {
  ...getTableColumns(bookingTypes),
  spaceSlug: spaces.slug,
  spaceName: spaces.name,
  leafIds: spaces.leafIds,
  units: spaces.units,
  opensAt: spaces.opensAt,
  closesAt: spaces.closesAt,
  turnaroundMinutes: spaces.turnaroundMinutes,
  people: spaces.people,
  features: spaces.features,
}

/** Every facility with its room. */
export const allFacilities = (db: Reader) =>
  db.select(facilityColumns).from(bookingTypes).innerJoin(spaces, eq(spaces.id, bookingTypes.spaceId)).$dynamic()

export type Facility = Awaited<ReturnType<typeof allFacilities>>[number]

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
  /** How many people one booking is for. */
  people: facility.people,
  /** What is in the room. */
  features: facility.features,
})

/** The picture of a facility among those of the house: the one of its room, which the public pages show as well. */
export const pictureOf = (pictures: Record<string, PictureFiles>, { spaceSlug }: Pick<Facility, 'spaceSlug'>) =>
  pictures[spaceSlug] ?? null

/** Active facilities in their order, for whatever only shows them (BOOK-01, BOOK-06). */
export const facilitiesFact = fact({
  tables: [bookingTypes, spaces],
  read: db =>
    allFacilities(db)
      .where(eq(bookingTypes.isActive, true))
      .orderBy(asc(bookingTypes.sortOrder), asc(bookingTypes.name)),
})

/** Makes the standard facilities that are not there yet, each with its room; existing ones stay as staff left them. */
export async function installFacilities(tx: Tx): Promise<void> {
  const idOf = await installRooms(
    tx,
    standardFacilities.map(({ room, name, people, features, ...more }) => ({
      ...{ slug: room, name, people, features: [...features] },
      ...('units' in more && { units: more.units }),
    })),
  )
  const rows = standardFacilities.map((facility, sortOrder) => ({
    ...facility,
    spaceId: idOf(facility.room),
    sortOrder,
  }))
  await tx.insert(bookingTypes).values(rows).onConflictDoNothing({ target: bookingTypes.slug })
}

/** A house without any facility gets the standard ones, for its admins to price; so at its very first start. */
export async function installFirstFacilities(runtime: Runtime): Promise<void> {
  const [any] = await runtime.db.select({ id: bookingTypes.id }).from(bookingTypes).limit(1)
  if (!any) await transact(runtime, systemCause(runtime.clock.now(), { requestId: 'first start' }), installFacilities)
}
