import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import { marketDays } from '#features/market/days/table.ts'
import { newPaper, messages as paperMessages } from '#features/market/papers/inputs.ts'
import { keepPaper } from '#features/market/papers/model.ts'
import { marketPapers } from '#features/market/papers/table.ts'
import { planFact } from '#features/market/pitches/model.ts'
import { marketPitches } from '#features/market/pitches/table.ts'
import { entriesThat, listedEntry } from '#features/market/stall-line/model.ts'
import { checkout } from '#features/money/orders/model.ts'
import { promisedOf } from '#features/money/orders/rules.ts'
import { orders } from '#features/money/orders/table.ts'
import { hasRole, whyNotIn } from '#platform/auth/actor.ts'
import { calendarText } from '#platform/calendar-file.ts'
import { files } from '#platform/db/tables.ts'
import { refusal } from '#platform/rpc/errors.ts'
import { forMember, forSignedIn } from '#platform/rpc/procedures.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { messages, planDay, type StallType, stallId, stallInput } from './inputs.ts'
import { oneOf, placesLeft, stallOrders, takeStall } from './model.ts'
import { backOf, cancelUntil, tierPercentOf, whyNot } from './rules.ts'
import { marketBookings as stalls } from './table.ts'

/** Of a market day, how many stalls and offers there are of each kind. */
const ofKinds = sql<
  Partial<Record<StallType, number>>
>`(select coalesce(jsonb_object_agg(k.kind, k.number), '{}') from (
  select s.kind, count(*)::int as number from (
    select b.stall_type as kind from ${stalls} b where b.market_date = market_days.on and b.status <> 'cancelled'
    union all
    select ${listedEntry.stallType} ${entriesThat('offered')}) s group by s.kind) k)`

interface OwnWait {
  id: string
  stallType: StallType
  stallSize: 'single' | 'double'
  /** Until when a pitch is held for them; null: they wait. */
  heldUntil: string | null
  /** Their place among those who wait for this day: 1 is the next. */
  position: number
}

const ownWaits = (userId: string) => sql<OwnWait[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'stallType', ${listedEntry.stallType},
    'stallSize', ${listedEntry.stallSize}, 'heldUntil', w.held_until, 'position', ${listedEntry.place}) order by w.place), '[]')
  ${entriesThat()} and w.user_id = ${userId})`

interface OwnStall extends Pick<typeof stalls.$inferSelect, 'id' | 'marketDate' | 'businessName' | 'status'> {
  stallSize: 'single' | 'double'
  stallType: StallType
  finalPrice: number
  pitch: string | null
  setUpFrom: string
  opensAt: string
  closesAt: string
  orderId: string | null
  heldUntil: string | null
}

/** A person's stalls to come, in their order. */
const ownStalls = (userId: string, today: string) => sql<OwnStall[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'marketDate', b.market_date, 'businessName', b.business_name,
    'status', b.status, 'stallSize', b.stall_size, 'stallType', b.stall_type, 'finalPrice', b.final_price, 'pitch', p.label,
    'setUpFrom', d.set_up_from, 'opensAt', d.opens_at, 'closesAt', d.closes_at, 'orderId', b.order_id, 'heldUntil', b.held_until)
    order by b.market_date, b.created_at), '[]')
  from ${stalls} b join ${marketDays} d on d.on = b.market_date left join ${marketPitches} p on p.id = b.pitch_id
  where b.user_id = ${userId} and b.status <> 'cancelled' and b.market_date >= ${today})`

type PastStall = Pick<OwnStall, 'id' | 'marketDate' | 'businessName' | 'status' | 'stallSize'>

/** A person's stalls at markets that have been, and those that were paid and cancelled; the latest first. */
const pastStalls = (userId: string, today: string) => sql<PastStall[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'marketDate', b.market_date, 'businessName', b.business_name,
    'status', b.status, 'stallSize', b.stall_size) order by b.market_date desc, b.created_at desc), '[]')
  from (select * from ${stalls} s where s.user_id = ${userId} and (s.status = 'confirmed' and s.market_date < ${today}
    or s.status = 'cancelled' and s.confirmed_at is not null) order by s.market_date desc limit 100) b)`

type OwnPaper = Pick<typeof marketPapers.$inferSelect, 'id' | 'kind' | 'status' | 'expiresOn' | 'reason' | 'fileId'> & {
  /** Its file is there still. */
  isKept: boolean
}

/** A person's documents, the latest first. */
const ownPapers = (userId: string) => sql<OwnPaper[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'status', p.status, 'expiresOn', p.expires_on,
    'reason', p.reason, 'fileId', p.file_id, 'isKept', f.id is not null and f.deleted_at is null) order by p.created_at desc), '[]')
  from ${marketPapers} p left join ${files} f on f.id = p.file_id where p.user_id = ${userId} and p.status <> 'replaced')`

const lastOf = (first: Date, ...others: (Date | null)[]) =>
  others.reduce<Date>((last, at) => (at && at > last ? at : last), first)

/** Stalls at the market, for those who have one (MKT). */
export const stallCalls = {
  /**
   * Markets to come with what is left of each (MKT-02…04), prices, what the person has off them, their documents, their stalls
   * to come and those that were, and what they wait for.
   */
  page: forSignedIn
    .route({ method: 'GET', summary: 'The market, for a stall' })
    .handler(async ({ context: { db, fact, actor, now } }) => {
      const settings = await fact(settingsFact)
      const { on, setUpFrom, opensAt, closesAt, pitches, taken, startsAt } = marketDays
      const days = await db
        .select({
          on,
          setUpFrom,
          opensAt,
          closesAt,
          pitches,
          taken,
          startsAt,
          ofKinds,
          places: placesLeft,
          waits: ownWaits(actor.userId),
        })
        .from(marketDays)
        .where(and(eq(marketDays.isCancelled, false), gt(startsAt, now)))
        .orderBy(asc(on))
        .limit(60)
      const [own] = await db
        .select({
          stalls: ownStalls(actor.userId, calendarDate(now)),
          past: pastStalls(actor.userId, calendarDate(now)),
          papers: ownPapers(actor.userId),
        })
        .from(sql`(values (true)) as one`)
      return {
        today: calendarDate(now),
        days: days.map(({ pitches: all, taken: gone, startsAt: _, ...day }) => ({ ...day, left: all - gone })),
        prices: {
          stallSinglePence: settings.stallSinglePence,
          stallDoublePence: settings.stallDoublePence,
          stallCarParkPence: settings.stallCarParkPence,
          stallElectricityPence: settings.stallElectricityPence,
          stallTablePence: settings.stallTablePence,
        },
        perKind: settings.stallsPerKind,
        tierPercent: tierPercentOf(actor),
        tierName: actor.membership?.tierName ?? null,
        westminsterPercent: settings.westminsterPercent,
        cancellationHours: settings.cancellationHours,
        offerHours: settings.stallOfferHours,
        papers: own!.papers,
        past: own!.past,
        stalls: own!.stalls.map(({ heldUntil, ...stall }) => ({
          ...stall,
          heldUntil: heldUntil && new Date(heldUntil),
        })),
        whyNotBook: whyNotIn(actor, 'member'),
      }
    }),

  /**
   * Books a stall (MKT-13): pending until the order at `url` is paid; `url` is null when nothing is to pay. The price is the
   * server's. Throws NO_MARKET, NO_PITCH_LEFT, KIND_FULL, WAITED_FOR, PROOF_REQUIRED, PRICE_CHANGED, TOO_MANY_HOLDS, NOT_FOUND
   * for a file, and CHECKOUT_FAILED in the specified words (MKT-14): the stall stays held and can be paid on its page.
   */
  book: forMember
    .meta({ spends: ['places', 'money'] })
    .route({ summary: 'Book a stall at the market' })
    .input(stallInput)
    .handler(({ input, context }) =>
      checkout(context, {
        kind: stallOrders,
        back: id => ({ paid: `/orders/${id}`, left: `/orders/${id}?payment=cancelled` }),
        failed: {
          title: messages.failed,
          message: 'The payment page could not be opened. Your stall is held for you.',
        },
        reserve: (tx, open) => takeStall(tx, context.actor, input, open),
      }),
    ),

  /** One stall with everything for the day and what can still be done, for whoever has it and for admins. NOT_FOUND. */
  one: forSignedIn
    .route({ method: 'GET', summary: 'A stall at the market' })
    .input(stallId)
    .handler(async ({ input, context: { db, fact, actor, now } }) => {
      const stall = await oneOf(
        db,
        and(eq(stalls.id, input.id), hasRole(actor, 'admin') ? undefined : eq(stalls.userId, actor.userId)),
      )
      const [order] = stall.orderId ? await db.select().from(orders).where(eq(orders.id, stall.orderId)) : []
      const { cancellationHours, gettingIn } = await fact(settingsFact)
      const { day, person, settings: _, userId, cancelledBy: __, movedBy: ___, startsAt, ...facts } = stall
      const paid = { ...stall, order: order ?? null }
      const isOwn = userId === actor.userId
      const until = cancelUntil(stall, cancellationHours)
      const move = { now, cancellationHours }
      return {
        ...facts,
        ...{
          setUpFrom: day.setUpFrom,
          opensAt: day.opensAt,
          closesAt: day.closesAt,
          isMarketCancelled: day.isCancelled,
          note: day.note,
        },
        person: isOwn ? null : person.name,
        gettingIn,
        isOver: instantOf(stall.marketDate, day.closesAt) <= now,
        back: backOf(paid, now, cancellationHours),
        /** What would come back besides, once the bank returns it. */
        bankPence: backOf(paid, now, cancellationHours, promisedOf) - backOf(paid, now, cancellationHours),
        refundableUntil: until > now ? until : null,
        can: {
          pay: isOwn && stall.status === 'pending' && stall.heldUntil !== null && stall.heldUntil > now,
          cancel: isOwn && whyNot.cancel(stall, now) === null,
          moveDay: isOwn && whyNot.move(stall, { ...move, isOtherDay: true }) === null,
          change: isOwn && whyNot.changeFacts({ ...stall, endsAt: day.endsAt }, { ...move, isStaff: false }) === null,
          movePitch: isOwn && whyNot.move(stall, { ...move, isOtherDay: false }) === null,
        },
      }
    }),

  /** The plan of the hall on a day: which pitches are taken, and never by whom. */
  plan: forSignedIn
    .route({ method: 'GET', summary: 'The plan of a market day' })
    .input(planDay)
    .handler(async ({ input, context: { db, fact, actor } }) => {
      const plan = await fact(planFact)
      const taken = await db
        .select({ pitchId: stalls.pitchId, userId: stalls.userId })
        .from(stalls)
        .where(and(eq(stalls.marketDate, input.marketDate), ne(stalls.status, 'cancelled')))
      return plan.map(pitch => {
        const by = taken.find(({ pitchId }) => pitchId === pitch.id)
        return { ...pitch, isTaken: by !== undefined, isOwn: by?.userId === actor.userId }
      })
    }),

  /** An own stall as a file for calendars (RFC 5545), from set-up until the market closes. NOT_FOUND. */
  calendarFile: forSignedIn
    .route({ method: 'GET', summary: 'Calendar file of an own stall' })
    .input(stallId)
    .handler(async ({ input, context: { db, fact, actor, runtime } }) => {
      const { venueAddress, gettingIn } = await fact(settingsFact)
      const { publicUrl } = runtime.env
      const stall = await oneOf(db, and(eq(stalls.id, input.id), eq(stalls.userId, actor.userId)))
      const isCancelled = stall.status === 'cancelled'
      const text = calendarText({
        uid: `stall-${stall.id}@${new URL(publicUrl).hostname}`,
        title: `Market stall: ${stall.businessName}`,
        startsAt: stall.startsAt,
        endsAt: instantOf(stall.marketDate, stall.day.closesAt),
        where: venueAddress,
        words: isCancelled
          ? []
          : [
              `Set-up from ${stall.day.setUpFrom}, open ${stall.day.opensAt}–${stall.day.closesAt}.`,
              stall.pitch ? `Pitch ${stall.pitch}.` : '',
              gettingIn,
            ],
        url: `${publicUrl}/market-booking/${stall.id}`,
        status: isCancelled ? 'cancelled' : stall.status === 'pending' ? 'tentative' : 'confirmed',
        changedAt: lastOf(stall.createdAt, stall.confirmedAt, stall.movedAt, stall.rescheduledAt, stall.cancelledAt),
      })
      return new File([text], `stall-${stall.marketDate}.ics`, { type: 'text/calendar; charset=utf-8' })
    }),

  /** Hands in a document, which replaces one of its kind that is still being looked at. NOT_FOUND for the file, EXPIRED. */
  handIn: forMember
    .route({ summary: 'Hand in a document for a stall' })
    .input(newPaper)
    .handler(({ input: { kind, fileId, expiresOn }, context: { write, actor } }) =>
      write(async tx => {
        const until = kind === 'residence' ? null : expiresOn
        if (until !== null && until < calendarDate(tx.now))
          throw refusal('EXPIRED', paperMessages.expired, { field: 'expiresOn' })
        return { id: await keepPaper(tx, { userId: actor.userId, kind, fileId, expiresOn: until }) }
      }),
    ),
}
