import { createHash } from 'node:crypto'
import { and, desc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { StorefrontProduct } from '#features/store/storefront/inputs.ts'
import {
  deleteProduct,
  onFailure,
  productByHandle,
  products,
  productsByIds,
  saveProduct,
} from '#features/store/storefront/model.ts'
import { fullName } from '#platform/db/columns.ts'
import type { Reader } from '#platform/db/pool.ts'
import { files, user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import type { Runtime } from '#platform/runtime.ts'
import { messages, mostListed, productAsked, productList, productRemoval, productSave } from './inputs.ts'
import { productImages } from './model.ts'
import { draftFor, fieldsOf, handleFor, pageOf, stockOf, whyNot } from './rules.ts'
import { productEdits } from './table.ts'

/** Product management (PRD-01 … PRD-12): the storefront keeps its products, and the house writes them with its own key. */
export const shopProducts = {
  /**
   * Of the newest 50 products those that are looked for, with who touched each of them last; `isCut`: the storefront has
   * others (PRD-02). `deleted`: the last five that the office took out. STORE_AWAY.
   */
  list: forAdmin
    .route({ method: 'GET', summary: 'Products of the storefront, for the office' })
    .input(productList)
    .handler(async ({ input, context: { runtime, db } }) => {
      const found = await products(runtime, mostListed).catch(told(runtime, messages.loadFailed))
      const { rows, total } = pageOf(found.products, input)
      const edits = await latestEdits(
        db,
        rows.map(({ id }) => id),
      )
      return {
        total,
        isCut: found.hasMore,
        deleted: await lastDeleted(db),
        rows: rows.map(product => ({
          ...{ id: product.id, handle: product.handle, title: product.title, productType: product.productType },
          ...{ minPence: product.minPence, maxPence: product.maxPence, isAvailable: product.availableForSale },
          ...{ vendor: product.vendor, createdAt: product.createdAt, left: stockOf(product) },
          image: product.images[0] ?? null,
          variants: product.variantsCount,
          edit: edits.get(product.id) ?? null,
        })),
      }
    }),

  /** A product as the office edits it, and the `version` that saving it names. NOT_FOUND, STORE_AWAY. */
  one: forAdmin
    .route({ method: 'GET', summary: 'A product of the storefront, for the office' })
    .input(productAsked)
    .handler(async ({ input: { handle }, context: { runtime } }) => {
      const product = await productByHandle(runtime, handle).catch(told(runtime, messages.loadFailed))
      if (!product) throw notFound(messages.notFound)
      return { id: product.id, handle, fields: fieldsOf(product), version: versionOf(product) }
    }),

  /**
   * Creates or changes a product with its variants and pictures (PRD-11); answers its address. Sent twice, it is made once.
   * CHANGED_MEANWHILE when it is no longer what the caller read, NOT_FOUND, NOT_SAVED with the storefront's words, STORE_AWAY.
   */
  save: forAdmin
    .route({ summary: 'Save a product of the storefront' })
    .input(productSave)
    .handler(async ({ input: { product: asked, fields }, context: { runtime, db, write, actor } }) => {
      const uploads = fields.images.flatMap(({ fileId }) => fileId ?? [])
      await demandUploads(db, uploads, actor.userId)
      const isNew = 'key' in asked
      const present = isNew
        ? null
        : await productByHandle(runtime, asked.handle).catch(told(runtime, messages.saveFailed))
      if (!isNew && !present) throw notFound(messages.notFound)
      if (!isNew && present) demand(whyNot.change({ ...present, version: versionOf(present) }, asked.version, fields))
      if (isNew && fields.images.some(({ url }) => url !== null)) throw notFound(messages.pictureGone)
      const handle = isNew ? handleFor(fields.title, asked.key) : asked.handle
      const draft = draftFor(
        fields,
        { id: present?.id ?? null, handle, description: present?.description ?? null },
        id => `${runtime.env.publicUrl}/files/${id}`,
      )
      const { id } = await saveProduct(runtime, draft).catch(told(runtime, messages.saveFailed))
      await write(async tx => {
        // They are the house's, and stay when whoever put them in is erased.
        if (uploads.length > 0)
          await tx.update(files).set({ claimedAt: tx.now, ownerId: null }).where(inArray(files.id, uploads))
        await note(tx, {
          shopifyProductId: id,
          title: fields.title,
          deed: isNew ? 'created' : 'changed',
          doneBy: actor.userId,
        })
      })
      return { id, handle }
    }),

  /** Deletes a product for good (PRD-11), which is noted with what the storefront called it. NOT_FOUND, NOT_SAVED, STORE_AWAY. */
  remove: forAdmin
    .route({ summary: 'Delete a product of the storefront' })
    .input(productRemoval)
    .handler(async ({ input: { id }, context: { runtime, write, actor } }) => {
      const [found] = await productsByIds(runtime, [id]).catch(told(runtime, messages.deleteFailed))
      if (!found) throw notFound(messages.notFound)
      await deleteProduct(runtime, id).catch(told(runtime, messages.deleteFailed))
      await write(tx => note(tx, { shopifyProductId: id, title: found.title, deed: 'deleted', doneBy: actor.userId }))
      return { id }
    }),
}

async function note(tx: Tx, edit: typeof productEdits.$inferInsert): Promise<void> {
  await tx.insert(productEdits).values({ ...edit, createdAt: tx.now })
  await tx.announce({ to: { role: 'admin' }, kind: 'shop-products.changed' })
}

/** What a product is now, in one word: whoever saves names it, and nobody writes over what they have not seen. */
const versionOf = (product: StorefrontProduct) =>
  createHash('sha256')
    .update(JSON.stringify(fieldsOf(product)))
    .digest('base64url')
    .slice(0, 22)

/** Who touched each of these products last, and when. */
async function latestEdits(db: Reader, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .selectDistinctOn([productEdits.shopifyProductId], {
      ...{ productId: productEdits.shopifyProductId, deed: productEdits.deed, at: productEdits.createdAt },
      by: fullName(user),
    })
    .from(productEdits)
    .leftJoin(user, eq(user.id, productEdits.doneBy))
    .where(inArray(productEdits.shopifyProductId, ids))
    .orderBy(productEdits.shopifyProductId, desc(productEdits.createdAt))
  return new Map(rows.map(({ productId, ...edit }) => [productId, edit]))
}

/** What the storefront has no more: what it was called, who deleted it, and when. */
const lastDeleted = (db: Reader) =>
  db
    .select({ id: productEdits.id, title: productEdits.title, by: fullName(user), at: productEdits.createdAt })
    .from(productEdits)
    .leftJoin(user, eq(user.id, productEdits.doneBy))
    .where(eq(productEdits.deed, 'deleted'))
    .orderBy(desc(productEdits.createdAt), desc(productEdits.id))
    .limit(5)

/** Pictures that are named were uploaded for products, by this person or for one that was saved before. */
async function demandUploads(db: Reader, ids: string[], ownerId: string): Promise<void> {
  if (ids.length === 0) return
  const isMine = or(eq(files.ownerId, ownerId), isNull(files.ownerId))
  const found = await db
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, ids), eq(files.purpose, productImages.name), isNull(files.deletedAt), isMine))
  if (found.length < new Set(ids).size) throw notFound(messages.pictureGone)
}

/** What went wrong at the storefront, in the specified words (PRD-12); what it said of a product stands behind them. */
const told = (runtime: Runtime, words: string) =>
  onFailure(runtime, `the storefront failed: ${words}`, ({ failure, message }): never => {
    if (failure === 'refused') throw refusal('NOT_SAVED', `${words}: ${message}`, { status: 422 })
    throw refusal('STORE_AWAY', words, { status: 424 })
  })
