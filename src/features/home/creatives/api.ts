import { and, asc, count, eq, ilike, or } from 'drizzle-orm'
import { sectionsFact } from '#features/home/pages/model.ts'
import { picturesFact } from '#features/house/images/model.ts'
import { notifyLater } from '#features/house/notifications/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { isAdmin, whyNotIn } from '#platform/auth/actor.ts'
import { containing } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forAdmin, forSignedIn, forVisitor } from '#platform/rpc/procedures.ts'
import { creativeRef, directoryInput, directoryPage, messages } from './inputs.ts'
import { directoryOf, isSeenBy, profileBySlug, shownOf, takenIds, tellOf, viewerOf } from './model.ts'
import { holds, whyNot } from './rules.ts'
import { creativeProfiles } from './table.ts'

const p = creativeProfiles

/** The directory; part of `content` in the router, as its section is. */
export const directory = {
  /**
   * The directory (HOME-19): whoever the house chose, then members by name who let the person asking see them; by words in
   * name, role or specialty, or only who is open to collaborate.
   */
  directory: forSignedIn
    .route({ method: 'GET', summary: 'The creative directory' })
    .input(directoryInput)
    .handler(async ({ input: { q, isOpen, page }, context: { db, fact, actor } }) => {
      const [{ title, subtitle, creatives: all }, pictures] = [
        directoryOf(await fact(sectionsFact)),
        await fact(picturesFact),
      ]
      // The house says nothing of whether its own choice is open to anything.
      const chosen = isOpen ? [] : all.filter(({ name, role, specialty }) => holds(q, name, role, specialty))
      const isFound = and(
        isSeenBy(viewerOf(actor)),
        isOpen ? eq(p.isOpen, true) : undefined,
        q ? or(...[user.name, p.role, p.specialty].map(column => ilike(column, containing(q)))) : undefined,
      )
      const from = (page - 1) * directoryPage
      const shown = chosen.slice(from, from + directoryPage)
      const [rows, [counted]] = await Promise.all([
        db
          .select({
            id: p.slug,
            name: user.name,
            role: p.role,
            specialty: p.specialty,
            isOpen: p.isOpen,
            picture: p.picture,
          })
          .from(p)
          .innerJoin(user, eq(user.id, p.userId))
          .innerJoin(profiles, eq(profiles.userId, p.userId))
          .where(isFound)
          .orderBy(asc(user.name), asc(p.slug))
          .limit(directoryPage - shown.length)
          .offset(Math.max(0, from - chosen.length)),
        db
          .select({ members: count() })
          .from(p)
          .innerJoin(user, eq(user.id, p.userId))
          .innerJoin(profiles, eq(profiles.userId, p.userId))
          .where(isFound),
      ])
      return {
        title,
        subtitle,
        rows: [
          ...shown.map(({ id, name, role, specialty, icon, imageUrl }) => ({
            ...{ id, name, role, specialty, icon: icon as string | null, isOpen: false },
            picture: pictures[imageUrl] ?? null,
          })),
          ...rows.map(({ id, picture, ...row }) => ({
            ...row,
            id: id!,
            icon: null,
            picture: (picture && pictures[picture]) || null,
          })),
        ],
        total: chosen.length + counted!.members,
      }
    }),
}

/** Creatives: those of the house's choice, and members who show their work. */
export const creatives = {
  /**
   * One creative (HOME-26): an entry of the directory for whoever is signed in, or a member for those whom they let see it, also
   * without a session. NOT_FOUND (HOME-27); UNAUTHORIZED for visitors of whatever is not open to everyone, there or not.
   */
  one: forVisitor
    .route({ method: 'GET', summary: 'A creative profile' })
    .input(creativeRef)
    .handler(async ({ input: { id }, context: { db, fact, actor } }) => {
      const viewer = viewerOf(actor)
      const pictures = await fact(picturesFact)
      const chosen = directoryOf(await fact(sectionsFact)).creatives.find(each => each.id === id)
      if (chosen && viewer !== 'visitor') {
        const { portfolio, imageUrl, email, ...entry } = chosen
        return {
          ...entry,
          ...{ links: portfolio ? [portfolio] : [], email: email || null, isOpen: false, works: [], isOwn: false },
          picture: pictures[imageUrl] ?? null,
          can: { takeDown: false },
        }
      }
      const row = await profileBySlug(db, id, viewer)
      if (!row) demand(whyNotIn(actor, 'signedIn'))
      if (!row) throw notFound(messages.notFound)
      return {
        ...shownOf(row, pictures),
        isOwn: actor?.userId === row.userId,
        can: { takeDown: actor !== null && whyNot.takeDown(isAdmin(actor), row.visibility) === null },
      }
    }),

  /** Hides a member's profile from everybody but them; they are told, and may change it and show it again. NOT_FOUND. */
  takeDown: forAdmin
    .route({ summary: 'Take a creative profile down' })
    .input(creativeRef)
    .handler(({ input: { id }, context: { write, actor } }) =>
      write(async tx => {
        const [row] = await tx
          .select({ userId: p.userId, visibility: p.visibility })
          .from(p)
          .where(eq(p.slug, id))
          .for('update')
        demand(whyNot.takeDown(isAdmin(actor), row?.visibility ?? null))
        await tx.update(p).set({ visibility: 'nobody', changedAt: tx.now }).where(eq(p.slug, id))
        await tellOf(tx, row!.userId, {
          title: 'Your creative profile was taken down',
          message: 'Nobody but you sees it now. Write to us if you want to know why.',
        })
        await notifyLater(tx, {
          ...{ to: row!.userId, kind: 'moderation', title: 'Your creative profile was taken down' },
          ...{
            text: 'Nobody but you sees it now. Write to us if you want to know why.',
            path: '/account?tab=creative',
          },
        })
        return { id }
      }),
    ),

  /** Addresses that are given already, for the editor of the directory (CNT-21). */
  takenIds: forAdmin
    .route({ method: 'GET', summary: 'Addresses of creatives' })
    .handler(({ context: { db } }) => takenIds(db)),
}
