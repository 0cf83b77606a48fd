import { eq } from 'drizzle-orm'
import type { CodeSection } from '#features/people/conduct/inputs.ts'
import { codeAcceptances, codeOfConduct } from '#features/people/conduct/table.ts'
import { addDays } from '#platform/dates.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import type { Lots } from './lot.ts'
import type { Resident } from './residents.ts'
import { insertAll } from './rows.ts'

// What the second winter taught the house.
const added: CodeSection['rules'] = [
  'The sauna and the ice bath are quiet places. Phones stay in the locker.',
  'Switch the kiln, the press and the heaters off when you are the last to leave a room.',
]

/** A second version of the code since five months, which nearly everybody has accepted. The first is the one that ships. */
export async function insertCodes(tx: Tx, draw: Lots, residents: Resident[]): Promise<void> {
  const [first] = await tx.select().from(codeOfConduct).where(eq(codeOfConduct.isActive, true))
  if (first?.version !== 1) return
  const publishedOn = addDays(calendarDate(tx.now), -150)
  await tx.update(codeOfConduct).set({ isActive: false }).where(eq(codeOfConduct.id, first.id))
  await tx.insert(codeOfConduct).values({
    ...{ version: 2, title: first.title, publishedAt: instantOf(publishedOn, '09:30') },
    sections: first.sections.map(section =>
      section.number === 2 ? { ...section, rules: [...section.rules, ...added] } : section,
    ),
    publishedBy: residents.find(({ role }) => role === 'admin')?.id ?? null,
  })
  await insertAll(
    tx,
    codeAcceptances,
    residents.flatMap(({ id: userId, joinedOn, role, kind, leftOn }) => {
      const appliedAt = instantOf(addDays(joinedOn, -5), '18:45')
      if (joinedOn > publishedOn) return [{ userId, version: 2, acceptedAt: appliedAt }]
      const readOn = addDays(publishedOn, draw.between(0, 40))
      const isStill = kind !== 'blocked' && kind !== 'suspended' && (leftOn ?? '9999') > readOn
      const again = { userId, version: 2, acceptedAt: instantOf(readOn, draw.pick(['08:20', '12:55', '21:10'])) }
      const isRead = isStill && (role !== null || draw.chance(0.9))
      return [{ userId, version: 1, acceptedAt: appliedAt }, ...(isRead ? [again] : [])]
    }),
  )
}
