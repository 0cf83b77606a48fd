import { type SQL, sql } from 'drizzle-orm'
import { endCredentials } from '#platform/auth/ways-in.ts'
import { columnsOf, type DataMap, type DataMapEntry } from '#platform/db/data-map.ts'
import { matchingName } from '#platform/db/list-page.ts'
import { containing, type Reader } from '#platform/db/pool.ts'
import { auditLog, mails, user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { whyNot } from './rules.ts'

export interface PersonalExport {
  userId: string
  exportedAt: string
  /** For every table with something about the person: why we have it, how long, and the rows. */
  data: Record<string, { purpose: string; retention: string; rows: Record<string, unknown>[] }>
}

/** Writes into the audit log that a person's data is exported. NOT_FOUND when there is no such person. */
export async function noteExport(tx: Tx, userId: string): Promise<void> {
  await demandPerson(tx, userId)
  await tx.execute(sql`select audit_export(${userId})`)
}

/**
 * Everything that the house holds about a person, by the data map, as one JSON value. Read once the export is noted and
 * outside of that transaction: answers of writes are kept for a day, and a copy of all this would outlive an erasure.
 */
export async function exportPerson(db: Reader, map: DataMap, userId: string, now: Date): Promise<PersonalExport> {
  const parts = Object.entries(map).flatMap(([table, { owner, given }]) => {
    const columns = columnsOf(given)
    if (owner === null || columns.length === 0) return []
    const chosen = sql.raw(columns.map(column => `"${column}"`).join(', '))
    const rows = sql`select ${chosen} from ${sql.identifier(table)} where ${ownedBy(owner, sql`${userId}`)}`
    return [sql`select ${table} as "table", to_jsonb(r) as row from (${rows}) r`]
  })
  const { rows } = await db.execute<{ table: string; row: Record<string, unknown> }>(sql.join(parts, sql` union all `))
  const data: PersonalExport['data'] = {}
  for (const { table, row } of rows) {
    const { purpose, retention } = map[table]!
    data[table] ??= { purpose, retention, rows: [] }
    data[table].rows.push(row)
  }
  return { userId, exportedAt: now.toISOString(), data }
}

/**
 * Takes the person out of every table, by the data map: what bookkeeping and safety need stays, about nobody. Refuses
 * with ERASURE_BLOCKED while something of theirs is still under way.
 */
export async function erasePerson(tx: Tx, map: DataMap, userId: string): Promise<void> {
  await demandPerson(tx, userId)
  const blocks = await erasureBlocks(tx, map, [userId], tx.now)
  demand(whyNot.erase({ userId: tx.cause.actorId }, { userId, blockedBy: blocks.get(userId) ?? null }))
  await endCredentials(tx, userId, 'erased')
  // First what others' rows say: what finds them is in rows that the person's own erasure overwrites.
  await emptyMailsAbout(tx, map, userId)
  await removeOutside(tx, map, userId)
  for (const [table, { mentions }] of Object.entries(map))
    if (mentions) await eraseRows(tx, table, ownedBy(mentions.rows, sql`${userId}`), mentions.erasure)
  for (const [table, { owner, erasure }] of Object.entries(map))
    if (owner !== null) await eraseRows(tx, table, ownedBy(owner, sql`${userId}`), erasure)
}

/** What is kept of the person's rows outside of the database is removed there, by the jobs that the map names. */
async function removeOutside(tx: Tx, map: DataMap, userId: string): Promise<void> {
  const kept = Object.entries(map).flatMap(([table, { owner, outside }]) => {
    if (owner === null || !outside) return []
    const id = sql.identifier(outside.id)
    const rows = sql`${ownedBy(owner, sql`${userId}`)} and ${id} is not null`
    return [sql`select ${sql.raw(`'${table}'`)} as "table", ${id} as id from ${sql.identifier(table)} where ${rows}`]
  })
  const { rows } = await tx.execute<{ table: string; id: string }>(sql.join(kept, sql` union all `))
  for (const { table, id } of rows) await tx.enqueue(map[table]!.outside!.job, { id })
}

/** What anybody was written about a row of the person's, or one that speaks of them, keeps nothing but to whom it went, and when; what has not gone never goes. */
async function emptyMailsAbout(tx: Tx, map: DataMap, userId: string): Promise<void> {
  const keys = Object.entries(map).flatMap(([table, { owner, mentions, given, held, mailedIn }]) => {
    const hasId = [...columnsOf(given), ...columnsOf(held)].includes('id')
    const names = [hasId ? `'${table}/' || id` : null, mailedIn ?? null].filter(name => name !== null)
    const mine = [owner, mentions?.rows ?? null].filter(rows => rows !== null)
    return names.flatMap(name =>
      mine.map(
        rows =>
          sql`select ${sql.raw(name)} from ${sql.identifier(table)} where ${ownedBy(rows, sql`${userId}`)} and ${sql.raw(name)} is not null`,
      ),
    )
  })
  await tx
    .update(mails)
    .set({ subject: 'Erased', props: null, lastError: null, status: whatNeverGoes })
    .where(sql`${mails.relatesTo} in (${sql.join(keys, sql` union all `)})`)
}

/** A mail that has gone has; of any other nothing is left to send. */
const whatNeverGoes = sql<'sent' | 'suppressed'>`case when ${mails.status} = 'sent' then 'sent' else 'suppressed' end`

async function eraseRows(tx: Tx, table: string, rows: SQL, erasure: DataMapEntry['erasure']): Promise<void> {
  if (erasure === 'keep') return
  if (erasure === 'remove') return void (await tx.execute(sql`delete from ${sql.identifier(table)} where ${rows}`))
  const blanks = Object.entries(erasure).map(([column, value]) => `"${column}" = ${value}`)
  await tx.execute(sql`update ${sql.identifier(table)} set ${at(blanks.join(', '), tx.now)} where ${rows}`)
}

/** For each of these people what of theirs is still under way, in the words of the data map; in one statement. */
export async function erasureBlocks(
  db: Reader,
  map: DataMap,
  people: string[],
  now: Date,
): Promise<Map<string, string>> {
  const words = Object.entries(map).flatMap(([table, { owner, blocksErasure }]) => {
    if (!blocksErasure || owner === null) return []
    const rows = sql`${ownedBy(owner, sql`person.id`)} and (${at(blocksErasure.when, now)})`
    const isThere = sql`exists (select 1 from ${sql.identifier(table)} where ${rows})`
    return [sql`case when ${isThere} then ${blocksErasure.words} end`]
  })
  const { rows } = await db.execute<{ id: string; words: string | null }>(
    sql`select person.id, coalesce(${sql.join(words, sql`, `)}) as words from unnest(${sql.param(people)}::text[]) person(id)`,
  )
  return new Map(rows.flatMap(({ id, words }) => (words === null ? [] : [[id, words] as const])))
}

/** Removes the rows whose years, by the data map, are over, and overwrites in others whose they were. */
export async function removeOutdated(tx: Tx, map: DataMap): Promise<void> {
  await overwriteOutdated(tx, map)
  for (const [table, { keptYears, keptYearsOf = 'true' }] of Object.entries(map)) {
    if (keptYears === undefined) continue
    const since = sql`${tx.now}::timestamptz - make_interval(years => ${keptYears})`
    await tx.execute(
      sql`delete from ${sql.identifier(table)} where created_at < ${since} and (${sql.raw(keptYearsOf)})`,
    )
  }
}

async function overwriteOutdated(tx: Tx, map: DataMap): Promise<void> {
  for (const [table, { namedYears, namedYearsOf = 'true', erasure }] of Object.entries(map)) {
    if (namedYears === undefined || typeof erasure === 'string') continue
    const since = sql`${tx.now}::timestamptz - make_interval(years => ${namedYears})`
    const [columns, values] = [Object.keys(erasure).map(column => `"${column}"`), Object.values(erasure)]
    // What was overwritten is not written again each night.
    const isNamed = at(`row(${columns.join(', ')}) is distinct from row(${values.join(', ')})`, tx.now)
    await eraseRows(tx, table, sql`created_at < ${since} and (${sql.raw(namedYearsOf)}) and ${isNamed}`, erasure)
  }
}

async function demandPerson(tx: Tx, userId: string): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from ${user} where ${user.id} = ${userId} for update`)
  if (rows.length === 0) throw notFound('There is nobody with this ID.')
}

/** The map's condition by which a table's rows belong to `person`. */
function ownedBy(owner: string, person: SQL): SQL {
  const condition = /^\w+$/.test(owner) ? `"${owner}" = :person` : `(${owner})`
  return filled(condition, ':person', person)
}

/** SQL of the map at this moment, which stands in it as `:now`. */
const at = (text: string, now: Date): SQL => filled(text, ':now', sql`${now.toISOString()}::timestamptz`)

function filled(text: string, name: string, value: SQL): SQL {
  const [first = '', ...rest] = text.split(name)
  return sql.join([sql.raw(first), ...rest.flatMap(part => [value, sql.raw(part)])])
}

/** What an entry of the audit log is about: what its row is called now, and whose it is; null for what is there no more. */
interface AuditSubject {
  name: string | null
  personId: string | null
  /** The name is that of whoever the row is of, and not the row's own: `a booking of Ann Okafor`, `the facility Sauna`. */
  isOwners: boolean
}

const fullName = "concat(r.first_name,' ',r.last_name)"

/** By table, what a row `r` is called. The log is about tables of every room, and knows them by the names under which they stand in it. */
const namedBy = {
  booking_types: 'r.name',
  membership_tiers: 'r.name',
  spaces: 'r.name',
  events: 'r.name',
  landing_features: 'r.title',
  our_spaces: 'r.title',
  facility_images: 'r.facility_name',
  market_pitches: 'r.label',
  rejection_reasons: 'r.reason',
  product_access_requirements: 'r.product_title',
  images: 'r.alt',
  mails: 'r.subject',
  market_days: 'r."on"::text',
  community_posts: 'r.title',
  market_bookings: 'r.business_name',
  content_versions: 'r.section_key',
}
/** The same of tables whose rows say by themselves whose they are. */
const ownersBy = {
  contact_inquiries: 'r.name',
  studio_bookings: 'r.client_name',
  studio_rental_members: 'r.full_name',
  waiting_list: fullName,
  registrations: fullName,
}
/** Tables whose rows are somebody's. */
const ofPeople = [
  ...['bookings', 'user_memberships', 'tokens', 'event_registrations', 'erasure_requests', 'market_papers'],
  ...['market_visitor_tickets', 'check_ins', 'api_keys'],
]
/** Tables that are kept by the person: what is the person, and what is theirs. */
const isPerson = ['user', 'profiles', 'user_roles']
const byPerson = ['user_points', 'creative_profiles', 'account']
/** What the committee does is about an application: kept by it, or with its id. */
const byApplication = ['membership_applications', 'committee_votes', 'recusals']
const ofApplication = ['application_questions', 'committee_notes']

const rowId = sql`${auditLog.rowId}::uuid`

const named = (table: string, isOwners: boolean, { name, personId, from }: { name: SQL; personId: SQL; from: SQL }) =>
  sql`when ${sql.raw(`'${table}'`)} then (select jsonb_build_object('name', nullif(${name}, ''), 'personId', ${personId},
    'isOwners', ${sql.raw(String(isOwners))}) from ${from})`

const byItself =
  (isOwners: boolean) =>
  ([table, name]: [string, string]) => {
    const from = sql`${sql.identifier(table)} r where r.id = ${rowId}`
    return named(table, isOwners, { name: sql.raw(name), personId: sql`null`, from })
  }

const person = { name: sql`p.name`, personId: sql`p.id` }
const keptByPerson = (isOwners: boolean) => (table: string) =>
  named(table, isOwners, { ...person, from: sql`${user} p where p.id = ${auditLog.rowId}` })

/** A column of the log: the row's own name, read where it stands now; the log itself keeps nothing that says who somebody is. */
export const subjectOf = sql<AuditSubject | null>`case ${auditLog.tableName} ${sql.join(
  [
    ...Object.entries(namedBy).map(byItself(false)),
    ...Object.entries(ownersBy).map(byItself(true)),
    ...ofPeople.map(table =>
      named(table, true, {
        ...person,
        from: sql`${sql.identifier(table)} r join ${user} p on p.id = r.user_id where r.id = ${rowId}`,
      }),
    ),
    ...isPerson.map(keptByPerson(false)),
    ...byPerson.map(keptByPerson(true)),
    ...[...byApplication, ...ofApplication].map(table => {
      const id = byApplication.includes(table)
        ? rowId
        : sql`(select r.application_id from ${sql.identifier(table)} r where r.id = ${rowId})`
      return named(table, true, {
        ...{ name: sql`a.full_name`, personId: sql`a.user_id` },
        from: sql`${sql.identifier(byApplication[0]!)} a where a.id = ${id}`,
      })
    }),
  ],
  sql` `,
)} end`

/** So many people are looked for; whoever has more to choose from types more of the name. */
const mostPeople = 100

/**
 * The condition that an entry is about somebody who is called so, or has that address: the rows that are theirs are read by the indexes
 * on whose they are, once, and each entry is looked up among them.
 */
export function isAboutPerson(q: string): SQL {
  const names = (tables: readonly string[]) => sql`unnest(${sql.param(tables)}::text[]) t(name)`
  const rowsOf = (table: string, which: SQL) =>
    sql`select ${table}::text, r.id::text from ${sql.identifier(table)} r ${which}`
  const theirs = sql`join people p on p.id = r.user_id`
  const application = sql.identifier(byApplication[0]!)
  return sql`(${auditLog.tableName}, ${auditLog.rowId}) in (
    with people as materialized (select id from ${user} where ${matchingName(q, user.name, user.email)} limit ${mostPeople})
    ${sql.join(
      [
        sql`select t.name, p.id from people p cross join ${names([...isPerson, ...byPerson])}`,
        sql`select t.name, r.id::text from ${application} r ${theirs} cross join ${names(byApplication)}`,
        ...ofPeople.map(table => rowsOf(table, theirs)),
        ...ofApplication.map(table =>
          rowsOf(table, sql`join ${application} a on a.id = r.application_id join people p on p.id = a.user_id`),
        ),
        ...Object.entries(ownersBy).map(([table, name]) =>
          rowsOf(table, sql`where ${sql.raw(name)} ilike ${containing(q)}`),
        ),
      ],
      sql` union all `,
    )})`
}
