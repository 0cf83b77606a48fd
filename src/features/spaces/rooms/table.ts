import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'

/**
 * The rooms of the house. A room may have parts (the hall is also its two halves), and the house itself is the room that
 * all others are parts of: whoever takes a room takes every part of it, so the calendar knows the smallest parts only.
 * The row of a smallest part is the lock of whatever wants it.
 */
export const spaces = pgTable(
  'spaces',
  {
    id: id(),
    /** Also the key of its picture. */
    slug: text().notNull().unique(),
    name: text().notNull(),
    parentId: uuid().references((): AnyPgColumn => spaces.id),
    /** Itself, or the smallest parts below it; kept by a trigger. */
    leafIds: uuid().array().notNull().default(sql`'{}'`),
    /** So many can use it at the same time, each on a unit of their own: desks, benches (decision 27). */
    units: integer().notNull().default(1),
    /** Wall times; absent: the venue's hours. */
    opensAt: text(),
    closesAt: text(),
    /** Minutes after each booking in which it is made ready for the next. */
    turnaroundMinutes: integer().notNull().default(0),
    /** How many people one booking of it is for. */
    people: integer().notNull().default(1),
    /** What is in it, a few words each, in the order in which they are shown. */
    features: text().array().notNull().default(sql`'{}'`),
    sortOrder: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  t => [
    check('spaces_units', sql`${t.units} between 1 and 1000`),
    check('spaces_turnaround', sql`${t.turnaroundMinutes} between 0 and 240`),
    check('spaces_people', sql`${t.people} between 1 and 1000`),
    check('spaces_parent', sql`${t.parentId} <> ${t.id}`),
  ],
)

export const data: DataMap = {
  spaces: ofTheHouse(
    'Rooms of the house',
    'id slug name parent_id leaf_ids units opens_at closes_at turnaround_minutes people features sort_order created_at',
  ),
}
