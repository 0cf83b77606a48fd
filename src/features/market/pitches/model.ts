import { asc, eq } from 'drizzle-orm'
import { fact } from '#platform/db/facts.ts'
import { marketPitches } from './table.ts'

/** The plan of the hall, row by row. */
export const planFact = fact({
  tables: [marketPitches],
  async read(db) {
    const { id, label, row, column, size } = marketPitches
    return db
      .select({ id, label, row, column, size })
      .from(marketPitches)
      .where(eq(marketPitches.isActive, true))
      .orderBy(asc(row), asc(column))
  },
})
