import { and, eq, not, sql } from 'drizzle-orm'
import { listPage, matching } from '#platform/db/list-page.ts'
import { files, user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { whyNotEdit } from '#platform/edit.ts'
import { claimFile } from '#platform/files/files.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { imageChange, imageList, imageRef, imageRemoval, messages, newImage } from './inputs.ts'
import type { ImageUse } from './model.ts'
import {
  addressOf,
  drawView,
  dropPicture,
  isUsed,
  keepSizes,
  orDropped,
  picturesFact,
  uploadOf,
  usesOf,
} from './model.ts'
import { isCutAnew, whyNot } from './rules.ts'
import { images } from './table.ts'

/** The Image Manager (CNT-46 … CNT-52); `uses` is handed down by whatever shows pictures. */
export const imageCalls = (uses: readonly ImageUse[]) => ({
  /** Pictures of a bucket, or of both, with their address and where each is shown; with `size` only those that are fitted for the directory. */
  list: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Pictures of the house' })
      .input(imageList)
      .handler(async ({ input: { q, bucket, use, size, ...paging }, context: { db, fact } }) => {
        const used = isUsed(uses, address)
        const select = db
          .select({ ...listed, usedOn: usesOf(uses, address) })
          .from(images)
          .leftJoin(user, eq(user.id, images.uploadedBy))
          .where(
            and(
              bucket && eq(images.bucket, bucket),
              use && (use === 'used' ? used : not(used)),
              size && images.isSmall,
              matching(q, images.alt, user.name),
            ),
          )
          .$dynamic()
        const sort = { createdAt: images.createdAt, alt: images.alt }
        const page = await listPage(db, select, paging, { sort, tie: images.id })
        const pictures = await fact(picturesFact)
        const rows = page.rows.map(({ originalId, ...row }) => ({
          ...row,
          address: addressOf(originalId),
          picture: pictures[row.id] ?? null,
        }))
        return { ...page, rows }
      }),
    {
      Picture: row => row.alt,
      Folder: row => row.bucket,
      Address: row => row.address,
      Width: row => row.width,
      Height: row => row.height,
      'Used on': row => row.usedOn.join('; '),
      Uploaded: row => row.createdAt,
      By: row => row.uploadedByName,
    },
  ),

  /** What is at an address: the picture as visitors see it, and what is said of it; null where there is none any more. */
  one: forAdmin
    .route({ method: 'GET', summary: 'A picture by its address' })
    .input(imageRef)
    .handler(async ({ input, context: { fact } }) => ({ picture: (await fact(picturesFact))[input.address] ?? null })),

  /** Makes an upload one of the pictures of the house, in the sizes that browsers choose from; answers with its address. NOT_FOUND, BUSY. */
  add: forAdmin
    .route({ summary: 'Add a picture' })
    .input(newImage)
    .handler(async ({ input: { fileId, bucket, ...view }, context: { runtime, write, actor } }) => {
      const { userId: ownerId } = actor
      const storageKey = await uploadOf(runtime, { uploadId: fileId, purpose: bucket, ownerId })
      const { whole, sizes } = await drawView(runtime, storageKey, ownerId, view)
      return orDropped(runtime, { sizes }, write, async tx => {
        await claimFile(tx, fileId, bucket, ownerId)
        // It is the house's, and stays when whoever put it in is erased.
        await tx.update(files).set({ ownerId: null }).where(eq(files.id, fileId))
        const [row] = await tx
          .insert(images)
          .values({ ...view, ...whole, bucket, originalId: fileId, uploadedBy: ownerId, createdAt: tx.now })
          .returning({ id: images.id })
        await keepSizes(tx, row!.id, sizes)
        await tx.announce({ to: { role: 'admin' }, kind: 'images.changed' })
        return { id: row!.id, address: addressOf(fileId) }
      })
    }),

  /**
   * Changes what is said of a picture, its focal point and its crop, which is cut from the whole again. Its address stays.
   * CHANGED_MEANWHILE with what is there when that is no longer what the caller read, NOT_FOUND, BUSY.
   */
  change: forAdmin
    .route({ summary: 'Change a picture' })
    .input(imageChange)
    .handler(async ({ input: { id, was, ...change }, context: { runtime, db, write, actor } }) => {
      const read = (from: Tx | typeof db) =>
        from
          .select({ image: images, storageKey: files.storageKey })
          .from(images)
          .innerJoin(files, eq(files.id, images.originalId))
          .where(eq(images.id, id))
          .$dynamic()
      const [found] = await read(db)
      if (!found) throw notFound(messages.notFound)
      const next = { ...found.image, ...change }
      const drawn = isCutAnew(found.image, next, found.image)
        ? await drawView(runtime, found.storageKey, actor.userId, next)
        : null
      return orDropped(runtime, drawn, write, async tx => {
        const [now] = await read(tx).for('update', { of: images })
        if (!now) throw notFound(messages.notFound)
        // What was drawn is what is kept: a crop that somebody else chose meanwhile is looked at first.
        demand(whyNotEdit({ ...change, ...viewOf(next), was: { ...viewOf(found.image), ...was } }, now.image))
        if (Object.keys(change).length > 0) await tx.update(images).set(change).where(eq(images.id, id))
        if (drawn) {
          await dropPicture(tx, id)
          await keepSizes(tx, id, drawn.sizes)
        }
        await tellOf(tx)
        return { id }
      })
    }),

  /** Takes a picture away, with its file; what showed it has a poster from then on. IN_USE where the caller was not told that it is shown; NOT_FOUND. */
  remove: forAdmin
    .route({ summary: 'Remove a picture' })
    .input(imageRemoval)
    .handler(({ input: { id, known }, context: { write } }) =>
      write(async tx => {
        const isIt = eq(images.id, id)
        // First held, so that nothing begins to show it while its uses are read.
        const [held] = await tx.select({ id: images.id }).from(images).where(isIt).for('update')
        if (!held) throw notFound(messages.notFound)
        const [row] = await tx
          .select({ originalId: images.originalId, usedOn: usesOf(uses, address) })
          .from(images)
          .where(isIt)
        demand(whyNot.remove(row!.usedOn, known))
        await dropPicture(tx, id)
        await tx.delete(images).where(eq(images.id, id))
        await tx.update(files).set({ deletedAt: tx.now }).where(eq(files.id, row!.originalId))
        await tellOf(tx)
        return { id }
      }),
    ),
})

const address = sql`'/files/' || ${images.originalId}`

const listed = {
  id: images.id,
  bucket: images.bucket,
  originalId: images.originalId,
  width: images.width,
  height: images.height,
  alt: images.alt,
  focusLeft: images.focusLeft,
  focusTop: images.focusTop,
  cropShape: images.cropShape,
  cropPercent: images.cropPercent,
  isSmall: images.isSmall,
  createdAt: images.createdAt,
  uploadedByName: user.name,
}

const viewOf = ({ focusLeft, focusTop, cropShape, cropPercent }: typeof images.$inferSelect) => ({
  focusLeft,
  focusTop,
  cropShape,
  cropPercent,
})

/** Whatever shows pictures shows this one anew. */
async function tellOf(tx: Tx): Promise<void> {
  for (const topic of ['content', 'bookings', 'creatives'])
    await tx.announce({ to: 'everyone', topic, kind: 'images.changed' })
  await tx.announce({ to: { role: 'admin' }, kind: 'images.changed' })
}
