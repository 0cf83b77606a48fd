import { randomUUID } from 'node:crypto'
import { tourBookings, tourSlots } from '#features/spaces/tours/table.ts'
import { addDays, weekdayOf } from '#platform/dates.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import type { Lots } from './lot.ts'
import type { Resident } from './residents.ts'
import { insertAll } from './rows.ts'
import { firstNames, lastNames } from './words.ts'

const hours = { wednesday: ['18:00', '19:00'], saturday: ['11:00', '12:00'] } as const
const weeksBack = 26
const weeksAhead = 8

/** Half a year of tours, twice a week, and those to come: who came, who did not, and who applied afterwards. */
export async function insertTours(tx: Tx, draw: Lots, people: Resident[], officeId: string | null): Promise<void> {
  const today = calendarDate(tx.now)
  const slots: (typeof tourSlots.$inferInsert)[] = []
  const parties: (typeof tourBookings.$inferInsert)[] = []
  // Whoever joined in these months had come to see the house before.
  const joiners = people.filter(({ joinedOn, kind }) => kind === 'member' && joinedOn > addDays(today, -weeksBack * 7))
  for (let day = -weeksBack * 7; day <= weeksAhead * 7; day++) {
    const on = addDays(today, day)
    const times = hours[weekdayOf(on) as keyof typeof hours]
    if (!times) continue
    const [startTime, endTime] = times
    const id = randomUUID()
    const isOver = instantOf(on, startTime) <= tx.now
    const addedAt = instantOf(addDays(today, Math.min(-3, day - 42)), '10:00')
    let bookedCount = 0
    const add = (guest: { name: string; email: string; party: number }) => {
      if (bookedCount + guest.party > 10) return
      const ahead = draw.between(1, 9)
      const createdAt = instantOf(
        addDays(on < today ? on : today, -ahead),
        `${draw.between(10, 20)}:${draw.between(10, 59)}`,
      )
      const isCancelled = draw.chance(0.08)
      if (!isCancelled) bookedCount += guest.party
      parties.push({
        ...{ id: randomUUID(), tourSlotId: id, guestName: guest.name, guestEmail: guest.email, partySize: guest.party },
        ...{
          guestPhone: draw.chance(0.4) ? `+44770090${draw.between(1000, 9999)}` : '',
          changedAt: createdAt,
          createdAt,
        },
        status: isCancelled ? 'cancelled' : !isOver ? 'confirmed' : draw.chance(0.88) ? 'attended' : 'no_show',
      })
    }
    const joiner = isOver && joiners.find(({ joinedOn }) => joinedOn > addDays(on, 20) && joinedOn < addDays(on, 34))
    if (joiner) {
      joiners.splice(joiners.indexOf(joiner), 1)
      add({ name: `${joiner.firstName} ${joiner.lastName}`, email: joiner.email, party: 1 })
    }
    // The next weeks fill from the front.
    const wishes = isOver ? draw.between(1, 5) : Math.max(0, draw.between(4, 6) - Math.floor(day / 9))
    for (let wish = 0; wish < wishes; wish++) {
      const [first, last] = [draw.pick(firstNames), draw.pick(lastNames)]
      const email = `${first}.${last}.${parties.length}@tours.example`.toLowerCase().replaceAll(/[^a-z0-9.@]/g, '')
      add({ name: `${first} ${last}`, email, party: draw.between(1, 3) })
    }
    slots.push({
      ...{ id, tourDate: on, startTime, endTime, capacity: 10, bookedCount, createdBy: officeId, createdAt: addedAt },
      notes: weekdayOf(on) === 'wednesday' ? 'Starts at the side door' : '',
    })
  }
  await insertAll(tx, tourSlots, slots)
  await insertAll(tx, tourBookings, parties)
}
