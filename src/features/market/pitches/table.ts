import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, isOneOf, word } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { messages, planColumns, planRows, stallSizes } from './inputs.ts'

/**
 * The pitches of the hall, by their place on its plan, the same for every market. One that was taken off the plan stays for
 * the stalls that stood on it. That no two lie over each other a constraint sees to (`market_pitches_apart`).
 */
export const marketPitches = pgTable(
  'market_pitches',
  {
    id: id(),
    label: text().notNull(),
    row: integer().notNull(),
    column: integer().notNull(),
    size: word(stallSizes).notNull(),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('market_pitches_label').on(sql`lower(${t.label})`).where(sql`${t.isActive}`),
    isOneOf('market_pitches_size', t.size, stallSizes),
    check(
      'market_pitches_place',
      sql.raw(
        `"row" between 0 and ${planRows - 1} and "column" between 0 and ${planColumns} - case size when 'double' then 2 else 1 end`,
      ),
    ),
  ],
)

export const data: DataMap = {
  market_pitches: ofTheHouse('The plan of the market', 'id label row column size is_active created_at'),
}

export const refusals: ConstraintRefusals = {
  market_pitches_label: () => refusal('PLAN_CHANGED', messages.sameLabel),
  market_pitches_apart: () => refusal('PLAN_CHANGED', messages.overlap),
}
