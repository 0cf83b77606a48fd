import { sql } from 'drizzle-orm'
import { date, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Random primary key made by the database. */
export const id = () => uuid().primaryKey().default(sql`gen_random_uuid()`)
/** An instant, stored with its zone. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => instant().notNull().defaultNow()
/** A calendar date of the venue, `YYYY-MM-DD`. */
export const day = () => date({ mode: 'string' })
/** Money in integer pence. */
export const pence = () => integer()
/** Identity of a person; Better Auth keeps ids as text. */
export const personId = () => text()
