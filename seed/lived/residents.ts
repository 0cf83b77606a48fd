import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { profiles, userRoles } from '#features/people/members/table.ts'
import type { Role } from '#platform/auth/actor.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import { addDays, addMonths } from '#platform/dates.ts'
import { account, user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { emailKey } from '#platform/mail/address.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import type { Lots } from './lot.ts'
import { insertAll } from './rows.ts'
import { disciplines, firstNames, lastNames, postcodes, streets, towns } from './words.ts'

/** Where an invented member stands today. */
export type Kind = 'member' | 'leaving' | 'cancelled' | 'paused' | 'overdue' | 'blocked' | 'suspended'

export interface Invented {
  id: string
  firstName: string
  lastName: string
  email: string
  phone: string
  address: string
  town: string
  postcode: string
  discipline: string
  whyJoin: string
}

export interface Resident extends Invented {
  /** The tier they have, or had until they cancelled. */
  slug: string
  kind: Kind
  role: Role | null
  joinedOn: string
  /** They can sign in. */
  isKnown?: boolean
  /** When the paid time of somebody who cancelled was over. */
  leftOn: string | null
}

/** Somebody who can sign in: their account is there, and the house has known them all along. */
export interface Known {
  id: string
  firstName: string
  lastName: string
  email: string
  phone: string
  role: Role | null
  slug: string
  /** How many months before today they joined. */
  months: number
}

/** Those who can sign in, as residents among the others. */
export function knownResidents(draw: Lots, known: Known[], today: string): Resident[] {
  return known.map(({ months: ago, ...person }, n) => {
    const [discipline, whyJoin] = disciplines[n % disciplines.length]!
    return {
      ...person,
      ...{ address: `${draw.between(2, 180)} ${draw.pick(streets)}`, town: 'London', postcode: draw.pick(postcodes) },
      ...{ discipline, whyJoin, kind: 'member' as const, leftOn: null, isKnown: true },
      joinedOn: addDays(addMonths(today, -ago), 3),
    }
  })
}

/** Somebody invented who has no account yet. `number` tells them apart. */
export function invent(draw: Lots, number: number): Invented {
  // Every combination once: the two lists share no factor with their steps.
  const firstName = firstNames[(number * 7) % firstNames.length]!
  const lastName = lastNames[(number * 11 + Math.floor(number / lastNames.length)) % lastNames.length]!
  const [discipline, whyJoin] = draw.pick(disciplines)
  return {
    id: randomUUID(),
    firstName,
    lastName,
    email: `${firstName}.${lastName}@members.example`.toLowerCase(),
    // Ofcom keeps these numbers for stories.
    phone: `+447700900${String(number % 1000).padStart(3, '0')}`,
    address: `${draw.between(2, 180)} ${draw.pick(streets)}`,
    town: draw.pick(towns),
    postcode: draw.pick(postcodes),
    discipline,
    whyJoin,
  }
}

const months = 30
const special: Kind[] = [
  ...['paused', 'paused', 'overdue', 'blocked', 'suspended', 'leaving', 'leaving', 'leaving'],
  ...Array.from({ length: 9 }, () => 'cancelled'),
] as Kind[]

/** Everybody who joined within thirty months, first come first. Three in five pay. */
export function drawResidents(draw: Lots, people: number, today: string): Resident[] {
  const opened = addMonths(today, -months)
  const days = (Date.parse(today) - Date.parse(opened)) / 86_400_000 - 5
  return Array.from({ length: people }, (_, n) => {
    // Two join the committee and one the door; from the twentieth on the special ones are strewn in.
    const role = n < 2 ? 'committee' : n === 2 ? 'door' : null
    const kind = n >= 20 && n % 5 === 0 ? (special[n / 5 - 4] ?? 'member') : 'member'
    const joinedOn = addDays(opened, Math.floor((days * n) / people) + draw.below(5))
    const isPaid = kind !== 'member' || draw.chance(0.6)
    const slug = isPaid ? draw.pick(['builder', 'builder', 'creator', 'creator', 'innovator']) : 'explorer'
    const since = Math.max(1, monthsBetween(joinedOn, today))
    return {
      ...invent(draw, n),
      slug,
      kind,
      role,
      joinedOn,
      leftOn: kind === 'cancelled' ? addMonths(joinedOn, Math.max(1, Math.floor(since * 0.7))) : null,
    }
  })
}

/** Whole months from one day to another. */
export function monthsBetween(from: string, to: string): number {
  let count = 0
  while (addMonths(from, count + 1) <= to) count++
  return count
}

/** Their accounts, under a password that nobody knows. */
export async function insertAccounts(
  tx: Tx,
  people: (Invented & { createdOn: string; approval: 'approved' | 'pending' | 'rejected' })[],
): Promise<void> {
  await insertAll(
    tx,
    user,
    people.map(({ id, firstName, lastName, email, phone, createdOn }) => {
      const createdAt = instantOf(createdOn, '18:40')
      return {
        ...{ id, firstName, lastName, email, phone, createdAt },
        ...{ name: `${firstName} ${lastName}`, emailKey: emailKey(email), emailVerified: true, updatedAt: createdAt },
      }
    }),
  )
  const password = await hashPassword(randomUUID())
  await insertAll(
    tx,
    account,
    people.map(({ id }) => ({ id: randomUUID(), accountId: id, providerId: 'credential', userId: id, password })),
  )
  await writeProfiles(tx, people)
}

/** Where they live and since when the house knows them. */
async function writeProfiles(
  tx: Tx,
  people: (Invented & { createdOn: string; approval: 'approved' | 'pending' | 'rejected' })[],
): Promise<void> {
  await tx.execute(sql`update ${profiles} p set address_line1 = v.address, city = v.town, postal_code = v.postcode,
    approval_status = v.approval, created_at = v.at
    from jsonb_to_recordset(${JSON.stringify(
      people.map(({ id, address, town, postcode, approval, createdOn }) => ({
        ...{ id, address, town, postcode, approval },
        at: instantOf(createdOn, '18:40'),
      })),
    )}::jsonb) as v(id text, address text, town text, postcode text, approval text, at timestamptz) where p.user_id = v.id`)
}

/** Those who can sign in have been here as long as the others. */
export async function admitKnown(tx: Tx, known: Resident[]): Promise<void> {
  await writeProfiles(
    tx,
    known.map(person => ({ ...person, createdOn: addDays(person.joinedOn, -6), approval: 'approved' as const })),
  )
  for (const { id, joinedOn } of known) {
    await tx
      .update(user)
      .set({ createdAt: instantOf(addDays(joinedOn, -6), '18:40') })
      .where(eq(user.id, id))
    await tx
      .update(userRoles)
      .set({ grantedAt: instantOf(joinedOn, '12:00') })
      .where(eq(userRoles.userId, id))
  }
}

/** Members with their roles, and why two of them are kept out. */
export async function insertResidents(tx: Tx, residents: Resident[]): Promise<void> {
  await insertAccounts(
    tx,
    residents.map(person => ({ ...person, createdOn: addDays(person.joinedOn, -6), approval: 'approved' as const })),
  )
  await insertAll(
    tx,
    userRoles,
    residents.flatMap(({ id, role, joinedOn }) =>
      role ? [{ userId: id, role, grantedAt: instantOf(joinedOn, '12:00') }] : [],
    ),
  )
  for (const { id, kind } of residents)
    if (kind === 'blocked' || kind === 'suspended')
      await tx
        .update(profiles)
        .set({
          accountStatus: kind,
          blockedAt: instantOf(addDays(calendarDate(tx.now), -9), '11:20'),
          blockedReason:
            kind === 'blocked'
              ? 'Let people without a ticket into the market twice, after a warning.'
              : 'A complaint is being looked into. We will write to you within a fortnight.',
        })
        .where(sql`${profiles.userId} = ${id}`)
}
