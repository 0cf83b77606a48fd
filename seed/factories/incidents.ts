import { incidentReports } from '#features/people/incidents/table.ts'
import type { Target } from './target.ts'

type Values = Partial<typeof incidentReports.$inferInsert>

/** An incident of an hour ago that nobody has looked into, unless told otherwise. */
export async function incident(target: Target, options: Values = {}) {
  const now = target.clock.now()
  const values: typeof incidentReports.$inferInsert = {
    ...{ incidentType: 'damage', severity: 'medium', location: 'Print Room' },
    ...{ description: 'A roller of the press is cracked.', incidentDate: new Date(now.getTime() - 3_600_000) },
    ...{ createdAt: now, updatedAt: now, ...options },
  }
  const [row] = await target.db.insert(incidentReports).values(values).returning()
  return row!
}
