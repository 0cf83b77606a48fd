import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { grantWeek } from '#features/membership/memberships/model.ts'
import type { Role } from '#platform/auth/actor.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { emailKey } from '#platform/mail/address.ts'
import { addDays, calendarDate, instantOf } from '#platform/time.ts'
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
}

const invented = (
  role: string,
  name: string,
  email: string,
  roles: Role[],
  membership: DemoPerson['membership'],
): DemoPerson => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { role, firstName, lastName, email: `${email}@demo.example`, roles, membership }
}

/** One of everybody that the house tells apart. */
export const demoPeople: DemoPerson[] = [
  invented('admin', 'Grace Holloway', 'admin', ['admin'], 'explorer'),
  invented('committee', 'Ben Hartley', 'committee', ['committee'], 'explorer'),
  invented('committee2', 'Chiara Rossi', 'committee2', ['committee'], 'creator'),
  invented('committee3', 'Dev Patel', 'committee3', ['committee'], 'creator'),
  invented('door', 'Finn Murray', 'door', ['door'], 'explorer'),
  invented('member', 'Ada Okafor', 'member', [], 'creator'),
  invented('freeMember', 'Elif Kaya', 'free', [], 'explorer'),
  invented('applicant', 'Hana Sato', 'applicant', [], null),
]

/** Makes who is missing. Returns the id of everybody, and the password of those who were made. */
export async function seedPeople(tx: Tx): Promise<(DemoPerson & { id: string; password: string | null })[]> {
  const target = { db: tx, clock: { now: () => tx.now } }
  const all = []
  for (const demo of demoPeople) {
    const { firstName, lastName, email, roles } = demo
    const [found] = await tx
      .select({ id: user.id })
      .from(user)
      .where(eq(user.emailKey, emailKey(email)))
    if (found) {
      all.push({ ...demo, id: found.id, password: null })
      continue
    }
    const password = newPassword()
    const phone = `+4420794601${String(all.length).padStart(2, '0')}`
    const approval = demo.membership ? 'approved' : 'pending'
    const { id } = await person(target, { firstName, lastName, email, phone, password, roles, approval })
    if (demo.membership) {
      // Paid until the year is over, with the tokens of this week.
      const paidUntil = instantOf(addDays(calendarDate(tx.now), 365), '00:00')
      const made = await membership(target, { userId: id, slug: demo.membership, paidUntil })
      await grantWeek(tx, made, made.tier)
    }
    all.push({ ...demo, id, password })
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
