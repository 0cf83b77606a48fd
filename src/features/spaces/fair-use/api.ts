import { asc, eq, inArray } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import { activeTiersFact } from '#features/membership/tiers/model.ts'
import { allFacilities } from '#features/spaces/facilities/model.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { notFound } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { wallTime } from '#platform/time.ts'
import { messages, ruleId, ruleInput, trialInput } from './inputs.ts'
import { fairUseFact, madeByAll, rulesForStaff } from './model.ts'
import { limitWords, refusedBy } from './rules.ts'
import { fairUseRules } from './table.ts'

/** So many of the bookings that a rule would have refused are named; all of them are counted. */
const named = 20

/** What people may book at most, and when; data that staff change. Asked wherever a place is booked (calendar/rules.ts). */
export const fairUse = {
  /** Every rule in words with where and for whom it is; and what else limits a facility: the hours and the pause of its room. */
  list: forAdmin.route({ method: 'GET', summary: 'Rules of fair use' }).handler(async ({ context: { db, fact } }) => {
    const { opensAt, closesAt } = await fact(settingsFact)
    const rules = await rulesForStaff(db)
    const facilities = await allFacilities(db).orderBy(asc(bookingTypes.sortOrder), asc(bookingTypes.name))
    return {
      rules: rules.map(rule => ({ ...rule, words: limitWords(rule) })),
      tiers: (await fact(activeTiersFact)).map(({ id, name }) => ({ id, name })),
      facilities: facilities.map(facility => ({
        id: facility.id,
        name: facility.name,
        isActive: facility.isActive,
        opensAt: facility.opensAt ?? opensAt,
        closesAt: facility.closesAt ?? closesAt,
        hasOwnHours: facility.opensAt !== null || facility.closesAt !== null,
        turnaroundMinutes: facility.turnaroundMinutes,
      })),
    }
  }),

  /**
   * What a rule would mean before it is saved: the coming bookings that it would have refused when they were made, all of
   * them counted and the first twenty named. They stay as they are. NOT_FOUND when the rule it would replace is not there.
   */
  tryOut: forAdmin
    .route({ method: 'GET', summary: 'What a rule of fair use would refuse' })
    .input(trialInput)
    .handler(async ({ input, context: { db, fact, now } }) => {
      const { id = '', kind, value, facilityId = null, tierId = null } = input
      const rules = await fact(fairUseFact)
      if (id !== '' && !rules.some(rule => rule.id === id)) throw notFound(messages.notFound)
      const refused = refusedBy({ id, kind, value, facilityId, tierId }, rules, await madeByAll(db, now))
      const first = refused.slice(0, named)
      const people = await db
        .select({ id: user.id, name: user.name })
        .from(user)
        .where(
          inArray(
            user.id,
            first.map(({ userId }) => userId),
          ),
        )
      return {
        count: refused.length,
        rows: first.map(({ id, userId, facilityName, on, startsAt, minutes }) => ({
          ...{ id, facilityName, on },
          person: people.find(each => each.id === userId)!,
          startsAt: wallTime(startsAt),
          endsAt: wallTime(new Date(startsAt.getTime() + minutes * 60_000)),
        })),
      }
    }),

  /**
   * Makes a rule, or with `id` puts it in that one's place; what is booked already stays. Throws RULE_EXISTS when there is
   * another one of this kind for the same facility and tier, and NOT_FOUND.
   */
  save: forAdmin
    .route({ summary: 'Save a rule of fair use' })
    .input(ruleInput)
    .handler(({ input: { id, ...rule }, context: { actor, write } }) =>
      write(async tx => {
        const [saved] = id
          ? await tx.update(fairUseRules).set(rule).where(eq(fairUseRules.id, id)).returning({ id: fairUseRules.id })
          : await tx
              .insert(fairUseRules)
              .values({ ...rule, createdBy: actor.userId, createdAt: tx.now })
              .returning({ id: fairUseRules.id })
        if (!saved) throw notFound(messages.notFound)
        await tellChanged(tx)
        return saved
      }),
    ),

  /** Takes a rule away. NOT_FOUND. */
  remove: forAdmin
    .route({ summary: 'Remove a rule of fair use' })
    .input(ruleId)
    .handler(({ input: { id }, context: { write } }) =>
      write(async tx => {
        const [gone] = await tx.delete(fairUseRules).where(eq(fairUseRules.id, id)).returning()
        if (!gone) throw notFound(messages.notFound)
        await tellChanged(tx)
        return { id }
      }),
    ),
}

/** Everybody who looks at times sees them change, and the office its rules. */
async function tellChanged(tx: Tx): Promise<void> {
  for (const topic of ['bookings', 'fairUse']) await tx.announce({ to: 'everyone', topic, kind: 'fair-use.changed' })
}
