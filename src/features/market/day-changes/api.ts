import { asc, eq, or, sql } from 'drizzle-orm'
import { dayEdit, dayInput, wholeDay } from '#features/market/days/inputs.ts'
import { inFreeHall } from '#features/market/days/model.ts'
import { changeOf, occupied, whyNot } from '#features/market/days/rules.ts'
import { marketDays } from '#features/market/days/table.ts'
import { guestTicketPurchases } from '#features/market/guest-tickets/table.ts'
import { countInLine } from '#features/market/stall-line/model.ts'
import { marketBookings } from '#features/market/stalls/table.ts'
import { marketVisitorTickets } from '#features/market/tickets/table.ts'
import { offerFreed } from '#features/spaces/waiting/model.ts'
import { whyNotEdit } from '#platform/edit.ts'
import { demand, notFound, refusal } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { changeTo, moveGuests, moveLine, tellSellers, tellTicketHolders } from './model.ts'

/** Changing a market day; part of `market` in the router. */
export const dayChanges = {
  /** Whom a change of this market concerns: live stalls, people in line for one, guests' tickets paid online, members' opened tickets. NOT_FOUND. */
  affected: forAdmin
    .route({ method: 'GET', summary: 'Whom a change of a market day concerns' })
    .input(dayInput)
    .handler(async ({ input, context: { db } }) => {
      const [row] = await db
        .select({
          stalls: sql<number>`(select count(*)::int from ${marketBookings} b where b.market_date = market_days.on and b.status <> 'cancelled')`,
          waiting: countInLine,
          guestTickets: sql<number>`(select coalesce(sum(p.quantity), 0)::int from ${guestTicketPurchases} p where p.market_day_id = market_days.id and p.status = 'confirmed')`,
          memberTickets: sql<number>`(select count(*)::int from ${marketVisitorTickets} t where t.on = market_days.on and t.ticket_type = 'member' and t.status = 'issued')`,
        })
        .from(marketDays)
        .where(eq(marketDays.id, input.id))
      if (!row) throw notFound()
      return row
    }),

  /**
   * Changes hours, pitches, note and, before its day, the date of a market (decision 33). Its stalls, its line and its tickets go
   * with it. Whom another day or other hours concern is told by mail with both, and cancels with everything given back: stalls
   * until set-up begins, guests' tickets until it opens. A market that was cancelled on the new date gives way to it, once
   * everybody is paid back: PAYING_BACK until then. NOT_FOUND, CHANGED_MEANWHILE with what is there, INVALID_INPUT,
   * MARKET_CANCELLED, MARKET_OVER, MARKET_BEGUN, DATE_PAST, PITCHES_TAKEN, MARKET_DAY_EXISTS, HALL_TAKEN.
   */
  changeDay: forAdmin
    .route({ summary: 'Change a market day' })
    .input(dayEdit)
    .handler(({ input, context: { write } }) =>
      inFreeHall(
        write(async tx => {
          const { id, was: _, ...changed } = input
          const here = await tx
            .select()
            .from(marketDays)
            .where(or(eq(marketDays.id, id), changed.on === undefined ? undefined : eq(marketDays.on, changed.on)))
            .orderBy(asc(marketDays.id))
            .for('update')
          const day = here.find(each => each.id === id)
          if (!day) throw notFound()
          demand(whyNotEdit(input, day))
          const is = { ...day, ...changed }
          const { on, setUpFrom, opensAt, closesAt, pitches, note } = is
          const [problem] = wholeDay.safeParse({ on, setUpFrom, opensAt, closesAt, pitches, note }).error?.issues ?? []
          if (problem)
            throw refusal('INVALID_INPUT', problem.message, { status: 400, field: String(problem.path[0] ?? '') })
          demand(whyNot.change(day, is, tx.now))
          const there = here.find(each => each.id !== id && each.isCancelled)
          await changeTo(tx, id, { ...changed, ...occupied(is) }, there?.id ?? null)
          const what = changeOf(day, is)
          const move = { day: id, was: day, is }
          if (what.any) await tellSellers(tx, move)
          if (what.any) await moveLine(tx, move)
          if (what.visit) await moveGuests(tx, move)
          if (what.visit && !what.day) await tellTicketHolders(tx, move)
          if (pitches > day.pitches) await tx.enqueue(offerFreed, {})
          await tx.announce({ to: 'everyone', topic: 'market', kind: 'market.days' })
          await tx.announce({ to: 'everyone', topic: 'stalls', kind: 'stalls.taken' })
          return { id }
        }),
      ),
    ),
}
