import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { bookings } from '#features/spaces/bookings/table.ts'
import { allFacilities, type Facility } from '#features/spaces/facilities/model.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { waitingEntries } from '#features/spaces/waiting/table.ts'
import { subjectOf } from '#features/spaces/waiting-slots/model.ts'
import { addDays } from '#platform/dates.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import type { Lots } from './lot.ts'
import type { Resident } from './residents.ts'
import { insertAll } from './rows.ts'

const hour = 3_600_000
const soughtAfter = ['photo_studio', 'music_studio']

/** Who waits for the studios in the coming week, and a free evening that is offered to one of them. */
export async function insertWaiting(tx: Tx, draw: Lots, people: Resident[]): Promise<void> {
  const facilities = (await allFacilities(tx).orderBy(bookingTypes.sortOrder)).filter(
    ({ slug, units }) => soughtAfter.includes(slug) && units === 1,
  )
  const ready = people.filter(({ kind, slug, role }) => kind === 'member' && slug !== 'explorer' && !role)
  const [ada = ready[0]] = ready.filter(({ isKnown }) => isKnown)
  if (!ada || facilities.length === 0) return
  const rows: (typeof waitingEntries.$inferInsert)[] = []
  const wait = ({ id, spaceId, durationMinutes }: Facility, userId: string, on: string, startsAtTime: string) => {
    const startsAt = instantOf(on, startsAtTime)
    const slot = { facilityId: id, on, startsAt: startsAtTime, lengths: 1 }
    const row: typeof waitingEntries.$inferInsert = {
      ...{ kind: 'slot', subject: subjectOf(slot), userId, startsAt, facilityId: id, spaceId, on, startsAtTime },
      ...{ lengths: 1, endsAt: new Date(startsAt.getTime() + durationMinutes * 60_000) },
      createdAt: new Date(tx.now.getTime() - draw.between(2, 40) * hour),
    }
    rows.push(row)
    return row
  }
  const full = await tx
    .select()
    .from(bookings)
    .where(
      and(
        inArray(
          bookings.bookingTypeId,
          facilities.map(({ id }) => id),
        ),
        eq(bookings.status, 'confirmed'),
        gt(bookings.startsAt, new Date(tx.now.getTime() + 5 * hour)),
        lt(bookings.startsAt, instantOf(addDays(calendarDate(tx.now), 7), '00:00')),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
  for (const [n, booking] of full.slice(0, 5).entries()) {
    const facility = facilities.find(({ id }) => id === booking.bookingTypeId)!
    const others = ready.filter(({ id }) => id !== booking.userId && id !== ada.id)
    const line = new Set(Array.from({ length: draw.between(1, 3) }, () => draw.pick(others).id))
    if (n === 1 && booking.userId !== ada.id) line.add(ada.id)
    for (const userId of line) wait(facility, userId, booking.bookingOn, booking.startsAtTime)
  }
  const offered = await freeEvening(tx, facilities[0]!)
  if (offered) {
    const row = wait(facilities[0]!, ada.id, offered.on, offered.at)
    Object.assign(row, { status: 'offered', offeredAt: tx.now, heldUntil: new Date(tx.now.getTime() + hour) })
  }
  // Their places in line are those in which they came.
  await insertAll(
    tx,
    waitingEntries,
    rows.sort((a, b) => a.createdAt!.getTime() - b.createdAt!.getTime()),
  )
}

/** The next evening of two weeks that is free, at six if it can be: a house that is liked has few. */
async function freeEvening(tx: Tx, { spaceId, durationMinutes }: Facility): Promise<{ on: string; at: string } | null> {
  for (const at of ['18:00', '19:00', '17:00', '16:00'])
    for (let ahead = 1; ahead <= 14; ahead++) {
      const on = addDays(calendarDate(tx.now), ahead)
      const from = instantOf(on, at)
      const until = new Date(from.getTime() + durationMinutes * 60_000)
      const { rows } = await tx.execute<{ is_free: boolean }>(
        sql`select is_room_free(${spaceId}, ${from.toISOString()}, ${until.toISOString()}, ${tx.now.toISOString()}) as is_free`,
      )
      if (rows[0]?.is_free) return { on, at }
    }
  return null
}
