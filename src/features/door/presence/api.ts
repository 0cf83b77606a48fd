import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { hasRole } from '#platform/auth/actor.ts'
import { matching } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { forDoor } from '#platform/rpc/procedures.ts'
import { calendarDate } from '#platform/time.ts'
import { holderFacts } from '../passes/model.ts'
import type { PassRules } from '../passes/rules.ts'
import { whyNot as ofHolder } from '../refusals/rules.ts'
import { checkInInput, checkOutInput, mostFound, peopleSearch, visitRef } from './inputs.ts'
import { cameAgain, countInside, endEarlierDays, everybodyInside, lockVisit, tellHouse, withGuestsOf } from './model.ts'
import { messages, throughOf, whyNot } from './rules.ts'
import { checkIns } from './table.ts'

/** Who is in the house; part of `door` in the router. `kinds`: what a scan may have shown. */
export const presence = (kinds: readonly Pick<PassRules, 'name' | 'title'>[]) => ({
  /** How many are in the house, over all entrances, and how many it holds (decision 16). */
  headCount: forDoor
    .route({ method: 'GET', summary: 'How many people are in the house' })
    .handler(async ({ context: { db, fact, now } }) => {
      const { buildingCapacity } = await fact(settingsFact)
      const { rows } = await db.execute<{ count: number }>(sql`select ${countInside} as count`)
      return { count: rows[0]!.count, limit: buildingCapacity, at: now }
    }),

  /** Everybody who is in the house, by name, for whoever has to know in a fire; who came on an earlier day is marked (OCC-05). */
  inside: forDoor
    .route({ method: 'GET', summary: 'Who is in the house' })
    .handler(async ({ context: { db, fact, now, actor } }) => {
      const { buildingCapacity } = await fact(settingsFact)
      const rows = await everybodyInside(db)
      const today = calendarDate(now)
      const opensPeople = hasRole(actor, 'admin')
      return {
        at: now,
        limit: buildingCapacity,
        people: rows.map(({ userId, kind, ...row }) => ({
          ...row,
          through: throughOf(kinds, kind),
          userId: opensPeople ? userId : null,
          isMember: userId !== null,
          isFromEarlierDay: calendarDate(row.checkInTime) < today,
        })),
      }
    }),

  /** People with an account whose name has these letters, at most eight; with the visit of those who are inside. */
  people: forDoor
    .route({ method: 'GET', summary: 'Find a member by name' })
    .input(peopleSearch)
    .handler(async ({ input, context: { db } }) => {
      const rows = await db
        .select({ userId: user.id, holder: holderFacts, visitId: checkIns.id })
        .from(user)
        .innerJoin(profiles, eq(profiles.userId, user.id))
        .leftJoin(checkIns, and(eq(checkIns.userId, user.id), isNull(checkIns.checkOutTime)))
        .where(matching(input.q, user.name))
        .orderBy(asc(sql`lower(${user.name})`), asc(user.id))
        .limit(mostFound)
      return rows.map(({ userId, holder, visitId }) => ({
        userId,
        visitId,
        name: holder.name,
        problem: ofHolder.letIn(holder)?.message ?? null,
      }))
    }),

  /**
   * Notes a member or a guest as inside, by hand (decision 37); sent again, it is the same. Throws NOT_FOUND, ALREADY_IN, and
   * for whom the house keeps out ARCHIVED, ACCOUNT_BLOCKED or NOT_APPROVED.
   */
  checkIn: forDoor
    .route({ summary: 'Check somebody in by hand' })
    .input(checkInInput)
    .handler(({ input, context: { write, actor } }) =>
      write(async tx => {
        const { id, userId = null, guestName = null, notes } = input
        if (userId !== null) {
          const [holder] = await tx
            .select(holderFacts)
            .from(user)
            .innerJoin(profiles, eq(profiles.userId, user.id))
            .where(eq(user.id, userId))
          if (!holder) throw notFound('There is no such member.')
          demand(ofHolder.letIn(holder))
          // A visit of another day is over, whether or not midnight has been seen to.
          await endEarlierDays(tx, userId)
        }
        const noted = await tx
          .insert(checkIns)
          .values({ id, userId, guestName, notes, checkInTime: tx.now, checkedInBy: actor.userId, createdAt: tx.now })
          .onConflictDoNothing({ target: checkIns.id })
          .returning({ id: checkIns.id })
        if (noted.length > 0) await tellHouse(tx)
        return { id }
      }),
    ),

  /** Notes that somebody left, alone or with the guests they brought; of one who had left already nothing changes. Throws NOT_FOUND. */
  checkOut: forDoor
    .route({ summary: 'Check somebody out by hand' })
    .input(checkOutInput)
    .handler(({ input, context: { write, actor } }) =>
      write(async tx => {
        const visit = await lockVisit(tx, input.id)
        if (!visit) throw notFound(messages.notThere)
        if (!visit.isOpen) return
        // A scan that a device handed in late may have been made a moment ahead of the server's clock.
        const checkOutTime = new Date(Math.max(tx.now.getTime(), visit.checkInTime.getTime()))
        await tx
          .update(checkIns)
          .set({ checkOutTime, ending: 'left', checkedOutBy: actor.userId })
          .where(and(isNull(checkIns.checkOutTime), input.withGuests ? withGuestsOf(visit) : eq(checkIns.id, visit.id)))
        await tellHouse(tx)
      }),
    ),

  /** Takes back a check-in by hand that was a mistake, on its day. Throws DAY_CLOSED; of one that is gone nothing changes. */
  undoCheckIn: forDoor
    .route({ summary: 'Take back a check-in by hand' })
    .input(visitRef)
    .handler(({ input, context: { write } }) =>
      write(async tx => {
        const visit = await lockVisit(tx, input.id)
        // What a scan noted goes with the scan.
        if (!visit || visit.scanId !== null) return
        demand(whyNot.takeBack(visit, calendarDate(tx.now)))
        await tx.delete(checkIns).where(eq(checkIns.id, visit.id))
        await tellHouse(tx)
      }),
    ),

  /** Takes back a check-out that was a mistake, of all that it checked out, on its day. Throws NOT_FOUND, DAY_CLOSED, CAME_BACK. */
  undoCheckOut: forDoor
    .route({ summary: 'Take back a check-out' })
    .input(checkOutInput)
    .handler(({ input, context: { write } }) =>
      write(async tx => {
        const visit = await lockVisit(tx, input.id)
        if (!visit) throw notFound(messages.notThere)
        if (visit.isOpen) return
        demand(whyNot.takeBack(visit, calendarDate(tx.now)))
        if (await cameAgain(tx, visit)) throw refusal('CAME_BACK', messages.cameBack)
        await tx
          .update(checkIns)
          .set({ checkOutTime: null, ending: null, checkedOutBy: null })
          .where(
            input.withGuests
              ? and(eq(checkIns.checkOutTime, visit.checkOutTime!), withGuestsOf(visit))
              : eq(checkIns.id, visit.id),
          )
        await tellHouse(tx)
      }),
    ),
})
