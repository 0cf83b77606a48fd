import { eq, gte, sql } from 'drizzle-orm'
import { checkIns } from '#features/door/presence/table.ts'
import { scans } from '#features/door/scans/table.ts'
import { guestPasses } from '#features/guests/passes/table.ts'
import { readSettings } from '#features/house/settings/model.ts'
import { marketVisitorTickets } from '#features/market/tickets/table.ts'
import { addDays } from '#platform/dates.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import type { Lots } from './lot.ts'
import type { Resident } from './residents.ts'
import { insertAll } from './rows.ts'
import { firstNames, lastNames } from './words.ts'

/** Of a hundred members, how many come on a day, from Sunday on: evenings and Saturdays are full, Mondays quiet. */
const share = [0.1, 0.12, 0.2, 0.22, 0.24, 0.26, 0.3]
const daysBack = 42

/** Most show their code; a few read its letters out, or are waved in. */
const methods = ['qr', 'qr', 'qr', 'typed', 'qr', 'qr', 'manual'] as const

type Visit = typeof checkIns.$inferInsert

/** Six weeks of people in the house, and while it is open those who are in it now; whom a scan let in came by that scan. */
export async function insertPresence(tx: Tx, draw: Lots, residents: Resident[]): Promise<void> {
  const today = calendarDate(tx.now)
  const doorId = residents.find(({ role }) => role === 'door')!.id
  const members = residents.filter(({ kind }) => kind === 'member')
  const first = addDays(today, -daysBack)
  const visits: Visit[] = await scannedVisits(tx, draw, instantOf(first, '00:00'), instantOf(today, '00:00'))
  const seen = new Set(visits.map(({ userId, checkInTime }) => `${userId} ${calendarDate(checkInTime)}`))
  for (let on = first; on < today; on = addDays(on, 1)) {
    const weekday = new Date(`${on}T12:00:00Z`).getUTCDay()
    for (const { id: userId, joinedOn } of members) {
      if (joinedOn >= on || seen.has(`${userId} ${on}`) || !draw.chance(share[weekday]!)) continue
      const hour = draw.chance(0.45) ? draw.between(16, 18) : draw.between(9, 15)
      const checkInTime = instantOf(on, `${String(hour).padStart(2, '0')}:${draw.between(10, 59)}`)
      visits.push({ userId, checkInTime, ...ending(draw, on, checkInTime, 40, 300), ...byHand(doorId, checkInTime) })
    }
  }
  visits.push(...(await presentNow(tx, draw, members, doorId)))
  await insertAll(tx, checkIns, visits)
}

/** Who is in the house now, since the last hours in which it is open; nobody while it is closed. */
export async function presentNow(
  tx: Tx,
  draw: Lots,
  members: Pick<Resident, 'id'>[],
  doorId: string,
): Promise<Visit[]> {
  const { opensAt, closesAt } = await readSettings(tx)
  const today = calendarDate(tx.now)
  const opened = instantOf(today, opensAt)
  // A house that closes at midnight, or later, is open until the day is over.
  const closed = closesAt > opensAt ? instantOf(today, closesAt) : instantOf(addDays(today, 1), '00:00')
  if (tx.now <= opened || tx.now >= closed) return []
  const earliest = Math.max(opened.getTime(), tx.now.getTime() - 5 * 3_600_000)
  const cameAt = () => new Date(earliest + Math.floor(((tx.now.getTime() - earliest) * draw.between(2, 97)) / 100))
  const visits: Visit[] = []
  for (const [index, { id: userId }] of members.slice(0, 80).entries()) {
    if (!draw.chance(0.3)) continue
    const checkInTime = cameAt()
    const entryMethod = methods[index % methods.length]!
    visits.push({ userId, checkInTime, entryMethod, ...byHand(doorId, checkInTime) })
  }
  for (const notes of [
    'Here for the portrait sitting',
    'Delivers the new printing press',
    '',
    'Comes to look at the hall',
  ]) {
    const checkInTime = cameAt()
    const guestName = `${draw.pick(firstNames)} ${draw.pick(lastNames)}`
    visits.push({ guestName, notes, checkInTime, ...byHand(doorId, checkInTime) })
  }
  return visits
}

const byHand = (doorId: string, at: Date) => ({ checkedInBy: doorId, createdAt: at })

/** Most are seen leaving; the others are checked out at midnight. */
function ending(draw: Lots, on: string, from: Date, least: number, most: number) {
  const midnight = instantOf(addDays(on, 1), '00:00')
  const left = new Date(from.getTime() + draw.between(least, most) * 60_000)
  return draw.chance(0.85) && left < midnight
    ? { checkOutTime: left, ending: 'left' as const }
    : { checkOutTime: midnight, ending: 'midnight' as const }
}

/** The first entry of each pass that the door let in since then. */
async function scannedVisits(tx: Tx, draw: Lots, from: Date, until: Date): Promise<Visit[]> {
  const guestName = sql<string>`coalesce(${marketVisitorTickets.guestName}, ${guestPasses.guestName}, '')`
  const entries = await tx
    .select({
      ...{ scanId: scans.id, passId: scans.passId, userId: scans.personId, kind: scans.kind, at: scans.scannedAt },
      ...{ isFirst: scans.isFirstEntry, by: scans.scannedBy, guestName },
    })
    .from(scans)
    .leftJoin(marketVisitorTickets, eq(marketVisitorTickets.id, scans.passId))
    .leftJoin(guestPasses, eq(guestPasses.id, scans.passId))
    .where(gte(scans.scannedAt, from))
    .orderBy(scans.scannedAt, scans.id)
  return entries.flatMap(({ at, isFirst, by, userId, guestName: called, ...entry }): Visit[] => {
    if (!isFirst || at >= until) return []
    const paid = userId === null && entry.kind === 'market-checkin'
    return [
      {
        ...{ ...entry, userId, guestName: userId === null ? called : null, checkInTime: at, createdAt: at },
        ...{ entryMethod: paid ? 'paid' : 'qr', checkedInBy: by, ...ending(draw, calendarDate(at), at, 30, 200) },
      },
    ]
  })
}
