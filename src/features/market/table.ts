import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, day, id, instant, pence, personId } from '#platform/columns.ts'
import { type ConstraintRefusals, refusal } from '#platform/errors.ts'
import { user } from '#platform/tables.ts'
import { messages } from './rules.ts'

/** Days on which there is a market (decision 33). Wall times `HH:MM`. */
export const marketDays = pgTable(
  'market_days',
  {
    id: id(),
    on: day().notNull(),
    setUpFrom: text().notNull().default('08:00'),
    opensAt: text().notNull().default('10:00'),
    closesAt: text().notNull().default('17:00'),
    pitches: integer().notNull().default(60),
    isCancelled: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('market_days_on').on(t.on),
    check('market_days_weekend', sql`extract(isodow from ${t.on}) in (6, 7)`),
    check('market_days_times', sql`${t.setUpFrom} <= ${t.opensAt} and ${t.opensAt} < ${t.closesAt}`),
    check('market_days_pitches', sql`${t.pitches} >= 0`),
  ],
)

/**
 * One per person and market day (MKT-20, MKA-20). A member's is made when they open their ticket (`issued`) and becomes
 * `used` with the first entry; later entries raise `checkInCount` on the same row (MKT-21).
 */
export const marketVisitorTickets = pgTable(
  'market_visitor_tickets',
  {
    id: id(),
    on: day().notNull(),
    userId: personId().references(() => user.id),
    /** What people call it by; no proof of anything. */
    ticketCode: text().notNull(),
    ticketType: text({ enum: ['member', 'guest'] }).notNull(),
    pricePence: pence().notNull(),
    status: text({ enum: ['issued', 'used'] })
      .notNull()
      .default('issued'),
    usedAt: instant(),
    lastEntryAt: instant(),
    guestName: text(),
    guestEmail: text(),
    checkInCount: integer().notNull().default(0),
    generation: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('market_visitor_tickets_code').on(t.ticketCode),
    uniqueIndex('market_visitor_tickets_member').on(t.userId, t.on),
    index().on(t.on, t.lastEntryAt),
    check(
      'market_visitor_tickets_type',
      sql`(${t.ticketType} = 'member') = (${t.userId} is not null) and ${t.ticketType} in ('member', 'guest')`,
    ),
    check('market_visitor_tickets_price', sql`${t.pricePence} >= 0`),
    check(
      'market_visitor_tickets_used',
      sql`${t.status} in ('issued', 'used') and (${t.status} = 'used') = (${t.usedAt} is not null) and (${t.usedAt} is null) = (${t.lastEntryAt} is null)
        and ${t.lastEntryAt} >= ${t.usedAt} and (${t.status} = 'used') = (${t.checkInCount} > 0)`,
    ),
    check('market_visitor_tickets_generation', sql`${t.generation} between 1 and 65535`),
  ],
)

/** Every scan that a device made, under the device's own id; append-only. Of the code only its SHA-256 is kept. */
export const marketScans = pgTable(
  'market_scans',
  {
    id: uuid().primaryKey(),
    deviceId: text().notNull(),
    codeHash: text().notNull(),
    /** None when the code named no ticket. */
    ticketId: uuid().references(() => marketVisitorTickets.id),
    outcome: text({ enum: ['admitted', 'refused'] }).notNull(),
    message: text().notNull(),
    scannedAt: instant().notNull(),
    receivedAt: createdAt(),
    scannedBy: personId().references(() => user.id),
    isOffline: boolean().notNull().default(false),
    /** The first admission of its ticket to arrive here. */
    isFirstEntry: boolean().notNull().default(false),
    /** A second admission inside the wait, which only devices without a connection can give. */
    isDouble: boolean().notNull().default(false),
    /** What the server would have said to an admission that a device decided alone, when that was not yes. */
    objection: text(),
  },
  t => [
    uniqueIndex('market_scans_first_entry').on(t.ticketId).where(sql`${t.isFirstEntry}`),
    index().on(t.ticketId, t.scannedAt),
    index().on(t.receivedAt),
    check('market_scans_outcome', sql`${t.outcome} in ('admitted', 'refused')`),
    check(
      'market_scans_first',
      sql`not ${t.isFirstEntry} or (${t.outcome} = 'admitted' and ${t.ticketId} is not null)`,
    ),
    check('market_scans_double', sql`not ${t.isDouble} or ${t.isOffline}`),
  ],
)

/** Ed25519 keys of the tickets. The private half is encrypted with a key that derives from the venue's secret. */
export const ticketKeys = pgTable(
  'ticket_keys',
  {
    /** First 4 bytes of the public key's SHA-256, in hex: what codes name it by. */
    id: text().primaryKey(),
    publicKey: text().notNull(),
    privateKey: text().notNull(),
    createdAt: instant().notNull(),
    /** From then on it signs nothing; what it signed before is good for as long as that says. */
    retiredAt: instant(),
  },
  t => [uniqueIndex('ticket_keys_current').on(sql`(true)`).where(sql`${t.retiredAt} is null`)],
)

export const marketRefusals: ConstraintRefusals = {
  market_days_on: () => refusal('MARKET_DAY_EXISTS', messages.dayExists, { field: 'on' }),
  // Two first admissions at once: the second one may ask again and is then told what happened.
  market_scans_first_entry: () => refusal('BUSY', messages.failed, { status: 503 }),
}
