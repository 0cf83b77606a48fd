import { eq } from 'drizzle-orm'
import { userMemberships } from '#features/membership/memberships/table.ts'
import type { Tier } from '#features/membership/tiers/model.ts'
import { catalogues } from '#features/membership/tiers/rules.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { calendarDate } from '#platform/time.ts'
import type { Target } from './target.ts'

/** The tier of this slug; made as the house ships it if it is not there. */
export async function tier({ db, settled }: Target, slug: string): Promise<Tier> {
  const shipped = Object.values(catalogues)
    .flat()
    .find(each => each.slug === slug)
  if (shipped) await db.insert(membershipTiers).values(shipped).onConflictDoNothing()
  await settled?.()
  const [found] = await db.select().from(membershipTiers).where(eq(membershipTiers.slug, slug))
  if (!found) throw new Error(`There is no tier ${slug}, and the house ships none.`)
  return found
}

/** An active membership of this tier, paid if it costs something; with its id and its tier. */
export async function membership(
  target: Target,
  { userId, slug, paidUntil = null }: { userId: string; slug: string; paidUntil?: Date | null },
): Promise<{ id: string; userId: string; tier: Tier }> {
  const found = await tier(target, slug)
  const now = target.clock.now()
  const isPaid = found.pricePence > 0
  const [row] = await target.db
    .insert(userMemberships)
    .values({
      userId,
      tierId: found.id,
      paymentStatus: isPaid ? 'paid' : 'waived',
      startedOn: calendarDate(now),
      paidSinceOn: isPaid ? calendarDate(now) : null,
      currentPeriodStart: now,
      currentPeriodEnd: isPaid ? paidUntil : null,
      createdAt: now,
    })
    .returning({ id: userMemberships.id })
  return { id: row!.id, userId, tier: found }
}
