import { randomUUID } from 'node:crypto'
import { createRouterClient } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { router } from '#api.ts'
import { bookings } from '#features/spaces/calendar/table.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { transact } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import { addDays, calendarDate } from '#platform/time.ts'
import { seedPictures } from './artwork/pictures.ts'
import { callerAs } from './caller.ts'
import { type DemoPerson, seedPeople } from './demo-people.ts'
import { freeForm } from './factories/applications.ts'
import { type DemoSignIn, demoSignIns, keepSignIns } from './first-start.ts'
import { seedHouse } from './house.ts'
import { seedLivedHouse } from './lived/house.ts'

/**
 * Fills an empty venue with a believable one: tiers, facilities, pictures, market days, texts, a few people who can sign
 * in, and around them a house in its third year. With `isSmall` those few are all there are. Repeating it adds what is missing and changes nothing else. Passwords are made here, and readable in
 * `demo-sign-ins.json` of the data folder by its owner only.
 */
export async function seedDemo(
  runtime: Runtime,
  { databaseUrl, isSmall = false }: { databaseUrl: string; isSmall?: boolean },
): Promise<DemoSignIn[]> {
  const lock = await runtime.db.$client.connect()
  try {
    // Two processes that start at once on an empty database: the second waits and finds everything there.
    await lock.query(
      "set statement_timeout = 0; set lock_timeout = 0; select pg_advisory_lock(hashtext('exchange.seed'))",
    )
    const cause = {
      actorId: null,
      isAudited: true,
      ipAddress: null,
      requestId: 'demo seed',
      now: runtime.clock.now(),
    }
    await transact(runtime, cause, seedHouse)
    await seedPictures(runtime)
    const people = await transact(runtime, cause, seedPeople)
    const signIns = await demoSignIns(runtime.env.dataDir)
    for (const { role, email, password } of people) if (password) signIns.push({ role, email, password })
    await keepSignIns(runtime.env.dataDir, signIns)
    await seedActivity(runtime, people)
    const committee = people.flatMap(({ id, roles }) => (roles.includes('committee') ? [id] : []))
    if (!isSmall) await seedLivedHouse(runtime, databaseUrl, committee)
    return signIns
  } finally {
    // Closed rather than given back: its settings and its lock end with it.
    lock.release(true)
  }
}

/** An application that waits and a few bookings, made through the same procedures that people use. */
async function seedActivity(runtime: Runtime, people: (DemoPerson & { id: string })[]): Promise<void> {
  const find = (role: string) => people.find(person => person.role === role)!
  const hana = find('applicant')
  const applicant = callerFor(runtime, hana.id)
  const { application } = await applicant.applications.mine()
  if (!application) await applicant.applications.submit(freeForm(hana, { phoneNumber: '+44 20 7946 0107' }))

  const userId = find('member').id
  const [mine] = await runtime.db.select({ id: bookings.id }).from(bookings).where(eq(bookings.userId, userId)).limit(1)
  if (mine) return
  const member = callerFor(runtime, userId)
  const today = calendarDate(runtime.clock.now())
  for (const [slug, days, startsAt] of plans) {
    const [type] = await runtime.db
      .select({ id: bookingTypes.id })
      .from(bookingTypes)
      .where(eq(bookingTypes.slug, slug))
    if (type)
      await member.bookings.place({
        facilityId: type.id,
        on: addDays(today, days),
        startsAt,
        payWith: 'tokens',
        termsAccepted: true,
      })
  }
}

const plans = [
  ['podcast_studio', 2, '10:00'],
  ['sauna', 3, '18:00'],
  ['meeting_room', 6, '14:30'],
  ['music_studio', 9, '16:00'],
] as const

/** The router in the name of a person, with the rights they have. */
function callerFor(runtime: Runtime, userId: string) {
  return createRouterClient(router, {
    context: () => ({
      runtime,
      request: { id: 'demo seed', ipAddress: '127.0.0.1', userAgent: null, idempotencyKey: randomUUID() },
      identify: () => callerAs(runtime, userId),
    }),
  })
}
