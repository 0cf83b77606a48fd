import { randomInt, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { profiles, userRoles } from '#features/members/table.ts'
import { activateExplorer, enterTier, grantWeek } from '#features/memberships/model.ts'
import { membershipTiers } from '#features/memberships/table.ts'
import type { Role } from '#platform/actor.ts'
import { emailKey } from '#platform/email.ts'
import { hashPassword } from '#platform/passwords.ts'
import { account, user } from '#platform/tables.ts'
import { addDays, calendarDate, instantOf } from '#platform/time.ts'
import type { Tx } from '#platform/work.ts'

export interface DemoPerson {
  /** What this person is for: `admin`. */
  role: string
  firstName: string
  lastName: string
  email: string
  roles: Role[]
  membership: 'creator' | 'explorer' | null
}

const person = (
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
  person('admin', 'Grace Holloway', 'admin', ['admin'], 'explorer'),
  person('committee', 'Ben Hartley', 'committee', ['committee'], 'explorer'),
  person('committee2', 'Chiara Rossi', 'committee2', ['committee'], 'creator'),
  person('committee3', 'Dev Patel', 'committee3', ['committee'], 'creator'),
  person('door', 'Finn Murray', 'door', ['door'], 'explorer'),
  person('member', 'Ada Okafor', 'member', [], 'creator'),
  person('freeMember', 'Elif Kaya', 'free', [], 'explorer'),
  person('applicant', 'Hana Sato', 'applicant', [], null),
]

/** Makes who is missing. Returns the id of everybody, and the password of those who were made. */
export async function seedPeople(tx: Tx): Promise<(DemoPerson & { id: string; password: string | null })[]> {
  const made = []
  for (const demo of demoPeople) {
    const [found] = await tx
      .select({ id: user.id })
      .from(user)
      .where(eq(user.emailKey, emailKey(demo.email)))
    if (found) {
      made.push({ ...demo, id: found.id, password: null })
      continue
    }
    const id = randomUUID()
    const password = newPassword()
    const { firstName, lastName, email } = demo
    await tx.insert(user).values({
      id,
      name: `${firstName} ${lastName}`,
      email,
      emailKey: emailKey(email),
      emailVerified: true,
      firstName,
      lastName,
      phone: `+4420794601${String(made.length).padStart(2, '0')}`,
      createdAt: tx.now,
      updatedAt: tx.now,
    })
    const hash = await hashPassword(password)
    await tx
      .insert(account)
      .values({ id: randomUUID(), accountId: id, providerId: 'credential', userId: id, password: hash })
    for (const role of demo.roles) await tx.insert(userRoles).values({ userId: id, role, grantedAt: tx.now })
    if (demo.membership) {
      await tx.update(profiles).set({ approvalStatus: 'approved' }).where(eq(profiles.userId, id))
      if (demo.membership === 'explorer') await activateExplorer(tx, id)
      else await payingMember(tx, id, demo.membership)
    }
    made.push({ ...demo, id, password })
  }
  return made
}

/** A membership that was paid until the year is over, with the tokens of this week. */
async function payingMember(tx: Tx, userId: string, slug: string): Promise<void> {
  const [tier] = await tx.select().from(membershipTiers).where(eq(membershipTiers.slug, slug))
  if (!tier) return
  const id = await enterTier(tx, {
    userId,
    tierId: tier.id,
    isPaid: true,
    paymentStatus: 'paid',
    subscriptionId: null,
    periodStart: tx.now,
    periodEnd: instantOf(addDays(calendarDate(tx.now), 365), '00:00'),
  })
  await grantWeek(tx, { id, userId }, tier)
}

// Without letters and digits that are taken for one another, in groups that can be typed.
const alphabet = 'abcdefghjkmnpqrstuvwxyz'

/** About 68 bits, upper and lower case and a digit. */
function newPassword(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  const first = group()
  return `${first[0]!.toUpperCase()}${first.slice(1)}-${group()}-${group()}-${randomInt(1000, 9999)}`
}
