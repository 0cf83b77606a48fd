import { sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { scans } from './table.ts'

interface ScanLine {
  outcome: 'admitted' | 'refused'
  message: string
}

/** When a person stood at the door, and what they were told. */
export const scanPart: ObjectPart<ScanLine> = {
  noun: null,
  history: {
    person: userId => sql`select s.id::text, null, s.scanned_at,
        jsonb_build_object('outcome', s.outcome, 'message', s.message)
      from ${scans} s where s.person_id = ${userId}`,
  },
  say: ({ outcome, message }) => ({
    title: outcome === 'admitted' ? 'Let in at the door' : 'Refused at the door',
    detail: message,
  }),
}
