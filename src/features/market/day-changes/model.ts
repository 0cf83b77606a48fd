import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { notifyLater } from '#features/house/notifications/model.ts'
import { changeOf, givesBack, messages, occupied } from '#features/market/days/rules.ts'
import { marketDays } from '#features/market/days/table.ts'
import { marketMovedMail as guestsMail } from '#features/market/guest-tickets/mail.tsx'
import { mailFacts, toBuyer } from '#features/market/guest-tickets/model.ts'
import { guestTicketPurchases } from '#features/market/guest-tickets/table.ts'
import { marketPitches } from '#features/market/pitches/table.ts'
import { countInLine, isInLine, subjectOn } from '#features/market/stall-line/model.ts'
import { stallRescheduledMail } from '#features/market/stalls/mail.tsx'
import { factsFor, recipientOf } from '#features/market/stalls/model.ts'
import { marketBookings as stalls } from '#features/market/stalls/table.ts'
import { marketVisitorTickets as tickets } from '#features/market/tickets/table.ts'
import { ifCancelled } from '#features/money/refunds/rules.ts'
import { waitingEntries } from '#features/spaces/waiting/table.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { refusal } from '#platform/rpc/errors.ts'
import { instantOf } from '#platform/time.ts'
import { formatDate, formatTimeRange } from '#platform/words.ts'
import { marketMovedMail } from './mail.tsx'

interface Hours {
  on: string
  setUpFrom: string
  opensAt: string
  closesAt: string
}

/** A market day, by its id, before and after its change. */
export interface Move {
  day: string
  was: Hours
  is: Hours
}

/**
 * Changes a market day. One that was cancelled on its new date (`cancelled`, locked) gives way: stalls and tickets of it, which
 * are over, name the date or are made to name this market, and stay with who had them. PAYING_BACK while any of them is not.
 */
export async function changeTo(
  tx: Tx,
  id: string,
  changed: Partial<typeof marketDays.$inferInsert>,
  cancelled: string | null,
): Promise<void> {
  if (cancelled === null) {
    await tx.update(marketDays).set(changed).where(eq(marketDays.id, id))
    return
  }
  const p = guestTicketPurchases
  const [left] = await tx
    .select({
      // Until its jobs have run they look for it by its id.
      isOwed: sql<boolean>`exists (select from ${stalls} where market_bookings.market_date = market_days.on and ${ne(stalls.status, 'cancelled')})
        or exists (select from ${p} where guest_ticket_purchases.market_day_id = market_days.id and ${inArray(p.status, ['pending', 'confirmed'])})
        or ${countInLine} > 0`,
    })
    .from(marketDays)
    .where(eq(marketDays.id, cancelled))
  if (left!.isOwed) throw refusal('PAYING_BACK', messages.payingBack, { field: 'on' })
  await tx.update(p).set({ marketDayId: id }).where(eq(p.marketDayId, cancelled))
  // One statement, so that its stalls have a day of that date before it and after it.
  const gone = tx
    .$with('gone')
    .as(tx.delete(marketDays).where(eq(marketDays.id, cancelled)).returning({ id: marketDays.id }))
  await tx
    .with(gone)
    .update(marketDays)
    .set(changed)
    .where(and(eq(marketDays.id, id), sql`(select count(*) from ${gone}) = 1`))
}

const visitWords = ({ on, opensAt, closesAt }: Hours) =>
  `${formatDate(on, { year: true })}, ${formatTimeRange(opensAt, closesAt)}`
const sellWords = (day: Hours) => `${visitWords(day)}, set-up from ${day.setUpFrom}`

/** Tells whoever has a stall there; the stalls themselves went with their day. */
export async function tellSellers(tx: Tx, { was, is }: Move): Promise<void> {
  const rows = await tx
    .update(stalls)
    .set({ rescheduledAt: tx.now })
    .from(user)
    .where(and(eq(stalls.marketDate, is.on), ne(stalls.status, 'cancelled'), eq(user.id, stalls.userId)))
    .returning({
      stall: stalls,
      person: { name: user.name, email: user.email, firstName: user.firstName },
      pitch: sql<string | null>`(select p.label from ${marketPitches} p where p.id = market_bookings.pitch_id)`,
    })
  for (const { stall, ...about } of rows) {
    const told = { ...stall, ...about, day: is }
    const cancelUntil = givesBack(is, tx.now).sellers ? instantOf(is.on, is.setUpFrom).toISOString() : null
    await tx.mail(stallRescheduledMail, recipientOf(told), { ...factsFor(told), cancelUntil, was: sellWords(was) })
    await tx.announce({
      ...{ to: { userId: stall.userId }, kind: 'stalls.changed', title: 'Your market has another time' },
      message: `Now ${visitWords(is)}.`,
    })
  }
  const to = rows.map(({ stall }) => stall.userId)
  const text = `Now ${visitWords(is)}.`
  await notifyLater(tx, {
    to,
    kind: 'stall',
    title: 'Your market has another time',
    text,
    path: '/market-booking?view=mine',
  })
}

/** Who waits for a stall there keeps their place, and is told once. What is offered to them ends before set-up begins. */
export async function moveLine(tx: Tx, { was, is }: Move): Promise<void> {
  const w = waitingEntries
  const { startsAt, endsAt } = occupied(is)
  const rows = await tx
    .update(w)
    .set({
      ...{ on: is.on, subject: subjectOn(is.on), startsAt, endsAt },
      heldUntil: sql`case when ${w.heldUntil} is not null then least(${w.heldUntil}, ${startsAt.toISOString()}::timestamptz - interval '1 second') end`,
    })
    .from(user)
    .where(and(isInLine(was.on), eq(user.id, w.userId)))
    .returning({ id: w.id, userId: w.userId, email: user.email, firstName: user.firstName })
  const told = new Map(rows.map(row => [row.userId, row]))
  for (const { id, userId, email, firstName } of told.values()) {
    const to = { address: email, userId, relatesTo: `waiting_entries/${id}` }
    await tx.mail(marketMovedMail, to, { firstName, was: sellWords(was), is: sellWords(is), isWaiting: true })
    await tx.announce({ to: { userId }, kind: 'stalls.changed' })
  }
}

/** Guests' tickets go with their day, and their buyers are told; what waits to be paid for another day is not sold any more. */
export async function moveGuests(tx: Tx, { day, was, is }: Move): Promise<void> {
  const p = guestTicketPurchases
  const isOtherDay = changeOf(was, is).day
  if (isOtherDay) await tx.update(tickets).set({ on: is.on }).where(eq(tickets.on, was.on))
  const rows = await tx
    .update(p)
    .set({ rescheduledAt: tx.now, changedAt: tx.now })
    .where(
      and(eq(p.marketDayId, day), inArray(p.status, isOtherDay ? ['pending', 'expired', 'confirmed'] : ['confirmed'])),
    )
    .returning({ purchase: p, codes })
  const may = givesBack(is, tx.now)
  for (const { purchase, codes: letters } of rows)
    if (purchase.status === 'confirmed') {
      const facts = mailFacts(purchase, is)
      const until = may.guests ? instantOf(is.on, is.opensAt) : null
      const about = { codes: letters, was: visitWords(was), ifCancelled: ifCancelled({ back: facts.sum, until }) }
      await tx.mail(guestsMail, toBuyer(purchase), { ...facts, ...about })
    }
  if (rows.length > 0) await tx.announce({ to: { role: 'admin' }, kind: 'guestTickets.changed' })
}

/** Members who have opened their ticket, which they do on its day, read of other hours. */
export async function tellTicketHolders(tx: Tx, { was, is }: Move): Promise<void> {
  const rows = await tx
    .select({ id: tickets.id, userId: user.id, email: user.email, firstName: user.firstName })
    .from(tickets)
    .innerJoin(user, eq(user.id, tickets.userId))
    .where(and(eq(tickets.on, is.on), eq(tickets.status, 'issued')))
  for (const { id, userId, email, firstName } of rows) {
    const to = { address: email, userId, relatesTo: `market_visitor_tickets/${id}` }
    await tx.mail(marketMovedMail, to, { firstName, was: visitWords(was), is: visitWords(is), isWaiting: false })
  }
}

/** The letters of each ticket of a purchase, as its mails write them. */
const codes = sql<string>`(select coalesce(string_agg(left(t.ticket_code, 4) || ' ' || substr(t.ticket_code, 5), ', ' order by t.ticket_code), '')
  from ${tickets} t where t.purchase_id = guest_ticket_purchases.id and t.status in ('issued', 'used'))`
