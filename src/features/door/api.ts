import { and, asc, count, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import { admitInput, checkInsInput, guestInput } from '#features/market/inputs.ts'
import { currentSigner, marketOn, newTicketCode, publicKeys } from '#features/market/model.ts'
import { messages, standingProblem, toBase64Url } from '#features/market/rules.ts'
import { marketScans, marketVisitorTickets } from '#features/market/table.ts'
import { profiles } from '#features/members/table.ts'
import { readSettings } from '#features/venue/model.ts'
import { containing } from '#platform/db.ts'
import { refusal } from '#platform/errors.ts'
import { door } from '#platform/rpc.ts'
import { user } from '#platform/tables.ts'
import { addDays, calendarDate, instantOf } from '#platform/time.ts'
import { earlierAnswer, hashOf, recordScan, tellTheDoor, visitorFacts } from './model.ts'
import { type Answer, admittedWords, type DoorList, listBytes } from './rules.ts'

const tickets = marketVisitorTickets
const anyName = sql<string>`coalesce(case when ${tickets.userId} is null then ${tickets.guestName} else ${visitorFacts.name} end, '')`

/** The door's procedures; mounted under `market` in src/api.ts. */
export const doorMarket = {
  /**
   * What a scanner needs to go on without a connection: the public keys, and today's tickets with names, holds and last
   * entries as one signed text (decision 36). The text is JSON of a `DoorList`.
   */
  keys: door
    .route({ method: 'GET', summary: 'Keys and list for scanning offline' })
    .handler(async ({ context: { db, now, runtime } }) => {
      const on = calendarDate(now)
      const [settings, day] = [await readSettings(db), await marketOn(db, on)]
      const rows = day
        ? await db
            .select({
              ticketId: tickets.id,
              personId: sql<string>`${tickets.userId}`,
              generation: tickets.generation,
              lastEntryAt: tickets.lastEntryAt,
              pricePence: tickets.pricePence,
              ...visitorFacts,
            })
            .from(tickets)
            .innerJoin(user, eq(user.id, tickets.userId))
            .innerJoin(profiles, eq(profiles.userId, tickets.userId))
            .where(and(eq(tickets.on, on), eq(tickets.ticketType, 'member')))
        : []
      const list: DoorList = {
        generatedAt: now.getTime(),
        day: day && {
          on,
          startsAt: instantOf(on, '00:00').getTime(),
          endsAt: instantOf(addDays(on, 1), '00:00').getTime(),
        },
        cooldownMinutes: settings.entryCooldownMinutes,
        tickets: rows.map(({ accountStatus, isApproved, isArchived, lastEntryAt, ...row }) => ({
          ...row,
          lastEntryAt: lastEntryAt?.getTime() ?? null,
          problem: standingProblem({ accountStatus, isApproved, isArchived }),
        })),
      }
      const text = JSON.stringify(list)
      const signer = await currentSigner(db, runtime.env, now)
      return {
        keys: await publicKeys(db),
        list: text,
        signedBy: signer.keyId,
        signature: toBase64Url(signer.bytes(listBytes(text))),
        generatedAt: now.getTime(),
        guestEntryPence: settings.guestEntryPence,
      }
    }),

  /**
   * Checks a scanned or typed code and records the entry (MKA-12…21, MKT-21, MKT-22). A refusal is an answer, not an
   * error. The scan's own id makes a repetition harmless; scans made offline are recorded as they happened, doubles
   * are marked.
   */
  admit: door
    .route({ summary: 'Check a market code and record the entry' })
    .input(admitInput)
    .handler(({ context: { write, runtime }, input }) => write(tx => recordScan(tx, runtime.env, input))),

  /** A guest who pays at the door (MKT-24, MKA-19). */
  admitGuest: door
    .route({ summary: 'Record a guest who pays at the door' })
    .input(guestInput)
    .handler(({ context: { write }, input }) =>
      write(async (tx): Promise<Answer> => {
        const codeHash = hashOf(`guest:${input.scanId}`)
        const before = await earlierAnswer(tx, input.scanId, codeHash)
        if (before) return before
        const at = input.isOffline ? new Date(Math.min(Date.parse(input.scannedAt), tx.now.getTime())) : tx.now
        const on = calendarDate(at)
        if (!input.isOffline && !(await marketOn(tx, on))) throw refusal('NO_MARKET', messages.noMarket)
        const { guestEntryPence: pricePence } = await readSettings(tx)
        const guestName = input.name || null
        const used = { status: 'used', usedAt: at, lastEntryAt: at, checkInCount: 1 } as const
        const [ticket] = await tx
          .insert(tickets)
          .values({
            on,
            ticketType: 'guest',
            ticketCode: newTicketCode(),
            pricePence,
            guestName,
            createdAt: tx.now,
            ...used,
          })
          .returning({ id: tickets.id, ticketCode: tickets.ticketCode })
        const answer = { outcome: 'admitted', message: admittedWords(0) } as const
        await tx.insert(marketScans).values({
          id: input.scanId,
          deviceId: input.deviceId,
          codeHash,
          ticketId: ticket!.id,
          ...answer,
          scannedAt: at,
          receivedAt: tx.now,
          scannedBy: tx.cause.actorId,
          isOffline: input.isOffline,
          isFirstEntry: true,
        })
        await tellTheDoor(tx)
        return {
          ...answer,
          scanId: input.scanId,
          name: guestName,
          ticketType: 'guest',
          ticketCode: ticket!.ticketCode,
          pricePence,
          checkInCount: 1,
          lastEntryAt: at.toISOString(),
          isDouble: false,
        }
      }),
    ),

  /** Today's used tickets, split into members and guests, with what needs a look (MKA-24). */
  checkIns: door
    .route({ method: 'GET', summary: 'Who is at today’s market' })
    .input(checkInsInput)
    .handler(async ({ context: { db, now }, input }) => {
      const on = calendarDate(now)
      const today = and(eq(tickets.on, on), eq(tickets.status, 'used'))
      const like = input.q && containing(input.q)
      const where: SQL | undefined = like
        ? and(today, or(ilike(anyName, like), ilike(tickets.ticketCode, like)))
        : today
      const doubles = sql<number>`(select count(*)::int from market_scans s where s.ticket_id = market_visitor_tickets.id and s.is_double)`
      const objection = sql<
        string | null
      >`(select min(s.objection) from market_scans s where s.ticket_id = market_visitor_tickets.id and not s.is_double)`
      const column = input.sort.endsWith('name') ? sql`lower(${anyName})` : tickets.lastEntryAt
      const rows = await db
        .select({
          id: tickets.id,
          name: anyName,
          ticketCode: tickets.ticketCode,
          ticketType: tickets.ticketType,
          pricePence: tickets.pricePence,
          usedAt: tickets.usedAt,
          lastEntryAt: tickets.lastEntryAt,
          checkInCount: tickets.checkInCount,
          doubles,
          objection,
        })
        .from(tickets)
        .leftJoin(user, eq(user.id, tickets.userId))
        .leftJoin(profiles, eq(profiles.userId, tickets.userId))
        .where(where)
        .orderBy(input.sort.startsWith('-') ? desc(column) : asc(column), asc(tickets.id))
        .limit(input.pageSize)
        .offset((input.page - 1) * input.pageSize)
      const counted = db
        .select({ total: count() })
        .from(tickets)
        .leftJoin(user, eq(user.id, tickets.userId))
        .leftJoin(profiles, eq(profiles.userId, tickets.userId))
      const [found] = await counted.where(where)
      const [counts] = await db
        .select({
          used: count(),
          members: sql<number>`count(*) filter (where ${tickets.ticketType} = 'member')::int`,
          guests: sql<number>`count(*) filter (where ${tickets.ticketType} = 'guest')::int`,
          entries: sql<number>`coalesce(sum(${tickets.checkInCount}), 0)::int`,
          takenPence: sql<number>`coalesce(sum(${tickets.pricePence}), 0)::int`,
          doubles: sql<number>`coalesce(sum(${doubles}), 0)::int`,
        })
        .from(tickets)
        .where(today)
      return { rows, total: found!.total, on, counts: counts!, hasMarket: (await marketOn(db, on)) !== null }
    }),
}
