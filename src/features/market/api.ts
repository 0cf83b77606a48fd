import { and, asc, count, desc, eq, gte, sql } from 'drizzle-orm'
import { readSettings } from '#features/venue/model.ts'
import { notFound, refusal } from '#platform/errors.ts'
import { admin, member, visitor } from '#platform/rpc.ts'
import { calendarDate } from '#platform/time.ts'
import { dayInput, daysInput, newDay } from './inputs.ts'
import { comingDay, currentSigner, memberTicket, rotateKeys, typedCode } from './model.ts'
import { marketKind, memberPricePence, messages } from './rules.ts'
import { marketDays, marketVisitorTickets } from './table.ts'

export const market = {
  /** The next market with its hours and what entry costs whom (MKT-16, MKT-03, MKT-23, MKT-24). */
  about: visitor.route({ method: 'GET', summary: 'The next market' }).handler(async ({ context: { db, now } }) => {
    const settings = await readSettings(db)
    const day = await comingDay(db, now)
    return {
      day: day && { on: day.on, setUpFrom: day.setUpFrom, opensAt: day.opensAt, closesAt: day.closesAt },
      guestEntryPence: settings.guestEntryPence,
      memberEntryPence: memberPricePence(day?.on ?? calendarDate(now), settings),
      membersEnterFreeUntil: settings.membersEnterFreeUntil,
      entryCooldownMinutes: settings.entryCooldownMinutes,
    }
  }),

  /**
   * The caller's ticket for the market of today, or else the next one, with a fresh code (MKT-16…18). Each call signs a
   * new code; the ticket stays the same. Throws NO_MARKET when none is planned.
   */
  ticket: member.route({ summary: 'A fresh code for the market' }).handler(({ context: { write, actor, runtime } }) =>
    write(async tx => {
      const settings = await readSettings(tx)
      const day = await comingDay(tx, tx.now)
      if (!day) throw refusal('NO_MARKET', messages.noDayPlanned)
      const ticket = await memberTicket(tx, actor.userId, day.on, settings)
      const signer = await currentSigner(tx, runtime.env, tx.now)
      // Codes count in whole seconds.
      const issuedAt = Math.floor(tx.now.getTime() / 1000) * 1000
      const validUntil = issuedAt + settings.ticketMinutes * 60_000
      return {
        code: signer.ticket({
          kind: marketKind,
          ticketId: ticket.id,
          personId: actor.userId,
          generation: ticket.generation,
          issuedAt,
          validUntil,
        }),
        typedCode: typedCode(runtime.env, ticket, Math.floor(issuedAt / 60_000)),
        ticketCode: ticket.ticketCode,
        pricePence: ticket.pricePence,
        day: { on: day.on, opensAt: day.opensAt, closesAt: day.closesAt },
        issuedAt,
        validUntil,
        serverNow: tx.now.getTime(),
      }
    }),
  ),

  /** Market days, newest first, with how many people came (decision 33). */
  days: admin
    .route({ method: 'GET', summary: 'Market days' })
    .input(daysInput)
    .handler(async ({ context: { db, now }, input: { page, pageSize, sort } }) => {
      const today = calendarDate(now)
      // Written out: in a query of one table the columns come without its name.
      const visitors = sql<number>`(select count(*)::int from market_visitor_tickets t where t.on = market_days.on and t.status = 'used')`
      const [rows, [all]] = [
        await db
          .select({
            id: marketDays.id,
            on: marketDays.on,
            setUpFrom: marketDays.setUpFrom,
            opensAt: marketDays.opensAt,
            closesAt: marketDays.closesAt,
            pitches: marketDays.pitches,
            isCancelled: marketDays.isCancelled,
            visitors,
          })
          .from(marketDays)
          .orderBy(sort === 'on' ? asc(marketDays.on) : desc(marketDays.on))
          .limit(pageSize)
          .offset((page - 1) * pageSize),
        await db.select({ total: count() }).from(marketDays),
      ]
      return {
        rows: rows.map(row => ({ ...row, can: { cancel: !row.isCancelled && row.on >= today } })),
        total: all!.total,
      }
    }),

  /** Adds a market day, weekends only, from today on; a cancelled one on that date takes place again. */
  addDay: admin
    .route({ summary: 'Add a market day' })
    .input(newDay)
    .handler(({ context: { write }, input }) =>
      write(async tx => {
        if (input.on < calendarDate(tx.now)) throw refusal('DATE_PAST', 'Choose a day from today on', { field: 'on' })
        const [row] = await tx
          .insert(marketDays)
          .values({ ...input, createdAt: tx.now })
          .onConflictDoUpdate({
            target: marketDays.on,
            set: { ...input, isCancelled: false },
            setWhere: eq(marketDays.isCancelled, true),
          })
          .returning({ id: marketDays.id })
        if (!row) throw refusal('MARKET_DAY_EXISTS', messages.dayExists, { field: 'on' })
        await tx.announce({ to: 'everyone', kind: 'market.days', refresh: ['market'] })
        return row
      }),
    ),

  /** Cancels a market that has not been; codes already handed out for it no longer count. */
  cancelDay: admin
    .route({ summary: 'Cancel a market day' })
    .input(dayInput)
    .handler(({ context: { write }, input: { id } }) =>
      write(async tx => {
        const [day] = await tx
          .update(marketDays)
          .set({ isCancelled: true })
          .where(
            and(eq(marketDays.id, id), eq(marketDays.isCancelled, false), gte(marketDays.on, calendarDate(tx.now))),
          )
          .returning({ on: marketDays.on })
        if (!day) throw notFound()
        await tx
          .update(marketVisitorTickets)
          .set({ generation: sql`${marketVisitorTickets.generation} + 1` })
          .where(eq(marketVisitorTickets.on, day.on))
        await tx.announce({ to: 'everyone', kind: 'market.days', refresh: ['market'] })
        return day
      }),
    ),

  /** Lets another key sign tickets from now on; the public half reaches the door with its next list. */
  rotateKeys: admin
    .route({ summary: 'Change the ticket key' })
    .handler(({ context: { write, runtime } }) =>
      write(async tx => ({ keyId: await rotateKeys(tx, runtime.env, tx.now) })),
    ),
}
