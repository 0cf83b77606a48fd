import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * What a row stands for, as its `ref` says it: `booking:ID`. Made once beside the table that holds it, for whoever writes one and
 * for the queries that look for it.
 */
export function reference(prefix: string) {
  const written = (id: string) => `${prefix}:${id}`
  return Object.assign(written, {
    /** The same in a query, of an id that stands in a column. */
    of: (id: SQLWrapper): SQL<string> => sql`(${sql.raw(`'${prefix}:'`)} || ${id})`,
    /** Whether a column holds one, of whatever id. */
    isIn: (ref: SQLWrapper): SQL<boolean> => sql`${ref} like ${sql.raw(`'${prefix}:%'`)}`,
  })
}
