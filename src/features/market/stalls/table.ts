import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { marketDays } from '#features/market/days/table.ts'
import { marketPapers } from '#features/market/papers/table.ts'
import { stallSizes } from '#features/market/pitches/inputs.ts'
import { marketPitches } from '#features/market/pitches/table.ts'
import { orders } from '#features/money/orders/table.ts'
import { createdAt, day, id, instant, isOneOf, pence, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { discountKinds, messages, stallStatuses, stallTypes } from './inputs.ts'

/**
 * A stall at a market (MKT-05, MKA-04), pending until it is paid. So long as it is pending or confirmed a trigger counts it
 * among the taken pitches of its day (`market_days.taken`), a double one twice.
 */
export const marketBookings = pgTable(
  'market_bookings',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id),
    marketDate: day()
      .notNull()
      .references(() => marketDays.on, { onUpdate: 'cascade' }),
    businessName: text().notNull(),
    contactName: text().notNull(),
    email: text().notNull(),
    phone: text().notNull().default(''),
    stallType: word(stallTypes).notNull(),
    description: text().notNull().default(''),
    stallSize: word(stallSizes).notNull(),
    carParkAccess: boolean().notNull().default(false),
    electricityAccess: boolean().notNull().default(false),
    tableRental: boolean().notNull().default(false),
    isWestminsterResident: boolean().notNull().default(false),
    /** The proof of residence that stood behind it, accepted then or to be looked at. */
    proofId: uuid().references(() => marketPapers.id),
    /** The stall alone, then its extras; together the base price. */
    price: pence().notNull(),
    carParkPrice: pence().notNull().default(0),
    electricityPrice: pence().notNull().default(0),
    tablePrice: pence().notNull().default(0),
    basePrice: pence().notNull(),
    discountKind: word(discountKinds).notNull().default('none'),
    discountPercent: integer().notNull().default(0),
    discountAmount: pence().notNull().default(0),
    /** Promised to a resident for when the proof is accepted, in percent. */
    residentPercent: integer().notNull().default(0),
    /** What is paid, less what an accepted proof gave back since. */
    finalPrice: pence().notNull(),
    status: word(stallStatuses).notNull(),
    orderId: uuid().references(() => orders.id),
    /** Until when an unpaid one is held (decision 24). */
    heldUntil: instant(),
    /** Where it stands; none while no plan is drawn, or when the office took it off its pitch. */
    pitchId: uuid().references(() => marketPitches.id),
    confirmedAt: instant(),
    /** When it was last put to another day or pitch, and by whom. */
    movedAt: instant(),
    movedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    /**
     * When the house last put it to another day, or its market to another day or other hours: from then on it is cancelled with
     * everything given back until set-up begins.
     */
    rescheduledAt: instant(),
    cancelledAt: instant(),
    cancelledBy: personId().references(() => user.id, { onDelete: 'set null' }),
    cancelReason: text(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('market_bookings_pitch')
      .on(t.marketDate, t.pitchId)
      .where(sql`${t.status} <> 'cancelled' and ${t.pitchId} is not null`),
    index().on(t.userId, t.marketDate),
    index().on(t.marketDate, t.stallType),
    index().on(t.createdAt, t.id),
    index().on(t.orderId),
    index().on(t.proofId),
    isOneOf('market_bookings_type', t.stallType, stallTypes),
    isOneOf('market_bookings_size', t.stallSize, stallSizes),
    isOneOf('market_bookings_discount', t.discountKind, discountKinds),
    isOneOf('market_bookings_status', t.status, stallStatuses),
    check(
      'market_bookings_parts',
      sql`least(${t.price}, ${t.carParkPrice}, ${t.electricityPrice}, ${t.tablePrice}) >= 0
        and (${t.carParkAccess} or ${t.carParkPrice} = 0) and (${t.electricityAccess} or ${t.electricityPrice} = 0) and (${t.tableRental} or ${t.tablePrice} = 0)
        and ${t.basePrice} = ${t.price} + ${t.carParkPrice} + ${t.electricityPrice} + ${t.tablePrice}`,
    ),
    check(
      'market_bookings_price',
      sql`${t.discountPercent} between 0 and 100 and ${t.residentPercent} between 0 and 100 and (${t.discountKind} = 'none') = (${t.discountPercent} = 0)
        and ${t.discountAmount} = (${t.basePrice} * ${t.discountPercent} + 50) / 100 and ${t.finalPrice} = ${t.basePrice} - ${t.discountAmount}`,
    ),
    check(
      'market_bookings_resident',
      sql`${t.discountKind} <> 'westminster' or ${t.isWestminsterResident} and ${t.proofId} is not null`,
    ),
    check(
      'market_bookings_held',
      sql`(${t.status} = 'pending') = (${t.heldUntil} is not null) and (${t.status} <> 'pending' or ${t.orderId} is not null)`,
    ),
    check(
      'market_bookings_confirmed',
      sql`${t.status} <> 'confirmed' or ${t.confirmedAt} is not null and (${t.orderId} is not null or ${t.finalPrice} = 0)`,
    ),
    check('market_bookings_cancelled', sql`(${t.status} = 'cancelled') = (${t.cancelledAt} is not null)`),
  ],
)

export const data: DataMap = {
  market_bookings: {
    purpose: 'Your stalls at the market',
    retention: retention.sixYears,
    owner: 'user_id',
    given:
      'id market_date business_name contact_name email phone stall_type description stall_size car_park_access electricity_access table_rental is_westminster_resident proof_id price car_park_price electricity_price table_price base_price discount_kind discount_percent discount_amount resident_percent final_price status order_id held_until pitch_id confirmed_at moved_at rescheduled_at cancelled_at cancel_reason created_at',
    held: 'user_id moved_by cancelled_by',
    blocksErasure: {
      when: "status <> 'cancelled' and market_date >= (:now at time zone 'Europe/London')::date",
      words: 'This person has a stall at a market to come. Cancel it first.',
    },
    erasure: {
      business_name: "'Erased'",
      contact_name: "'Erased person'",
      email: "'erased'",
      phone: "''",
      description: "''",
      cancel_reason: 'null',
    },
  },
}

export const refusals: ConstraintRefusals = {
  market_bookings_fit: () => refusal('PITCH_SIZE', messages.pitchSize, { field: 'pitchId' }),
  market_bookings_pitch: () => refusal('PITCH_TAKEN', messages.pitchTaken, { field: 'pitchId' }),
}
