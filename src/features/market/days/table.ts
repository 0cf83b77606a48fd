import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { spaces } from '#features/spaces/rooms/table.ts'
import { createdAt, day, id, instant } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
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
    /** Where it is; with the time to set up and to clear a trigger holds it in the calendar (`reservations`). */
    spaceId: uuid()
      .notNull()
      .references(() => spaces.id),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    pitches: integer().notNull().default(60),
    /** What people should know of it, where they read of the market. */
    note: text().notNull().default(''),
    /**
     * So many of them are taken, by stalls and by offers to those who wait; a double one takes two. Kept by triggers
     * (`count_pitches`), so that more than there are can be taken by nobody.
     */
    taken: integer().notNull().default(0),
    isCancelled: boolean().notNull().default(false),
    /** Raised when the day is cancelled: the codes of its tickets carry it, and those made before no longer count. */
    generation: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('market_days_on').on(t.on),
    check('market_days_weekend', sql`extract(isodow from ${t.on}) in (6, 7)`),
    check('market_days_times', sql`${t.setUpFrom} <= ${t.opensAt} and ${t.opensAt} < ${t.closesAt}`),
    check('market_days_pitches', sql`${t.pitches} >= 0`),
    check('market_days_taken', sql`${t.taken} between 0 and ${t.pitches}`),
    check('market_days_generation', sql`${t.generation} between 1 and 65535`),
  ],
)

export const data: DataMap = {
  market_days: ofTheHouse(
    'Market days',
    'id on set_up_from opens_at closes_at space_id starts_at ends_at pitches note taken is_cancelled generation created_at',
  ),
}

export const refusals: ConstraintRefusals = {
  market_days_taken: () => refusal('NO_PITCH_LEFT', messages.full, { field: 'marketDate' }),
  market_days_on: () => refusal('MARKET_DAY_EXISTS', messages.dayExists, { field: 'on' }),
}
