import { and, asc, eq, gte, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { holderFacts, type Pass, type PassKind } from '#features/door/passes/model.ts'
import { againFrom, asProblem, type Coming } from '#features/door/passes/rules.ts'
import { mostFound } from '#features/door/presence/inputs.ts'
import { asListed, whyNot as ofHolder } from '#features/door/refusals/rules.ts'
import { scanReversals, scans } from '#features/door/scans/table.ts'
import { attendByScan, unattendByScan } from '#features/events/attendance/model.ts'
import { eventColumns } from '#features/events/events/model.ts'
import { events } from '#features/events/events/table.ts'
import { eventRegistrations as r } from '#features/events/registrations/table.ts'
import { settingsFrom, storedSetting } from '#features/house/settings/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { matching } from '#platform/db/list-page.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { eventPass, noteOf, timesOf, whyNot } from './rules.ts'

/** Codes of a registration are good as long as it is: nothing withdraws them but its end. */
export const generation = 1

/** What a ticket of an event is to the door. */
export const eventPasses: PassKind = {
  ...eventPass,

  async find(tx, { passId }, on, at) {
    if (passId === null) return null
    await lockEventOf(tx, passId)
    const [row] = await atDoor(tx).where(eq(r.id, passId))
    if (!row) return null
    const { entryCooldownMinutes: waitMinutes } = settingsFrom({ entryCooldownMinutes: row.wait })
    return {
      pass: passOf(row),
      problem: ofHolder.letIn(row.holder) ?? whyNot.letIn(comingOf(row), at, on),
      waitMinutes,
    }
  },

  // Whoever called off is found as well, and told so.
  async findTyped(tx, { on, issuedAt }) {
    const rows = await tx
      .select({ passId: r.id, personId: r.userId, ticketMinutes: storedSetting('ticketMinutes') })
      .from(r)
      .innerJoin(events, eq(events.id, r.eventId))
      .where(eq(events.eventDate, on))
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
  enter: (db, passId) => db.select({ id: r.id }).from(r).where(eq(r.id, passId)),

  /** Whoever is let in was there (EVA-16), unless somebody said so before, or it is not the event's time. */
  async arrived(tx, passId, at) {
    await attendByScan(tx, passId, at)
  },

  // How many entries are left is counted once the event is held: another door may let them in at this moment.
  async takeBack(tx, passId) {
    await lockEventOf(tx, passId)
    await unattendByScan(tx, passId, sql`${entriesOf(sql`count(*)`)} = 0`)
  },

  async search(db, q, on) {
    const rows = await atDoor(db)
      .where(and(matching(q, user.name), eq(events.eventDate, on), ne(r.status, 'cancelled')))
      .orderBy(asc(sql`lower(${user.name})`), asc(r.id))
      .limit(mostFound)
    return rows.map(row => {
      const { name, note, entries, personId, lastEntryAt } = passOf(row)
      const { entryCooldownMinutes: wait } = settingsFrom({ entryCooldownMinutes: row.wait })
      const { problem, times } = whenOf(row, on)
      const again = againFrom(lastEntryAt, wait).from ?? 0
      return {
        ...{ passId: row.id, personId, name: name ?? '', ticketType: 'member' as const, entries },
        ...{ from: Math.max(times.from, again), until: times.until },
        ...(note !== undefined && { note }),
        ...asProblem(problem),
      }
    })
  },

  // Who called off is listed, too: a device that did not know of them would take their code for a new one.
  async list(db, on) {
    const [rows, next] = await Promise.all([atDoor(db).where(eq(events.eventDate, on)), nextEvent(db, on)])
    const isOn = next?.on === on
    const { entryCooldownMinutes: waitMinutes } = settingsFrom({ entryCooldownMinutes: rows[0]?.wait })
    return {
      closed: null,
      isOn,
      ...(!isOn && next && { next }),
      waitMinutes,
      walkInPence: null,
      passes: rows.map(row => {
        const { name, note, entries, personId, lastEntryAt } = passOf(row)
        const { problem, times } = whenOf(row, on)
        const listed = {
          ...{ passId: row.id, personId, name, ticketType: 'member' as const, generation, entries, pricePence: 0 },
          ...asListed(problem),
          ...{ times, lastEntryAt: lastEntryAt?.getTime() ?? null },
          ...(row.plusOnes > 0 && { companions: row.plusOnes }),
        }
        return note === undefined ? listed : { ...listed, note }
      }),
    }
  },
}

/** The first event from this day on; null where none is planned. */
async function nextEvent(db: Reader, from: string): Promise<Coming | null> {
  const isPlanned = and(eq(events.applicationStatus, 'approved'), isNull(events.cancelledAt))
  const [row] = await db
    .select({ on: eventColumns.eventDate, startTime: eventColumns.startTime, name: events.name })
    .from(events)
    .where(and(gte(events.eventDate, from), isPlanned))
    .orderBy(asc(events.eventDate), asc(events.startTime), asc(events.id))
    .limit(1)
  return row ? { on: row.on, from: row.startTime.slice(0, 5), name: row.name } : null
}

/** Why a registration lets nobody in on this day, and when it does: that, whoever looks sees by the clock. */
function whenOf(row: Row, on: string) {
  const [coming, times] = [comingOf(row), timesOf(comingOf(row))]
  return { times, problem: ofHolder.letIn(row.holder) ?? whyNot.letIn(coming, new Date(times.from), on) }
}

/** Everything that changes a registration holds its event; what was scanned is read once it is held. */
const lockEventOf = (tx: Tx, registrationId: string) =>
  tx
    .select({ id: events.id })
    .from(events)
    .where(inArray(events.id, tx.select({ id: r.eventId }).from(r).where(eq(r.id, registrationId))))
    .for('no key update')

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
      eventDate: eventColumns.eventDate,
      startsAt: eventColumns.startsAt,
      endsAt: eventColumns.endsAt,
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
type Held = Pick<Row, 'eventName' | 'eventDate' | 'startsAt' | 'endsAt' | 'status' | 'cancelledAt'>

/** A registration with its event, as the rules ask for it. */
export const comingOf = ({ eventName: name, eventDate, startsAt, endsAt, status, cancelledAt }: Held) => ({
  ...{ name, eventDate, startsAt, endsAt },
  isCancelled: status === 'cancelled',
  isEventCancelled: cancelledAt !== null,
})

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
