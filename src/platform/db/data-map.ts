import { type SQL, sql } from 'drizzle-orm'
import type { QueuedJob } from '#platform/jobs/define.ts'
import { formatCount } from '#platform/words.ts'

/**
 * A table in the data map: what it is for, how long it is kept, whose a row is, which columns its owner is given and what
 * erasure does. Each `table.ts` exports the lines of its tables as `data`; a test compares the map with the database, so
 * that a table or column that is missing in it fails.
 */
export interface DataMapEntry {
  /** What the house keeps it for. */
  purpose: string
  /** How long, and why then. */
  retention: string
  /** Years after `created_at` at which a row is removed, whoever it is about; a job of privacy does it. */
  keptYears?: number
  /** Rows (SQL) to which the years apply; every one without it. */
  keptYearsOf?: string
  /** The same for a row that stays without saying whose it was: what erasure overwrites is overwritten then. */
  namedYears?: number
  /** Rows (SQL) to which these apply; every one without it. */
  namedYearsOf?: string
  /** The column with the person's id, or an SQL condition with `:person` in it; null: the table is about nobody. */
  owner: string | null
  /** Columns that an export gives to their owner. */
  given: string
  /** Columns that stay inside: secrets, links of one use, inner workings, and what is about others. */
  held?: string
  /** Rows of the owner for which `when` (SQL) holds keep the person from being erased, with these words to whoever tries. */
  blocksErasure?: { when: string; words: string }
  /**
   * What erasure does with the person's rows: removes them, keeps them (bookkeeping, safety; their person is then a
   * number), or overwrites columns with these SQL expressions, in which `:now` is the moment.
   */
  erasure: Erasure
  /** What of a row is kept outside of the database, under the id in this column: a job removes it there after an erasure. */
  outside?: { job: QueuedJob<{ id: string }>; id: string }
  /** Mails that several rows are in: by what each finds its own, the `relates_to` of the mail (SQL of the row's columns). */
  mailedIn?: string
  /** Rows of others that speak of the person (SQL with `:person` in it), which erasure finds as well. */
  mentions?: { rows: string; erasure: Exclude<Erasure, 'keep'> }
}

type Erasure = 'remove' | 'keep' | Record<string, string>

/** Entries by the table's name in SQL. */
export type DataMap = Record<string, DataMapEntry>

/** How long, in the words of several tables. */
export const retention = {
  account: 'As long as the account',
  sixYears: 'Six years, as tax law asks',
  whileUsed: 'While in use',
}

/** Kept for so many years from `created_at` on, then removed; in the words of a person too. */
export const keptFor = (years: number): Pick<DataMapEntry, 'retention' | 'keptYears'> => ({
  retention: formatCount(years, 'year'),
  keptYears: years,
})

/** So many years the house knows the name and address of a guest without an account, as it knows those of tours. */
export const guestsNamedYears = 2

/** Owner of rows that know a person by their address only. */
export const byAddress = 'email_key = (select email_key from "user" where id = :person)'

/** A condition: this column, an address as mail went to it, is an address of the person in some form (decision 17). */
export const isAddressed = (column: string) =>
  `regexp_replace(lower(${column}), '\\+[^@]*@', '@') = (select email_key from "user" where id = :person)`

/** What erasure writes over an address that must stay unique. */
export const noAddress = "'erased-' || id || '@erased.invalid'"

/** Whether the account of this id (SQL) was erased: what waits to be said in its name is said no more. */
export const isErased = (person: SQL) =>
  sql`exists (select from "user" e where e.id = ${person} and e.email like 'erased-%@erased.invalid')`

/** Of nobody in particular: catalogue and content of the house. */
export const ofTheHouse = (purpose: string, held: string): DataMapEntry => ({
  purpose,
  retention: retention.whileUsed,
  owner: null,
  given: '',
  held,
  erasure: 'keep',
})

/** The columns of one list of the map. */
export const columnsOf = (list: string | undefined) => (list ?? '').split(' ').filter(column => column !== '')
