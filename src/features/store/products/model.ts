import { inArray, sql } from 'drizzle-orm'
import { pointsOf } from '#features/membership/points/model.ts'
import type { StorefrontProduct } from '#features/store/storefront/inputs.ts'
import { allProducts, onFailure, productByHandle, refusedAs } from '#features/store/storefront/model.ts'
import type { StorefrontError } from '#features/store/storefront/rules.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Reader } from '#platform/db/pool.ts'
import type { Runtime } from '#platform/runtime.ts'
import { messages, mostRead } from './inputs.ts'
import { type Buyer, noRequirement, type Requirement } from './rules.ts'
import { productAccessRequirements as r } from './table.ts'

/** What the storefront sells, the newest first. */
export interface Catalogue {
  products: StorefrontProduct[]
  /** The storefront has more than these, which are as many as the house reads. */
  more: boolean
  /** When it was so, where the storefront does not answer now; null: it is so. */
  asOf: Date | null
}

/**
 * The products of the storefront, asked for by one call at a time of this process, however many people look: what was read in
 * the last seconds is taken as it is, and while the storefront is away what was read in the last minutes. Throws a StorefrontError
 * where there is nothing of that; then nobody waits for the next seconds either.
 */
export async function catalogue(runtime: Runtime): Promise<Catalogue> {
  const mine = shelves.get(runtime.db) ?? { kept: null, failedAt: null, failure: null, reading: null }
  shelves.set(runtime.db, mine)
  const now = runtime.clock.now()
  if (mine.kept && isWithin(mine.kept.at, now, freshMs)) return { ...mine.kept.of, asOf: null }
  if (!mine.failure || !mine.failedAt || !isWithin(mine.failedAt, now, pauseMs)) {
    mine.reading ??= read(runtime).finally(() => {
      mine.reading = null
    })
    const of = await mine.reading.catch(
      onFailure(runtime, 'the storefront could not be read', failure => {
        mine.failedAt = now
        mine.failure = failure
        return null
      }),
    )
    if (of) {
      mine.kept = { of, at: now }
      mine.failure = null
      return { ...of, asOf: null }
    }
  }
  if (mine.kept && isWithin(mine.kept.at, now, keptMs)) return { ...mine.kept.of, asOf: mine.kept.at }
  throw mine.failure
}

/** One product, also beyond those that are read or newer than what was read last; null when there is none. Throws PRODUCT_AWAY ("Failed to load product"). */
export async function productOf(runtime: Runtime, handle: string): Promise<StorefrontProduct | null> {
  const away = refusedAs(runtime, 'PRODUCT_AWAY', messages.productFailed)
  const { products } = await catalogue(runtime).catch(away)
  const found = products.find(product => product.handle === handle)
  // Lists have the first variants alone; its own page has all.
  if (found && found.variants.length >= found.variantsCount) return found
  const instead = found && onFailure(runtime, 'a product could not be read whole', () => found)
  return productByHandle(runtime, handle).catch(instead ?? away)
}

/** What these products ask for; one without a rule is not among them. */
export async function requirementsOf(db: Reader, productIds: readonly string[]): Promise<Map<string, Requirement>> {
  if (productIds.length === 0) return new Map()
  const rows = await db
    .select({ id: r.shopifyProductId, requiredPoints: r.requiredPoints, isExclusive: r.isExclusive })
    .from(r)
    .where(inArray(r.shopifyProductId, [...productIds]))
  return new Map(rows.map(({ id, ...requirement }) => [id, requirement]))
}

export const requirementIn = (known: Map<string, Requirement>, productId: string) =>
  known.get(productId) ?? noRequirement

/** Who looks, with the points they have now. */
export async function buyerOf(db: Reader, actor: Actor | null): Promise<Buyer> {
  if (!actor) return { actor: null, points: 0 }
  const { rows } = await db.execute<{ points: number }>(sql`select ${pointsOf(actor.userId)} as points`)
  return { actor, points: rows[0]!.points }
}

const freshMs = 15_000
const keptMs = 5 * 60_000
/** So long nobody asks again after a failure. */
const pauseMs = 5_000

interface Shelf {
  kept: { of: Omit<Catalogue, 'asOf'>; at: Date } | null
  failedAt: Date | null
  /** What it failed with then; null: it did not. */
  failure: StorefrontError | null
  reading: Promise<Omit<Catalogue, 'asOf'>> | null
}

/** One for each server of this process: tests have several. */
const shelves = new WeakMap<object, Shelf>()

const isWithin = (then: Date, now: Date, ms: number) => Math.abs(now.getTime() - then.getTime()) < ms

async function read(runtime: Runtime): Promise<Omit<Catalogue, 'asOf'>> {
  const found = await allProducts(runtime, mostRead)
  return { products: found.products, more: found.hasMore }
}
