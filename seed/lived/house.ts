import { asc, inArray, like } from 'drizzle-orm'
import pg from 'pg'
import { settings } from '#features/house/settings/table.ts'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { user } from '#platform/db/tables.ts'
import { type Cause, type Tx, transact } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import { calendarDate } from '#platform/time.ts'
import { createSchema } from '#simulators/stripe/store.ts'
import { insertApplications, insertOthers } from './admissions.ts'
import { insertCodes } from './conduct.ts'
import { insertEvents } from './events.ts'
import { insertFairUse } from './fair-use.ts'
import { insertGuestTickets } from './guest-tickets.ts'
import { insertGuests } from './guests.ts'
import { insertHosting } from './hosting.ts'
import { insertIncidents } from './incidents.ts'
import { lots } from './lot.ts'
import { insertMarkets } from './market.ts'
import { insertCustomers, insertMemberships } from './memberships.ts'
import { insertNotifications } from './notifications.ts'
import { insertPresence } from './presence.ts'
import { rememberedProvider } from './provider.ts'
import { drawInvitations, insertReferrals } from './referrals.ts'
import { insertRentals } from './rentals.ts'
import { admitKnown, drawResidents, insertResidents, type Known, knownResidents } from './residents.ts'
import { insertStalls } from './stalls.ts'
import { insertStudio } from './studio.ts'
import { insertTours } from './tours.ts'
import { insertTrouble } from './trouble.ts'
import { insertWaiting } from './waiting.ts'
import { insertWeeks } from './weeks.ts'
import { vat } from './words.ts'

// With the seven members who can sign in there are 140.
const residents = 133

/**
 * Thirty months of a house: its members, applications, bookings, markets and money, drawn by the same lot for everybody and
 * told from today backwards. What the payment provider knows of it goes into the books of its simulator, where that is on.
 * Does nothing, and says so, where it was done before. `known` can sign in; who of them has no membership yet gets one with its years.
 */
export async function seedLivedHouse(runtime: Runtime, databaseUrl: string, known: Known[]): Promise<boolean> {
  const [done] = await runtime.db
    .select({ id: user.id })
    .from(user)
    .where(like(user.email, '%@members.example'))
    .limit(1)
  if (done) return false
  const isSimulated = runtime.env.simulate.stripe
  const provider = rememberedProvider()
  const draw = lots(20_240_522)
  // Nobody did this: it is no work of the back office's.
  const cause: Cause = {
    ...{ actorId: null, isAudited: false, ipAddress: null, requestId: 'demo seed' },
    now: runtime.clock.now(),
  }
  await transact(runtime, cause, async tx => {
    const today = calendarDate(tx.now)
    const drawn = drawResidents(draw, residents, today)
    await insertResidents(tx, drawn)
    const hosts = knownResidents(draw, await withoutMembership(tx, known), today)
    await admitKnown(tx, hosts)
    const people = [...hosts, ...drawn]
    const tiers = await tx.select().from(membershipTiers).orderBy(asc(membershipTiers.pricePence))
    const invitations = drawInvitations(draw, people, today)
    await tx
      .insert(settings)
      .values({ key: 'vatNumber', value: vat.vatNumber, updatedAt: tx.now })
      .onConflictDoNothing()
    const times = await insertMemberships(tx, people, tiers, provider, { isSimulated, invitations })
    await insertReferrals(tx, invitations)
    await insertWeeks(tx, draw, { times, invitations, provider, isSimulated })
    const committee = [...known, ...drawn].flatMap(({ id, role }) => (role === 'committee' ? [id] : []))
    await insertApplications(tx, draw, { residents: people, committee, tiers, invitations })
    await insertCodes(tx, draw, people)
    await insertMarkets(tx, draw, people)
    const doorId = people.find(({ role }) => role === 'door')!.id
    // By lots of its own: what others draw stays what it was.
    await insertGuestTickets(tx, lots(20_251_122), { provider, isSimulated, doorId })
    await insertGuests(tx, draw, people)
    const officeId = known.find(({ role }) => role === 'admin')?.id ?? null
    await insertOthers(tx, draw, { number: people.length + 100, officeId })
    await insertTours(tx, draw, people, officeId)
    await insertStudio(tx, draw, people)
    if (isSimulated) await insertRentals(tx, people, { officeId, provider, publicUrl: runtime.env.publicUrl })
    await insertWaiting(tx, draw, people)
    await insertFairUse(tx, officeId)
    await insertEvents(tx, people)
    // After what the door scanned.
    await insertPresence(tx, draw, people)
    await insertStalls(tx, draw, people, { provider, isSimulated })
    await insertHosting(tx, draw, people, officeId)
    await insertIncidents(tx, lots(20_261_105), people, officeId)
    await insertNotifications(tx, known)
    if (isSimulated) await insertTrouble(tx, provider)
    if (isSimulated) await insertCustomers(tx, provider)
    // At the very end, so that an interrupted start leaves neither our books nor those of the provider behind.
    if (isSimulated) await storeBooks(databaseUrl, provider)
  })
  return true
}

async function withoutMembership(tx: Tx, known: Known[]): Promise<Known[]> {
  const ids = known.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await tx
    .select({ userId: userMemberships.userId })
    .from(userMemberships)
    .where(inArray(userMemberships.userId, ids))
  return known.filter(({ id }) => !rows.some(({ userId }) => userId === id))
}

async function storeBooks(databaseUrl: string, provider: ReturnType<typeof rememberedProvider>): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, application_name: 'exchange seed' })
  try {
    await createSchema(pool)
    const client = await pool.connect()
    try {
      await provider.store(client)
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}
