import { and, asc, eq, sql } from 'drizzle-orm'
import { holderFacts, newReadableCode, type Pass, type PassKind } from '#features/door/passes/model.ts'
import { type ListedPass, whyNot } from '#features/door/passes/rules.ts'
import { mostFound } from '#features/door/presence/inputs.ts'
import { settingsFrom, storedSetting, storedSettings } from '#features/house/settings/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { matching } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { refusal } from '#platform/rpc/errors.ts'
import { messages as dayMessages } from '../days/rules.ts'
import { marketDays } from '../days/table.ts'
import { marketPass, memberPricePence, messages } from './rules.ts'
import { marketVisitorTickets } from './table.ts'

const tickets = marketVisitorTickets

/**
 * A member's ticket for one market day, made if it is not there yet, and locked, in one statement. Nothing is paid before
 * the first entry: until then the price is that of the setting (MKT-23).
 */
export async function memberTicket(tx: Tx, ticket: { userId: string; on: string; pricePence: number }) {
  const [row] = await tx
    .insert(tickets)
    .values({ ...ticket, ticketCode: newReadableCode(), ticketType: 'member', createdAt: tx.now })
    // Locks a ticket that is there as well, and returns it as it is by then.
    .onConflictDoUpdate({
      target: [tickets.userId, tickets.on],
      set: {
        pricePence: sql`case when ${tickets.checkInCount} = 0 then excluded.price_pence else ${tickets.pricePence} end`,
      },
    })
    .returning()
  return row!
}

/** True in SQL when there is a market on this calendar day of the venue, whatever the hour. */
export const isMarketOn = (on: string) =>
  sql<boolean>`exists (select 1 from ${marketDays} where ${marketDays.on} = ${on} and not ${marketDays.isCancelled})`

/** What a market ticket is to the door. */
export const marketPasses: PassKind = {
  ...marketPass,

  async find(tx, { personId, passId, generation }, on) {
    if (personId === null) return null
    const ofDay = and(eq(tickets.userId, personId), eq(tickets.on, on))
    const ticket = tx.$with('ticket').as(tx.select().from(tickets).where(ofDay).for('update'))
    const [row] = await tx
      .with(ticket)
      .select({
        id: ticket.id,
        ticketCode: ticket.ticketCode,
        pricePence: ticket.pricePence,
        checkInCount: ticket.checkInCount,
        lastEntryAt: ticket.lastEntryAt,
        holder: holderFacts,
        hasMarket: isMarketOn(on),
        // Of the day for which the code was made: that may be another one.
        generation: sql<number | null>`(select ${marketDays.generation} from ${tickets}
          join ${marketDays} on ${marketDays.on} = ${tickets.on} where ${tickets.id} = ${passId})`,
        settings: storedSettings,
      })
      .from(user)
      .innerJoin(profiles, eq(profiles.userId, user.id))
      .leftJoin(ticket, sql`true`)
      .where(eq(user.id, personId))
    if (!row) return null
    const settings = settingsFrom(row.settings)
    const isWithdrawn = generation !== null && row.generation !== generation
    const pricePence = dueOf(row, on, settings)
    if (row.id && row.pricePence !== pricePence)
      await tx.update(tickets).set({ pricePence }).where(eq(tickets.id, row.id))
    return {
      pass: passOf({ ...row, pricePence, ticketType: 'member' }, personId, row.holder.name),
      problem:
        whyNot.letIn(row.holder)?.message ??
        (row.hasMarket ? null : dayMessages.noMarket) ??
        (isWithdrawn ? messages.expired : null),
      waitMinutes: settings.entryCooldownMinutes,
    }
  },

  async issue(tx, pass, on) {
    const ticket = await memberTicket(tx, { userId: pass.personId!, on, pricePence: pass.pricePence })
    return passOf(ticket, pass.personId, pass.name)
  },

  async findTyped(tx, { on, issuedAt }) {
    const rows = await tx
      .select({
        hasMarket: isMarketOn(on),
        passId: tickets.id,
        personId: tickets.userId,
        generation: marketDays.generation,
        ticketMinutes: storedSetting('ticketMinutes'),
      })
      // One row at least, which knows whether there is a market.
      .from(sql`(values (true)) as one`)
      .leftJoin(marketDays, eq(marketDays.on, on))
      .leftJoin(tickets, and(eq(tickets.on, marketDays.on), eq(tickets.ticketType, 'member')))
    if (!rows[0]!.hasMarket) return { problem: dayMessages.noMarket }
    const minutes = settingsFrom({ ticketMinutes: rows[0]?.ticketMinutes }).ticketMinutes
    for (const { passId, personId, generation } of rows) {
      if (passId === null || generation === null) continue
      const at = issuedAt({ passId, generation }, minutes)
      if (at === null) continue
      const validUntil = at + minutes * 60_000
      return { kind: marketPass.mark, passId, personId, generation, issuedAt: at, validUntil }
    }
    return null
  },

  async byId(db, passId) {
    const [row] = await db
      .select({ ticket: tickets, name: visitorName })
      .from(tickets)
      .leftJoin(user, eq(user.id, tickets.userId))
      .leftJoin(profiles, eq(profiles.userId, tickets.userId))
      .where(eq(tickets.id, passId))
    return row ? passOf(row.ticket, row.ticket.userId, row.name) : null
  },

  // Scans of several devices arrive in any order: the first entry is the earliest, the last one the latest.
  enter: (tx, passId, at) =>
    tx
      .update(tickets)
      .set({
        status: 'used',
        usedAt: sql`least(${tickets.usedAt}, ${at}::timestamptz)`,
        lastEntryAt: sql`greatest(${tickets.lastEntryAt}, ${at}::timestamptz)`,
        checkInCount: sql`${tickets.checkInCount} + 1`,
      })
      .where(eq(tickets.id, passId))
      .returning({ id: tickets.id }),

  async list(db, on) {
    const rows = await db
      .select({
        ticket: tickets,
        generation: marketDays.generation,
        holder: holderFacts,
        entryCooldownMinutes: storedSetting('entryCooldownMinutes'),
        guestEntryPence: storedSetting('guestEntryPence'),
        membersEnterFreeUntil: storedSetting('membersEnterFreeUntil'),
      })
      // One row at least, with the settings: without tickets, and without a market too.
      .from(sql`(values (true)) as one`)
      .leftJoin(marketDays, and(eq(marketDays.on, on), eq(marketDays.isCancelled, false)))
      .leftJoin(tickets, and(eq(tickets.on, marketDays.on), eq(tickets.ticketType, 'member')))
      .leftJoin(user, eq(user.id, tickets.userId))
      .leftJoin(profiles, eq(profiles.userId, tickets.userId))
    const { generation: ofDay, entryCooldownMinutes, guestEntryPence, membersEnterFreeUntil } = rows[0]!
    const settings = settingsFrom({ entryCooldownMinutes, guestEntryPence, membersEnterFreeUntil })
    return {
      closed: ofDay === null ? dayMessages.noMarket : null,
      waitMinutes: settings.entryCooldownMinutes,
      walkInPence: settings.guestEntryPence,
      passes: rows.flatMap(({ ticket, generation, holder }): ListedPass[] =>
        ticket && holder && generation !== null
          ? [
              {
                passId: ticket.id,
                personId: ticket.userId,
                name: holder.name,
                ticketType: ticket.ticketType,
                generation,
                problem: whyNot.letIn(holder)?.message ?? null,
                entries: ticket.checkInCount,
                lastEntryAt: ticket.lastEntryAt?.getTime() ?? null,
                pricePence: dueOf(ticket, on, settings),
              },
            ]
          : [],
      ),
    }
  },

  async walkIn(tx, { name, on, hasHappened }) {
    const [today] = await tx
      .select({ hasMarket: isMarketOn(on), settings: storedSettings })
      .from(sql`(values (true)) as one`)
    if (!today!.hasMarket && !hasHappened) throw refusal('CLOSED', dayMessages.noMarket)
    const pricePence = settingsFrom(today!.settings).guestEntryPence
    const guest = { ticketType: 'guest', ticketCode: newReadableCode(), guestName: name } as const
    const [ticket] = await tx
      .insert(tickets)
      .values({ ...guest, on, pricePence, createdAt: tx.now })
      .returning()
    return passOf(ticket!, null, name)
  },

  // A guest's ticket was made by the entry and goes with it; a member's is as it was before.
  async takeBack(tx, passId, { isWalkIn, firstAt, lastAt }) {
    const left = firstAt
      ? { usedAt: firstAt, lastEntryAt: lastAt, checkInCount: sql`greatest(${tickets.checkInCount} - 1, 1)` }
      : { status: 'issued' as const, usedAt: null, lastEntryAt: null, checkInCount: 0 }
    await tx
      .update(tickets)
      .set(isWalkIn ? { status: 'void' } : left)
      .where(and(eq(tickets.id, passId), eq(tickets.status, 'used')))
  },

  /** Members, whether they opened their ticket or not: it is made with the entry. */
  async search(db, q, on) {
    const rows = await db
      .select({ personId: user.id, holder: holderFacts, passId: tickets.id, entries: tickets.checkInCount })
      .from(user)
      .innerJoin(profiles, eq(profiles.userId, user.id))
      .leftJoin(tickets, and(eq(tickets.userId, user.id), eq(tickets.on, on)))
      .where(and(matching(q, user.name), sql`${holderFacts.isApproved} and not ${holderFacts.isArchived}`))
      .orderBy(asc(sql`lower(${user.name})`), asc(user.id))
      .limit(mostFound)
    return rows.map(({ holder, entries, ...row }) => ({
      ...row,
      name: holder.name,
      ticketType: 'member' as const,
      entries: entries ?? 0,
    }))
  },

  guestName: passId => sql`(select t.guest_name from ${tickets} t where t.id = ${passId})`,
}

/** What a member pays at the first entry: as the setting says until then, as it was from then on (MKT-23). */
const dueOf = (
  ticket: { pricePence: number | null; checkInCount: number | null },
  on: string,
  settings: Parameters<typeof memberPricePence>[1],
): number => (ticket.checkInCount ? ticket.pricePence! : memberPricePence(on, settings))

/** A visitor's name in queries that left-join `user` and `profiles`; empty for a guest who gave none. */
export const visitorName = sql<string>`coalesce(case when ${tickets.userId} is null then ${tickets.guestName} else ${holderFacts.name} end, '')`

interface TicketFacts extends Pick<typeof tickets.$inferSelect, 'ticketType' | 'pricePence' | 'lastEntryAt'> {
  id: string | null
  ticketCode: string | null
  checkInCount: number | null
}

const passOf = (ticket: TicketFacts, personId: string | null, name: string | null): Pass => ({
  id: ticket.id,
  personId,
  name: name || null,
  ticketType: ticket.ticketType,
  ticketCode: ticket.ticketCode,
  pricePence: ticket.pricePence,
  entries: ticket.checkInCount ?? 0,
  lastEntryAt: ticket.lastEntryAt,
})
