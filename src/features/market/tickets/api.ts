import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { currentSigner, typedCodes } from '#features/door/passes/model.ts'
import { whyNot as ofEntry } from '#features/door/scans/rules.ts'
import { scanReversals, scans } from '#features/door/scans/table.ts'
import { readSettings, settingsFact } from '#features/house/settings/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { hasRole, whyNotIn } from '#platform/auth/actor.ts'
import { calendarText } from '#platform/calendar-file.ts'
import { listPage, matching } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import { demand, refusal } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forDoor, forMember, forVisitor } from '#platform/rpc/procedures.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { dayList } from '../days/inputs.ts'
import { comingDay, comingOf, marketDaysFact, nextFirst } from '../days/model.ts'
import { messages as dayMessages, whyNot as ofDay } from '../days/rules.ts'
import { marketDays } from '../days/table.ts'
import { planFact } from '../pitches/model.ts'
import { onOffer } from '../pitches/rules.ts'
import { attendanceDay, checkInList } from './inputs.ts'
import { isMarketOn, memberTicket, visitorName } from './model.ts'
import { aboutMarket, marketPass, memberPricePence, whyNot } from './rules.ts'
import { marketVisitorTickets } from './table.ts'

const ofTickets = marketVisitorTickets
const isUsed = eq(ofTickets.status, 'used')
const isAlive = inArray(ofTickets.status, ['issued', 'used'])
const isBought = sql`(${ofTickets.purchaseId} is not null and ${isAlive})`
const usedOn = (on: string) => and(eq(ofTickets.on, on), isUsed)
const doubles = sql<number>`(select count(*)::int from ${scans} s where s.pass_id = market_visitor_tickets.id and s.is_double)`
const objection = sql<
  string | null
>`(select min(s.objection) from ${scans} s where s.pass_id = market_visitor_tickets.id and not s.is_double)`
/** The last entry that still counts: what is taken back from the list. */
const lastScan = sql<
  string | null
>`(select s.id from ${scans} s where s.pass_id = market_visitor_tickets.id and s.outcome = 'admitted'
  and not exists (select from ${scanReversals} r where r.scan_id = s.id) order by s.scanned_at desc limit 1)`
const letInBy = sql<
  string | null
>`(select p.first_name from ${scans} s join ${profiles} p on p.user_id = s.scanned_by where s.pass_id = market_visitor_tickets.id and s.is_first_entry)`
const visitors = sql<number>`(select count(*)::int from ${ofTickets} t where t.on = ${marketDays}.on and t.status = 'used')`

const ticketsOf = (counted: SQL, where: SQL) =>
  sql<number>`(select coalesce(${counted}, 0)::int from ${ofTickets} t where t.on = ${marketDays}.on and ${where})`
const ofBought = sql`t.purchase_id is not null and t.status in ('issued', 'used')`
/** Guests' tickets that were paid online and not given back, what they cost, and what was taken at the door, in pence. */
const sold = ticketsOf(sql`count(*)`, ofBought)
const soldPence = ticketsOf(sql`sum(t.price_pence)`, ofBought)
const doorPence = ticketsOf(sql`sum(t.price_pence)`, sql`t.purchase_id is null and t.status = 'used'`)

export const tickets = {
  /** The next market with its hours and what entry costs whom (MKT-16, MKT-03, MKT-23, MKT-24). */
  about: forVisitor
    .route({ method: 'GET', summary: 'The next market' })
    .handler(async ({ context: { fact, now, actor } }) => {
      const day = comingOf(await fact(marketDaysFact), now)
      const shown = day && { ...day, stalls: onOffer(day, await fact(planFact)) }
      return {
        ...aboutMarket(shown, await fact(settingsFact), now),
        can: { ticket: whyNotIn(actor, 'member') === null },
      }
    }),

  /** The next market for a calendar. NO_MARKET when none is planned. */
  calendarFile: forVisitor
    .route({ method: 'GET', summary: 'Calendar file of the next market' })
    .handler(async ({ context: { fact, now, runtime } }) => {
      const day = comingOf(await fact(marketDaysFact), now)
      if (!day) throw refusal('NO_MARKET', dayMessages.noDayPlanned)
      const { publicUrl } = runtime.env
      const text = calendarText({
        uid: `market-${day.on}@${new URL(publicUrl).hostname}`,
        title: 'Market',
        startsAt: instantOf(day.on, day.opensAt),
        endsAt: instantOf(day.on, day.closesAt),
        where: (await fact(settingsFact)).venueAddress,
        words: [],
        url: `${publicUrl}/market-tickets`,
        status: 'confirmed',
        changedAt: now,
      })
      return new File([text], `market-${day.on}.ics`, { type: 'text/calendar; charset=utf-8' })
    }),

  /**
   * The caller's ticket for the market of today, with a fresh code (MKT-16…18). Each call signs a new code; the ticket
   * stays the same. Throws NO_MARKET when none is planned, NOT_YET before the day of the next one.
   */
  ticket: forMember
    .route({ summary: 'A fresh code for the market' })
    .handler(({ context: { write, actor, runtime } }) =>
      write(async tx => {
        const settings = await readSettings(tx)
        const day = await comingDay(tx, tx.now)
        if (!day) throw refusal('NO_MARKET', dayMessages.noDayPlanned)
        demand(whyNot.ticket(day.on, calendarDate(tx.now)))
        const { generation } = day
        const pricePence = memberPricePence(day.on, settings)
        const ticket = await memberTicket(tx, { userId: actor.userId, on: day.on, pricePence })
        const signer = await currentSigner(tx, runtime.env, tx.now)
        // Codes count in whole seconds.
        const issuedAt = Math.floor(tx.now.getTime() / 1000) * 1000
        const validUntil = issuedAt + settings.ticketMinutes * 60_000
        const pass = { passId: ticket.id, generation }
        return {
          code: signer.pass({ kind: marketPass.mark, ...pass, personId: actor.userId, issuedAt, validUntil }),
          typedCode: typedCodes(runtime.env)(pass, Math.floor(issuedAt / 60_000)),
          ticketCode: ticket.ticketCode,
          pricePence: ticket.pricePence,
          day: { on: day.on, opensAt: day.opensAt, closesAt: day.closesAt },
          issuedAt,
          validUntil,
          serverNow: tx.now.getTime(),
        }
      }),
    ),

  /** Market days, the next one first, with how many people came (decision 33). */
  days: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Market days' })
      .input(dayList)
      .handler(async ({ context: { db, now, fact }, input }) => {
        const plan = await fact(planFact)
        const { id, on, setUpFrom, opensAt, closesAt, pitches, note, taken, isCancelled } = marketDays
        const select = db
          .select({
            ...{ id, on, setUpFrom, opensAt, closesAt, pitches, note, taken, isCancelled, visitors },
            ...{ sold, soldPence, doorPence },
          })
          .from(marketDays)
          .$dynamic()
        const page = await listPage(db, select, input, { sort: { on, next: nextFirst(now) }, tie: id })
        return {
          ...page,
          rows: page.rows.map(row => ({
            ...row,
            isOver: instantOf(row.on, row.closesAt) <= now,
            /** The plan of the hall has fewer pitches than the day: so many, and no more are sold. */
            fewer: onOffer(row, plan) < row.pitches ? onOffer(row, plan) : null,
            can: { cancel: ofDay.cancel(row, now) === null, change: ofDay.change(row, null, now) === null },
          })),
        }
      }),
    {
      Day: row => row.on,
      Opens: row => row.opensAt,
      Closes: row => row.closesAt,
      'Set-up from': row => row.setUpFrom,
      Pitches: row => row.pitches,
      Note: row => row.note,
      Taken: row => row.taken,
      Visitors: row => row.visitors,
      'Guest tickets sold online': row => row.sold,
      'Taken online (£)': row => ({ pence: row.soldPence }),
      'Taken at the door (£)': row => ({ pence: row.doorPence }),
      Cancelled: row => row.isCancelled,
    },
  ),

  /** Used tickets of today, for admins of any day, with what needs a look (MKA-24). FORBIDDEN. */
  checkIns: exportable(
    forDoor
      .route({ method: 'GET', summary: 'Who came to the market' })
      .input(checkInList)
      .handler(async ({ context: { db, now, actor }, input }) => {
        const today = calendarDate(now)
        const on = input.on ?? today
        if (on !== today) demand(whyNotIn(actor, 'admin'))
        const select = db
          .select({
            id: ofTickets.id,
            /** For whoever may open people: who it is. */
            userId: hasRole(actor, 'admin') ? ofTickets.userId : sql<null>`null`,
            name: visitorName,
            ticketCode: ofTickets.ticketCode,
            ticketType: ofTickets.ticketType,
            pricePence: ofTickets.pricePence,
            isPaidOnline: sql<boolean>`${ofTickets.purchaseId} is not null`,
            usedAt: ofTickets.usedAt,
            lastEntryAt: ofTickets.lastEntryAt,
            checkInCount: ofTickets.checkInCount,
            doubles,
            objection,
            scanId: lastScan,
            letInBy,
          })
          .from(ofTickets)
          .leftJoin(user, eq(user.id, ofTickets.userId))
          .leftJoin(profiles, eq(profiles.userId, ofTickets.userId))
          .where(and(usedOn(on), matching(input.q, visitorName, ofTickets.ticketCode)))
          .$dynamic()
        const by = { lastEntryAt: ofTickets.lastEntryAt, name: sql`lower(${visitorName})` }
        const page = await listPage(db, select, input, { sort: by, tie: ofTickets.id })
        const takeBack = ({ scanId }: (typeof page.rows)[number]) =>
          ofEntry.takeBack(actor, { isAdmitted: scanId !== null, on, arrivedOn: on }, today, today) === null
        return {
          ...page,
          rows: page.rows.map(row => ({ ...row, can: { takeBack: takeBack(row) } })),
        }
      }),
    {
      Name: row => row.name,
      Ticket: row => row.ticketType,
      Code: row => row.ticketCode,
      'First entry': row => row.usedAt,
      'Last entry': row => row.lastEntryAt,
      Entries: row => row.checkInCount,
      'Paid, in pounds': row => (row.pricePence / 100).toFixed(2),
      'Double entries': row => row.doubles,
      Objection: row => row.objection,
    },
  ),

  /** Visitors of today in numbers, for admins of any day; members and guests apart (MKA-24). FORBIDDEN. */
  attendance: forDoor
    .route({ method: 'GET', summary: 'Visitors of the market in numbers' })
    .input(attendanceDay)
    .handler(async ({ context: { db, now, actor }, input }) => {
      const today = calendarDate(now)
      const on = input.on ?? today
      const [row] = await db
        .select({
          hasMarket: isMarketOn(on),
          /** The first market from today on; null where none is planned. */
          nextOn: sql<
            string | null
          >`(select min(${marketDays.on})::text from ${marketDays} where ${marketDays.on} >= ${today} and not ${marketDays.isCancelled})`,
          /** The last market before today. */
          lastOn: sql<
            string | null
          >`(select max(${marketDays.on})::text from ${marketDays} where ${marketDays.on} < ${today} and not ${marketDays.isCancelled})`,
          used: sql<number>`count(*) filter (where ${isUsed})::int`,
          /** Members who have opened their ticket, and guests who have bought theirs, and have not come yet. */
          expected: sql<number>`count(*) filter (where ${ofTickets.status} = 'issued')::int`,
          members: sql<number>`count(*) filter (where ${isUsed} and ${ofTickets.ticketType} = 'member')::int`,
          guests: sql<number>`count(*) filter (where ${isUsed} and ${ofTickets.ticketType} = 'guest')::int`,
          entries: sql<number>`coalesce(sum(${ofTickets.checkInCount}) filter (where ${isUsed}), 0)::int`,
          /** What the door took; what guests paid online before is the other. */
          takenPence: sql<number>`coalesce(sum(${ofTickets.pricePence}) filter (where ${isUsed} and ${ofTickets.purchaseId} is null), 0)::int`,
          onlinePence: sql<number>`coalesce(sum(${ofTickets.pricePence}) filter (where ${isBought}), 0)::int`,
          online: sql<number>`count(*) filter (where ${isBought})::int`,
          doubles: sql<number>`coalesce(sum(${doubles}) filter (where ${isUsed}), 0)::int`,
        })
        .from(ofTickets)
        .where(eq(ofTickets.on, on))
      // The door may read how its last market went, in numbers; every other day is the office's.
      if (on !== today && on !== row!.lastOn) demand(whyNotIn(actor, 'admin'))
      return { on, ...row! }
    }),
}
