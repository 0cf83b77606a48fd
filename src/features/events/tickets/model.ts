import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { holderFacts, type Pass, type PassKind } from '#features/door/passes/model.ts'
import { whyNot as ofHolder } from '#features/door/passes/rules.ts'
import { mostFound } from '#features/door/presence/inputs.ts'
import { scanReversals, scans } from '#features/door/scans/table.ts'
import { events } from '#features/events/events/table.ts'
import { attendByScan } from '#features/events/registrations/model.ts'
import { eventRegistrations as r } from '#features/events/registrations/table.ts'
import { settingsFrom, storedSetting } from '#features/house/settings/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { matching } from '#platform/db/list-page.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { eventPass, messages, noteOf, whyNot } from './rules.ts'

/** Codes of a registration are good as long as it is: nothing withdraws them but its end. */
export const generation = 1

/** What a ticket of an event is to the door. */
export const eventPasses: PassKind = {
  ...eventPass,

  // Everything that changes a registration holds its event; what was scanned is read once it is held.
  async find(tx, { passId }, on) {
    if (passId === null) return null
    await tx
      .select({ id: events.id })
      .from(events)
      .where(inArray(events.id, tx.select({ id: r.eventId }).from(r).where(eq(r.id, passId))))
      .for('no key update')
    const [row] = await atDoor(tx).where(eq(r.id, passId))
    if (!row) return null
    const { entryCooldownMinutes: waitMinutes } = settingsFrom({ entryCooldownMinutes: row.wait })
    return { pass: passOf(row), problem: problemOf(row, on), waitMinutes }
  },

  async findTyped(tx, { on, issuedAt }) {
    const rows = await tx
      .select({ passId: r.id, personId: r.userId, ticketMinutes: storedSetting('ticketMinutes') })
      .from(r)
      .innerJoin(events, eq(events.id, r.eventId))
      .where(and(eq(events.eventDate, on), ne(r.status, 'cancelled')))
    const { ticketMinutes: minutes } = settingsFrom({ ticketMinutes: rows[0]?.ticketMinutes })
    for (const { passId, personId } of rows) {
      const at = issuedAt({ passId, generation }, minutes)
      if (at === null) continue
      return { kind: eventPass.mark, passId, personId, generation, issuedAt: at, validUntil: at + minutes * 60_000 }
    }
    return null
  },

  async byId(db, passId) {
    const [row] = await atDoor(db).where(eq(r.id, passId))
    return row ? passOf(row) : null
  },

  // The entries of a registration are its scans: nothing else counts them.
  enter: (tx, passId) => tx.select({ id: r.id }).from(r).where(eq(r.id, passId)),

  /** Whoever is let in was there (EVA-16), unless their host said so before, or the event was over by then. */
  async entered(tx, passId, at) {
    await attendByScan(tx, passId, at)
  },

  // That somebody was there, and their points for it, are the host's and the office's to say: the entry alone goes.
  takeBack: () => Promise.resolve(),

  async search(db, q, on) {
    const rows = await atDoor(db)
      .where(and(matching(q, user.name), eq(events.eventDate, on), ne(r.status, 'cancelled')))
      .orderBy(asc(sql`lower(${user.name})`), asc(r.id))
      .limit(mostFound)
    return rows.map(row => {
      const { id, name, note, entries, personId } = passOf(row)
      const found = { passId: id, personId, name: name ?? '', ticketType: 'member' as const, entries }
      return note === undefined ? found : { ...found, note }
    })
  },

  async list(db, on) {
    const rows = await atDoor(db).where(and(eq(events.eventDate, on), ne(r.status, 'cancelled')))
    const { entryCooldownMinutes: waitMinutes } = settingsFrom({ entryCooldownMinutes: rows[0]?.wait })
    return {
      closed: rows.length > 0 ? null : messages.noEvent,
      waitMinutes,
      walkInPence: null,
      passes: rows.map(row => {
        const { name, note, entries, personId, lastEntryAt } = passOf(row)
        const listed = {
          ...{ passId: row.id, personId, name, ticketType: 'member' as const, generation, entries, pricePence: 0 },
          ...{ problem: problemOf(row, on), lastEntryAt: lastEntryAt?.getTime() ?? null },
        }
        return note === undefined ? listed : { ...listed, note }
      }),
    }
  },
}

const entriesOf = (of: SQL) =>
  sql`(select ${of} from ${scans} s where s.pass_id = ${r.id} and s.outcome = 'admitted'
    and not exists (select from ${scanReversals} v where v.scan_id = s.id))`

/** Registrations with what the door needs to know of the event, and of whose they are. */
const atDoor = (db: Reader) =>
  db
    .select({
      id: r.id,
      userId: r.userId,
      plusOnes: r.plusOnes,
      status: r.status,
      holder: holderFacts,
      eventName: events.name,
      eventDate: sql<string>`${events.eventDate}`,
      cancelledAt: events.cancelledAt,
      entries: sql<number>`${entriesOf(sql`count(*)::int`)}`,
      lastEntryAt: sql<Date | null>`${entriesOf(sql`max(s.scanned_at)`)}`.mapWith(r.attendedAt),
      wait: storedSetting('entryCooldownMinutes'),
    })
    .from(r)
    .innerJoin(events, eq(events.id, r.eventId))
    .innerJoin(user, eq(user.id, r.userId))
    .innerJoin(profiles, eq(profiles.userId, r.userId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof atDoor>>[number]

const problemOf = ({ holder, eventDate, status, cancelledAt }: Row, on: string) =>
  (
    ofHolder.letIn(holder) ??
    whyNot.letIn({ eventDate, isCancelled: status === 'cancelled', isEventCancelled: cancelledAt !== null }, on)
  )?.message ?? null

const passOf = (row: Row): Pass => ({
  id: row.id,
  personId: row.userId,
  name: row.holder.name,
  ticketType: 'member',
  ticketCode: null,
  pricePence: 0,
  entries: row.entries,
  lastEntryAt: row.lastEntryAt,
  companions: row.plusOnes,
  note: noteOf(row.eventName, row.plusOnes),
})
