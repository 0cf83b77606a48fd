import { createHash, randomUUID } from 'node:crypto'
import { admittedWords } from '#features/door/scans/rules.ts'
import { scans } from '#features/door/scans/table.ts'
import { dayRow } from '#features/market/days/model.ts'
import { marketDays } from '#features/market/days/table.ts'
import { marketRefusals } from '#features/market/tickets/rules.ts'
import { marketVisitorTickets } from '#features/market/tickets/table.ts'
import { addDays, addMonths } from '#platform/dates.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { nextMarketDays } from '../house.ts'
import type { Lots } from './lot.ts'
import type { Resident } from './residents.ts'
import { insertAll } from './rows.ts'
import { firstNames, lastNames } from './words.ts'

type Ticket = typeof marketVisitorTickets.$inferInsert
type Scan = typeof scans.$inferInsert

/** A year of market Saturdays with everybody who came in, and the first tickets of the next one. */
export async function insertMarkets(tx: Tx, draw: Lots, residents: Resident[]): Promise<void> {
  const today = calendarDate(tx.now)
  const past = nextMarketDays(addMonths(today, -12), 14).filter(on => on < today)
  for (const on of past)
    await tx.insert(marketDays).values(dayRow({ on })).onConflictDoNothing({ target: marketDays.on })
  const door = residents.find(({ role }) => role === 'door')!
  const tickets: Ticket[] = []
  const seen: Scan[] = []
  const code = () => `${draw.text(4)}-${draw.text(4)}-${draw.text(4)}`
  for (const on of past)
    for (const resident of residents.filter(({ joinedOn }) => joinedOn < on)) {
      if (!draw.chance(0.32)) continue
      const id = randomUUID()
      const at = new Date(instantOf(on, '10:00').getTime() + draw.between(2, 380) * 60_000)
      const isBack = draw.chance(0.08)
      const again = new Date(at.getTime() + draw.between(35, 100) * 60_000)
      tickets.push({
        ...{ id, on, userId: resident.id, ticketCode: code(), ticketType: 'member', pricePence: 0, status: 'used' },
        ...{ usedAt: at, lastEntryAt: isBack ? again : at, checkInCount: isBack ? 2 : 1, createdAt: at },
      })
      for (const [index, scannedAt] of (isBack ? [at, again] : [at]).entries())
        seen.push({
          ...scanOf(draw, scannedAt, door.id),
          ...{ passId: id, personId: resident.id, outcome: 'admitted', message: admittedWords(index === 0) },
          isFirstEntry: index === 0,
        })
      if (draw.chance(0.04))
        seen.push({ ...scanOf(draw, new Date(at.getTime() - 90_000), door.id), ...refused, personId: resident.id })
    }
  for (const on of past)
    for (let guest = draw.between(14, 34); guest > 0; guest--) {
      const id = randomUUID()
      const at = new Date(instantOf(on, '10:00').getTime() + draw.between(5, 400) * 60_000)
      tickets.push({
        ...{ id, on, ticketCode: code(), ticketType: 'guest', pricePence: 100, status: 'used', usedAt: at },
        ...{ lastEntryAt: at, checkInCount: 1, createdAt: at },
        guestName: draw.chance(0.7) ? `${draw.pick(firstNames)} ${draw.pick(lastNames)}` : null,
      })
      seen.push({
        ...scanOf(draw, at, door.id),
        ...{ passId: id, outcome: 'admitted', message: admittedWords(true), isFirstEntry: true },
      })
    }
  const [next] = nextMarketDays(today, 1)
  for (const { id: userId, kind } of residents.slice(0, 90))
    if (draw.chance(0.12) && kind === 'member')
      tickets.push({
        ...{ on: next!, userId, ticketCode: code(), ticketType: 'member', pricePence: 0 },
        createdAt: instantOf(addDays(today, -draw.between(1, 4)), '17:30'),
      })
  await insertAll(tx, marketVisitorTickets, tickets)
  await insertAll(
    tx,
    scans,
    seen.sort((a, b) => a.scannedAt.getTime() - b.scannedAt.getTime()),
  )
}

const refused = { outcome: 'refused' as const, refusal: 'STALE' as const, message: marketRefusals.STALE.says }

export const scanOf = (draw: Lots, at: Date, scannedBy: string) => ({
  ...{ id: randomUUID(), kind: 'market-checkin', deviceId: 'Door phone', scannedAt: at, receivedAt: at, scannedBy },
  codeHash: createHash('sha256').update(draw.text(24)).digest('hex'),
})
