import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { defaultSettings } from '#features/house/settings/inputs.ts'
import { ledgerEntries, refs } from '#features/money/ledger/table.ts'
import { orders } from '#features/money/orders/table.ts'
import { reservations } from '#features/spaces/calendar/table.ts'
import { studioRoom } from '#features/spaces/rooms/rules.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { projectTypes } from '#features/spaces/studio/inputs.ts'
import { goodsOf, studioOrders } from '#features/spaces/studio/model.ts'
import { endOf, priceOf } from '#features/spaces/studio/rules.ts'
import { studioBookings } from '#features/spaces/studio/table.ts'
import { addDays, weekdayOf } from '#platform/dates.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import type { Lots } from './lot.ts'
import type { Resident } from './residents.ts'
import { insertAll } from './rows.ts'

const daysBack = 60
const daysAhead = 30
const plans = [
  'Lookbook for the spring collection, twelve pieces.',
  'Portraits of the whole team, one after the other.',
  'Ceramics on white and on grey.',
  'A cover, with smoke if it may be.',
  '',
]

/** Sessions of the last two months and of the next: paid at the desk, completed, and some still to pay. */
export async function insertStudio(tx: Tx, draw: Lots, people: Resident[]): Promise<void> {
  const today = calendarDate(tx.now)
  const members = people.filter(({ kind }) => kind === 'member')
  const [room] = await tx.select({ id: spaces.id }).from(spaces).where(eq(spaces.slug, studioRoom))
  const spaceId = room!.id
  const { rows: held } = await tx.execute<{ starts_at: Date; ends_at: Date }>(
    sql`select r.starts_at, r.ends_at from ${reservations} r where r.space_id = ${spaceId}`,
  )
  const busy = held.map(row => [new Date(row.starts_at).getTime(), new Date(row.ends_at).getTime()] as const)
  const rows: (typeof studioBookings.$inferInsert)[] = []
  /** At the desk. */
  const taken = {
    orders: [] as (typeof orders.$inferInsert)[],
    entries: [] as (typeof ledgerEntries.$inferInsert)[],
  }
  for (let day = -daysBack; day <= daysAhead; day++) {
    const on = addDays(today, day)
    if (members.length === 0 || weekdayOf(on) === 'sunday' || !draw.chance(0.3)) continue
    const hours = draw.pick([4, 4, 5, 8])
    const startTime = draw.pick(['09:00', '10:00', '11:00'])
    const endTime = endOf(startTime, hours)!
    const [startsAt, endsAt] = [instantOf(on, startTime), instantOf(on, endTime)]
    if (busy.some(([from, until]) => from < endsAt.getTime() && until > startsAt.getTime())) continue
    const member = draw.pick(members)
    if (member.joinedOn > addDays(on, -7)) continue
    const isOver = endsAt <= tx.now
    const id = randomUUID()
    const pricePence = priceOf(hours, 'card', defaultSettings).pence
    const orderId = isOver ? randomUUID() : null
    rows.push({
      ...{ id, orderId, userId: member.id, spaceId, bookingDate: on, startTime, endTime },
      ...{
        startsAt,
        endsAt,
        hours,
        clientName: `${member.firstName} ${member.lastName}`,
        email: member.email,
        projectType: draw.pick(projectTypes),
      },
      ...{ description: draw.pick(plans), paidWith: 'card', pricePence },
      status: isOver ? 'completed' : 'confirmed',
      paidAt: isOver ? endsAt : null,
      createdAt: instantOf(addDays(on < today ? on : today, -draw.between(3, 20)), '14:20'),
    })
    if (!orderId) continue
    const goods = goodsOf({ bookingDate: on, startTime, endTime, pricePence })
    const paid = { userId: member.id, kind: studioOrders.name, way: 'desk' as const, amountPence: pricePence }
    const at = { paidAt: endsAt, expiresAt: endsAt, createdAt: endsAt }
    taken.orders.push({ ...paid, ...goods, ...at, id: orderId, reference: id, status: 'paid' })
    const { description } = goods
    taken.entries.push({ ...paid, orderId, description, externalRef: refs.desk(orderId), createdAt: endsAt })
  }
  await insertAll(tx, orders, taken.orders)
  await insertAll(tx, ledgerEntries, taken.entries)
  await insertAll(tx, studioBookings, rows)
}
