import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Settings } from '#features/venue/inputs.ts'
import { readSettings } from '#features/venue/model.ts'
import { type Actor, admit, isApproved } from '#platform/actor.ts'
import type { Reader } from '#platform/db.ts'
import { notFound, type Refusal, refusal } from '#platform/errors.ts'
import { calendarDate, mondayOf } from '#platform/time.ts'
import type { Tx } from '#platform/work.ts'
import { messages, type PayWith, standardFacilities } from './inputs.ts'
import {
  type BookingRight,
  bookingRight,
  cashTotal,
  type Payment,
  paymentFor,
  type Slot,
  type SlotWindow,
  slotsOf,
} from './rules.ts'
import { bookingTypes, weeklyBookingUsage } from './table.ts'

export type BookingType = typeof bookingTypes.$inferSelect

/** A place that somebody wants: the slot that begins at the wall time `startsAt` on the day `on`. */
export interface Wish {
  facilityId: string
  on: string
  startsAt: string
  payWith: PayWith
}

/** What people may know of a facility. */
export const factsOf = (type: BookingType) => ({
  id: type.id,
  slug: type.slug,
  name: type.name,
  description: type.description,
  group: type.group,
  tokenCost: type.tokenCost,
  tokenAvailableDays: type.tokenAvailableDays,
  cashPricePence: type.cashPricePence,
  cashTotalPence: cashTotal(type),
  isPricedPerSession: type.isPricedPerSession,
  durationMinutes: type.durationMinutes,
  units: type.units,
})

/** An active facility; NOT_FOUND with "Facility not found" otherwise (BOOK-11). */
export async function findType(db: Reader, id: string): Promise<BookingType> {
  const [type] = await db
    .select()
    .from(bookingTypes)
    .where(and(eq(bookingTypes.id, id), eq(bookingTypes.isActive, true)))
  if (!type) throw notFound(messages.notFound)
  return type
}

/** /bookings is open to people in good standing, and to visitors while the setting says so (NAV-08, decision 4). */
export async function admitToBookings(db: Reader, actor: Actor | null): Promise<Settings> {
  const settings = await readSettings(db)
  if (!actor && settings.pagesOpenToVisitors.includes('/bookings')) return settings
  try {
    admit(actor, 'signedIn')
  } catch (error) {
    // The procedure is open to everybody as such; a code of its own says that the setting, not the gate, keeps it closed.
    const { message, status } = error as Refusal
    throw refusal('NOT_OPEN', message, { status })
  }
  return settings
}

export const rightOf = (actor: Actor | null, freeMembers: 'blocked' | 'card'): BookingRight =>
  bookingRight(actor && { isApproved: isApproved(actor), isPaid: actor.membership?.isPaid ?? false }, freeMembers)

/** Refuses whoever may not book at all, with the words for each reason (BOOK-05, decision 13). */
export function demandRight(right: BookingRight): void {
  if (right === 'signIn') throw refusal('UNAUTHORIZED', messages.signIn, { status: 401 })
  if (right === 'pending') {
    const underReview = 'Your application is under review by the Exchange Committee.'
    throw refusal('APPROVAL_PENDING', underReview, { status: 403 })
  }
  if (right === 'upgrade') {
    const title = 'Upgrade Required'
    throw refusal('UPGRADE_REQUIRED', 'Facility booking needs a paid membership.', { status: 403, title })
  }
}

/** The offered slot of a wish; refuses a day that has gone and a time that is not offered. */
export function slotFor(type: BookingType, wish: Wish, settings: SlotWindow, now: Date): Slot {
  if (wish.on < calendarDate(now)) throw refusal('DATE_PAST', 'Past dates cannot be chosen.', { field: 'on' })
  const slot = slotsOf(type, wish.on, settings, now).find(({ startsAtTime }) => startsAtTime === wish.startsAt)
  if (!slot) throw refusal('SLOT_NOT_OFFERED', messages.slotNotOffered, { field: 'startsAt' })
  return slot
}

/** What a wish is paid with; refuses tokens that were asked for and cannot be used. */
export function payFor(type: BookingType, wish: Wish, person: { right: BookingRight; balance: number }): Payment {
  const payment = paymentFor(type, wish.on, person, wish.payWith)
  if (wish.payWith !== 'tokens' || payment.paidWith === 'tokens') return payment
  throw refusal('TOKENS_NOT_AVAILABLE', payment.whyNotTokens ?? '', { field: 'payWith' })
}

/** Hours of a facility that a person has confirmed in the week that starts on this Monday (BOOK-29). */
export async function hoursUsed(db: Reader, userId: string, slug: string, weekStartOn: string): Promise<number> {
  const { minutesUsed, ...key } = weeklyBookingUsage
  const [row] = await db
    .select({ minutesUsed })
    .from(weeklyBookingUsage)
    .where(and(eq(key.userId, userId), eq(key.bookingTypeSlug, slug), eq(key.weekStartOn, weekStartOn)))
  return (row?.minutesUsed ?? 0) / 60
}

interface Used {
  userId: string
  bookingTypeId: string
  bookingOn: string
  startsAt: Date
  endsAt: Date
}

/**
 * Adds the time of bookings to their weeks, or takes it away again. In a fixed order, so that two transactions of one
 * person cannot wait for each other in a circle.
 */
export async function moveUsage(tx: Tx, moved: Used[], direction: 1 | -1): Promise<void> {
  const { userId, bookingTypeSlug, weekStartOn, minutesUsed } = weeklyBookingUsage
  const slugs = await tx
    .select({ id: bookingTypes.id, slug: bookingTypes.slug })
    .from(bookingTypes)
    .where(
      inArray(
        bookingTypes.id,
        moved.map(({ bookingTypeId }) => bookingTypeId),
      ),
    )
  const rows = moved.map(booking => ({
    userId: booking.userId,
    bookingTypeSlug: slugs.find(({ id }) => id === booking.bookingTypeId)!.slug,
    weekStartOn: mondayOf(booking.bookingOn),
    minutesUsed: (booking.endsAt.getTime() - booking.startsAt.getTime()) / 60_000,
  }))
  const order = (row: (typeof rows)[number]) => `${row.bookingTypeSlug} ${row.weekStartOn}`
  for (const row of rows.sort((a, b) => (order(a) < order(b) ? -1 : 1))) {
    const isRow = and(
      eq(userId, row.userId),
      eq(bookingTypeSlug, row.bookingTypeSlug),
      eq(weekStartOn, row.weekStartOn),
    )
    const less = { minutesUsed: sql`${minutesUsed} - ${row.minutesUsed}` }
    if (direction === -1) await tx.update(weeklyBookingUsage).set(less).where(isRow)
    else
      await tx
        .insert(weeklyBookingUsage)
        .values(row)
        .onConflictDoUpdate({
          target: [userId, bookingTypeSlug, weekStartOn],
          set: { minutesUsed: sql`${minutesUsed} + excluded.minutes_used` },
        })
  }
}

/** Makes the standard facilities that are not there yet; existing ones stay as staff left them. */
export async function installFacilities(tx: Tx): Promise<void> {
  const rows = standardFacilities.map((facility, sortOrder) => ({ ...facility, sortOrder }))
  await tx.insert(bookingTypes).values(rows).onConflictDoNothing({ target: bookingTypes.slug })
}
