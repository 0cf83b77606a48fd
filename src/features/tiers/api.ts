import { and, asc, eq, ne } from 'drizzle-orm'
import { installCatalogue } from '#features/memberships/model.ts'
import { tierFacts } from '#features/memberships/rules.ts'
import { membershipTiers } from '#features/memberships/table.ts'
import { notFound, refusal } from '#platform/errors.ts'
import { admin } from '#platform/rpc.ts'
import { catalogueChoice, tierEdit } from './inputs.ts'

/** What admins do with tiers; part of `memberships` in the router. */
export const tiers = {
  /** Every tier, also retired ones, in price order (TIER-08). */
  allTiers: admin.route({ method: 'GET', summary: 'All tiers' }).handler(async ({ context: { db } }) => {
    const rows = await db
      .select()
      .from(membershipTiers)
      .orderBy(asc(membershipTiers.pricePence), asc(membershipTiers.name))
    return rows.map(tier => ({
      ...tierFacts(tier),
      stripePriceId: tier.stripePriceId,
      isActive: tier.isActive,
      catalogue: tier.catalogue,
    }))
  }),

  /** Changes a tier; its slug stays (TIER-09). A new price reaches running subscriptions only at their next change of plan. */
  updateTier: admin
    .route({ summary: 'Change a tier' })
    .input(tierEdit)
    .handler(({ input, context }) =>
      context.write(async tx => {
        const { id, priceMonthly, stripePriceId, ...rest } = input
        const pricePence = priceMonthly * 100
        const isLastFree =
          (
            await tx
              .select({ id: membershipTiers.id })
              .from(membershipTiers)
              .where(and(eq(membershipTiers.pricePence, 0), ne(membershipTiers.id, id)))
          ).length === 0
        if (pricePence > 0 && isLastFree)
          throw refusal('LAST_FREE_TIER', 'One tier must stay free.', { field: 'priceMonthly' })
        const [row] = await tx
          .update(membershipTiers)
          .set({ ...rest, pricePence, stripePriceId: stripePriceId || null })
          .where(eq(membershipTiers.id, id))
          .returning({ id: membershipTiers.id })
        if (!row) throw notFound('Tier not found')
        await tx.announce({ to: 'everyone', kind: 'tiers.changed', refresh: ['memberships'] })
        return row
      }),
    ),

  /** Puts one of the two shipped sets of tiers in force (decision 10). */
  useCatalogue: admin
    .route({ summary: 'Switch to a shipped set of tiers' })
    .input(catalogueChoice)
    .handler(({ input, context }) =>
      context.write(async tx => {
        await installCatalogue(tx, input.catalogue)
        await tx.announce({ to: 'everyone', kind: 'tiers.changed', refresh: ['memberships'] })
        return input
      }),
    ),
}
