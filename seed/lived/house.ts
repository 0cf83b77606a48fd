import { asc, like, sql } from 'drizzle-orm'
import pg from 'pg'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { user } from '#platform/db/tables.ts'
import { type Cause, transact } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { createSchema } from '#simulators/stripe/store.ts'
import { insertApplications, insertOthers } from './admissions.ts'
import { lots } from './lot.ts'
import { insertMarkets } from './market.ts'
import { insertCustomers, insertMemberships } from './memberships.ts'
import { rememberedProvider } from './provider.ts'
import { drawResidents, insertResidents } from './residents.ts'
import { insertWeeks } from './weeks.ts'

// With the seven who can sign in there are 140.
const residents = 133

/**
 * Thirty months of a house: its members, applications, bookings, markets and money, drawn by the same lot for everybody and
 * told from today backwards. What the payment provider knows of it goes into the books of its simulator, where that is on.
 * Does nothing where it was done before. `committee` are the ids of the demonstration's own committee.
 */
export async function seedLivedHouse(runtime: Runtime, databaseUrl: string, committee: string[]): Promise<void> {
  const [done] = await runtime.db
    .select({ id: user.id })
    .from(user)
    .where(like(user.email, '%@members.example'))
    .limit(1)
  if (done) return
  const isSimulated = runtime.env.simulate.stripe
  const provider = rememberedProvider()
  const draw = lots(20_240_522)
  // Nobody did this: it is no work of the back office's.
  const cause: Cause = {
    ...{ actorId: null, isAudited: false, ipAddress: null, requestId: 'demo seed' },
    now: runtime.clock.now(),
  }
  await transact(runtime, cause, async tx => {
    const people = drawResidents(draw, residents, calendarDate(tx.now))
    await insertResidents(tx, people)
    // Those who can sign in have been here from the beginning.
    const [founded] = people
    await tx.execute(sql`update ${user} set created_at = ${instantOf(founded!.joinedOn, '09:00')}
      where exists (select 1 from ${userMemberships} m where m.user_id = ${user.id}) and email not like '%@members.example'`)
    const tiers = await tx.select().from(membershipTiers).orderBy(asc(membershipTiers.pricePence))
    const times = await insertMemberships(tx, people, tiers, provider, isSimulated)
    await insertWeeks(tx, draw, times, provider, isSimulated)
    const voters = [...committee, ...people.flatMap(({ id, role }) => (role === 'committee' ? [id] : []))]
    await insertApplications(tx, draw, { residents: people, committee: voters, tiers })
    await insertMarkets(tx, draw, people)
    await insertOthers(tx, draw, people.length + 100)
    if (isSimulated) await insertCustomers(tx, provider)
  })
  if (isSimulated) await storeBooks(databaseUrl, provider)
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
