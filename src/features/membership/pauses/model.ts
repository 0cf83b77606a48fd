import { and, asc, eq, gte, isNull, or } from 'drizzle-orm'
import type { Settings } from '#features/house/settings/inputs.ts'
import { membershipPauses } from '#features/membership/memberships/table.ts'
import type { Reader } from '#platform/db/pool.ts'
import { countedSince, whyNotPauseAgain } from './rules.ts'

/** Why the house allows this person no pause that begins at `from`. */
export async function whyNotPauseFrom(
  db: Reader,
  userId: string,
  { from, settings, months }: { from: Date; settings: Settings; months?: number },
) {
  const { startsAt, endedAt } = membershipPauses
  const begun = await db
    .select({ startsAt })
    .from(membershipPauses)
    .where(
      and(
        eq(membershipPauses.userId, userId),
        gte(startsAt, countedSince(from)),
        // What was taken back never began.
        or(isNull(endedAt), gte(endedAt, startsAt)),
      ),
    )
    .orderBy(asc(startsAt))
  return whyNotPauseAgain(
    settings,
    begun.map(each => each.startsAt),
    months,
  )
}
