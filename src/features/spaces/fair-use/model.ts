import { asc, eq, type SQLWrapper, sql } from 'drizzle-orm'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { type CalendarDate, mondayOf } from '#platform/dates.ts'
import { fact, type ReadFact } from '#platform/db/facts.ts'
import type { Reader } from '#platform/db/pool.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { asksForPerson, type FairUse, type FairUseRule, type Made } from './rules.ts'
import { fairUseRules } from './table.ts'

const ruleColumns = {
  id: fairUseRules.id,
  kind: fairUseRules.kind,
  value: fairUseRules.value,
  facilityId: fairUseRules.facilityId,
  tierId: fairUseRules.tierId,
}

/** The rules, for whatever only shows what they mean; a write reads them inside its transaction (`fairUseFor`). */
export const fairUseFact = fact({
  tables: [fairUseRules],
  read: (db): Promise<FairUseRule[]> => db.select(ruleColumns).from(fairUseRules),
})

/** The rules with where and for whom they are, for staff: those for every facility first. */
export const rulesForStaff = (db: Reader) =>
  db
    .select({ ...ruleColumns, facilityName: bookingTypes.name, tierName: membershipTiers.name })
    .from(fairUseRules)
    .leftJoin(bookingTypes, eq(bookingTypes.id, fairUseRules.facilityId))
    .leftJoin(membershipTiers, eq(membershipTiers.id, fairUseRules.tierId))
    .orderBy(
      sql`${bookingTypes.sortOrder} nulls first`,
      asc(bookingTypes.name),
      asc(fairUseRules.kind),
      sql`${membershipTiers.pricePence} nulls first`,
    )

/** Everything that the rules need to know of a person now, for a select; read by `fairUseFrom`. */
export const fairUseFor = (userId: string | SQLWrapper, now: Date) => sql<StoredFairUse>`jsonb_build_object(
  'rules', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'value', f.value,
    'facilityId', f.facility_id, 'tierId', f.tier_id)), '[]') from ${fairUseRules} f),
  'since', (select min(m.started_on) from ${userMemberships} m where m.user_id = ${userId}),
  'booked', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'facilityId', b.facility_id, 'on', b.booked_on,
    'startsAt', b.starts_at, 'minutes', b.minutes)), '[]')
    from bookings_of(${userId}, ${weekOf(now)}, ${now.toISOString()}) b))`

export interface StoredFairUse {
  rules: FairUseRule[]
  since: CalendarDate | null
  booked: { id: string; facilityId: string; on: CalendarDate; startsAt: string; minutes: number }[]
}

export const fairUseFrom = ({ booked, ...more }: StoredFairUse): FairUse => ({
  ...more,
  booked: booked.map(({ startsAt, ...booking }) => ({ ...booking, startsAt: new Date(startsAt) })),
})

/** What the rules need to know of a person, as it is now; in one statement. */
export async function readFairUse(db: Reader, userId: string, now: Date): Promise<FairUse> {
  const { rows } = await db.execute<{ use: StoredFairUse }>(sql`select ${fairUseFor(userId, now)} as use`)
  return fairUseFrom(rows[0]!.use)
}

/**
 * What of the person has to be read to show what they may book: null as long as no rule asks for it, and then the rules that
 * the house keeps at hand are all of it.
 */
export async function fairUseToRead(fact: ReadFact, actor: Actor | null) {
  const rules = await fact(fairUseFact)
  const tierId = actor?.membership?.tierId
  const asks = actor !== null && rules.some(rule => asksForPerson(rule) && (rule.tierId ?? tierId) === tierId)
  return { userId: asks ? actor.userId : null, without: { rules, since: null, booked: [] } satisfies FairUse }
}

/** Coming bookings of everybody, and what else they have in this week, with what a dry run needs to know of their persons. */
export async function madeByAll(db: Reader, now: Date): Promise<Made[]> {
  const { rows } = await db.execute<Omit<Made, 'startsAt' | 'madeAt'> & { startsAt: string; madeAt: string }>(sql`
    select b.id, b.user_id as "userId", b.facility_id as "facilityId", t.name as "facilityName", b.booked_on::text as "on",
      b.starts_at as "startsAt", b.minutes, b.made_at as "madeAt", m.since::text, m."tierId", b.starts_at > ${now.toISOString()} as "isComing"
    from bookings_of(null, ${weekOf(now)}, ${now.toISOString()}) b
    join ${bookingTypes} t on t.id = b.facility_id
    left join (select m.user_id, min(m.started_on) as since, (max(m.tier_id::text) filter (where m.status = 'active')) as "tierId"
      from ${userMemberships} m group by m.user_id) m on m.user_id = b.user_id`)
  return rows.map(({ startsAt, madeAt, ...row }) => ({
    ...row,
    startsAt: new Date(startsAt),
    madeAt: new Date(madeAt),
  }))
}

/** The beginning of this week at the venue. */
const weekOf = (now: Date) => instantOf(mondayOf(calendarDate(now)), '00:00').toISOString()
