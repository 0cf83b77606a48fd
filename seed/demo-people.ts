import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { grantWeek } from '#features/membership/tokens/model.ts'
import type { Role } from '#platform/auth/actor.ts'
import { addDays } from '#platform/dates.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { emailKey } from '#platform/mail/address.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { membership } from './factories/memberships.ts'
import { person } from './factories/people.ts'

export interface DemoPerson {
  /** What this person is for: `admin`. */
  role: string
  firstName: string
  lastName: string
  email: string
  roles: Role[]
  membership: 'creator' | 'explorer' | null
  /** How many months ago they joined, where the house has been lived in. */
  months: number
}

const invented = (
  role: string,
  name: string,
  email: string,
  roles: Role[],
  membership: DemoPerson['membership'],
  months: number,
): DemoPerson => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { role, firstName, lastName, email: `${email}@demo.example`, roles, membership, months }
}

/** One of everybody that the house tells apart. */
export const demoPeople: DemoPerson[] = [
  invented('admin', 'Grace Holloway', 'admin', ['admin'], 'explorer', 30),
  invented('committee', 'Ben Hartley', 'committee', ['committee'], 'explorer', 29),
  invented('committee2', 'Chiara Rossi', 'committee2', ['committee'], 'creator', 28),
  invented('committee3', 'Dev Patel', 'committee3', ['committee'], 'creator', 21),
  invented('door', 'Finn Murray', 'door', ['door'], 'explorer', 24),
  invented('member', 'Ada Okafor', 'member', [], 'creator', 9),
  invented('freeMember', 'Elif Kaya', 'free', [], 'explorer', 5),
  invented('applicant', 'Hana Sato', 'applicant', [], null, 0),
]

export interface Seeded extends DemoPerson {
  id: string
  phone: string
  /** Of those who were made just now. */
  password: string | null
}

/** Makes who is missing. With `isSmall` a membership starts today; a house that has been lived in gives them one with years. */
export async function seedPeople(tx: Tx, { isSmall }: { isSmall: boolean }): Promise<Seeded[]> {
  const target = { db: tx, clock: { now: () => tx.now } }
  const all: Seeded[] = []
  for (const demo of demoPeople) {
    const { firstName, lastName, email, roles } = demo
    const phone = `+4420794601${String(all.length).padStart(2, '0')}`
    const [found] = await tx
      .select({ id: user.id })
      .from(user)
      .where(eq(user.emailKey, emailKey(email)))
    if (found) {
      all.push({ ...demo, id: found.id, phone, password: null })
      continue
    }
    const password = newPassword()
    const approval = demo.membership ? 'approved' : 'pending'
    const { id } = await person(target, { firstName, lastName, email, phone, password, roles, approval })
    if (demo.membership && isSmall) {
      // Paid until the year is over, with the tokens of this week.
      const paidUntil = instantOf(addDays(calendarDate(tx.now), 365), '00:00')
      const made = await membership(target, { userId: id, slug: demo.membership, paidUntil })
      await grantWeek(tx, { userId: id, currentPeriodEnd: paidUntil, pausedFrom: null }, made.tier, 'week')
    }
    all.push({ ...demo, id, phone, password })
  }
  return all
}

// Without letters and digits that are taken for one another, in groups that can be typed.
const alphabet = 'abcdefghjkmnpqrstuvwxyz'

/** About 68 bits, upper and lower case and a digit. */
function newPassword(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  const first = group()
  return `${first[0]!.toUpperCase()}${first.slice(1)}-${group()}-${group()}-${randomInt(1000, 9999)}`
}
