import { and, asc, eq, gt, gte, isNull, ne, sql } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import { nextFirst } from '#features/market/days/model.ts'
import { marketDays } from '#features/market/days/table.ts'
import { paperDecision, paperList } from '#features/market/papers/inputs.ts'
import { marketPapers } from '#features/market/papers/table.ts'
import { planInput } from '#features/market/pitches/inputs.ts'
import { planFact } from '#features/market/pitches/model.ts'
import { marketPitches } from '#features/market/pitches/table.ts'
import { cancelStall, changeFacts, moveToDay, moveToPitch } from '#features/market/stall-changes/model.ts'
import { countInLine } from '#features/market/stall-line/model.ts'
import { factsEdit, messages, planDay, stallId } from '#features/market/stalls/inputs.ts'
import { countOfKind, dueOn, placesLeft } from '#features/market/stalls/model.ts'
import { paidFor, whyNot } from '#features/market/stalls/rules.ts'
import { marketBookings as stalls } from '#features/market/stalls/table.ts'
import { promisedOf } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import { listPage, matching, matchingPerson } from '#platform/db/list-page.ts'
import { files, user } from '#platform/db/tables.ts'
import { notFound } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { calendarDate } from '#platform/time.ts'
import { assignment, dayIncomeList, staffMove, stallDeletion, stallList } from './inputs.ts'
import { decidePaper, runsOutFirst, savePlan } from './model.ts'

const b = stalls

/** The next market from a day on; where none is planned, the last. */
const nextMarket = (today: string) => sql<string>`(select coalesce(
  min(${marketDays.on}) filter (where ${marketDays.on} >= ${today} and not ${marketDays.isCancelled}),
  max(${marketDays.on})) from ${marketDays})`

/** Market stalls for the office (MKA-01…06); part of `stalls` in the router. */
export const stallAdmin = {
  /**
   * Stall bookings, the newest market first (MKA-05), with the number and the sum of final prices of all that the list would
   * show (MKA-02), and what deleting each gives back, in pence.
   */
  list: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Market stall bookings' })
      .input(stallList)
      .handler(async ({ input, context: { db, now } }) => {
        const where = and(
          input.id ? eq(b.id, input.id) : undefined,
          input.status ? eq(b.status, input.status) : input.id ? undefined : ne(b.status, 'cancelled'),
          input.on ? eq(b.marketDate, input.on) : undefined,
          input.when === 'coming' ? gte(b.marketDate, calendarDate(now)) : undefined,
          input.when === 'next' ? eq(b.marketDate, nextMarket(calendarDate(now))) : undefined,
          input.type && eq(b.stallType, input.type),
          input.size && eq(b.stallSize, input.size),
          input.without && and(isNull(b.pitchId), gte(b.marketDate, calendarDate(now))),
          matching(input.q, b.businessName, b.contactName, b.email),
        )
        const select = db
          .select({
            stall: b,
            pitch: marketPitches.label,
            startsAt: marketDays.startsAt,
            endsAt: marketDays.endsAt,
            order: orders,
            person: { id: user.id, name: user.name },
          })
          .from(b)
          .innerJoin(marketDays, eq(marketDays.on, b.marketDate))
          .innerJoin(user, eq(user.id, b.userId))
          .leftJoin(marketPitches, eq(marketPitches.id, b.pitchId))
          .leftJoin(orders, eq(orders.id, b.orderId))
          .where(where)
          .$dynamic()
        const page = await listPage(db, select, input, {
          sort: { marketDate: b.marketDate, createdAt: b.createdAt, finalPrice: b.finalPrice },
          tie: b.id,
        })
        const [totals] = await db
          .select({
            bookings: sql<number>`count(*)::int`,
            pence: sql<number>`coalesce(sum(${b.finalPrice}), 0)::int`,
            /** of which market, where the next one's were asked for */
            on: input.when === 'next' ? nextMarket(calendarDate(now)) : sql<null>`null`,
          })
          .from(b)
          .where(where)
        return {
          ...page,
          totals: totals!,
          rows: page.rows.map(
            ({
              stall: { userId: _, movedBy: __, cancelledBy: ___, ...row },
              startsAt,
              endsAt,
              pitch,
              order,
              person,
            }) => ({
              ...row,
              ...{ pitch, person },
              back: paidFor({ ...row, order }),
              /** What goes back besides, once the payer's bank returns it. */
              bankPence: paidFor({ ...row, order }, promisedOf) - paidFor({ ...row, order }),
              can: {
                remove: whyNot.remove(row) === null,
                change:
                  whyNot.changeFacts({ ...row, startsAt, endsAt }, { now, cancellationHours: 0, isStaff: true }) ===
                  null,
                // Staff move it for as long as its set-up has not begun.
                move: whyNot.move({ ...row, startsAt }, { now, cancellationHours: 0, isOtherDay: false }) === null,
              },
            }),
          ),
        }
      }),
    {
      Market: row => row.marketDate,
      Pitch: row => row.pitch,
      Business: row => row.businessName,
      Contact: row => row.contactName,
      Email: row => row.email,
      Phone: row => row.phone,
      Sells: row => row.stallType,
      Size: row => row.stallSize,
      'Car park': row => row.carParkAccess,
      Electricity: row => row.electricityAccess,
      'Table and chairs': row => row.tableRental,
      'Westminster resident': row => row.isWestminsterResident,
      'Price (£)': row => row.basePrice / 100,
      'Discount (£)': row => row.discountAmount / 100,
      'Final price (£)': row => row.finalPrice / 100,
      Status: row => row.status,
      Member: row => row.person.name,
      Booked: row => row.createdAt,
    },
  ),

  /** Market days with pitches taken, stalls, who waits, and what the stalls come to, in pence. */
  days: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Market days by income' })
      .input(dayIncomeList)
      .handler(async ({ input, context: { db, now } }) => {
        const { id, on, pitches, taken, isCancelled } = marketDays
        const live = sql`from ${b} b where b.market_date = market_days.on and b.status = 'confirmed'`
        const income = sql<number>`(select coalesce(sum(b.final_price), 0)::int ${live})`
        const select = db
          .select({
            ...{ id, on, pitches, taken, isCancelled, income },
            stalls: sql<number>`(select count(*)::int ${live})`,
            waiting: countInLine,
          })
          .from(marketDays)
          .$dynamic()
        const page = await listPage(db, select, input, { sort: { on, next: nextFirst(now), income }, tie: id })
        return { ...page, today: calendarDate(now) }
      }),
    {
      Market: row => row.on,
      Pitches: row => row.pitches,
      Taken: row => row.taken,
      Stalls: row => row.stalls,
      Waiting: row => row.waiting,
      'Income (£)': row => row.income / 100,
      Cancelled: row => row.isCancelled,
    },
  ),

  /**
   * Deletes a stall booking (MKA-02): it is cancelled, all that was paid goes back and the person is told why; it stays in the
   * books and leaves the list. REFUND_CHANGED when another sum was shown, NOT_FOUND, CANNOT_CANCEL.
   */
  remove: forAdmin
    .meta({ fresh: true })
    .route({ summary: 'Delete a market stall booking' })
    .input(stallDeletion)
    .handler(({ input: { id, reason, back: seen }, context: { actor, write } }) =>
      write(async tx => ({ back: await cancelStall(tx, id, { userId: actor.userId, reason, seen }) })),
    ),

  /** Changes what stands of somebody's stall, until its market is over; they are told. CANNOT_CHANGE, CHANGED_MEANWHILE, KIND_FULL, WAITED_FOR, NOT_FOUND. */
  changeFactsByStaff: forAdmin
    .route({ summary: 'Change what stands of a stall' })
    .input(factsEdit)
    .handler(({ input, context: { actor, write } }) =>
      write(tx => changeFacts(tx, input, { userId: actor.userId, isStaff: true })),
    ),

  /** Puts a stall on a pitch of the plan, or on none. PITCH_TAKEN, PITCH_SIZE, CANNOT_MOVE, NOT_FOUND. */
  assign: forAdmin
    .route({ summary: 'Put a stall on a pitch' })
    .input(assignment)
    .handler(({ input: { id, pitchId }, context: { actor, write } }) =>
      write(async tx => {
        await moveToPitch(tx, id, pitchId, { userId: actor.userId, isStaff: true })
        return { id }
      }),
    ),

  /** Puts somebody's stall to another day at the same price; they are told. CANNOT_MOVE, NOT_FOUND, and what keeps it from a day. */
  moveByStaff: forAdmin
    .route({ summary: 'Move a stall to another market day' })
    .input(staffMove)
    .handler(({ input: { id, marketDate }, context: { actor, write } }) =>
      write(async tx => {
        await moveToDay(tx, id, marketDate, { userId: actor.userId, isStaff: true })
        return { id }
      }),
    ),

  /** The market days to come that have a pitch for this stall, with how many there are. NOT_FOUND. */
  daysFor: forAdmin
    .route({ method: 'GET', summary: 'Market days that have a pitch for a stall' })
    .input(stallId)
    .handler(async ({ input, context: { db, fact, now } }) => {
      const { stallsPerKind: perKind } = await fact(settingsFact)
      const [stall] = await db.select().from(b).where(eq(b.id, input.id))
      if (!stall) throw notFound(messages.notFound)
      const days = await db
        .select({
          day: marketDays,
          places: placesLeft,
          ofKind: countOfKind(sql`${stall.stallType}`),
          due: dueOn(stall.userId, now),
        })
        .from(marketDays)
        .where(
          and(eq(marketDays.isCancelled, false), gt(marketDays.startsAt, now), ne(marketDays.on, stall.marketDate)),
        )
        .orderBy(asc(marketDays.on))
        .limit(60)
      return days
        .filter(({ day, ...facts }) => whyNot.take({ ...day, ...facts }, stall, { perKind }) === null)
        .map(({ day: { on, pitches, taken } }) => ({ on, left: pitches - taken }))
    }),

  /** The plan of the hall with the stalls of a day on it, and those that stand nowhere yet. */
  dayPlan: forAdmin
    .route({ method: 'GET', summary: 'Who stands where on a market day' })
    .input(planDay)
    .handler(async ({ input: { marketDate: on }, context: { db, fact } }) => {
      const plan = await fact(planFact)
      const rows = await db
        .select({
          id: b.id,
          pitchId: b.pitchId,
          businessName: b.businessName,
          stallType: b.stallType,
          stallSize: b.stallSize,
          status: b.status,
        })
        .from(b)
        .where(and(eq(b.marketDate, on), ne(b.status, 'cancelled')))
        .orderBy(asc(b.createdAt))
        .limit(500)
      const [day] = await db
        .select({ pitches: marketDays.pitches, taken: marketDays.taken })
        .from(marketDays)
        .where(eq(marketDays.on, on))
      return { on, plan, stalls: rows, day: day ?? null }
    }),

  /** Draws the plan anew: what is not in it is taken away. PITCH_IN_USE while a stall to come stands there; PLAN_SOLD; PLAN_CHANGED. */
  savePlan: forAdmin
    .route({ summary: 'Save the plan of the market' })
    .input(planInput)
    .handler(({ input, context: { write } }) => write(tx => savePlan(tx, input.pitches))),

  /** Documents of stallholders, those to be looked at first unless another state is asked for. */
  papers: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Documents of stallholders' })
      .input(paperList)
      .handler(async ({ input: { q, kind, runsOut, status: asked = 'waiting', ...paging }, context: { db, now } }) => {
        const p = marketPapers
        // Only what was accepted can run out.
        const status = runsOut ? 'accepted' : asked
        const runsOutOf = sql`${p.id} in (select p.id from ${p} p where ${runsOutFirst(sql`${calendarDate(now)}::date`)})`
        const select = db
          .select({
            ...{ id: p.id, kind: p.kind, status: p.status, expiresOn: p.expiresOn, reason: p.reason },
            ...{ createdAt: p.createdAt, decidedAt: p.decidedAt, fileId: p.fileId, mime: files.mime },
            isKept: sql<boolean>`${files.id} is not null and ${files.deletedAt} is null`,
            person: { id: user.id, name: user.name },
          })
          .from(p)
          .innerJoin(user, eq(user.id, p.userId))
          .leftJoin(files, eq(files.id, p.fileId))
          .where(and(eq(p.status, status), kind && eq(p.kind, kind), runsOut && runsOutOf, matchingPerson(q, p.userId)))
          .$dynamic()
        const page = await listPage(db, select, paging, {
          sort: { createdAt: p.createdAt, expiresOn: p.expiresOn },
          tie: p.id,
        })
        return { ...page, rows: page.rows.map(row => ({ ...row, can: { decide: row.status === 'waiting' } })) }
      }),
    {
      Person: row => row.person.name,
      Document: row => row.kind,
      Status: row => row.status,
      'Good until': row => row.expiresOn,
      Reason: row => row.reason,
      'Handed in': row => row.createdAt,
      Decided: row => row.decidedAt,
    },
  ),

  /**
   * Accepts or refuses a document; the person is told. With a proof of residence what they paid too much for their stalls goes
   * back by itself (MKT-11). NOT_FOUND, DECIDED, EXPIRED.
   */
  decide: forAdmin
    .route({ summary: 'Accept or refuse a document of a stallholder' })
    .input(paperDecision)
    .handler(({ input, context: { actor, write } }) => write(tx => decidePaper(tx, actor.userId, input))),
}
