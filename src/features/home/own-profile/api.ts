import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import {
  creativeUpload,
  pictureInput,
  profileChange,
  profileFields,
  workInput,
  workRef,
} from '#features/home/creatives/inputs.ts'
import { creativePictures, giveSlug, tellOf, worksOf } from '#features/home/creatives/model.ts'
import { isAddressOf, whyNot } from '#features/home/creatives/rules.ts'
import { creativeProfiles, creativeWorks } from '#features/home/creatives/table.ts'
import { drawPicture, dropPicture, keepPicture, orDropped, picturesFact } from '#features/house/images/model.ts'
import { type Actor, whyNotIn } from '#platform/auth/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { whyNotEdit } from '#platform/edit.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forMember, forSignedIn } from '#platform/rpc/procedures.ts'
import { nameOf } from '#platform/words.ts'

const p = creativeProfiles

/** A member's own creative profile; part of `creatives` in the router. */
export const ownProfile = {
  /** One's own profile as it is edited, whoever may see it. */
  mine: forSignedIn
    .route({ method: 'GET', summary: 'Own creative profile' })
    .handler(async ({ context: { db, fact, actor } }) => {
      const pictures = await fact(picturesFact)
      const [row] = await db
        .select({ ...own, works: worksOf(p.userId) })
        .from(p)
        .where(eq(p.userId, actor.userId))
      const { slug, picture, works, ...fields } = row ?? { ...nothing, works: [] }
      return {
        fields,
        name: nameOf(actor),
        email: actor.email,
        slug,
        // Saving gives it one of the present name.
        isFormerName: slug !== null && nameOf(actor) !== '' && !isAddressOf(slug, nameOf(actor)),
        picture: (picture && pictures[picture]) || null,
        works: works.map(work => ({ ...work, picture: pictures[work.picture] ?? null })),
        can: { save: whyNotIn(actor, 'member') === null, addWork: whyNot.addWork(works.length) === null },
      }
    }),

  /**
   * Changes what is given of one's own profile. When others may see it first it gets its address, by the name (CNT-21), and another when it is
   * saved under another name; the former address goes on leading to it. CHANGED_MEANWHILE, NO_ROLE,
   * NO_NAME.
   */
  save: forMember
    .route({ summary: 'Change own creative profile' })
    .input(profileChange)
    .handler(({ input: { was, ...change }, context: { write, actor } }) =>
      write(async tx => {
        const present = await lockOwn(tx, actor)
        demand(whyNotEdit({ ...change, was }, present))
        const next = { ...present, ...change }
        const name = nameOf(actor)
        demand(whyNot.show(next, name))
        const { userId } = actor
        const hasIt = present.slug !== null && (name === '' || isAddressOf(present.slug, name))
        const isNamed = present.slug !== null || next.visibility !== 'nobody'
        const slug = hasIt || !isNamed ? present.slug : await giveSlug(tx, { userId, name, former: present.slug })
        await tx
          .update(p)
          .set({ ...change, slug, changedAt: tx.now })
          .where(eq(p.userId, actor.userId))
        await tellOf(tx, actor.userId)
        return { slug }
      }),
    ),

  /** Gives one's profile a picture of oneself, or another; what it showed before goes. NOT_FOUND, BUSY. */
  setPicture: forMember
    .route({ summary: 'Give own profile a picture' })
    .input(pictureInput)
    .handler(async ({ input: { fileId }, context: { runtime, write, actor } }) => {
      const drawn = await drawPicture(runtime, uploadFor(actor, fileId))
      return orDropped(runtime, drawn, write, async tx => {
        const { picture: former } = await lockOwn(tx, actor)
        const picture = `creative-${randomUUID()}`
        await keepPicture(tx, picture, drawn, creativePictures.name)
        await tx.update(p).set({ picture, changedAt: tx.now }).where(eq(p.userId, actor.userId))
        if (former) await dropPicture(tx, former)
        await tellOf(tx, actor.userId)
        return { hasPicture: true }
      })
    }),

  /** Takes the picture of oneself away, for good. */
  removePicture: forMember
    .route({ summary: 'Take the picture of own profile away' })
    .handler(({ context: { write, actor } }) =>
      write(async tx => {
        const { picture } = await lockOwn(tx, actor)
        await tx.update(p).set({ picture: null, changedAt: tx.now }).where(eq(p.userId, actor.userId))
        if (picture) await dropPicture(tx, picture)
        await tellOf(tx, actor.userId)
        return { hasPicture: false }
      }),
    ),

  /** Shows a work with its picture. ENOUGH_WORKS, NOT_FOUND, BUSY. */
  addWork: forMember
    .route({ summary: 'Show a work on own profile' })
    .input(workInput)
    .handler(async ({ input: { fileId, title }, context: { runtime, write, actor } }) => {
      const drawn = await drawPicture(runtime, uploadFor(actor, fileId))
      return orDropped(runtime, drawn, write, async tx => {
        await lockOwn(tx, actor)
        demand(whyNot.addWork(await tx.$count(creativeWorks, eq(creativeWorks.userId, actor.userId))))
        const picture = `creative-${randomUUID()}`
        await keepPicture(tx, picture, drawn, creativePictures.name)
        const [row] = await tx
          .insert(creativeWorks)
          .values({ userId: actor.userId, picture, title, createdAt: tx.now })
          .returning({ id: creativeWorks.id })
        await tellOf(tx, actor.userId)
        return { id: row!.id }
      })
    }),

  /** Takes a work off one's profile, with its picture. NOT_FOUND. */
  removeWork: forMember
    .route({ summary: 'Take a work off own profile' })
    .input(workRef)
    .handler(({ input: { id }, context: { write, actor } }) =>
      write(async tx => {
        const [gone] = await tx
          .delete(creativeWorks)
          .where(and(eq(creativeWorks.id, id), eq(creativeWorks.userId, actor.userId)))
          .returning({ picture: creativeWorks.picture })
        if (!gone) throw notFound()
        await dropPicture(tx, gone.picture)
        await tellOf(tx, actor.userId)
        return { id }
      }),
    ),
}

const own = {
  slug: p.slug,
  picture: p.picture,
  role: p.role,
  specialty: p.specialty,
  bio: p.bio,
  portfolioLinks: p.portfolioLinks,
  showsEmail: p.showsEmail,
  isOpen: p.isOpen,
  visibility: p.visibility,
}
const nothing = { ...profileFields.parse({}), slug: null, picture: null }

const uploadFor = ({ userId: ownerId }: Actor, uploadId: string) => ({
  ...{ uploadId, ownerId },
  purpose: creativeUpload.purpose,
})

/** One's own profile, made where there was none, and held until the transaction is done. */
async function lockOwn(tx: Tx, { userId }: Actor) {
  const [row] = await tx
    .insert(p)
    .values({ userId, createdAt: tx.now, changedAt: tx.now })
    .onConflictDoUpdate({ target: p.userId, set: { userId } })
    .returning(own)
  return row!
}
