import { and, eq, isNotNull, ne, or, type Placeholder, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { type Found, holderFacts, newReadableCode, type Pass, type PassKind } from '#features/door/passes/model.ts'
import { againFrom, asProblem, type ListedPass, type TicketType } from '#features/door/passes/rules.ts'
import { mostFound } from '#features/door/presence/inputs.ts'
import { asListed, type Holder, refuse, whyNot } from '#features/door/refusals/rules.ts'
import { settingsFrom, storedSetting, storedSettings } from '#features/house/settings/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { matching } from '#platform/db/list-page.ts'
import { prepared } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { refusal } from '#platform/rpc/errors.ts'
import { nextMarket } from '../days/model.ts'
import { marketDays } from '../days/table.ts'
import { guestClaims, marketPass, marketRefusals, memberPricePence, notOnDay } from './rules.ts'
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
export const isMarketOn = (on: string | Placeholder) =>
  sql<boolean>`exists (select 1 from ${marketDays} where ${marketDays.on} = ${on} and not ${marketDays.isCancelled})`

/** A member's ticket of one day, locked, with what decides whether they are let in. */
const ofMember = prepared(db => {
  const [personId, on] = [sql.placeholder('personId'), sql.placeholder('on')]
  const ofDay = and(eq(tickets.userId, personId), eq(tickets.on, on))
  const ticket = db.$with('ticket').as(db.select().from(tickets).where(ofDay).for('update'))
  return db
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
        join ${marketDays} on ${marketDays.on} = ${tickets.on} where ${tickets.id} = ${sql.placeholder('passId')})`,
      settings: storedSettings,
    })
    .from(user)
    .innerJoin(profiles, eq(profiles.userId, user.id))
    .leftJoin(ticket, sql`true`)
    .where(eq(user.id, personId))
    .prepare('market_ticket_of_member')
})

/** What a market ticket is to the door. */
export const marketPasses: PassKind = {
  ...marketPass,

  async find(tx, { personId, passId, generation }, on) {
    if (personId === null) return passId === null ? null : findGuest(tx, { passId, generation }, on)
    const [row] = await ofMember(tx).execute({ personId, passId, on })
    if (!row) return null
    const settings = settingsFrom(row.settings)
    const isWithdrawn = generation !== null && row.generation !== generation
    const pricePence = dueOf(row, on, settings)
    if (row.id && row.pricePence !== pricePence)
      await tx.update(tickets).set({ pricePence }).where(eq(tickets.id, row.id))
    return {
      pass: passOf({ ...row, pricePence, ticketType: 'member' }, personId, row.holder.name),
      problem:
        whyNot.letIn(row.holder) ??
        (row.hasMarket ? null : refuse(marketRefusals, 'CLOSED')) ??
        (isWithdrawn ? refuse(marketRefusals, 'STALE') : null),
      waitMinutes: settings.entryCooldownMinutes,
    }
  },

  async issue(tx, pass, on) {
    const ticket = await memberTicket(tx, { userId: pass.personId!, on, pricePence: pass.pricePence })
    return passOf(ticket, pass.personId, pass.name)
  },

  async findTyped(tx, { characters, on, issuedAt }) {
    const rows = await tx
      .select({
        hasMarket: isMarketOn(on),
        passId: tickets.id,
        personId: tickets.userId,
        generation: marketDays.generation,
        ticketMinutes: storedSetting('ticketMinutes'),
        guest: sql<Bought | null>`(select jsonb_build_object('id', t.id, 'on', t.on, 'createdAt', t.created_at, 'generation', d.generation)
          from ${tickets} t join ${marketDays} d on d.on = t.on where t.ticket_code = ${characters} and t.purchase_id is not null)`,
      })
      // One row at least, which knows whether there is a market, and whose letters these are if they never age.
      .from(sql`(values (true)) as one`)
      .leftJoin(marketDays, eq(marketDays.on, on))
      .leftJoin(tickets, and(eq(tickets.on, marketDays.on), eq(tickets.ticketType, 'member')))
    const { guest } = rows[0]!
    if (guest) return guestClaims({ ...guest, createdAt: new Date(guest.createdAt) }, guest.generation)
    if (!rows[0]!.hasMarket) return { problem: refuse(marketRefusals, 'CLOSED') }
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
  enter: (db, passId, at) =>
    db
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
        next: nextMarket(on),
      })
      // One row at least, with the settings: without tickets, and without a market too.
      .from(sql`(values (true)) as one`)
      .leftJoin(marketDays, and(eq(marketDays.on, on), eq(marketDays.isCancelled, false)))
      .leftJoin(tickets, and(eq(tickets.on, marketDays.on), or(eq(tickets.ticketType, 'member'), isBought)))
      .leftJoin(user, eq(user.id, tickets.userId))
      .leftJoin(profiles, eq(profiles.userId, tickets.userId))
    const { generation: ofDay, next, entryCooldownMinutes, guestEntryPence, membersEnterFreeUntil } = rows[0]!
    const settings = settingsFrom({ entryCooldownMinutes, guestEntryPence, membersEnterFreeUntil })
    return {
      closed: ofDay === null ? marketRefusals.CLOSED.says : null,
      isOn: ofDay !== null,
      ...(ofDay === null && next && { next }),
      waitMinutes: settings.entryCooldownMinutes,
      walkInPence: ofDay === null ? null : settings.guestEntryPence,
      unlistedPence: memberPricePence(on, settings),
      passes: rows.flatMap(({ ticket, generation, holder }): ListedPass[] =>
        ticket && generation !== null
          ? [
              {
                ...(ticket.userId !== null && holder
                  ? {
                      name: holder.name,
                      ...asListed(whyNot.letIn(holder)),
                      pricePence: dueOf(ticket, on, settings),
                    }
                  : { name: ticket.guestName, ...asListed(guestProblem(ticket, on)), pricePence: 0, note: paidOnline }),
                passId: ticket.id,
                personId: ticket.userId,
                ticketType: ticket.ticketType,
                generation,
                entries: ticket.checkInCount,
                lastEntryAt: ticket.lastEntryAt?.getTime() ?? null,
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
    if (!today!.hasMarket && !hasHappened) throw refusal('CLOSED', marketRefusals.CLOSED.says)
    const pricePence = settingsFrom(today!.settings).guestEntryPence
    const guest = { ticketType: 'guest', ticketCode: newReadableCode(), guestName: name } as const
    const [ticket] = await tx
      .insert(tickets)
      .values({ ...guest, on, pricePence, createdAt: tx.now })
      .returning()
    return passOf(ticket!, null, name)
  },

  // A guest's ticket was made by the entry and goes with it; a member's is as it was before.
  async takeBack(tx, passId, { isWalkIn, left: entriesLeft }) {
    const { firstAt, lastAt } = await entriesLeft()
    const left = firstAt
      ? { usedAt: firstAt, lastEntryAt: lastAt, checkInCount: sql`greatest(${tickets.checkInCount} - 1, 1)` }
      : { status: asBefore, usedAt: null, lastEntryAt: null, checkInCount: 0 }
    await tx
      .update(tickets)
      .set(isWalkIn ? { status: 'void' } : left)
      .where(and(eq(tickets.id, passId), eq(tickets.status, 'used')))
  },

  /**
   * Members, whether they opened their ticket or not: it is made with the entry; and guests who bought theirs online. Without a
   * market nobody comes in, whatever their name.
   */
  async search(db, q, on) {
    const members = db
      .select({
        ...ofTicket,
        personId: sql<string | null>`${user.id}`.as('person_id'),
        name: sql<string>`${holderFacts.name}`.as('name'),
        ticketType: sql<TicketType>`'member'`.as('ticket_type'),
        accountStatus: profiles.accountStatus,
      })
      .from(user)
      .innerJoin(profiles, eq(profiles.userId, user.id))
      .leftJoin(tickets, and(eq(tickets.userId, user.id), eq(tickets.on, on)))
      .where(
        and(matching(q, user.name), sql`${holderFacts.isApproved} and not ${holderFacts.isArchived}`, isMarketOn(on)),
      )
    const guests = db
      .select({
        ...ofTicket,
        personId: sql<string | null>`null`.as('person_id'),
        name: sql<string>`${tickets.guestName}`.as('name'),
        ticketType: sql<TicketType>`'guest'`.as('ticket_type'),
        accountStatus: sql<Holder['accountStatus']>`'active'`.as('account_status'),
      })
      .from(tickets)
      .where(and(eq(tickets.on, on), isBought, isGood, matching(q, tickets.guestName), isMarketOn(on)))
    const rows = await unionAll(members, guests).orderBy(sql`name, person_id, pass_id`).limit(mostFound)
    return rows.map(({ accountStatus, lastEntryAt, wait, ...found }) => {
      const problem = whyNot.letIn({ accountStatus, isApproved: true, isArchived: false })
      const { entryCooldownMinutes } = settingsFrom({ entryCooldownMinutes: wait })
      return { ...found, ...againFrom(lastEntryAt, entryCooldownMinutes), ...asProblem(problem) }
    })
  },

  guestName: passId => sql`(select t.guest_name from ${tickets} t where t.id = ${passId})`,
}

/** A guest's ticket that was bought online, locked: whoever carries it comes in, on its day (decision 36). One statement. */
async function findGuest(
  tx: Tx,
  { passId, generation }: { passId: string; generation: number | null },
  on: string,
): Promise<Found | null> {
  const [row] = await tx
    .select({
      ticket: tickets,
      hasMarket: isMarketOn(on),
      ofDay: sql<number | null>`(select d.generation from ${marketDays} d where d."on" = market_visitor_tickets."on")`,
      stored: storedSetting('entryCooldownMinutes'),
    })
    .from(tickets)
    .where(and(eq(tickets.id, passId), isBought))
    .for('update')
  if (!row) return null
  const { ticket, hasMarket, ofDay, stored } = row
  return {
    pass: passOf(ticket, null, ticket.guestName),
    problem:
      guestProblem(ticket, on) ??
      (hasMarket ? null : refuse(marketRefusals, 'CLOSED')) ??
      (generation === null || ofDay === generation ? null : refuse(marketRefusals, 'PAID_BACK')),
    waitMinutes: settingsFrom({ entryCooldownMinutes: stored }).entryCooldownMinutes,
  }
}

const isGood = ne(tickets.status, 'cancelled')
/** What is read of a ticket that was searched for by name, if there is one. */
const ofTicket = {
  passId: sql<string | null>`${tickets.id}`.as('pass_id'),
  entries: sql<number>`coalesce(${tickets.checkInCount}, 0)`.as('entries'),
  lastEntryAt: tickets.lastEntryAt,
  wait: storedSetting('entryCooldownMinutes').as('wait'),
}
/** A ticket that nobody has come in with: good for an entry, unless what paid for it went back meanwhile. */
const asBefore = sql<'issued' | 'cancelled'>`case when ${tickets.isPaidBack} then 'cancelled' else 'issued' end`
const isBought = isNotNull(tickets.purchaseId)
type Bought = { id: string; on: string; createdAt: string; generation: number }
const paidOnline = 'Paid online'

const guestProblem = ({ status, on }: Pick<typeof tickets.$inferSelect, 'status' | 'on'>, today: string) =>
  status === 'cancelled' ? refuse(marketRefusals, 'PAID_BACK') : notOnDay(on, today)

/** What a member pays at the first entry: as the setting says until then, as it was from then on (MKT-23). */
const dueOf = (
  ticket: { pricePence: number | null; checkInCount: number | null },
  on: string,
  settings: Parameters<typeof memberPricePence>[1],
): number => (ticket.checkInCount ? ticket.pricePence! : memberPricePence(on, settings))

/** A visitor's name in queries that left-join `user` and `profiles`; empty for a guest who gave none. */
export const visitorName = sql<string>`coalesce(case when ${tickets.userId} is null then ${tickets.guestName} else ${holderFacts.name} end, '')`

interface TicketFacts extends Pick<typeof tickets.$inferSelect, 'ticketType' | 'pricePence' | 'lastEntryAt'> {
  purchaseId?: string | null
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
  // Nothing is to collect of what was paid before.
  pricePence: ticket.purchaseId ? 0 : ticket.pricePence,
  entries: ticket.checkInCount ?? 0,
  lastEntryAt: ticket.lastEntryAt,
  ...(ticket.purchaseId && { note: paidOnline }),
})
