import { createHash, randomUUID } from 'node:crypto'
import { admittedWords } from '#features/door/scans/rules.ts'
import { scans } from '#features/door/scans/table.ts'
import { guestPass } from '#features/guests/passes/rules.ts'
import { guestPasses } from '#features/guests/passes/table.ts'
import { addDays } from '#platform/dates.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import type { Lots } from './lot.ts'
import type { Resident } from './residents.ts'
import { insertAll } from './rows.ts'
import { firstNames, lastNames } from './words.ts'

const notes = ['Brings a large case', 'Here for the portrait sitting', 'Needs the step-free way in', 'Session at two']

/** Eight months of members' guests: most came, some never did, some were put off, a few are still to come. */
export async function insertGuests(tx: Tx, draw: Lots, residents: Resident[]): Promise<void> {
  const today = calendarDate(tx.now)
  const door = residents.find(({ role }) => role === 'door')!
  const passes: (typeof guestPasses.$inferInsert)[] = []
  const seen: (typeof scans.$inferInsert)[] = []
  for (const host of residents) {
    if (host.kind !== 'member' || host.slug === 'explorer') continue
    // Who can sign in has somebody coming and somebody who came.
    const ages = Array.from({ length: draw.between(0, 4) }, () => draw.between(2, 240))
    for (const age of host.isKnown ? [2, 24, 61, 110, ...ages] : ages) {
      const on = addDays(today, -age)
      if (host.joinedOn >= on) continue
      const id = randomUUID()
      const validUntil = addDays(on, 7)
      const createdAt = instantOf(on, `${draw.between(10, 18)}:${draw.between(10, 59)}`)
      const cameAt = instantOf(addDays(on, draw.between(1, 7)), `${draw.between(10, 17)}:${draw.between(10, 59)}`)
      const isCancelled = draw.chance(0.1)
      const hasCome = !isCancelled && draw.chance(0.78) && cameAt < tx.now && validUntil < today
      const [first, last] = [draw.pick(firstNames), draw.pick(lastNames)]
      passes.push({
        ...{ id, inviterUserId: host.id, guestName: `${first} ${last}`, validUntil, createdAt },
        guestEmail: `${first}.${last}.${passes.length}@guests.example`.toLowerCase().replaceAll(/[^a-z0-9.@]/g, ''),
        notes: draw.chance(0.3) ? draw.pick(notes) : '',
        passCode: draw.text(8),
        ...(isCancelled && { status: 'cancelled' as const }),
        ...(hasCome && { status: 'used' as const, timesUsed: 1, lastUsedAt: cameAt }),
      })
      if (hasCome)
        seen.push({
          ...{ id: randomUUID(), kind: guestPass.name, deviceId: 'Door phone', scannedAt: cameAt, receivedAt: cameAt },
          ...{ scannedBy: door.id, codeHash: createHash('sha256').update(id).digest('hex'), passId: id },
          ...{ outcome: 'admitted' as const, message: admittedWords(true), isFirstEntry: true },
        })
    }
  }
  await insertAll(tx, guestPasses, passes)
  await insertAll(tx, scans, seen)
}
