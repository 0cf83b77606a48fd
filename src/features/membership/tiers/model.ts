import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { ifMissing, shortTimeout } from '#features/money/customers/model.ts'
import { fact } from '#platform/db/facts.ts'
import type { Reader } from '#platform/db/pool.ts'
import { systemCause, type Tx, transact } from '#platform/db/transaction.ts'
import { demand, refusal } from '#platform/rpc/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import { type CatalogueName, catalogueNames } from './inputs.ts'
import { catalogues, whyNot } from './rules.ts'
import { membershipTiers } from './table.ts'

export type Tier = typeof membershipTiers.$inferSelect

/** Puts a shipped set of tiers in force: adds what is missing, switches its tiers on and the other set's off. Edits stay. */
export async function installCatalogue(tx: Tx, name: CatalogueName): Promise<void> {
  const slugs = catalogues[name].map(({ slug }) => slug)
  for (const tier of catalogues[name]) {
    const catalogue = tier.pricePence === 0 ? 'both' : name
    await tx
      .insert(membershipTiers)
      .values({ ...tier, catalogue })
      .onConflictDoUpdate({ target: membershipTiers.slug, set: { isActive: true, catalogue } })
  }
  await tx
    .update(membershipTiers)
    .set({ isActive: false })
    .where(
      and(
        inArray(membershipTiers.catalogue, catalogueNames),
        sql`${membershipTiers.slug} <> all(${sql.param(slugs)}::text[])`,
        eq(membershipTiers.isActive, true),
      ),
    )
}

/** At the very first start the information page's tiers are put in force. */
export async function installFirstCatalogue(runtime: Runtime): Promise<void> {
  const [any] = await runtime.db
    .select({ id: membershipTiers.id })
    .from(membershipTiers)
    .where(ne(membershipTiers.slug, 'explorer'))
    .limit(1)
  if (any) return
  await transact(runtime, systemCause(runtime.clock.now(), { requestId: 'first start' }), tx =>
    installCatalogue(tx, 'information'),
  )
}

/**
 * Makes sure that a price at the provider can be this tier's, and notes there whose it is: so what it charges for is known by it
 * for ever. One that the tier has already is left alone. PRICE_UNKNOWN, PRICE_UNFIT, PRICE_TAKEN, PROVIDER_UNREACHABLE.
 */
export async function claimPrice(
  { db, runtime: { stripe, log } }: { db: Reader; runtime: Pick<Runtime, 'stripe' | 'log'> },
  tierId: string,
  priceId: string,
): Promise<void> {
  const [has] = await db
    .select({ priceId: membershipTiers.stripePriceId })
    .from(membershipTiers)
    .where(eq(membershipTiers.id, tierId))
  if (has?.priceId === priceId) return
  try {
    const price = await stripe.prices.retrieve(priceId, {}, shortTimeout).catch(ifMissing(null))
    demand(whyNot.price(tierId, price))
    if (!price!.metadata.tierId) await stripe.prices.update(priceId, { metadata: { tierId } }, shortTimeout)
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('PRICE_')) throw error
    log.warn({ err: error }, 'a price could not be read')
    throw refusal('PROVIDER_UNREACHABLE', 'The price id could not be checked. Please try again.', { status: 424 })
  }
}

/** Active tiers in price order. */
export const activeTiers = (db: Reader): Promise<Tier[]> =>
  db
    .select()
    .from(membershipTiers)
    .where(eq(membershipTiers.isActive, true))
    .orderBy(asc(membershipTiers.pricePence), asc(membershipTiers.name))

/** The same for whatever only shows them. */
export const activeTiersFact = fact({ tables: [membershipTiers], read: activeTiers })

/** Explorer, whatever it is called now; made if there is no free tier at all. */
export async function freeTier(tx: Tx): Promise<{ id: string }> {
  const [found] = await tx
    .select({ id: membershipTiers.id })
    .from(membershipTiers)
    .where(eq(membershipTiers.pricePence, 0))
    .orderBy(desc(sql`${membershipTiers.slug} in ('explorer', 'free')`), desc(membershipTiers.isActive))
    .limit(1)
  if (found) return found
  const [made] = await tx
    .insert(membershipTiers)
    .values({ ...catalogues.information[0]!, catalogue: 'both' })
    .onConflictDoUpdate({ target: membershipTiers.slug, set: { catalogue: 'both' } })
    .returning({ id: membershipTiers.id })
  return made!
}
