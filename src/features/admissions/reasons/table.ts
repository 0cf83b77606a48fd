import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { messages } from './inputs.ts'

/** What an admin may give as the reason of a rejection (APPL-16). */
export const rejectionReasons = pgTable('rejection_reasons', {
  id: id(),
  reason: text().notNull().unique(),
  isActive: boolean().notNull().default(true),
  /** The one that asks for words of its own. */
  needsNotes: boolean().notNull().default(false),
  createdAt: createdAt(),
})

export const data: DataMap = {
  rejection_reasons: ofTheHouse('Reasons to choose from', 'id reason is_active needs_notes created_at'),
}

export const refusals: ConstraintRefusals = {
  rejection_reasons_reason_unique: () => refusal('REASON_EXISTS', messages.exists, { field: 'reason' }),
}
