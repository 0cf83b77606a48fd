import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, keptFor } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { endings, entryMethods } from './inputs.ts'
import { messages } from './rules.ts'

/**
 * Who came into the house and when they left: a member by account or a guest by name (empty when they gave none). Nobody is
 * in twice. An admitted scan opens one in its own statement, staff open and close them by hand, midnight closes what is open.
 */
export const checkIns = pgTable(
  'check_ins',
  {
    id: id(),
    userId: personId().references(() => user.id),
    guestName: text(),
    /** The guest's pass, by which one who comes again is known. */
    passId: uuid(),
    /** The scan that let them in; the row goes when that is taken back. */
    scanId: uuid(),
    /** The kind of pass that was shown; null: none. */
    kind: text(),
    checkInTime: instant().notNull(),
    checkOutTime: instant(),
    /** Empty counts as manual (OCC-03). */
    entryMethod: word(entryMethods).default('manual'),
    ending: word(endings),
    notes: text().notNull().default(''),
    checkedInBy: personId().references(() => user.id, { onDelete: 'set null' }),
    checkedOutBy: personId().references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('check_ins_open_member').on(t.userId).where(sql`${t.checkOutTime} is null and ${t.userId} is not null`),
    uniqueIndex('check_ins_open_guest')
      .on(t.passId)
      .where(sql`${t.checkOutTime} is null and ${t.userId} is null and ${t.passId} is not null`),
    // Whom they bring has neither account nor pass: of those a scan has several.
    uniqueIndex('check_ins_scan').on(t.scanId).where(sql`${t.userId} is not null or ${t.passId} is not null`),
    index().on(t.scanId),
    index('check_ins_open').on(t.checkInTime).where(sql`${t.checkOutTime} is null`),
    index().on(t.checkInTime),
    index().on(t.userId, t.checkInTime),
    index().on(t.passId),
    isOneOf('check_ins_method', t.entryMethod, entryMethods),
    isOneOf('check_ins_ending', t.ending, endings),
    check('check_ins_who', sql`(${t.userId} is null) = (${t.guestName} is not null)`),
    check('check_ins_times', sql`${t.checkOutTime} >= ${t.checkInTime}`),
    check('check_ins_ended', sql`(${t.checkOutTime} is null) = (${t.ending} is null)`),
  ],
)

/**
 * Rows (SQL) that call somebody the guest of the person, by the name that the door gave them: on a day on which the person came
 * in themselves, at the instant in this column.
 */
export const isGuestOf = (name: string, at: string) => `${name} = (select left('Guest of ' || coalesce(
    nullif(trim(p.first_name || ' ' || p.last_name), ''), u.email), 100)
    from "user" u join profiles p on p.user_id = u.id where u.id = :person)
  and exists (select from scans s where s.person_id = :person and s.outcome = 'admitted'
    and s.scanned_at between ${at} - interval '1 day' and ${at} + interval '1 day')`

export const data: DataMap = {
  check_ins: {
    purpose: 'Who is in the house, for safety and to know how full it is',
    ...keptFor(2),
    owner: 'user_id',
    given: 'id kind check_in_time check_out_time entry_method ending created_at',
    held: 'user_id guest_name pass_id scan_id notes checked_in_by checked_out_by',
    erasure: 'remove',
    // Whom they brought stays counted, and is nobody's guest.
    mentions: {
      rows: `user_id is null and (scan_id in (select id from scans where person_id = :person)
        or ${isGuestOf('guest_name', 'check_in_time')})`,
      erasure: { guest_name: "''" },
    },
  },
}

export const refusals: ConstraintRefusals = {
  check_ins_open_member: () => refusal('ALREADY_IN', messages.alreadyIn),
}
