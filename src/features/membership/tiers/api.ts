import { and, eq, ne } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import { unitPricePence } from '#features/membership/tokens/rules.ts'
import { whyNotEdit } from '#platform/edit.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forAdmin, forVisitor } from '#platform/rpc/procedures.ts'
import { catalogueChoice, tierEdit } from './inputs.ts'
import { activeTiersFact, claimPrice, installCatalogue } from './model.ts'
import { isFree, tierFacts, whyNot } from './rules.ts'
import { membershipTiers } from './table.ts'

/** What everybody sees of tiers and admins do with them; part of `memberships` in the router. */
export const tierCalls = {
  /**
   * Active tiers in price order, with the price of a token on each (decisions 10–12), and which is the asker's: the free one
   * for whoever is signed out or not subscribed (MEM-15).
   */
  tiers: forVisitor
    .route({ method: 'GET', summary: 'Tiers that can be chosen' })
    .handler(async ({ context: { actor, fact } }) => {
      const { tokenPricePence, loyaltyTokens } = await fact(settingsFact)
      const ownId = actor?.membership?.tierId
      return (await fact(activeTiersFact)).map(tier => ({
        ...tierFacts(tier),
        isOwn: ownId ? tier.id === ownId : isFree(tier),
        tokenPricePence: unitPricePence(tokenPricePence, tier.tokenDiscountPercent),
        /** the same before the tier's discount (TOK-05) */
        basePricePence: tokenPricePence,
        loyaltyTokens,
      }))
    }),

  /**
   * Changes of a tier what is given; its slug stays (TIER-09). A new price reaches running subscriptions only at their next
   * change of plan. Throws CHANGED_MEANWHILE with what is there when that is no longer what the caller read, PRICE_UNKNOWN,
   * PRICE_UNFIT and PRICE_TAKEN for a price id that cannot be this tier's, PROVIDER_UNREACHABLE.
   */
  updateTier: forAdmin
    .route({ summary: 'Change a tier' })
    .input(tierEdit)
    .handler(async ({ input, context }) => {
      if (input.stripePriceId) await claimPrice(context, input.id, input.stripePriceId)
      return context.write(async tx => {
        const { id, priceMonthly, stripePriceId, was: _, ...rest } = input
        const [row] = await tx.select().from(membershipTiers).where(eq(membershipTiers.id, id)).for('update')
        if (!row) throw notFound('Tier not found')
        demand(
          whyNotEdit(input, { ...row, priceMonthly: row.pricePence / 100, stripePriceId: row.stripePriceId ?? '' }),
        )
        const change = {
          ...rest,
          ...(priceMonthly !== undefined && { pricePence: priceMonthly * 100 }),
          ...(stripePriceId !== undefined && { stripePriceId: stripePriceId || null }),
        }
        if (change.pricePence !== undefined) {
          const isOtherFree = and(eq(membershipTiers.pricePence, 0), ne(membershipTiers.id, id))
          demand(whyNot.charge(change.pricePence, (await tx.$count(membershipTiers, isOtherFree)) > 0))
        }
        if (Object.keys(change).length > 0)
          await tx.update(membershipTiers).set(change).where(eq(membershipTiers.id, id))
        await tx.announce({ to: 'everyone', topic: 'memberships', kind: 'tiers.changed' })
        return { id }
      })
    }),

  /** Puts one of the two shipped sets of tiers in force (decision 10). */
  installCatalogue: forAdmin
    .route({ summary: 'Switch to a shipped set of tiers' })
    .input(catalogueChoice)
    .handler(({ input, context }) =>
      context.write(async tx => {
        await installCatalogue(tx, input.catalogue)
        await tx.announce({ to: 'everyone', topic: 'memberships', kind: 'tiers.changed' })
        return input
      }),
    ),
}
