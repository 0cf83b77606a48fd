import {
  type AnyColumn,
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { startCheckout } from '#features/payments/model.ts'
import { tokenBalance } from '#features/tokens/model.ts'
import { readSettings } from '#features/venue/model.ts'
import { type Actor, admit } from '#platform/actor.ts'
import type { Db, Reader } from '#platform/db.ts'
import { notFound, refusal } from '#platform/errors.ts'
import { admin, member, signedIn, visitor } from '#platform/rpc.ts'
import { user } from '#platform/tables.ts'
import { calendarDate, mondayOf } from '#platform/time.ts'
import {
  cancelByStaffInput,
  cartItemInput,
  checkoutInput,
  facilityInput,
  listInput,
  maxCartItems,
  messages,
  mineInput,
  ownBookingInput,
  placeInput,
  quoteInput,
  slotsInput,
  typeChange,
} from './inputs.ts'
import {
  bookPlaces,
  cancelBooking,
  demandRight,
  heldBetween,
  ownHold,
  payFor,
  reachOf,
  rightOf,
  slotFor,
  type Wish,
} from './model.ts'
import {
  cancellationOf,
  cashTotal,
  freeUnit,
  isTokenDay,
  paymentFor,
  refundableUntil,
  slotsOf,
  termsOf,
  unitsLeft,
} from './rules.ts'
import { bookings, bookingTypes, cartItems, weeklyBookingUsage } from './table.ts'

const facilityColumns = {
  id: bookingTypes.id,
  slug: bookingTypes.slug,
  name: bookingTypes.name,
  description: bookingTypes.description,
  group: bookingTypes.group,
  tokenCost: bookingTypes.tokenCost,
  tokenAvailableDays: bookingTypes.tokenAvailableDays,
  cashPricePence: bookingTypes.cashPricePence,
  isPricedPerSession: bookingTypes.isPricedPerSession,
  durationMinutes: bookingTypes.durationMinutes,
  units: bookingTypes.units,
}

export const bookings = {
  /** What facilities cost, for the public membership page: no availability, no person (TOK-14, STU-15). */
  prices: visitor
    .route({ method: 'GET', summary: 'Active facilities with their costs' })
    .handler(async ({ context: { db } }) => {
      const rows = await activeTypes(db)
      return rows.map(type => ({ ...pickPrices(type), cashTotalPence: cashTotal(type) }))
    }),

  /** Active facilities in their groups' order, and what the person may do with them (BOOK-01, BOOK-04). */
  facilities: visitor
    .route({ method: 'GET', summary: 'Facilities that can be booked' })
    .handler(async ({ context: { db, actor } }) => {
      const settings = await admitToBookings(db, actor)
      return {
        rows: (await activeTypes(db)).map(type => ({ ...type, cashTotalPence: cashTotal(type) })),
        right: rightOf(actor, settings.freeMembersFacilities),
        tokenBalance: actor ? await tokenBalance(db, actor.userId) : null,
      }
    }),

  /** One facility with what the person needs to decide: balance, hours used this week, terms (BOOK-13, BOOK-33). */
  facility: visitor
    .route({ method: 'GET', summary: 'A facility' })
    .input(facilityInput)
    .handler(async ({ input, context: { db, actor, now } }) => {
      const settings = await admitToBookings(db, actor)
      const type = await findType(db, input.id)
      const weekStartOn = mondayOf(calendarDate(now))
      return {
        ...type,
        cashTotalPence: cashTotal(type),
        today: calendarDate(now),
        weekStartOn,
        hoursUsed: actor ? await hoursUsed(db, actor.userId, type.slug, weekStartOn) : 0,
        tokenBalance: actor ? await tokenBalance(db, actor.userId) : null,
        right: rightOf(actor, settings.freeMembersFacilities),
        cancellationHours: settings.cancellationHours,
        terms: termsOf(settings.cancellationHours),
      }
    }),

  /** Every slot of a day with the units left, and never who has the others (BOOK-21 … BOOK-24, API-15). */
  slots: visitor
    .route({ method: 'GET', summary: 'Slots of a facility on a day' })
    .input(slotsInput)
    .handler(async ({ input, context: { db, actor, now } }) => {
      const settings = await admitToBookings(db, actor)
      const type = await findType(db, input.facilityId)
      const { from, until } = reachOf(input.on)
      const held = await heldBetween(db, type.id, from, until, now)
      return slotsOf(type, input.on, settings, now).map(slot => {
        const left = unitsLeft(type.units, slot, held)
        return {
          startsAt: slot.startsAtTime,
          endsAt: slot.endsAtTime,
          unitsLeft: left,
          isAvailable: left > 0,
        }
      })
    }),

  /** What booking this place would cost now, how it would be paid, and what cancelling gives back until when (BOOK-28). */
  quote: signedIn
    .route({ method: 'GET', summary: 'Price of a place' })
    .input(quoteInput)
    .handler(async ({ input, context: { db, actor, now } }) => {
      const settings = await readSettings(db)
      const type = await findType(db, input.facilityId)
      const slot = slotFor(type, input, settings, now)
      const right = rightOf(actor, settings.freeMembersFacilities)
      const balance = await tokenBalance(db, actor.userId)
      const payment = paymentFor(type, input.on, { right, balance }, input.payWith)
      return {
        ...payment,
        right,
        tokenBalance: balance,
        hoursUsed: await hoursUsed(db, actor.userId, type.slug, mondayOf(input.on)),
        isTokenDay: isTokenDay(type.tokenAvailableDays, input.on),
        refundableUntil: untilOrNull(slot.startsAt, settings.cancellationHours, now),
      }
    }),

  /**
   * Books one place: with tokens at once, by card after payment at `url` (BOOK-30, BOOK-32). `startsAt` is the wall time of
   * a slot. The price is the server's. Repeating it with the same idempotency key books once.
   */
  place: member
    .route({ summary: 'Book a place' })
    .input(placeInput)
    .handler(async ({ input, context }) => {
      const { runtime, actor, now } = context
      const placed = await context.write(async tx => {
        const held = await ownHold(tx, actor.userId, input, now)
        return held ? { bookingIds: [], orderId: held } : bookPlaces(tx, actor, [input])
      })
      if (!placed.orderId) return { outcome: 'confirmed' as const, bookingId: placed.bookingIds[0]! }
      try {
        const { url } = await startCheckout(runtime, placed.orderId, returnPaths(placed.orderId))
        return { outcome: 'pay' as const, url, orderId: placed.orderId }
      } catch {
        // The place stays held and the order can be paid under "My bookings".
        throw refusal('CHECKOUT_FAILED', messages.bookingFailed, { orderId: placed.orderId })
      }
    }),

  /** The person's cart as it would be charged now, with what has become unavailable (BOOK-09, BOOK-41). */
  cart: signedIn
    .route({ method: 'GET', summary: 'The cart' })
    .handler(async ({ context: { db, actor, now } }) => {
      const settings = await readSettings(db)
      const right = rightOf(actor, settings.freeMembersFacilities)
      const rows = await db
        .select({
          cartItemId: cartItems.id,
          on: cartItems.bookingOn,
          startsAt: cartItems.startsAtTime,
          payWith: cartItems.payWith,
          type: bookingTypes,
        })
        .from(cartItems)
        .innerJoin(bookingTypes, eq(bookingTypes.id, cartItems.bookingTypeId))
        .where(eq(cartItems.userId, actor.userId))
        .orderBy(asc(cartItems.createdAt), asc(cartItems.id))
      const balance = await tokenBalance(db, actor.userId)
      let left = balance
      const items = []
      for (const { type, payWith, ...row } of rows) {
        const payment = paymentFor(type, row.on, { right, balance: left }, payWith)
        left -= payment.tokens
        const slot = slotsOf(type, row.on, settings, now).find(
          ({ startsAtTime }) => startsAtTime === row.startsAt,
        )
        const isFree =
          slot &&
          type.isActive &&
          freeUnit(type.units, slot, await heldBetween(db, type.id, slot.startsAt, slot.endsAt, now)) !== null
        items.push({
          id: row.cartItemId,
          facilityId: type.id,
          facilityName: type.name,
          bookingDate: row.on,
          startTime: row.startsAt,
          endTime: slot?.endsAtTime ?? null,
          tokenCost: type.tokenCost,
          cashPricePence: cashTotal(type),
          durationHours: type.durationMinutes / 60,
          useTokens: payment.paidWith === 'tokens',
          tokens: payment.tokens,
          pence: payment.pence,
          whyNotTokens: payment.whyNotTokens,
          problem: slot
            ? isFree
              ? null
              : messages.slotTaken
            : 'This time cannot be booked. Please choose another.',
          refundableUntil: slot ? untilOrNull(slot.startsAt, settings.cancellationHours, now) : null,
        })
      }
      const sum = (of: 'tokens' | 'pence') => items.reduce((total, item) => total + item[of], 0)
      return {
        items,
        tokens: sum('tokens'),
        pence: sum('pence'),
        tokenBalance: balance,
        right,
        cancellationHours: settings.cancellationHours,
        terms: termsOf(settings.cancellationHours),
      }
    }),

  /** Puts a place in the cart; it is held from the checkout on. The same place twice stays one item. */
  addToCart: member
    .route({ summary: 'Put a place in the cart' })
    .input(cartItemInput)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        const settings = await readSettings(tx)
        const right = rightOf(actor, settings.freeMembersFacilities)
        demandRight(right)
        const type = await findType(tx, input.facilityId)
        const slot = slotFor(type, input, settings, tx.now)
        if (input.payWith === 'tokens')
          payFor(type, input, { right, balance: await tokenBalance(tx, actor.userId) })
        if (
          freeUnit(type.units, slot, await heldBetween(tx, type.id, slot.startsAt, slot.endsAt, tx.now)) ===
          null
        )
          throw refusal('SLOT_TAKEN', messages.slotTaken, { field: 'startsAt' })
        const items = await ownCart(tx, actor.userId)
        const isThere = items.some(
          item =>
            item.facilityId === input.facilityId && item.on === input.on && item.startsAt === input.startsAt,
        )
        if (!isThere && items.length >= maxCartItems)
          throw refusal('CART_FULL', `A cart holds ${maxCartItems} bookings at most.`)
        const { payWith } = input
        await tx
          .insert(cartItems)
          .values({
            userId: actor.userId,
            bookingTypeId: type.id,
            bookingOn: input.on,
            startsAtTime: input.startsAt,
            payWith,
            createdAt: tx.now,
          })
          .onConflictDoUpdate({
            target: [cartItems.userId, cartItems.bookingTypeId, cartItems.bookingOn, cartItems.startsAtTime],
            set: { payWith },
          })
        await tx.announce({
          to: { userId: actor.userId },
          kind: 'cart.changed',
          refresh: ['bookings', 'members'],
        })
        return { cartCount: isThere ? items.length : items.length + 1 }
      }),
    ),

  /** Takes an item out of the person's own cart. */
  removeFromCart: signedIn
    .route({ summary: 'Take a place out of the cart' })
    .input(ownBookingInput)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        await tx.delete(cartItems).where(and(eq(cartItems.id, input.id), eq(cartItems.userId, actor.userId)))
        await tx.announce({
          to: { userId: actor.userId },
          kind: 'cart.changed',
          refresh: ['bookings', 'members'],
        })
        return { cartCount: (await ownCart(tx, actor.userId)).length }
      }),
    ),

  /**
   * Books everything in the cart or nothing: tokens are reserved, the rest is paid at `url`, and all are confirmed
   * together; a cart that needs no card is confirmed at once (decision 22, BOOK-40, BOOK-41).
   */
  checkout: member
    .route({ summary: 'Book everything in the cart' })
    .input(checkoutInput)
    .handler(async ({ context }) => {
      const { actor, runtime } = context
      const placed = await context.write(async tx => {
        const items = await ownCart(tx, actor.userId)
        if (items.length === 0) throw refusal('CART_EMPTY', 'Your cart is empty.')
        const done = await bookPlaces(tx, actor, items)
        await tx.delete(cartItems).where(
          and(
            eq(cartItems.userId, actor.userId),
            inArray(
              cartItems.id,
              items.map(({ id }) => id),
            ),
          ),
        )
        return done
      })
      if (!placed.orderId) return { outcome: 'confirmed' as const, bookingIds: placed.bookingIds }
      try {
        const { url } = await startCheckout(runtime, placed.orderId, returnPaths(placed.orderId))
        return { outcome: 'pay' as const, url, orderId: placed.orderId }
      } catch {
        throw refusal('CHECKOUT_FAILED', messages.checkoutFailed, { orderId: placed.orderId })
      }
    }),

  /** The person's bookings: what is still to come in time order, or the rest, newest first; with what cancelling gives back. */
  mine: signedIn
    .route({ method: 'GET', summary: 'Own bookings' })
    .input(mineInput)
    .handler(async ({ input, context: { db, actor, now } }) => {
      const { cancellationHours } = await readSettings(db)
      const isComing = and(ne(bookings.status, 'cancelled'), gt(bookings.endsAt, now))!
      const where = and(
        eq(bookings.userId, actor.userId),
        input.view === 'upcoming' ? isComing : sql`not ${isComing}`,
      )
      const found = await db
        .select(bookingColumns)
        .from(bookings)
        .innerJoin(bookingTypes, eq(bookingTypes.id, bookings.bookingTypeId))
        .where(where)
        .orderBy(
          input.view === 'upcoming' ? asc(bookings.startsAt) : desc(bookings.startsAt),
          asc(bookings.id),
        )
        .limit(input.pageSize)
        .offset((input.page - 1) * input.pageSize)
      return {
        rows: found.map(row => withRights(row, now, cancellationHours)),
        total: await db.$count(bookings, where),
      }
    }),

  /** Cancels an own booking; the answer says what came back (decision 23). An unpaid hold lets go of its whole order. */
  cancel: signedIn
    .route({ summary: 'Cancel an own booking' })
    .input(ownBookingInput)
    .handler(({ input, context: { actor, write } }) =>
      write(tx => cancelBooking(tx, input.id, { userId: actor.userId, reason: null, full: false })),
    ),

  /** All bookings, for staff: by date, facility, status and person. */
  list: admin
    .route({ method: 'GET', summary: 'Bookings of everybody' })
    .input(listInput)
    .handler(async ({ input, context: { db, now } }) => {
      const pattern = input.q && `%${input.q.replace(/[\\%_]/g, '\\$&')}%`
      const where = and(
        input.status && eq(bookings.status, input.status),
        input.facility && eq(bookings.bookingTypeId, input.facility),
        input.on && eq(bookings.bookingOn, input.on),
        pattern ? or(ilike(user.name, pattern), ilike(user.email, pattern)) : undefined,
      )
      const direction = input.sort.startsWith('-') ? desc : asc
      const columns: Record<string, AnyColumn | SQL> = {
        startsAt: bookings.startsAt,
        createdAt: bookings.createdAt,
      }
      const rows = await db
        .select({
          ...bookingColumns,
          unit: bookings.unit,
          person: { id: user.id, name: user.name, email: user.email },
          createdAt: bookings.createdAt,
        })
        .from(bookings)
        .innerJoin(bookingTypes, eq(bookingTypes.id, bookings.bookingTypeId))
        .innerJoin(user, eq(user.id, bookings.userId))
        .where(where)
        .orderBy(direction(columns[input.sort.replace('-', '')]!), asc(bookings.id))
        .limit(input.pageSize)
        .offset((input.page - 1) * input.pageSize)
      const [all] = await db
        .select({ total: count() })
        .from(bookings)
        .innerJoin(user, eq(user.id, bookings.userId))
        .where(where)
      return {
        rows: rows.map(({ startsAtInstant: _, ...row }) => ({
          ...row,
          can: { cancel: row.status !== 'cancelled' },
          isOver: row.endsAtInstant < now,
        })),
        total: all!.total,
      }
    }),

  /** Cancels somebody's booking with a reason that they read; everything they paid comes back (decision 23). */
  cancelByStaff: admin
    .route({ summary: 'Cancel a booking with a full refund' })
    .input(cancelByStaffInput)
    .handler(({ input, context: { actor, write } }) =>
      write(tx => cancelBooking(tx, input.id, { userId: actor.userId, reason: input.reason, full: true })),
    ),

  /** Every facility, also inactive ones, by name (CNT-59). */
  typesForStaff: admin
    .route({ method: 'GET', summary: 'Facilities for staff' })
    .handler(({ context: { db } }) =>
      db
        .select({ ...facilityColumns, isActive: bookingTypes.isActive })
        .from(bookingTypes)
        .orderBy(asc(bookingTypes.name)),
    ),

  /** Changes description, costs, token days and whether it can be booked; nothing else (CNT-59). */
  changeType: admin
    .route({ summary: 'Change a facility' })
    .input(typeChange)
    .handler(({ input: { id, ...change }, context: { write } }) =>
      write(async tx => {
        const [row] = await tx
          .update(bookingTypes)
          .set(change)
          .where(eq(bookingTypes.id, id))
          .returning({ id: bookingTypes.id })
        if (!row) throw notFound(messages.notFound)
        await tx.announce({ to: 'everyone', kind: 'facilities.changed', refresh: ['bookings'] })
        return row
      }),
    ),
}

const bookingColumns = {
  id: bookings.id,
  facilityId: bookingTypes.id,
  facilityName: bookingTypes.name,
  bookingOn: bookings.bookingOn,
  startsAt: bookings.startsAtTime,
  endsAt: bookings.endsAtTime,
  startsAtInstant: bookings.startsAt,
  endsAtInstant: bookings.endsAt,
  status: bookings.status,
  paidWith: bookings.paidWith,
  tokensUsed: bookings.tokensUsed,
  pricePence: bookings.pricePence,
  orderId: bookings.orderId,
  heldUntil: bookings.heldUntil,
  cancelledAt: bookings.cancelledAt,
  cancelReason: bookings.cancelReason,
}

// /bookings is open to people who are signed in, and to visitors while the setting says so (NAV-08): one rule for all three.
async function admitToBookings(db: Db, actor: Actor | null) {
  const settings = await readSettings(db)
  if (actor || !settings.pagesOpenToVisitors.includes('/bookings')) admit(actor, 'signedIn')
  return settings
}

const activeTypes = (db: Reader) =>
  db
    .select(facilityColumns)
    .from(bookingTypes)
    .where(eq(bookingTypes.isActive, true))
    .orderBy(asc(bookingTypes.sortOrder), asc(bookingTypes.name))

async function findType(db: Reader, id: string) {
  const [type] = await db
    .select()
    .from(bookingTypes)
    .where(and(eq(bookingTypes.id, id), eq(bookingTypes.isActive, true)))
  if (!type) throw notFound(messages.notFound)
  return type
}

const pickPrices = ({
  id,
  slug,
  name,
  description,
  group,
  tokenCost,
  isPricedPerSession,
  durationMinutes,
}: Awaited<ReturnType<typeof activeTypes>>[number]) => ({
  id,
  slug,
  name,
  description,
  group,
  tokenCost,
  isPricedPerSession,
  durationMinutes,
})

async function hoursUsed(db: Reader, userId: string, slug: string, weekStartOn: string): Promise<number> {
  const { minutesUsed, ...key } = weeklyBookingUsage
  const [row] = await db
    .select({ minutesUsed })
    .from(weeklyBookingUsage)
    .where(and(eq(key.userId, userId), eq(key.bookingTypeSlug, slug), eq(key.weekStartOn, weekStartOn)))
  return (row?.minutesUsed ?? 0) / 60
}

const ownCart = (db: Reader, userId: string): Promise<(Wish & { id: string })[]> =>
  db
    .select({
      id: cartItems.id,
      facilityId: cartItems.bookingTypeId,
      on: cartItems.bookingOn,
      startsAt: cartItems.startsAtTime,
      payWith: cartItems.payWith,
    })
    .from(cartItems)
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(cartItems.createdAt), asc(cartItems.id))

const returnPaths = (orderId: string) => ({
  success: `/bookings?view=mine&order=${orderId}`,
  cancel: `/bookings?view=mine&order=${orderId}&payment=cancelled`,
})

function untilOrNull(startsAt: Date, cancellationHours: number, now: Date): Date | null {
  const until = refundableUntil(startsAt, cancellationHours)
  return until < now ? null : until
}

interface OwnRow {
  status: 'pending' | 'confirmed' | 'cancelled'
  startsAtInstant: Date
  endsAtInstant: Date
  tokensUsed: number
  pricePence: number
  orderId: string | null
  heldUntil: Date | null
}

function withRights<Row extends OwnRow>(
  { startsAtInstant, endsAtInstant, ...row }: Row,
  now: Date,
  cancellationHours: number,
) {
  const { canCancel, tokens, pence } = cancellationOf(
    { ...row, startsAt: startsAtInstant },
    now,
    cancellationHours,
  )
  return {
    ...row,
    isOver: endsAtInstant <= now,
    can: {
      cancel: canCancel,
      pay: row.status === 'pending' && row.heldUntil !== null && row.heldUntil > now,
    },
    refund: { tokens, pence },
    refundableUntil: row.status === 'confirmed' ? untilOrNull(startsAtInstant, cancellationHours, now) : null,
  }
}
