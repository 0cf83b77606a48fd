import { type AnyColumn, sql } from 'drizzle-orm'
import { check, date, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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

/** One of a noun's words, which stand once, in its inputs.ts. Its check is `isOneOf`. */
export const word = <const Words extends readonly [string, ...string[]]>(words: Words) => text({ enum: words })
/** The check constraint of a `word` column. */
export const isOneOf = (name: string, column: AnyColumn, words: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(words.map(each => `'${each}'`).join(', '))})`)

/** A person's name of its two columns, as `nameOf` writes it; empty when they gave none. */
export const fullName = ({ firstName, lastName }: { firstName: AnyColumn; lastName: AnyColumn }) =>
  sql<string>`trim(${firstName} || ' ' || ${lastName})`
