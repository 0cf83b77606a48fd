import { eq } from 'drizzle-orm'
import { bookings } from '#features/spaces/bookings/table.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { addDays } from '#platform/dates.ts'
import { transact } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import { calendarDate } from '#platform/time.ts'
import { seedPictures } from './artwork/pictures.ts'
import { callerFor } from './caller.ts'
import { type DemoPerson, seedPeople } from './demo-people.ts'
import { freeForm } from './factories/applications.ts'
import { type DemoSignIn, demoSignIns, keepSignIns } from './first-start.ts'
import { seedGoods } from './goods.ts'
import { seedHouse } from './house.ts'
import { seedCommunity } from './lived/community.ts'
import { seedCreatives } from './lived/creatives.ts'
import { seedDocuments } from './lived/documents.ts'
import { seedLivedHouse } from './lived/house.ts'
import { seedOffice } from './lived/office.ts'
import type { Known } from './lived/residents.ts'
import { seedSections } from './lived/sections.ts'
import { seedStallPapers } from './lived/stalls.ts'
import { seedStore } from './lived/store.ts'

/**
 * Fills an empty venue with a believable one: tiers, facilities, pictures, market days, texts, a few people who can sign
 * in, and around them a house in its third year. With `isSmall` those few are all there are. Repeating it adds what is
 * missing and changes nothing else. Passwords are made here, and readable in `demo-sign-ins.json` of the data folder by its
 * owner only.
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
    // Nobody did this: it is no work of the back office's, and no alarm tells of an admin who is new.
    const cause = {
      ...{ actorId: null, isAudited: false, ipAddress: null, requestId: 'demo seed' },
      now: runtime.clock.now(),
    }
    await transact(runtime, cause, seedHouse)
    await seedPictures(runtime)
    const goods = await seedGoods(runtime, databaseUrl)
    const people = await transact(runtime, cause, tx => seedPeople(tx, { isSmall }))
    const signIns = await demoSignIns(runtime.env.dataDir)
    for (const { role, email, password } of people) if (password) signIns.push({ role, email, password })
    await keepSignIns(runtime.env.dataDir, signIns)
    const isNew = !isSmall && (await seedLivedHouse(runtime, databaseUrl, people.flatMap(knownOf)))
    if (!isSmall) await seedDocuments(runtime, cause)
    if (!isSmall) await seedStallPapers(runtime, cause)
    if (!isSmall) await seedCommunity(runtime, cause)
    await seedActivity(runtime, people)
    const find = (role: string) => people.find(person => person.role === role)!.id
    if (!isSmall) await seedCreatives(runtime, cause, find('admin'))
    await seedSections(runtime, cause, find('admin'))
    if (!isSmall) await seedStore(runtime, cause, { databaseUrl, goods, memberId: find('member') })
    if (isNew) await seedOffice(runtime, { adminId: find('admin'), memberId: find('member') })
    return signIns
  } finally {
    // Closed rather than given back: its settings and its lock end with it.
    lock.release(true)
  }
}

const knownOf = ({ membership, roles, months, ...person }: DemoPerson & { id: string; phone: string }): Known[] =>
  membership ? [{ ...person, role: roles[0] ?? null, slug: membership, months }] : []

/** An application that waits and, where nobody has booked yet, a few bookings, made through the same procedures that people use. */
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
