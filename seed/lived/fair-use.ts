import { inArray } from 'drizzle-orm'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { fairUseRules } from '#features/spaces/fair-use/table.ts'
import type { Tx } from '#platform/db/transaction.ts'

type Kind = typeof fairUseRules.$inferInsert.kind

/** What the house found out to be fair: by facility, and for one tier. */
const rules: { facility: string; kind: Kind; value: number; tier?: string }[] = [
  { facility: 'sauna', kind: 'ahead_days', value: 14 },
  { facility: 'sauna', kind: 'hours_per_day', value: 2 },
  { facility: 'ice_bath', kind: 'ahead_days', value: 14 },
  { facility: 'ice_bath', kind: 'hours_per_day', value: 2 },
  { facility: 'photo_studio', kind: 'notice_minutes', value: 60 },
  { facility: 'music_studio', kind: 'hours_per_week', value: 10, tier: 'builder' },
]

/** The rules of fair use of the demonstration venue, made by `by` half a year ago. */
export async function insertFairUse(tx: Tx, by: string | null): Promise<void> {
  const slugs = rules.map(({ facility }) => facility)
  const facilities = await tx.select().from(bookingTypes).where(inArray(bookingTypes.slug, slugs))
  const tiers = await tx.select().from(membershipTiers)
  const createdAt = new Date(tx.now.getTime() - 180 * 86_400_000)
  await tx.insert(fairUseRules).values(
    rules.flatMap(({ facility, tier, kind, value }) => {
      const facilityId = facilities.find(({ slug }) => slug === facility)?.id
      const tierId = tier === undefined ? null : tiers.find(({ slug }) => slug === tier)?.id
      return facilityId === undefined || tierId === undefined
        ? []
        : [{ kind, value, facilityId, tierId, createdBy: by, createdAt }]
    }),
  )
}
