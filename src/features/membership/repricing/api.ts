import { and, asc, eq, sql } from 'drizzle-orm'
import { mailMember } from '#features/membership/memberships/model.ts'
import { userMemberships } from '#features/membership/memberships/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { profiles } from '#features/people/members/table.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { renderMail } from '#platform/mail/render.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { formatCount, formatDay, formatMoney } from '#platform/words.ts'
import { move, tierRef } from './inputs.ts'
import { reprice } from './jobs.ts'
import { newPriceMail } from './mail.tsx'
import { isAtOtherPrice } from './model.ts'
import { firstChargeAt, noticeDays } from './rules.ts'

/** Subscribers who keep a price that their plan has no more, and moving them; part of `memberships` in the router. */
export const repricingCalls = {
  /**
   * Who pays another price than their plan has now: how many at which price, in pence a month, what moving them would bring, and
   * the mail that would tell them. Throws NOT_FOUND.
   */
  otherPrices: forAdmin
    .route({ method: 'GET', summary: 'Subscribers at another price' })
    .input(tierRef)
    .handler(async ({ input: { tierId }, context: { runtime, db } }) => {
      const { tier, groups, people } = await othersOf(db, tierId)
      const morePence = groups.reduce((sum, each) => sum + (tier.pricePence - each.monthlyPence) * each.count, 0)
      const about = {
        firstName: 'Ada',
        tierName: tier.name,
        wasPence: groups[0]?.monthlyPence ?? 0,
        nextPence: tier.pricePence,
      }
      const example = { ...about, from: 'the day of their next charge' }
      const frame = { venue: await runtime.venue(), publicUrl: runtime.env.publicUrl }
      return {
        ...{ pricePence: tier.pricePence, groups, people, morePence, noticeDays },
        count: groups.reduce((sum, each) => sum + each.count, 0),
        mail: {
          subject: newPriceMail.subject(example),
          text: (await renderMail(newPriceMail.body(example, frame))).text,
        },
      }
    }),

  /**
   * Moves them to the price that their plan has now. Each is told by mail, and charged it at least `noticeDays` later: from the next
   * invoice on, or from the one after. NOT_FOUND; CHANGED_MEANWHILE when price or number are no longer what the office saw.
   */
  moveToPrice: forAdmin
    .route({ summary: 'Move subscribers to the present price' })
    .input(move)
    .handler(({ input: { tierId, seenPence, seenCount }, context: { write } }) =>
      write(async tx => {
        const { tier, rows } = await othersOf(tx, tierId)
        demand(
          tier.pricePence === seenPence && rows.length === seenCount
            ? null
            : {
                code: 'CHANGED_MEANWHILE',
                message: `It has changed while you looked: ${formatCount(rows.length, 'subscriber')} and ${formatMoney(tier.pricePence)} now. Nobody was moved; look again.`,
              },
        )
        for (const { id: membershipId, userId, monthlyPence: wasPence, periodEnd, ...person } of rows) {
          const from = firstChargeAt(periodEnd, tx.now)
          const about = { tierName: tier.name, wasPence, nextPence: tier.pricePence }
          const told = from ? formatDay(from) : `the charge after ${formatDay(periodEnd)}`
          // Told in the transaction that asks for it: nobody is charged what they were not told.
          await mailMember(tx, userId, newPriceMail, { ...about, from: told }, { person })
          const runAt = new Date(periodEnd.getTime() + afterChargeMs)
          await tx.enqueue(reprice, { membershipId, wasPence, pence: tier.pricePence }, from ? {} : { runAt })
        }
        await tx.announce({ to: { role: 'admin' }, kind: 'memberships.moved' })
        return { moved: rows.length }
      }),
    ),
}

/** After a charge that is too near for the notice, with some room for the provider. */
const afterChargeMs = 6 * 3_600_000

/** So many of them are named. */
const peopleShown = 12

async function othersOf(db: Reader, tierId: string) {
  const [tier] = await db.select().from(membershipTiers).where(eq(membershipTiers.id, tierId))
  if (!tier) throw notFound('Tier not found')
  const rows = await db
    .select({
      id: userMemberships.id,
      userId: userMemberships.userId,
      ...{ name: user.name, email: user.email, firstName: user.firstName },
      monthlyPence: sql<number>`${userMemberships.monthlyPence}`,
      periodEnd: sql<Date>`${userMemberships.currentPeriodEnd}`.mapWith(userMemberships.currentPeriodEnd),
    })
    .from(userMemberships)
    .innerJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
    .innerJoin(user, eq(user.id, userMemberships.userId))
    .innerJoin(profiles, eq(profiles.userId, userMemberships.userId))
    // Whoever is kept out could neither cancel nor change.
    .where(and(eq(userMemberships.tierId, tierId), isAtOtherPrice, eq(profiles.accountStatus, 'active')))
    .orderBy(asc(user.name), asc(userMemberships.id))
  const prices = [...new Set(rows.map(({ monthlyPence }) => monthlyPence))].sort((a, b) => b - a)
  return {
    tier,
    rows,
    people: rows.slice(0, peopleShown).map(({ name, monthlyPence }) => ({ name, monthlyPence })),
    groups: prices.map(monthlyPence => ({
      monthlyPence,
      count: rows.filter(row => row.monthlyPence === monthlyPence).length,
    })),
  }
}
