import { sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import type { endings } from './inputs.ts'
import { endingWords } from './rules.ts'
import { checkIns } from './table.ts'

interface VisitLine {
  /** Null: they came in. */
  ending: (typeof endings)[number] | null
  notes: string
}

/** When a person was checked in by hand, and when they left; what scans let in stands among the scans. */
export const presencePart: ObjectPart<VisitLine> = {
  noun: null,
  history: {
    person:
      userId => sql`select concat(c.id, e.place), null, e.at, jsonb_build_object('ending', e.ending, 'notes', c.notes)
      from ${checkIns} c cross join lateral (values
        (1, case when c.scan_id is null then c.check_in_time end, null), (2, c.check_out_time, c.ending)) e(place, at, ending)
      where c.user_id = ${userId} and e.at is not null`,
  },
  say: ({ ending, notes }) => ({
    title: ending ? endingWords[ending] : 'Checked in by hand',
    detail: ending ? null : notes || null,
  }),
}
