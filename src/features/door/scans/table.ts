import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { refusalCodes } from '../refusals/rules.ts'
import { outcomes } from './inputs.ts'
import { messages } from './rules.ts'

/** Every scan that a device made, under the device's own id; append-only. Of the code only its SHA-256 is kept. */
export const scans = pgTable(
  'scans',
  {
    id: uuid().primaryKey(),
    /** The kind of pass that was asked for. */
    kind: text().notNull(),
    deviceId: text().notNull(),
    codeHash: text().notNull(),
    /** The row of the kind's own table; none when the code stood for no pass. */
    passId: uuid(),
    /** Whose pass it is; none when the code named nobody, and for guests. */
    personId: personId().references(() => user.id),
    outcome: word(outcomes).notNull(),
    /** Why they were not let in; none in rows of before it was kept. */
    refusal: word(refusalCodes),
    message: text().notNull(),
    scannedAt: instant().notNull(),
    receivedAt: createdAt(),
    scannedBy: personId().references(() => user.id),
    isOffline: boolean().notNull().default(false),
    /** The first admission of its pass to arrive here. */
    isFirstEntry: boolean().notNull().default(false),
    /** A second admission inside the wait, which only devices without a connection can give. */
    isDouble: boolean().notNull().default(false),
    /** What the server would have said to an admission that a device decided alone, when that was not yes. */
    objection: text(),
  },
  t => [
    uniqueIndex('scans_first_entry').on(t.passId).where(sql`${t.isFirstEntry}`),
    index().on(t.passId, t.scannedAt),
    index().on(t.personId),
    index().on(t.receivedAt),
    isOneOf('scans_outcome', t.outcome, outcomes),
    isOneOf('scans_refusal', t.refusal, refusalCodes),
    check('scans_refused', sql`${t.refusal} is null or ${t.outcome} = 'refused'`),
    check('scans_first', sql`not ${t.isFirstEntry} or (${t.outcome} = 'admitted' and ${t.passId} is not null)`),
    check('scans_double', sql`not ${t.isDouble} or ${t.isOffline}`),
  ],
)

/** A guest's entry that was a mistake and was taken back: once for each scan; the scan itself stays as it was. */
export const scanReversals = pgTable('scan_reversals', {
  scanId: uuid()
    .primaryKey()
    .references(() => scans.id),
  reversedAt: instant().notNull(),
  reversedBy: personId().references(() => user.id),
})

export const data: DataMap = {
  scan_reversals: {
    purpose: 'Entries that the door took back',
    retention: retention.account,
    owner: 'reversed_by',
    given: 'scan_id reversed_at',
    held: 'reversed_by',
    erasure: 'keep',
  },
  scans: {
    purpose: 'What the door did',
    retention: retention.account,
    owner: 'person_id',
    given: 'id kind pass_id outcome refusal message scanned_at received_at is_offline is_double',
    held: 'person_id device_id code_hash scanned_by is_first_entry objection',
    erasure: 'keep',
  },
}

export const refusals: ConstraintRefusals = {
  // Two first admissions at once: the second one may ask again and is then told what happened.
  scans_first_entry: () => refusal('BUSY', messages.busy, { status: 503 }),
}
